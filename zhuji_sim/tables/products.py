"""Groups of tiles taken together: classes of two and three suits, and missing tiles of whole hands."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.tables.layout import RESTS, ROWS
from zhuji_sim.tables.rows import (
    ANY,
    FAR,
    IMPOSSIBLE,
    MELDS,
    SEQUENCES,
    TRIPLETS,
    UNIT,
    combine,
    fold,
    lanes,
)
from zhuji_sim.tables.suits import Suits

__all__ = ["Products", "fill_suits", "fill_whole_hands", "suit_products"]

_PAIRS: Final = 3


class Products(NamedTuple):
    """Rows of two and of three suits, for each family."""

    pairs: list[NDArray[np.uint8]]
    triples: list[NDArray[np.uint8]]


def suit_products(tables: Any, suits: Suits) -> Products:
    """Fill the classes of two and three suits; no more than one suit has a cut."""
    pairs, triples = [], []
    for family, (rows, whole) in enumerate(zip(suits.rows, suits.whole)):
        one, other = np.nonzero(
            np.add.outer(np.arange(len(rows)) >= whole, np.arange(len(rows)) >= whole) < 2
        )
        both = combine(rows, rows)
        pair_rows, inverse = fold(both[one, other])
        tables.pair[family, one, other] = inverse
        uncut = np.zeros(len(pair_rows), bool)
        uncut[tables.pair[family, :whole, :whole]] = True
        reachable = uncut[:, None] | (np.arange(len(rows)) < whole)[None, :]
        one, other = np.nonzero(reachable)
        triple_rows, inverse = fold(combine(pair_rows, rows)[one, other])
        tables.triple[family, one, other] = inverse
        pairs.append(pair_rows)
        triples.append(triple_rows)
    return Products(pairs, triples)


def fill_suits(tables: Any, suits: Suits, products: Products) -> None:
    """Fill what concerns suits alone."""
    tables.suit_joint[:] = suits.joint
    tables.suit_classes[: len(suits.families)] = _packed(suits.families)
    tables.run_joint[:] = suits.run_joint
    tables.run_classes[: len(suits.run_families)] = _packed(suits.run_families)
    tables.splice[:] = suits.splice
    for family in (ANY, TRIPLETS, SEQUENCES):
        tables.suit_lanes[family, : len(suits.rows[family])] = lanes(suits.rows[family])
        tables.suit_reversed[family, : len(suits.rows[family])] = lanes(suits.rows[family], reverse=True)
        tables.triple_lanes[family, : len(products.triples[family])] = lanes(products.triples[family])
        tables.triple_reversed[family, : len(products.triples[family])] = lanes(
            products.triples[family], reverse=True
        )
    sequences = products.pairs[SEQUENCES]
    for missing in range(_PAIRS + 1):
        honours = UNIT.copy()
        honours[1] = missing if missing < _PAIRS else IMPOSSIBLE
        rest = combine(sequences, honours[None])[:, 0]
        tables.pair_reversed[missing, : len(rest)] = lanes(rest, reverse=True)


def fill_whole_hands(tables: Any, suits: Suits, products: Products, honours: NDArray[np.uint8]) -> None:
    """Fill the missing tiles of whole hands and the rows of two suits and honours.

    Parameters
    ----------
    tables : record of TABLES
        Filled in place.
    suits, products
        Rows of suits.
    honours : uint8[n, 10]
        Rows of honours.
    """
    if len(honours) > ROWS:
        raise OverflowError(f"{len(honours)} honour rows, room for {ROWS}")
    tables.honour_lanes[: len(honours)] = lanes(honours)
    tables.honour_reversed[: len(honours)] = lanes(honours, reverse=True)
    final = {ANY: tables.final_any, TRIPLETS: tables.final_triplets}
    mixed = {ANY: tables.mixed_any, TRIPLETS: tables.mixed_triplets}
    rest = {ANY: tables.rest_any, TRIPLETS: tables.rest_triplets}
    for family in (ANY, TRIPLETS):
        whole = combine(honours, products.triples[family])
        one_suit = len(suits.rows[family])
        for left in range(MELDS + 1):
            missing = whole[:, :, 2 * left + 1]
            final[family][left, : len(honours), : whole.shape[1]] = _far(missing)
            for variant in range(4):
                missing = _mixed(honours, suits.rows[family], left, variant)
                mixed[family][variant, left, : len(honours), :one_suit] = _far(missing)
        classes, inverse = fold(combine(products.pairs[family], honours))
        if len(classes) > RESTS:
            raise OverflowError(f"{len(classes)} rows of two suits and honours, room for {RESTS}")
        rest[family][: len(inverse), : len(honours)] = inverse
        tables.rest_reversed[family, : len(classes)] = lanes(classes, reverse=True)


def _mixed(honours: NDArray[np.uint8], suit: NDArray[np.uint8], left: int, variant: int) -> NDArray[np.uint8]:
    """Missing tiles (uint8[honours, suits]) of one suit and honours that make `left` melds and the pair."""
    missing = np.full((len(honours), len(suit)), IMPOSSIBLE, np.uint8)
    for melds in range(left + 1):
        for pair in range(2):
            suit_empty = melds == 0 and pair == 0
            honours_empty = melds == left and pair == 1
            if (suit_empty and not variant & 1) or (honours_empty and not variant & 2):
                continue
            of_honours = honours[:, 2 * (left - melds) + 1 - pair]
            np.minimum(missing, of_honours[:, None] + suit[None, :, 2 * melds + pair], out=missing)
    return missing


def _far(missing: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.where(missing >= IMPOSSIBLE, np.uint8(FAR), missing)


def _packed(families: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Four columns (uint8[n, 4]) as one number each, the first in the lowest byte."""
    packed = np.zeros(len(families), np.uint32)
    for place in range(families.shape[1]):
        packed |= families[:, place].astype(np.uint32) << np.uint32(8 * place)
    return packed
