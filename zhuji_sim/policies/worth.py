"""What a hand is worth: the chances to win with the tai needed and with more, times what each adds."""

from typing import Final

import numpy as np

from zhuji_sim.engine.distance import UNREACHABLE, distance_to_tai
from zhuji_sim.engine.jit import inner, kernel

from .prospects import MOST_GAP, prospect, typical_live
from .remembered import remembered_live
from .stakes import DECLARER, gain_of, role_of, win_pays
from .value_weights import DECLARER_TAI, MORE_TAI, MORE_TAI_AGAIN

__all__ = [
    "DISTANCES",
    "NEEDED",
    "ONE_MORE",
    "PAYS",
    "ROLE_PLACE",
    "TWO_MORE",
    "counts_once",
    "counts_twice",
    "live_at",
    "set_distances",
    "set_pays",
    "value_at",
    "value_with",
    "worth",
    "worth_by_distances",
]

PAYS: Final = 0
"""Place in the scratch of the pay of the tai needed, and of what one and two more add."""
ROLE_PLACE: Final = 3
"""Place of the seat's role."""
DISTANCES: Final = 4
"""Place of the tiles missing to the tai needed, to one more and to two more."""
NEEDED: Final = np.int64(0)
ONE_MORE: Final = np.int64(1)
TWO_MORE: Final = np.int64(2)
SURE: Final = 100
"""Live tiles that a hand counts as having that is complete already."""


@inner
def set_pays(scene, mind, target, rules):
    """Put the pay of `target` tai and of one and two more into the scratch, and the role."""
    scratch = mind.scratch
    scratch[PAYS] = gain_of(scene, mind, target, rules)
    once, twice, thrice = win_pays(target, rules), win_pays(target + 1, rules), win_pays(target + 2, rules)
    role = role_of(scene)
    share = mind.weights[DECLARER_TAI] if role == DECLARER else 1.0
    scratch[PAYS + 1] = share * mind.weights[MORE_TAI] * (twice - once)
    scratch[PAYS + 2] = share * mind.weights[MORE_TAI_AGAIN] * (thrice - twice)
    scratch[ROLE_PLACE] = np.float64(role)


@inner
def counts_once(scratch, near, once):
    """Whether the live tiles that help to one more tai are counted: where that is not far beyond."""
    return scratch[PAYS + 1] > 0.0 and once < UNREACHABLE and min(once - near, MOST_GAP) <= 1


@inner
def counts_twice(scratch, near, once, twice):
    """The same for two more."""
    close = scratch[PAYS + 2] > 0.0 and twice < UNREACHABLE and twice <= once + 1
    return close and counts_once(scratch, near, once)


@inner
def live_at(mind, target, missing, rules, tables):
    """Live tiles that help `mind.trial`, which misses `missing` tiles to `target` tai."""
    if missing <= 0:
        return np.int64(SURE)
    return remembered_live(mind, target, missing, rules, tables)


@inner
def value_with(mind, near, once, twice, live, live_once, live_twice, turns):
    """Points that `mind.trial` (13 tiles) is worth, its distances and live helpful tiles being known.

    What `counts_once` and `counts_twice` say is not counted is not looked at.
    """
    scratch, trial = mind.scratch, mind.trial
    role = np.int64(scratch[ROLE_PLACE])
    caishen, melds = np.float64(trial.caishen), np.float64(trial.melds)
    gap = min(once - near, MOST_GAP)
    value = scratch[PAYS] * prospect(mind.model, role, NEEDED, near, live, turns, caishen, melds, gap)
    if scratch[PAYS + 1] <= 0.0 or once >= UNREACHABLE:
        return value
    if gap > 1:
        live_once = typical_live(once)
    value += scratch[PAYS + 1] * prospect(
        mind.model, role, ONE_MORE, once, live_once, turns, caishen, melds, gap
    )
    if gap > 1 or scratch[PAYS + 2] <= 0.0 or twice >= UNREACHABLE:
        return value
    gap = min(twice - near, MOST_GAP)
    if twice > once + 1:
        live_twice = typical_live(twice)
    return value + scratch[PAYS + 2] * prospect(
        mind.model, role, TWO_MORE, twice, live_twice, turns, caishen, melds, gap
    )


@kernel
def value_at(mind, target, near, once, twice, turns, rules, tables):
    """Points that `mind.trial` (13 tiles) is worth, its distances being known.

    `near`, `once`, `twice`: tiles missing to `target` tai, to one more and to two more (a bound of what is
    missing at least serves where it is two or more beyond the one before).
    """
    live = live_at(mind, target, near, rules, tables)
    live_once = live_twice = np.int64(0)
    if counts_once(mind.scratch, near, once):
        live_once = live_at(mind, target + 1, once, rules, tables)
    if counts_twice(mind.scratch, near, once, twice):
        live_twice = live_at(mind, target + 2, twice, rules, tables)
    return value_with(mind, near, once, twice, live, live_once, live_twice, turns)


@kernel
def set_distances(mind, target, rules, tables):
    """Put the tiles that `mind.trial` misses to `target` tai and to one and two more into the scratch.

    More tai that count for nothing are taken to be one tile farther each.
    """
    scratch = mind.scratch
    near = distance_to_tai(mind.trial, target, np.int64(0), rules, tables)
    once = near + 1
    if scratch[PAYS + 1] > 0.0:
        once = distance_to_tai(mind.trial, target + 1, np.int64(0), rules, tables)
    twice = once + 1
    if once <= near + 1 and scratch[PAYS + 2] > 0.0:
        twice = distance_to_tai(mind.trial, target + 2, np.int64(0), rules, tables)
    scratch[DISTANCES] = np.float64(near)
    scratch[DISTANCES + 1] = np.float64(once)
    scratch[DISTANCES + 2] = np.float64(twice)


@kernel
def worth_by_distances(mind, target, turns, rules, tables):
    """As `worth`, of a hand whose distances stand in the scratch (`set_distances`)."""
    scratch = mind.scratch
    near = np.int64(scratch[DISTANCES])
    if near >= UNREACHABLE:
        return 0.0
    once, twice = np.int64(scratch[DISTANCES + 1]), np.int64(scratch[DISTANCES + 2])
    return value_at(mind, target, near, once, twice, turns, rules, tables)


@kernel
def worth(mind, target, turns, rules, tables):
    """Points that `mind.trial` (13 tiles) is worth with `turns` own draws to come (float).

    Its distances are left in the scratch.
    """
    set_distances(mind, target, rules, tables)
    return worth_by_distances(mind, target, turns, rules, tables)
