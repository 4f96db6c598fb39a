"""An answer for readers: what it assumes, its table, and what the columns mean."""

from typing import Any, Final
from unicodedata import east_asian_width

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Z95, wilson
from zhuji_sim.analysis.wording import TextTable
from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

from .answer import UNLIKELY, Answer
from .situation import Choice
from .verdict import decimals, per_cent, signed

__all__ = ["assumptions", "caution", "explained", "page_tables", "sentences", "tables", "tai_frame"]

SEEN: Final = 0.005
"""Share of wins by 天胡 and 地胡 from which on they have a column."""
LEAST_LIKELY: Final = 1e-12
"""Chances of bids below this one are told as this one."""
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
    names = [policy.name for policy in asked.policies]
    if len(set(names)) == 1:
        players = _say("players_alike", lang, policy=names[0])
    else:
        places = [text(f"names.wind_{seat}", lang) for seat in SEATS]
        players = _say("comma", lang).join(f"{seat} {name}" for seat, name in zip(places, names, strict=True))
    fewest = int(answer.frame["deals"].min())
    deals = _say("deals_fewer" if fewest < answer.deals else "deals", lang, deals=answer.deals, fewest=fewest)
    if answer.conditioned:
        hands = _say("hands_weighted", lang, effective=answer.effective)
    else:
        hands = _say("hands_blind" if situation.told else "hands_alike", lang)
    return _say(
        "assumptions",
        lang,
        rules=_rules_name(situation.rules),
        seat=text(f"names.seat_{SEATS[situation.seat]}", lang),
        view=view,
        players=players,
        deals=deals,
        seed=asked.seed,
        hands=hands,
    )


def caution(answer: Answer, lang: str) -> str:
    """A warning where the others would hardly have bid so or few deals weigh anything, else nothing."""
    if not answer.unlikely:
        return ""
    if answer.likelihood >= UNLIKELY:
        return _say("few_effective", lang, effective=answer.effective)
    one_in = float(f"{1 / max(answer.likelihood, LEAST_LIKELY):.1g}")
    return _say("unlikely", lang, effective=answer.effective, one_in=one_in)


def tables(answer: Answer, lang: str, width: int) -> list[TextTable]:
    """The table for a terminal: whole, or in two parts where it is narrow."""
    columns = _columns(answer)
    whole = _broken(_table(answer, lang, columns))
    if _width(whole) <= width:
        return [whole]
    return [_broken(_table(answer, lang, _part(columns, part))) for part in (_WORTH, _COURSE)]


def page_tables(answer: Answer, lang: str) -> list[TextTable]:
    """The table for a page, in two parts where it has several rows; the deals of each at its end."""
    columns = _columns(answer)
    if len(answer.frame) == 1:
        return [_table(answer, lang, [*columns, "deals"])]
    return [
        _table(answer, lang, part) for part in (_part(columns, _WORTH), [*_part(columns, _COURSE), "deals"])
    ]


def explained(answer: Answer, lang: str) -> list[str]:
    """What the columns mean, those that are there."""
    columns = _columns(answer)
    keys = {
        "make": "make" if _has_contract(answer) else "",
        "hold": "hold",
        "break_even": "break_even",
        "to_best": "to_pass" if "to_pass" in columns else "to_best",
        "spread": "spread",
        "at_once": "at_once",
        "fail_self_draw": "fails" if _has_contract(answer) else "fails_free",
    }
    return [_say(f"explain_{key}", lang) for column, key in keys.items() if column in columns and key]


def sentences(found: list[str], lang: str) -> str:
    """Sentences as a paragraph."""
    return ("" if lang == "zh" else " ").join(found)


def tai_frame(answer: Answer) -> pd.DataFrame:
    """How many tai the best row wins with (0: it fails): `tai`, `share`, `share_low`, `share_high`.

    Wilson intervals of the effective number of deals in which the contract is held.
    """
    row = answer.frame.iloc[answer.best]
    if row["hold"] == 1.0:
        deals = Z95**2 * row["hold_low"] / (1 - row["hold_low"])  # Wilson's low end of a share of all
    else:
        deals = row["effective"] * row["hold"]
    share = np.array(list(answer.tai.values()))
    low, high = wilson(share * deals, np.full(len(share), deals))
    return pd.DataFrame({"tai": list(answer.tai), "share": share, "share_low": low, "share_high": high})


_NAMES: Final = ("contract", "caishen")
_POINTS: Final = ("points", "to_best", "to_pass")
_WORTH: Final = ("make", "break_even", "points", "to_best", "to_pass")
_COURSE: Final = (
    "hold",
    "spread",
    "tai",
    "at_once",
    "fail_self_draw",
    "fail_my_discard",
    "fail_other_discard",
    "fail_wall_out",
)


def _rules_name(rules: Ruleset) -> str:
    """The preset, and the options that are not its own."""
    usual = Ruleset.preset(rules.preset).options()
    changed = [f"{name} = {value}" for name, value in rules.options().items() if usual[name] != value]
    return f"{rules.preset} ({', '.join(changed)})" if changed else rules.preset


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
        elif name == "to_best":
            there = len(frame) > 1
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
    if np.isnan(row[name]):
        return "–"
    if name == "tai":
        return f"{row[name]:.1f}"
    share = 100 * row[name]
    return "<0%" if share < 0 else ">100%" if share > 100 else f"{share:.0f}%"


def _points(row: "pd.Series[Any]", name: str, places: int) -> str:
    """Points with half of their interval: `+60 ±2`; a dash where a row is compared with itself."""
    value, low, high = (row[column] for column in (name, f"{name}_low", f"{name}_high"))
    if np.isnan(low):
        return signed(value, places)
    if name != "points" and value == low == high == 0:
        return "–"
    return f"{signed(value, places)} ±{(high - low) / 2:.{places}f}"


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"odds.{key}", lang, **values)
