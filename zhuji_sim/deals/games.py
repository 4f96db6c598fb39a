"""`play`: one deal between policies and bots, as a log."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from zhuji_sim.batches import seat_table
from zhuji_sim.errors import ContractError, PolicyError, ZhujiError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.reading import read_contract, read_seat
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

from .players import Bot, Player, ask, decide, player_name, seated, tell_result
from .session import HIGHEST_SEED, MOST_STAYS, DealSession

__all__ = ["play"]


def play(
    rules: Ruleset | str | Path | Mapping[str, Any] = "bao",
    bots: Player | Sequence[Player] = "champion",
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
        By seat E S W N: a policy's name or TOML file, a `Policy`, ``bot:COMMAND`` for a program (see
        `deals.external`; an `ExternalBot` has another time limit than 5 s), or an object with
        ``choose(view, legal) -> action`` (`deals.views.View`, a list of `deals.actions.Action`; more in
        `deals.players.Bot`). `rollout` is a `rollouts.RolloutBot`, which takes a tenth of a second for each
        of its decisions.
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
    with seated(bots) as players:
        _play(session, players)
    log = session.log()
    names = dict(zip(SEATS, map(player_name, players), strict=True))
    return {"rules": log.pop("rules"), "players": names, **log}


def _play(session: DealSession, players: list[Policy | Bot]) -> None:
    stand_in = load("random")
    east, south, west, north = (each if isinstance(each, Policy) else stand_in for each in players)
    table = seat_table(session.rules, (east, south, west, north))

    def move() -> int:
        return len(session.events)

    while not session.over:
        player = players[session.seat]
        if isinstance(player, Policy):
            session.act(decide(session, table, session.seat, player))
        else:
            session.act(ask(player, session, move))
    for seat, player in enumerate(players):
        if not isinstance(player, Policy):
            tell_result(player, seat, session, move)


def _check_number(name: str, value: object, most: int) -> None:
    if not isinstance(value, int) or not 0 <= value <= most:
        raise ZhujiError(f"{name} {value!r}: expected a whole number from 0 to {most}")


def _lanes(draws: str) -> bool:
    if draws not in ("wall", "lanes"):
        raise PolicyError(f"draws {draws!r}: expected wall or lanes")
    return draws == "lanes"
