"""Who sits at a table, policies and bots, and how a bot is asked."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from zhuji_sim.batches import Table
from zhuji_sim.errors import BotError, PolicyError, ZhujiError, in_one_line
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.rollouts import ROLLOUT, RolloutBot
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

from .actions import Action
from .external import MOVE_SECONDS, ExternalBot
from .programs import ProgramError
from .session import DealSession
from .views import View, view_of

__all__ = [
    "EXTERNAL",
    "Bot",
    "Player",
    "SceneBot",
    "ask",
    "decide",
    "is_bot",
    "no_legal_action",
    "player_name",
    "read_player",
    "seated",
    "tell_result",
]

EXTERNAL: Final = "bot:"
"""Begins the name of a player that is a program: `bot:python3 mybot.py`."""


class Bot(Protocol):
    """Anything that chooses among legal actions.

    It may also have a `name` (else it goes by its class), and a method ``deal_over(seat, result)``, which is
    told the result of each finished deal as the deal log gives it.
    """

    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of `legal`; `view` shows only what this player may see."""
        ...


class SceneBot(Protocol):
    """A bot that takes the engine's own records (`rollouts.RolloutBot`)."""

    def choose_by_scene(self, scene: np.record, legal: np.record, rules: Ruleset) -> int:
        """A position in `legal`; `scene` shows only what this player may see."""
        ...


Player = str | Path | Policy | Bot | SceneBot


def is_bot(player: object) -> bool:
    """Whether a player is asked, and not looked up."""
    return hasattr(player, "choose") or hasattr(player, "choose_by_scene")


@contextmanager
def seated(players: Player | Sequence[Player], seconds: float = MOVE_SECONDS) -> Iterator[list[Policy | Bot]]:
    """The four players meant by one for all seats or four for E S W N; names are looked up (`read_player`).

    At the end programs are stopped, except those of an `ExternalBot` that was given.

    Raises
    ------
    PolicyError
        Another number of players, or a policy that cannot be loaded.
    """
    if isinstance(players, str | Path | Policy) or is_bot(players):
        given: list[Any] = [players]
    else:
        given = list(players)  # type: ignore[arg-type]
    if len(given) == 1:
        given *= len(SEATS)
    if len(given) != len(SEATS):
        raise PolicyError(f"{len(given)} players: expected one for all seats, or four for E S W N")
    known = [read_player(each, seconds) for each in given]
    try:
        yield known
    finally:
        for source, player in zip(given, known, strict=True):
            if isinstance(player, ExternalBot) and player is not source:
                player.close()


def read_player(player: Player, seconds: float = MOVE_SECONDS) -> Policy | Bot:
    """A player by name: a policy, its TOML file, `rollout`, or `bot:COMMAND` for a program (`external`).

    Parameters
    ----------
    player : Player
        Policies and bots are given back as they are.
    seconds : float
        Time limit of each move of a program.

    Raises
    ------
    PolicyError
        A policy that cannot be loaded.
    ZhujiError
        No time, or no command.
    """
    if isinstance(player, str) and player == ROLLOUT:
        return RolloutBot()  # type: ignore[return-value]
    if not isinstance(player, str) or not player.startswith(EXTERNAL):
        return player if is_bot(player) else load(player)  # type: ignore[arg-type, return-value]
    command = player.removeprefix(EXTERNAL).strip()
    if not command:
        raise ZhujiError(f"player {player!r}: expected a command, such as bot:python3 mybot.py")
    return ExternalBot(command, seconds)


def player_name(player: Policy | Bot) -> str:
    """A policy's or bot's name, else the bot's class."""
    name = getattr(player, "name", None)
    return name if isinstance(name, str) else type(player).__name__


def ask(bot: Bot, session: DealSession, move: Callable[[], int]) -> int:
    """A bot's answer as a position among the legal actions of the seat to act.

    Parameters
    ----------
    bot : Bot
    session : DealSession
        A deal at the bot's decision.
    move : function
        For an error: gives the number that the next event will have in the log.

    Raises
    ------
    BotError
        It raised an exception, or answered with something that is not legal.
    """
    by_scene: Any = getattr(bot, "choose_by_scene", None)
    if by_scene is not None:
        return int(by_scene(session.scene, session.state["legal"], session.rules))
    seat, legal = SEATS[session.seat], session.legal()
    try:
        answer: Any = bot.choose(view_of(session.scene, session.rules), list(legal))
    except Exception as error:
        raise _error(bot, seat, move(), error) from error
    if not isinstance(answer, Action) or answer not in legal:
        offered = ", ".join(str(each) for each in legal)
        problem = f"answered {_shown(answer)}, expected one of: {offered}"
        raise BotError(player_name(bot), seat, move(), problem)
    return legal.index(answer)


def tell_result(bot: Bot, seat: int, session: DealSession, move: Callable[[], int]) -> None:
    """Let a bot that wants to know have the result of a deal that is over.

    Raises
    ------
    BotError
        It raised an exception.
    """
    listens = getattr(bot, "deal_over", None)
    if listens is None:
        return
    try:
        listens(SEATS[seat], session.result())
    except Exception as error:
        raise _error(bot, SEATS[seat], move(), error) from error


def decide(session: DealSession, table: Table, player: int, policy: Policy) -> int:
    """What the policy of `player`, who sits in the seat to act, chooses: a position among the legal actions.

    Raises
    ------
    PolicyError
        It is none.
    """
    state, choose = session.state, table.deciders[player]
    scene, legal, rng = state["scene"], state["legal"], state["rng"][session.seat]
    position = int(choose(scene, legal, table.rules, table.tables, table.minds[player], rng))
    if not 0 <= position < int(legal["count"]):
        raise no_legal_action(policy, session)
    return position


def no_legal_action(policy: Policy, session: DealSession) -> PolicyError:
    """The error to raise where a policy chose a position outside the list."""
    return PolicyError(
        f"deal {session.index} (seed {session.seed}): policy {policy.name} at {SEATS[session.seat]} "
        "chose no legal action"
    )


def _error(bot: Bot, seat: str, move: int, problem: Exception) -> BotError:
    said = type(problem).__name__
    if isinstance(problem, ProgramError):
        return BotError(player_name(bot), seat, move, str(problem))
    if str(problem):
        said += f": {problem}"
    return BotError(player_name(bot), seat, move, in_one_line(said))


def _shown(answer: object) -> str:
    try:
        return in_one_line(str(answer) if isinstance(answer, Action) else repr(answer))
    except Exception:
        return f"a {type(answer).__name__}"
