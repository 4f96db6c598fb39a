"""The items of a winner's tai, found by going through all that his honours can be laid as."""

from typing import Final

import numpy as np

from zhuji_sim.rules.winning import Item

from .codes import By
from .distance import HONOURS, can_be_wucai
from .groups import any_of, entry, sequences_of, suit_classes, triple_class, triplets_of
from .holding import HONOUR_SCOPE, WEIGHTS
from .jit import inner, kernel
from .tai import INCOMPLETE, circumstantial_tai, lifted

__all__ = ["items_of"]

_KINDS: Final = 7
_FIRST_DRAGON: Final = 4
_CHOICES: Final = 10
_MELDS: Final = 4
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2
_ALL: Final = 3
_LOOSE: Final = 4
_NOTHING: Final = -1
_BEYOND: Final = 1024
"""More than the ordinary items of a hand can add up to."""


@kernel
def items_of(holding, by, rules, tables, items):
    """Fill `items` with the best reading's; they sum to its tai.

    Takes microseconds: meant for the winner of a deal, not for thinking ahead.

    Parameters
    ----------
    holding : record of HOLDING
        14 tiles, the winning one included.
    by : int
        How the winning tile came (codes.By).
    items : int8[18]
        Tai of each item, in the order of rules.winning.Item.

    Returns
    -------
    int
        The tai, INCOMPLETE if the hand is not complete.
    """
    items[:] = 0
    wild = np.int64(holding.caishen)
    left = _MELDS - np.int64(holding.melds)
    base = circumstantial_tai(holding, by, rules)
    wucai = holding.caishen == 0 and can_be_wucai(holding, rules)
    # For each honour in turn 2 * triplets + pair; the sums before each honour stand in the rows of `sums`.
    choice = np.zeros(_KINDS + 1, np.int64)
    sums = np.zeros((_KINDS + 1, 3), np.int64)
    best = np.zeros(_KINDS, np.int64)
    best_score = np.int64(_NOTHING)
    best_pattern = np.int64(_NOTHING)
    place = 0
    choice[0] = -1
    while place >= 0:
        choice[place] += 1
        if choice[place] == _CHOICES:
            place -= 1
            continue
        triplets, pair = choice[place] >> 1, choice[place] & 1
        count = (np.int64(holding.keys[HONOURS]) // WEIGHTS[place]) % 5
        melds = sums[place, 0] + triplets
        pairs = sums[place, 1] + pair
        cost = sums[place, 2] + max(0, 3 * triplets + 2 * pair - count)
        if melds > left or pairs > 1 or cost > wild:
            continue
        place += 1
        sums[place, 0], sums[place, 1], sums[place, 2] = melds, pairs, cost
        choice[place] = -1
        if place < _KINDS:
            continue
        honours = base + _honour_tai(holding, choice, rules, tables)
        for pattern in range(3 * (_ALL + 1)):
            tai = _pattern_tai(holding, choice, sums[_KINDS], pattern, rules, tables)
            if tai >= 0:
                only = _honours_only(holding, melds, pairs)
                score = _score(honours + tai, only, by, wucai, rules)
                if score > best_score:
                    best_score, best_pattern = score, np.int64(pattern)
                    best[:] = choice[:_KINDS]
        place -= 1
    if _is_loose(holding, tables):
        score = _score(base, True, by, wucai, rules)
        if score > best_score:
            best_score, best_pattern = score, np.int64(_LOOSE * 3)
            best[:] = 0
    if best_pattern < 0:
        return np.int64(INCOMPLETE)
    _fill_honours(holding, best, rules, tables, items)
    _fill_pattern(holding, best, best_pattern, rules, items)
    _fill_circumstances(holding, by, wucai, rules, items)
    melds, pairs = np.int64(0), np.int64(0)
    for kind in range(_KINDS):
        melds += best[kind] >> 1
        pairs += best[kind] & 1
    only = best_pattern == _LOOSE * 3 or _honours_only(holding, melds, pairs)
    _fill_floors(only, by, wucai, rules, items)
    return items.sum()


@inner
def _score(ordinary, honours_only, by, wucai, rules):
    """Rank of a reading: its tai, then whether it needs no minimum, then its ordinary items, which a floor hides."""
    total, free = lifted(ordinary, honours_only, by, wucai, rules)
    return (2 * total + np.int64(free)) * _BEYOND + ordinary


@inner
def _honours_only(holding, melds, pairs):
    """Whether honours alone make the hand, with so many concealed melds and pairs of them."""
    return melds + holding.melds == _MELDS and pairs == 1 and holding.scope & ~HONOUR_SCOPE == 0


@inner
def _is_loose(holding, tables):
    """Whether the hand is 14 honours of whatever shape where those win."""
    keys = holding.keys
    tiles = np.int64(tables.honour_count[keys[HONOURS]]) + holding.caishen
    suitless = keys[0] == 0 and keys[1] == 0 and keys[2] == 0 and holding.scope & ~HONOUR_SCOPE == 0
    return tables.loose_honours == 1 and suitless and tiles == 3 * (_MELDS - np.int64(holding.melds)) + 2


@inner
def _honour_tai(holding, choice, rules, tables):
    """Tai of the concealed honour triplets of a choice."""
    tai = np.int64(0)
    dragons = np.int64(holding.dragons)
    for kind in range(_KINDS):
        triplets = choice[kind] >> 1
        if kind >= _FIRST_DRAGON and tables.dragon_once == 1:
            counted = 1 if triplets > 0 and dragons == 0 else 0
            dragons += triplets
            triplets = counted
        tai += triplets * tables.honour_tai[holding.seat, kind]
    return tai


@inner
def _pattern_tai(holding, choice, sums, pattern, rules, tables):
    """Tai of shape and suits if the suits can be laid so, else -1.

    `pattern` is 3 * (the one suit 0-2, or _ALL) + family; `sums` are the melds, pairs and caishen the honours
    take.
    """
    suit, family = pattern // 3, pattern % 3
    melds = _MELDS - np.int64(holding.melds) - sums[0]
    missing = _missing_suits(holding.keys, suit, family, melds, 1 - sums[1], tables)
    if missing + sums[2] > holding.caishen:
        return np.int64(_NOTHING)
    tai = np.int64(0)
    if family == _TRIPLETS:
        if holding.sequences > 0:
            return np.int64(_NOTHING)
        tai += rules.tai_duiduihu
    elif family == _SEQUENCES:
        if holding.triplets > 0 or sums[0] > 0:
            return np.int64(_NOTHING)
        for kind in range(_KINDS):
            if choice[kind] & 1 == 1 and (kind >= _FIRST_DRAGON or tables.honour_tai[holding.seat, kind] > 0):
                return np.int64(_NOTHING)
        tai += rules.tai_pinghu
    if suit < _ALL:
        scope = np.int64(holding.scope)
        if scope & (HONOUR_SCOPE - 1) & ~(1 << suit) != 0:
            return np.int64(_NOTHING)
        in_suit = melds > 0 or sums[1] == 0 or (scope >> suit) & 1 == 1
        in_honours = sums[0] > 0 or sums[1] == 1 or scope & HONOUR_SCOPE != 0
        if in_suit:
            tai += rules.tai_hunyise if in_honours else rules.tai_qingyise
    return tai


@inner
def _missing_suits(keys, suit, family, melds, pairs, tables):
    """Tiles missing to melds and pairs of a family, in one suit (0-2) or in all."""
    first, second, third = np.int64(0), np.int64(0), np.int64(0)
    for place in range(3):
        classes = suit_classes(keys[place], tables)
        if family == _ANY:
            of_family = any_of(classes)
        elif family == _TRIPLETS:
            of_family = triplets_of(classes)
        else:
            of_family = sequences_of(classes)
        if place == suit:
            return entry(tables.suit_lanes[family, of_family, pairs], melds)
        if place == 0:
            first = of_family
        elif place == 1:
            second = of_family
        else:
            third = of_family
    return entry(
        tables.triple_lanes[family, triple_class(family, first, second, third, tables), pairs], melds
    )


@inner
def _fill_honours(holding, choice, rules, tables, items):
    dragon_counted = False
    for kind in range(_KINDS):
        triplets = (choice[kind] >> 1) + holding.laid[kind]
        if kind < _FIRST_DRAGON:
            item = Item.WIND_EAST + kind
        else:
            item = Item.DRAGON_RED + kind - _FIRST_DRAGON
            if tables.dragon_once == 1 and triplets > 0:
                triplets = 0 if dragon_counted else 1
                dragon_counted = True
        items[item] = triplets * tables.honour_tai[holding.seat, kind]


@inner
def _fill_pattern(holding, choice, pattern, rules, items):
    suit, family = pattern // 3, pattern % 3
    if suit == _LOOSE:
        return
    if family == _TRIPLETS:
        items[Item.DUIDUIHU] = rules.tai_duiduihu
    elif family == _SEQUENCES:
        items[Item.PINGHU] = rules.tai_pinghu
    if suit < _ALL:
        melds, pairs = np.int64(0), np.int64(0)
        for kind in range(_KINDS):
            melds += choice[kind] >> 1
            pairs += choice[kind] & 1
        concealed = _MELDS - np.int64(holding.melds) - melds
        if concealed > 0 or pairs == 0 or (np.int64(holding.scope) >> suit) & 1 == 1:
            if melds > 0 or pairs == 1 or holding.scope & HONOUR_SCOPE != 0:
                items[Item.HUNYISE] = rules.tai_hunyise
            else:
                items[Item.QINGYISE] = rules.tai_qingyise


@inner
def _fill_circumstances(holding, by, wucai, rules, items):
    if by == By.GANG:
        items[Item.GANG_DRAW] = rules.tai_gang_draw
    elif by == By.ROB:
        items[Item.ROBBING] = rules.tai_robbing
    if wucai:
        items[Item.NO_CAISHEN] = rules.tai_no_caishen
    if np.int64(holding.caishen) + holding.tame >= 3:
        items[Item.THREE_CAISHEN] = rules.tai_three_caishen


@inner
def _fill_floors(honours_only, by, wucai, rules, items):
    """Add what each floor lifts the tai by, then take from the last items what goes beyond the limit."""
    ordinary = items.sum()
    total = ordinary
    for item in range(Item.NO_CAISHEN, Item.EARTHLY + 1):
        floor = np.int64(0)
        if item == Item.ALL_HONOURS and honours_only:
            floor = rules.tai_all_honours
        elif ordinary >= rules.floor_needs_tai:
            if item == Item.HEAVENLY and by == By.HEAVENLY:
                floor = rules.tai_heavenly
            elif item == Item.EARTHLY and by == By.EARTHLY:
                floor = rules.tai_earthly
        if floor > total:
            items[item] += floor - total
            total = floor
    if wucai and ordinary >= rules.floor_needs_tai and rules.tai_no_caishen_floor > total:
        items[Item.NO_CAISHEN] += rules.tai_no_caishen_floor - total
        total = rules.tai_no_caishen_floor
    if rules.tai_limit > 0:
        for back in range(Item.EARTHLY + 1):
            item = Item.EARTHLY - back
            taken = min(np.int64(items[item]), max(0, total - rules.tai_limit))
            items[item] -= taken
            total -= taken
