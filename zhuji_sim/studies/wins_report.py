"""The study of how hands win for readers."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.contract_charts import ALL
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.layouts import PERCENT, stacks
from zhuji_sim.analysis.study_charts import Measure, across, along
from zhuji_sim.analysis.tables import ENDINGS, OUTCOMES
from zhuji_sim.labels import contract_name, text
from zhuji_sim.studies.question import Chart, Section, Tables
from zhuji_sim.studies.wording import (
    Format,
    listed,
    number,
    percent,
    plain,
    rules_name,
    rules_of,
    table_of,
)

__all__ = ["CHARTS", "TABLES", "answer", "by_rules", "sections"]

TABLES: Final = ("items", "tai", "endings", "turns", "pace", "failures")
_NOT_WON: Final = ("drawn", "redeal")
"""Endings that nobody wins by."""
_FEWEST: Final = 0.01
"""Items that are rarer than this under every ruleset are in the table alone."""
_LAST_ROUND: Final = 18
_FAILED: Final = OUTCOMES[1:]


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """How wins come in the main ruleset; what is in them, how contracts fail, what differs elsewhere."""
    pace = tables["pace"]
    main, *others = rules_of(pace)
    named = rules_name(main, lang)
    rounds = plain(pace[pace["rules"] == main].iloc[0], "round")
    most = _commonest(tables, main)
    made_of = _say(
        "answer_items",
        lang,
        rules=named,
        item=text(f"items.{most['item']}", lang),
        share=percent(most, "share"),
    )
    failed = _failed(tables, main)
    if failed is not None:
        share, most_often = failed
        how = _say(f"fails_{most_often['outcome']}", lang)
        made_of += _say("answer_failed", lang, share=percent(share, "share"), how=how)
    usual = _ways(tables, main)[0]
    differing = [rules for rules in others if _ways(tables, rules)[0]["ending"] != usual["ending"]]
    for rules in differing[:1]:
        way = _way(_ways(tables, rules)[0], lang)
        made_of += _say("answer_elsewhere", lang, rules=rules_name(rules, lang), way=way)
    values = {"first": _way(usual, lang), "second": _way(_ways(tables, main)[1], lang, "way_also")}
    return (
        _say("answer_ways", lang, rules=named, rounds=rounds, **values),
        made_of + text("studies.sentence_end", lang),
    )


def by_rules(tables: Tables, lang: str) -> list[tuple[str, str]]:
    """How and when wins come, what is most often in them, how contracts fail."""
    pace = tables["pace"]
    found = []
    for rules in rules_of(pace):
        most = _commonest(tables, rules)
        line = _say(
            "line",
            lang,
            ways=listed([_way(row, lang, "way_also") for row in _ways(tables, rules)], lang),
            rounds=plain(pace[pace["rules"] == rules].iloc[0], "round"),
            item=text(f"items.{most['item']}", lang),
            share=percent(most, "share"),
        )
        failed = _failed(tables, rules)
        if failed is not None:
            share, most_often = failed
            how = _say(f"fails_{most_often['outcome']}", lang)
            shares = {"share": percent(share, "share"), "most": percent(most_often, "share")}
            line += _say("line_failed", lang, how=how, **shares)
        found.append((rules_name(rules, lang), line))
    return found


def _ways(tables: Tables, rules: str) -> "list[pd.Series[Any]]":
    """The two ways in which most deals of a ruleset are won, the commonest first."""
    endings = tables["endings"]
    won = endings[(endings["rules"] == rules) & ~endings["ending"].isin(_NOT_WON)]
    return [row for _, row in won.nlargest(2, "share").iterrows()]


def _way(row: "pd.Series[Any]", lang: str, key: str = "way") -> str:
    return _say(key, lang, share=percent(row, "share"), way=_say(f"way_{row['ending']}", lang))


def _commonest(tables: Tables, rules: str) -> "pd.Series[Any]":
    """The item that most wins of a ruleset contain."""
    items = tables["items"]
    return items[(items["rules"] == rules) & (items["mode"] == ALL)].nlargest(1, "share").iloc[0]


def _failed(tables: Tables, rules: str) -> "tuple[pd.Series[Any], pd.Series[Any]] | None":
    """The contracts of a ruleset that fail, and the commonest way to; None where there are none."""
    failures = tables["failures"]
    every = (
        failures[(failures["rules"] == rules) & (failures["contract"] == ALL)] if len(failures) else failures
    )
    if every.empty:
        return None
    made = every[every["outcome"] == OUTCOMES[0]].iloc[0]
    return _complement(made), every[every["outcome"].isin(_FAILED)].nlargest(1, "share").iloc[0]


def _complement(row: "pd.Series[Any]") -> "pd.Series[Any]":
    """The share of all others, with its interval."""
    return pd.Series(
        {"share": 1 - row["share"], "share_low": 1 - row["share_high"], "share_high": 1 - row["share_low"]}
    )


def sections(tables: Tables, lang: str) -> list[Section]:
    """Items, endings, turns, failures."""

    def named(prefix: str) -> Format:
        return lambda row, column: text(f"{prefix}{row[column]}", lang)

    def contract(row: "pd.Series[Any]", column: str) -> str:
        whole = row[column] == ALL
        return text("contracts.every_contract", lang) if whole else contract_name(str(row[column]), lang)

    rules = named("studies.rules_")
    columns: dict[str, tuple[dict[str, Format], tuple[str, ...]]] = {
        "items": (
            {"rules": rules, "mode": named("study_wins.mode_"), "item": named("items."), "share": percent}
            | {"wins": number, "tai": plain},
            ("rules", "mode", "item"),
        ),
        "endings": (
            {"rules": rules, "ending": named("names.ending_"), "share": percent, "count": number},
            ("rules", "ending"),
        ),
        "turns": ({"rules": rules, "round": number, "share": percent, "count": number}, ("rules",)),
        "tai": ({"rules": rules, "tai": number, "share": percent, "count": number}, ("rules",)),
        "failures": (
            {"rules": rules, "contract": contract, "outcome": named("names.outcome_"), "share": percent}
            | {"deals": number},
            ("rules", "contract", "outcome"),
        ),
    }
    found = []
    for name, (written, names) in columns.items():
        if len(tables[name]):
            chart = name if name in CHARTS else ""
            shown = table_of(tables[name], written, lambda column: _say(f"head_{column}", lang), names)
            found.append(Section(name, chart, shown))
    return found


def items_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """What wins are made of under each ruleset."""
    shown = tables["items"][tables["items"]["mode"] == ALL]
    common = shown.groupby("item")["share"].max()
    kept = common[common >= _FEWEST].sort_values(ascending=False).index.tolist()
    shown = shown[shown["item"].isin(kept)].sort_values("item", key=lambda names: names.map(kept.index))
    shown = shown.assign(row=[canvas.text(f"items.{name}") for name in shown["item"]])
    measures = [Measure("share", "charts.wins_percent", PERCENT)]
    note = canvas.text("charts.whiskers_walls", percent=f"{confidence:.4g}")
    return across(
        shown,
        "row",
        measures,
        "study_wins.chart_items",
        canvas,
        note,
        series=_series(shown, canvas),
        key="rules",
    )


def endings_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """How deals end under each ruleset."""
    shown = tables["endings"].assign(cell=tables["endings"]["rules"])
    names = {name: canvas.text(f"names.ending_{name}") for name in ENDINGS}
    return stacks(
        shown,
        "ending",
        names,
        lambda row: rules_name(row["rules"], canvas.lang),
        "charts.endings",
        "charts.deals_percent",
        canvas,
    )


def turns_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """In which round of the table wins come."""
    shown = tables["turns"][tables["turns"]["round"] <= _LAST_ROUND]
    note = canvas.text("charts.whiskers_walls", percent=f"{confidence:.4g}")
    return along(
        shown,
        "round",
        Measure("share", "charts.wins_percent", PERCENT),
        "study_wins.chart_turns",
        "study_wins.axis_round",
        canvas,
        note,
        series=_series(shown, canvas),
        key="rules",
        whole=True,
    )


def failures_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure | None:
    """How contracts by auction end."""
    failures = tables["failures"]
    if failures.empty:
        return None
    shown = failures.assign(cell=failures["rules"])
    names = {name: canvas.text(f"names.outcome_{name}") for name in OUTCOMES}

    def label(row: "pd.Series[Any]") -> str:
        whole = row["contract"] == ALL
        contract = canvas.text("contracts.every_contract") if whole else canvas.contract(row["contract"])
        return f"{rules_name(row['rules'], canvas.lang)} · {contract}"

    return stacks(
        shown, "outcome", names, label, "charts.contract_outcomes", "charts.contracts_percent", canvas
    )


def _series(table: pd.DataFrame, canvas: Canvas) -> dict[str, str]:
    return {rules: rules_name(rules, canvas.lang) for rules in dict.fromkeys(table["rules"])}


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_wins.{key}", lang, **values)


CHARTS: Final[Mapping[str, Chart]] = {
    "items": items_chart,
    "endings": endings_chart,
    "turns": turns_chart,
    "failures": failures_chart,
}
