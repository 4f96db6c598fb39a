"""Helpful and spare tiles of a hand that is to win with whatever tai: one family, one row of honours."""

from typing import Final

import numpy as np

from .distance import HONOURS
from .groups import any_of, suit_classes
from .jit import inner
from .lanes import gathered, spread, tight

__all__ = ["ADD", "REMOVE", "UNKNOWN", "kinds_of_any"]

ADD: Final = 1
REMOVE: Final = -1
UNKNOWN: Final = -1
"""Given back for a hand with so many tiles in one group that the tables of neighbours do not have it."""
_MELDS: Final = 4
_SUIT: Final = 9
_ANY: Final = 0


@inner
def kinds_of_any(holding, step, tables):
    """Kinds that, added (ADD), bring four melds and a pair closer, or that can go (REMOVE).

    Returns
    -------
    int
        Bit k for kind k, the seat's caishen without meaning; or UNKNOWN.
    """
    keys = holding.keys
    near_0, near_1, near_2 = tables.near[keys[0]], tables.near[keys[1]], tables.near[keys[2]]
    near_honours = tables.near_honours[keys[HONOURS]]
    if near_0 == 0 or near_1 == 0 or near_2 == 0 or near_honours == 0:
        return np.int64(UNKNOWN)
    first = any_of(suit_classes(keys[0], tables))
    second = any_of(suit_classes(keys[1], tables))
    third = any_of(suit_classes(keys[2], tables))
    row = tables.honours[tables.honour_joint[0, keys[HONOURS]]].rows[0]
    both = tables.pair[_ANY, first, second]
    suits = tables.triple[_ANY, both, third]
    left = (_MELDS - np.int64(holding.melds)) & 7
    missing = np.int64(tables.final_any[left, row, suits])
    rest = tables.rest_any[tables.pair[_ANY, second, third], row]
    kinds = _of_suit(near_0, first, rest, left, missing, step, tables)
    rest = tables.rest_any[tables.pair[_ANY, first, third], row]
    kinds |= _of_suit(near_1, second, rest, left, missing, step, tables) << _SUIT
    rest = tables.rest_any[both, row]
    kinds |= _of_suit(near_2, third, rest, left, missing, step, tables) << (2 * _SUIT)
    without = spread(
        tight(tables.honour_lanes[row, 0], tables.triple_reversed[_ANY, suits, 0], left, missing)
    )
    with_pair = spread(
        tight(tables.honour_lanes[row, 1], tables.triple_reversed[_ANY, suits, 1], left, missing)
    )
    near = tables.honour_neighbours[near_honours, 0]
    if step == ADD:
        found = (near.lowered[0] & without) | (near.lowered[1] & with_pair)
    else:
        found = (near.kept[0] & without) | (near.kept[1] & with_pair)
    return kinds | gathered(found) << (3 * _SUIT)


@inner
def _of_suit(place, own, rest, left, missing, step, tables):
    """Ranks of one suit, `rest` being the place of the others' row in `tables.rest_reversed`."""
    without = spread(
        tight(tables.suit_lanes[_ANY, own, 0], tables.rest_reversed[_ANY, rest, 0], left, missing)
    )
    with_pair = spread(
        tight(tables.suit_lanes[_ANY, own, 1], tables.rest_reversed[_ANY, rest, 1], left, missing)
    )
    near = tables.neighbours[place]
    if step == ADD:
        return gathered((near.lowered[_ANY, 0] & without) | (near.lowered[_ANY, 1] & with_pair))
    return gathered((near.kept[_ANY, 0] & without) | (near.kept[_ANY, 1] & with_pair))
