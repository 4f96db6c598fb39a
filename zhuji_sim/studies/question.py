"""What all studies share: a question asked on so many walls, and what its report is made of.

A wall is the unit: it is played in every way that the question compares, and all intervals are over walls.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.wording import TextTable
from zhuji_sim.labels import text
from zhuji_sim.odds.parts import RowStudy
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.toml_tables import Reader

__all__ = ["KIND", "Chart", "Question", "Section", "Tables"]

KIND: Final = "study"
"""What the manifest of a study's folder says it is."""
CHUNK_DEALS: Final = 20_000
"""Deals to be played together: some seconds of work."""
LANES: Final = "lanes"
"""Every seat draws from a share of the wall of its own: the ways to play a wall stay alike for longer."""

Tables = Mapping[str, pd.DataFrame]
Chart = Callable[[Tables, Canvas, float], Figure | None]
"""`(tables, canvas, confidence in percent)` -> a figure, or None where there is nothing to show."""


class Section(NamedTuple):
    """A part of the page.

    Attributes
    ----------
    name : str
    chart : str
        Which of the question's charts belongs to it, if any.
    table : TextTable, optional
    heading, explained : str
        What is said of it; `heading_NAME` and `explain_NAME` of the question's texts where empty.
    """

    name: str
    chart: str = ""
    table: TextTable | None = None
    heading: str = ""
    explained: str = ""


@dataclass(frozen=True)
class Question(RowStudy):
    """A question asked on so many walls.

    Attributes
    ----------
    asked : mapping
        The file that asks it, as TOML types.
    walls, seed : int
    rules : mapping of str to Ruleset
        Under which rules, by name.
    policy : Policy
        Who plays.
    confidence : float
        That of all intervals.
    """

    asked: Mapping[str, Any]
    walls: int
    seed: int
    rules: Mapping[str, Ruleset]
    policy: Policy
    confidence: float

    name: ClassVar[str]
    """How files name it; its texts are in the section `study_NAME`."""
    keys: ClassVar[tuple[str, ...]] = ()
    """Keys that its files may have beside those of all studies."""
    conditions: ClassVar[str] = "conditions"
    """The text of `studies` that says how it was played."""
    bidding_only: ClassVar[bool] = False
    """Whether it makes sense only where players bid."""
    charts: ClassVar[Mapping[str, Chart]]
    """Its charts by the name of their files; the first one goes with the answer."""

    @classmethod
    def embed(cls, asked: Mapping[str, Any], folder: Path) -> dict[str, Any]:
        """What a file in this folder asks, with everything read in that it names."""
        return dict(asked)

    @classmethod
    def own(cls, reader: Reader) -> dict[str, Any]:
        """Attributes that only this question has, from its file."""
        return {}

    @property
    @abstractmethod
    def deals_per_wall(self) -> int:
        """Ways to play a wall."""

    @abstractmethod
    def tables(self, rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """Tidy tables of the rows of all walls; a figure `f` has its interval in `f_low` and `f_high`."""

    @abstractmethod
    def answer(self, tables: Tables, lang: str) -> tuple[str, str]:
        """Two short sentences that answer the question from the figures.

        The first is about the main ruleset, the second about what differs elsewhere or what to do about it.
        """

    @abstractmethod
    def by_rules(self, tables: Tables, lang: str) -> list[tuple[str, str]]:
        """For each ruleset its name and what was found, in a line."""

    @abstractmethod
    def sections(self, tables: Tables, lang: str) -> list[Section]:
        """The parts of the page after the answer, in order."""

    def canvas_of(self, chart: str, canvas: Canvas) -> Canvas:
        """The canvas of one of its charts: that of all of them, unless it shows a part of the deals."""
        return canvas

    @property
    def title(self) -> Mapping[str, str]:
        """The question, by language."""
        return self._texts("title")

    @property
    def about(self) -> Mapping[str, str]:
        """What was done, by language."""
        return self._texts("about")

    @property
    def total_deals(self) -> int:
        """Units of all of it: the walls."""
        return self.walls

    @property
    def deals(self) -> int:
        """Deals of all walls."""
        return self.walls * self.deals_per_wall

    @property
    def percent(self) -> float:
        """Confidence of the intervals, in percent."""
        return 100 * self.confidence

    @property
    def chunk(self) -> int:
        """Walls to be played together."""
        return max(1, CHUNK_DEALS // self.deals_per_wall)

    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows, and the file."""
        return {
            "kind": KIND,
            "study": self.name,
            "asked": dict(self.asked),
            "seed": self.seed,
            "walls": self.walls,
            "draws": LANES,
            "rules": {name: rules.options() for name, rules in self.rules.items()},
            "policy_specs": {policy.name: policy.spec for policy in self.players},
        }

    @property
    def players(self) -> tuple[Policy, ...]:
        """All policies that play."""
        return (self.policy,)

    def warm(self) -> None:
        """Compile, or load from the cache, everything that playing needs."""
        self.rows(0, 1)

    def say(self, key: str, lang: str, **values: object) -> str:
        """One of the question's own texts."""
        return text(f"study_{self.name}.{key}", lang, **values)

    def _texts(self, key: str) -> Mapping[str, str]:
        found: Mapping[str, str] = self.asked.get(key, {})
        return found
