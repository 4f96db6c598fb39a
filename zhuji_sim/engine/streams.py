"""Random streams keyed by (seed, deal, stream): xoshiro256++ seeded through splitmix64.

A stream depends on nothing else, so a deal's tiles and coins are the same in whatever chunk, process or order
it is played. The wall, each seat and redeals have streams of their own.

Generators: Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2021); Steele, Lea and
Flood, "Fast splittable pseudorandom number generators" (2014). Bounded draws by multiply-high: Lemire (2019).
"""

from typing import Final

import numpy as np

from .jit import inner, kernel

__all__ = [
    "REDEAL_STREAM",
    "STREAM",
    "STREAMS",
    "WALL_STREAM",
    "below",
    "next_word",
    "shuffle",
    "shuffle_first",
    "start_stream",
    "unit",
]

WALL_STREAM: Final = 4
"""Streams 0 to 3 are the seats'; this one shuffles."""
STREAMS: Final = 5
REDEAL_STREAM: Final = 5
"""Of hidden tiles dealt anew (`determinize`); no deal has it."""

STREAM = np.dtype((np.record, [("words", "u8", (4,))]))
"""The state of one random stream. A record, not an array: kernels pass records on without counting them."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_DEAL_STEP = np.uint64(0xD1342543DE82EF95)
_STREAM_STEP = np.uint64(0xA0761D6478BD642F)
_LOW_32 = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_64 = np.uint64(64)
_SPLIT_1, _SPLIT_2, _SPLIT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
_11 = np.uint64(11)
_ROTATE_OUT, _SHIFT, _ROTATE = np.uint64(23), np.uint64(17), np.uint64(45)
_UNIT = 1.0 / 9007199254740992.0


@inner
def _mix(word):
    """Splitmix64's finaliser."""
    word = (word ^ (word >> _SPLIT_1)) * _MIX_1
    word = (word ^ (word >> _SPLIT_2)) * _MIX_2
    return word ^ (word >> _SPLIT_3)


@inner
def _rotate_left(word, count):
    return (word << count) | (word >> (_64 - count))


@kernel
def start_stream(rng, seed, deal, stream):
    """Set `rng` (a `STREAM`) to the start of the stream of this (seed, deal, stream)."""
    word = _mix(np.uint64(seed) + _GOLDEN)
    word = _mix(word + np.uint64(deal) * _DEAL_STEP + _GOLDEN)
    word = _mix(word + np.uint64(stream) * _STREAM_STEP + _GOLDEN)
    for i in range(4):
        word = word + _GOLDEN
        rng.words[i] = _mix(word)


@kernel
def next_word(rng):
    """Advance the stream; 64 random bits."""
    s0, s1, s2, s3 = rng.words[0], rng.words[1], rng.words[2], rng.words[3]
    result = _rotate_left(s0 + s3, _ROTATE_OUT) + s0
    shifted = s1 << _SHIFT
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = _rotate_left(s3, _ROTATE)
    rng.words[0], rng.words[1], rng.words[2], rng.words[3] = s0, s1, s2, s3
    return result


@kernel
def below(rng, bound):
    """A random integer in [0, bound), bound below 2**31."""
    return np.int64(((next_word(rng) >> _32) * np.uint64(bound)) >> _32)


@kernel
def unit(rng):
    """A random float64 in [0, 1)."""
    return np.float64(next_word(rng) >> _11) * _UNIT


@kernel
def shuffle(tiles, rng):
    """Shuffle `tiles` (int8[n]) in place."""
    shuffle_first(tiles, len(tiles), rng)


@inner
def shuffle_first(tiles, count, rng):
    """Shuffle the first `count` of `tiles`, Fisher and Yates from the end, two draws a random word."""
    last = count - 1
    while last > 0:
        word = next_word(rng)
        pick = np.int64(((word >> _32) * np.uint64(last + 1)) >> _32)
        tiles[last], tiles[pick] = tiles[pick], tiles[last]
        last -= 1
        if last > 0:
            pick = np.int64(((word & _LOW_32) * np.uint64(last + 1)) >> _32)
            tiles[last], tiles[pick] = tiles[pick], tiles[last]
            last -= 1
