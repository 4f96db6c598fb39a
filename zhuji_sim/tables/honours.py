"""Classes of the honours, split by the tai that their triplets are worth to a seat.

What honours give depends on the seat (its own wind, the dealer's 东) and on whether dragons already lie on
the table where they count once; each such case is a profile. For every sum of tai that triplets can reach (a
level) there is a row of the fewest tiles missing to triplets worth at least that much.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.tables.rows import ENTRIES, IMPOSSIBLE, MAX_TILES, MELDS, UNIT, combine, fold

__all__ = ["HONOURS", "LEVELS", "Honours", "Profile", "build_honours"]

HONOURS: Final = 7
LEVELS: Final = 36
"""Room for the different sums of tai of up to four triplets worth three different values."""
_COPIES: Final = 4
_TOO_MANY: Final = MAX_TILES + 1
_FIRST_DRAGON: Final = 4
_PAIR: Final = 2
_TRIPLET: Final = 3
_PAIR_ENTRY: Final = 1


class _Worth(NamedTuple):
    """What triplets of a group of honours are worth."""

    tai: int
    once: bool
    """Whether the tai counts once for any number of triplets."""
    spoils: bool
    """Whether a pair of the group spoils 平胡."""

    def of(self, triplets: int) -> int:
        return self.tai * (min(triplets, 1) if self.once else triplets)


class Profile(NamedTuple):
    """What triplets of honours are worth to a seat."""

    tai: tuple[int, ...]
    """Tai of a triplet of 东南西北中发白."""
    once: bool = False
    """Whether dragon triplets count once for any number."""
    seen: bool = False
    """Whether that one time is taken by a dragon meld on the table."""

    def groups(self) -> dict[_Worth, list[int]]:
        """Honours (0-6) that are alike, by what they are worth."""
        groups: dict[_Worth, list[int]] = {}
        for kind, tai in enumerate(self.tai):
            dragon = kind >= _FIRST_DRAGON
            once = self.once and dragon and tai > 0
            worth = _Worth(0 if once and self.seen else tai, once and not self.seen, dragon or tai > 0)
            groups.setdefault(worth, []).append(kind)
        return groups


class Honours(NamedTuple):
    """Classes of the honours of several profiles and the rows behind them."""

    joint: NDArray[np.uint16]
    """For each profile the joint class of every key, first of all honours, then of those that are left by
    each further set of barred kinds (uint16[profiles, keys])."""
    starts: NDArray[np.int32]
    """Where the keys under each set of barred kinds begin."""
    of_level: NDArray[np.uint16]
    """Row of each joint class at each level (uint16[joint classes, LEVELS])."""
    pair: NDArray[np.uint8]
    """Tiles each joint class misses to a pair that does not spoil 平胡 (uint8[joint classes])."""
    tiles: NDArray[np.uint8]
    """Tiles of each joint class (uint8[joint classes])."""
    rows: NDArray[np.uint8]
    """The rows (uint8[n, 10])."""
    level_tai: NDArray[np.int16]
    """Tai of each level of each profile, -1 beyond the last (int16[profiles, LEVELS])."""


class _Group(NamedTuple):
    """Honours of equal worth: rows of 0 to n kinds, folded together."""

    rows: NDArray[np.uint8]
    of_key: list[NDArray[np.intp]]
    """For each number of kinds, the class of each key of so many digits."""


def build_honours(profiles: Sequence[Profile], barred: Sequence[tuple[int, ...]]) -> Honours:
    """Rows of all keys under all profiles, with the kinds of each `barred` set left out, the first being ().

    Only how many tiles there are of which worth matters. So keys are sent to the combination of the classes
    of their groups of equal worth, and rows are worked out once for each combination that occurs.
    """
    starts = np.cumsum([0] + [5 ** (HONOURS - len(kinds)) for kinds in barred])
    joint = np.zeros((len(profiles), starts[-1]), np.uint16)
    level_tai = np.full((len(profiles), LEVELS), -1, np.int16)
    small = [_small_keys(HONOURS - len(kinds)) for kinds in barred]
    keys = np.concatenate([start + each for start, each in zip(starts, small)])
    tiles = np.concatenate(
        [_digits(HONOURS - len(kinds))[:, each].sum(axis=0) for kinds, each in zip(barred, small)]
    )
    combinations: dict[tuple[tuple[_Worth, int], ...], list[tuple[int, NDArray[np.int64]]]] = {}
    for place, profile in enumerate(profiles):
        shape = tuple((worth, len(kinds)) for worth, kinds in sorted(profile.groups().items()))
        combinations.setdefault(shape, []).append((place, _combinations(profile, barred)))
    of_level, pairs, sizes, rows = [], [], [], []
    joints = 0
    for shape, members in combinations.items():
        codes = np.stack([code for _, code in members]) * _TOO_MANY + tiles
        used, inverse = np.unique(codes, return_inverse=True)
        levels, by_level, pair = _level_rows(shape, used // _TOO_MANY)
        classes, level_class = fold(by_level)
        distinct, joint_of = np.unique(
            np.column_stack([level_class, pair, used % _TOO_MANY]).astype(np.uint16),
            axis=0,
            return_inverse=True,
        )
        for (place, _), combination in zip(members, inverse.reshape(len(members), -1)):
            joint[place, keys] = joints + joint_of.ravel()[combination]
            level_tai[place, : len(levels)] = levels
        joints += len(distinct)
        of_level.append(distinct[:, :-2])
        pairs.append(distinct[:, -2].astype(np.uint8))
        sizes.append(distinct[:, -1].astype(np.uint8))
        rows.append(classes)
    folded, row_of = fold(np.concatenate(rows))
    begin = np.cumsum([0] + [len(classes) for classes in rows])
    padded = np.zeros((joints, LEVELS), np.uint16)
    done = 0
    for first, distinct in zip(begin, of_level):
        padded[done : done + len(distinct), : distinct.shape[1]] = row_of[first + distinct]
        done += len(distinct)
    return Honours(
        joint,
        starts[:-1].astype(np.int32),
        padded,
        np.concatenate(pairs),
        np.concatenate(sizes),
        folded,
        level_tai,
    )


@cache
def _small_keys(kinds: int) -> NDArray[np.int64]:
    """Keys of at most 14 tiles of so many kinds."""
    return np.flatnonzero(_digits(kinds).sum(axis=0) <= MAX_TILES)


@cache
def _digits(kinds: int) -> NDArray[np.int64]:
    """Digits of all keys (int64[kinds, 5^kinds])."""
    keys = np.arange(5**kinds)
    return np.array([keys // 5**place % 5 for place in range(kinds)]).reshape(kinds, -1)


def _combinations(profile: Profile, barred: Sequence[tuple[int, ...]]) -> NDArray[np.int64]:
    """Combination of group classes of each small key under each set of barred kinds."""
    codes = []
    for kinds in barred:
        left = [kind for kind in range(HONOURS) if kind not in kinds]
        digits = _digits(len(left))[:, _small_keys(len(left))]
        code = np.zeros(digits.shape[1], np.int64)
        for _, members in sorted(profile.groups().items()):
            group = _group(len(members))
            places = [left.index(kind) for kind in members if kind in left]
            key = sum((digits[place] * 5**i for i, place in enumerate(places)), np.zeros_like(code))
            code = code * len(group.rows) + group.of_key[len(places)][key]
        codes.append(code)
    return np.concatenate(codes)


def _level_rows(
    shape: tuple[tuple[_Worth, int], ...], combinations: NDArray[np.int64]
) -> tuple[list[int], NDArray[np.uint8], NDArray[np.uint8]]:
    """Levels, rows of each combination at each of them, and tiles missing to a pair that spoils no 平胡."""
    pair = np.full(len(combinations), IMPOSSIBLE, np.uint8)
    states = {(0, 0, 0): np.zeros(len(combinations), np.uint8)}
    rest = combinations
    for worth, size in reversed(shape):
        group = _group(size)
        rest, classes = np.divmod(rest, len(group.rows))
        rows = group.rows[classes]
        if not worth.spoils:
            pair = rows[:, _PAIR_ENTRY]
        after: dict[tuple[int, int, int], NDArray[np.uint8]] = {}
        for (melds, pairs, tai), missing in states.items():
            for triplets in range(MELDS - melds + 1):
                for pair_here in range(2 - pairs):
                    state = (melds + triplets, pairs + pair_here, tai + worth.of(triplets))
                    cost = np.minimum(missing + rows[:, 2 * triplets + pair_here], IMPOSSIBLE)
                    after[state] = np.minimum(after[state], cost) if state in after else cost
        states = after
    levels = sorted({tai for _, _, tai in states})
    by_level = np.full((len(combinations), len(levels), ENTRIES), IMPOSSIBLE, np.uint8)
    for (melds, pairs, tai), missing in states.items():
        for level in range(levels.index(tai) + 1):
            entry = by_level[:, level, 2 * melds + pairs]
            np.minimum(entry, missing, out=entry)
    return levels, by_level, pair


@cache
def _group(kinds: int) -> _Group:
    """Rows of 0 to `kinds` kinds of honour that are worth the same."""
    single = np.array(
        [
            [
                max(0, _TRIPLET * triplets + _PAIR * pair - count)
                for triplets in range(MELDS + 1)
                for pair in range(2)
            ]
            for count in range(_COPIES + 1)
        ],
        np.uint8,
    )
    by_size = [UNIT[None]]
    of_key = [np.zeros(1, np.intp)]
    for _ in range(kinds):
        classes, inverse = fold(np.swapaxes(combine(by_size[-1], single), 0, 1))
        by_size.append(classes)
        of_key.append(inverse[:, of_key[-1]].ravel())
    rows, inverse = fold(np.concatenate(by_size))
    begin = np.cumsum([0] + [len(classes) for classes in by_size])
    return _Group(rows, [inverse[first + classes] for first, classes in zip(begin, of_key)])
