"""The same look-ups without folded products: rows of groups joined by (min,+) loops, to measure against."""

from typing import Any, Final

import numpy as np

from zhuji_sim.engine.distance import HONOURS, UNREACHABLE, can_be_wucai, need_of_wucai
from zhuji_sim.engine.groups import (
    any_of,
    barred_honours,
    barred_suit,
    entry,
    honour_classes,
    profile_of,
    sequences_of,
    suit_classes,
    triplets_of,
)
from zhuji_sim.engine.holding import HONOUR_SCOPE
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.tai import circumstantial_tai

__all__ = ["plain_best_tai", "plain_distance_any", "plain_distance_to_tai", "working_rows"]

_MELDS: Final = 4
_ENTRIES: Final = 10
_SUITS: Final = 3
_IMPOSSIBLE: Final = 15
_LAST_NEED: Final = 127
_ANY: Final = 0
_TRIPLETS: Final = 1
_SEQUENCES: Final = 2


def working_rows() -> Any:
    """Room for two rows (int64[2, 10]), which the functions here take as `rows`."""
    return np.zeros((2, _ENTRIES), np.int64)


@inner
def _start(rows: Any) -> Any:
    """Begin with no tiles: no melds are missing nothing, all else is impossible."""
    for place in range(_ENTRIES):
        rows[0, place] = _IMPOSSIBLE
    rows[0, 0] = 0


@inner
def _join(rows: Any, without: Any, with_pair: Any, left: int) -> Any:
    """Join a group, given as two words of lanes, to `rows[0]`; entries of more melds than `left` stay out."""
    for melds in range(left + 1):
        for pairs in range(2):
            best = np.int64(UNREACHABLE)
            for here in range(melds + 1):
                best = min(best, rows[0, 2 * (melds - here) + pairs] + entry(without, here))
                if pairs == 1:
                    best = min(best, rows[0, 2 * (melds - here)] + entry(with_pair, here))
            rows[1, 2 * melds + pairs] = best
    for place in range(2 * left + 2):
        rows[0, place] = rows[1, place]


@inner
def _join_suit(rows: Any, family: int, classes: int, left: int, tables: Any) -> Any:
    """Join a suit."""
    if family == _ANY:
        own = any_of(classes)
    elif family == _TRIPLETS:
        own = triplets_of(classes)
    else:
        own = sequences_of(classes)
    _join(rows, tables.suit_lanes[family, own, 0], tables.suit_lanes[family, own, 1], left)


@inner
def _join_honours(rows: Any, honours: int, level: int, left: int, tables: Any) -> Any:
    """Join the honours at a level."""
    row = tables.honours[honours].rows[level]
    _join(rows, tables.honour_lanes[row, 0], tables.honour_lanes[row, 1], left)


@kernel
def plain_distance_any(holding: Any, tables: Any, rows: Any) -> Any:
    """As `distance.distance_any`, four melds and a pair only."""
    left = _MELDS - np.int64(holding.melds)
    _start(rows)
    for suit in range(_SUITS):
        _join_suit(rows, _ANY, suit_classes(holding.keys[suit], tables), left, tables)
    _join_honours(rows, honour_classes(holding.keys[HONOURS], 0, tables), 0, left, tables)
    return rows[0, 2 * left + 1] - holding.caishen


@kernel
def plain_distance_to_tai(holding: Any, target: int, rules: Any, tables: Any, rows: Any) -> Any:
    """As `distance.distance_to_tai` where three caishen count nothing and no loose honours win (bao)."""
    keys = holding.keys
    first = suit_classes(keys[0], tables)
    second = suit_classes(keys[1], tables)
    third = suit_classes(keys[2], tables)
    profile = profile_of(holding, tables)
    honours = honour_classes(keys[HONOURS], profile, tables)
    caishen = np.int64(holding.caishen)
    left = _MELDS - np.int64(holding.melds)
    need = target - np.int64(holding.meld_tai)
    wucai = target > 0 and can_be_wucai(holding, rules)
    best = np.int64(UNREACHABLE)
    if target <= rules.tai_all_honours and holding.scope & ~HONOUR_SCOPE == 0:
        _start(rows)
        _join_honours(rows, honours, 0, left, tables)
        best = rows[0, 2 * left + 1] - caishen
    if holding.wild != 0 or not wucai:
        missing = _fewest(holding, first, second, third, honours, profile, need, tables, rows)
        best = min(best, missing - caishen)
    if wucai:
        if holding.wild != 0:
            wild = tables.wild[holding.wild]
            if wild.group == HONOURS:
                honours = barred_honours(keys[HONOURS], profile, wild, tables)
            elif wild.group == 0:
                first = barred_suit(keys[0], wild, tables)
            elif wild.group == 1:
                second = barred_suit(keys[1], wild, tables)
            else:
                third = barred_suit(keys[2], wild, tables)
        needed = need_of_wucai(need, target, rules)
        best = min(best, _fewest(holding, first, second, third, honours, profile, needed, tables, rows))
    return best if best < _IMPOSSIBLE else np.int64(UNREACHABLE)


@kernel
def plain_best_tai(holding: Any, by: int, rules: Any, tables: Any, rows: Any) -> Any:
    """As `tai.best_tai` where no floor lifts the hand: the most tai at distance 0, one after another."""
    keys = holding.keys
    first = suit_classes(keys[0], tables)
    second = suit_classes(keys[1], tables)
    third = suit_classes(keys[2], tables)
    profile = profile_of(holding, tables)
    honours = honour_classes(keys[HONOURS], profile, tables)
    tai = np.int64(0)
    while _fewest(holding, first, second, third, honours, profile, tai, tables, rows) <= holding.caishen:
        tai += 1
    return circumstantial_tai(holding, by, rules) + tai - 1


@inner
def _fewest(
    holding: Any,
    first: int,
    second: int,
    third: int,
    honours: int,
    profile: int,
    need: int,
    tables: Any,
    rows: Any,
) -> Any:
    """As `distance.fewest`, every kind of hand by a product of its own."""
    plan = tables.plans[profile, min(max(need, 0), _LAST_NEED)]
    left = _MELDS - np.int64(holding.melds)
    best = np.int64(UNREACHABLE)
    for family in range(3):
        if (family == _TRIPLETS and holding.sequences > 0) or (family == _SEQUENCES and holding.triplets > 0):
            continue
        if family == _ANY:
            level, mixed, pure = plan.all_any, plan.mixed_any, plan.pure_any
        elif family == _TRIPLETS:
            level, mixed, pure = plan.all_triplets, plan.mixed_triplets, plan.pure_triplets
        else:
            level, mixed, pure = plan.all_sequences, plan.mixed_sequences, plan.pure_sequences
        if level >= 0:
            _start(rows)
            for suit in range(_SUITS):
                classes = first if suit == 0 else second if suit == 1 else third
                _join_suit(rows, family, classes, left, tables)
            best = min(best, _with_honours(family, honours, level, left, tables, rows))
        for suit in range(_SUITS):
            if holding.scope & (HONOUR_SCOPE - 1) & ~(1 << suit) != 0:
                continue
            classes = first if suit == 0 else second if suit == 1 else third
            if pure >= 0 and holding.scope & HONOUR_SCOPE == 0:
                _start(rows)
                _join_suit(rows, family, classes, left, tables)
                best = min(best, rows[0, 2 * left + 1])
            if mixed >= 0:
                best = min(best, _mixed(holding, suit, family, classes, honours, mixed, left, tables))
    return best if best < _IMPOSSIBLE else np.int64(UNREACHABLE)


@inner
def _with_honours(family: int, honours: int, level: int, left: int, tables: Any, rows: Any) -> Any:
    """Missing tiles after the honours are joined; to hands of sequences they give a pair at most."""
    if family == _SEQUENCES:
        return min(rows[0, 2 * left + 1], rows[0, 2 * left] + tables.honours[honours].pair)
    _join_honours(rows, honours, level, left, tables)
    return rows[0, 2 * left + 1]


@inner
def _mixed(
    holding: Any, suit: int, family: int, classes: int, honours: int, level: int, left: int, tables: Any
) -> Any:
    """Missing tiles to a hand of one suit and honours, neither of which may be empty."""
    if family == _SEQUENCES:
        word = tables.suit_lanes[_SEQUENCES, sequences_of(classes), 0]
        return entry(word, left) + tables.honours[honours].pair
    own = any_of(classes) if family == _ANY else triplets_of(classes)
    row = tables.honours[honours].rows[level]
    best = np.int64(UNREACHABLE)
    for melds in range(left + 1):
        for pairs in range(2):
            suit_empty = melds == 0 and pairs == 0 and (np.int64(holding.scope) >> suit) & 1 == 0
            honours_empty = melds == left and pairs == 1 and holding.scope & HONOUR_SCOPE == 0
            if not suit_empty and not honours_empty:
                here = entry(tables.suit_lanes[family, own, pairs], melds)
                best = min(best, here + entry(tables.honour_lanes[row, 1 - pairs], left - melds))
    return best
