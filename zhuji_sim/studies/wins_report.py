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
from zhuji_sim.studies.wording import Format, listed, number, percent, plain, rules_name, table_of

__all__ = ["CHARTS", "TABLES", "answer", "sections"]

TABLES: Final = ("items", "tai", "endings", "turns", "pace", "failures")
_NAMED: Final = 1
"""Items of each ruleset in the answer."""
_FEWEST: Final = 0.01
"""Items that are rarer than this under every ruleset are in the table alone."""
_LAST_ROUND: Final = 18
_FAILED: Final = OUTCOMES[1:]


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """How wins come under each ruleset; what they are made of, and how contracts fail."""
    endings, pace, items = tables["endings"], tables["pace"], tables["items"]
    ways, made_of = [], []
    for rules in dict.fromkeys(pace["rules"]):
        of_rules = {str(row["ending"]): row for _, row in endings[endings["rules"] == rules].iterrows()}
        shares = {name: percent(of_rules[name], "share") for name in ("self_draw", "discard")}
        rounds = plain(pace[pace["rules"] == rules].iloc[0], "round")
        ways.append(_say("answer_way", lang, rules=rules_name(rules, lang), rounds=rounds, **shares))
        common = items[(items["rules"] == rules) & (items["mode"] == ALL)].nlargest(_NAMED, "share")
        named = [
            " ".join([text(f"items.{row['item']}", lang), percent(row, "share")])
            for _, row in common.iterrows()
        ]
        made_of.append(_say("answer_items", lang, rules=rules_name(rules, lang), items=listed(named, lang)))
    join = text("studies.clause_join", lang)
    second = _say("answer_made_of", lang, each=join.join(made_of)) + _failure_clause(tables["failures"], lang)
    return _say("answer_ways", lang, each=join.join(ways)), second + text("studies.sentence_end", lang)


def _failure_clause(failures: pd.DataFrame, lang: str) -> str:
    if failures.empty:
        return ""
    said = []
    every = failures[failures["contract"] == ALL]
    for rules, part in every.groupby("rules", sort=False):
        by = {str(row["outcome"]): row for _, row in part.iterrows()}
        most = max(_FAILED, key=lambda name: float(by[name]["share"]))
        said.append(
            _say(
                "answer_failure",
                lang,
                rules=rules_name(str(rules), lang),
                failed=percent(_complement(by[OUTCOMES[0]]), "share"),
                how=text(f"names.outcome_{most}", lang),
                share=percent(by[most], "share"),
            )
        )
    return _say("answer_failures", lang, each=listed(said, lang))


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
