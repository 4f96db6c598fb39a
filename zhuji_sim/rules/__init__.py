"""Zhuji mahjong in plain Python: tiles, contracts, options, settlement and a slow, obvious judge.

`RULES.md` beside this file is the one source of truth. Nothing here imports numba, and numpy only to encode.
"""

from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.notation import (
    Meld,
    format_meld,
    format_tile,
    format_tiles,
    parse_meld,
    parse_melds,
    parse_tile,
    parse_tiles,
)
from zhuji_sim.rules.options import PRESETS, Option
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.settlement import settle
from zhuji_sim.rules.tiles import COPIES, KINDS, SEATS, dual_set, is_honour, rank_of, successor, suit_of
from zhuji_sim.rules.winning import BY_KEYS, ITEM_KEYS, By, Item

__all__ = [
    "BY_KEYS",
    "COPIES",
    "ITEM_KEYS",
    "KINDS",
    "PRESETS",
    "SEATS",
    "By",
    "Contract",
    "Item",
    "Meld",
    "Mode",
    "Option",
    "Ruleset",
    "dual_set",
    "format_meld",
    "format_tile",
    "format_tiles",
    "is_honour",
    "parse_meld",
    "parse_melds",
    "parse_tile",
    "parse_tiles",
    "rank_of",
    "settle",
    "successor",
    "suit_of",
]
