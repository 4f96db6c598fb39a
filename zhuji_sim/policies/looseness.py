"""How much the tiles of a hand lean on each other: those that lean least are the first to go."""

from typing import Final

import numpy as np

from zhuji_sim.engine.jit import inner
from zhuji_sim.engine.kinds import lowest_kind, without_lowest

__all__ = ["loosest", "tile_planes"]

FIRST_HONOUR: Final = 27
CAISHEN_LINKS: Final = 20
"""More than any tile has."""
LINKS: Final = 240
"""Place in the scratch of how much each tile leans on others, beside its kind."""
NOT_FIRST_TWO: Final = sum(((1 << 9) - 4) << (9 * suit) for suit in range(3))
NOT_FIRST: Final = sum(((1 << 9) - 2) << (9 * suit) for suit in range(3))
"""Kinds of the suits but those of rank 1."""
NOT_LAST_TWO: Final = sum(((1 << 7) - 1) << (9 * suit) for suit in range(3))
NOT_LAST: Final = sum(((1 << 8) - 1) << (9 * suit) for suit in range(3))


@inner
def tile_planes(trial):
    """How many tiles `trial` has of each kind, caishen apart: three words, bit k of each for kind k.

    Their weights are 1, 2 and 4.
    """
    ones = twos = fours = np.int64(0)
    for group in range(4):
        rest = np.int64(trial.keys[group])
        kind = group * 9
        while rest > 0:
            count = rest % 5
            ones |= (count & 1) << kind
            twos |= (count >> 1 & 1) << kind
            fours |= (count >> 2) << kind
            rest //= 5
            kind += 1
    return ones, twos, fours


@inner
def _bit(word, kind):
    return (word >> kind) & 1


@inner
def loosest(mind, kinds, planes, most):
    """The `most` kinds of these that lean least on others, of equal ones the last.

    A tile leans by two on each of its kind and on neighbours, by one on the next but one; caishen lean most.
    """
    scratch = mind.scratch
    ones, twos, fours = planes
    held = ones | twos | fours
    count = np.int64(0)
    left = np.uint64(kinds)
    while left:
        kind = lowest_kind(left)
        left = without_lowest(left)
        alike = _bit(ones, kind) + 2 * _bit(twos, kind) + 4 * _bit(fours, kind)
        links = np.int64(CAISHEN_LINKS)
        if alike > 0:
            links = 2 * (alike - 1)
            if kind < FIRST_HONOUR:
                links += 2 * (_bit(held << 1 & NOT_FIRST, kind) + _bit(held >> 1 & NOT_LAST, kind))
                links += _bit(held << 2 & NOT_FIRST_TWO, kind) + _bit(held >> 2 & NOT_LAST_TWO, kind)
        scratch[LINKS + count] = np.float64(links << 6 | 63 - kind)
        count += 1
    while count > most:
        firmest = np.int64(0)
        for i in range(1, count):
            if scratch[LINKS + i] > scratch[LINKS + firmest]:
                firmest = np.int64(i)
        kinds &= ~(np.int64(1) << (63 - (np.int64(scratch[LINKS + firmest]) & 63)))
        count -= 1
        scratch[LINKS + firmest] = scratch[LINKS + count]
    return kinds
