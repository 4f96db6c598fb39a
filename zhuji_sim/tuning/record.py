"""What a tuning has found so far, kept as one JSON file, from which it goes on exactly."""

import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from zhuji_sim.errors import RunFolderError
from zhuji_sim.runner.files import write_json
from zhuji_sim.runner.folder import SEARCH

__all__ = ["Choice", "Generation", "Record", "Result"]


@dataclass(frozen=True)
class Generation:
    """A finished generation. Scores are mean points per deal against the pool, over its walls.

    Attributes
    ----------
    mean : list of float
        The weights in the middle of the distribution from which the candidates came.
    step : float
        Their standard deviation, as a share of a weight's range.
    mean_score, mean_error : float
        The score of `mean` and its standard error.
    mean_gain, mean_gain_error : float
        What it scored over the start, on the same walls.
    candidates : list of list of float
        Their weights.
    scores, errors, gains, gain_errors : list of float
        The same of the candidates.
    """

    mean: list[float]
    step: float
    mean_score: float
    mean_error: float
    mean_gain: float
    mean_gain_error: float
    candidates: list[list[float]]
    scores: list[float]
    errors: list[float]
    gains: list[float]
    gain_errors: list[float]


@dataclass(frozen=True)
class Choice:
    """One of the best, as it did on the walls for choosing.

    Attributes
    ----------
    source : tuple of int
        Generation and candidate, counted from 1; candidate 0 is the mean that the search ended with.
    weights : list of float
        Those that are searched, rounded.
    gain, error : float
        Points per deal over the start against the pool, and standard error.
    """

    source: tuple[int, int]
    weights: list[float]
    gain: float
    error: float


@dataclass(frozen=True)
class Result:
    """The chosen one and the start against an opponent, on walls that nothing was chosen by; 95 % intervals.

    Attributes
    ----------
    rules, against : str
        Empty: mean over all rulesets, over the pool.
    held_out : bool
        Whether the opponent was kept out of the pool.
    tuned, start, gain : float
        Points per deal of the chosen one and of the start against him, and of the one over the other, paired.
    """

    rules: str
    against: str
    held_out: bool
    walls: int
    tuned: float
    tuned_low: float
    tuned_high: float
    start: float
    start_low: float
    start_high: float
    gain: float
    gain_low: float
    gain_high: float


@dataclass
class Record:
    """All that has been found.

    Attributes
    ----------
    spreads : list of float
        Standard deviation of a deal's points under each ruleset, from the start on the first walls.
    generations : list of Generation
    choices : list of Choice
        Empty until the search has ended.
    results : list of Result
        Empty until the chosen one has been estimated.
    """

    spreads: list[float] = field(default_factory=list)
    generations: list[Generation] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)

    @property
    def chosen(self) -> Choice:
        """The best of the choices."""
        return max(self.choices, key=lambda choice: choice.gain)

    @property
    def against_pool(self) -> Result:
        """The result against the whole pool under all rulesets."""
        return next(each for each in self.results if not each.rules and not each.against)

    @property
    def against_held_out(self) -> Result:
        """The result against the opponent kept out, under all rulesets."""
        return next(each for each in self.results if not each.rules and each.held_out)

    @property
    def adopted(self) -> bool:
        """Whether the chosen weights are better than the start.

        They surely gain against the pool, and do not surely lose against the opponent kept out of it.
        """
        return self.against_pool.gain_low > 0 and self.against_held_out.gain_high >= 0

    def write(self, folder: Path) -> None:
        """Keep it in a folder."""
        write_json(folder / SEARCH, asdict(self))

    @classmethod
    def read(cls, folder: Path) -> "Record":
        """What a folder holds; an empty record where there is none.

        Raises
        ------
        RunFolderError
            It is damaged.
        """
        path = folder / SEARCH
        try:
            content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return cls(
                content["spreads"],
                [_generation(each) for each in content["generations"]],
                [Choice(**each | {"source": tuple(each["source"])}) for each in content["choices"]],
                [Result(**each) for each in content["results"]],
            )
        except FileNotFoundError:
            return cls()
        except (ValueError, KeyError, TypeError) as error:
            raise RunFolderError(f"{path} is damaged ({error!r}): start anew with --fresh") from None


def _generation(content: dict[str, Any]) -> Generation:
    """A generation as it was written; before gains had errors of their own, these are not known."""
    unknown = [math.nan] * len(content["gains"])
    return Generation(**{"gain_errors": unknown, **content})
