"""The verdict in words: what to do, by what margin, and whether it holds against other players."""

from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Estimate
from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import SEATS

from .answer import Answer
from .situation import Choice

__all__ = [
    "deals_noun",
    "decimals",
    "difference",
    "does_it_hold",
    "listed",
    "per_cent",
    "plain",
    "row_noun",
    "signed",
    "tied",
    "verdict",
]

MOST_NAMED: Final = 3
"""So many rows that are too close to call are named; the others are counted."""
_SMALL: Final = 5.0
"""Per cent: smaller shares are written with a decimal."""
_WIDE: Final = 10.0
_NARROW: Final = 0.4
"""Points: intervals as wide are written without decimals, narrower ones with two."""


def verdict(answer: Answer, lang: str) -> str:
    """One sentence: what is best, by how much, and how sure that is."""
    if answer.withheld:
        return _say("withheld", lang, deals=deals_noun(answer.effective, lang))
    if answer.situation.choice == Choice.NOTHING:
        return _chances(answer, lang)
    naming = answer.situation.choice == Choice.NAME
    best = answer.frame.iloc[answer.best]
    values = {"first": row_noun(answer, answer.best, lang), "points": plain(best, "points")}
    if len(answer.frame) == 1:
        return _say("only", lang, **values)
    if answer.undecided:
        return _say("few", lang, deals=answer.deals, **values)
    close = tied(answer)
    rival = close[0] if close else answer.second
    values |= {
        "rival": row_noun(answer, rival, lang),
        "lead": difference(answer.lead(rival), lang),
        "to_pass": difference(_to_pass(best), lang),
    }
    if close:
        values["rows"] = listed([row_noun(answer, i, lang) for i in [answer.best, *close]], lang)
    if naming:
        values["chance"] = _chance(answer, lang)
        return _say("name_close" if close else "name", lang, **values)
    passes = [answer.frame["contract"].iloc[i] == "pass" for i in [answer.best, *close]]
    if close:
        return _say("close" if any(passes) else "bid_close", lang, **values)
    if passes[0]:
        return _say("pass_best", lang, **values)
    alone = answer.frame["contract"].iloc[rival] == "pass"
    return _say("bid_over_pass" if alone else "bid", lang, **values)


def does_it_hold(answer: Answer, lang: str) -> list[str]:
    """A line for each kind of other players that the verdict was tried against, if there is a verdict."""
    if len(answer.frame) == 1:
        return []
    lines = []
    for each in answer.opponents:
        lead, key = each.lead, "against_open"
        if np.isnan(each.lead.low):
            key = "against_few"
        elif each.holds is not None:
            key = "against_holds" if each.holds else "against_flips"
        if each.holds is False:
            lead = Estimate(-lead.value, -lead.high, -lead.low)
        values = {
            "policy": each.name,
            "first": row_noun(answer, answer.best, lang),
            "rival": row_noun(answer, each.rival, lang),
            "lead": difference(lead, lang),
        }
        lines.append(_say(key, lang, **values))
    return lines


def tied(answer: Answer) -> list[int]:
    """Rows that may be as good as the best one, as far as these deals tell, the nearest first."""
    frame = answer.frame
    near = [
        i
        for i in range(len(frame))
        if i != answer.best and np.isfinite(frame["to_best"].iloc[i]) and frame["to_best_high"].iloc[i] >= 0
    ]
    return sorted(near, key=lambda i: -frame["to_best"].iloc[i])


def plain(row: "pd.Series[Any]", name: str) -> str:
    """A value with its sign, without its interval."""
    return signed(row[name], decimals(row[f"{name}_high"] - row[f"{name}_low"]))


def difference(found: Estimate, lang: str) -> str:
    """Points more, with the interval: `9 (3–15)`; with signs where it holds zero."""
    value, low, high = float(found.value), float(found.low), float(found.high)
    places = decimals(high - low)
    if low == high:
        return _say("exact", lang, value=f"{value:.0f}".replace("-", "−"))
    if low > 0:
        shown = [f"{number:.{places}f}" for number in (value, low, high)]
        return _say("interval", lang, value=shown[0], low=shown[1], high=shown[2])
    value_text, low_text, high_text = (signed(number, places) for number in (value, low, high))
    return _say("signed_interval", lang, value=value_text, low=low_text, high=high_text)


def per_cent(row: "pd.Series[Any]", name: str, lang: str) -> str:
    """A share with its interval: `61 % (59–63)`."""
    value, low, high = (row[column] * 100 for column in (name, f"{name}_low", f"{name}_high"))
    if np.isnan(value):
        return "–"
    if np.isnan(low):
        return _say("share", lang, value=f"{value:.0f}")
    places = 1 if value < _SMALL and high - low < _SMALL else 0
    shown = [f"{number:.{places}f}" for number in (value, low, high)]
    return _say("share_interval", lang, value=shown[0], low=shown[1], high=shown[2])


def _chances(answer: Answer, lang: str) -> str:
    """For a player who has nothing to choose."""
    situation, row = answer.situation, answer.frame.iloc[0]
    values = {"chance": per_cent(row, "make", lang), "points": plain(row, "points")}
    if situation.contract is None or situation.declarer is None:
        return _say("chances", lang, **values)
    values["contract"] = _held(answer, lang)
    if situation.declarer == situation.seat:
        return _say("chances_declarer", lang, **values)
    seat = text(f"names.wind_{SEATS[situation.declarer]}", lang)
    return _say("chances_defender", lang, seat=seat, **values)


def _chance(answer: Answer, lang: str) -> str:
    """How often the contract is made, or a hand won, under the best name."""
    chance = per_cent(answer.frame.iloc[answer.best], "make", lang)
    if answer.situation.contract is None:
        return _say("name_wins", lang, chance=chance)
    contract = contract_name(str(answer.situation.contract), lang)
    return _say("name_makes", lang, chance=chance, contract=contract)


def _held(answer: Answer, lang: str) -> str:
    """The contract that stands, with its caishen where they are known."""
    situation = answer.situation
    contract = contract_name(str(situation.contract), lang)
    if not situation.caishen:
        return contract
    return _say("held", lang, contract=contract, caishen="".join(map(format_tile, situation.caishen)))


def row_noun(answer: Answer, place: int, lang: str) -> str:
    """A row as it is spoken of: `solo 4 naming 9p`, `passing`."""
    row = answer.frame.iloc[place]
    if answer.situation.choice == Choice.NOTHING:
        return _say("this_hand", lang)
    if row["contract"] == "pass":
        return _say("passing", lang)
    if answer.situation.choice == Choice.NAME:
        return str(row["caishen"])
    contract = contract_name(row["contract"], lang)
    return _say("naming", lang, contract=contract, caishen=row["caishen"]) if row["caishen"] else contract


def deals_noun(count: float, lang: str) -> str:
    """`1 deal`, `640 deals`."""
    whole = round(count)
    return _say("one_deal" if whole == 1 else "many_deals", lang, count=whole)


def listed(names: list[str], lang: str) -> str:
    """Names of rows as they stand in a sentence; the first few, and how many more."""
    shown, more = names[:MOST_NAMED], len(names) - MOST_NAMED
    if more > 0:
        return _say("comma", lang).join(shown) + _say("and_more", lang, count=more)
    if len(shown) == 1:
        return shown[0]
    return _say("comma", lang).join(shown[:-1]) + _say("and", lang) + shown[-1]


def _to_pass(row: "pd.Series[Any]") -> Estimate:
    return Estimate(*(np.array(row[name]) for name in ("to_pass", "to_pass_low", "to_pass_high")))


def decimals(width: float) -> int:
    """As many as an interval of this width bears; 1 where it is not known."""
    return 0 if width >= _WIDE or width == 0 else 2 if width < _NARROW else 1


def signed(value: float, places: int) -> str:
    """`+3`, `−1.2`, `0`; nothing known is a dash."""
    if np.isnan(value):
        return "–"
    shown = f"{value:+.{places}f}".replace("-", "−")
    return shown[1:] if float(f"{value:.{places}f}") == 0 else shown


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"odds.{key}", lang, **values)
