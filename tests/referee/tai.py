"""The referee's own count of tai: every arrangement, every use of the caishen (RULES.md §5)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tests.referee.tiles import FIRST_HONOUR, KINDS, Meld

EAST = FIRST_HONOUR
RED = 31


class Score(NamedTuple):
    """What a hand is worth."""

    complete: bool
    tai: int
    no_minimum: bool
    wucai: bool
    """Whether 无财 counts for it."""


class Shape(NamedTuple):
    """What of an arrangement matters for tai."""

    sequences: int
    suit_triplets: int
    honours: tuple[int, ...]
    suits: int
    """Bit per suit that occurs."""
    pair: int
    """The pair's kind; any tile of its suit for a suit pair; -1 none yet."""

    def with_sequence(self, kind: int) -> "Shape":
        return self._replace(sequences=self.sequences + 1, suits=self.suits | 1 << kind // 9)

    def with_triplet(self, kind: int) -> "Shape":
        if kind < FIRST_HONOUR:
            return self._replace(suit_triplets=self.suit_triplets + 1, suits=self.suits | 1 << kind // 9)
        at = kind - FIRST_HONOUR
        return self._replace(honours=(*self.honours[:at], self.honours[at] + 1, *self.honours[at + 1 :]))

    def with_pair(self, kind: int) -> "Shape":
        if kind < FIRST_HONOUR:
            return self._replace(pair=kind // 9 * 9, suits=self.suits | 1 << kind // 9)
        return self._replace(pair=kind)


EMPTY = Shape(0, 0, (0,) * 7, 0, -1)
FREE = (0, 9, 18, *range(FIRST_HONOUR, KINDS))
"""What a triplet or pair of caishen alone may be, one kind for each suit."""


def score(
    rules: dict[str, Any],
    seat: int,
    concealed: Sequence[int],
    claimed: int | None,
    melds: Sequence[Meld],
    caishen: Iterable[int],
    by: str,
    caishen_in_play: bool,
) -> Score:
    """Best tai of a hand; `concealed` counts by kind, without `claimed`, a tile won from another player.

    `caishen_in_play` is false where there is no caishen for anybody (for `wucai_bonus = mode`).
    """
    caishen = frozenset(caishen)
    plain = [0 if kind in caishen else count for kind, count in enumerate(concealed)]
    wilds = sum(concealed) - sum(plain)
    held = wilds + sum(sum(m.wild) + sum(tile in caishen for tile in m.naturals) for m in melds)
    if claimed is not None:
        plain[claimed] += 1
        held += claimed in caishen
    table = EMPTY
    for meld in melds:
        table = table.with_sequence(meld.kind) if meld.form == "chi" else table.with_triplet(meld.kind)
    wucai = held == 0 and (
        rules["wucai_bonus"] == "hand" or (rules["wucai_bonus"] == "mode" and not caishen_in_play)
    )
    found = [
        _worth(rules, seat, _joined(table, shape), held, by, wucai)
        for shape in _shapes(tuple(plain), wilds, 4 - len(melds), True)
    ]
    if rules["loose_all_honours"] and not any(plain[:FIRST_HONOUR]) and not table.suits:
        found.append(_worth(rules, seat, _joined(table, EMPTY), held, by, wucai))
    if not found:
        return Score(False, 0, False, wucai)
    tai, no_minimum = max(found)
    return Score(True, tai, no_minimum, wucai)


def _joined(table: Shape, hand: Shape) -> Shape:
    return Shape(
        table.sequences + hand.sequences,
        table.suit_triplets + hand.suit_triplets,
        tuple(a + b for a, b in zip(table.honours, hand.honours)),
        table.suits | hand.suits,
        hand.pair,
    )


@lru_cache(maxsize=20_000)
def _shapes(plain: tuple[int, ...], wilds: int, sets: int, pair: bool) -> frozenset[Shape]:
    """Every shape that exactly these tiles can take."""
    low = next((kind for kind, count in enumerate(plain) if count), None)
    if sum(plain) + wilds != 3 * sets + 2 * pair:
        return frozenset()
    if low is None:
        return frozenset(_of_caishen_alone(sets, pair))
    found = set()
    for naturals, kind, what in _ways(plain, low, pair):
        size = 2 if what == "pair" else 3
        if size - len(naturals) > wilds or (what != "pair" and sets == 0):
            continue
        rest = list(plain)
        for tile in naturals:
            rest[tile] -= 1
        wilds_left = wilds - size + len(naturals)
        smaller = _shapes(tuple(rest), wilds_left, sets - (size == 3), pair and size == 3)
        found |= {getattr(shape, f"with_{what}")(kind) for shape in smaller}
    return frozenset(found)


def _ways(plain: Sequence[int], low: int, pair: bool) -> Iterator[tuple[list[int], int, str]]:
    """Ways to use the lowest tile: the natural tiles taken, the kind made, and what it is."""
    for copies in range(1, min(3, plain[low]) + 1):
        yield [low] * copies, low, "triplet"
    if pair:
        for copies in range(1, min(2, plain[low]) + 1):
            yield [low] * copies, low, "pair"
    if low >= FIRST_HONOUR:
        return
    for first in range(max(low - 2, low // 9 * 9), min(low, low // 9 * 9 + 6) + 1):
        others = [tile for tile in range(low + 1, first + 3) if plain[tile]]
        for chosen in range(1 << len(others)):
            yield [low, *(tile for i, tile in enumerate(others) if chosen >> i & 1)], first, "sequence"


def _of_caishen_alone(sets: int, pair: bool) -> Iterator[Shape]:
    shapes = {EMPTY}
    for _ in range(sets):
        shapes = {shape.with_triplet(kind) for shape in shapes for kind in FREE} | {
            shape.with_sequence(kind) for shape in shapes for kind in FREE[:3]
        }
    if pair:
        shapes = {shape.with_pair(kind) for shape in shapes for kind in FREE}
    yield from shapes


def _worth(
    rules: dict[str, Any], seat: int, shape: Shape, held: int, by: str, wucai: bool
) -> tuple[int, bool]:
    """Tai of one arrangement, and whether it needs no minimum."""
    ordinary = _honour_tai(rules, seat, shape)
    honours = any(shape.honours) or shape.pair >= FIRST_HONOUR
    if shape.sequences == 4 and not _pair_has_value(rules, seat, shape.pair):
        ordinary += rules["tai_pinghu"]
    if shape.suit_triplets + sum(shape.honours) == 4 and shape.pair >= 0:
        ordinary += rules["tai_duiduihu"]
    if shape.suits in (1, 2, 4):
        ordinary += rules["tai_hunyise" if honours else "tai_qingyise"]
    ordinary += {"gang": rules["tai_gang_draw"], "rob": rules["tai_robbing"]}.get(by, 0)
    if wucai:
        ordinary += rules["tai_no_caishen"]
    if held >= 3:
        ordinary += rules["tai_three_caishen"]
    floors = [("all_honours", rules["tai_all_honours"])] if not shape.suits else []
    for name, met in (
        ("heavenly", by == "heavenly"),
        ("earthly", by == "earthly"),
        ("no_caishen_floor", wucai),
    ):
        if met and ordinary >= rules["floor_needs_tai"]:
            floors.append((name, rules[f"tai_{name}"]))
    floors = [(name, value) for name, value in floors if value > 0]
    tai = max(ordinary, *(value for _, value in floors)) if floors else ordinary
    if rules["tai_limit"] != "none":
        tai = min(tai, rules["tai_limit"])
    return tai, any(name == "all_honours" or rules["floor_needs_tai"] == 0 for name, _ in floors)


def _honour_tai(rules: dict[str, Any], seat: int, shape: Shape) -> int:
    dragons = sum(shape.honours[RED - EAST :])
    if rules["dragon_tai"] == "once":
        dragons = min(1, dragons)
    winds = sum(count * _wind_tai(rules, seat, wind) for wind, count in enumerate(shape.honours[:4]))
    return int(dragons * rules["tai_dragon"] + winds)


def _wind_tai(rules: dict[str, Any], seat: int, wind: int) -> int:
    if wind == 0:
        return int(rules["tai_east_dealer" if seat == 0 else "tai_east_others"])
    return int(rules["tai_own_wind"]) if wind == seat else 0


def _pair_has_value(rules: dict[str, Any], seat: int, pair: int) -> bool:
    if pair >= RED:
        return True
    return pair >= EAST and _wind_tai(rules, seat, pair - EAST) > 0
