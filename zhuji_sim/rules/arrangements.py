"""Every way to arrange tiles and wildcards into melds and a pair, by plain search (RULES.md §5)."""

from collections.abc import Collection, Iterator
from itertools import combinations_with_replacement
from typing import Final, Literal, NamedTuple

from zhuji_sim.rules.notation import Meld, MeldKind
from zhuji_sim.rules.tiles import EAST, KINDS, SUIT_SIZE

GroupKind = MeldKind | Literal["pair"]

_RUN: Final = (0, 1, 2)
_TRIPLET: Final = (0, 0, 0)
_PAIR: Final = (0, 0)


class Group(NamedTuple):
    """A meld or the pair, in the hand or on the table."""

    kind: GroupKind
    """`chi`, `peng`, `gang`, `concealed_gang` or `pair`."""
    tiles: tuple[int, ...]
    """What each place stands for."""
    wild: tuple[bool, ...]
    """Whether the place is filled by a caishen (in the hand: or by a tile that is still missing)."""

    @classmethod
    def from_meld(cls, meld: Meld) -> "Group":
        """A meld that lies on the table."""
        return cls(meld.kind, meld.tiles, meld.wild)


class _Search(NamedTuple):
    """What stays the same during one search."""

    drop: bool
    avoid: Collection[int]


def arrangements(
    tiles: Collection[int], wilds: int, melds: int, drop: bool = False, avoid: Collection[int] = ()
) -> Iterator[tuple[Group, ...]]:
    """Ways to lay tiles and wildcards as `melds` melds and a pair.

    Two ways that differ only in which places the wildcards take are one, and come once unless tiles may be
    dropped. Melds and pairs made of wildcards alone are given once per kind of value: a run and a triplet of
    each suit, a triplet of each honour.

    Parameters
    ----------
    tiles : collection of int
        Tiles that stand for themselves.
    wilds : int
        Wildcards at hand, or the most that may be used where tiles may be dropped.
    melds : int
        Melds to lay, 0–4.
    drop : bool
        Whether tiles may be left over. If not, tiles and wildcards have to come out even.
    avoid : collection of int
        Kinds that melds of wildcards alone do without where they can.

    Yields
    ------
    tuple of Group
    """
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    if drop:
        yield from _lay(counts, wilds, melds, True, 0, (), _Search(drop, avoid))
    elif len(tiles) + wilds == 3 * melds + 2:
        # With more than four of a kind in it, one way may be found on several paths: which of its groups has
        # the tile itself and which a wildcard.
        known = set()
        for groups in _lay(counts, wilds, melds, True, 0, (), _Search(drop, avoid)):
            values = tuple(sorted(group[:2] for group in groups))
            if values not in known:
                known.add(values)
                yield groups


def _lay(
    counts: list[int],
    wilds: int,
    melds: int,
    pair: bool,
    step: int,
    laid: tuple[Group, ...],
    search: _Search,
) -> Iterator[tuple[Group, ...]]:
    """Go on from `laid` with the lowest tile left, which has to find a group (or be dropped).

    `step` keeps the groups of one and the same lowest tile in order: other orders would be the same.
    """
    lowest = next((kind for kind, count in enumerate(counts) if count), None)
    if lowest is None or (search.drop and not melds and not pair):
        if 3 * melds + 2 * pair <= wilds:
            for rest in _wild_groups(melds, pair, search.avoid):
                yield laid + rest
        return
    for place, (kind, group) in enumerate(_groups_with(lowest)):
        if place < step or not (pair if kind == "pair" else melds):
            continue
        wild = []
        for tile in group:
            wild.append(not counts[tile])
            if counts[tile]:
                counts[tile] -= 1
        needed = sum(wild)
        if needed <= wilds:
            yield from _lay(
                counts,
                wilds - needed,
                melds - (kind != "pair"),
                pair and kind != "pair",
                place if counts[lowest] else 0,
                (*laid, Group(kind, group, tuple(wild))),
                search,
            )
        for tile, missing in zip(group, wild, strict=True):
            if not missing:
                counts[tile] += 1
    if search.drop:
        dropped, counts[lowest] = counts[lowest], 0
        yield from _lay(counts, wilds, melds, pair, 0, laid, search)
        counts[lowest] = dropped


def _groups_with(tile: int) -> Iterator[tuple[GroupKind, tuple[int, ...]]]:
    """Every group that contains the tile, in a fixed order."""
    yield "pair", (tile, tile)
    yield "peng", (tile, tile, tile)
    for first in range(tile - 2, tile + 1):
        if is_run_start(first):
            yield "chi", (first, first + 1, first + 2)


def is_run_start(kind: int) -> bool:
    """Whether a sequence can begin at this kind."""
    return 0 <= kind < EAST and kind % SUIT_SIZE <= SUIT_SIZE - 3


def _wild_groups(melds: int, pair: bool, avoid: Collection[int]) -> Iterator[tuple[Group, ...]]:
    """Groups of wildcards alone, one for each kind of value they can have."""
    choices: list[Group] = []
    pairs: list[Group] = []
    for suit in range(0, EAST, SUIT_SIZE):
        ranks = range(suit, suit + SUIT_SIZE)
        single = next(kind for kind in ranks if kind not in avoid)
        run = next(
            (k for k in ranks if is_run_start(k) and not {k, k + 1, k + 2} & set(avoid)),
            suit,
        )
        choices += [_all_wild("chi", (run, run + 1, run + 2)), _all_wild("peng", (single,) * 3)]
        pairs.append(_all_wild("pair", (single,) * 2))
    choices += [_all_wild("peng", (honour,) * 3) for honour in range(EAST, KINDS)]
    pairs += [_all_wild("pair", (honour,) * 2) for honour in range(EAST, KINDS)]
    for chosen in combinations_with_replacement(choices, melds):
        if pair:
            for each in pairs:
                yield (*chosen, each)
        else:
            yield chosen


def _all_wild(kind: GroupKind, tiles: tuple[int, ...]) -> Group:
    return Group(kind, tiles, (True,) * len(tiles))
