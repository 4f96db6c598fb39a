"""How many deals are enough: the width of intervals over deals, independent, on the same walls, less luck."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Estimate
from zhuji_sim.analysis.student import student
from zhuji_sim.duplicate.figures import points, points_row
from zhuji_sim.duplicate.luck import other_luck
from zhuji_sim.duplicate.walls import SEATINGS
from zhuji_sim.errors import ExperimentError, ZhujiError
from zhuji_sim.policies.registry import load
from zhuji_sim.runner.toml_tables import Reader
from zhuji_sim.studies import deals_report as reporting
from zhuji_sim.studies.deals_report import ADJUSTED, INDEPENDENT, PAIRED
from zhuji_sim.studies.estimates import columns
from zhuji_sim.studies.meetings import Meeting, Meetings
from zhuji_sim.studies.question import Chart, Section, Tables

__all__ = ["Deals"]

FEWEST_WALLS: Final = 250
"""Walls of the narrowest view; each further one has twice as many."""
_HALF: Final = 0.5

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Deals(Meetings):
    """How many deals are enough.

    Attributes
    ----------
    pairs : tuple of pairs of str
        Policies that meet under every ruleset; the answer is about the first two.
    target : float
        How exactly the difference of two players is to be known, in points per deal to either side.
    """

    pairs: tuple[tuple[str, str], ...]
    target: float

    name: ClassVar[str] = "deals"
    keys: ClassVar[tuple[str, ...]] = ("pairs", "target")
    charts: ClassVar[Mapping[str, Chart]] = reporting.CHARTS

    @classmethod
    def own(cls, reader: Reader) -> dict[str, Any]:
        """`pairs` and `target`."""
        expected = 'pairs of policies, [["champion", "quick"], …]'
        given = reader.table.get("pairs")
        if not isinstance(given, list) or not given or not all(_is_pair(pair) for pair in given):
            raise reader.wrong("pairs", expected) if "pairs" in reader else reader.missing("pairs", expected)
        try:
            for name in {name for pair in given for name in pair}:
                load(name)
        except ZhujiError as error:
            raise ExperimentError(f"{reader.path}: pairs: {error}") from None
        for a, b in given:
            if a == b:
                raise reader.wrong("pairs", "two different policies in each pair", [a, b])
        target = reader.table.get("target", _HALF)
        if isinstance(target, bool) or not isinstance(target, int | float) or target <= 0:
            raise reader.wrong("target", "a number of points above 0")
        return {"pairs": tuple((a, b) for a, b in given), "target": float(target)}

    @property
    def meetings(self) -> list[Meeting]:
        """Every pair under every ruleset."""
        return [Meeting(rules, load(a), load(b)) for rules in self.rules for a, b in self.pairs]

    def tables(self, rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """Tables by `rules`, `a` and `b`.

        `widths`: by `method` and number of `deals`, half the `width` of the interval of the points per deal
        of a against b. `needed`: `deals` by `method` to know these to `target` points. `gains`: the
        `difference` itself, how many times fewer deals it takes on the same walls (`paired`), how many
        times fewer of these less luck (`luck`), and of independent deals less luck (`luck_independent`).
        """
        found: dict[str, list[dict[str, Any]]] = {name: [] for name in reporting.TABLES}
        others = {name: other_luck(rules, self.seed, self.walls) for name, rules in self.rules.items()}
        for each, walls in self.met(rows):
            head = {"rules": each.rules, "a": each.a.name, "b": each.b.name}
            for count in self._views():
                for method, width in self._widths(walls[:count], others[each.rules]):
                    row = head | {"method": method, "deals": count * SEATINGS}
                    found["widths"].append(row | columns("width", width))
                    if count == self.walls:
                        deals = [count * SEATINGS * (float(end) / self.target) ** 2 for end in width]
                        needed = Estimate(*(np.array(end) for end in deals))
                        row = head | {"method": method, "target": self.target}
                        found["needed"].append(row | columns("deals", needed))
            figures = points_row(walls, others[each.rules], self.confidence)
            row = head | {"walls": len(walls), "difference": figures["points_per_deal"]}
            row |= {"difference_low": figures["low"], "difference_high": figures["high"]}
            for name, of in reporting.GAINS.items():
                row |= {f"{name}{end}": figures[f"{of}{end}"] for end in ("", "_low", "_high")}
            found["gains"].append(row)
        return {name: pd.DataFrame(table) for name, table in found.items()}

    def answer(self, tables: Tables, lang: str) -> tuple[str, str]:
        """Deals for the target by method, and what pairing and luck save."""
        return reporting.answer(tables, self.pairs[0], self.target, lang)

    def by_rules(self, tables: Tables, lang: str) -> list[tuple[str, str]]:
        """What was found under each ruleset."""
        return reporting.by_rules(tables, self.pairs[0], lang)

    def sections(self, tables: Tables, lang: str) -> list[Section]:
        """Widths, deals needed, gains."""
        return reporting.sections(tables, lang)

    def _views(self) -> list[int]:
        counts = []
        count = FEWEST_WALLS
        while count < self.walls:
            counts.append(count)
            count *= 2
        return [*counts, self.walls]

    def _widths(self, walls: NDArray[np.void], others: NDArray[np.void]) -> Iterator[tuple[str, Estimate]]:
        """Half widths with intervals of their own: they are estimates too."""
        n = len(walls)
        t = student(self.confidence, n - 1)
        by_deal = walls["points"].reshape(n, SEATINGS).astype(float)
        difference = points(walls)
        yield INDEPENDENT, self._half(by_deal, t / np.sqrt(n * SEATINGS))
        paired = self._half(difference[:, None], t / np.sqrt(n))
        yield PAIRED, paired
        figures = points_row(walls, others, self.confidence)
        gain = np.array([figures[f"adjusted_gain{end}"] for end in ("", "_low", "_high")])
        if np.isnan(gain).any():
            return
        value = float(paired.value) / np.sqrt(gain[0])
        errors = np.log(paired.high / paired.value), np.log(gain[2] / gain[0]) / 2
        step = np.exp(np.hypot(*errors))
        yield ADJUSTED, Estimate(np.array(value), np.array(value / step), np.array(value * step))

    def _half(self, values: Array, scale: float) -> Estimate:
        """`scale` standard deviations of columns together, the error of their logarithm over the rows."""
        squares = ((values - values.mean(axis=0)) ** 2).mean(axis=1)
        n = len(squares)
        variance = squares.sum() / (n - 1)
        relative = np.std(squares, ddof=1) / np.sqrt(n) / max(variance, 1e-12) / 2
        step = np.exp(student(self.confidence, n - 1) * relative)
        value = scale * np.sqrt(variance)
        return Estimate(np.array(value), np.array(value / step), np.array(value * step))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(name, str) for name in value)
