"""One seat's tiles as the evaluation kernels take them, and the moves that keep them up to date.

A suit's concealed tiles are one number in base 5 (the digit of weight 5^r counts rank r + 1), the honours
another, so a tile that comes or goes is one addition. Caishen tiles held are counted apart and are in no key.
"""

from typing import Any, Final

import numpy as np

from zhuji_sim.tables.layout import DUAL_CODE, SOLO_CODE

from .jit import kernel

__all__ = [
    "HOLDING",
    "HONOUR_SCOPE",
    "WEIGHTS",
    "add_tile",
    "blank_holdings",
    "lay_sequence",
    "lay_triplet",
    "remove_tile",
    "wild_code",
]

HOLDING = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("keys", "i4", (4,)),  # base-5 counts of tiles held that are no caishen: 万 筒 索 honours
                ("caishen", "i1"),  # caishen tiles in the hand that can stand for any tile
                ("tame", "i1"),  # caishen tiles that cannot: laid in melds, or claimed as themselves
                ("melds", "i1"),  # melds on the table
                ("sequences", "i1"),  # of these, chi
                ("triplets", "i1"),  # of these, peng and gang
                ("scope", "i1"),  # bits: which groups the melds stand in (1 万, 2 筒, 4 索, 8 honours)
                ("dragons", "i1"),  # melds of 中, 发, 白
                ("meld_tai", "i1"),  # tai of the honour melds for this seat
                ("laid", "i1", (7,)),  # melds of 东南西北中发白
                ("seat", "i1"),
                ("wild", "i1"),  # which caishen are wild for the seat (`wild_code`); 0 where none are
            ],
            align=True,
        ),
    )
)
"""What a seat holds. 13 - 3m tiles, or 14 - 3m with the last one drawn, m being the melds."""

HONOUR_SCOPE: Final = 8
"""The bit of honours in `scope`."""

_SUIT: Final = 9
_FIRST_HONOUR: Final = 27
_FIRST_DRAGON: Final = 31
WEIGHTS = np.array([5 ** (kind % _SUIT) for kind in range(34)], np.int32)
"""What one tile of each kind adds to the key of its group."""


def blank_holdings(count: int) -> Any:
    """`count` empty holdings (structured array of `HOLDING`)."""
    return np.zeros(count, HOLDING)


@kernel
def wild_code(first, second):
    """What `HOLDING.wild` is for caishen `first` and its successor `second`; -1 stands for none."""
    if first < 0:
        return 0
    return SOLO_CODE + first if second < 0 else DUAL_CODE + first


@kernel
def add_tile(holding, kind):
    """Put a tile (kind 0-33) into the hand as the tile it is."""
    holding.keys[kind // _SUIT] += WEIGHTS[kind]


@kernel
def remove_tile(holding, kind):
    """Take a tile (kind 0-33, one of the keys) out of the hand."""
    holding.keys[kind // _SUIT] -= WEIGHTS[kind]


@kernel
def lay_sequence(holding, lowest, caishen):
    """Count a chi from kind `lowest` on with `caishen` caishen tiles in it; the hand's tiles stay."""
    holding.melds += 1
    holding.sequences += 1
    holding.scope |= 1 << (lowest // _SUIT)
    holding.tame += caishen


@kernel
def lay_triplet(holding, kind, caishen, tables):
    """Count a peng or gang of `kind` with `caishen` caishen tiles in it; the hand's tiles stay.

    For a fourth tile laid onto a peng only `tame` changes, and only if that tile is a caishen.
    """
    holding.melds += 1
    holding.triplets += 1
    holding.scope |= 1 << (kind // _SUIT)
    holding.tame += caishen
    if kind >= _FIRST_HONOUR:
        honour = kind - _FIRST_HONOUR
        dragon = kind >= _FIRST_DRAGON
        if not (dragon and tables.dragon_once == 1 and holding.dragons > 0):
            holding.meld_tai += tables.honour_tai[holding.seat, honour]
        if dragon:
            holding.dragons += 1
        holding.laid[honour] += 1
