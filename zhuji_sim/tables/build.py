"""From a ruleset to its tables."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zhuji_sim.rules import KINDS, SEATS, Ruleset, is_honour, rank_of, successor, suit_of
from zhuji_sim.rules.tiles import EAST
from zhuji_sim.tables.honours import HONOURS, Profile, build_honours
from zhuji_sim.tables.layout import ABSENT, DUAL_CODE, SOLO_CODE, TABLES, WILD_CODES
from zhuji_sim.tables.neighbours import fill_honour_neighbours, fill_neighbours
from zhuji_sim.tables.plans import fill_plans
from zhuji_sim.tables.products import fill_suits, fill_whole_hands, suit_products
from zhuji_sim.tables.rows import FAR, IMPOSSIBLE
from zhuji_sim.tables.suits import RANKS, build_suits

__all__ = ["Shape", "build", "complete"]


class Shape(NamedTuple):
    """What the large arrays depend on; rulesets of equal shape share them."""

    profiles: tuple[Profile, ...]
    """By seat without, then by seat with a dragon meld on the table."""
    honour_cycle: str

    @classmethod
    def of(cls, rules: Ruleset) -> "Shape":
        """The shape of a ruleset's tables."""
        once = rules.dragon_tai == "once"
        values = [
            tuple(rules.honour_tai(seat, EAST + i) for i in range(HONOURS)) for seat in range(len(SEATS))
        ]
        profiles = [Profile(tai, once, once and seen) for seen in (False, True) for tai in values]
        return cls(tuple(profiles), rules.honour_cycle)


def build(shape: Shape) -> np.ndarray[tuple[()], Any]:
    """All arrays that follow from the shape alone (0-dimensional array of TABLES; about a second)."""
    record = np.zeros((), TABLES)
    tables: Any = record[()]
    suits = build_suits()
    products = suit_products(tables, suits)
    fill_suits(tables, suits, products)
    fill_neighbours(tables, suits)
    barred = _fill_wild(tables, shape.honour_cycle)
    profiles = list(dict.fromkeys(shape.profiles))
    honours = build_honours(profiles, barred)
    seats = len(SEATS)
    for place, profile in enumerate(shape.profiles):
        tables.profile[place % seats, place // seats] = profiles.index(profile)
    used = len(profiles)
    tables.honour_joint[:used, : honours.joint.shape[1]] = honours.joint
    joints = tables.honours[: len(honours.of_level)]
    joints["rows"] = honours.of_level
    joints["pair"] = np.where(honours.pair < IMPOSSIBLE, honours.pair, FAR)
    joints["tiles"] = honours.tiles
    tables.level_tai[:used] = honours.level_tai
    tables.levels[:used] = (honours.level_tai >= 0).sum(axis=1)
    keys = np.arange(5**HONOURS)
    tables.honour_count[:] = sum(keys // 5**place % 5 for place in range(HONOURS))
    for code, start in zip(_honour_codes(shape.honour_cycle), honours.starts[1:]):
        tables.wild[code].start = start
    fill_honour_neighbours(tables, honours)
    fill_whole_hands(tables, suits, products, honours.rows)
    return record


def complete(record: np.ndarray[tuple[()], Any], rules: Ruleset) -> None:
    """Add to what `build` gives the small arrays that need the whole ruleset (a few milliseconds)."""
    tables: Any = record[()]
    for seat in range(len(SEATS)):
        for honour in range(HONOURS):
            tables.honour_tai[seat, honour] = rules.honour_tai(seat, EAST + honour)
    tables.dragon_once = rules.dragon_tai == "once"
    tables.loose_honours = rules.loose_all_honours
    profiles = int(tables.profile.max()) + 1
    levels = [tables.level_tai[profile, : tables.levels[profile]].tolist() for profile in range(profiles)]
    fill_plans(tables, rules, levels)


def _honour_codes(cycle: str) -> list[int]:
    """Codes of the sets of caishen kinds among the honours, in the order of their keys."""
    codes = [SOLO_CODE + kind for kind in range(EAST, KINDS)]
    return codes + [DUAL_CODE + kind for kind in range(EAST, KINDS) if successor(kind, cycle) is not None]


def _kinds_of(code: int, cycle: str) -> tuple[int, ...] | None:
    """Caishen kinds of a code, None where this cycle has no such set."""
    if code < DUAL_CODE:
        return (code - SOLO_CODE,)
    following = successor(code - DUAL_CODE, cycle)
    return None if following is None else (code - DUAL_CODE, following)


def _fill_wild(tables: Any, cycle: str) -> list[tuple[int, ...]]:
    """Fill what each set of caishen bars; gives the sets of honours (0-6) barred, none first."""
    tables.wild["group"] = ABSENT
    barred: list[tuple[int, ...]] = [()]
    for code in range(SOLO_CODE, WILD_CODES):
        kinds = _kinds_of(code, cycle)
        if kinds is None:
            continue
        entry = tables.wild[code]
        entry.group = suit_of(kinds[0])
        if is_honour(kinds[0]):
            places = sorted((kind - EAST for kind in kinds), reverse=True)
            entry.first_weight = 5 ** places[0]
            entry.second_weight = 5 ** places[1] if len(places) > 1 else 0
            barred.append(tuple(places))
        else:
            _cut(entry, [rank_of(kind) - 1 for kind in kinds])
    return barred


def _cut(entry: Any, ranks: Sequence[int]) -> None:
    """Two runs of ranks (0-8) are left of a suit; of a set of 9 and 1, one in the middle."""
    wraps = ranks == [RANKS - 1, 0]
    low = 0 if wraps else ranks[0]
    high = 1 if wraps else ranks[-1] + 1
    above = RANKS - 1 - high if wraps else RANKS - high
    entry.high_divisor = 5**high
    entry.low_run = _run_start(low)
    entry.high_run = _run_start(above)


def _run_start(length: int) -> int:
    return sum(5**shorter for shorter in range(length))
