"""The items of a winner's tai, found by going through all that his honours can be laid as."""

from typing import Final

import numpy as np

from zhuji_sim.rules.winning import Item

from .distance import HONOURS, can_be_wucai
from .groups import any_of, entry, sequences_of, suit_classes, triple_class, triplets_of
from .holding import HONOUR_SCOPE, WEIGHTS
from .jit import inner, kernel
from .tai import EARTHLY, GANG, HEAVENLY, INCOMPLETE, ROB, circumstantial_tai, lifted

__all__ = ["items_of"]

ITEMS: Final = len(Item)
_DRAGON_RED: Final = int(Item.DRAGON_RED)
_WIND_EAST: Final = int(Item.WIND_EAST)
_PINGHU: Final = int(Item.PINGHU)
_DUIDUIHU: Final = int(Item.DUIDUIHU)
_HUNYISE: Final = int(Item.HUNYISE)
_QINGYISE: Final = int(Item.QINGYISE)
_GANG_DRAW: Final = int(Item.GANG_DRAW)
_ROBBING: Final = int(Item.ROBBING)
_NO_CAISHEN: Final = int(Item.NO_CAISHEN)
_THREE_CAISHEN: Final = int(Item.THREE_CAISHEN)
_ALL_HONOURS: Final = int(Item.ALL_HONOURS)
_HEAVENLY: Final = int(Item.HEAVENLY)
_EARTHLY: Final = int(Item.EARTHLY)

_KINDS: Final = 7
_FIRST_DRAGON: Final = 4
_MELDS: Final = 4
_THREE: Final = 3
_CHOICES: Final = 10
"""Choices for an honour: 2 * triplets + pair."""
_FIELD: Final = 8
"""Bits for an honour."""
_FIELD_MASK: Final = 255
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2
_ALL: Final = 3
_LOOSE: Final = 4
_NOTHING: Final = -1


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
    for item in range(ITEMS):
        items[item] = 0
    wild = np.int64(holding.caishen)
    left = _MELDS - np.int64(holding.melds)
    base = circumstantial_tai(holding, by, rules)
    wucai = holding.caishen == 0 and can_be_wucai(holding, rules)
    best_score = best_pattern = np.int64(_NOTHING)
    best = np.int64(0)
    # Goes through all choices for the seven honours, the deepest last. `laid` has for each honour the melds,
    # pairs and caishen that it and those before it take.
    choice = laid = np.int64(0)
    place = 0
    while place >= 0:
        chosen = _field(choice, place)
        if chosen == _CHOICES:
            choice -= chosen << (_FIELD * place)
            place -= 1
            if place >= 0:
                choice += np.int64(1) << (_FIELD * place)
            continue
        before = _field(laid, place - 1) if place > 0 else np.int64(0)
        triplets, pair = chosen >> 1, chosen & 1
        count = (np.int64(holding.keys[HONOURS]) // WEIGHTS[place]) % 5
        melds = _melds_of(before) + triplets
        pairs = _pairs_of(before) + pair
        cost = _cost_of(before) + max(0, 3 * triplets + 2 * pair - count)
        if melds > left or cost > wild:
            # The choices that follow take more still.
            choice += (_CHOICES - chosen) << (_FIELD * place)
            continue
        if pairs > 1:
            choice += np.int64(1) << (_FIELD * place)
            continue
        laid &= ~(_FIELD_MASK << (_FIELD * place))
        laid |= (melds | pairs << 3 | cost << 4) << (_FIELD * place)
        if place < _KINDS - 1:
            place += 1
            continue
        honours = base + _honour_tai(holding, choice, tables)
        for pattern in range(3 * (_ALL + 1)):
            tai = _pattern_tai(holding, choice, _field(laid, place), pattern, rules, tables)
            if tai >= 0:
                only = _honours_only(holding, melds, pairs)
                total, free = lifted(honours + tai, only, by, wucai, rules)
                score = _score(total, free, honours + tai)
                if score > best_score:
                    best_score, best_pattern, best = score, np.int64(pattern), choice
        choice += np.int64(1) << (_FIELD * place)
    if _is_loose(holding, tables):
        total, free = lifted(base, True, by, wucai, rules)
        if _score(total, free, base) > best_score:
            best_pattern, best = np.int64(_LOOSE * 3), np.int64(0)
    if best_pattern < 0:
        return np.int64(INCOMPLETE)
    melds = pairs = np.int64(0)
    for kind in range(_KINDS):
        melds += _field(best, kind) >> 1
        pairs += _field(best, kind) & 1
    only = best_pattern == _LOOSE * 3 or _honours_only(holding, melds, pairs)
    _fill_honours(holding, best, tables, items)
    _fill_pattern(holding, melds, pairs, best_pattern, rules, items)
    _fill_circumstances(holding, by, wucai, rules, items)
    return _fill_floors(only, by, wucai, rules, items)


@inner
def _score(total, free, ordinary):
    """Orders readings: by tai, then those without minimum, then by what they are worth without floors."""
    return (2 * total + np.int64(free)) * 1024 + ordinary


@inner
def _field(word, place):
    """The field of an honour."""
    return (word >> (_FIELD * place)) & _FIELD_MASK


@inner
def _melds_of(sums):
    return sums & 7


@inner
def _pairs_of(sums):
    return (sums >> 3) & 1


@inner
def _cost_of(sums):
    return sums >> 4


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
def _honour_tai(holding, choice, tables):
    """Tai of the concealed honour triplets of a choice."""
    tai = np.int64(0)
    dragons = np.int64(holding.dragons)
    for kind in range(_KINDS):
        triplets = _field(choice, kind) >> 1
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
    honour_melds, honour_pairs = _melds_of(sums), _pairs_of(sums)
    melds = _MELDS - np.int64(holding.melds) - honour_melds
    missing = _missing_suits(holding.keys, suit, family, melds, 1 - honour_pairs, tables)
    if missing + _cost_of(sums) > holding.caishen:
        return np.int64(_NOTHING)
    tai = np.int64(0)
    if family == _TRIPLETS:
        if holding.sequences > 0:
            return np.int64(_NOTHING)
        tai += rules.tai_duiduihu
    elif family == _SEQUENCES:
        if holding.triplets > 0 or honour_melds > 0:
            return np.int64(_NOTHING)
        for kind in range(_KINDS):
            if _field(choice, kind) & 1 == 1 and (
                kind >= _FIRST_DRAGON or tables.honour_tai[holding.seat, kind] > 0
            ):
                return np.int64(_NOTHING)
        tai += rules.tai_pinghu
    if suit < _ALL:
        scope = np.int64(holding.scope)
        if scope & (HONOUR_SCOPE - 1) & ~(1 << suit) != 0:
            return np.int64(_NOTHING)
        in_suit = melds > 0 or honour_pairs == 0 or (scope >> suit) & 1 == 1
        in_honours = honour_melds > 0 or honour_pairs == 1 or scope & HONOUR_SCOPE != 0
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
        tables.triple_lanes[family, triple_class(family, first, second, third, tables), pairs],
        melds,
    )


@inner
def _fill_honours(holding, choice, tables, items):
    dragon_counted = False
    for kind in range(_KINDS):
        triplets = (_field(choice, kind) >> 1) + holding.laid[kind]
        if kind < _FIRST_DRAGON:
            item = _WIND_EAST + kind
        else:
            item = _DRAGON_RED + kind - _FIRST_DRAGON
            if tables.dragon_once == 1 and triplets > 0:
                triplets = 0 if dragon_counted else 1
                dragon_counted = True
        items[item] = triplets * tables.honour_tai[holding.seat, kind]


@inner
def _fill_pattern(holding, melds, pairs, pattern, rules, items):
    """Shape and suits; `melds` and `pairs` are those of the concealed honours."""
    suit, family = pattern // 3, pattern % 3
    if suit == _LOOSE:
        return
    if family == _TRIPLETS:
        items[_DUIDUIHU] = rules.tai_duiduihu
    elif family == _SEQUENCES:
        items[_PINGHU] = rules.tai_pinghu
    if suit < _ALL:
        concealed = _MELDS - np.int64(holding.melds) - melds
        if concealed > 0 or pairs == 0 or (np.int64(holding.scope) >> suit) & 1 == 1:
            if melds > 0 or pairs == 1 or holding.scope & HONOUR_SCOPE != 0:
                items[_HUNYISE] = rules.tai_hunyise
            else:
                items[_QINGYISE] = rules.tai_qingyise


@inner
def _fill_circumstances(holding, by, wucai, rules, items):
    if by == GANG:
        items[_GANG_DRAW] = rules.tai_gang_draw
    elif by == ROB:
        items[_ROBBING] = rules.tai_robbing
    if wucai:
        items[_NO_CAISHEN] = rules.tai_no_caishen
    if np.int64(holding.caishen) + holding.tame >= _THREE:
        items[_THREE_CAISHEN] = rules.tai_three_caishen


@inner
def _fill_floors(honours_only, by, wucai, rules, items):
    """Add what each floor lifts the tai by, take from the last items what exceeds the limit; the sum."""
    ordinary = np.int64(0)
    for item in range(ITEMS):
        ordinary += items[item]
    total = ordinary
    if honours_only:
        total = _lift(items, _ALL_HONOURS, total, rules.tai_all_honours)
    if ordinary >= rules.floor_needs_tai:
        if by == HEAVENLY:
            total = _lift(items, _HEAVENLY, total, rules.tai_heavenly)
        elif by == EARTHLY:
            total = _lift(items, _EARTHLY, total, rules.tai_earthly)
        if wucai:
            total = _lift(items, _NO_CAISHEN, total, rules.tai_no_caishen_floor)
    if rules.tai_limit > 0:
        for back in range(ITEMS):
            item = ITEMS - 1 - back
            taken = min(np.int64(items[item]), max(0, total - rules.tai_limit))
            items[item] -= taken
            total -= taken
    return total


@inner
def _lift(items, item, total, floor):
    """Lift the total to a floor and give the item what that adds."""
    if floor <= total:
        return total
    items[item] += floor - total
    return floor
