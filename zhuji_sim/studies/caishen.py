"""Which caishen a declarer should name: own copies against shape, and two kinds against one against none.

Every contract is forced on every wall under every caishen there can be for it, so all comparisons are between
names for the same hand on the same wall. No name is picked by how it turned out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.batches import BatchSpec, play, play_names
from zhuji_sim.odds.screening import names_of
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.studies import caishen_report as reporting
from zhuji_sim.studies.caishen_report import CONTRACTS, EQUAL, THUMBS
from zhuji_sim.studies.estimates import columns, mean, rate, ratio_of, slopes
from zhuji_sim.studies.question import LANES, Chart, Question, Section, Tables

__all__ = ["Caishen"]

BLOCK: Final = 64
"""Walls in a row with the same declarer; the seats take turns."""
MOST_COPIES: Final = 4
FURTHEST: Final = 2
"""More copies, and tiles further away than under the nearest name, are taken together."""

Array = NDArray[np.float64]


class Played(NamedTuple):
    """A contract under every name, each array of shape (walls, names)."""

    held: Array
    distance: Array
    made: Array
    points: Array
    named: NDArray[np.bool_]
    """Which one the policy names."""

    def of_named(self, values: Array) -> Array:
        """Of values by name, those of the policy's own, by wall."""
        return np.where(self.named, values, 0.0).sum(axis=1)


@dataclass(frozen=True)
class Caishen(Question):
    """Which caishen to name."""

    name: ClassVar[str] = "caishen"
    bidding_only: ClassVar[bool] = True
    charts: ClassVar[Mapping[str, Chart]] = reporting.CHARTS

    @property
    def deals_per_wall(self) -> int:
        """Every contract under every name, under each ruleset."""
        return sum(self._names(rules, contract) for rules in self.rules.values() for contract in CONTRACTS)

    @property
    def unit_rows(self) -> int:
        """A row for each ruleset, contract and name."""
        return self.deals_per_wall

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """Walls `start` to `stop` - 1: a row for each ruleset, contract and name.

        Columns: `wall`, `rules`, `contract` (its place in `CONTRACTS`), `place` of the name, `held` (copies
        dealt to the declarer), `distance` (tiles missing to the contract under it), `made`, `points` of the
        declarer, `named` (1 for the name that the policy would have chosen).
        """
        parts = []
        for number, rules in enumerate(self.rules.values()):
            for place, contract in enumerate(CONTRACTS):
                first = start
                while first < stop:
                    last = min(stop, first - first % BLOCK + BLOCK)
                    found = self._block(rules, contract, first, last)
                    parts.append(found.assign(rules=np.int8(number), contract=np.int8(place)))
                    first = last
        return pd.concat(parts, ignore_index=True).sort_values("wall", kind="stable", ignore_index=True)

    def tables(self, rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """Tables by `rules` and `contract`.

        `thumbs`: by `thumb` (how the name is chosen), `made`, `points`, and `against_named`, points less
        those of the policy's own name. `names`: by `held` and `further` (tiles further away than under the
        nearest name), `made` and `against_named` of such names. `worth`: points that one more copy (`copy`)
        brings at the same distance, and one tile less missing (`nearer`) with as many copies, within a wall.
        `modes`: with the policy's name, `made` and `points` of each contract by `most`, the most copies of
        one kind in the hand, or all; `against_dual`: less the points of the dual contract that pays as much.
        """
        found: dict[str, list[dict[str, Any]]] = {name: [] for name in reporting.TABLES}
        for number, name in enumerate(self.rules):
            of_rules = rows[rows["rules"] == number]
            played = {
                contract: self._played(of_rules[of_rules["contract"] == place])
                for place, contract in enumerate(CONTRACTS)
            }
            for contract, each in played.items():
                head = {"rules": name, "contract": contract}
                if each.held.shape[1] > 1:
                    found["thumbs"] += [head | row for row in self._thumbs(each)]
                    found["names"] += [head | row for row in self._pairs(each)]
                    copy, nearer = slopes(each.points, [each.held, -each.distance], self.confidence)
                    found["worth"].append(head | columns("copy", copy) | columns("nearer", nearer))
            found["modes"] += [{"rules": name} | row for row in self._modes(played)]
        return {name: pd.DataFrame(table) for name, table in found.items()}

    def answer(self, tables: Tables, lang: str) -> tuple[str, str]:
        """Copies against shape; two kinds against one against none."""
        return reporting.answer(tables, lang)

    def by_rules(self, tables: Tables, lang: str) -> list[tuple[str, str]]:
        """What was found under each ruleset."""
        return reporting.by_rules(tables, lang)

    def sections(self, tables: Tables, lang: str) -> list[Section]:
        """Rules of thumb, names, what copies and shape are worth, modes."""
        return reporting.sections(tables, lang)

    def _names(self, rules: Ruleset, contract: str) -> int:
        return len(names_of(rules, Contract.parse(contract).mode))

    def _block(self, rules: Ruleset, contract: str, start: int, stop: int) -> pd.DataFrame:
        held = Contract.parse(contract)
        seat = start // BLOCK % len(SEATS)
        spec = BatchSpec(rules, (self.policy,) * 4, self.seed, held, seat, LANES)
        names = self._names(rules, contract)
        if held.mode == Mode.NONE:
            found, named = play(spec, start, stop)[:, None], np.zeros(stop - start, np.int64)
        else:
            found, named = play_names(spec, start, stop, names)
        flat = found.reshape(-1)
        place = np.tile(np.arange(names, dtype=np.int8), stop - start)
        return pd.DataFrame(
            {
                "wall": np.repeat(np.arange(start, stop, dtype=np.int32), names),
                "place": place,
                "held": flat["caishen_dealt"][:, seat],
                "distance": flat["distance"][:, seat],
                "made": (flat["winner"] == seat).astype(np.int8),
                "points": flat["points"][:, seat].astype(np.int32),
                "named": (place == np.repeat(named, names)).astype(np.int8),
            }
        )

    def _played(self, part: pd.DataFrame) -> Played:
        by_wall = {
            name: part[name].to_numpy(float).reshape(self.walls, -1)
            for name in ("held", "distance", "made", "points", "named")
        }
        return Played(**{**by_wall, "named": by_wall["named"] > 0})

    def _thumbs(self, each: Played) -> Iterator[dict[str, Any]]:
        weights = {
            "named": each.named,
            "shape": _first(each.distance, -each.held),
            "copies": _first(-each.held, each.distance),
            "any": np.ones_like(each.held, bool),
        }
        named = each.of_named(each.points)
        for thumb in THUMBS:
            chosen = weights[thumb] / weights[thumb].sum(axis=1, keepdims=True)
            made, points = ((chosen * values).sum(axis=1) for values in (each.made, each.points))
            row: dict[str, Any] = {"thumb": thumb, "walls": self.walls}
            row |= columns("made", mean(made, self.confidence)) | columns(
                "points", mean(points, self.confidence)
            )
            if thumb != "named":
                row |= columns("against_named", mean(points - named, self.confidence))
            yield row

    def _pairs(self, each: Played) -> Iterator[dict[str, Any]]:
        further = np.minimum(each.distance - each.distance.min(axis=1, keepdims=True), FURTHEST)
        held = np.minimum(each.held, MOST_COPIES)
        gain = each.points - each.of_named(each.points)[:, None]
        for copies in range(MOST_COPIES + 1):
            for away in range(FURTHEST + 1):
                those = ((held == copies) & (further == away)).astype(float)
                trials = those.sum(axis=1)
                if np.count_nonzero(trials) < MIN_CLUSTERS:
                    continue
                row: dict[str, Any] = {"held": copies, "further": away}
                row |= {"names": int(trials.sum()), "walls": int(np.count_nonzero(trials))}
                row |= columns("made", rate(trials, (those * each.made).sum(axis=1), self.confidence))
                against = ratio_of(trials, (those * gain).sum(axis=1), self.confidence)
                yield row | columns("against_named", against)

    def _modes(self, played: Mapping[str, Played]) -> Iterator[dict[str, Any]]:
        points = {contract: each.of_named(each.points) for contract, each in played.items()}
        made = {contract: each.of_named(each.made) for contract, each in played.items()}
        most = played[reporting.SOLO].held.max(axis=1)
        for group in (0, *range(1, MOST_COPIES + 1)):
            those = np.ones(self.walls, bool) if group == 0 else most == group
            if np.count_nonzero(those) < MIN_CLUSTERS:
                continue
            for contract in CONTRACTS:
                row: dict[str, Any] = {"most": group, "contract": contract, "walls": int(those.sum())}
                ones = np.ones(np.count_nonzero(those))
                row |= columns("made", rate(ones, made[contract][those], self.confidence))
                row |= columns("points", mean(points[contract][those], self.confidence))
                if contract in EQUAL[1:]:
                    less = points[contract][those] - points[EQUAL[0]][those]
                    row |= columns("against_dual", mean(less, self.confidence))
                yield row


def _first(main: Array, second: Array) -> NDArray[np.bool_]:
    """The names that are least in `main`, and among these least in `second`: all of those that tie."""
    least = main == main.min(axis=1, keepdims=True)
    among = np.where(least, second, np.inf)
    return least & (among == among.min(axis=1, keepdims=True))
