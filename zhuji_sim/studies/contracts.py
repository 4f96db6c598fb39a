"""Which contracts pay: forced on every hand, and as auctions reach them, under every ruleset with bidding."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

import numpy as np
import pandas as pd
import pyarrow as pa
from matplotlib.figure import Figure

from zhuji_sim.analysis.contract_charts import CONTRACT_CHARTS
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.contracts import figures, wording
from zhuji_sim.contracts.run import table_of, walls_of
from zhuji_sim.contracts.study import Study
from zhuji_sim.contracts.walls import play_walls
from zhuji_sim.labels import text
from zhuji_sim.rules.options import PRESETS
from zhuji_sim.studies import contracts_answer as answers
from zhuji_sim.studies.question import Chart, Question, Section, Tables
from zhuji_sim.studies.wording import rules_name

__all__ = ["Contracts"]

_CHARTS: Final = {"made": "made", "seats": "points", "strength": "strength", "auction": "against_pass"}
"""The chart of each section that has one."""
_TABLES: Final = ("forced", "steps", "strength", "auction")


def _chart(rules: str, name: str, tables: Tables, canvas: Canvas, confidence: float) -> Figure | None:
    """A chart of `contracts` for one ruleset, which its title names."""
    if rules not in set(tables["forced"]["rules"]):
        return None
    return CONTRACT_CHARTS[name](_frames(tables, rules), canvas, confidence)


@dataclass(frozen=True)
class Contracts(Question):
    """Which contracts pay."""

    name: ClassVar[str] = "contracts"
    bidding_only: ClassVar[bool] = True
    charts: ClassVar[Mapping[str, Chart]] = {
        f"{chart}_{rules}": partial(_chart, rules, chart)
        for rules in PRESETS
        if rules in ("bao", "dongfeng")
        for chart in CONTRACT_CHARTS
    }

    def study(self, rules: str) -> Study:
        """The study of one ruleset."""
        return Study(self.rules[rules], rules, self.policy, self.walls, self.seed, self.confidence)

    def canvas_of(self, chart: str, canvas: Canvas) -> Canvas:
        """Each chart shows the deals of one ruleset."""
        rules = chart.rpartition("_")[2]
        if rules not in self.rules:
            return canvas
        deals = self.walls * self.study(rules).deals_per_wall
        return replace(canvas, deals=deals, subject=rules_name(rules, canvas.lang))

    @property
    def deals_per_wall(self) -> int:
        """Every contract forced on every seat, and the auctions, under each ruleset."""
        return sum(self.study(rules).deals_per_wall for rules in self.rules)

    @property
    def unit_rows(self) -> int:
        """A row for each ruleset."""
        return len(self.rules)

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """Walls `start` to `stop` - 1, a row for each ruleset: the columns of `contracts.run`."""
        parts = []
        for place, rules in enumerate(self.rules):
            found = table_of(play_walls(self.study(rules), start, stop)).to_pandas()
            parts.append(found.assign(rules=np.int8(place)))
        return pd.concat(parts, ignore_index=True).sort_values("wall", kind="stable", ignore_index=True)

    def tables(self, rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """The tables of `contracts.figures`, by `rules`, and `left_out`: rows too rare to be in them."""
        found: dict[str, list[pd.DataFrame]] = {name: [] for name in _TABLES}
        left_out = []
        for place, rules in enumerate(self.rules):
            study = self.study(rules)
            part = pa.Table.from_pandas(rows[rows["rules"] == place], preserve_index=False)
            tables = figures.tables_of(study, walls_of(part, len(study.levels)))
            for name, table in tables.frames().items():
                found[name].append(table.assign(rules=rules))
            left_out += [
                {"rules": rules, "table": name, "rows": count, "deals": deals}
                for name, (count, deals) in tables.left_out.items()
            ]
        joined = {name: _rules_first(pd.concat(parts, ignore_index=True)) for name, parts in found.items()}
        return {**joined, "left_out": pd.DataFrame(left_out)}

    def answer(self, tables: Tables, lang: str) -> tuple[str, str]:
        """Which contracts beat staying out whatever the tiles; what bids in auctions brought."""
        return answers.answer(tables, lang)

    def by_rules(self, tables: Tables, lang: str) -> list[tuple[str, str]]:
        """What was found under each ruleset."""
        return answers.by_rules(tables, lang)

    def sections(self, tables: Tables, lang: str) -> list[Section]:
        """The sections of `contracts.wording`, ruleset after ruleset."""
        found = []
        for rules in self.rules:
            left_out = tables["left_out"][tables["left_out"]["rules"] == rules]
            counts = {
                str(row["table"]): (int(row["rows"]), int(row["deals"])) for _, row in left_out.iterrows()
            }
            parts = figures.Tables(**_frames(tables, rules), left_out=counts)
            for name, table in wording.sections(self.study(rules), parts, lang).items():
                explained = text(f"contracts.explain_{name}", lang)
                if name == "steps":
                    explained += wording.steps_sentence(parts, lang)
                heading = text(f"contracts.heading_{name}", lang)
                chart = f"{_CHARTS[name]}_{rules}" if name in _CHARTS else ""
                titled = self.say("in_rules", lang, rules=rules_name(rules, lang), heading=heading)
                found.append(Section(f"{name}_{rules}", chart, table, titled, explained))
        return found


def _frames(tables: Tables, rules: str) -> dict[str, pd.DataFrame]:
    """The tables of one ruleset."""
    return {
        name: tables[name][tables[name]["rules"] == rules].drop(columns="rules").reset_index(drop=True)
        for name in _TABLES
    }


def _rules_first(table: pd.DataFrame) -> pd.DataFrame:
    return table[["rules", *(name for name in table.columns if name != "rules")]]
