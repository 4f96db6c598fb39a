"""How hands win: what they are made of, how long it takes, how the last tile comes, how contracts fail."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.contract_charts import ALL
from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.analysis.tables import ENDINGS, OUTCOMES
from zhuji_sim.batches import BatchSpec, play
from zhuji_sim.engine.codes import Outcome
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.winning import BY_KEYS, ITEM_KEYS
from zhuji_sim.studies import wins_report as reporting
from zhuji_sim.studies.estimates import columns, mean, rate
from zhuji_sim.studies.question import LANES, Chart, Question, Section, Tables

__all__ = ["Wins"]

ALL_PASS: Final = "all_pass"
"""In place of a mode: there were to be bids, and all four passed."""
ROUND: Final = 4
"""Tiles drawn in a round of the table."""

Column = NDArray[Any]


@dataclass(frozen=True)
class Wins(Question):
    """How hands win, by auction where there is one."""

    name: ClassVar[str] = "wins"
    charts: ClassVar[Mapping[str, Chart]] = reporting.CHARTS

    @property
    def deals_per_wall(self) -> int:
        """A deal under each ruleset."""
        return len(self.rules)

    @property
    def unit_rows(self) -> int:
        """A row for each ruleset."""
        return len(self.rules)

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """Walls `start` to `stop` - 1: how the deal under each ruleset ended.

        Columns: `wall`, `rules`; `declarer`, `level`, `mode` of the contract (-1 without), `winner`, `loser`
        (-1 without), `by`, `tai`, `turns`, `items` (a bit for each of `ITEM_KEYS`), and `wild`, how many
        kinds are caishen for the winner.
        """
        bits = 1 << np.arange(len(ITEM_KEYS), dtype=np.int32)
        parts = []
        for place, rules in enumerate(self.rules.values()):
            found = play(BatchSpec(rules, (self.policy,) * 4, self.seed, draws=LANES), start, stop)
            names = np.take_along_axis(
                found["caishen"], np.maximum(found["winner"], 0).astype(np.int64)[:, None, None], axis=1
            )
            parts.append(
                pd.DataFrame(
                    {
                        "wall": np.arange(start, stop, dtype=np.int32),
                        "rules": np.full(stop - start, place, np.int8),
                        **{name: found[name] for name in ("declarer", "level", "mode", "winner", "loser")},
                        **{name: found[name] for name in ("by", "tai", "turns")},
                        "items": ((found["items"] != 0) @ bits).astype(np.int32),
                        "wild": (names[:, 0] >= 0).sum(axis=1).astype(np.int8),
                        "again": found["outcome"] == int(Outcome.REDEAL),
                    }
                )
            )
        return pd.concat(parts, ignore_index=True).sort_values("wall", kind="stable", ignore_index=True)

    def tables(self, rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """Tables of shares, each by `rules`.

        `items`: of the wins under each caishen `mode` (of the winner), the `share` with each `item`, and the
        mean `tai` of these wins. `tai`: of the wins, the share of each `tai`. `endings`: of the deals, the
        share of each `ending`. `turns`: of the wins, the share by the `round` of the table in which they
        came. `pace`: the mean `round` of a win. `failures`: of the contracts by auction, a selected sample,
        the share of each `outcome` by `contract`, or all.
        """
        found: dict[str, list[dict[str, Any]]] = {name: [] for name in reporting.TABLES}
        for place, (name, rules) in enumerate(self.rules.items()):
            part = rows[rows["rules"] == place]
            won = part[part["winner"] >= 0]
            head = {"rules": name}
            found["items"] += [head | row for row in self._items(won, rules.has_bidding)]
            found["tai"] += [head | row for row in self._shares(won["tai"].to_numpy(), "tai")]
            found["endings"] += [head | row for row in self._shares(_endings(part), "ending", ENDINGS)]
            rounds = (won["turns"].to_numpy(int) + ROUND - 1) // ROUND
            found["turns"] += [head | row for row in self._shares(rounds, "round")]
            pace = {"wins": len(won)} | columns("round", mean(rounds.astype(float), self.confidence))
            found["pace"].append(head | pace)
            found["failures"] += [head | row for row in self._failures(part)]
        return {name: pd.DataFrame(table) for name, table in found.items()}

    def answer(self, tables: Tables, lang: str) -> tuple[str, str]:
        """How wins come, and what they are made of."""
        return reporting.answer(tables, lang)

    def by_rules(self, tables: Tables, lang: str) -> list[tuple[str, str]]:
        """What was found under each ruleset."""
        return reporting.by_rules(tables, lang)

    def sections(self, tables: Tables, lang: str) -> list[Section]:
        """Items, endings, turns, failures."""
        return reporting.sections(tables, lang)

    def _shares(
        self, values: Column, name: str, among: Sequence[str] | None = None
    ) -> Iterator[dict[str, Any]]:
        """The share of each value, of those that occur or of all there can be."""
        ones = np.ones(len(values))
        for value in np.unique(values) if among is None else among:
            share = rate(ones, (values == value).astype(float), self.confidence)
            yield {name: value, "count": int((values == value).sum())} | columns("share", share)

    def _items(self, won: pd.DataFrame, bidding: bool) -> Iterator[dict[str, Any]]:
        modes = won["wild"].map({2: Mode.DUAL.key, 1: Mode.SOLO.key, 0: Mode.NONE.key})
        if bidding:
            modes = modes.where(won["declarer"] >= 0, ALL_PASS)
        for mode in (ALL, *(each.key for each in reversed(Mode)), ALL_PASS):
            part = won if mode == ALL else won[modes == mode]
            if len(part) < MIN_CLUSTERS:
                continue
            items, tai = part["items"].to_numpy(), part["tai"].to_numpy(float)
            row: dict[str, Any] = {"mode": mode, "wins": len(part)} | columns(
                "tai", mean(tai, self.confidence)
            )
            for place, item in enumerate(ITEM_KEYS):
                has = (items >> place & 1).astype(float)
                if has.any():
                    yield (
                        row
                        | {"item": item}
                        | columns("share", rate(np.ones(len(part)), has, self.confidence))
                    )

    def _failures(self, part: pd.DataFrame) -> Iterator[dict[str, Any]]:
        held = part[part["declarer"] >= 0]
        if held.empty:
            return
        outcomes = _outcomes(held)
        ranks = ((held["level"].astype(int) - 2) * len(Mode) + held["mode"]).to_numpy()
        groups = [(ALL, np.ones(len(held), bool))]
        groups += [(str(Contract.from_rank(int(rank))), ranks == rank) for rank in np.unique(ranks)]
        for contract, which in groups:
            if np.count_nonzero(which) < MIN_CLUSTERS:
                continue
            ones = np.ones(np.count_nonzero(which))
            for outcome in OUTCOMES:
                share = rate(ones, (outcomes[which] == outcome).astype(float), self.confidence)
                yield {"contract": contract, "deals": len(ones), "outcome": outcome} | columns("share", share)


def _endings(part: pd.DataFrame) -> Column:
    """How each deal ended, one of the `ENDINGS`."""
    keys = np.array(ENDINGS, dtype=object)
    by = part["by"].to_numpy(int)
    none = np.where(part["again"], len(BY_KEYS) + 1, len(BY_KEYS))
    found: Column = keys[np.where(part["winner"] >= 0, by, none)]
    return found.astype(str)


def _outcomes(held: pd.DataFrame) -> Column:
    """How each contract ended, one of the `OUTCOMES`."""
    made, self_draw, dealt_in, between, drawn = OUTCOMES
    winner, loser, declarer = (held[name].to_numpy() for name in ("winner", "loser", "declarer"))
    conditions = [winner == declarer, winner < 0, loser < 0, loser == declarer]
    return np.select(conditions, [made, drawn, self_draw, dealt_in], between)
