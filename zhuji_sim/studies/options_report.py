"""The study of the rules' options for readers: tornado charts, tables, and the answer."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.analysis.layouts import PERCENT
from zhuji_sim.analysis.study_charts import Measure, across
from zhuji_sim.labels import text
from zhuji_sim.rules.options import PRESETS
from zhuji_sim.studies.question import Chart, Section, Tables
from zhuji_sim.studies.wording import (
    Format,
    listed,
    number,
    percent,
    percentage_points,
    plain,
    points,
    rules_name,
    rules_of,
    table_of,
)

__all__ = ["CHARTS", "answer", "by_rules", "sections"]

_TOP: Final = 5
"""Changes of each ruleset in the first chart."""
_TOLD: Final = ("stake", "dealer", "won", "make_rate")
"""A change that moves one of these clearly is counted."""
_NAMED: Final = 2
"""Changes of each ruleset that are named."""


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """What moves the stakes most in the main ruleset; what does elsewhere, and how many changes matter."""
    changes = tables["changes"]
    main, *others = rules_of(changes)
    top = {rules: _top(changes, rules) for rules in (main, *others)}
    elsewhere: dict[str, list[str]] = {}
    for rules in others:
        option = str(top[rules][0]["option"]) if top[rules] else ""
        elsewhere.setdefault(option, []).append(rules_name(rules, lang))
    own = str(top[main][0]["option"]) if top[main] else ""
    counts = _say(
        "answer_counts",
        lang,
        tried=len(changes),
        clear=int(_told(changes).sum()),
        elsewhere="".join(
            _elsewhere(option, option == own, listed(names, lang), lang)
            for option, names in elsewhere.items()
        ),
    )
    return _stakes(top[main], rules_name(main, lang), lang), counts


def _stakes(top: "list[pd.Series[Any]]", rules: str, lang: str) -> str:
    """The changes to ask about in the main ruleset, the largest first."""
    if not top:
        return _say("answer_nothing", lang, rules=rules)
    first, *others = top
    return _say(
        "answer_stakes",
        lang,
        rules=rules,
        option=_say(f"option_{first['option']}", lang),
        value=_value(str(first["value"]), lang),
        before=_value(str(first["before"]), lang),
        by=points(first, "stake"),
        others="".join(
            _say("answer_next", lang, change=_short(row, lang), by=points(row, "stake")) for row in others
        ),
    )


def _elsewhere(option: str, same: bool, rules: str, lang: str) -> str:
    """What matters most in other rulesets, if anything does."""
    if not option:
        return _say("answer_elsewhere_nothing", lang, rules=rules)
    if same:
        return _say("answer_elsewhere_same", lang, rules=rules)
    return _say("answer_elsewhere", lang, rules=rules, option=_say(f"option_{option}", lang))


def by_rules(tables: Tables, lang: str) -> list[tuple[str, str]]:
    """The largest changes of each ruleset, how many matter, and what moves the wins most."""
    found = []
    for rules in rules_of(tables["changes"]):
        changes = tables["changes"][tables["changes"]["rules"] == rules]
        named = [
            _say("moved", lang, change=_label(row, lang), by=points(row, "stake"))
            for row in _top(changes, rules)
        ]
        idle = changes["differ"] == 0
        line = _say(
            "line",
            lang,
            changes=listed(named, lang) if named else _say("line_nothing", lang),
            tried=len(changes),
            clear=int(_told(changes).sum()),
            idle=int(idle.sum()),
            rare=int((~idle & (changes["differ"] < MIN_CLUSTERS)).sum()),
        )
        for _, row in _largest(changes[changes["disputed"]], "won").head(1).iterrows():
            line += _say("line_won", lang, change=_label(row, lang), by=percentage_points(row, "won"))
        found.append((rules_name(rules, lang), line))
    return found


def _top(changes: pd.DataFrame, rules: str) -> "list[pd.Series[Any]]":
    """The changes on which tables differ that move the stakes of a ruleset most, one of each option."""
    part = changes[(changes["rules"] == rules) & changes["disputed"]]
    largest = _largest(part, "stake").drop_duplicates("option").head(_NAMED)
    return [row for _, row in largest.iterrows()]


def _told(changes: pd.DataFrame) -> "pd.Series[bool]":
    """Which changes clearly move points or wins, on walls enough."""
    moved = pd.DataFrame({name: _clear(changes, name) for name in _TOLD})
    return moved.any(axis=1) & (changes["differ"] >= MIN_CLUSTERS)


def sections(tables: Tables, lang: str) -> list[Section]:
    """What matters least said last: a part for each ruleset, what changed nothing, and the presets."""
    changes = tables["changes"].assign(label=lambda rows: [_label(row, lang) for _, row in rows.iterrows()])
    found = []
    for rules in PRESETS:
        part = _largest(changes[changes["rules"] == rules], "stake", clear_only=False)
        if len(part):
            found.append(Section(rules, rules, _table(part, lang)))
    little = changes[changes["differ"] < MIN_CLUSTERS].sort_values("differ", kind="stable")
    columns: dict[str, Format] = {"rules": _rules(lang), "label": _text, "walls": number, "differ": number}
    found.append(Section("idle", "", table_of(little, columns, _head(lang), names=("rules", "label"))))
    levels: dict[str, Format] = {
        "rules": _rules(lang),
        "stake": plain,
        "dealer": points,
        "declarer": points,
        "won": percent,
        "dealer_wins": percent,
        "make_rate": percent,
    }
    return [
        *found,
        Section("presets", "", table_of(tables["presets"], levels, _head(lang), names=("rules",))),
    ]


def _table(part: pd.DataFrame, lang: str) -> Any:
    columns: dict[str, Format] = {
        "label": _text,
        "stake": points,
        "dealer": points,
        "declarer": points,
        "won": percentage_points,
        "make_rate": percentage_points,
    }
    if not part["declarer"].any():
        columns = {name: write for name, write in columns.items() if name not in ("declarer", "make_rate")}
    return table_of(part, columns, _head(lang, "change_"), names=("label",))


def top(tables: Tables, canvas: Canvas, confidence: float) -> Figure | None:
    """The changes that move the stakes most, of every ruleset."""
    changes = tables["changes"]
    disputed = changes[changes["disputed"]]
    parts = [_largest(part, "stake").head(_TOP) for _, part in disputed.groupby("rules", sort=False)]
    shown = pd.concat(parts)
    if shown.empty:
        return None
    rows = [
        _say(
            "in_table",
            canvas.lang,
            rules=rules_name(row["rules"], canvas.lang),
            change=_short(row, canvas.lang),
        )
        for _, row in shown.iterrows()
    ]
    measures = [
        Measure("stake", "study_options.axis_stake"),
        Measure("won", "study_options.axis_won", PERCENT),
    ]
    notes = _notes(canvas, confidence)
    return across(
        shown.assign(row=rows), "row", measures, "study_options.chart_top", canvas, *notes, bars=True
    )


def tornado(rules: str, tables: Tables, canvas: Canvas, confidence: float) -> Figure | None:
    """Every change of one ruleset's options, the largest first."""
    changes = tables["changes"]
    shown = _largest(changes[changes["rules"] == rules], "stake", clear_only=False)
    if shown.empty:
        return None
    who = "declarer" if shown["declarer"].any() else "dealer"
    measures = [
        Measure("stake", "study_options.axis_stake"),
        Measure(who, f"study_options.axis_{who}"),
        Measure("won", "study_options.axis_won", PERCENT),
    ]
    rows = shown.assign(row=[_short(row, canvas.lang) for _, row in shown.iterrows()])
    name = rules_name(rules, canvas.lang)
    notes = _notes(canvas, confidence)
    return across(rows, "row", measures, "study_options.chart_rules", canvas, *notes, bars=True, rules=name)


def _notes(canvas: Canvas, confidence: float) -> list[str]:
    return [canvas.text("charts.whiskers_walls", percent=f"{confidence:.4g}")]


def _largest(changes: pd.DataFrame, name: str, clear_only: bool = True) -> pd.DataFrame:
    """Changes seen on walls enough, that move a measure clearly if asked for, the largest first."""
    kept = changes[changes["differ"] >= MIN_CLUSTERS]
    if clear_only:
        kept = kept[_clear(kept, name)]
    return kept.sort_values(name, key=lambda column: -column.abs(), kind="stable")


def _clear(changes: pd.DataFrame, name: str) -> "pd.Series[bool]":
    """Where zero lies outside of the interval."""
    return (changes[f"{name}_low"] > 0) | (changes[f"{name}_high"] < 0)


def _label(row: "pd.Series[Any]", lang: str) -> str:
    """A change in a few words: `tiles left at a draw: 0 (26)`."""
    value, before = (_value(str(row[each]), lang) for each in ("value", "before"))
    return _say("label", lang, option=_say(f"option_{row['option']}", lang), value=value, before=before)


def _short(row: "pd.Series[Any]", lang: str) -> str:
    """The same without the preset's value."""
    return _say(
        "short", lang, option=_say(f"option_{row['option']}", lang), value=_value(str(row["value"]), lang)
    )


def _value(value: str, lang: str) -> str:
    return value if value.isdigit() else _say(f"value_{value}", lang)


def _head(lang: str, prefix: str = "") -> Any:
    """What columns are called; those of changes differ."""
    plainly = ("rules", "label", "walls", "differ")
    return lambda column: _say(f"head_{'' if column in plainly else prefix}{column}", lang)


def _rules(lang: str) -> Format:
    return lambda row, name: rules_name(str(row[name]), lang)


def _text(row: "pd.Series[Any]", name: str) -> str:
    return str(row[name])


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_options.{key}", lang, **values)


CHARTS: Final[Mapping[str, Chart]] = {"top": top, **{rules: partial(tornado, rules) for rules in PRESETS}}
