"""What the dealer's seat is worth in matches, with 老庄 deals counted once, doubled, or cumulatively."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Estimate
from zhuji_sim.analysis.student import student
from zhuji_sim.batches import BatchSpec, play
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.toml_tables import Reader
from zhuji_sim.studies import dealer_report as reporting
from zhuji_sim.studies.estimates import columns, mean, rate, ratio_of
from zhuji_sim.studies.question import LANES, Chart, Question, Section, Tables

__all__ = ["Dealer"]

STAYING: Final = ("off", "double", "cumulative")
"""What `lao_zhuang` can be: off, every deal counts as it would by itself."""
MOST_MATCH_DEALS: Final = 256
_BY_SEAT: Final = ("points", "win", "deal_in")
_BY_PLAYER: Final = tuple(f"total_{seat}" for seat in SEATS)
_ONCE: Final = ("deals", "stays", "reigns")

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Dealer(Question):
    """The dealer's seat.

    Attributes
    ----------
    match_deals : int
        Deals of a match.
    """

    match_deals: int

    name: ClassVar[str] = "dealer"
    keys: ClassVar[tuple[str, ...]] = ("match_deals",)
    conditions: ClassVar[str] = "conditions_matches"
    charts: ClassVar[Mapping[str, Chart]] = reporting.CHARTS

    @classmethod
    def own(cls, reader: Reader) -> dict[str, Any]:
        """`match_deals`."""
        return {"match_deals": reader.whole("match_deals", 2, MOST_MATCH_DEALS, 16)}

    @property
    def deals_per_wall(self) -> int:
        """A match under each ruleset and for each way to count 老庄."""
        return len(self.rules) * len(STAYING) * self.match_deals

    @property
    def unit_rows(self) -> int:
        """A row for each ruleset and way."""
        return len(self.rules) * len(STAYING)

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """Matches `start` to `stop` - 1 played in every way: sums over their deals.

        Columns: `wall`, `rules`, `way`, `deals`, `stays` (deals for which the dealer has stayed), `reigns`
        (how often somebody became the dealer), `points_E` … `deal_in_N` by seat (E is the dealer), and
        `total_E` …, the points of the players, the first of whom deals first.
        """
        parts = []
        for place, rules in enumerate(self.rules.values()):
            for number, way in enumerate(STAYING):
                spec = BatchSpec(
                    rules.replace(lao_zhuang=way),
                    (self.policy,) * 4,
                    self.seed,
                    draws=LANES,
                    deals_per_match=self.match_deals,
                )
                found = _sums(play(spec, start, stop).reshape(stop - start, self.match_deals))
                found.insert(0, "way", np.full(stop - start, number, np.int8))
                found.insert(0, "rules", np.full(stop - start, place, np.int8))
                found.insert(0, "wall", np.arange(start, stop, dtype=np.int32))
                parts.append(found)
        return pd.concat(parts, ignore_index=True).sort_values("wall", kind="stable", ignore_index=True)

    def tables(self, rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """`seats`: by `rules` and `seat`, `win`, `deal_in` and `points` with 老庄 off.

        `dealer`: by `rules` and `way`, the dealer's `points` per deal; `reign_points` and `reign_deals` from
        becoming the dealer to losing it; `stays`, the share of deals for which he stayed; `first_points`,
        what the first dealer has at the end of a match; `spread`, the standard deviation of a player's
        points in a match.
        """
        seats, dealer = [], []
        for place, name in enumerate(self.rules):
            part = rows[rows["rules"] == place]
            once = part[part["way"] == 0]
            deals = once["deals"].to_numpy(float)
            for seat in SEATS:
                row: dict[str, Any] = {"rules": name, "seat": seat, "deals": int(deals.sum())}
                for what in ("win", "deal_in"):
                    hits = once[f"{what}_{seat}"].to_numpy(float)
                    row |= columns(what, rate(deals, hits, self.confidence))
                points = once[f"points_{seat}"].to_numpy(float)
                seats.append(row | columns("points", ratio_of(deals, points, self.confidence)))
            for number, way in enumerate(STAYING):
                dealer.append({"rules": name, "way": way} | self._dealer(part[part["way"] == number]))
        return {"seats": pd.DataFrame(seats), "dealer": pd.DataFrame(dealer)}

    def answer(self, tables: Tables, lang: str) -> tuple[str, str]:
        """The dealer in a deal that counts once, and with 老庄."""
        return reporting.answer(tables, lang)

    def by_rules(self, tables: Tables, lang: str) -> list[tuple[str, str]]:
        """What was found under each ruleset."""
        return reporting.by_rules(tables, lang)

    def sections(self, tables: Tables, lang: str) -> list[Section]:
        """The seats, then 老庄."""
        return reporting.sections(tables, lang)

    def _dealer(self, part: pd.DataFrame) -> dict[str, Any]:
        of = {name: part[name].to_numpy(float) for name in (*_ONCE, "points_E", *_BY_PLAYER)}
        row: dict[str, Any] = {"matches": len(part), "deals": int(of["deals"].sum())}
        row |= columns("points", ratio_of(of["deals"], of["points_E"], self.confidence))
        row |= columns("stays", rate(of["deals"], of["stays"], self.confidence))
        row |= columns("reign_points", ratio_of(of["reigns"], of["points_E"], self.confidence))
        row |= columns("reign_deals", ratio_of(of["reigns"], of["deals"], self.confidence))
        row |= columns("first_points", mean(of["total_E"], self.confidence))
        totals = np.column_stack([of[name] for name in _BY_PLAYER])
        return row | columns("spread", _deviation(totals, self.confidence))


def _sums(rows: NDArray[np.void]) -> pd.DataFrame:
    """Sums over the deals of each match, shape (matches, deals)."""
    points, dealers = rows["points"], rows["dealer"]
    seats = np.arange(len(SEATS))
    by_seat = {
        "points": points,
        "win": rows["winner"][..., None] == seats,
        "deal_in": rows["loser"][..., None] == seats,
    }
    follows = np.zeros(rows.shape, bool)
    follows[:, 1:] = dealers[:, 1:] == dealers[:, :-1]
    found: dict[str, NDArray[Any]] = {
        "deals": np.full(len(rows), rows.shape[1], np.int16),
        "stays": follows.sum(axis=1).astype(np.int16),
        "reigns": (~follows).sum(axis=1).astype(np.int16),
    }
    for what in _BY_SEAT:
        for i, seat in enumerate(SEATS):
            found[f"{what}_{seat}"] = by_seat[what][..., i].sum(axis=1).astype(np.int32)
    for i, name in enumerate(_BY_PLAYER):
        found[name] = np.where(rows["players"] == i, points, 0).sum(axis=(1, 2)).astype(np.int32)
    return pd.DataFrame(found)


def _deviation(totals: Array, confidence: float) -> Estimate:
    """Standard deviation of the columns taken together, the error by the delta method over rows."""
    squares = ((totals - totals.mean(axis=0)) ** 2).mean(axis=1)
    value = np.sqrt(squares.mean())
    n = len(totals)
    half = student(confidence, n - 1) * np.std(squares, ddof=1) / np.sqrt(n) / (2 * max(value, 1e-9))
    return Estimate(np.array(value), np.array(value - half), np.array(value + half))
