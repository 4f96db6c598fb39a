"""What a complete hand is worth, and whether it may be declared (RULES.md §5)."""

from typing import Final

import numpy as np

from .codes import By
from .distance import HONOURS, can_be_wucai, distance_any
from .groups import (
    any_of,
    entry,
    honour_classes,
    profile_of,
    sequences_of,
    suit_classes,
    triple_class,
    triplets_of,
)
from .holding import HONOUR_SCOPE
from .jit import inner, kernel

__all__ = ["INCOMPLETE", "best_tai", "circumstantial_tai", "lifted", "verdict", "wins"]

GANG: Final = int(By.GANG)
ROB: Final = int(By.ROB)
HEAVENLY: Final = int(By.HEAVENLY)
EARTHLY: Final = int(By.EARTHLY)
INCOMPLETE: Final = -1
"""Tai of a hand that is not complete."""
_MELDS: Final = 4
_PAIR: Final = 2
_THREE: Final = 3
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2


@kernel
def best_tai(holding, by, rules, tables):
    """The most tai a holding of 14 tiles can be read as, before any minimum.

    A winning tile that another seat gave and that is a caishen counts as itself: it is in the keys and in
    `tame`.

    Parameters
    ----------
    holding : record of HOLDING
    by : int
        How the winning tile came (codes.By).
    rules : record of RULES
    tables : record of TABLES

    Returns
    -------
    int
        INCOMPLETE if the hand is not complete.
    """
    if distance_any(holding, tables) > 0:
        return np.int64(INCOMPLETE)
    return verdict(holding, by, rules, tables)[0]


@kernel
def wins(holding, by, minimum, rules, tables):
    """Tai of a holding of 14 tiles if it may be declared under this minimum, else INCOMPLETE.

    A hand of 0 tai never wins. Where 无财 is a floor that needs some tai (ziyou), a hand without caishen
    needs them whatever the minimum.
    """
    if distance_any(holding, tables) > 0:
        return np.int64(INCOMPLETE)
    tai, free = verdict(holding, by, rules, tables)
    if not free:
        if rules.tai_no_caishen_floor > 0 and holding.caishen == 0 and can_be_wucai(holding, rules):
            minimum = max(minimum, rules.floor_needs_tai)
        if tai < minimum:
            return np.int64(INCOMPLETE)
    return tai if tai > 0 else np.int64(INCOMPLETE)


@inner
def circumstantial_tai(holding, by, rules):
    """Tai that every reading of the hand has: melds' honours, 杠开, 抢杠, 无财, three caishen."""
    tai = np.int64(holding.meld_tai)
    if by == GANG:
        tai += rules.tai_gang_draw
    elif by == ROB:
        tai += rules.tai_robbing
    if holding.caishen == 0 and can_be_wucai(holding, rules):
        tai += rules.tai_no_caishen
    if np.int64(holding.caishen) + holding.tame >= _THREE:
        tai += rules.tai_three_caishen
    return tai


@inner
def lifted(tai, honours_only, by, wucai, rules):
    """Tai after the floors and the limit, and whether the minimum falls away.

    Parameters
    ----------
    tai : int
        Sum of a reading's ordinary items.
    honours_only : bool
        Whether the reading is 全字牌.
    by : int
        How the winning tile came (codes.By).
    wucai : bool
        Whether the hand is 无财.
    """
    total = tai
    free = False
    if honours_only and rules.tai_all_honours > 0:
        total = max(total, rules.tai_all_honours)
        free = True
    if tai >= rules.floor_needs_tai:
        floor = np.int64(0)
        if by == HEAVENLY:
            floor = rules.tai_heavenly
        elif by == EARTHLY:
            floor = rules.tai_earthly
        if wucai:
            floor = max(floor, rules.tai_no_caishen_floor)
        total = max(total, floor)
        if floor > 0 and rules.floor_needs_tai == 0:
            free = True
    if rules.tai_limit > 0:
        total = min(total, rules.tai_limit)
    return total, free


@kernel
def verdict(holding, by, rules, tables):
    """Tai of the best reading of a complete holding, and whether it wins whatever the minimum.

    Readings of equal tai count as the one without minimum.
    """
    base = circumstantial_tai(holding, by, rules)
    wucai = holding.caishen == 0 and can_be_wucai(holding, rules)
    shape, honours = _best_shape(holding, rules, tables)
    tai, free = np.int64(INCOMPLETE), False
    for honours_only in (False, True):
        worth = honours if honours_only else shape
        if worth >= 0:
            lifted_tai, without_minimum = lifted(base + worth, honours_only, by, wucai, rules)
            if lifted_tai > tai:
                tai, free = lifted_tai, without_minimum
            elif lifted_tai == tai:
                free = free or without_minimum
    return tai, free


@inner
def _best_shape(holding, rules, tables):
    """Most tai of concealed honours, shape and suits, over all readings and over those of honours only.

    Both are INCOMPLETE where there is no such reading. 14 loose honours are a reading of honours only.
    """
    keys = holding.keys
    wild = np.int64(holding.caishen)
    left = _MELDS - np.int64(holding.melds)
    scope = np.int64(holding.scope)
    profile = profile_of(holding, tables)
    honours = honour_classes(keys[HONOURS], profile, tables)
    rows = tables.honours[honours].rows
    tai = tables.level_tai[profile]
    last = np.int64(tables.levels[profile]) - 1
    first = suit_classes(keys[0], tables)
    second = suit_classes(keys[1], tables)
    third = suit_classes(keys[2], tables)
    best = np.int64(INCOMPLETE)
    suits = triple_class(_ANY, any_of(first), any_of(second), any_of(third), tables)
    if tables.final_any[left, rows[0], suits] <= wild:
        level = 0
        while level < last and tables.final_any[left, rows[level + 1], suits] <= wild:
            level += 1
        best = np.int64(tai[level])
    triplets = False
    if holding.sequences == 0:
        suits = triple_class(
            _TRIPLETS,
            triplets_of(first),
            triplets_of(second),
            triplets_of(third),
            tables,
        )
        triplets = tables.final_triplets[left, rows[0], suits] <= wild
        if triplets:
            level = 0
            while level < last and tables.final_triplets[left, rows[level + 1], suits] <= wild:
                level += 1
            best = max(best, tai[level] + rules.tai_duiduihu)
    sequences = False
    if holding.triplets == 0:
        suits = triple_class(
            _SEQUENCES,
            sequences_of(first),
            sequences_of(second),
            sequences_of(third),
            tables,
        )
        words = tables.triple_lanes[_SEQUENCES, suits]
        sequences = (
            min(
                entry(words[1], left),
                entry(words[0], left) + tables.honours[honours].pair,
            )
            <= wild
        )
        if sequences:
            best = max(best, rules.tai_pinghu)
    for suit in range(3):
        if scope & (HONOUR_SCOPE - 1) & ~(1 << suit) == 0:
            classes = first if suit == 0 else second if suit == 1 else third
            of_suit = _best_of_suit(
                holding,
                classes,
                (scope >> suit) & 1,
                honours,
                profile,
                triplets,
                sequences,
                rules,
                tables,
            )
            best = max(best, of_suit)
    only = np.int64(INCOMPLETE)
    if scope & (HONOUR_SCOPE - 1) == 0:
        if entry(tables.honour_lanes[rows[0], 1], left) <= wild:
            level = 0
            while level < last and entry(tables.honour_lanes[rows[level + 1], 1], left) <= wild:
                level += 1
            only = tai[level] + rules.tai_duiduihu
        elif tables.loose_honours == 1 and tables.honour_count[keys[HONOURS]] + wild >= 3 * left + _PAIR:
            only = np.int64(0)
    return best, only


@inner
def _best_of_suit(holding, classes, melded, honours, profile, triplets, sequences, rules, tables):
    """Most tai of readings of one suit, with honours or not; `melded` 1 if a meld of it is on the table.

    `triplets` and `sequences` say whether the hand can be read as all triplets or all sequences at all.
    """
    wild = np.int64(holding.caishen)
    left = _MELDS - np.int64(holding.melds)
    rows = tables.honours[honours].rows
    tai = tables.level_tai[profile]
    last = np.int64(tables.levels[profile]) - 1
    melded_honours = (np.int64(holding.scope) >> 3) & 1
    variant = melded + 2 * melded_honours
    best = np.int64(INCOMPLETE)
    suit = any_of(classes)
    if tables.mixed_any[variant, left, rows[0], suit] <= wild:
        level = 0
        while level < last and tables.mixed_any[variant, left, rows[level + 1], suit] <= wild:
            level += 1
        best = tai[level] + rules.tai_hunyise
        suit = triplets_of(classes)
        if triplets and tables.mixed_triplets[variant, left, rows[0], suit] <= wild:
            level = 0
            while level < last and tables.mixed_triplets[variant, left, rows[level + 1], suit] <= wild:
                level += 1
            best = max(best, tai[level] + rules.tai_hunyise + rules.tai_duiduihu)
        if sequences:
            word = tables.suit_lanes[_SEQUENCES, sequences_of(classes), 0]
            if entry(word, left) + tables.honours[honours].pair <= wild:
                best = max(best, rules.tai_hunyise + rules.tai_pinghu)
    if melded_honours == 0 and entry(tables.suit_lanes[_ANY, any_of(classes), 1], left) <= wild:
        best = max(best, rules.tai_qingyise)
        if triplets and entry(tables.suit_lanes[_TRIPLETS, triplets_of(classes), 1], left) <= wild:
            best = max(best, rules.tai_qingyise + rules.tai_duiduihu)
        if sequences and entry(tables.suit_lanes[_SEQUENCES, sequences_of(classes), 1], left) <= wild:
            best = max(best, rules.tai_qingyise + rules.tai_pinghu)
    return best
