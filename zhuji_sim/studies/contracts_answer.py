"""The answer of the study of contracts for readers."""

from typing import Any, Final

import pandas as pd

from zhuji_sim.analysis.contract_charts import ALL
from zhuji_sim.labels import contract_name, text
from zhuji_sim.studies.question import Tables
from zhuji_sim.studies.wording import (
    direction,
    listed,
    percent,
    points,
    rules_name,
    rules_of,
    size,
    worth,
)

__all__ = ["answer", "by_rules"]

_FIRST: Final = "2"
"""The contract whose chances are given for each ruleset."""
_NAMED: Final = 2
"""Contracts that a sentence names at most; more are counted."""
_AGAINST: Final = "against_pass"


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """Which contracts pay whatever the tiles; what bids in auctions brought."""
    main, *_ = rules_of(tables["forced"])
    return _whatever_the_hand(_all_seats(tables["forced"], main), main, lang), _bids(tables, lang)


def by_rules(tables: Tables, lang: str) -> list[tuple[str, str]]:
    """The contracts that pay whatever the tiles, the chances of the lowest, and the bids of auctions."""
    found = []
    for rules in rules_of(tables["forced"]):
        forced = _all_seats(tables["forced"], rules)
        better = [_with_points(row, lang) for _, row in _by_direction(forced, "gain").iterrows()]
        first = forced[forced["contract"] == _FIRST].iloc[0]
        line = _say(
            "line_forced",
            lang,
            contracts=listed(better, lang) if better else _say("line_none", lang),
            made=percent(first, "made"),
            even=percent(first, "break_even"),
            needed=percent(first, "break_even_pass"),
        )
        bids = _auctions(tables, rules)
        if bids is not None:
            written = {"points": points(bids, "points"), "against": points(bids, _AGAINST)}
            line += _say("line_bids", lang, made=percent(bids, "made"), **written)
        found.append((rules_name(rules, lang), line))
    return found


def _whatever_the_hand(forced: pd.DataFrame, rules: str, lang: str) -> str:
    """Contracts against staying out: the best with its points, the others by how clear they are."""
    better, unclear, worse = (_by_direction(forced, way) for way in ("gain", "unclear", "loss"))
    best = pd.concat([better, unclear, worse]).iloc[0]
    pays = direction(best, _AGAINST) == "gain"
    rest = ""
    for key, others in (("also", better), ("unclear", unclear), ("worse", worse)):
        others = others[others["contract"] != best["contract"]]
        if len(others):
            rest += _say(f"answer_{key}", lang, contracts=_names(others, lang))
    return _say(
        "answer_pays" if pays else "answer_none_pays",
        lang,
        rules=rules_name(rules, lang),
        contract=contract_name(str(best["contract"]), lang),
        by=size(best, _AGAINST) if pays else points(best, _AGAINST),
        rest=rest,
    )


def _bids(tables: Tables, lang: str) -> str:
    """What the bids of auctions brought against a pass, in the main ruleset and elsewhere."""
    told = [(rules, _auctions(tables, rules)) for rules in rules_of(tables["forced"])]
    rows = [(rules, row) for rules, row in told if row is not None]
    if not rows:
        return _say("answer_no_bids", lang)
    (main, first), *others = rows
    elsewhere = [
        _say("answer_bids_elsewhere", lang, rules=rules_name(rules, lang), by=worth(row, _AGAINST, lang))
        for rules, row in others
    ]
    return _say(
        "answer_bids",
        lang,
        rules=rules_name(main, lang),
        made=percent(first, "made"),
        outcome=_say(f"answer_bids_{direction(first, _AGAINST)}", lang, by=size(first, _AGAINST)),
        elsewhere="".join(elsewhere),
    )


def _auctions(tables: Tables, rules: str) -> "pd.Series[Any] | None":
    """All contracts of a ruleset's auctions together; None where there were too few."""
    every = _all_seats(tables["auction"], rules)
    every = every[every["contract"] == ALL]
    return None if every.empty else every.iloc[0]


def _by_direction(forced: pd.DataFrame, way: str) -> pd.DataFrame:
    """The contracts that clearly gain on staying out, lose by it, or neither; the best first."""
    kept = [direction(row, _AGAINST) == way for _, row in forced.iterrows()]
    return forced[kept].sort_values(_AGAINST, ascending=False, kind="stable")


def _names(contracts: pd.DataFrame, lang: str) -> str:
    if len(contracts) > _NAMED:
        return _say("answer_many", lang, count=len(contracts))
    return listed([contract_name(str(each), lang) for each in contracts["contract"]], lang)


def _with_points(row: "pd.Series[Any]", lang: str) -> str:
    contract = _say("line_contract", lang, contract=contract_name(str(row["contract"]), lang))
    return f"{contract} {points(row, _AGAINST)}"


def _all_seats(table: pd.DataFrame, rules: str) -> pd.DataFrame:
    return table[(table["rules"] == rules) & (table["seat"] == ALL)]


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_contracts.{key}", lang, **values)
