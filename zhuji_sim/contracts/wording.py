"""The study for readers: its answer in two sentences, and tables."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import pandas as pd

from zhuji_sim.analysis.contract_charts import ALL
from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.analysis.measures import BIG_TAI
from zhuji_sim.analysis.wording import TextTable, percent, points
from zhuji_sim.contracts.figures import OTHER, Tables
from zhuji_sim.contracts.study import Study
from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.tiles import SEATS

__all__ = ["answer", "conditions", "sections", "steps_sentence"]

_MOST_NAMED: Final = 5
"""So many contracts are named one by one."""


def answer(tables: Tables, lang: str) -> list[str]:
    """Two sentences: what forced contracts bring against passing, and what the bids of auctions do."""
    forced = _all_seats(tables.forced)
    rare = forced["against_pass_low"].isna()
    better, worse = forced["against_pass_low"] > 0, forced["against_pass_high"] < 0
    unclear = ~(better | worse | rare)
    clauses = [_clause("forced_better" if better.any() else "forced_none", forced[better], lang)]
    clauses += [
        _clause(key, forced[those], lang)
        for key, those in (("forced_unclear", unclear), ("forced_rare", rare))
        if those.any()
    ]
    if worse.any():
        clauses.append(_say("forced_others_worse", lang))
    first = _say("sentence_join", lang).join(clauses) + _say("sentence_end", lang)
    return [first, _auction_sentence(tables.auction, lang)]


def _auction_sentence(auction: pd.DataFrame, lang: str) -> str:
    if auction.empty:
        return _say("auction_none", lang, least=MIN_CLUSTERS)
    every = _all_seats(auction)
    whole = every.iloc[0]
    worse = every[(every["contract"] != ALL) & (every["against_pass_high"] < 0)]
    said = _say(
        "auction_points",
        lang,
        points=points(whole, "points"),
        against_pass=points(whole, "against_pass"),
    )
    if worse.empty:
        return said + _say("auction_no_worse", lang)
    return said + _clause("auction_worse", worse, lang) + _say("sentence_end", lang)


def steps_sentence(tables: Tables, lang: str) -> str:
    """Whether, within a mode, a higher level was made less often."""
    steps = _all_seats(tables.steps)
    return _say(
        "steps_found",
        lang,
        steps=len(steps),
        clear=int((steps["drop_low"] > 0).sum()),
        against=int((steps["drop_high"] < 0).sum()),
    )


def conditions(study: Study, lang: str) -> str:
    """Rules, players, walls and seed, in one line."""
    return _say(
        "conditions",
        lang,
        rules=study.rules_name,
        policy=study.policy.name,
        walls=study.walls,
        deals=study.total_deals,
        seed=study.seed,
        percent=f"{100 * study.confidence:.4g}",
    )


def sections(study: Study, tables: Tables, lang: str) -> dict[str, TextTable]:
    """The tables of the page by section."""
    auction = tables.auction
    every = auction[auction["contract"] == ALL]
    strength = tables.strength
    rare = {
        name: _say("left_out", lang, rows=rows, count=count, least=MIN_CLUSTERS) if rows else ""
        for name, (rows, count) in tables.left_out.items()
    }
    return {
        "made": _table(_all_seats(tables.forced), _FORCED, lang),
        "seats": _by_seat(tables, lang),
        "steps": _table(_all_seats(tables.steps), _STEPS, lang),
        "strength": _table(strength[strength["level"] == study.levels[0]], _STRENGTH, lang, rare["strength"]),
        "auction": _table(_all_seats(auction), _AUCTION, lang, rare["auction"]),
        "bidders": _table(every[every["seat"] != ALL], _BIDDERS, lang),
    }


def _by_seat(tables: Tables, lang: str) -> TextTable:
    """Points of every forced contract and every seat, and of a seat that stays out of the auction."""
    forced = tables.forced
    seats = [forced[forced["seat"] == seat] for seat in SEATS]
    rows = [
        [contract_name(str(row["contract"]), lang), *(points(part.iloc[place], "points") for part in seats)]
        for place, (_, row) in enumerate(seats[0].iterrows())
    ]
    rows.append([_say("stays_out", lang), *(points(part.iloc[0], "pass_points") for part in seats)])
    heads = [_say("head_contract", lang), *(text(f"names.seat_{seat}", lang) for seat in SEATS)]
    return TextTable(heads, rows, [False, *[True] * len(SEATS)])


def _table(table: pd.DataFrame, names: Sequence[str], lang: str, cut: str = "") -> TextTable:
    heads = [_say(f"head_{name}", lang, tai=BIG_TAI) for name in names]
    rows = [[_written(row, name, lang) for name in names] for _, row in table.iterrows()]
    return TextTable(heads, rows, [name not in _NAMES for name in names], cut)


def _written(row: "pd.Series[Any]", name: str, lang: str) -> str:
    if name in _FORMATS:
        return _FORMATS[name](row, name)
    value = row[name]
    if name == "contract":
        return _say("every_contract", lang) if value == ALL else contract_name(str(value), lang)
    if name == "seat":
        return text(f"names.seat_{value}", lang)
    return _say("other_hands", lang) if value == OTHER else f"{value:,}"


def _clause(key: str, contracts: pd.DataFrame, lang: str) -> str:
    """A clause that names contracts, with their points against a pass if they are few."""
    few = len(contracts) <= _MOST_NAMED
    named = [
        contract_name(str(row["contract"]), lang)
        + (f" ({points(row, 'against_pass').partition(' ')[0]})" if few else "")
        for _, row in contracts.iterrows()
    ]
    return _say(key, lang, contracts=text("report.list_comma", lang).join(named))


def _all_seats(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["seat"] == ALL]


def _rate_points(row: "pd.Series[Any]", name: str) -> str:
    """A difference of rates in percentage points: `+16.4 (+14.2 … +18.5)`."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    value, low, high = (f"{number * 100:+.1f}".replace("-", "−") for number in (row[name], low, high))
    return f"{value} ({low} … {high})"


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"contracts.{key}", lang, **values)


_NAMES: Final = ("contract", "seat")
_FORCED: Final = (
    *("contract", "made", "points", "against_pass"),
    *("break_even", "break_even_pass", "points_from_big_wins", "drawn"),
)
_STEPS: Final = ("contract", "drop")
_STRENGTH: Final = ("contract", "distance", "caishen", "hands", "made", "points", "against_pass")
_AUCTION: Final = (
    *("contract", "made", "points", "against_pass", "pass_points"),
    *("break_even", "break_even_pass", "points_from_big_wins", "walls", "share"),
)
_BIDDERS: Final = ("seat", "made", "points", "against_pass", "pass_points", "walls", "share")
_FORMATS: Final[dict[str, Callable[["pd.Series[Any]", str], str]]] = (
    dict.fromkeys(("made", "drawn", "share", "break_even", "break_even_pass"), percent)
    | dict.fromkeys(("points", "points_from_big_wins", "pass_points", "against_pass"), points)
    | {"drop": _rate_points}
)
