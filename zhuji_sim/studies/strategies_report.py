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
from zhuji_sim.studies.wording import Format, listed, number, points, rules_name, table_of

__all__ = ["CHARTS", "answer", "sections"]

_POINTS: Final = "points_per_deal"
_WEIGHTS: Final = ("bid_margin", "call_margin")
_NAMED: Final = 1
"""Parts of each ruleset in the answer."""


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """Who wins; what matters in his play, and whether bolder or shyer would be better."""
    join = text("studies.clause_join", lang)
    ranked = []
    for rules, part in tables["matrix"].groupby("rules", sort=False):
        met = part[part["a"] == _reference(tables)].sort_values(_POINTS)
        near, far = met.iloc[0], met.iloc[-1]
        ranked.append(
            _say(
                "answer_rank_in",
                lang,
                rules=rules_name(str(rules), lang),
                nearest=near["b"],
                by=points(near, _POINTS),
                last=far["b"],
                over=points(far, _POINTS),
            )
        )
    parts = [
        _ablated(tables["ablations"], lang),
        *(_curve(tables["curves"], name, lang) for name in _WEIGHTS),
    ]
    first = _say("answer_no_rank", lang)
    if ranked:
        first = _say("answer_rank", lang, policy=_reference(tables), each=join.join(ranked))
    second = join.join(part for part in parts if part) or _say("answer_nothing", lang)
    if lang == "en":
        second = second[:1].upper() + second[1:]
    return first, second + text("studies.sentence_end", lang)


def _ablated(ablations: pd.DataFrame, lang: str) -> str:
    """What costs most to leave out, under each ruleset."""
    said = []
    for rules, part in ablations.groupby("rules", sort=False):
        top = part[part["points_per_deal_low"] > 0].nlargest(_NAMED, _POINTS)
        named = [
            _say("answer_without", lang, what=_say(f"part_{row['b']}", lang), cost=points(row, _POINTS))
            for _, row in top.iterrows()
        ]
        if named:
            said.append(_say("answer_in", lang, rules=rules_name(str(rules), lang), each=listed(named, lang)))
    return _say("answer_parts", lang, each=listed(said, lang)) if said else ""


def _curve(curves: pd.DataFrame, weight: str, lang: str) -> str:
    """Whether any other value of a weight does clearly better, and what the lowest and the highest bring."""
    part = curves[curves["weight"] == weight] if len(curves) else curves
    if part.empty:
        return ""
    better = part[part["points_per_deal_low"] > 0]
    said = [
        _say("answer_better", lang, rules=rules_name(str(row["rules"]), lang), by=points(row, _POINTS))
        + f" ({_signed(row['value'])})"
        for _, row in better.iterrows()
    ]
    values = {"low": _signed(part["value"].min()), "high": _signed(part["value"].max())}
    verdict = listed(said, lang) if said else _say("answer_none_better", lang)
    return _say(f"answer_{weight}", lang, verdict=verdict, costs=listed(_ends(part, lang), lang), **values)


def _ends(part: pd.DataFrame, lang: str) -> list[str]:
    """What the lowest and the highest value of a weight bring, under each ruleset."""
    found = []
    for rules, own in part.sort_values(["rules", "value"]).groupby("rules", sort=False):
        low, high = (points(own.iloc[at], _POINTS) for at in (0, -1))
        found.append(_say("answer_ends", lang, rules=rules_name(str(rules), lang), low=low, high=high))
    return found


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
