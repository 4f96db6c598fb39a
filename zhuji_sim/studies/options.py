"""What each option of the rules changes: every value of every option against the preset's, wall by wall."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.batches import BatchSpec, play, play_held
from zhuji_sim.contracts.estimates import rate_difference
from zhuji_sim.errors import did_you_mean
from zhuji_sim.rules.contracts import Mode
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.toml_tables import Reader
from zhuji_sim.studies import options_report as reporting
from zhuji_sim.studies.estimates import change, columns, mean, ratio_change, ratio_of
from zhuji_sim.studies.question import LANES, Chart, Question, Section, Tables
from zhuji_sim.tables import load as load_tables

__all__ = ["CARRIED_ON", "Options"]

CARRIED_ON: Final = ("lao_zhuang", "next_dealer")
"""Options that show in matches only, in which the dealer and 老庄 are carried on."""
BID_ANEW: Final = (
    *("caishen_source", "pass_is_final", "max_level", "all_pass"),
    *(
        "tai_heavenly",
        "tai_earthly",
        "tai_all_honours",
        "tai_no_caishen_floor",
        "floor_needs_tai",
        "earthly_on",
    ),
)
"""Options of the bidding, and of wins that need no minimum: they decide what can be bid.

Under all others the contracts are those of the preset: the players' bids were fitted to it, and what they
would bid under rules they do not know says little of the rules.
"""
MOST_MATCH_DEALS: Final = 64
MEASURES: Final = ("stake", "dealer", "declarer", "won", "dealer_wins", "declared", "made")
"""By deal, or mean of a match: points that a seat gains or loses on average, points of the dealer and of the
declarer, and 1 where somebody won, the dealer won, somebody declared, the declarer made his contract."""


RATES: Final = ("won", "dealer_wins")


class Cell(NamedTuple):
    """Rules under which all walls are played; `option` is empty for the preset itself.

    `match`: deals of a match, 0 for single deals; a wall is then the first wall of a match.
    """

    rules_name: str
    rules: Ruleset
    option: str = ""
    value: Any = None
    match: int = 0


@dataclass(frozen=True)
class Options(Question):
    """Every option of the rules.

    Attributes
    ----------
    values : mapping
        By option the values to try; a preset's own value is what the others are compared with.
    disputed : tuple of str
        The options on which tables differ, among which the answer chooses.
    match_deals : int
        Deals of the matches in which the options `CARRIED_ON` are tried.
    """

    values: Mapping[str, tuple[Any, ...]]
    disputed: tuple[str, ...]
    match_deals: int

    name: ClassVar[str] = "options"
    keys: ClassVar[tuple[str, ...]] = ("options", "disputed", "match_deals")
    charts: ClassVar[Mapping[str, Chart]] = reporting.CHARTS

    @classmethod
    def own(cls, reader: Reader) -> dict[str, Any]:
        """`values`, `disputed` and `match_deals`."""
        known = Ruleset.all_options()
        options = reader.subtable("options", known)

        def value(name: str, given: Any) -> Any:
            if not known[name].accepts(given):
                raise options.wrong(name, known[name].expected, given)
            return given

        values = {name: tuple(options.several(name, None, partial(value, name))) for name in options}
        if not values:
            raise reader.missing("options", "a table such as wall_reserve = [0, 14]")

        def tried(name: Any) -> str:
            if name not in values:
                hint = did_you_mean(name, values) if isinstance(name, str) else ""
                expected = f"one of {', '.join(values)}, the options that are tried{hint}"
                raise reader.wrong("disputed", expected, name)
            return str(name)

        return {
            "values": values,
            "disputed": tuple(reader.several("disputed", list(values), tried)),
            "match_deals": reader.whole("match_deals", 2, MOST_MATCH_DEALS, 8),
        }

    @cached_property
    def cells(self) -> list[Cell]:
        """Each preset, each change of it, and where needed the same in matches."""
        found = []
        for name, rules in self.rules.items():
            found += [Cell(name, rules), Cell(name, rules, match=self.match_deals)]
            for option, values in self.values.items():
                match = self.match_deals if option in CARRIED_ON else 0
                found += [
                    Cell(name, rules.replace(**{option: value}), option, value, match)
                    for value in values
                    if value != getattr(rules, option)
                ]
        return found

    @property
    def deals_per_wall(self) -> int:
        """A deal for each cell, or a match."""
        return sum(cell.match or 1 for cell in self.cells)

    def canvas_of(self, chart: str, canvas: Canvas) -> Canvas:
        """The chart of a ruleset shows the deals of its cells."""
        mine = [cell.match or 1 for cell in self.cells if cell.rules_name == chart]
        return replace(canvas, deals=self.walls * sum(mine)) if mine else canvas

    @property
    def total_deals(self) -> int:
        """Units: every wall under the rules of every cell, cell by cell."""
        return len(self.cells) * self.walls

    @property
    def shard(self) -> int:
        """A file for each cell, whose tables for hands are loaded once."""
        return self.walls

    @property
    def chunk(self) -> int:
        """A cell at a time."""
        return self.walls

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """Units `start` to `stop` - 1: a row for each cell and wall with the `MEASURES`."""
        parts = []
        while start < stop:
            cell, wall = divmod(start, self.walls)
            last = min(self.walls, wall + stop - start)
            parts.append(self._rows_of(cell, wall, last))
            start += last - wall
        return pd.concat(parts, ignore_index=True)

    def warm(self) -> None:
        """Play a wall in a cell of each kind."""
        kinds = {self._holds(cell): place for place, cell in enumerate(self.cells)}
        for place in kinds.values():
            self._rows_of(place, 0, 1)

    def _holds(self, cell: Cell) -> bool:
        """Whether the contracts are those of the preset."""
        bidding = self.rules[cell.rules_name].has_bidding
        return bool(cell.option) and not cell.match and bidding and cell.option not in BID_ANEW

    def _rows_of(self, place: int, start: int, stop: int) -> pd.DataFrame:
        cell = self.cells[place]
        rules = self.rules[cell.rules_name]
        spec = BatchSpec(cell.rules, (self.policy,) * 4, self.seed, draws=LANES, deals_per_match=cell.match)
        if self._holds(cell):
            found = play_held(spec, start, *_contracts(replace(spec, rules=rules), start, stop))
        else:
            found = play(spec, start, stop)
        if cell.option:
            load_tables.cache_clear()  # some 25 MB, of no use to any other cell
        by_wall = measured(found).reshape(stop - start, cell.match or 1, len(MEASURES)).mean(axis=1)
        frame = pd.DataFrame(by_wall, columns=list(MEASURES))
        frame.insert(0, "wall", np.arange(start, stop, dtype=np.int32))
        frame.insert(0, "cell", np.full(stop - start, place, np.int16))
        return frame

    def tables(self, rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """`presets`: the measures under each preset; `changes`: how much each change of an option moves them.

        `changes` has a row for each `rules`, `option` and `value` with `before`, the preset's own; `differ`,
        the walls where anything came out otherwise; and changes of `stake`, `dealer`, `declarer`, `won`,
        `dealer_wins` per deal, and of `make_rate`, contracts made of those declared.
        """
        by_cell = rows[list(MEASURES)].to_numpy(float).reshape(len(self.cells), self.walls, len(MEASURES))
        presets, changes = [], []
        base: dict[int, NDArray[np.float64]] = {}
        for place, cell in enumerate(self.cells):
            figures = by_cell[place]
            if not cell.option:
                base[cell.match] = figures
                if not cell.match:
                    presets.append({"rules": cell.rules_name, "walls": self.walls} | self._levels(figures))
                continue
            before = getattr(self.rules[cell.rules_name], cell.option)
            row: dict[str, Any] = {
                "rules": cell.rules_name,
                "option": cell.option,
                "value": written(cell.value),
            }
            row |= {"before": written(before), "disputed": cell.option in self.disputed}
            row |= {"walls": self.walls, "match_deals": cell.match}
            changes.append(row | self._changes(base[cell.match], figures))
        return {"presets": pd.DataFrame(presets), "changes": pd.DataFrame(changes)}

    def answer(self, tables: Tables, lang: str) -> tuple[str, str]:
        """What moves most, and how many options move anything."""
        return reporting.answer(tables, lang)

    def by_rules(self, tables: Tables, lang: str) -> list[tuple[str, str]]:
        """What was found under each ruleset."""
        return reporting.by_rules(tables, lang)

    def sections(self, tables: Tables, lang: str) -> list[Section]:
        """A part for each ruleset, then the presets."""
        return reporting.sections(tables, lang)

    def _levels(self, figures: NDArray[np.float64]) -> dict[str, float]:
        row: dict[str, float] = {}
        for place, name in enumerate(MEASURES[: MEASURES.index("declared")]):
            row |= columns(name, mean(figures[:, place], self.confidence))
        declared, made = (figures[:, MEASURES.index(name)] for name in ("declared", "made"))
        return row | columns("make_rate", ratio_of(declared, made, self.confidence))

    def _changes(self, before: NDArray[np.float64], after: NDArray[np.float64]) -> dict[str, float]:
        difference = after - before
        row: dict[str, float] = {"differ": int(np.count_nonzero(difference.any(axis=1)))}
        for place, name in enumerate(MEASURES[: MEASURES.index("declared")]):
            found = rate_difference if name in RATES else change
            row |= columns(name, found(difference[:, place], self.confidence))
        declared, made = MEASURES.index("declared"), MEASURES.index("made")
        pair = tuple((part[:, declared], part[:, made]) for part in (before, after))
        trials, hits = zip(*pair, strict=True)
        return row | columns("make_rate", ratio_change(trials, hits, self.confidence))


@lru_cache(maxsize=2)
def _contracts(spec: BatchSpec, start: int, stop: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Declarer and rank of the contracts that auctions reach on these walls."""
    rows = play(spec, start, stop)
    declarers = rows["declarer"].astype(np.int64)
    ranks = (rows["level"].astype(np.int64) - 2) * len(Mode) + rows["mode"]
    return declarers, np.where(declarers >= 0, ranks, -1)


def measured(rows: NDArray[np.void]) -> NDArray[np.float32]:
    """The `MEASURES` of result rows, shape (deals, measures)."""
    points, declarer = rows["points"], rows["declarer"].astype(np.int64)
    declared = declarer >= 0
    of_declarer = np.take_along_axis(points, np.maximum(declarer, 0)[:, None], axis=1)[:, 0]
    winner = rows["winner"]
    found: Any = np.column_stack(
        [
            np.abs(points).mean(axis=1),
            points[:, 0],
            np.where(declared, of_declarer, 0),
            winner >= 0,
            winner == 0,
            declared,
            declared & (winner == declarer),
        ]
    )
    return found.astype(np.float32)  # type: ignore[no-any-return]


def written(value: Any) -> str:
    """A value as TOML has it, without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)
