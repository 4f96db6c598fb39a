"""How an answer is to be found: who plays, which view, how long."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import Final

from zhuji_sim.errors import ExperimentError, PolicyError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_JOBS, check_whole

from .playing import Four
from .screening import IF_I_BID, VIEWS
from .search import MOST_DEALS, Budget
from .situation import Choice, Situation

__all__ = ["OPPONENTS", "Asked", "budget_of", "expect_bids", "four_of", "four_seats"]

OPPONENTS: Final = ("speed", "tai", "champion")
"""Other players that the verdict is tried against, from weak to strong."""


@dataclass(frozen=True)
class Asked:
    """How an answer is to be found.

    Attributes
    ----------
    policies : four Policy
        Who plays the seats, E S W N.
    view : str
        One of `VIEWS`.
    budget : Budget
    seed, jobs : int
    opponents : tuple of str
        Other players of the other seats, against whom the verdict is tried.
    """

    policies: Four
    view: str = IF_I_BID
    budget: Budget = field(default_factory=Budget)
    seed: int = 1
    jobs: int = 1
    opponents: tuple[str, ...] = OPPONENTS

    def __post_init__(self) -> None:
        if self.view not in VIEWS:
            raise ExperimentError(f"view {self.view!r}: expected {', '.join(VIEWS[:-1])} or {VIEWS[-1]}")
        if self.budget.deals is not None:
            check_whole("deals", self.budget.deals, 1, MOST_DEALS)
        check_whole("seed", self.seed, 0, HIGHEST_SEED)
        check_whole("jobs", self.jobs, 1, MOST_JOBS)


def budget_of(
    deals: int | None = None, precision: float | None = None, seconds: float | None = None
) -> Budget:
    """How long to play, by one of the three at most; `precision` in points of per cent.

    Raises
    ------
    ExperimentError
        Two of them, or no such number.
    """
    given = {"deals": deals, "precision": precision, "seconds": seconds}
    said = [f"{name} {value!r}" for name, value in given.items() if value is not None]
    if len(said) > 1:
        raise ExperimentError(f"{' and '.join(said)}: expected one of them")
    if precision is not None and not (_is_number(precision) and 0.25 <= precision <= 50):
        raise ExperimentError(f"precision {precision!r}: expected 0.25 to 50 points of per cent")
    if seconds is not None and not (_is_number(seconds) and 0 < seconds < 1e6):
        raise ExperimentError(f"seconds {seconds!r}: expected a time above 0")
    return Budget(deals, None if precision is None else precision / 100, seconds)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def expect_bids(view: str | None, situation: Situation) -> None:
    """Refuse a view, where one was asked for, of a situation in which nothing is bid.

    Raises
    ------
    ExperimentError
        Says why there is nothing to bid.
    """
    if view is None or situation.choice == Choice.BID:
        return
    why = f"no bidding under the rules of {situation.rules.preset}"
    if situation.rules.has_bidding:
        why = "the bidding is over"
    raise ExperimentError(f"view {view!r}: {why}; expected no view")


def four_seats(policies: Sequence[Policy]) -> Four:
    """Four policies by seat."""
    east, south, west, north = policies
    return east, south, west, north


def four_of(policies: str | Path | Policy | Sequence[str | Path | Policy]) -> Four:
    """One policy for all seats, or four for E S W N.

    Raises
    ------
    PolicyError
        Another number, or no such policy.
    """
    if not isinstance(policies, str | Path | Policy | Sequence):
        raise PolicyError(f"policies {policies!r}: expected one for all seats, or four for E S W N")
    given = [policies] * 4 if isinstance(policies, str | Path | Policy) else list(policies)
    wrong = next((each for each in given if not isinstance(each, str | Path | Policy)), None)
    if wrong is not None:
        raise PolicyError(f"policy {wrong!r}: expected a name, a TOML file or a Policy")
    if len(given) not in (1, len(SEATS)):
        raise PolicyError(f"{len(given)} policies: expected one for all seats, or four for E S W N")
    return four_seats([load(each) for each in (given * 4 if len(given) == 1 else given)])
