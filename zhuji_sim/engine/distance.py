"""How many tiles a holding misses to a win, and to a win worth some tai.

Missing tiles are counted by the look-up tables of the holding's groups; each caishen pays for one. All distances are
those of the tiles in hand: 0 complete, 1 ready (or, with the tile just drawn, ready after a discard).
"""

from typing import Final

import numpy as np

from .groups import (
    any_of,
    barred_honours,
    barred_suit,
    entry,
    honour_classes,
    profile_of,
    sequences_of,
    suit_classes,
    triple_class,
    triplets_of,
)
from .holding import HONOUR_SCOPE
from .jit import kernel
from .options import WucaiBonus

__all__ = [
    "UNREACHABLE",
    "can_be_wucai",
    "distance_any",
    "distance_to_melds",
    "distance_to_tai",
    "fewest",
    "need_of_wucai",
]

UNREACHABLE: Final = 64
"""Distance of a win that no tiles can bring."""
HONOURS: Final = 3
_MELDS: Final = 4
_PAIR: Final = 2
_THREE: Final = 3
_HAND: Final = 14
_LAST_NEED: Final = 127
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2


@kernel
def distance_to_melds(holding, tables):
    """Tiles missing to four melds and a pair, whatever their tai.

    Parameters
    ----------
    holding : record of HOLDING
    tables : record of TABLES

    Returns
    -------
    int
        0 complete (with 14 tiles), 1 ready.
    """
    keys = holding.keys
    suits = triple_class(
        _ANY,
        any_of(suit_classes(keys[0], tables)),
        any_of(suit_classes(keys[1], tables)),
        any_of(suit_classes(keys[2], tables)),
        tables,
    )
    row = tables.honour_rows[tables.honour_joint[0, keys[HONOURS]], 0]
    return np.int64(tables.final_any[_MELDS - holding.melds, row, suits]) - holding.caishen


@kernel
def distance_any(holding, tables):
    """Tiles missing to any complete hand, 14 loose honours included where the rules allow them."""
    missing = distance_to_melds(holding, tables)
    if tables.loose_honours == 1 and holding.scope & ~HONOUR_SCOPE == 0:
        missing = min(missing, _missing_honours(holding, tables) - holding.caishen)
    return missing


@kernel
def _missing_honours(holding, tables):
    """Natural tiles missing to a hand of honours of whatever shape."""
    tiles = 3 * (_MELDS - holding.melds) + _PAIR
    return max(0, tiles - np.int64(tables.honour_count[holding.keys[HONOURS]]))


@kernel
def can_be_wucai(holding, rules):
    """Whether the holding would count as 无财 with no caishen in the hand."""
    if holding.tame > 0 or rules.wucai_bonus == WucaiBonus.OFF:
        return False
    return rules.wucai_bonus == WucaiBonus.HAND or holding.wild == 0


@kernel
def distance_to_tai(holding, target, extra, rules, tables):
    """Fewest tiles missing to a hand worth at least `target` tai (RULES.md §5).

    A fifth copy of a tile counts as obtainable. Caishen held may be thrown away for 无财, and then no missing tile may
    be a caishen either.

    Parameters
    ----------
    holding : record of HOLDING
    target : int
        Tai the hand is to be worth; 0 and less is any complete hand.
    extra : int
        Tai that come from the way of winning (杠开, 抢杠).
    rules : record of RULES
    tables : record of TABLES

    Returns
    -------
    int
        0 complete (with 14 tiles), 1 ready, UNREACHABLE if no tiles are enough.
    """
    if target <= 0:
        return distance_any(holding, tables)
    if 0 < rules.tai_limit < target:
        return np.int64(UNREACHABLE)
    keys = holding.keys
    first = suit_classes(keys[0], tables)
    second = suit_classes(keys[1], tables)
    third = suit_classes(keys[2], tables)
    profile = profile_of(holding, tables)
    honours = honour_classes(keys[HONOURS], profile, tables)
    caishen = np.int64(holding.caishen)
    need = target - np.int64(holding.meld_tai) - extra
    wucai = can_be_wucai(holding, rules)
    best = np.int64(UNREACHABLE)
    if holding.wild != 0 or not wucai:
        best = fewest(holding, first, second, third, honours, profile, need, tables) - caishen
        if rules.tai_three_caishen > 0 and holding.wild != 0:
            lacking = _THREE - caishen - holding.tame
            missing = fewest(
                holding, first, second, third, honours, profile, need - rules.tai_three_caishen, tables
            )
            best = min(best, max(missing - caishen, lacking))
    if wucai:
        needed = need_of_wucai(need, target, rules)
        if holding.wild == 0:
            best = fewest(holding, first, second, third, honours, profile, needed, tables)
        elif needed < need and best > distance_to_melds(holding, tables) + caishen:
            wild = tables.wild[holding.wild]
            if wild.group == HONOURS:
                honours = barred_honours(keys[HONOURS], profile, wild, tables)
            elif wild.group == 0:
                first = barred_suit(keys[0], wild, tables)
            elif wild.group == 1:
                second = barred_suit(keys[1], wild, tables)
            else:
                third = barred_suit(keys[2], wild, tables)
            best = min(best, fewest(holding, first, second, third, honours, profile, needed, tables))
    if target <= rules.tai_all_honours and holding.scope & ~HONOUR_SCOPE == 0:
        best = min(best, _missing_honour_hand(holding, profile, tables) - caishen)
    return best if best <= _HAND else np.int64(UNREACHABLE)


@kernel
def need_of_wucai(need, target, rules):
    """Tai that shape, suits and honours have to give in a hand without caishen, `need` being those of any hand."""
    needed = need - rules.tai_no_caishen
    if target <= rules.tai_no_caishen_floor:
        needed = min(needed, needed - target + rules.floor_needs_tai)
    return needed


@kernel
def _missing_honour_hand(holding, profile, tables):
    """Tiles missing to four melds and a pair of honours, or to 14 loose ones where they win."""
    joint = honour_classes(holding.keys[HONOURS], profile, tables)
    word = tables.honour_lanes[tables.honour_rows[joint, 0], 1]
    missing = entry(word, _MELDS - np.int64(holding.melds))
    if tables.loose_honours == 1:
        missing = min(missing, _missing_honours(holding, tables))
    return missing


@kernel
def fewest(holding, first, second, third, honours, profile, need, tables):
    """Fewest tiles missing to a hand whose concealed shape, suits and honours give at least `need` tai.

    Parameters
    ----------
    holding : record of HOLDING
        Gives the melds on the table; its tiles come as the classes.
    first, second, third : int
        Packed classes of the suits.
    honours : int
        Joint class of the honours under `profile`.
    need : int
        Tai; 0 and less is any complete hand.
    """
    plan = tables.plans[profile, min(max(need, 0), _LAST_NEED)]
    rows = tables.honour_rows[honours]
    left = _MELDS - np.int64(holding.melds)
    best = np.int64(UNREACHABLE)
    if plan.any >= 0:
        suits = triple_class(_ANY, any_of(first), any_of(second), any_of(third), tables)
        best = np.int64(tables.final_any[left, rows[plan.any], suits])
    if plan.triplets >= 0 and holding.sequences == 0:
        suits = triple_class(_TRIPLETS, triplets_of(first), triplets_of(second), triplets_of(third), tables)
        best = min(best, np.int64(tables.final_triplets[left, rows[plan.triplets], suits]))
    if plan.sequences >= 0 and holding.triplets == 0:
        suits = triple_class(
            _SEQUENCES, sequences_of(first), sequences_of(second), sequences_of(third), tables
        )
        words = tables.triple_lanes[_SEQUENCES, suits]
        best = min(best, entry(words[1], left), entry(words[0], left) + tables.honour_pair[honours])
    scope = np.int64(holding.scope)
    if scope & 6 == 0:
        best = min(best, _fewest_of_suit(holding, first, scope & 1, honours, left, plan, tables))
    if scope & 5 == 0:
        best = min(best, _fewest_of_suit(holding, second, (scope >> 1) & 1, honours, left, plan, tables))
    if scope & 3 == 0:
        best = min(best, _fewest_of_suit(holding, third, (scope >> 2) & 1, honours, left, plan, tables))
    if need <= 0 and tables.loose_honours == 1 and scope & ~HONOUR_SCOPE == 0:
        best = min(best, _missing_honours(holding, tables))
    return best


@kernel
def _fewest_of_suit(holding, classes, melded, honours, left, plan, tables):
    """The same for hands of one suit, with or without honours; `melded` 1 if a meld of the suit is on the table."""
    rows = tables.honour_rows[honours]
    variant = melded + ((np.int64(holding.scope) >> 3) << 1)
    best = np.int64(UNREACHABLE)
    if plan.mixed_any >= 0:
        best = np.int64(tables.mixed_any[variant, left, rows[plan.mixed_any], any_of(classes)])
    if plan.mixed_triplets >= 0 and holding.sequences == 0:
        row = rows[plan.mixed_triplets]
        best = min(best, np.int64(tables.mixed_triplets[variant, left, row, triplets_of(classes)]))
    if plan.mixed_sequences >= 0 and holding.triplets == 0:
        word = tables.suit_lanes[_SEQUENCES, sequences_of(classes), 0]
        best = min(best, entry(word, left) + tables.honour_pair[honours])
    if holding.scope & HONOUR_SCOPE == 0:
        if plan.pure_any >= 0:
            best = min(best, entry(tables.suit_lanes[_ANY, any_of(classes), 1], left))
        if plan.pure_triplets >= 0 and holding.sequences == 0:
            best = min(best, entry(tables.suit_lanes[_TRIPLETS, triplets_of(classes), 1], left))
        if plan.pure_sequences >= 0 and holding.triplets == 0:
            best = min(best, entry(tables.suit_lanes[_SEQUENCES, sequences_of(classes), 1], left))
    return best
