"""Puzzles for a player who draws alone: random hands a tile or two from the tai they need."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from zhuji_sim.engine.distance import distance_to_tai
from zhuji_sim.engine.from_tiles import holding_of
from zhuji_sim.engine.helpful import spare_kinds
from zhuji_sim.rules.encoding import encode
from zhuji_sim.rules.notation import Meld, format_meld, format_tiles
from zhuji_sim.rules.reference import Hand
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import COPIES, KINDS, successor
from zhuji_sim.tables import load as load_tables

__all__ = ["Puzzle", "puzzles"]

DRAWS: Final = ((3, 4), (3, 4), (4, 5), (5, 5, 5, 6))
"""Draws by melds on the table: the fewer tiles are concealed, the farther ahead all can be gone through."""
_MOST_THROWN: Final = 24


@dataclass(frozen=True)
class Puzzle:
    """A hand that draws alone.

    Attributes
    ----------
    rules : Ruleset
    hand : Hand
        14 tiles, melds counted as three; of the dealer.
    thrown : tuple of int
        What it discarded so far; not to be drawn any more.
    tai : int
        What it has to be worth.
    draws : int
        Still to come after this discard.
    missing : int
        Tiles missing to that tai, 1 or 2.
    """

    rules: Ruleset
    hand: Hand
    thrown: tuple[int, ...]
    tai: int
    draws: int
    missing: int

    @property
    def pool(self) -> np.ndarray:
        """Copies of each kind that may be drawn (int8[34])."""
        laid = [tile for meld in self.hand.melds for tile in meld.tiles]
        seen = np.bincount([*self.hand.tiles, *laid, *self.thrown], minlength=KINDS)
        return (COPIES - seen).astype(np.int8)

    def __str__(self) -> str:
        melds = "".join(map(format_meld, self.hand.melds))
        caishen = format_tiles(self.hand.caishen)
        return f"{format_tiles(self.hand.tiles)}{melds} caishen {caishen} {self.tai} tai {self.draws} draws"


def puzzles(rules: Ruleset, count: int, seed: int = 1) -> Iterator[Puzzle]:
    """Random puzzles: 0 to 3 melds, 2 to 4 tai, one or two kinds of caishen, a tile or two missing.

    Tiles are drawn, and any that can be spared is thrown, until the hand is as near as wanted; there are
    always several kinds that it can spare.
    """
    encoded, tables = encode(rules), load_tables(rules)
    coin = np.random.default_rng(seed)
    made = 0
    while made < count:
        melds, turn = made % len(DRAWS), made // len(DRAWS)
        missing, draws = 1 + turn % 2, DRAWS[melds][turn // 2 % len(DRAWS[melds])]
        puzzle = _grown(rules, encoded, tables, coin, melds, missing, draws)
        if puzzle is not None:
            made += 1
            yield puzzle


def _grown(
    rules: Ruleset,
    encoded: np.record,
    tables: np.record,
    coin: np.random.Generator,
    melds: int,
    missing: int,
    draws: int,
) -> Puzzle | None:
    """A puzzle drawn from a shuffled wall, or None where the hand does not come near in time."""
    wall = [int(kind) for kind in coin.permutation(np.repeat(np.arange(KINDS), COPIES))]
    tai, caishen = int(coin.integers(2, 5)), _caishen(rules, coin)
    laid: list[Meld] = []
    while len(laid) < melds:
        meld = _meld(coin)
        if not set(meld.tiles) & set(caishen) and all(
            wall.count(tile) >= meld.tiles.count(tile) for tile in meld.tiles
        ):
            laid.append(meld)
            for tile in meld.tiles:
                wall.remove(tile)
    tiles = [wall.pop() for _ in range(14 - 3 * melds)]
    thrown: list[int] = []
    while len(thrown) < _MOST_THROWN:
        hand = Hand(tuple(sorted(tiles)), tuple(laid), caishen)
        holding = holding_of(rules, hand)
        distance = int(distance_to_tai(holding, tai, 0, encoded, tables))
        spare = int(spare_kinds(holding, tai, encoded, tables))
        if distance == missing and sum(spare >> kind & 1 for kind in set(tiles)) > 1:
            return Puzzle(rules, hand, tuple(thrown), tai, draws, missing)
        if distance <= missing:
            return None
        kept = [tile for tile in tiles if spare >> tile & 1 and tile not in caishen]
        tile = int(coin.choice(kept or tiles))
        tiles.remove(tile)
        thrown.append(tile)
        tiles.append(wall.pop())
    return None


def _caishen(rules: Ruleset, coin: np.random.Generator) -> tuple[int, ...]:
    first = int(coin.integers(KINDS))
    second = successor(first, rules.honour_cycle)
    return (first,) if second is None or coin.random() < 0.5 else (first, second)


def _meld(coin: np.random.Generator) -> Meld:
    """A chi or a peng of natural tiles."""
    kind = int(coin.integers(KINDS))
    if kind < 27 and kind % 9 < 7 and coin.random() < 0.5:
        return Meld("chi", (kind, kind + 1, kind + 2), (False,) * 3)
    return Meld("peng", (kind,) * 3, (False,) * 3)
