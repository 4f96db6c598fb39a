"""`play`: one deal between policies and Python bots, as a log."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from zhuji_sim.batches import Table, seat_table
from zhuji_sim.errors import BotError, ContractError, PolicyError, ZhujiError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.reading import read_contract, read_seat
from zhuji_sim.rollouts import ROLLOUT, RolloutBot
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

from .actions import Action
from .session import HIGHEST_SEED, MOST_STAYS, DealSession
from .views import View, view_of

__all__ = ["Bot", "play"]


class Bot(Protocol):
    """Anything that chooses among legal actions."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of `legal`; `view` shows only what this player may see."""
        ...


class SceneBot(Protocol):
    """A bot that takes the engine's own records (`rollouts.RolloutBot`)."""

    def choose_by_scene(self, scene: np.record, legal: np.record, rules: Ruleset) -> int:
        """A position in `legal`; `scene` shows only what this player may see."""
        ...


Player = str | Path | Policy | Bot | SceneBot


def play(
    rules: Ruleset | str | Path | Mapping[str, Any] = "bao",
    bots: Player | Sequence[Player] = "tai",
    seed: int = 1,
    index: int = 0,
    *,
    contract: str | Contract | None = None,
    declarer: str | None = None,
    draws: str = "wall",
    lao_zhuang: bool | int = False,
) -> dict[str, Any]:
    """Play one deal and return its log.

    Parameters
    ----------
    rules : Ruleset, str, Path or mapping
        A ruleset, a preset's name, a TOML file, or options.
    bots : one player or four
        By seat E S W N: a policy's name or TOML file, a `Policy`, or an object with
        ``choose(view, legal) -> action`` (`deals.views.View`, a list of `deals.actions.Action`); `rollout`
        is a `rollouts.RolloutBot`, which takes a tenth of a second for each of its decisions.
    seed, index : int
        Fix tiles and coins: the same deal that `simulate` plays for them under the same policies.
    contract, declarer : str, optional
        A contract (`独2`) that this seat (default E) holds without an auction.
    draws : {"wall", "lanes"}
    lao_zhuang : bool or int
        Whether, or how many times, the dealer has stayed.

    Returns
    -------
    dict
        The deal log, ready for JSON.

    Raises
    ------
    BotError
        A bot raised an exception or answered with something that is not legal; names bot, seat and move.
    ZhujiError
        Wrong rules, policies, contract, seat or numbers.
    """
    ruleset = Ruleset.of(rules)
    players = [RolloutBot() if each == ROLLOUT else each for each in _four(bots)]
    policies = [None if _is_bot(each) else load(each) for each in players]  # type: ignore[arg-type]
    held = read_contract(contract, ruleset)
    if held is None and declarer is not None:
        raise ContractError(f"declarer {declarer!r} without contract: expected the contract too, such as 独2")
    if held is not None and held.level > ruleset.max_level:
        raise ContractError(f"contract {held}: expected a level of at most {ruleset.max_level} (max_level)")
    _check_number("seed", seed, HIGHEST_SEED)
    _check_number("index", index, HIGHEST_SEED)
    _check_number("lao_zhuang", lao_zhuang, MOST_STAYS)
    session = DealSession(
        ruleset,
        seed,
        index,
        contract=held,
        declarer=None if held is None else read_seat(declarer or "E"),
        lanes=_lanes(draws),
        stays=int(lao_zhuang),
    )
    stand_in = load("random")
    east, south, west, north = (policy or stand_in for policy in policies)
    table = seat_table(ruleset, (east, south, west, north))
    while not session.over:
        seat = session.seat
        if policies[seat] is None:
            session.act(_ask(players[seat], session))
        else:
            session.act(_decide(session, seat, table, policies[seat]))
    names = [
        policy.name if policy else getattr(each, "name", type(each).__name__)
        for policy, each in zip(policies, players, strict=True)
    ]
    log = session.log()
    return {"rules": log.pop("rules"), "players": dict(zip(SEATS, names, strict=True)), **log}


def _is_bot(player: object) -> bool:
    return hasattr(player, "choose") or hasattr(player, "choose_by_scene")


def _four(bots: Player | Sequence[Player]) -> list[Player]:
    if isinstance(bots, str | Path | Policy) or _is_bot(bots):
        return [bots] * len(SEATS)  # type: ignore[list-item]
    players = list(bots)  # type: ignore[arg-type]
    if len(players) == 1:
        return players * len(SEATS)
    if len(players) != len(SEATS):
        raise PolicyError(f"{len(players)} players: expected one for all seats, or four for E S W N")
    return players


def _check_number(name: str, value: object, most: int) -> None:
    if not isinstance(value, int) or not 0 <= value <= most:
        raise ZhujiError(f"{name} {value!r}: expected a whole number from 0 to {most}")


def _lanes(draws: str) -> bool:
    if draws not in ("wall", "lanes"):
        raise PolicyError(f"draws {draws!r}: expected wall or lanes")
    return draws == "lanes"


def _decide(session: DealSession, seat: int, table: Table, policy: Policy | None) -> int:
    state, decide = session.state, table.deciders[seat]
    scene, legal, rng = state["scene"], state["legal"], state["rng"][seat]
    position = int(decide(scene, legal, table.rules, table.tables, table.minds[seat], rng))
    if not 0 <= position < int(session.state["legal"]["count"]):
        assert policy is not None
        raise PolicyError(f"policy {policy.name} at {SEATS[seat]}: chose no legal action")
    return position


def _ask(bot: Any, session: DealSession) -> int:
    """A bot's answer as a position among the legal actions."""
    if hasattr(bot, "choose_by_scene"):
        return int(bot.choose_by_scene(session.scene, session.state["legal"], session.rules))
    legal = session.legal()
    where = f"bot {type(bot).__name__} at {SEATS[session.seat]}, move {len(session.events)}"
    try:
        answer = bot.choose(view_of(session.scene), list(legal))
    except Exception as problem:
        raise BotError(f"{where}: {type(problem).__name__}: {problem}") from problem
    if answer not in legal:
        offered = ", ".join(str(each) for each in legal)
        raise BotError(f"{where}: answered {answer}, expected one of: {offered}")
    return legal.index(answer)
