"""What one tile more or less does to a suit, for all keys of up to nine tiles."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.tables.layout import NEAR_KEYS, NEAR_TILES
from zhuji_sim.tables.rows import ENTRIES, LANE
from zhuji_sim.tables.suits import RANKS, Suits

__all__ = ["fill_neighbours"]


def fill_neighbours(tables: Any, suits: Suits) -> None:
    """Fill `near` and `neighbours`, keys of few tiles first: these are the ones that are met most."""
    keys, tiles = _near_keys()
    tables.near[keys] = np.arange(1, len(keys) + 1)
    records = tables.neighbours[1 : len(keys) + 1]
    for family, rows in enumerate(suits.rows):
        of_key = suits.families[suits.joint, family]
        own = rows[of_key[keys]]
        for rank in range(RANKS):
            weight = 5**rank
            count = keys // weight % 5
            more = rows[of_key[np.where(count < 4, keys + weight, keys)]]
            less = rows[of_key[np.where(count > 0, keys - weight, keys)]]
            lowered = more < own
            kept = (less <= own) & (count > 0)[:, None]
            for entry in range(ENTRIES):
                bit = np.uint64(1 << (LANE * (entry // 2) + rank))
                records["lowered"][:, family, entry % 2] |= lowered[:, entry] * bit
                records["kept"][:, family, entry % 2] |= kept[:, entry] * bit


def _near_keys() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Suit keys of at most NEAR_TILES tiles, those of fewer tiles first, and their tiles."""
    keys, tiles = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for rank in range(RANKS):
        keys = np.concatenate([keys + count * 5**rank for count in range(5)])
        tiles = np.concatenate([tiles + count for count in range(5)])
        keys, tiles = keys[tiles <= NEAR_TILES], tiles[tiles <= NEAR_TILES]
    order = np.argsort(tiles, kind="stable")
    if len(keys) >= NEAR_KEYS:
        raise OverflowError(f"{len(keys)} suit keys, room for {NEAR_KEYS - 1}")
    return keys[order], tiles[order]
