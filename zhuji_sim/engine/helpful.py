"""Which tiles bring a hand closer to a win worth some tai (ukeire), and which it can spare.

A win can be reached with the caishen in hand, with three caishen where they count, without any, or as a hand
of honours; whatever brings the hand closer by one of the ways that are shortest now, helps.
"""

from typing import Final

import numpy as np

from zhuji_sim.tables.layout import DUAL_CODE, SOLO_CODE

from .distance import (
    HONOURS,
    UNREACHABLE,
    can_be_wucai,
    distance_to_melds,
    distance_to_tai,
    fewest,
    has_room_for_three,
    need_of_wucai,
)
from .groups import honour_classes, profile_of, suit_classes
from .helpful_any import ADD, REMOVE, UNKNOWN, kinds_of_any
from .holding import HONOUR_SCOPE
from .jit import inner, kernel
from .kinds import lowest_kind, without_lowest
from .tight import ALL_KINDS, honour_hand_kinds, tight_kinds

__all__ = [
    "helpful_kinds",
    "helpful_kinds_from",
    "live_copies",
    "live_helpful",
    "live_helpful_from",
    "spare_kinds",
    "spare_kinds_from",
    "wild_kinds",
]

_THREE: Final = 3


@kernel
def helpful_kinds(holding, target, rules, tables):
    """Kinds that bring a hand of 13 tiles closer to a win worth at least `target` tai.

    Parameters
    ----------
    holding : record of HOLDING
        13 tiles, melds counted as three.
    target : int
        Tai the hand is to be worth; 0 and less is any complete hand.
    rules : record of RULES
    tables : record of TABLES

    Returns
    -------
    int
        Bit k stands for kind k. A kind of which the hand holds all four is none.
    """
    return _look(holding, target, np.int64(ADD), rules, tables)


@kernel
def helpful_kinds_from(holding, target, nearest, rules, tables):
    """As `helpful_kinds`, of a hand known to miss `nearest` tiles to `target` tai (at least 1 of both)."""
    return _look_from(holding, target, nearest, np.int64(ADD), rules, tables)


@kernel
def spare_kinds(holding, target, rules, tables):
    """Kinds that a hand of 14 tiles can discard without getting farther from a win worth `target` tai.

    Parameters and bits are those of `helpful_kinds`; the distance is that of the 14 tiles
    (`distance_to_tai`).
    """
    return _look(holding, target, np.int64(REMOVE), rules, tables)


@kernel
def spare_kinds_from(holding, target, nearest, rules, tables):
    """As `spare_kinds`, of a hand known to miss `nearest` tiles to `target` tai (at least 1)."""
    if nearest == UNREACHABLE:
        return np.int64(0)
    return _look_from(holding, target, nearest, np.int64(REMOVE), rules, tables)


@kernel
def live_helpful(holding, target, live, rules, tables):
    """Copies of helpful tiles that may still come: the sum of `live` (int8[34]) over `helpful_kinds`."""
    return live_copies(_look(holding, target, np.int64(ADD), rules, tables), live)


@kernel
def live_helpful_from(holding, target, nearest, live, rules, tables):
    """As `live_helpful`, of a hand known to miss `nearest` tiles to `target` tai (at least 1 of both)."""
    return live_copies(helpful_kinds_from(holding, target, nearest, rules, tables), live)


@inner
def live_copies(kinds, live):
    """The sum of `live` (int8[34]) over these kinds, bit k for kind k."""
    copies = np.int64(0)
    left = np.uint64(kinds)
    while left:
        copies += live[lowest_kind(left)]
        left = without_lowest(left)
    return copies


@inner
def _look(holding, target, step, rules, tables):
    """Kinds that help (ADD) or can be spared (REMOVE), by every route that reaches the least distance."""
    wilds = wild_kinds(holding, rules)
    if target <= 0 and tables.loose_honours == 0:
        found = kinds_of_any(holding, step, tables)
        if found != UNKNOWN:
            return found | wilds if step == ADD else found & ~wilds
    nearest = distance_to_tai(holding, target, np.int64(0), rules, tables)
    if nearest == UNREACHABLE or (step == ADD and nearest == 0):
        return np.int64(0)
    return _look_from(holding, target, nearest, step, rules, tables)


@inner
def _look_from(holding, target, nearest, step, rules, tables):
    """As `_look`, of a hand that misses `nearest` tiles."""
    wilds = wild_kinds(holding, rules)
    caishen = np.int64(holding.caishen)
    need = target - np.int64(holding.meld_tai) if target > 0 else np.int64(0)
    wucai = target > 0 and can_be_wucai(holding, rules)
    kinds = np.int64(0)
    if holding.wild != 0 or not wucai:
        found = tight_kinds(holding, need, nearest + caishen, step, np.int64(0), tables)
        if found != 0:
            kinds |= (found & ~wilds) | (wilds if step == ADD else 0)
        if target > 0 and rules.tai_three_caishen > 0 and has_room_for_three(holding):
            easier = need - rules.tai_three_caishen
            kinds |= _kinds_with_three(holding, easier, nearest, step, wilds, tables)
    # By natural tiles alone no hand is nearer than four melds and a pair are.
    if wucai and (tables.loose_honours == 1 or distance_to_melds(holding, tables) + caishen <= nearest):
        needed = need_of_wucai(need, target, rules)
        found = tight_kinds(holding, needed, nearest, step, wilds, tables)
        if found != 0:
            kinds |= (found & ~wilds) | (wilds if step == REMOVE else 0)
    if 0 < target <= rules.tai_all_honours and holding.scope & ~HONOUR_SCOPE == 0:
        found = honour_hand_kinds(holding, nearest + caishen, step, tables)
        if found != 0:
            kinds |= (found & ~wilds) | (wilds if step == ADD else 0)
    return kinds & ALL_KINDS


@inner
def wild_kinds(holding, rules):
    """The seat's caishen kinds, bit k for kind k."""
    code = np.int64(holding.wild)
    if code >= DUAL_CODE:
        first = code - DUAL_CODE
        return np.int64(1) << first | np.int64(1) << np.int64(rules.successors[first])
    return np.int64(1) << (code - SOLO_CODE) if code > 0 else np.int64(0)


@inner
def _kinds_with_three(holding, need, nearest, step, wilds, tables):
    """Kinds by way of three caishen: so many have to be held, and the hand has to be worth `need` beside."""
    keys = holding.keys
    caishen = np.int64(holding.caishen)
    profile = profile_of(holding, tables)
    missing = fewest(
        holding,
        suit_classes(keys[0], tables),
        suit_classes(keys[1], tables),
        suit_classes(keys[2], tables),
        honour_classes(keys[HONOURS], profile, tables),
        profile,
        need,
        np.int64(UNREACHABLE),
        tables,
    )
    lacking = _THREE - caishen - holding.tame
    if max(missing - caishen, lacking) != nearest:
        return np.int64(0)
    if missing - caishen < nearest:
        return wilds if step == ADD else ALL_KINDS & ~wilds
    naturals = tight_kinds(holding, need, missing, step, np.int64(0), tables) & ~wilds
    if step == REMOVE:
        return naturals
    return naturals | wilds if lacking < nearest else wilds
