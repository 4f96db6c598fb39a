"""An answer for readers: what it assumes, its table, and what the columns mean."""

from typing import Any, Final
from unicodedata import east_asian_width

import numpy as np
import pandas as pd

from zhuji_sim.analysis.wording import TextTable
from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

from .answer import FEW_EFFECTIVE, UNLIKELY, Answer
from .rows import caishen_text
from .screening import IF_I_GET_IT
from .situation import Choice
from .verdict import deals_noun, decimals, listed, per_cent, row_noun, signed

__all__ = ["assumptions", "caution", "explained", "page_tables", "sentences", "tables"]

SEEN: Final = 0.005
"""Share of wins by 天胡 and 地胡 from which on they have a column."""
LEAST_LIKELY: Final = 1e-9
"""Chances of bids below this one are not told as a figure: policies are not known so well."""
SCARCE: Final = 400
"""Deals passed out below which a table of view "get" tells how many there are of each row."""
_FINEST: Final = 2
"""Decimals of points at most."""
GAP: Final = 2
"""Columns of a terminal between those of a table."""


def assumptions(answer: Answer, lang: str) -> str:
    """The view in words, who plays, how many deals, and how hidden hands were weighted."""
    situation, asked = answer.situation, answer.asked
    if situation.choice == Choice.BID:
        view = _say(f"view_{asked.view}", lang)
    elif situation.contract is not None and situation.declarer is not None:
        seat = text(f"names.wind_{SEATS[situation.declarer]}", lang)
        contract = contract_name(str(situation.contract), lang)
        view = text("names.declares_contract", lang, seat=seat, contract=contract)
    else:
        view = text("names.role_none", lang)
        if situation.caishen:
            view = _say("with_caishen", lang, role=view, caishen=caishen_text(situation.caishen))
    names = [policy.name for policy in asked.policies]
    if len(set(names)) == 1:
        players = _say("players_alike", lang, policy=names[0])
    else:
        places = [text(f"names.wind_{seat}", lang) for seat in SEATS]
        players = _say("comma", lang).join(f"{seat} {name}" for seat, name in zip(places, names, strict=True))
    fewest = int(answer.frame["deals"].min())
    deals = deals_noun(answer.deals, lang)
    if fewest < answer.deals:
        deals = _say("deals_fewer", lang, deals=deals, fewest=fewest)
    further = answer.frame["auctions"] - answer.frame["deals"]
    if further.any():
        place = int(further.argmax())
        auctions = int(answer.frame["auctions"].iloc[place])
        row = row_noun(answer, place, lang)
        deals = _say("deals_auctions", lang, deals=deals, auctions=auctions, row=row)
    return _say(
        "assumptions",
        lang,
        rules=_rules_name(situation.rules, lang),
        seat=text(f"names.seat_{SEATS[situation.seat]}", lang),
        view=view,
        players=players,
        deals=deals,
        seed=asked.seed,
        hands=_hands(answer, lang),
    )


def _hands(answer: Answer, lang: str) -> str:
    """How likely hidden hands are taken to be, and why."""
    situation = answer.situation
    if not answer.conditioned:
        if situation.told:
            return _say("hands_blind", lang)
        return _say("hands_untold" if situation.plain else "hands_alike", lang)
    worth = deals_noun(answer.effective, lang)
    if not situation.plain or situation.declarer is None:
        return _say("hands_named" if situation.named else "hands_weighted", lang, worth=worth)
    seat = text(f"names.wind_{SEATS[situation.declarer]}", lang)
    contract = contract_name(str(situation.contract), lang)
    named = _say("plain_named", lang, caishen=caishen_text(situation.caishen)) if situation.named else ""
    return _say("hands_plain", lang, seat=seat, contract=contract, named=named, worth=worth)


def caution(answer: Answer, lang: str) -> str:
    """Warnings where the others would hardly have bid so, or a contract is hardly ever got, else nothing."""
    found = []
    if answer.likelihood < UNLIKELY or (answer.unlikely and not answer.withheld):
        found.append(_unlikely(answer, lang))
    frame = answer.frame
    scarce = frame.index[(frame["contract"] != "pass") & (frame["effective"] < FEW_EFFECTIVE)]
    if answer.asked.view == IF_I_GET_IT and len(scarce) and not answer.withheld:
        rows = [row_noun(answer, place, lang) for place in scarce]
        found.append(_say("few_got", lang, few=FEW_EFFECTIVE, rows=listed(rows, lang)))
    return sentences(found, lang)


def _unlikely(answer: Answer, lang: str) -> str:
    """What is wrong with the bidding, with figures where they say anything."""
    if answer.withheld:
        return _say("unlikely_withheld", lang)
    if answer.likelihood >= UNLIKELY:
        return _say("few_effective", lang, effective=answer.effective)
    if answer.likelihood < LEAST_LIKELY:
        often = _say("never", lang)
    else:
        often = _say("once_in", lang, one_in=float(f"{1 / answer.likelihood:.1g}"))
    return _say("unlikely", lang, often=often, worth=deals_noun(answer.effective, lang))


def tables(answer: Answer, lang: str, width: int) -> list[TextTable]:
    """The table for a terminal: whole, or in two parts where it is narrow; none where nothing can be told."""
    if answer.withheld:
        return []
    columns = _columns(answer)
    whole = _broken(_table(answer, lang, columns))
    if _width(whole) <= width:
        return [whole]
    return [_broken(_table(answer, lang, _part(columns, part))) for part in (_WORTH, _COURSE)]


def page_tables(answer: Answer, lang: str) -> list[TextTable]:
    """The same for a page, in two parts where it has several rows; the deals of each at its end."""
    if answer.withheld:
        return []
    columns = _columns(answer)
    if len(answer.frame) == 1:
        return [_table(answer, lang, [*columns, "deals"])]
    return [
        _table(answer, lang, part) for part in (_part(columns, _WORTH), [*_part(columns, _COURSE), "deals"])
    ]


def explained(answer: Answer, lang: str) -> list[str]:
    """What the columns mean, those that are there, and how many rows are not."""
    columns = [] if answer.withheld else _columns(answer)
    keys = {
        "make": "make" if _has_contract(answer) else "",
        "hold": "hold",
        "got": "got",
        "break_even": "break_even",
        "to_best": "to_pass" if "to_pass" in columns else "to_best",
        "spread": "spread",
        "at_once": "at_once",
        "fail_self_draw": "fails" if _has_contract(answer) else "fails_free",
    }
    found = [_say(f"explain_{key}", lang) for column, key in keys.items() if column in columns and key]
    return found + ([_say("left_out", lang, rows=answer.left_out)] if answer.left_out else [])


def sentences(found: list[str], lang: str) -> str:
    """Sentences as a paragraph."""
    return ("" if lang == "zh" else " ").join(found)


_NAMES: Final = ("contract", "caishen")
_POINTS: Final = ("points", "to_best", "to_pass")
_WORTH: Final = ("make", "break_even", "points", "to_best", "to_pass")
_COURSE: Final = (
    "hold",
    "got",
    "spread",
    "tai",
    "at_once",
    "fail_self_draw",
    "fail_my_discard",
    "fail_other_discard",
    "fail_wall_out",
)


def _rules_name(rules: Ruleset, lang: str) -> str:
    """The preset, and the options that are not its own."""
    preset = _say(f"preset_{rules.preset}", lang)
    usual = Ruleset.preset(rules.preset).options()
    changed = [f"{name} = {value}" for name, value in rules.options().items() if usual[name] != value]
    return _say("rules_changed", lang, rules=preset, changes=", ".join(changed)) if changed else preset


def _columns(answer: Answer) -> list[str]:
    """Columns that say something here."""
    frame, choice = answer.frame, answer.situation.choice
    found = []
    for name in (*_NAMES, *_WORTH, *_COURSE):
        if name == "contract":
            there = choice == Choice.BID
        elif name == "caishen":
            there = bool((frame["caishen"] != "").any()) and choice != Choice.NOTHING
        elif name == "hold":
            there = bool((frame["hold"] < 1).any())
        elif name == "got":
            there = answer.asked.view == IF_I_GET_IT and bool((frame["effective"] < SCARCE).any())
        elif name == "to_best":
            there = bool(frame["to_best_low"].drop(answer.best).notna().any())
        elif name == "to_pass":
            there = bool(frame.loc[frame["contract"] != "pass", "to_pass_low"].notna().any())
        elif name == "at_once":
            there = bool((frame["at_once"] >= SEEN).any())
        else:
            there = bool(frame["points_q05" if name == "spread" else name].notna().any())
        if there:
            found.append(name)
    return found


def _has_contract(answer: Answer) -> bool:
    situation = answer.situation
    return situation.choice == Choice.BID or (
        situation.contract is not None and situation.declarer == situation.seat
    )


def _table(answer: Answer, lang: str, columns: list[str]) -> TextTable:
    heads = []
    for name in columns:
        free = name == "make" and not _has_contract(answer)
        heads.append(_say("head_win" if free else f"head_{name}", lang))
    best = answer.frame.iloc[answer.best]
    places = decimals(best["points_high"] - best["points_low"])
    rows = [[_cell(row, name, lang, places) for name in columns] for _, row in answer.frame.iterrows()]
    return TextTable(heads, rows, [name not in _NAMES for name in columns])


def _part(columns: list[str], part: tuple[str, ...]) -> list[str]:
    """The names of a row and some of its figures, those that are there."""
    return [name for name in (*_NAMES, *part) if name in columns]


def _broken(table: TextTable) -> TextTable:
    """The table with a line for each word of a head that is wider than its column."""
    values = zip(*table.rows, strict=True)
    heads = [
        "\n".join(head.split()) if _letters(head) > max(map(_letters, column)) else head
        for head, column in zip(table.heads, values, strict=True)
    ]
    return TextTable(heads, table.rows, table.numeric)


def _width(table: TextTable) -> int:
    """Columns of a terminal that a table needs."""
    cells = [
        max(map(_letters, [*head.split("\n"), *values]))
        for head, values in zip(table.heads, zip(*table.rows, strict=True), strict=True)
    ]
    return sum(cells) + GAP * (len(cells) - 1)


def _letters(words: str) -> int:
    """Columns of a terminal; a Chinese character takes two."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in words)


def _cell(row: "pd.Series[Any]", name: str, lang: str, places: int) -> str:
    """A figure or a name; points with as many decimals as `places`."""
    if name == "contract":
        return _say("pass", lang) if row[name] == "pass" else contract_name(row[name], lang)
    if name == "caishen":
        return str(row[name])
    if name == "make":
        return per_cent(row, name, lang)
    if name == "spread":
        low, high = row["points_q05"], row["points_q95"]
        return "–" if np.isnan(low) else f"{signed(low, 0)}…{signed(high, 0)}"
    if name in _POINTS:
        return _points(row, name, places)
    if name == "deals":
        return f"{row[name]:,}"
    if name == "got":
        return "–" if row["contract"] == "pass" else f"{row['effective']:,.0f}"
    if np.isnan(row[name]):
        return "–"
    if name == "tai":
        return f"{row[name]:.1f}"
    share = 100 * row[name]
    return "<0%" if share < 0 else ">100%" if share > 100 else f"{share:.0f}%"


def _points(row: "pd.Series[Any]", name: str, places: int) -> str:
    """Points with the longer side of their interval: `+60 ±2`; a dash where a row is compared with itself."""
    value, low, high = (row[column] for column in (name, f"{name}_low", f"{name}_high"))
    if np.isnan(low):
        return signed(value, places)
    if name != "points" and value == low == high == 0:
        return "–"
    if low == high:
        return signed(value, places)
    side = max(high - value, value - low)
    while places < _FINEST and float(f"{side:.{places}f}") == 0:
        places += 1
    return f"{signed(value, places)} ±{side:.{places}f}"


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"odds.{key}", lang, **values)
