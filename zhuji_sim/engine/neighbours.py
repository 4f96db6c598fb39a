"""A group of tiles beside what it becomes when one tile is added or goes.

`step` is ADD or REMOVE. A tile added has to lower one of the marked entries, a tile that goes has to leave
one as it is. Marks are those of lanes.py; of a suit there are six words, without and with the pair for each
family.
"""

from typing import Final

import numpy as np

from .groups import (
    any_of,
    barred_honours,
    barred_suit,
    honour_classes,
    sequences_of,
    suit_classes,
    triplets_of,
)
from .helpful_any import ADD
from .holding import WEIGHTS
from .jit import inner
from .lanes import NO_LANES, below, gathered, spread

__all__ = ["compared_suit", "honour_level_kinds", "honour_pair_kinds", "near_suit"]

_SUIT: Final = 9
_HONOUR_KINDS: Final = 7
_WINDS: Final = 4
_PAIR: Final = 2
_HONOURS: Final = 3
_ALL_HONOURS: Final = (1 << 7) - 1
_COPIES: Final = 4
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2


@inner
def near_suit(place, words, step, tables):
    """Ranks that make the difference, bit r for rank r + 1; `place` is the suit's in `tables.neighbours`."""
    any_0, any_1, triplets_0, triplets_1, sequences_0, sequences_1 = words
    near = tables.neighbours[place]
    if step == ADD:
        ranks = (near.lowered[0, 0] & spread(any_0)) | (near.lowered[0, 1] & spread(any_1))
        ranks |= (near.lowered[1, 0] & spread(triplets_0)) | (near.lowered[1, 1] & spread(triplets_1))
        ranks |= (near.lowered[2, 0] & spread(sequences_0)) | (near.lowered[2, 1] & spread(sequences_1))
    else:
        ranks = (near.kept[0, 0] & spread(any_0)) | (near.kept[0, 1] & spread(any_1))
        ranks |= (near.kept[1, 0] & spread(triplets_0)) | (near.kept[1, 1] & spread(triplets_1))
        ranks |= (near.kept[2, 0] & spread(sequences_0)) | (near.kept[2, 1] & spread(sequences_1))
    return gathered(ranks)


@inner
def compared_suit(key, own, words, skip, wild, step, tables):
    """As `near_suit`, from the classes of all neighbours.

    Parameters
    ----------
    key : int
        The suit's key.
    own : int
        Its packed classes.
    words : tuple of six uint64
        Marks.
    skip : int
        Ranks not to be asked for.
    wild : record of WILD
        The caishen cut out of the suit, if their group is not ABSENT.
    """
    any_0, any_1, triplets_0, triplets_1, sequences_0, sequences_1 = words
    of_any = any_0 | any_1 != NO_LANES
    of_triplets = triplets_0 | triplets_1 != NO_LANES
    of_sequences = sequences_0 | sequences_1 != NO_LANES
    found = np.int64(0)
    rest = key
    for rank in range(_SUIT):
        count = rest % 5
        rest //= 5
        if count == (_COPIES if step == ADD else 0) or (skip >> rank) & 1 == 1:
            continue
        neighbour = key + step * WEIGHTS[rank]
        if wild.group < 0:
            new = suit_classes(neighbour, tables)
        else:
            new = barred_suit(neighbour, wild, tables)
        marks = NO_LANES
        if of_any:
            marks |= _changes(np.int64(_ANY), any_of(own), any_of(new), any_0, any_1, step, tables)
        if of_triplets:
            marks |= _changes(
                np.int64(_TRIPLETS), triplets_of(own), triplets_of(new), triplets_0, triplets_1, step, tables
            )
        if of_sequences:
            here, there = sequences_of(own), sequences_of(new)
            marks |= _changes(np.int64(_SEQUENCES), here, there, sequences_0, sequences_1, step, tables)
        if marks != NO_LANES:
            found |= np.int64(1) << rank
    return found


@inner
def _changes(family, own, new, without, with_pair, step, tables):
    """Marked entries in which the difference is made between two suit classes of a family."""
    own_0, own_1 = tables.suit_lanes[family, own, 0], tables.suit_lanes[family, own, 1]
    new_0, new_1 = tables.suit_lanes[family, new, 0], tables.suit_lanes[family, new, 1]
    if step == ADD:
        return (below(new_0, own_0) & without) | (below(new_1, own_1) & with_pair)
    return (~below(own_0, new_0) & without) | (~below(own_1, new_1) & with_pair)


@inner
def honour_level_kinds(key, profile, honours, level, without, with_pair, skip, wild, step, tables):
    """Honours that make the difference at a level, bit 0 for 东 to bit 6 for 白.

    Parameters
    ----------
    key : int
        The honours' key.
    honours : int
        Their joint class under `profile`.
    level : int
        Level of tai that their triplets have to reach.
    without, with_pair : uint64
        Marks.
    skip, wild :
        As in `compared_suit`.
    """
    slot = np.int64(tables.slot[profile, level])
    place = np.int64(tables.near_honours[key])
    if slot >= 0 and place > 0 and wild.group < 0:
        near = tables.honour_neighbours[place, slot]
        if step == ADD:
            return gathered((near.lowered[0] & spread(without)) | (near.lowered[1] & spread(with_pair)))
        return gathered((near.kept[0] & spread(without)) | (near.kept[1] & spread(with_pair)))
    row = tables.honours[honours].rows[level]
    own_without, own_with_pair = tables.honour_lanes[row, 0], tables.honour_lanes[row, 1]
    found = np.int64(0)
    rest = key
    for kind in range(_HONOUR_KINDS):
        count = rest % 5
        rest //= 5
        if count == (_COPIES if step == ADD else 0) or (skip >> kind) & 1 == 1:
            continue
        row = tables.honours[_neighbour(key + step * WEIGHTS[kind], profile, wild, tables)].rows[level]
        if step == ADD:
            marks = below(tables.honour_lanes[row, 0], own_without) & without
            marks |= below(tables.honour_lanes[row, 1], own_with_pair) & with_pair
        else:
            marks = ~below(own_without, tables.honour_lanes[row, 0]) & without
            marks |= ~below(own_with_pair, tables.honour_lanes[row, 1]) & with_pair
        if marks != NO_LANES:
            found |= np.int64(1) << kind
    return found


@inner
def honour_pair_kinds(holding, pair, skip, step, tables):
    """Honours that make the difference to a pair that spoils no 平胡; bits as in `honour_level_kinds`.

    `pair` is what the honours miss to such a pair: of the winds that carry no tai, the hand holds 2 - `pair`
    alike (or more).
    """
    most = _PAIR - np.int64(pair)
    winds = as_many = np.int64(0)
    rest = np.int64(holding.keys[_HONOURS])
    enough = np.int64(0)
    for kind in range(_WINDS):
        count = rest % 5
        rest //= 5
        if tables.honour_tai[holding.seat, kind] == 0 and (skip >> kind) & 1 == 0:
            winds |= np.int64(1) << kind
            if count == most:
                as_many |= np.int64(1) << kind
            if count >= most:
                enough += 1
    if step == ADD:
        return as_many if pair > 0 else np.int64(0)
    # One of them may go if there is another, or a third of its kind.
    return _ALL_HONOURS & ~(as_many if enough == 1 and most > 0 else np.int64(0))


@inner
def _neighbour(key, profile, wild, tables):
    """Joint class of an honour key, without the caishen if `wild` has some among the honours."""
    if wild.group < 0:
        return honour_classes(key, profile, tables)
    return barred_honours(key, profile, wild, tables)
