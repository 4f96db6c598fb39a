"""Deficiency rows: how many tiles a group is short of some melds and a pair, and how two rows combine.

A row has ten entries, entry 2m + q for m melds (0-4) and q pairs (0 or 1). There are three families of hand:
any melds, triplets only, sequences only. Copies are not capped at four, because a caishen may stand for a
fifth copy (RULES.md §2). Rows take so few distinct values that a class number replaces them.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ANY",
    "ENTRIES",
    "FAR",
    "IMPOSSIBLE",
    "LANE",
    "MAX_TILES",
    "MELDS",
    "SEQUENCES",
    "TRIPLETS",
    "UNIT",
    "combine",
    "fold",
    "lanes",
    "pack",
    "unpack",
]

ANY: Final = 0
TRIPLETS: Final = 1
SEQUENCES: Final = 2

MELDS: Final = 4
ENTRIES: Final = 10
MAX_TILES: Final = 14
"""Tiles of a complete hand, a gang counted as three; no row asks for more."""
IMPOSSIBLE: Final = 15
"""Entry of melds that cannot be made however many tiles come."""
FAR: Final = 64
"""Distance of what cannot be reached: the sum of an impossible entry and any other counts as this."""

LANE: Final = 12
"""Bits of a lane in a word, see `lanes`."""

UNIT: Final = np.array([0] + [IMPOSSIBLE] * (ENTRIES - 1), np.uint8)
"""The row of no tiles at all, which changes nothing in a product."""


def pack(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Rows (uint8[..., 10], entries below 16) as one number each."""
    packed = np.zeros(rows.shape[:-1], np.uint64)
    for entry in range(ENTRIES):
        packed |= rows[..., entry].astype(np.uint64) << np.uint64(4 * entry)
    return packed


def unpack(packed: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """The inverse of `pack`."""
    shifts = np.arange(0, 4 * ENTRIES, 4, dtype=np.uint64)
    return ((packed[..., None] >> shifts) & np.uint64(15)).astype(np.uint8)


def fold(
    rows: NDArray[np.uint8], first: NDArray[np.uint8] | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Distinct rows and the class of each given one.

    Parameters
    ----------
    rows : uint8[..., 10]
        Rows.
    first : uint8[n, 10], optional
        Rows whose classes are to be 0 to n - 1 in this order, whether they occur or not.

    Returns
    -------
    classes : uint8[m, 10]
        The distinct rows.
    inverse : intp[...]
        Class of each row of `rows`.
    """
    packed = pack(rows)
    distinct, inverse = np.unique(packed.ravel(), return_inverse=True)
    if first is not None:
        known = pack(first)
        fresh = np.setdiff1d(distinct, known)
        ordered = np.concatenate([known, fresh])
        sorting = np.argsort(ordered)
        inverse = sorting[np.searchsorted(ordered[sorting], distinct)][inverse]
        distinct = ordered
    return unpack(distinct), inverse.reshape(packed.shape)


def combine(left: NDArray[np.uint8], right: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Rows of two groups of tiles taken together, all of `left` with all of `right`: their (min,+) product.

    Parameters
    ----------
    left, right : uint8[n, 10], uint8[m, 10]
        Rows.

    Returns
    -------
    uint8[n, m, 10]
    """
    both = np.full((len(left), len(right), ENTRIES), IMPOSSIBLE, np.uint8)
    for melds in range(MELDS + 1):
        for pairs in range(2):
            entry = both[:, :, 2 * melds + pairs]
            for here in range(melds + 1):
                for pair_here in range(pairs + 1):
                    one = left[:, 2 * here + pair_here]
                    other = right[:, 2 * (melds - here) + pairs - pair_here]
                    np.minimum(entry, one[:, None] + other[None, :], out=entry)
    return both


def lanes(rows: NDArray[np.uint8], reverse: bool = False) -> NDArray[np.uint64]:
    """Rows (uint8[n, 10]) as two words each, without and with the pair; lane m is the entry of m melds.

    A lane has `LANE` bits, so that five fill a word and each has room for a mark for every rank of a suit.
    With `reverse`, lane m is the entry of 4 - m melds and the word with the pair comes first: what the rest
    of a hand has to give where this word's partner gives m melds and, or not, the pair.
    """
    words = np.zeros((len(rows), 2), np.uint64)
    for melds in range(MELDS + 1):
        for pairs in range(2):
            place = MELDS - melds if reverse else melds
            word = 1 - pairs if reverse else pairs
            words[:, word] |= rows[:, 2 * melds + pairs].astype(np.uint64) << np.uint64(LANE * place)
    return words
