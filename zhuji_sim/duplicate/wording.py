"""A comparison for readers: verdicts and tables."""

from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.measures import BIG_TAI
from zhuji_sim.analysis.wording import TextTable, percent, points
from zhuji_sim.duplicate.figures import RATES
from zhuji_sim.duplicate.study import Study
from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.tiles import SEATS

__all__ = ["conditions", "matrix", "method_table", "pair_table", "policy_table", "verdicts"]

FEW_WALLS: Final = 30
"""Below this many walls intervals are not to be relied on."""

_GAINS: Final = ("adjusted_gain", "adjusted_gain_independent")


def verdicts(study: Study, lang: str) -> list[str]:
    """A line for each pair: who is better, by how much, and what is remarkable about it."""
    found = []
    for _, row in study.pairs.iterrows():
        line = _verdict(row, lang)
        for key in ("gain", "lose"):
            if _alike(row, key):
                line += " " + _say(f"both_{key}", lang, a=row["a"], b=row["b"])
        if row["ended"] == "deals" and study.comparison.until_width is not None:
            key = "skewed" if row["high"] - row["low"] <= study.comparison.until_width else "not_narrow"
            line += " " + _say(key, lang, width=study.comparison.until_width, deals=row["deals"])
        elif row["ended"] == "width":
            line += " " + _say("narrow", lang, width=study.comparison.until_width, deals=row["deals"])
        if row["walls"] < FEW_WALLS:
            line += " " + _say("few_walls", lang, walls=row["walls"], least=FEW_WALLS)
        found.append(line)
    return found


def method_table(study: Study, lang: str) -> TextTable:
    """Where the points come from, and what the duplicate format and the adjustment for luck saved."""
    heads = ("a", "b", "big_share", "adjusted", "fewer_deals", *_GAINS)
    rows = [
        [
            row["a"],
            row["b"],
            percent(row, "big_share"),
            points(row, "adjusted"),
            *(_number(row, name) for name in ("fewer_deals", *_GAINS)),
        ]
        for _, row in study.pairs.iterrows()
    ]
    return TextTable(
        [_say(f"head_{name}", lang, tai=BIG_TAI) for name in heads], rows, [False, False, *[True] * 5]
    )


def conditions(study: Study, lang: str) -> str:
    """Rules, contract, draws and seed, in one line."""
    comparison = study.comparison
    if comparison.contract is not None and comparison.declarer is not None:
        bidding = text(
            "names.declares_contract",
            lang,
            seat=text(f"names.wind_{SEATS[comparison.declarer]}", lang),
            contract=contract_name(str(comparison.contract), lang),
        )
    else:
        bidding = text("names.source_auction" if comparison.rules.has_bidding else "names.role_none", lang)
    return _say(
        "conditions",
        lang,
        rules=comparison.rules_name,
        bidding=bidding,
        draws=comparison.draws,
        seed=comparison.seed,
        percent=f"{100 * comparison.confidence:.4g}",
    )


def pair_table(study: Study, lang: str) -> TextTable:
    """Points of every pair."""
    heads = ("a", "b", "deals", "points_per_deal", "a_alone", "b_alone")
    rows = [
        [
            row["a"],
            row["b"],
            f"{row['deals']:,}",
            _difference(row),
            points(row, "a_alone"),
            points(row, "b_alone"),
        ]
        for _, row in study.pairs.iterrows()
    ]
    return TextTable([_say(f"head_{name}", lang) for name in heads], rows, [False, False, *[True] * 4])


def policy_table(study: Study, lang: str) -> TextTable:
    """Rates of every policy alone among three of another; columns that nothing stands in are left out."""
    table = study.policies
    shown = [name for name in RATES if table[name].notna().any()]
    rows = [
        [row["policy"], row["against"], *(_rate(row, name) for name in shown)] for _, row in table.iterrows()
    ]
    heads = [_say(f"head_{name}", lang) for name in ("policy", "against", *shown)]
    return TextTable(heads, rows, [False, False, *[True] * len(shown)])


def matrix(study: Study, lang: str) -> TextTable:
    """Points per deal of the policy of each row against that of each column."""
    names = study.comparison.names
    found = {}
    for _, row in study.pairs.iterrows():
        found[row["a"], row["b"]] = _difference(row)
        found[row["b"], row["a"]] = _difference(_reversed(row))
    rows = [[name, *(found.get((name, other), "") for other in names)] for name in names]
    return TextTable([_say("head_matrix", lang), *names], rows, [False, *[True] * len(names)])


def _verdict(row: "pd.Series[Any]", lang: str) -> str:
    better, worse = row["a"], row["b"]
    if row["high"] < 0:
        better, worse, row = worse, better, _reversed(row)
    if row["low"] > 0:
        key = "better"
    else:
        key = "same" if row["low"] == row["high"] == 0 else "unclear"
    difference = _difference(row)
    return _say(
        key, lang, better=better, worse=worse, points=difference, walls=row["walls"], deals=row["deals"]
    )


def _alike(row: "pd.Series[Any]", how: str) -> bool:
    """Whether each of the two clearly gains (or loses) when it sits alone among three of the other."""
    if how == "gain":
        return bool(row["a_alone_low"] > 0 and row["b_alone_low"] > 0)
    return bool(row["a_alone_high"] < 0 and row["b_alone_high"] < 0)


def _difference(row: "pd.Series[Any]") -> str:
    """The points per deal of a pair; their interval has names of its own."""
    return points(
        row.rename({"low": "points_per_deal_low", "high": "points_per_deal_high"}), "points_per_deal"
    )


def _reversed(row: "pd.Series[Any]") -> "pd.Series[Any]":
    """The points per deal from the side of b."""
    changed = row.copy()
    changed["points_per_deal"], changed["low"], changed["high"] = (
        -row["points_per_deal"],
        -row["high"],
        -row["low"],
    )
    return changed


def _rate(row: "pd.Series[Any]", name: str) -> str:
    return _number(row, name) if name == "tai" else percent(row, name)


def _number(row: "pd.Series[Any]", name: str) -> str:
    """A plain number with its interval."""
    if np.isnan(row[name]):
        return "–"
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return f"{row[name]:.2f}" + ("" if np.isnan(low) else f" ({low:.2f}–{high:.2f})")


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"comparison.{key}", lang, **values)
