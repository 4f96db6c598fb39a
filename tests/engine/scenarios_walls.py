"""Walls stacked for a purpose: chosen tiles where they are wanted, and nothing that disturbs elsewhere."""

import random
from collections import Counter
from collections.abc import Mapping

from zhuji_sim.rules.notation import parse_tiles
from zhuji_sim.rules.tiles import COPIES, KINDS, SEATS, suit_of

DEALT = 13
HONOURS = 3
_SCATTER = [kind * 5 % KINDS for kind in range(KINDS)]


def stacked_wall(
    hands: Mapping[str, str],
    draws: str = "",
    tail: str = "",
    turned: str = "",
    coin: random.Random | None = None,
) -> list[int]:
    """A wall that deals these tiles to the seats (E's 14th last), turns this tile, and gives these draws.

    `tail`: the replacements in the order in which they are drawn. What nobody asked for is filled up with
    tiles far from those that were, or, where there is a `coin`, at random.
    """
    asked = {seat: parse_tiles(hands.get(seat, "")) for seat in SEATS}
    front, back, open_tile = parse_tiles(draws), parse_tiles(tail), parse_tiles(turned)
    wanted = [tile for tiles in (*asked.values(), front, back, open_tile) for tile in tiles]
    rest = Counter(dict.fromkeys(range(KINDS), COPIES))
    rest.subtract(wanted)
    assert min(rest.values()) >= 0, "a fifth copy of a tile is asked for"
    filler = _Filler(rest, set(wanted), coin)
    dealt = {seat: tiles + filler.take(tiles, DEALT - len(tiles)) for seat, tiles in asked.items()}
    fourteenth = dealt["E"][DEALT:] or filler.take(dealt["E"], 1)
    wall = [tile for seat in SEATS for tile in dealt[seat][:DEALT]]
    wall += open_tile + fourteenth + front
    return wall + filler.take([], len(filler)) + back[::-1]


class _Filler:
    """Hands out the tiles that nobody asked for."""

    def __init__(self, rest: Counter[int], wanted: set[int], coin: random.Random | None) -> None:
        self.rest = rest
        self.wanted = wanted
        self.coin = coin

    def __len__(self) -> int:
        return sum(self.rest.values())

    def take(self, beside: list[int], count: int) -> list[int]:
        """`count` tiles that go badly with `beside` and with all that was asked for."""
        taken: list[int] = []
        for _ in range(count):
            held = Counter(beside + taken[-DEALT:])
            left = [kind for kind in _SCATTER if self.rest[kind]]
            if self.coin is not None:
                kind = self.coin.choices(left, [self.rest[each] for each in left])[0]
            else:
                kind = min(left, key=lambda each: 2 * _kinship(each, self.wanted) + held[each])
            self.rest[kind] -= 1
            taken.append(kind)
        return taken


def _kinship(kind: int, wanted: set[int]) -> int:
    """3 for a tile that was asked for, 2 and 1 for one beside it and one further, else 0."""
    if kind in wanted:
        return 3
    if suit_of(kind) == HONOURS:
        return 0
    near = [abs(kind - each) for each in wanted if suit_of(each) == suit_of(kind)]
    return max(0, 3 - min(near, default=3))
