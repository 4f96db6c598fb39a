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
from zhuji_sim.studies.wording import (
    Format,
    direction,
    number,
    percent,
    points,
    rules_name,
    rules_of,
    size,
    table_of,
    worth,
)

__all__ = ["CHARTS", "CONTRACTS", "EQUAL", "SOLO", "TABLES", "THUMBS", "answer", "by_rules", "sections"]

SOLO: Final = "独2"
CONTRACTS: Final = ("2", "3", SOLO, "无财2")
EQUAL: Final = ("3", SOLO, "无财2")
"""Contracts that pay the same, one of each mode, the dual one first."""
THUMBS: Final = ("named", "shape", "copies", "any")
"""How a name is chosen: by the policy; by the fewest tiles missing, then copies; by copies, then tiles
missing; any. Where several names tie, their mean counts."""
_SIMPLE: Final = ("copies", "shape")
"""Rules of thumb that a player could follow."""
TABLES: Final = ("thumbs", "names", "worth", "modes")


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """Copies against shape; two kinds against one against none."""
    main, *others = rules_of(tables["worth"])
    found = _row(tables["worth"], rules=main, contract=CONTRACTS[0])
    rule = max(
        (_row(tables["thumbs"], rules=main, contract=CONTRACTS[0], thumb=thumb) for thumb in _SIMPLE),
        key=lambda row: float(row["points"]),
    )
    way = direction(rule, "against_named")
    names = _say(
        "answer_names",
        lang,
        rules=rules_name(main, lang),
        contract=CONTRACTS[0],
        copy=worth(found, "copy", lang),
        nearer=worth(found, "nearer", lang),
        rule=_say(
            f"answer_thumb_{way}",
            lang,
            thumb=_say(f"answer_{rule['thumb']}", lang),
            by=size(rule, "against_named"),
        ),
    )
    _, solo, none = EQUAL
    elsewhere = [
        _say(
            "answer_elsewhere",
            lang,
            rules=rules_name(rules, lang),
            found=_kinds("answer_other", tables, rules, solo, lang),
        )
        for rules in others
    ]
    modes = _say(
        "answer_modes",
        lang,
        rules=rules_name(main, lang),
        solo=_kinds("answer_solo", tables, main, solo, lang),
        none=_kinds("answer_none", tables, main, none, lang),
        elsewhere="".join(elsewhere),
    )
    return names, modes


def by_rules(tables: Tables, lang: str) -> list[tuple[str, str]]:
    """Copies, shape and rules of thumb; how often each mode is made, and what it brings."""
    found = []
    for rules in rules_of(tables["worth"]):
        worth_row = _row(tables["worth"], rules=rules, contract=CONTRACTS[0])
        copies, shape = (
            _row(tables["thumbs"], rules=rules, contract=CONTRACTS[0], thumb=thumb) for thumb in _SIMPLE
        )
        dual, solo, none = (_row(tables["modes"], rules=rules, contract=each, most=0) for each in EQUAL)
        line = _say(
            "line",
            lang,
            copy=points(worth_row, "copy"),
            nearer=points(worth_row, "nearer"),
            copies=points(copies, "against_named"),
            shape=points(shape, "against_named"),
            dual=percent(dual, "made"),
            solo=percent(solo, "made"),
            none=percent(none, "made"),
            solo_points=points(solo, "against_dual"),
            none_points=points(none, "against_dual"),
        )
        found.append((rules_name(rules, lang), line))
    return found


def _kinds(key: str, tables: Tables, rules: str, contract: str, lang: str) -> str:
    """How a contract fares against the dual one that pays the same."""
    row = _row(tables["modes"], rules=rules, contract=contract, most=0)
    return _say(f"{key}_{direction(row, 'against_dual')}", lang, by=size(row, "against_dual"))


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
