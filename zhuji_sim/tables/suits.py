"""Classes of the suits: every count of nine ranks, and of runs of ranks cut off by caishen kinds.

Keys are numbers in base 5, one digit a rank. A hand that is to win without caishen cannot use the caishen
kinds at all: they cut their suit into two shorter runs of ranks, each with rows of its own.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.tables.rows import (
    ANY,
    ENTRIES,
    IMPOSSIBLE,
    MAX_TILES,
    MELDS,
    SEQUENCES,
    TRIPLETS,
    UNIT,
    combine,
    fold,
)

__all__ = ["RANKS", "Suits", "build_suits"]

RANKS: Final = 9
_COPIES: Final = 4
_State = tuple[int, int, int, int]


class Suits(NamedTuple):
    """Classes of keys and the rows behind them. Families are ANY, TRIPLETS, SEQUENCES."""

    joint: NDArray[np.uint16]
    """Joint class of each suit key (uint16[5^9]); 0 for keys of more than 14 tiles."""
    families: NDArray[np.uint8]
    """Class in each family of each joint class, and its number of tiles (uint8[n, 4])."""
    run_joint: NDArray[np.uint16]
    """Joint class of each key of a run of 0 to 8 ranks, shorter runs first (uint16[1 + 5 + ... + 5^8])."""
    run_families: NDArray[np.uint8]
    """The same for the joint classes of runs (uint8[n, 4])."""
    splice: NDArray[np.uint8]
    """For each family, the suit class of two runs (uint8[3, 256, 256])."""
    rows: tuple[NDArray[np.uint8], ...]
    """For each family, the rows of the suit classes: those of whole suits first, then those with a cut."""
    whole: tuple[int, ...]
    """For each family, how many classes whole suits have."""


def build_suits() -> Suits:
    """Rows of all keys of at most 14 tiles, folded into classes (a third of a second)."""
    prefixes = _prefixes()
    closed = [_closed_rows(family) for family in (ANY, TRIPLETS, SEQUENCES)]
    rows, whole, of_key, of_run, splices = [], [], [], [], []
    for by_length in closed:
        full, inverse = fold(by_length[RANKS])
        run_rows, run_inverse = fold(np.concatenate([UNIT[None], *by_length[1:RANKS]]))
        spliced = combine(run_rows, run_rows)
        useful = _splices(run_rows, run_inverse, by_length)
        classes, _ = fold(spliced[useful], first=full)
        splice = np.zeros((256, 256), np.uint8)
        splice[useful] = fold(spliced[useful], first=classes)[1]
        rows.append(classes)
        whole.append(len(full))
        of_key.append(inverse)
        of_run.append(run_inverse)
        splices.append(splice)
    joint_of, families = _join([*of_key, prefixes[RANKS].tiles])
    joint = np.zeros(5**RANKS, np.uint16)
    joint[prefixes[RANKS].keys] = joint_of
    run_of, run_families = _join([*of_run, np.concatenate([prefixes[size].tiles for size in range(RANKS)])])
    run_joint = np.zeros(sum(5**length for length in range(RANKS)), np.uint16)
    start = done = 0
    for length in range(RANKS):
        keys = prefixes[length].keys
        run_joint[start + keys] = run_of[done : done + len(keys)]
        start += 5**length
        done += len(keys)
    return Suits(joint, families, run_joint, run_families, np.stack(splices), tuple(rows), tuple(whole))


def _splices(
    run_rows: NDArray[np.uint8], run_classes: NDArray[np.intp], by_length: list[NDArray[np.uint8]]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of run classes whose lengths add up to a suit with one or two caishen kinds cut out."""
    sizes = [1] + [len(rows) for rows in by_length[1:RANKS]]
    ends = np.cumsum(sizes)
    classes = [np.unique(run_classes[end - size : end]) for size, end in zip(sizes, ends)]
    wanted = np.zeros((len(run_rows), len(run_rows)), bool)
    for cut in (1, 2):
        for low in range(RANKS - cut + 1):
            wanted[np.ix_(classes[low], classes[RANKS - cut - low])] = True
    one, other = np.nonzero(wanted)
    return one, other


def _join(columns: list[NDArray[Any]]) -> tuple[NDArray[np.intp], NDArray[np.uint8]]:
    """Joint class of each item, and what each joint class has in each column."""
    code = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        code = code * 256 + column
    _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
    return inverse, np.stack([column[first] for column in columns], axis=1).astype(np.uint8)


def _closed_rows(family: int) -> list[NDArray[np.uint8]]:
    """For runs of 0 to 9 ranks the rows of all keys of at most 14 tiles, in the order of `_prefixes`.

    A dynamic programme over the ranks. Its state is (melds, pairs, sequences begun one rank ago, two ranks
    ago); at each rank sequences begin, triplets and a pair are made, and what the rank holds pays for the
    tiles needed. Three sequences alike are three triplets, so with both allowed no more than two begin
    together. A run that ends leaves no sequence open.
    """
    most_sequences = {ANY: 2, TRIPLETS: 0, SEQUENCES: MELDS}[family]
    most_triplets = 0 if family == SEQUENCES else MELDS
    prefixes = _prefixes()
    layer: dict[_State, NDArray[np.uint8]] = {(0, 0, 0, 0): np.zeros(1, np.uint8)}
    closed = [UNIT[None]]
    for rank in range(RANKS):
        parents = prefixes[rank + 1].parents
        most = most_sequences if rank < RANKS - 1 else 0
        layer = {
            after: np.concatenate([_cheapest(layer, ways, count, kept) for count, kept in enumerate(parents)])
            for after, ways in _steps(list(layer), most, most_triplets).items()
        }
        rows = np.full((len(prefixes[rank + 1].keys), ENTRIES), IMPOSSIBLE, np.uint8)
        for (melds, pairs, one, two), entries in layer.items():
            if one == two == 0:
                rows[:, 2 * melds + pairs] = entries
        closed.append(rows)
    return closed


def _steps(
    states: list[_State], most_sequences: int, most_triplets: int
) -> dict[_State, list[tuple[_State, int]]]:
    """States after one more rank, each with the states before it and the tiles needed of the rank."""
    steps: dict[_State, list[tuple[_State, int]]] = {}
    for melds, pairs, one, two in states:
        for sequences in range(min(most_sequences, MELDS - melds) + 1):
            for triplets in range(min(most_triplets, MELDS - melds - sequences) + 1):
                for pair in range(2 - pairs):
                    after = (melds + sequences + triplets, pairs + pair, sequences, one)
                    need = one + two + sequences + 3 * triplets + 2 * pair
                    steps.setdefault(after, []).append(((melds, pairs, one, two), need))
    return steps


def _cheapest(
    layer: dict[_State, NDArray[np.uint8]],
    ways: list[tuple[_State, int]],
    count: int,
    kept: NDArray[np.intp],
) -> NDArray[np.uint8]:
    """Fewest missing tiles over the ways to get here with `count` tiles of the rank, for prefixes `kept`."""
    best: NDArray[np.uint8] | None = None
    for before, need in ways:
        cost = layer[before][kept] + np.uint8(max(need - count, 0))
        best = cost if best is None else np.minimum(best, cost, out=best)
    assert best is not None
    return best


class _Prefixes(NamedTuple):
    """Keys of at most 14 tiles in some ranks."""

    keys: NDArray[np.int64]
    tiles: NDArray[np.int64]
    parents: tuple[NDArray[np.intp], ...]
    """Which keys one rank shorter have room for 0-4 more; the keys stand in the order of these groups."""


@cache
def _prefixes() -> list[_Prefixes]:
    """The keys of 0 to 9 ranks."""
    levels = [_Prefixes(np.zeros(1, np.int64), np.zeros(1, np.int64), ())]
    for rank in range(RANKS):
        keys, tiles, _ = levels[-1]
        parents = tuple(np.flatnonzero(tiles + count <= MAX_TILES) for count in range(_COPIES + 1))
        levels.append(
            _Prefixes(
                np.concatenate([keys[kept] + count * 5**rank for count, kept in enumerate(parents)]),
                np.concatenate([tiles[kept] + count for count, kept in enumerate(parents)]),
                parents,
            )
        )
    return levels
