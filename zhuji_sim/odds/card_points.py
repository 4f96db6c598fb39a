"""What a card is made from: decisions of ordinary deals, each choice there counted for and played out."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from zhuji_sim.batches import BatchSpec, play, seat_table
from zhuji_sim.engine.arms import ARM, DONE
from zhuji_sim.engine.codes import Phase
from zhuji_sim.engine.counted import COUNT, POINT, POINT_STATES, QUESTION, play_points
from zhuji_sim.engine.state import new_states
from zhuji_sim.engine.streams import STREAM
from zhuji_sim.errors import PolicyError
from zhuji_sim.interruptions import held_back
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

__all__ = [
    "AT_ONCE",
    "BID",
    "CHANCE",
    "NAME",
    "Choice",
    "Points",
    "choices_of",
    "kind_of",
    "play_card_points",
]

BID: Final = "bid"
"""A card that says what to bid."""
NAME: Final = "name"
"""A card that says which caishen to name."""
CHANCE: Final = "chance"
"""There is nothing to choose: a card of chances."""

LEVELS: Final = (2, 3, 4)
"""Of the contracts on the card, as far as the rules let one bid so high."""
REACH: Final = 1
"""Levels above the bid that stands up to which a bid is considered."""
MOST_COPIES: Final = {Mode.DUAL: 5, Mode.SOLO: 4}
"""Of a set named by himself; a player hardly ever holds more."""
AT_ONCE: Final = "!"
"""After the name of a contract that is bid for a win before anybody draws."""
CHUNK: Final = 500
"""Deals that a thread plays at a time."""


@dataclass(frozen=True)
class Choice:
    """A block of the card.

    Attributes
    ----------
    name : str
        The contract (`2`, `独2`), the mode of the caishen (`dual`, `solo`), or `deal` without a choice.
    mode : Mode
    tai : int
        Tai to which missing tiles are counted.
    rank : int
        Of the contract, -1 without.
    copies : int
        Of the caishen held, where each number is a choice of its own; -1: those of the nearest set.
    once : bool
        For hands that may win before anybody draws, whatever their tai; the contract is the highest of its
        mode.
    """

    name: str
    mode: Mode
    tai: int
    rank: int = -1
    copies: int = -1
    once: bool = False

    @property
    def block(self) -> str:
        """Name in the table of cells: the choice's, with a sign where it is for hands that win at once."""
        return f"{self.name}{AT_ONCE}" if self.once else self.name


@dataclass(frozen=True)
class Points:
    """One decision of each deal, and what came of every choice there; arrays by decision (and choice).

    Attributes
    ----------
    points : POINT[n]
    counts : COUNT[n, q]
        By choice, in the order of `choices_of`.
    """

    points: NDArray[Any]
    counts: NDArray[Any]


def kind_of(rules: Ruleset) -> str:
    """What a card under these rules says: `BID`, `NAME` or `CHANCE`."""
    return {"declarer": BID, "each_player": NAME, "indicator": CHANCE}[rules.caishen_source]


def choices_of(rules: Ruleset) -> list[Choice]:
    """What a card under these rules counts for."""
    if kind_of(rules) == BID:
        levels = [level for level in LEVELS if level <= rules.max_level]
        contracts = [Contract(level, mode) for level in levels for mode in Mode]
        usual = [Choice(str(each), each.mode, each.level, each.rank) for each in contracts]
        if rules.floor_needs_tai or not (rules.tai_heavenly or rules.tai_earthly):
            return usual
        highest = [Contract(rules.max_level, mode) for mode in Mode]
        return usual + [Choice(str(each), each.mode, each.level, each.rank, once=True) for each in highest]
    if kind_of(rules) == NAME:
        return [
            Choice(mode.key, mode, rules.minimum_tai, copies=copies)
            for mode, most in MOST_COPIES.items()
            for copies in range(1, most + 1)
        ]
    return [Choice("deal", Mode.DUAL, rules.minimum_tai)]


def play_card_points(
    rules: Ruleset, policy: Policy, first: int, deals: int, seed: int, jobs: int, *, thorough: bool
) -> Points:
    """Play deals `first` to `first` + `deals` - 1 and keep one decision of each.

    Where there is nothing to choose the seats take turns, and what is counted is what they were dealt.
    `thorough`: with the points of the policy's own choice, and of hopeless ones at every decision.

    Raises
    ------
    PolicyError
        The policy chose no legal action.
    """
    starts = range(first, first + deals, CHUNK)
    tasks = [(start, min(CHUNK, first + deals - start)) for start in starts]
    work = _dealt if kind_of(rules) == CHANCE else _decided
    found = Parallel(n_jobs=jobs, backend="threading")(
        delayed(work)(rules, policy, start, count, seed, thorough) for start, count in tasks
    )
    points = np.concatenate([each.points for each in found])
    counts = np.concatenate([each.counts for each in found])
    there = points["there"] == 1
    return Points(points[there], counts[there])


def _decided(rules: Ruleset, policy: Policy, first: int, deals: int, seed: int, thorough: bool) -> Points:
    choices = choices_of(rules)
    questions = np.zeros(len(choices), QUESTION).view(np.recarray)
    for question, choice in zip(questions, choices, strict=True):
        question.rank, question.mode = choice.rank, choice.mode
        question.tai, question.copies, question.once = choice.tai, choice.copies, choice.once
    table = seat_table(rules, (policy,) * 4)
    points, counts = np.zeros(deals, POINT), np.zeros((deals, len(choices)), COUNT)
    with held_back():
        status = play_points(
            new_states(POINT_STATES),
            np.zeros(1, ARM).view(np.recarray),
            np.zeros(1, STREAM)[0],
            questions,
            REACH,
            table.deciders,
            table.minds,
            (Phase.BID if kind_of(rules) == BID else Phase.NAME_CAISHEN).value,
            1 if thorough or kind_of(rules) == NAME else 0,
            1,
            seed,
            first,
            table.rules,
            table.tables,
            points,
            counts,
        )
    if status != DONE:
        raise PolicyError(f"deals from {first} on (seed {seed}): {policy.name} chose no legal action")
    return Points(points, counts)


def _dealt(rules: Ruleset, policy: Policy, first: int, deals: int, seed: int, thorough: bool) -> Points:
    rows = play(BatchSpec(rules, (policy,) * 4, seed, draws="lanes"), first, first + deals)
    points, counts = np.zeros(deals, POINT), np.zeros((deals, 1), COUNT)
    at, seats = np.arange(deals), (first + np.arange(deals)) % len(SEATS)
    points["there"], points["seat"] = 1, seats
    points["own"] = counts["points"][:, 0] = rows["points"][at, seats]
    counts["open"] = counts["made"] = 1
    counts["missing"][:, 0] = rows["distance"][at, seats]
    counts["held"][:, 0] = rows["caishen_dealt"][at, seats]
    counts["won"][:, 0] = rows["winner"] == seats
    return Points(points, counts)
