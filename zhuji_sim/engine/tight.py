"""Tiles that change what a hand misses, found in the entries that its least sum goes through.

Missing tiles are the least sum, over the ways to share melds and pair out among the groups, of what each
group misses to its share. A tile that comes can only help if it lowers what its group misses to a share in
such a least sum, and a tile that goes is only missed if it raises all of those. So the shares of each group
that reach the least sum are marked first (lanes.py), for each family of hand, and then the group is compared
with each neighbour of its key in these entries alone (neighbours.py).
"""

from typing import Final

import numpy as np

from zhuji_sim.tables.layout import ABSENT

from .distance import HONOURS, missing_honours
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
from .helpful_any import ADD, REMOVE
from .holding import HONOUR_SCOPE
from .jit import inner
from .lanes import ALL_LANES, NO_LANES, lane_of, tight
from .neighbours import compared_suit, honour_level_kinds, honour_pair_kinds, near_suit
from .one_suit import (
    MIXED_ANY,
    MIXED_SEQUENCES,
    MIXED_TRIPLETS,
    OF_SUIT,
    PURE,
    PURE_ANY,
    WIDTH,
    tight_one_suit,
)

__all__ = ["ALL_KINDS", "honour_hand_kinds", "tight_kinds"]

TIGHT: Final = 1 << 40
"""Bit that says that the least sum is reached at all."""
ALL_KINDS: Final = (1 << 34) - 1
_SUIT: Final = 9
_WHOLE_SUIT: Final = (1 << 9) - 1
_SUITS: Final = (1 << 27) - 1
_HONOUR_KINDS: Final = 7
_ALL_HONOURS: Final = (1 << 7) - 1
_FIRST_HONOUR: Final = 27
_MELDS: Final = 4
_COPIES: Final = 4
_LAST_NEED: Final = 127
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2
_NO_PAIR: Final = 3
_EVERY_SUIT: Final = 1 | 1 << WIDTH | 1 << 2 * WIDTH


@inner
def tight_kinds(holding, need, missing, step, barred, tables):
    """Kinds that lower (ADD) the tiles missing to a hand worth `need`, or do not raise them (REMOVE).

    Parameters
    ----------
    holding : record of HOLDING
    need : int
        Tai that shape, suits and honours have to give.
    missing : int
        The fewest tiles missing to such a hand, or fewer.
    step : int
        ADD or REMOVE.
    barred : int
        Kinds that no missing tile may be, bit k for kind k; 0 or the seat's caishen.

    Returns
    -------
    int
        Bit k for kind k, and TIGHT if so few tiles are enough; else 0. Where tiles are removed, only the bits
        of kinds held mean something.
    """
    keys = holding.keys
    profile = profile_of(holding, tables)
    first = suit_classes(keys[0], tables)
    second = suit_classes(keys[1], tables)
    third = suit_classes(keys[2], tables)
    honours = honour_classes(keys[HONOURS], profile, tables)
    wild = tables.wild[holding.wild]
    group = np.int64(ABSENT)
    if barred != 0:
        group = np.int64(wild.group)
        if group == HONOURS:
            honours = barred_honours(np.int64(keys[HONOURS]), profile, wild, tables)
        elif group == 0:
            first = barred_suit(np.int64(keys[0]), wild, tables)
        elif group == 1:
            second = barred_suit(np.int64(keys[1]), wild, tables)
        else:
            third = barred_suit(np.int64(keys[2]), wild, tables)
    plan = tables.plans[profile, min(max(need, 0), _LAST_NEED)]
    left = (_MELDS - np.int64(holding.melds)) & 7
    pair = np.int64(tables.honours[honours].pair)
    flags = tight_one_suit(holding, first, second, third, honours, left, missing, plan, tables)
    any_row = triplet_row = sequences = np.int64(ABSENT)
    if plan.all_any >= 0:
        row = np.int64(tables.honours[honours].rows[plan.all_any])
        suits = triple_class(_ANY, any_of(first), any_of(second), any_of(third), tables)
        if tables.final_any[left, row, suits] == missing:
            any_row = row
    if plan.all_triplets >= 0 and holding.sequences == 0:
        row = np.int64(tables.honours[honours].rows[plan.all_triplets])
        suits = triple_class(_TRIPLETS, triplets_of(first), triplets_of(second), triplets_of(third), tables)
        if tables.final_triplets[left, row, suits] == missing:
            triplet_row = row
    with_pair = without_pair = False
    if plan.all_sequences >= 0 and holding.triplets == 0:
        runs = triple_class(
            _SEQUENCES, sequences_of(first), sequences_of(second), sequences_of(third), tables
        )
        with_pair = entry(tables.triple_lanes[_SEQUENCES, runs, 1], left) == missing
        without_pair = entry(tables.triple_lanes[_SEQUENCES, runs, 0], left) + pair == missing
        if with_pair or without_pair:
            sequences = min(pair, _NO_PAIR)
    loose = need <= 0 and tables.loose_honours == 1 and holding.scope & ~HONOUR_SCOPE == 0
    loose = loose and missing_honours(holding, tables) == missing
    if flags == 0 and any_row < 0 and triplet_row < 0 and sequences < 0 and not loose:
        return np.int64(0)
    kinds = np.int64(TIGHT)
    for family in range(3):
        if family == _ANY:
            row = any_row
        elif family == _TRIPLETS:
            row = triplet_row
        else:
            row = sequences
        if row >= 0:
            kinds |= _kinds_of_all_suits(
                holding, first, second, third, np.int64(family), row, missing, barred, group, step, tables
            )
    if flags != 0:
        kinds |= _kinds_of_one_suit(
            holding, first, second, third, honours, plan, flags, missing, barred, group, step, tables
        )
    if step == REMOVE:
        for suit in range(3):
            if loose or flags & ~(OF_SUIT << (WIDTH * suit)) != 0:
                kinds |= _WHOLE_SUIT << (_SUIT * suit)
    key = np.int64(keys[HONOURS])
    skip = (barred >> _FIRST_HONOUR) & _ALL_HONOURS
    cut = wild if group == HONOURS else tables.wild[0]
    if step == REMOVE and (with_pair or flags & (PURE * _EVERY_SUIT) != 0):
        return kinds | _ALL_HONOURS << _FIRST_HONOUR
    found = np.int64(0)
    if step == ADD and loose:
        found = _with_room(key) & ~skip
    # Any melds and triplets over all suits, then over one suit.
    for slot in range(4):
        family = np.int64(slot & 1)
        if slot == 0:
            level, reached = np.int64(plan.all_any), any_row >= 0
        elif slot == 1:
            level, reached = np.int64(plan.all_triplets), triplet_row >= 0
        elif slot == 2:
            level, reached = np.int64(plan.mixed_any), flags & (MIXED_ANY * _EVERY_SUIT) != 0
        else:
            level, reached = np.int64(plan.mixed_triplets), flags & (MIXED_TRIPLETS * _EVERY_SUIT) != 0
        if reached:
            shift = 8 * family
            words = _words_of_honours(
                holding,
                family,
                (first >> shift) & 255,
                (second >> shift) & 255,
                (third >> shift) & 255,
                flags >> family if slot > 1 else np.int64(ABSENT),
                honours,
                level,
                missing,
                tables,
            )
            found |= honour_level_kinds(
                key, profile, honours, level, words[0], words[1], skip, cut, step, tables
            )
    if without_pair or flags & (MIXED_SEQUENCES * _EVERY_SUIT) != 0:
        found |= honour_pair_kinds(holding, pair, skip, step, tables)
    return kinds | found << _FIRST_HONOUR


@inner
def _kinds_of_all_suits(holding, first, second, third, family, row, missing, barred, group, step, tables):
    """Kinds of the suits that make the difference to hands of a family over all suits.

    `first`, `second`, `third` are the packed classes of the suits. `row` is that of the honours, of sequences
    what the pair misses.
    """
    left = (_MELDS - np.int64(holding.melds)) & 7
    shift = 8 * family
    one, two, three = (first >> shift) & 255, (second >> shift) & 255, (third >> shift) & 255
    kinds = np.int64(0)
    for suit in range(3):
        if suit == 0:
            own, both = one, tables.pair[family, two, three]
        elif suit == 1:
            own, both = two, tables.pair[family, one, three]
        else:
            own, both = three, tables.pair[family, one, two]
        if family == _SEQUENCES:
            rest, rest_with_pair = tables.pair_reversed[row, both, 0], tables.pair_reversed[row, both, 1]
        else:
            place = tables.rest_any[both, row] if family == _ANY else tables.rest_triplets[both, row]
            rest = tables.rest_reversed[family, place, 0]
            rest_with_pair = tables.rest_reversed[family, place, 1]
        without = tight(tables.suit_lanes[family, own, 0], rest, left, missing)
        with_pair = tight(tables.suit_lanes[family, own, 1], rest_with_pair, left, missing)
        found = _ranks_of(holding, suit, family, own, without, with_pair, barred, group, step, tables)
        kinds |= found << (_SUIT * suit)
    return kinds


@inner
def _kinds_of_one_suit(
    holding, first, second, third, honours, plan, flags, missing, barred, group, step, tables
):
    """Kinds of the suits that make the difference to those hands of one suit that have a flag."""
    left = (_MELDS - np.int64(holding.melds)) & 7
    kinds = np.int64(0)
    # The suit's part may be empty only if it has a meld on the table, the honours' part likewise.
    open_1 = ALL_LANES if holding.scope & HONOUR_SCOPE != 0 else ALL_LANES ^ lane_of(left)
    for suit in range(3):
        of_suit = (flags >> (WIDTH * suit)) & OF_SUIT
        if of_suit == 0:
            continue
        classes = first if suit == 0 else second if suit == 1 else third
        melded = (np.int64(holding.scope) >> suit) & 1
        open_0 = ALL_LANES if melded == 1 else ALL_LANES ^ lane_of(np.int64(0))
        for family in range(3):
            own = (classes >> (8 * family)) & 255
            without = with_pair = NO_LANES
            if (of_suit >> family) & MIXED_ANY != 0:
                if family == _SEQUENCES:
                    without = lane_of(left)
                else:
                    level = plan.mixed_any if family == _ANY else plan.mixed_triplets
                    row = tables.honours[honours].rows[level]
                    others = tables.honour_reversed[row, 0], tables.honour_reversed[row, 1]
                    without = tight(tables.suit_lanes[family, own, 0], others[0], left, missing) & open_0
                    with_pair = tight(tables.suit_lanes[family, own, 1], others[1], left, missing) & open_1
            if (of_suit >> family) & PURE_ANY != 0:
                with_pair |= lane_of(left)
            if without | with_pair != NO_LANES:
                found = _ranks_of(
                    holding, suit, np.int64(family), own, without, with_pair, barred, group, step, tables
                )
                kinds |= found << (_SUIT * suit)
    return kinds


@inner
def _ranks_of(holding, suit, family, own, without, with_pair, barred, group, step, tables):
    """Ranks of a suit that make the difference in the marked entries of a family."""
    key = np.int64(holding.keys[suit])
    near = np.int64(tables.near[key])
    if near > 0 and group != suit:
        return near_suit(near, family, without, with_pair, step, tables)
    cut = tables.wild[holding.wild] if group == suit else tables.wild[0]
    skip = (barred >> (_SUIT * suit)) & _WHOLE_SUIT
    return compared_suit(key, own, family, without, with_pair, skip, cut, step, tables)


@inner
def _words_of_honours(holding, family, first, second, third, flags, honours, level, missing, tables):
    """Marks of the honours, without and with the pair.

    Beside all three suits where `flags` is ABSENT, else beside those single suits whose flags have bit 0 set.
    """
    left = (_MELDS - np.int64(holding.melds)) & 7
    row = tables.honours[honours].rows[level]
    own_without, own_with_pair = tables.honour_lanes[row, 0], tables.honour_lanes[row, 1]
    if flags == ABSENT:
        suits = triple_class(family, first, second, third, tables)
        others = tables.triple_reversed[family, suits, 0], tables.triple_reversed[family, suits, 1]
        return tight(own_without, others[0], left, missing), tight(own_with_pair, others[1], left, missing)
    without = with_pair = NO_LANES
    for suit in range(3):
        if (flags >> (WIDTH * suit)) & 1 == 1:
            own = first if suit == 0 else second if suit == 1 else third
            melded = (np.int64(holding.scope) >> suit) & 1 == 1
            others = tables.suit_reversed[family, own, 0], tables.suit_reversed[family, own, 1]
            without |= tight(own_without, others[0], left, missing)
            marks = tight(own_with_pair, others[1], left, missing)
            with_pair |= marks if melded else marks & (ALL_LANES ^ lane_of(left))
    if holding.scope & HONOUR_SCOPE == 0:
        without &= ALL_LANES ^ lane_of(np.int64(0))
    return without, with_pair


@inner
def _with_room(key):
    """Honours of which the hand does not hold all four."""
    found = np.int64(0)
    for kind in range(_HONOUR_KINDS):
        if key % 5 < _COPIES:
            found |= np.int64(1) << kind
        key //= 5
    return found


@inner
def honour_hand_kinds(holding, missing, step, tables):
    """As `tight_kinds`, for hands of honours only (全字牌)."""
    left = (_MELDS - np.int64(holding.melds)) & 7
    key = np.int64(holding.keys[HONOURS])
    row = tables.honours[tables.honour_joint[0, key]].rows[0]
    shaped = entry(tables.honour_lanes[row, 1], left) == missing
    loose = tables.loose_honours == 1 and missing_honours(holding, tables) == missing
    if not shaped and not loose:
        return np.int64(0)
    found = np.int64(0)
    if shaped:
        found = honour_level_kinds(
            key,
            np.int64(0),
            np.int64(tables.honour_joint[0, key]),
            np.int64(0),
            NO_LANES,
            lane_of(left),
            np.int64(0),
            tables.wild[0],
            step,
            tables,
        )
    if loose and step == ADD:
        found |= _with_room(key)
    return TIGHT | (_SUITS if step == REMOVE else 0) | found << _FIRST_HONOUR
