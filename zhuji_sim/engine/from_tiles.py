"""A hand of the rules as the record that kernels take."""

import numpy as np

from zhuji_sim.rules import Ruleset, successor
from zhuji_sim.rules.reference import Hand
from zhuji_sim.rules.tiles import EAST, is_dragon, is_honour, suit_of

from .holding import HOLDING, HONOUR_SCOPE, WEIGHTS, wild_code

__all__ = ["holding_of"]


def holding_of(rules: Ruleset, hand: Hand) -> np.record:
    """A record of HOLDING with the tiles, melds and caishen of `hand`.

    A winning tile that another player gave and that is a caishen stands for itself (RULES.md §2).
    """
    holding = np.zeros(1, HOLDING)[0]
    naturals, holding.caishen = hand.split(rules)
    for tile in naturals:
        holding.keys[suit_of(tile)] += WEIGHTS[tile]
    holding.tame = hand.caishen_held - holding.caishen
    holding.seat = hand.seat
    holding.wild = _wild(hand.caishen, rules.honour_cycle)
    for meld in hand.melds:
        tile = meld.tiles[0]
        holding.melds += 1
        holding.scope |= HONOUR_SCOPE if is_honour(tile) else 1 << suit_of(tile)
        if meld.kind == "chi":
            holding.sequences += 1
            continue
        holding.triplets += 1
        if is_honour(tile):
            holding.laid[tile - EAST] += 1
            counted = not (is_dragon(tile) and rules.dragon_tai == "once" and holding.dragons > 0)
            holding.meld_tai += rules.honour_tai(hand.seat, tile) * counted
            holding.dragons += is_dragon(tile)
    record: np.record = holding
    return record


def _wild(caishen: tuple[int, ...], cycle: str) -> int:
    """Code of a set of caishen; a dual one is named by the tile whose successor the other is."""
    if not caishen:
        return 0
    if len(caishen) == 1:
        return int(wild_code(caishen[0], -1))
    first, second = caishen
    if successor(first, cycle) == second:
        return int(wild_code(first, second))
    return int(wild_code(second, first))
