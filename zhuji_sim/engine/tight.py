"""Tiles that change what a hand misses, found in the entries that its least sum goes through.

Missing tiles are the least sum, over the ways to share melds and pair out among the groups, of what each group
misses to its share. A tile that comes can only help if it lowers what its group misses to a share in such a least
sum, and a tile that goes is only missed if it raises all of those. So the shares of each group that reach the least
sum, its tight entries, are marked first, in a word of lanes without and one with the pair, and then the group is
compared with each neighbour of its key in these entries alone.
"""

from typing import Final

import numpy as np

from zhuji_sim.tables.layout import ABSENT
from zhuji_sim.tables.rows import LANE

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
    tiles_of,
    triple_class,
    triplets_of,
)
from .holding import HONOUR_SCOPE, WEIGHTS
from .jit import inner

__all__ = ["ADD", "ALL_KINDS", "REMOVE", "honour_hand_kinds", "tight_kinds"]

ADD: Final = 1
REMOVE: Final = -1
TIGHT: Final = 1 << 40
"""Bit that says that the least sum is reached at all."""
ALL_KINDS: Final = (1 << 34) - 1
_SUITS: Final = (1 << 27) - 1
_HONOURS: Final = ALL_KINDS ^ _SUITS
_SUIT: Final = 9
_WHOLE_SUIT: Final = (1 << 9) - 1
_FIRST_HONOUR: Final = 27
_HONOUR_KINDS: Final = 7
_MELDS: Final = 4
_PAIR: Final = 2
_COPIES: Final = 4
_LAST_NEED: Final = 127
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2
_NO_PAIR: Final = 3
_ONES = np.uint64(sum(1 << (LANE * melds) for melds in range(5)))
_TOP = LANE - 1
_HIGH = np.uint64(int(_ONES) << _TOP)
_BELOW = np.uint64(int(_HIGH) - int(_ONES))
_FIRST_LANE = np.uint64(1 << _TOP)
_NONE = np.uint64(0)
_TOP_SHIFT = np.uint64(_TOP)
_RANK_BITS = np.uint64(9)
_ONE_LANE = np.uint64(LANE)
_TWO_LANES = np.uint64(2 * LANE)

# Hands of one suit that reach the least sum.
_MIXED_ANY: Final = 1
_MIXED_TRIPLETS: Final = 2
_MIXED_SEQUENCES: Final = 4
_PURE_ANY: Final = 8
_PURE_TRIPLETS: Final = 16
_PURE_SEQUENCES: Final = 32
_ONE_SUIT: Final = 63
_ANY_PURE: Final = 56 * 0x10101
_ANY_MIXED_SEQUENCES: Final = 4 * 0x10101


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
        Bit k for kind k, and TIGHT if so few tiles are enough; else 0. Where tiles are removed, only the bits of
        kinds held mean something.
    """
    keys = holding.keys
    profile = profile_of(holding, tables)
    first = suit_classes(keys[0], tables)
    second = suit_classes(keys[1], tables)
    third = suit_classes(keys[2], tables)
    honours = honour_classes(keys[HONOURS], profile, tables)
    wild = tables.wild[holding.wild]
    group = np.int64(-1)
    if barred != 0:
        group = np.int64(wild.group)
        if group == HONOURS:
            honours = barred_honours(keys[HONOURS], profile, wild, tables)
        elif group == 0:
            first = barred_suit(keys[0], wild, tables)
        elif group == 1:
            second = barred_suit(keys[1], wild, tables)
        else:
            third = barred_suit(keys[2], wild, tables)
    plan = tables.plans[profile, min(max(need, 0), _LAST_NEED)]
    left = (_MELDS - np.int64(holding.melds)) & 7
    pair = np.int64(tables.honours[honours].pair)
    rows = tables.honours[honours].rows
    flags = _tight_one_suit(holding, first, second, third, honours, left, missing, plan, tables)
    any_row = triplet_row = np.int64(ABSENT)
    if plan.all_any >= 0:
        row = np.int64(rows[plan.all_any])
        suits = triple_class(_ANY, any_of(first), any_of(second), any_of(third), tables)
        if tables.final_any[left, row, suits] == missing:
            any_row = row
    if plan.all_triplets >= 0 and holding.sequences == 0:
        row = np.int64(rows[plan.all_triplets])
        suits = triple_class(_TRIPLETS, triplets_of(first), triplets_of(second), triplets_of(third), tables)
        if tables.final_triplets[left, row, suits] == missing:
            triplet_row = row
    with_pair = without_pair = False
    if plan.all_sequences >= 0 and holding.triplets == 0:
        suits = triple_class(
            _SEQUENCES, sequences_of(first), sequences_of(second), sequences_of(third), tables
        )
        with_pair = entry(tables.triple_lanes[_SEQUENCES, suits, 1], left) == missing
        without_pair = entry(tables.triple_lanes[_SEQUENCES, suits, 0], left) + pair == missing
    loose = need <= 0 and tables.loose_honours == 1 and holding.scope & ~HONOUR_SCOPE == 0
    loose = loose and missing_honours(holding, tables) == missing
    whole = any_row >= 0 or triplet_row >= 0 or with_pair or without_pair
    if flags == 0 and not whole and not loose:
        return np.int64(0)
    sequences = pair if with_pair or without_pair else np.int64(ABSENT)
    kinds = np.int64(TIGHT)
    for suit in range(3):
        if step == REMOVE and (loose or flags & ~(_ONE_SUIT << (8 * suit)) != 0):
            kinds |= _WHOLE_SUIT << (_SUIT * suit)
            continue
        if suit == 0:
            own, other, last = first, second, third
        elif suit == 1:
            own, other, last = second, first, third
        else:
            own, other, last = third, first, second
        words = _tight_words_of_suit(
            holding,
            own,
            other,
            last,
            (flags >> (8 * suit)) & _ONE_SUIT,
            (np.int64(holding.scope) >> suit) & 1,
            any_row,
            triplet_row,
            sequences,
            honours,
            missing,
            plan,
            tables,
        )
        near = np.int64(tables.near[keys[suit]])
        if near > 0 and group != suit:
            found = _near_kinds(near, words, step, tables)
        else:
            cut = wild if group == suit else tables.wild[0]
            skip = (barred >> (_SUIT * suit)) & _WHOLE_SUIT
            found = _compare_suit(np.int64(keys[suit]), own, words, skip, cut, step, tables)
        kinds |= found << (_SUIT * suit)
    words = _tight_words_of_honours(
        holding, first, second, third, flags, any_row, triplet_row, honours, missing, plan, tables
    )
    needs_pair = without_pair or flags & _ANY_MIXED_SEQUENCES != 0
    always = loose if step == ADD else with_pair or flags & _ANY_PURE != 0
    cut = wild if group == HONOURS else tables.wild[0]
    skip = barred >> _FIRST_HONOUR
    found = _compare_honours(
        np.int64(keys[HONOURS]), profile, honours, words, needs_pair, always, plan, skip, cut, step, tables
    )
    return kinds | found << _FIRST_HONOUR


@inner
def _tight_one_suit(holding, first, second, third, honours, left, missing, plan, tables):
    """Which hands of one suit reach the least sum: six bits in a byte for each suit."""
    scope = np.int64(holding.scope)
    pair = np.int64(tables.honours[honours].pair)
    rows = tables.honours[honours].rows
    open_places = 3 * left + _PAIR - np.int64(tables.honours[honours].tiles)
    flags = np.int64(0)
    for suit in range(3):
        classes = first if suit == 0 else second if suit == 1 else third
        if scope & (HONOUR_SCOPE - 1) & ~(1 << suit) != 0 or open_places - tiles_of(classes) > missing:
            continue
        variant = ((scope >> suit) & 1) + ((scope >> 2) & 2)
        found = 0
        if plan.mixed_any >= 0:
            row = rows[plan.mixed_any]
            if tables.mixed_any[variant, left, row, any_of(classes)] == missing:
                found |= _MIXED_ANY
        if plan.mixed_triplets >= 0 and holding.sequences == 0:
            row = rows[plan.mixed_triplets]
            if tables.mixed_triplets[variant, left, row, triplets_of(classes)] == missing:
                found |= _MIXED_TRIPLETS
        if plan.mixed_sequences >= 0 and holding.triplets == 0:
            word = tables.suit_lanes[_SEQUENCES, sequences_of(classes), 0]
            if entry(word, left) + pair == missing:
                found |= _MIXED_SEQUENCES
        if variant < 2:
            if plan.pure_any >= 0:
                if entry(tables.suit_lanes[_ANY, any_of(classes), 1], left) == missing:
                    found |= _PURE_ANY
            if plan.pure_triplets >= 0 and holding.sequences == 0:
                if entry(tables.suit_lanes[_TRIPLETS, triplets_of(classes), 1], left) == missing:
                    found |= _PURE_TRIPLETS
            if plan.pure_sequences >= 0 and holding.triplets == 0:
                if entry(tables.suit_lanes[_SEQUENCES, sequences_of(classes), 1], left) == missing:
                    found |= _PURE_SEQUENCES
        flags |= found << (8 * suit)
    return flags


@inner
def _tight(own, rest, left, missing):
    """Lanes (highest bit set) of the entries of `own` that with their counterpart in `rest` miss no more tiles.

    `rest` is a reversed word: shifted to the melds left, its lane m is what the others miss to the remaining melds.
    """
    shift = np.uint64(LANE * (_MELDS - left))
    within = (np.uint64(1) << np.uint64(LANE * (left + 1))) - np.uint64(1)
    return (_HIGH + np.uint64(missing) * _ONES - own - (rest >> shift)) & _HIGH & within


@inner
def _lane(melds):
    """The highest bit of the lane of so many melds."""
    return _FIRST_LANE << np.uint64(LANE * melds)


@inner
def _tight_words_of_suit(
    holding, own, other, last, flags, melded, any_row, triplet_row, sequences, honours, missing, plan, tables
):
    """Tight entries of a suit: for each family a word without and one with the pair."""
    left = _MELDS - np.int64(holding.melds)
    any_0 = any_1 = triplets_0 = triplets_1 = sequences_0 = sequences_1 = _NONE
    if any_row >= 0:
        rest = tables.rest_any[tables.pair[_ANY, any_of(other), any_of(last)], any_row]
        without, with_pair = tables.suit_lanes[_ANY, any_of(own), 0], tables.suit_lanes[_ANY, any_of(own), 1]
        any_0 = _tight(without, tables.rest_reversed[_ANY, rest, 0], left, missing)
        any_1 = _tight(with_pair, tables.rest_reversed[_ANY, rest, 1], left, missing)
    if triplet_row >= 0:
        alike = triplets_of(own)
        rest = tables.rest_triplets[
            tables.pair[_TRIPLETS, triplets_of(other), triplets_of(last)], triplet_row
        ]
        without, with_pair = tables.suit_lanes[_TRIPLETS, alike, 0], tables.suit_lanes[_TRIPLETS, alike, 1]
        triplets_0 = _tight(without, tables.rest_reversed[_TRIPLETS, rest, 0], left, missing)
        triplets_1 = _tight(with_pair, tables.rest_reversed[_TRIPLETS, rest, 1], left, missing)
    if sequences >= 0:
        runs = sequences_of(own)
        both = tables.pair[_SEQUENCES, sequences_of(other), sequences_of(last)]
        lacking = min(sequences, _NO_PAIR)
        without, with_pair = tables.suit_lanes[_SEQUENCES, runs, 0], tables.suit_lanes[_SEQUENCES, runs, 1]
        sequences_0 = _tight(without, tables.pair_reversed[lacking, both, 0], left, missing)
        sequences_1 = _tight(with_pair, tables.pair_reversed[lacking, both, 1], left, missing)
    if flags & (_MIXED_ANY | _MIXED_TRIPLETS) != 0:
        # The suit's part may be empty only if it has a meld on the table, the honours' part likewise.
        open_0 = _HIGH if melded == 1 else _HIGH ^ _FIRST_LANE
        open_1 = _HIGH if holding.scope & HONOUR_SCOPE != 0 else _HIGH ^ _lane(left)
        if flags & _MIXED_ANY != 0:
            row = tables.honours[honours].rows[plan.mixed_any]
            without, with_pair = (
                tables.suit_lanes[_ANY, any_of(own), 0],
                tables.suit_lanes[_ANY, any_of(own), 1],
            )
            any_0 |= _tight(without, tables.honour_reversed[row, 0], left, missing) & open_0
            any_1 |= _tight(with_pair, tables.honour_reversed[row, 1], left, missing) & open_1
        if flags & _MIXED_TRIPLETS != 0:
            alike = triplets_of(own)
            row = tables.honours[honours].rows[plan.mixed_triplets]
            without, with_pair = (
                tables.suit_lanes[_TRIPLETS, alike, 0],
                tables.suit_lanes[_TRIPLETS, alike, 1],
            )
            triplets_0 |= _tight(without, tables.honour_reversed[row, 0], left, missing) & open_0
            triplets_1 |= _tight(with_pair, tables.honour_reversed[row, 1], left, missing) & open_1
    if flags & _MIXED_SEQUENCES != 0:
        sequences_0 |= _lane(left)
    if flags & _PURE_ANY != 0:
        any_1 |= _lane(left)
    if flags & _PURE_TRIPLETS != 0:
        triplets_1 |= _lane(left)
    if flags & _PURE_SEQUENCES != 0:
        sequences_1 |= _lane(left)
    return any_0, any_1, triplets_0, triplets_1, sequences_0, sequences_1


@inner
def _below(one, other):
    """Lanes (highest bit set) in which `one` is below `other`; the other bits mean nothing."""
    return other + _BELOW - one


@inner
def _spread(tight):
    """A mark for each rank in the lanes of tight entries."""
    marks = tight >> _TOP_SHIFT
    return (marks << _RANK_BITS) - marks


@inner
def _near_kinds(near, words, step, tables):
    """As `_compare_suit`, from the table of what one tile does to a suit of few tiles."""
    marks = _NONE
    for family in range(3):
        without, with_pair = _spread(words[2 * family]), _spread(words[2 * family + 1])
        if step == ADD:
            marks |= tables.neighbours[near].lowered[family, 0] & without
            marks |= tables.neighbours[near].lowered[family, 1] & with_pair
        else:
            marks |= tables.neighbours[near].kept[family, 0] & without
            marks |= tables.neighbours[near].kept[family, 1] & with_pair
    marks |= marks >> _ONE_LANE
    marks |= marks >> _TWO_LANES
    marks |= marks >> _TWO_LANES
    return np.int64(marks) & _WHOLE_SUIT


@inner
def _compare_suit(key, own, words, skip, cut, step, tables):
    """Ranks whose tile, added or removed, makes the difference; bit r for rank r + 1.

    A tile added has to lower a tight entry, a tile removed has to leave one as it is.
    """
    any_0, any_1, triplets_0, triplets_1, sequences_0, sequences_1 = words
    lanes = tables.suit_lanes
    own_any, own_triplets, own_sequences = any_of(own), triplets_of(own), sequences_of(own)
    of_any = any_0 | any_1 != _NONE
    of_triplets = triplets_0 | triplets_1 != _NONE
    of_sequences = sequences_0 | sequences_1 != _NONE
    full = _COPIES if step == ADD else 0
    found = np.int64(0)
    rest = key
    for rank in range(_SUIT):
        count = rest % 5
        rest //= 5
        if count == full or (skip >> rank) & 1 == 1:
            continue
        neighbour = key + step * WEIGHTS[rank]
        if cut.group < 0:
            new = suit_classes(neighbour, tables)
        else:
            new = barred_suit(neighbour, cut, tables)
        marks = _NONE
        if step == ADD:
            if of_any:
                other = any_of(new)
                marks |= _below(lanes[_ANY, other, 0], lanes[_ANY, own_any, 0]) & any_0
                marks |= _below(lanes[_ANY, other, 1], lanes[_ANY, own_any, 1]) & any_1
            if of_triplets:
                other = triplets_of(new)
                marks |= _below(lanes[_TRIPLETS, other, 0], lanes[_TRIPLETS, own_triplets, 0]) & triplets_0
                marks |= _below(lanes[_TRIPLETS, other, 1], lanes[_TRIPLETS, own_triplets, 1]) & triplets_1
            if of_sequences:
                other = sequences_of(new)
                marks |= (
                    _below(lanes[_SEQUENCES, other, 0], lanes[_SEQUENCES, own_sequences, 0]) & sequences_0
                )
                marks |= (
                    _below(lanes[_SEQUENCES, other, 1], lanes[_SEQUENCES, own_sequences, 1]) & sequences_1
                )
        else:
            if of_any:
                other = any_of(new)
                marks |= ~_below(lanes[_ANY, own_any, 0], lanes[_ANY, other, 0]) & any_0
                marks |= ~_below(lanes[_ANY, own_any, 1], lanes[_ANY, other, 1]) & any_1
            if of_triplets:
                other = triplets_of(new)
                marks |= ~_below(lanes[_TRIPLETS, own_triplets, 0], lanes[_TRIPLETS, other, 0]) & triplets_0
                marks |= ~_below(lanes[_TRIPLETS, own_triplets, 1], lanes[_TRIPLETS, other, 1]) & triplets_1
            if of_sequences:
                other = sequences_of(new)
                marks |= (
                    ~_below(lanes[_SEQUENCES, own_sequences, 0], lanes[_SEQUENCES, other, 0]) & sequences_0
                )
                marks |= (
                    ~_below(lanes[_SEQUENCES, own_sequences, 1], lanes[_SEQUENCES, other, 1]) & sequences_1
                )
        if marks != _NONE:
            found |= np.int64(1) << rank
    return found


@inner
def _tight_words_of_honours(
    holding, first, second, third, flags, any_row, triplet_row, honours, missing, plan, tables
):
    """Tight entries of the honours: two words each for any and triplets over all suits, any and triplets of one suit."""
    left = _MELDS - np.int64(holding.melds)
    any_0 = any_1 = triplets_0 = triplets_1 = mixed_0 = mixed_1 = both_0 = both_1 = _NONE
    if any_row >= 0:
        suits = triple_class(_ANY, any_of(first), any_of(second), any_of(third), tables)
        any_0 = _tight(tables.honour_lanes[any_row, 0], tables.triple_reversed[_ANY, suits, 0], left, missing)
        any_1 = _tight(tables.honour_lanes[any_row, 1], tables.triple_reversed[_ANY, suits, 1], left, missing)
    if triplet_row >= 0:
        suits = triple_class(_TRIPLETS, triplets_of(first), triplets_of(second), triplets_of(third), tables)
        without, with_pair = tables.honour_lanes[triplet_row, 0], tables.honour_lanes[triplet_row, 1]
        triplets_0 = _tight(without, tables.triple_reversed[_TRIPLETS, suits, 0], left, missing)
        triplets_1 = _tight(with_pair, tables.triple_reversed[_TRIPLETS, suits, 1], left, missing)
    open_0 = _HIGH if holding.scope & HONOUR_SCOPE != 0 else _HIGH ^ _FIRST_LANE
    for suit in range(3):
        of_suit = flags >> (8 * suit)
        if of_suit & (_MIXED_ANY | _MIXED_TRIPLETS) == 0:
            continue
        classes = first if suit == 0 else second if suit == 1 else third
        open_1 = _HIGH if (np.int64(holding.scope) >> suit) & 1 == 1 else _HIGH ^ _lane(left)
        if of_suit & _MIXED_ANY != 0:
            row = tables.honours[honours].rows[plan.mixed_any]
            rest = any_of(classes)
            without, with_pair = tables.honour_lanes[row, 0], tables.honour_lanes[row, 1]
            mixed_0 |= _tight(without, tables.suit_reversed[_ANY, rest, 0], left, missing) & open_0
            mixed_1 |= _tight(with_pair, tables.suit_reversed[_ANY, rest, 1], left, missing) & open_1
        if of_suit & _MIXED_TRIPLETS != 0:
            row = tables.honours[honours].rows[plan.mixed_triplets]
            rest = triplets_of(classes)
            without, with_pair = tables.honour_lanes[row, 0], tables.honour_lanes[row, 1]
            both_0 |= _tight(without, tables.suit_reversed[_TRIPLETS, rest, 0], left, missing) & open_0
            both_1 |= _tight(with_pair, tables.suit_reversed[_TRIPLETS, rest, 1], left, missing) & open_1
    return any_0, any_1, triplets_0, triplets_1, mixed_0, mixed_1, both_0, both_1


@inner
def _compare_honours(key, profile, honours, words, needs_pair, always, plan, skip, cut, step, tables):
    """Honours whose tile, added or removed, makes the difference; bit 0 for 东 to bit 6 for 白."""
    any_0, any_1, triplets_0, triplets_1, mixed_0, mixed_1, both_0, both_1 = words
    own = tables.honours[honours]
    full = _COPIES if step == ADD else 0
    found = np.int64(0)
    rest = key
    for kind in range(_HONOUR_KINDS):
        count = rest % 5
        rest //= 5
        if count == full or (skip >> kind) & 1 == 1:
            continue
        neighbour = key + step * WEIGHTS[kind]
        if cut.group < 0:
            new = tables.honours[honour_classes(neighbour, profile, tables)]
        else:
            new = tables.honours[barred_honours(neighbour, profile, cut, tables)]
        differs = always
        if not differs and needs_pair:
            differs = new.pair < own.pair if step == ADD else new.pair == own.pair
        if not differs:
            differs = _honours_differ(own, new, plan.all_any, any_0, any_1, step, tables)
        if not differs:
            differs = _honours_differ(own, new, plan.all_triplets, triplets_0, triplets_1, step, tables)
        if not differs:
            differs = _honours_differ(own, new, plan.mixed_any, mixed_0, mixed_1, step, tables)
        if not differs:
            differs = _honours_differ(own, new, plan.mixed_triplets, both_0, both_1, step, tables)
        if differs:
            found |= np.int64(1) << kind
    return found


@inner
def _honours_differ(own, new, level, tight_0, tight_1, step, tables):
    """Whether two joint classes of honours differ in tight entries at a level."""
    if tight_0 | tight_1 == _NONE:
        return False
    lanes = tables.honour_lanes
    one, other = own.rows[level], new.rows[level]
    if step == ADD:
        marks = _below(lanes[other, 0], lanes[one, 0]) & tight_0
        marks |= _below(lanes[other, 1], lanes[one, 1]) & tight_1
    else:
        marks = ~_below(lanes[one, 0], lanes[other, 0]) & tight_0
        marks |= ~_below(lanes[one, 1], lanes[other, 1]) & tight_1
    return marks != _NONE


@inner
def honour_hand_kinds(holding, missing, step, tables):
    """As `tight_kinds`, for hands of honours only (全字牌)."""
    left = _MELDS - np.int64(holding.melds)
    keys = holding.keys
    honours = honour_classes(keys[HONOURS], 0, tables)
    own = entry(tables.honour_lanes[tables.honours[honours].rows[0], 1], left)
    loose = tables.loose_honours == 1 and missing_honours(holding, tables) == missing
    if own != missing and not loose:
        return np.int64(0)
    kinds = np.int64(TIGHT) | (_SUITS if step == REMOVE else 0)
    full = _COPIES if step == ADD else 0
    rest = np.int64(keys[HONOURS])
    for kind in range(_HONOUR_KINDS):
        count = rest % 5
        rest //= 5
        if count == full:
            continue
        neighbour = honour_classes(keys[HONOURS] + step * WEIGHTS[kind], 0, tables)
        new = entry(tables.honour_lanes[tables.honours[neighbour].rows[0], 1], left)
        if own == missing:
            differs = new < own if step == ADD else new == own
        else:
            differs = False
        if differs or (loose and step == ADD):
            kinds |= np.int64(1) << (_FIRST_HONOUR + kind)
    return kinds
