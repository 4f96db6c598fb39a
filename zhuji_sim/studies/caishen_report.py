"""The study of which caishen to name for readers."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.layouts import PERCENT
from zhuji_sim.analysis.study_charts import Measure, across, along
from zhuji_sim.labels import contract_name, text
from zhuji_sim.studies.question import Chart, Section, Tables
from zhuji_sim.studies.wording import Format, number, percent, points, rules_name, table_of

__all__ = ["CHARTS", "CONTRACTS", "EQUAL", "SOLO", "TABLES", "THUMBS", "answer", "sections"]

SOLO: Final = "独2"
CONTRACTS: Final = ("2", "3", SOLO, "无财2")
EQUAL: Final = ("3", SOLO, "无财2")
"""Contracts that pay the same, one of each mode, the dual one first."""
THUMBS: Final = ("named", "shape", "copies", "any")
"""How a name is chosen: by the policy; by the fewest tiles missing, then copies; by copies, then tiles
missing; any. Where several names tie, their mean counts."""
TABLES: Final = ("thumbs", "names", "worth", "modes")


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """Copies against shape; two kinds against one against none."""
    first, second = [], []
    for rules in dict.fromkeys(tables["worth"]["rules"]):
        named = rules_name(rules, lang)
        worth = _row(tables["worth"], rules=rules, contract=CONTRACTS[0])
        copies = _row(tables["thumbs"], rules=rules, contract=CONTRACTS[0], thumb="copies")
        shape = _row(tables["thumbs"], rules=rules, contract=CONTRACTS[0], thumb="shape")
        first.append(
            _say(
                "answer_worth",
                lang,
                rules=named,
                nearer=points(worth, "nearer"),
                copy=points(worth, "copy"),
                shape=points(shape, "against_named"),
                copies=points(copies, "against_named"),
            )
        )
        modes = {each: _row(tables["modes"], rules=rules, contract=each, most=0) for each in EQUAL}
        dual, solo, none = EQUAL
        second.append(
            _say(
                "answer_modes_in",
                lang,
                rules=named,
                dual=percent(modes[dual], "made"),
                solo=percent(modes[solo], "made"),
                none=percent(modes[none], "made"),
                solo_points=points(modes[solo], "against_dual"),
                none_points=points(modes[none], "against_dual"),
            )
        )
    join = text("studies.clause_join", lang)
    return _say("answer_names", lang, each=join.join(first)), _say(
        "answer_modes", lang, each=join.join(second)
    )


def sections(tables: Tables, lang: str) -> list[Section]:
    """Rules of thumb, names, what copies and shape are worth, modes."""

    def contract(row: "pd.Series[Any]", column: str) -> str:
        return contract_name(str(row[column]), lang)

    def most(row: "pd.Series[Any]", column: str) -> str:
        return number(row, column) if row[column] else _say("any_hand", lang)

    keys: dict[str, Format] = {"rules": lambda row, _: rules_name(row["rules"], lang), "contract": contract}
    written: dict[str, dict[str, Format]] = {
        "thumbs": {**keys, "thumb": lambda row, _: _say(f"thumb_{row['thumb']}", lang)}
        | {"against_named": points, "made": percent, "points": points},
        "names": {**keys, "held": number, "further": number, "made": percent, "against_named": points}
        | {"names": number, "walls": number},
        "worth": {**keys, "nearer": points, "copy": points},
        "modes": {**keys, "most": most, "made": percent, "points": points, "against_dual": points}
        | {"walls": number},
    }
    names = ("rules", "contract", "thumb", "most")
    return [
        Section(
            name,
            name if name in CHARTS else "",
            table_of(tables[name], columns, lambda column: _say(f"head_{column}", lang), names),
        )
        for name, columns in written.items()
    ]


def thumbs_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """What other ways to choose a name bring against the policy's own."""
    shown = tables["thumbs"][tables["thumbs"]["thumb"] != THUMBS[0]]
    shown = shown.assign(row=[_thumb(row, canvas) for _, row in shown.iterrows()])
    measures = [
        Measure("against_named", "study_caishen.axis_against"),
        Measure("made", "charts.made_percent", PERCENT, zero=False),
    ]
    series = {each: canvas.contract(each) for each in dict.fromkeys(shown["contract"])}
    note = _note(canvas, confidence)
    return across(
        shown, "row", measures, "study_caishen.chart_thumbs", canvas, note, series=series, key="contract"
    )


def names_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """How often a contract is made by the copies held and the tiles missing under the name."""
    shown = tables["names"]
    shown = shown.assign(panel=shown["rules"] + " " + shown["contract"])
    panels = {
        row["panel"]: _panel(row, canvas)
        for _, row in shown[shown["contract"].isin((CONTRACTS[0], SOLO))].iterrows()
    }
    series = {
        away: canvas.text("study_caishen.further", count=away) for away in sorted(set(shown["further"]))
    }
    return along(
        shown,
        "held",
        Measure("made", "charts.made_percent", PERCENT),
        "study_caishen.chart_names",
        "study_caishen.axis_held",
        canvas,
        _note(canvas, confidence),
        series=series,
        key="further",
        panels=panels,
        whole=True,
    )


def modes_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """Contracts that pay the same, one of each mode, by the most copies of one kind in the hand."""
    shown = tables["modes"]
    shown = shown[shown["most"] > 0]
    return along(
        shown,
        "most",
        Measure("points", "charts.points_per_deal"),
        "study_caishen.chart_modes",
        "study_caishen.axis_most",
        canvas,
        _note(canvas, confidence),
        series={each: canvas.contract(each) for each in EQUAL},
        key="contract",
        panels={rules: rules_name(rules, canvas.lang) for rules in dict.fromkeys(shown["rules"])},
        panel_key="rules",
        whole=True,
    )


def _thumb(row: "pd.Series[Any]", canvas: Canvas) -> str:
    thumb = canvas.text(f"study_caishen.thumb_{row['thumb']}")
    return f"{rules_name(row['rules'], canvas.lang)} · {thumb}"


def _panel(row: "pd.Series[Any]", canvas: Canvas) -> str:
    return f"{rules_name(row['rules'], canvas.lang)} · {canvas.contract(row['contract'])}"


def _note(canvas: Canvas, confidence: float) -> str:
    return canvas.text("charts.whiskers_walls", percent=f"{confidence:.4g}")


def _row(table: pd.DataFrame, **which: object) -> "pd.Series[Any]":
    for column, value in which.items():
        table = table[table[column] == value]
    return table.iloc[0]


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_caishen.{key}", lang, **values)


CHARTS: Final[Mapping[str, Chart]] = {"thumbs": thumbs_chart, "names": names_chart, "modes": modes_chart}
