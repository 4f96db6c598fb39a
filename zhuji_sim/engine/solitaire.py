"""Drawing alone: the best chance to finish a hand in so many draws, by going through all that may come.

One player draws from the tiles he has not seen, each equally likely, discards one after each, and wins as
soon as the hand is worth its tai; no claims, no gangs, nobody else. The value of a hand is its mean over all
draws of the best over all discards (expectimax); hands that come again over the same tiles are remembered.
"""

from typing import Final

import numpy as np

from .distance import distance_to_tai
from .helpful import live_helpful, spare_kinds
from .holding import HOLDING, WEIGHTS
from .jit import inner, kernel

__all__ = ["ALONE", "MEMORY", "best_chances"]

ALONE = np.dtype(
    (
        np.record,
        [
            ("holding", HOLDING),
            ("hand", "i1", (34,)),  # concealed tiles, caishen included
            ("wild", "i1", (34,)),  # 1 for caishen
            ("pool", "i1", (34,)),  # tiles that may be drawn
            ("left", "i8"),  # how many of them
            ("key", "u8"),  # of hand and pool, kept up to date; anything to start with
        ],
    )
)
"""A lone player's hand and what he may draw."""

MEMORY = np.dtype([("key", "u8"), ("chance", "f8")])
"""A chance that was found before; `key` 0 is empty. The more there are (a power of two), the faster."""

_GOLDEN: Final = 0x9E3779B97F4A7C15
_WORDS: Final = 68
_PROBES: Final = 8
_SHIFT = np.uint64(29)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_DRAW = np.uint64(0xD1342543DE82EF95)
_LAST: Final = 1
_ALL_KINDS: Final = (1 << 34) - 1


def _random_words() -> np.ndarray:
    """A word for each kind in the hand, then one for each kind in the pool."""
    return np.random.default_rng(_GOLDEN).integers(1, 2**63, _WORDS, np.int64).astype(np.uint64)


_KEYS = _random_words()


@kernel
def best_chances(alone, target, draws, rules, tables, memory, chances):
    """Chance to finish after each discard, when every later one is the best.

    Parameters
    ----------
    alone : record of ALONE
        With 14 tiles, melds counted as three; as before afterwards.
    target : int
        Tai the hand has to be worth, 1 to 8.
    draws : int
        Draws still to come.
    rules : record of RULES
    tables : record of TABLES
    memory : MEMORY[power of two]
        Empty, or used for the same melds, target and caishen.
    chances : float64[34]
        Filled by kind; -1 where none is held.
    """
    for kind in range(34):
        chances[kind] = -1.0
        if alone.hand[kind] > 0:
            _shift(alone, kind, np.int64(-1))
            chances[kind] = _chance(alone, target, draws, rules, tables, memory)
            _shift(alone, kind, np.int64(1))


@inner
def _shift(alone, kind, count):
    """Put tiles into the hand, or take them out."""
    alone.hand[kind] += count
    alone.key += _KEYS[kind] * np.uint64(count)
    if alone.wild[kind] == 1:
        alone.holding.caishen += count
    else:
        alone.holding.keys[kind // 9] += WEIGHTS[kind] * count


@inner
def _take(alone, kind, count):
    """Take tiles out of the pool, or put them back."""
    alone.pool[kind] -= count
    alone.left -= count
    alone.key -= _KEYS[34 + kind] * np.uint64(count)


@kernel
def _chance(alone, target, draws, rules, tables, memory):
    """Chance to finish a hand of 13 tiles with so many draws."""
    if distance_to_tai(alone.holding, target, 0, rules, tables) > draws:
        return 0.0
    if draws == _LAST:
        return live_helpful(alone.holding, target, alone.pool, rules, tables) / alone.left
    key = alone.key + np.uint64(draws) * _DRAW
    key = (key ^ (key >> _SHIFT)) * _MIX
    at = _place(memory, key)
    if memory[at].key == key:
        return memory[at].chance
    total = 0.0
    for tile in range(34):
        copies = alone.pool[tile]
        if copies == 0:
            continue
        _take(alone, tile, np.int64(1))
        _shift(alone, tile, np.int64(1))
        best = 0.0
        missing = distance_to_tai(alone.holding, target, 0, rules, tables)
        if missing <= 0:
            best = 1.0
        elif missing < draws:
            kinds = np.int64(_ALL_KINDS)
            if missing == draws - 1:
                # No draw may be lost any more.
                kinds = spare_kinds(alone.holding, target, rules, tables)
            for kind in range(34):
                if alone.hand[kind] > 0 and (kinds >> kind) & 1 == 1:
                    _shift(alone, kind, np.int64(-1))
                    best = max(best, _chance(alone, target, draws - 1, rules, tables, memory))
                    _shift(alone, kind, np.int64(1))
        _shift(alone, tile, np.int64(-1))
        _take(alone, tile, np.int64(-1))
        total += copies * best
    chance = total / alone.left
    at = _place(memory, key)
    memory[at].key = key
    memory[at].chance = chance
    return chance


@inner
def _place(memory, key):
    """Where a chance is remembered, or may be: at its key, in an empty place, else instead of the first."""
    mask = np.uint64(len(memory) - 1)
    first = np.int64(key & mask)
    for probe in range(_PROBES):
        at = np.int64((key + np.uint64(probe)) & mask)
        if memory[at].key == key or memory[at].key == 0:
            return at
    return first
