"""Hands to measure with: dealt, in mid-game and complete, as a plain player gathers them."""

from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from zhuji_sim.engine.distance import distance_any
from zhuji_sim.engine.from_tiles import holding_of
from zhuji_sim.engine.helpful import spare_kinds
from zhuji_sim.engine.holding import blank_holdings
from zhuji_sim.rules.arrangements import is_run_start
from zhuji_sim.rules.notation import Meld
from zhuji_sim.rules.reference import Hand
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import KINDS, SEATS

__all__ = ["Samples", "gather"]

TURNS: Final = 24
"""Draws of a hand that does not win before."""
EVERY: Final = 4
"""A hand is kept as dealt and after every so many draws."""
MELDS: Final = (0, 0, 0, 0, 1, 1, 2, 3)
"""Melds on the table, each entry equally often."""
NO_CAISHEN: Final = 0.2
SOLO: Final = 0.3
_SIZE: Final = 13
_TILES: Final = 136


class Samples(NamedTuple):
    """Hands as holdings (structured arrays of HOLDING) and, in the same order, as hands of the rules."""

    waiting: Any
    """13 tiles, melds counted as three."""
    waiting_hands: list[Hand]
    drawn: Any
    """The same hands with the tile they drew next."""
    drawn_hands: list[Hand]
    complete: Any
    """14 tiles that are complete."""
    complete_hands: list[Hand]


def gather(rules: Ruleset, tables: Any, count: int, seed: int) -> Samples:
    """`count` waiting hands, what they drew, and the complete hands met on the way, all in random order.

    Each hand is played alone from a shuffled wall: some melds laid, then draws, every time with the discard
    of a tile that can be spared for any win. Seats, melds and caishen (dual, solo, none) are random.
    """
    rng = np.random.default_rng(seed)
    encoded = rules.encode()
    kept: list[tuple[Hand, Hand]] = []
    complete: list[Hand] = []
    while len(kept) < count:
        _play(rules, encoded, tables, rng, kept, complete)
    kept = [kept[place] for place in rng.permutation(len(kept))[:count]]
    complete = [complete[place] for place in rng.permutation(len(complete))]
    waiting, drawn = [before for before, _ in kept], [after for _, after in kept]
    return Samples(
        _holdings(rules, waiting),
        waiting,
        _holdings(rules, drawn),
        drawn,
        _holdings(rules, complete),
        complete,
    )


def _holdings(rules: Ruleset, hands: list[Hand]) -> Any:
    holdings = blank_holdings(len(hands))
    for place, hand in enumerate(hands):
        holdings[place] = holding_of(rules, hand)
    return holdings


def _play(
    rules: Ruleset,
    encoded: Any,
    tables: Any,
    rng: np.random.Generator,
    kept: list[tuple[Hand, Hand]],
    complete: list[Hand],
) -> None:
    """Play one hand and add what it was on the way."""
    wall = (rng.permutation(_TILES) // 4).tolist()
    melds = tuple(_lay(wall, rng) for _ in range(MELDS[rng.integers(len(MELDS))]))
    size = _SIZE - 3 * len(melds)
    hand = Hand(tuple(wall[:size]), melds, _caishen(rules, rng), int(rng.integers(len(SEATS))))
    for turn, tile in enumerate(wall[size : size + TURNS]):
        drawn = replace(hand, tiles=(*hand.tiles, tile))
        if turn % EVERY == 0:
            kept.append((hand, drawn))
        holding = holding_of(rules, drawn)
        if distance_any(holding, tables) == 0:
            complete.append(drawn)
            return
        spare = int(spare_kinds(holding, 0, encoded, tables))
        choice = [kind for kind in set(drawn.tiles) if spare >> kind & 1]
        place = drawn.tiles.index(choice[rng.integers(len(choice))])
        hand = replace(drawn, tiles=drawn.tiles[:place] + drawn.tiles[place + 1 :])


def _lay(wall: list[int], rng: np.random.Generator) -> Meld:
    """Take a random chi or peng out of the wall."""
    while True:
        first = int(rng.integers(KINDS))
        meld = Meld.chi(first) if is_run_start(first) and rng.random() < 0.5 else Meld.peng(first)
        if all(wall.count(tile) >= meld.tiles.count(tile) for tile in meld.tiles):
            for tile in meld.tiles:
                wall.remove(tile)
            return meld


def _caishen(rules: Ruleset, rng: np.random.Generator) -> tuple[int, ...]:
    """No caishen, one kind, or a kind and its successor."""
    kind, chance = int(rng.integers(KINDS)), rng.random()
    following = rules.successor(kind)
    if chance < NO_CAISHEN:
        return ()
    return (kind,) if chance < NO_CAISHEN + SOLO or following is None else (kind, following)
