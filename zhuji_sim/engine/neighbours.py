"""A group of tiles beside what it becomes when one tile is added or goes.

`step` is ADD or REMOVE. A tile added has to lower one of the marked entries, a tile that goes has to leave
one as it is. Marks are those of lanes.py: two words, without and with the pair.
"""

from typing import Final

import numpy as np

from .groups import (
    barred_honours,
    cut_suit,
    honour_classes,
    lower_run,
    suit_classes,
    upper_run,
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
def near_suit(place, family, without, with_pair, step, tables):
    """Ranks that make the difference, bit r for rank r + 1; `place` is the suit's in `tables.neighbours`."""
    near = tables.neighbours[place]
    if step == ADD:
        ranks = (near.lowered[family, 0] & spread(without)) | (near.lowered[family, 1] & spread(with_pair))
    else:
        ranks = (near.kept[family, 0] & spread(without)) | (near.kept[family, 1] & spread(with_pair))
    return gathered(ranks)


@inner
def compared_suit(key, own, family, without, with_pair, skip, wild, step, tables):
    """As `near_suit`, from the classes of all neighbours.

    Parameters
    ----------
    key : int
        The suit's key.
    own : int
        Its class in the family.
    family : int
    without, with_pair : uint64
        Marks.
    skip : int
        Ranks not to be asked for.
    wild : record of WILD
        The caishen cut out of the suit, if their group is not ABSENT.
    """
    found = np.int64(0)
    if without | with_pair == NO_LANES:
        return found
    own_without, own_with_pair = tables.suit_lanes[family, own, 0], tables.suit_lanes[family, own, 1]
    shift = 8 * family
    cut = wild.group >= 0
    low = high = below_cut = above_cut = np.int64(0)
    if cut:
        low, high = cut_suit(key, wild)
        below_cut = (lower_run(low, wild, tables) >> shift) & 255
        above_cut = (upper_run(high, wild, tables) >> shift) & 255
    upper = np.int64(0)
    rest = key
    for rank in range(_SUIT):
        count = rest % 5
        rest //= 5
        in_upper = cut and WEIGHTS[rank] >= wild.high_divisor
        upper += np.int64(in_upper)
        if count == (_COPIES if step == ADD else 0) or (skip >> rank) & 1 == 1:
            continue
        if not cut:
            new = (suit_classes(key + step * WEIGHTS[rank], tables) >> shift) & 255
        elif in_upper:
            run = (upper_run(high + step * WEIGHTS[upper - 1], wild, tables) >> shift) & 255
            new = np.int64(tables.splice[family, below_cut, run])
        else:
            run = (lower_run(low + step * WEIGHTS[rank], wild, tables) >> shift) & 255
            new = np.int64(tables.splice[family, run, above_cut])
        new_without, new_with_pair = tables.suit_lanes[family, new, 0], tables.suit_lanes[family, new, 1]
        if step == ADD:
            marks = (below(new_without, own_without) & without) | (
                below(new_with_pair, own_with_pair) & with_pair
            )
        else:
            marks = (~below(own_without, new_without) & without) | (
                ~below(own_with_pair, new_with_pair) & with_pair
            )
        if marks != NO_LANES:
            found |= np.int64(1) << rank
    return found


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
