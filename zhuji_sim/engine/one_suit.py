"""Hands of one suit, with honours (混一色) or without (清一色): which of them miss the fewest tiles."""

from typing import Final

import numpy as np

from .groups import any_of, entry, sequences_of, tiles_of, triplets_of
from .holding import HONOUR_SCOPE
from .jit import inner

__all__ = [
    "MIXED_ANY",
    "MIXED_SEQUENCES",
    "MIXED_TRIPLETS",
    "OF_SUIT",
    "PURE",
    "PURE_ANY",
    "PURE_SEQUENCES",
    "PURE_TRIPLETS",
    "WIDTH",
    "tight_one_suit",
]

MIXED_ANY: Final = 1
MIXED_TRIPLETS: Final = 2
MIXED_SEQUENCES: Final = 4
PURE_ANY: Final = 8
PURE_TRIPLETS: Final = 16
PURE_SEQUENCES: Final = 32
PURE: Final = PURE_ANY | PURE_TRIPLETS | PURE_SEQUENCES
OF_SUIT: Final = 63
WIDTH: Final = 8
"""Bits between the flags of one suit and of the next."""
_PAIR: Final = 2
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2


@inner
def tight_one_suit(holding, first, second, third, honours, left, missing, plan, tables):
    """Which hands of one suit that are worth enough miss `missing` tiles: flags by suit, WIDTH bits apart."""
    flags = np.int64(0)
    if plan.one_suit == 0:
        return flags
    scope = np.int64(holding.scope)
    joint = tables.honours[honours]
    open_places = 3 * left + _PAIR - np.int64(joint.tiles)
    for suit in range(3):
        classes = first if suit == 0 else second if suit == 1 else third
        if open_places - tiles_of(classes) > missing or scope & (HONOUR_SCOPE - 1) & ~(1 << suit) != 0:
            continue
        variant = ((scope >> suit) & 1) + ((scope >> 2) & 2)
        found = np.int64(0)
        if plan.mixed_any >= 0:
            misses = tables.mixed_any[variant, left, joint.rows[plan.mixed_any], any_of(classes)]
            found |= MIXED_ANY * np.int64(misses == missing)
        if plan.mixed_triplets >= 0 and holding.sequences == 0:
            misses = tables.mixed_triplets[
                variant, left, joint.rows[plan.mixed_triplets], triplets_of(classes)
            ]
            found |= MIXED_TRIPLETS * np.int64(misses == missing)
        if plan.mixed_sequences >= 0 and holding.triplets == 0:
            word = tables.suit_lanes[_SEQUENCES, sequences_of(classes), 0]
            found |= MIXED_SEQUENCES * np.int64(entry(word, left) + joint.pair == missing)
        if variant < 2:
            if plan.pure_any >= 0:
                word = tables.suit_lanes[_ANY, any_of(classes), 1]
                found |= PURE_ANY * np.int64(entry(word, left) == missing)
            if plan.pure_triplets >= 0 and holding.sequences == 0:
                word = tables.suit_lanes[_TRIPLETS, triplets_of(classes), 1]
                found |= PURE_TRIPLETS * np.int64(entry(word, left) == missing)
            if plan.pure_sequences >= 0 and holding.triplets == 0:
                word = tables.suit_lanes[_SEQUENCES, sequences_of(classes), 1]
                found |= PURE_SEQUENCES * np.int64(entry(word, left) == missing)
        flags |= found << (WIDTH * suit)
    return flags
