"""The study of how many deals are enough for readers."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.study_charts import Measure, along
from zhuji_sim.labels import text
from zhuji_sim.studies.question import Chart, Section, Tables
from zhuji_sim.studies.wording import Format, number, plain, points, rules_name, table_of

__all__ = ["ADJUSTED", "CHARTS", "GAINS", "INDEPENDENT", "PAIRED", "TABLES", "answer", "sections"]

INDEPENDENT: Final = "independent"
"""Every deal on a wall of its own."""
PAIRED: Final = "paired"
"""Every wall eight times, each of the two alone in every seat."""
ADJUSTED: Final = "adjusted"
"""The same, less the luck of the deal."""
TABLES: Final = ("widths", "needed", "gains")
GAINS: Final = {
    "paired": "fewer_deals",
    "luck": "adjusted_gain",
    "luck_independent": "adjusted_gain_independent",
}
"""Columns of `gains` and what they are called where policies are compared."""
_METHODS: Final = (INDEPENDENT, PAIRED, ADJUSTED)


def answer(tables: Tables, pair: tuple[str, str], target: float, lang: str) -> tuple[str, str]:
    """Deals for the target by method, and what pairing and luck save."""
    needed, gains = (_of_pair(tables[name], pair) for name in ("needed", "gains"))
    needs, saves = [], []
    for _, row in gains.iterrows():
        of_rules = needed[needed["rules"] == row["rules"]]
        by = {str(each["method"]): _deals(each) for _, each in of_rules.iterrows()}
        named = rules_name(str(row["rules"]), lang)
        values = {name: by.get(name, "–") for name in _METHODS}
        needs.append(_say("answer_needs_in", lang, rules=named, **values))
        saves.append(_say("answer_saves_in", lang, rules=named, **{name: plain(row, name) for name in GAINS}))
    join = text("studies.clause_join", lang)
    a, b = pair
    return (
        _say("answer_needs", lang, a=a, b=b, target=f"{target:g}", each=join.join(needs)),
        _say("answer_saves", lang, each=join.join(saves)),
    )


def sections(tables: Tables, lang: str) -> list[Section]:
    """Widths, deals needed, gains."""

    def named(row: "pd.Series[Any]", column: str) -> str:
        return str(row[column])

    keys: dict[str, Format] = {"rules": lambda row, _: rules_name(str(row["rules"]), lang)}
    keys |= {"a": named, "b": named}
    method: dict[str, Format] = {"method": lambda row, _: _say(f"method_{row['method']}", lang)}
    written: dict[str, dict[str, Format]] = {
        "needed": {**keys, **method, "deals": lambda row, _: _deals(row)},
        "gains": {**keys, "difference": points, **dict.fromkeys(GAINS, plain)},
        "widths": {**keys, **method, "deals": number, "width": plain},
    }
    names = ("rules", "a", "b", "method")
    return [
        Section(
            name,
            name if name in CHARTS else "",
            table_of(tables[name], columns, lambda column: _say(f"head_{column}", lang), names),
        )
        for name, columns in written.items()
    ]


def widths_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """How intervals narrow with the number of deals."""
    widths = tables["widths"]
    first = widths.iloc[0]
    shown = _of_pair(widths, (str(first["a"]), str(first["b"])))
    note = canvas.text("charts.whiskers_walls", percent=f"{confidence:.4g}")
    return along(
        shown,
        "deals",
        Measure("width", "study_deals.axis_width", zero=False),
        "study_deals.chart_widths",
        "study_deals.axis_deals",
        canvas,
        note,
        series={each: canvas.text(f"study_deals.method_{each}") for each in _METHODS},
        key="method",
        panels={rules: rules_name(rules, canvas.lang) for rules in dict.fromkeys(shown["rules"])},
        panel_key="rules",
        log=True,
        a=first["a"],
        b=first["b"],
    )


def _of_pair(table: pd.DataFrame, pair: tuple[str, str]) -> pd.DataFrame:
    return table[(table["a"] == pair[0]) & (table["b"] == pair[1])]


def _deals(row: "pd.Series[Any]") -> str:
    """A number of deals with its interval, no finer than it is known."""
    value, low, high = (f"{float(f'{row[name]:.2g}'):,.0f}" for name in ("deals", "deals_low", "deals_high"))
    return f"{value} ({low}–{high})"


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_deals.{key}", lang, **values)


CHARTS: Final[Mapping[str, Chart]] = {"widths": widths_chart}
