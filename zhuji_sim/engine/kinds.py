"""Which kinds a seat holds, as the set bits of one word: bit k is kind k."""

import numpy as np

from .jit import inner

__all__ = ["KIND_BIT", "lowest_kind", "without_lowest"]

KIND_BIT = np.array([1 << kind for kind in range(64)], np.uint64)
"""The bit of each kind."""

_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_PLACE = np.zeros(64, np.int64)
for _kind in range(64):
    _PLACE[(0x03F79D71B4CB0A89 << _kind & 0xFFFFFFFFFFFFFFFF) >> 58] = _kind
_58 = np.uint64(58)
_ONE = np.uint64(1)


@inner
def without_lowest(word):
    """The word (uint64, not zero) without its lowest bit."""
    return word & (word - _ONE)


@inner
def lowest_kind(word):
    """Place of the lowest bit of a word (uint64, not zero), by de Bruijn's way (Leiserson et al., 1998)."""
    return _PLACE[((word ^ (word & (word - _ONE))) * _DE_BRUIJN) >> _58]
