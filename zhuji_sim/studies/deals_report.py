"""The study of how many deals are enough for readers."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.study_charts import Measure, along
from zhuji_sim.labels import text
from zhuji_sim.studies.question import Chart, Section, Tables
from zhuji_sim.studies.wording import Format, number, plain, points, rules_name, rules_of, table_of

__all__ = ["ADJUSTED", "CHARTS", "GAINS", "INDEPENDENT", "PAIRED", "TABLES", "answer", "by_rules", "sections"]

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
_EVENING: Final = 200
"""Deals that are played in an evening, at most."""
_SAVES: Final = 1.005
"""Fewer deals less luck, times: what is less shows as 1.00."""
_DIGITS: Final = (2, 3)
"""Digits of a number of deals; the more where the fewer show no interval."""
_METHODS: Final = (INDEPENDENT, PAIRED, ADJUSTED)


def answer(tables: Tables, pair: tuple[str, str], target: float, lang: str) -> tuple[str, str]:
    """Deals for the target in the main ruleset, alone and on the same walls; elsewhere, and less luck."""
    needed, gains = (_of_pair(tables[name], pair) for name in ("needed", "gains"))
    main, *others = rules_of(gains)
    alone = {rules: _needed(needed, rules, INDEPENDENT) for rules in (main, *others)}
    found = gains[gains["rules"] == main].iloc[0]
    first = _say(
        "answer_luck" if _is_hidden(alone[main], found, target) else "answer_needs",
        lang,
        rules=rules_name(main, lang),
        a=pair[0],
        b=pair[1],
        target=f"{target:g}",
        independent=_deals(alone[main]),
        paired=_deals(_needed(needed, main, PAIRED)),
    )
    ranked = sorted(others, key=lambda rules: float(alone[rules]["deals"]))
    ends = [
        _say("answer_in", lang, rules=rules_name(rules, lang), deals=_deals(alone[rules]))
        for rules in dict.fromkeys((*ranked[:1], *ranked[-1:]))
    ]
    elsewhere = _say(f"answer_elsewhere_{len(ends)}", lang, low=ends[0], high=ends[-1]) if ends else ""
    return first, _say(
        f"answer_{_luck(found)}",
        lang,
        rules=rules_name(main, lang),
        by=plain(found, "luck"),
        elsewhere=elsewhere,
    )


def by_rules(tables: Tables, pair: tuple[str, str], lang: str) -> list[tuple[str, str]]:
    """Deals for the target by method, and what pairing and luck save."""
    needed, gains = (_of_pair(tables[name], pair) for name in ("needed", "gains"))
    found = []
    for _, row in gains.iterrows():
        of_rules = needed[needed["rules"] == row["rules"]]
        by = {str(each["method"]): _deals(each) for _, each in of_rules.iterrows()}
        less = {"adjusted": by.get(ADJUSTED, "–"), "less": plain(row, "luck")}
        line = _say(
            "line",
            lang,
            independent=by[INDEPENDENT],
            paired=by[PAIRED],
            saved=plain(row, "paired"),
            luck=_say(f"line_{_luck(row)}", lang, **less),
        )
        found.append((rules_name(str(row["rules"]), lang), line))
    return found


def _luck(gains: "pd.Series[Any]") -> str:
    """Whether it shows that fewer deals are needed less luck."""
    return "luck_saves" if gains["luck_low"] > _SAVES else "luck_saves_nothing"


def _needed(needed: pd.DataFrame, rules: str, method: str) -> "pd.Series[Any]":
    return needed[(needed["rules"] == rules) & (needed["method"] == method)].iloc[0]


def _is_hidden(needed: "pd.Series[Any]", gains: "pd.Series[Any]", target: float) -> bool:
    """Whether the difference, as large as it may be, is lost in the luck of an evening."""
    width = target * float(np.sqrt(needed["deals_low"] / _EVENING))
    return width > max(abs(gains["difference_low"]), abs(gains["difference_high"]))


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
    ends = ("deals", "deals_low", "deals_high")
    digits = next((n for n in _DIGITS if len({f"{row[name]:.{n}g}" for name in ends}) > 1), _DIGITS[-1])
    value, low, high = (f"{float(f'{row[name]:.{digits}g}'):,.0f}" for name in ends)
    return f"{value} ({low}–{high})"


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_deals.{key}", lang, **values)


CHARTS: Final[Mapping[str, Chart]] = {"widths": widths_chart}
