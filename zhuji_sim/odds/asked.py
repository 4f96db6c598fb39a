"""How an answer is to be found: who plays, which view, how long."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from zhuji_sim.errors import ExperimentError, PolicyError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_JOBS, check_whole

from .playing import Four
from .screening import IF_I_BID, VIEWS
from .search import MOST_DEALS, Budget

__all__ = ["OPPONENTS", "Asked", "four_of", "four_seats"]

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
        if not 0.001 <= self.budget.precision <= 0.5:
            raise ExperimentError(
                f"precision {100 * self.budget.precision:g}: expected 0.1 to 50 points of per cent"
            )
        if self.budget.seconds is not None and not 0 < self.budget.seconds < 1e6:
            raise ExperimentError(f"seconds {self.budget.seconds:g}: expected a time above 0")
        if self.budget.seconds is not None and self.budget.deals is not None:
            raise ExperimentError("deals and seconds: expected one of them")
        check_whole("seed", self.seed, 0, HIGHEST_SEED)
        check_whole("jobs", self.jobs, 1, MOST_JOBS)


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
    given = [policies] * 4 if isinstance(policies, str | Path | Policy) else list(policies)
    if len(given) not in (1, len(SEATS)):
        raise PolicyError(f"{len(given)} policies: expected one for all seats, or four for E S W N")
    return four_seats([load(each) for each in (given * 4 if len(given) == 1 else given)])
