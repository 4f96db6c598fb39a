"""Words of lanes: five entries of a deficiency row side by side, compared and marked at once.

Lane m of a word belongs to m melds, of two words one is without and one with the pair
(zhuji_sim.tables.rows.lanes). The entries of a group that are part of a least sum are marked in the highest
bits of their lanes ("tight"); what one tile does to a group is kept as nine bits a lane, one for each rank
(tables.neighbours).
"""

import numpy as np

from zhuji_sim.tables.rows import LANE

from .jit import inner

__all__ = ["ALL_LANES", "NO_LANES", "below", "gathered", "lane_of", "spread", "tight"]

_ONES = sum(1 << (LANE * melds) for melds in range(5))
_TOP = LANE - 1
_MOST_MELDS = 4
NO_LANES = np.uint64(0)
ALL_LANES = np.uint64(_ONES << _TOP)
"""The marks of all lanes."""
_ONE_EACH = np.uint64(_ONES)
_BELOW = np.uint64((_ONES << _TOP) - _ONES)
_ONE = np.uint64(1)
_TOP_SHIFT = np.uint64(_TOP)
_FIRST = np.uint64(1 << _TOP)
_RANK_BITS = np.uint64(9)
_RANKS = np.uint64((1 << 9) - 1)
_ONE_LANE = np.uint64(LANE)
_TWO_LANES = np.uint64(2 * LANE)


@inner
def tight(own, rest, left, missing):
    """Marks of the entries of `own` that with their counterpart in `rest` miss no more than `missing` tiles.

    `rest` is a reversed word: shifted to the melds left, its lane m is what the others miss to the remaining
    ones.
    """
    shift = np.uint64(LANE * (_MOST_MELDS - left))
    within = (_ONE << np.uint64(LANE * (left + 1))) - _ONE
    return (ALL_LANES + np.uint64(missing) * _ONE_EACH - own - (rest >> shift)) & ALL_LANES & within


@inner
def lane_of(melds):
    """The mark of one lane."""
    return _FIRST << np.uint64(LANE * melds)


@inner
def below(one, other):
    """Marks of the lanes in which `one` is below `other`; bits that are no marks mean nothing."""
    return other + _BELOW - one


@inner
def spread(marks):
    """A bit for each rank in the marked lanes."""
    ones = marks >> _TOP_SHIFT
    return (ones << _RANK_BITS) - ones


@inner
def gathered(ranks):
    """The ranks that have a bit in any lane; bit r for rank r + 1."""
    ranks |= ranks >> _ONE_LANE
    ranks |= ranks >> _TWO_LANES
    ranks |= ranks >> _TWO_LANES
    return np.int64(ranks & _RANKS)
