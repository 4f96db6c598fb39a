"""What one tile more or less does to a suit of up to nine tiles, and to the honours."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.tables.honours import HONOURS, Honours
from zhuji_sim.tables.layout import ABSENT, NEAR_HONOUR_TILES, NEAR_HONOURS, NEAR_KEYS, NEAR_TILES, SLOTS
from zhuji_sim.tables.rows import ENTRIES, LANE
from zhuji_sim.tables.suits import RANKS, Suits

__all__ = ["fill_honour_neighbours", "fill_neighbours"]

_COPIES = 4


def fill_neighbours(tables: Any, suits: Suits) -> None:
    """Fill `near` and `neighbours`, keys of few tiles first: these are the ones that are met most."""
    keys = _near_keys(RANKS, NEAR_TILES, NEAR_KEYS)
    tables.near[keys] = np.arange(1, len(keys) + 1)
    records = tables.neighbours[1 : len(keys) + 1]
    for family, rows in enumerate(suits.rows):
        of_key = suits.families[suits.joint, family]
        _mark(records["lowered"][:, family], records["kept"][:, family], keys, of_key, rows, RANKS)


def fill_honour_neighbours(tables: Any, honours: Honours) -> None:
    """Fill `near_honours`, `slot` and `honour_neighbours` for the levels of all profiles that find room."""
    keys = _near_keys(HONOURS, NEAR_HONOUR_TILES, NEAR_HONOURS)
    tables.near_honours[keys] = np.arange(1, len(keys) + 1)
    records = tables.honour_neighbours[1 : len(keys) + 1]
    tables.slot[:] = ABSENT
    levels = np.argwhere(honours.level_tai >= 0)
    for slot, (profile, level) in enumerate(levels[:SLOTS]):
        tables.slot[profile, level] = slot
        of_key = honours.of_level[honours.joint[profile, : 5**HONOURS], level]
        near = records[:, slot]
        _mark(near["lowered"], near["kept"], keys, of_key, honours.rows, HONOURS)


def _mark(
    lowered: NDArray[np.uint64],
    kept: NDArray[np.uint64],
    keys: NDArray[np.int64],
    of_key: NDArray[Any],
    rows: NDArray[np.uint8],
    kinds: int,
) -> None:
    """Set the bit of each kind in the lanes that one tile more lowers, or one tile less keeps, for `keys`."""
    own = rows[of_key[keys]]
    for kind in range(kinds):
        weight = 5**kind
        count = keys // weight % 5
        more = rows[of_key[np.where(count < _COPIES, keys + weight, keys)]] < own
        less = (rows[of_key[np.where(count > 0, keys - weight, keys)]] <= own) & (count > 0)[:, None]
        for entry in range(ENTRIES):
            bit = np.uint64(1 << (LANE * (entry // 2) + kind))
            lowered[:, entry % 2] |= more[:, entry] * bit
            kept[:, entry % 2] |= less[:, entry] * bit


def _near_keys(kinds: int, most: int, room: int) -> NDArray[np.int64]:
    """Keys of so many kinds and at most so many tiles, those of fewer tiles first."""
    keys, tiles = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for kind in range(kinds):
        keys = np.concatenate([keys + count * 5**kind for count in range(_COPIES + 1)])
        tiles = np.concatenate([tiles + count for count in range(_COPIES + 1)])
        keys, tiles = keys[tiles <= most], tiles[tiles <= most]
    if len(keys) >= room:
        raise OverflowError(f"{len(keys)} keys, room for {room - 1}")
    return keys[np.argsort(tiles, kind="stable")]
