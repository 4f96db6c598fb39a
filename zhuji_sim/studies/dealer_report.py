"""The study of the dealer's seat for readers."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.layouts import PERCENT
from zhuji_sim.analysis.study_charts import Measure, across
from zhuji_sim.labels import text
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.studies.question import Chart, Section, Tables
from zhuji_sim.studies.wording import (
    Format,
    direction,
    number,
    percent,
    plain,
    points,
    rules_name,
    rules_of,
    size,
    table_of,
    worth,
)

__all__ = ["CHARTS", "answer", "by_rules", "sections"]

_WAYS: Final = ("off", "double", "cumulative")


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """The dealer in a deal that counts once; with 老庄 counted double, and in other games."""
    main, *others = rules_of(tables["seats"])
    first, last = (_row(tables["seats"], main, seat=seat) for seat in (SEATS[0], SEATS[-1]))
    deal = _say(
        "answer_deal",
        lang,
        rules=rules_name(main, lang),
        gains=_say(f"answer_{direction(first, 'points')}", lang, by=size(first, "points")),
        win=percent(first, "win"),
        last=percent(last, "win"),
    )
    alone = {rules: _row(tables["seats"], rules, seat=SEATS[0]) for rules in others}
    ranked = sorted(alone, key=lambda rules: float(alone[rules]["points"]))
    ends = [
        _say("answer_in", lang, rules=rules_name(rules, lang), by=worth(alone[rules], "points", lang))
        for rules in dict.fromkeys((*ranked[:1], *ranked[-1:]))
    ]
    elsewhere = ""
    if ends:
        elsewhere = _say(f"answer_elsewhere_{len(ends)}", lang, low=ends[0], high=ends[-1])
    doubled = worth(_row(tables["dealer"], main, way="double"), "points", lang)
    return deal, _say("answer_double", lang, by=doubled, elsewhere=elsewhere)


def by_rules(tables: Tables, lang: str) -> list[tuple[str, str]]:
    """The dealer's points in each way to count 老庄, and how often he wins."""
    found = []
    for rules in rules_of(tables["seats"]):
        seat = _row(tables["seats"], rules, seat=SEATS[0])
        ways = {way: points(_row(tables["dealer"], rules, way=way), "points") for way in _WAYS[1:]}
        once, win = points(seat, "points"), percent(seat, "win")
        found.append((rules_name(rules, lang), _say("line", lang, once=once, win=win, **ways)))
    return found


def sections(tables: Tables, lang: str) -> list[Section]:
    """The seats, then 老庄."""
    seats: dict[str, Format] = {
        "rules": _named("studies.rules", lang),
        "seat": _named("names.seat", lang),
        "win": percent,
        "deal_in": percent,
        "points": points,
        "deals": number,
    }
    dealer: dict[str, Format] = {
        "rules": _named("studies.rules", lang),
        "way": _named("study_dealer.way", lang),
        "points": points,
        "stays": percent,
        "reign_deals": plain,
        "reign_points": points,
        "first_points": points,
        "spread": plain,
    }

    def head(column: str) -> str:
        return _say(f"head_{column}", lang)

    return [
        Section("seats", "seats", table_of(tables["seats"], seats, head, ("rules", "seat"))),
        Section("matches", "dealer", table_of(tables["dealer"], dealer, head, ("rules", "way"))),
    ]


def dealer_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """The dealer's points per deal, and from becoming dealer to losing it."""
    shown = tables["dealer"]
    shown = shown.assign(row=[rules_name(rules, canvas.lang) for rules in shown["rules"]])
    series = {way: canvas.text(f"study_dealer.way_{way}") for way in _WAYS}
    measures = [
        Measure("points", "study_dealer.axis_points"),
        Measure("reign_points", "study_dealer.axis_reign"),
    ]
    note = canvas.text("study_dealer.whiskers", percent=f"{confidence:.4g}")
    return across(shown, "row", measures, "study_dealer.chart_dealer", canvas, note, series=series, key="way")


def seats_chart(tables: Tables, canvas: Canvas, confidence: float) -> Figure:
    """How the four seats fare in deals that count once."""
    shown = tables["seats"]
    shown = shown.assign(row=[rules_name(rules, canvas.lang) for rules in shown["rules"]])
    series = {seat: canvas.text(f"names.seat_{seat}") for seat in SEATS}
    measures = [
        Measure("win", "charts.win_percent", PERCENT, zero=False),
        Measure("deal_in", "study_dealer.axis_deal_in", PERCENT, zero=False),
        Measure("points", "charts.points_per_deal"),
    ]
    note = canvas.text("study_dealer.whiskers", percent=f"{confidence:.4g}")
    return across(shown, "row", measures, "study_dealer.chart_seats", canvas, note, series=series, key="seat")


def _row(table: pd.DataFrame, rules: str, **which: str) -> "pd.Series[Any]":
    (column, value), *_ = which.items()
    return table[(table["rules"] == rules) & (table[column] == value)].iloc[0]


def _named(prefix: str, lang: str) -> Format:
    return lambda row, column: text(f"{prefix}_{row[column]}", lang)


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_dealer.{key}", lang, **values)


CHARTS: Final[Mapping[str, Chart]] = {"dealer": dealer_chart, "seats": seats_chart}
