"""The study of strategies for readers."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.study_charts import Measure, across, along
from zhuji_sim.labels import text
from zhuji_sim.studies.question import Chart, Section, Tables
from zhuji_sim.studies.wording import Format, number, points, rules_name, table_of

__all__ = ["CHARTS", "sections"]

_POINTS: Final = "points_per_deal"
_WEIGHTS: Final = ("bid_margin", "call_margin")


def sections(tables: Tables, lang: str) -> list[Section]:
    """Matrix, ablations, curves."""

    def named(row: "pd.Series[Any]", column: str) -> str:
        return str(row[column])

    def value(row: "pd.Series[Any]", column: str) -> str:
        return _signed(row[column])

    def weight(row: "pd.Series[Any]", column: str) -> str:
        known = row[column] in _WEIGHTS
        return _say(f"weight_{row[column]}", lang) if known else str(row[column])

    rules: dict[str, Format] = {"rules": lambda row, _: rules_name(str(row["rules"]), lang)}
    written: dict[str, dict[str, Format]] = {
        "matrix": {**rules, "a": named, "b": named, _POINTS: points, "deals": number},
        "ablations": {**rules, "b": lambda row, _: _part(row, lang), _POINTS: points, "deals": number},
        "curves": {**rules, "weight": weight, "value": value, "own": value, _POINTS: points, "walls": number},
    }
    names = ("rules", "a", "b", "weight")
    found = []
    for name, columns in written.items():
        if len(tables[name]):
            heads = {"b": f"head_b_{name}", _POINTS: f"head_points_{name}"}
            head = partial(_head, heads, lang)
            found.append(
                Section(name, name if name in CHARTS else "", table_of(tables[name], columns, head, names))
            )
    return [*found, Section("bold", "bid_margin"), Section("call", "call_margin")]


def _head(heads: Mapping[str, str], lang: str, column: str) -> str:
    return _say(heads.get(column, f"head_{column}"), lang)


def matrix_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure | None:
    """What every policy scores against all others together, under each ruleset."""
    if tables["matrix"].empty:
        return None
    both = pd.concat(
        [
            _both_ways(part).assign(rules=rules)
            for rules, part in tables["matrix"].groupby("rules", sort=False)
        ]
    )
    against = _reference(tables)
    shown = both[both["b"] == against].assign(row=lambda rows: rows["a"])
    series = {rules: rules_name(str(rules), canvas.lang) for rules in dict.fromkeys(shown["rules"])}
    measures = [Measure(_POINTS, "study_strategies.axis_against")]
    title = "study_strategies.chart_matrix"
    canvas, note = _as_made(tables["matrix"], canvas)
    return across(shown, "row", measures, title, canvas, note, series=series, key="rules", against=against)


def ablations_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure | None:
    """What champion gains by each heuristic, under each ruleset."""
    shown = tables["ablations"]
    if shown.empty:
        return None
    shown = shown.assign(row=[_part(row, canvas.lang) for _, row in shown.iterrows()])
    series = {rules: rules_name(str(rules), canvas.lang) for rules in dict.fromkeys(shown["rules"])}
    measures = [Measure(_POINTS, "study_strategies.axis_part")]
    title = "study_strategies.chart_ablations"
    canvas, note = _as_made(tables["ablations"], canvas)
    return across(shown, "row", measures, title, canvas, note, series=series, key="rules")


def curve_chart(weight: str, tables: Tables, canvas: Canvas, confidence: float) -> Figure | None:
    """Points against oneself over the values of a weight."""
    curves = tables["curves"]
    shown = curves[curves["weight"] == weight] if len(curves) else curves
    if shown.empty:
        return None
    own = shown.drop_duplicates("rules").assign(value=lambda rows: rows["own"])
    own = own.assign(**{_POINTS: 0.0, f"{_POINTS}_low": np.nan, f"{_POINTS}_high": np.nan})
    shown = pd.concat([shown, own]).sort_values(["rules", "value"], kind="stable")
    return along(
        shown,
        "value",
        Measure(_POINTS, "study_strategies.axis_changed"),
        f"study_strategies.chart_{weight}",
        f"study_strategies.axis_{weight}",
        canvas,
        canvas.text("charts.whiskers_walls", percent=f"{confidence:.4g}"),
        series={rules: rules_name(str(rules), canvas.lang) for rules in dict.fromkeys(shown["rules"])},
        key="rules",
    )


def _as_made(pairs: pd.DataFrame, canvas: Canvas) -> tuple[Canvas, str]:
    """The canvas and the note for a comparison that was read: its own deals, seed and confidence."""
    first = pairs.iloc[0]
    note = canvas.text("charts.whiskers_walls", percent=f"{100 * first['confidence']:.4g}")
    return replace(canvas, deals=int(pairs["deals"].sum()), seed=int(first["seed"])), note


def _both_ways(pairs: pd.DataFrame) -> pd.DataFrame:
    """Every pair as a against b, and as b against a."""
    ends = [_POINTS, f"{_POINTS}_low", f"{_POINTS}_high"]
    turned = pairs.assign(a=pairs["b"], b=pairs["a"])
    turned[ends] = -pairs[[ends[0], ends[2], ends[1]]].to_numpy(float)
    return pd.concat([pairs, turned], ignore_index=True)


def _reference(tables: Tables) -> str:
    """The policy that the others are compared with: the first of the comparisons."""
    return str(tables["matrix"]["a"].iloc[0])


def _signed(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _part(row: "pd.Series[Any]", lang: str) -> str:
    return _say(f"part_{row['b']}", lang)


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_strategies.{key}", lang, **values)


CHARTS: Final[Mapping[str, Chart]] = {
    "matrix": matrix_chart,
    "ablations": ablations_chart,
    **{weight: partial(curve_chart, weight) for weight in _WEIGHTS},
}
