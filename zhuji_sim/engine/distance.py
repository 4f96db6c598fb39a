"""How many tiles a holding misses to a win, and to a win worth some tai.

Missing tiles are counted by the look-up tables of the holding's groups; each caishen pays for one. All
distances are those of the tiles in hand: 0 complete, 1 ready (or, with the tile just drawn, ready after a
discard).
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
    tiles_of,
    triple_class,
    triplets_of,
)
from .holding import HONOUR_SCOPE
from .jit import inner, kernel, merged
from .options import WucaiBonus

__all__ = [
    "UNREACHABLE",
    "can_be_wucai",
    "distance_any",
    "distance_to_melds",
    "distance_to_tai",
    "fewest",
    "has_room_for_three",
    "missing_honours",
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
    row = tables.honours[tables.honour_joint[0, keys[HONOURS]]].rows[0]
    return np.int64(tables.final_any[_MELDS - holding.melds, row, suits]) - holding.caishen


@kernel
def distance_any(holding, tables):
    """Tiles missing to any complete hand, 14 loose honours included where the rules allow them."""
    missing = distance_to_melds(holding, tables)
    if tables.loose_honours == 1 and holding.scope & ~HONOUR_SCOPE == 0:
        missing = min(missing, missing_honours(holding, tables) - holding.caishen)
    return missing


@inner
def missing_honours(holding, tables):
    """Natural tiles missing to a hand of honours of whatever shape."""
    tiles = 3 * (_MELDS - holding.melds) + _PAIR
    return max(0, tiles - np.int64(tables.honour_count[holding.keys[HONOURS]]))


@inner
def can_be_wucai(holding, rules):
    """Whether the holding would count as 无财 with no caishen in the hand."""
    if holding.tame > 0 or rules.wucai_bonus == WucaiBonus.OFF:
        return False
    return rules.wucai_bonus == WucaiBonus.HAND or holding.wild == 0


@kernel
def distance_to_tai(holding, target, extra, rules, tables):
    """Fewest tiles missing to a hand worth at least `target` tai (RULES.md §5).

    A fifth copy of a tile counts as obtainable. Caishen held may be thrown away for 无财, and then no missing
    tile may be a caishen either.

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
    far = np.int64(UNREACHABLE)
    best = far
    if holding.wild != 0 or not wucai:
        best = fewest(holding, first, second, third, honours, profile, need, far, tables) - caishen
        if rules.tai_three_caishen > 0 and has_room_for_three(holding):
            easier = need - rules.tai_three_caishen
            missing = fewest(holding, first, second, third, honours, profile, easier, best + caishen, tables)
            best = min(best, max(missing - caishen, _THREE - caishen - holding.tame))
    if wucai:
        needed = need_of_wucai(need, target, rules)
        if holding.wild == 0:
            best = fewest(holding, first, second, third, honours, profile, needed, far, tables)
        elif needed < need:
            # Without caishen no hand is nearer than any four melds and a pair are by natural tiles alone.
            suits = triple_class(_ANY, any_of(first), any_of(second), any_of(third), tables)
            left = (_MELDS - np.int64(holding.melds)) & 7
            nearest = tables.final_any[left, tables.honours[honours].rows[0], suits]
            if best > nearest or tables.loose_honours == 1:
                best = _fewest_without(holding, first, second, third, honours, profile, needed, best, tables)
    # A hand of honours misses at least what the honours held leave open.
    open_places = 3 * (_MELDS - np.int64(holding.melds)) + _PAIR - np.int64(tables.honours[honours].tiles)
    may_be_all_honours = target <= rules.tai_all_honours and holding.scope & ~HONOUR_SCOPE == 0
    if open_places - caishen < best and may_be_all_honours:
        best = min(best, missing_honour_hand(holding, honours, tables) - caishen)
    return best if best <= _HAND else far


@inner
def _fewest_without(holding, first, second, third, honours, profile, need, bound, tables):
    """`fewest` for a hand that is to have no caishen, so that no missing tile may be one."""
    wild = tables.wild[holding.wild]
    keys = holding.keys
    if wild.group == HONOURS:
        honours = barred_honours(np.int64(keys[HONOURS]), profile, wild, tables)
    elif wild.group == 0:
        first = barred_suit(np.int64(keys[0]), wild, tables)
    elif wild.group == 1:
        second = barred_suit(np.int64(keys[1]), wild, tables)
    else:
        third = barred_suit(np.int64(keys[2]), wild, tables)
    return fewest(holding, first, second, third, honours, profile, need, bound, tables)


@inner
def has_room_for_three(holding):
    """Whether the seat has caishen and the hand room for three of them, those in melds counted."""
    places = 3 * (_MELDS - np.int64(holding.melds)) + _PAIR
    return holding.wild != 0 and places + holding.tame >= _THREE


@inner
def need_of_wucai(need, target, rules):
    """Tai that shape, suits and honours have to give in a hand without caishen; `need` in any other."""
    needed = need - rules.tai_no_caishen
    if target <= rules.tai_no_caishen_floor:
        needed = min(needed, needed - target + rules.floor_needs_tai)
    return needed


@inner
def missing_honour_hand(holding, honours, tables):
    """Tiles missing to four melds and a pair of honours, or to 14 loose ones where they win."""
    word = tables.honour_lanes[tables.honours[honours].rows[0], 1]
    missing = entry(word, _MELDS - np.int64(holding.melds))
    if tables.loose_honours == 1:
        missing = min(missing, missing_honours(holding, tables))
    return missing


@inner
def fewest(holding, first, second, third, honours, profile, need, bound, tables):
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
    bound : int
        Where no fewer are enough, this is returned.
    """
    plan = tables.plans[profile, min(max(need, 0), _LAST_NEED)]
    left = (_MELDS - np.int64(holding.melds)) & 7
    best = bound
    if plan.all_any >= 0:
        suits = triple_class(_ANY, any_of(first), any_of(second), any_of(third), tables)
        best = min(best, np.int64(tables.final_any[left, tables.honours[honours].rows[plan.all_any], suits]))
    if plan.all_triplets >= 0 and holding.sequences == 0:
        suits = triple_class(_TRIPLETS, triplets_of(first), triplets_of(second), triplets_of(third), tables)
        row = tables.honours[honours].rows[plan.all_triplets]
        best = min(best, np.int64(tables.final_triplets[left, row, suits]))
    if plan.all_sequences >= 0 and holding.triplets == 0:
        suits = triple_class(
            _SEQUENCES, sequences_of(first), sequences_of(second), sequences_of(third), tables
        )
        with_pair = entry(tables.triple_lanes[_SEQUENCES, suits, 1], left)
        without = entry(tables.triple_lanes[_SEQUENCES, suits, 0], left)
        best = min(best, with_pair, without + tables.honours[honours].pair)
    # A hand of one suit misses at least what its tiles and the honours leave open.
    scope = np.int64(holding.scope)
    open_places = 3 * left + _PAIR - np.int64(tables.honours[honours].tiles)
    if open_places - tiles_of(first) < best and scope & 6 == 0:
        best = _fewest_of_suit(holding, first, scope & 1, honours, plan, best, tables)
    if open_places - tiles_of(second) < best and scope & 5 == 0:
        best = _fewest_of_suit(holding, second, (scope >> 1) & 1, honours, plan, best, tables)
    if open_places - tiles_of(third) < best and scope & 3 == 0:
        best = _fewest_of_suit(holding, third, (scope >> 2) & 1, honours, plan, best, tables)
    if need <= 0 and tables.loose_honours == 1 and scope & ~HONOUR_SCOPE == 0:
        best = min(best, missing_honours(holding, tables))
    return best


@merged
def _fewest_of_suit(holding, classes, melded, honours, plan, bound, tables):
    """The same for hands of one suit, with honours or not; `melded` 1 if a meld of it is on the table."""
    left = (_MELDS - np.int64(holding.melds)) & 7
    variant = melded + ((np.int64(holding.scope) >> 2) & 2)
    best = bound
    if plan.mixed_any >= 0:
        row = tables.honours[honours].rows[plan.mixed_any]
        best = min(best, np.int64(tables.mixed_any[variant, left, row, any_of(classes)]))
    if plan.mixed_triplets >= 0 and holding.sequences == 0:
        row = tables.honours[honours].rows[plan.mixed_triplets]
        best = min(best, np.int64(tables.mixed_triplets[variant, left, row, triplets_of(classes)]))
    if plan.mixed_sequences >= 0 and holding.triplets == 0:
        without = entry(tables.suit_lanes[_SEQUENCES, sequences_of(classes), 0], left)
        best = min(best, without + tables.honours[honours].pair)
    if variant < 2:
        if plan.pure_any >= 0:
            best = min(best, entry(tables.suit_lanes[_ANY, any_of(classes), 1], left))
        if plan.pure_triplets >= 0 and holding.sequences == 0:
            best = min(best, entry(tables.suit_lanes[_TRIPLETS, triplets_of(classes), 1], left))
        if plan.pure_sequences >= 0 and holding.triplets == 0:
            best = min(best, entry(tables.suit_lanes[_SEQUENCES, sequences_of(classes), 1], left))
    return best
