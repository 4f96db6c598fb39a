"""The tiles that helped hands looked at before: most of those a player asks about he has just asked about.

What a player would keep at one discard he holds while the others discard, and often at his next turn as well.
"""

from typing import Final

import numpy as np

from zhuji_sim.engine.helpful import helpful_kinds_from, live_copies
from zhuji_sim.engine.jit import inner, kernel

__all__ = ["remembered_live"]

HONOURS: Final = 3
MOST_TAI: Final = 31
"""Tai up to which, and tiles missing up to which, hands are remembered."""
WORDS: Final = 3
"""Of one memory: the suits, all else that matters, and the kinds that help."""
_PLACE_SHIFT: Final = np.uint64(58)
_MIX_SUITS: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_REST: Final = np.uint64(0xC2B2AE3D27D4EB4F)
_KEY_BITS: Final = 21
"""5^9 is below 2^21."""


@inner
def _suits_of(holding):
    """The three suits in one word."""
    suits = np.int64(holding.keys[0]) | np.int64(holding.keys[1]) << _KEY_BITS
    return np.uint64(suits | np.int64(holding.keys[2]) << (2 * _KEY_BITS))


@inner
def _rest_of(holding, target, missing):
    """All else that helpful tiles depend on (`engine.helpful`) in one word, never 0."""
    word = np.int64(holding.keys[HONOURS])
    word = word << 4 | np.int64(holding.caishen)
    word = word << 4 | np.int64(holding.tame)
    word = word << 3 | np.int64(holding.melds)
    word = word << 3 | np.int64(holding.sequences)
    word = word << 4 | np.int64(holding.scope)
    word = word << 1 | np.int64(holding.dragons > 0)
    word = word << 6 | np.int64(holding.meld_tai)
    word = word << 2 | np.int64(holding.seat)
    word = word << 7 | np.int64(holding.wild)
    word = word << 5 | target
    return np.uint64(word << 5 | missing)


@kernel
def remembered_live(mind, target, missing, rules, tables):
    """As `live_helpful_from`, of `mind.trial` and `mind.live`.

    The kinds that help are looked up among those of the last hands of this mind, which always plays by the
    same rules.
    """
    if target > MOST_TAI or missing > MOST_TAI:
        return live_copies(helpful_kinds_from(mind.trial, target, missing, rules, tables), mind.live)
    suits, rest = _suits_of(mind.trial), _rest_of(mind.trial, target, missing)
    place = np.int64((suits * _MIX_SUITS ^ rest * _MIX_REST) >> _PLACE_SHIFT) * WORDS
    if mind.remembered[place] == suits and mind.remembered[place + 1] == rest:
        kinds = np.int64(mind.remembered[place + 2])
    else:
        kinds = helpful_kinds_from(mind.trial, target, missing, rules, tables)
        mind.remembered[place] = suits
        mind.remembered[place + 1] = rest
        mind.remembered[place + 2] = np.uint64(kinds)
    return live_copies(kinds, mind.live)
