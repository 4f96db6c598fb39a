"""Which discard leaves the hand that is worth most."""

from typing import Final

import numpy as np

from zhuji_sim.engine.codes import NO_TILE
from zhuji_sim.engine.distance import UNREACHABLE
from zhuji_sim.engine.helpful import spare_kinds_from
from zhuji_sim.engine.holding import WEIGHTS
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.kinds import lowest_kind, without_lowest
from zhuji_sim.engine.legal import is_wild

from .danger import given_away, judge_discard, keeps_value
from .looseness import loosest, tile_planes
from .prospects import MOST_LIVE, live_counts
from .remembered import remembered_live
from .value_weights import BREADTH, DEFENCE
from .worth import (
    DISTANCES,
    NEEDED,
    ONE_MORE,
    PAYS,
    ROLE_PLACE,
    TWO_MORE,
    counts_once,
    counts_twice,
    live_at,
    set_distances,
    value_with,
)

__all__ = ["ANY_DISTANCE", "NOTHING", "best_kept", "most_worth", "put_back", "take_out"]

ALL_KINDS: Final = np.int64((1 << 34) - 1)
NOTHING: Final = -1e18
FEW: Final = 2
"""Tiles missing up to which every discard that can be spared is judged in full."""
KIND: Final = 200
"""Place in the scratch of the discards that are compared."""
BOUND: Final = 216
"""Place of what each of them leaves at most."""
LIVE_ONCE: Final = 232
LIVE_TWICE: Final = 233
"""Places of the most live tiles that help to one more tai and to two more."""
BEYOND: Final = 2e18
"""More than any hand is worth."""
ANY_DISTANCE: Final = np.int64(1000)
"""More tiles than can be missing."""


@inner
def take_out(trial, scene, seat, kind):
    """Discard `kind` from `trial`, whose caishen count apart."""
    if kind == scene.caishen[seat, 0] or kind == scene.caishen[seat, 1]:
        trial.caishen -= 1
    else:
        trial.keys[kind // 9] -= WEIGHTS[kind]


@inner
def put_back(trial, scene, seat, kind):
    """Undo `take_out`."""
    if kind == scene.caishen[seat, 0] or kind == scene.caishen[seat, 1]:
        trial.caishen += 1
    else:
        trial.keys[kind // 9] += WEIGHTS[kind]


@inner
def caishen_kinds(trial, scene, seat):
    """Kinds of the caishen in `trial`, bit k for kind k."""
    found = np.int64(0)
    if trial.caishen > 0:
        for which in range(2):
            kind = np.int64(scene.caishen[seat, which])
            if kind != NO_TILE and scene.hand[kind] > 0:
                found |= np.int64(1) << kind
    return found


@inner
def _farther(spare, kind):
    """1 for a tile that cannot be spared."""
    return np.int64(1) - ((spare >> kind) & 1)


@inner
def _most_live_of(mind, target, near, once, twice, rules, tables):
    """The most live helpful tiles that `mind.trial` (14 tiles) can have after a discard that can be spared.

    A tile that helps after the discard helps without it as well. Three numbers, to `target` tai and to one
    and two more; MOST_LIVE where they are not counted, or all tiles are of one suit: no table has fifteen.
    """
    trial, scratch = mind.trial, mind.scratch
    live = live_once = live_twice = np.int64(MOST_LIVE)
    groups = np.int64(0)
    for group in range(4):
        groups += np.int64(trial.keys[group] != 0)
    if groups < 2:
        return live, live_once, live_twice
    if near > 0:
        live = live_at(mind, target, near, rules, tables)
    if once > 0 and counts_once(scratch, near, once):
        live_once = live_at(mind, target + 1, once, rules, tables)
        if twice > 0 and counts_twice(scratch, near, once, twice):
            live_twice = live_at(mind, target + 2, twice, rules, tables)
    return live, live_once, live_twice


@inner
def _more_live_is_more(mind, near, once, twice, turns):
    """Whether `value_with` grows with each of the live tiles that are counted."""
    scratch, model = mind.scratch, mind.model
    role = np.int64(scratch[ROLE_PLACE])
    grows = live_counts(model, role, NEEDED, near, turns)
    if counts_once(scratch, near, once):
        grows = grows and live_counts(model, role, ONE_MORE, once, turns)
    if counts_twice(scratch, near, once, twice):
        grows = grows and live_counts(model, role, TWO_MORE, twice, turns)
    return grows


@inner
def _bound_values(
    scene, mind, judged, target, near, once, twice, spare, spare_once, spare_twice, turns, rules, tables
):
    """Put the kinds of `judged` into the scratch, each with what it leaves at most; gives how many they are.

    Where a discard cannot be bounded, and of one or two, the bound is BEYOND.
    """
    scratch, trial = mind.scratch, mind.trial
    seat = np.int64(scene.seat)
    count = np.int64(0)
    left = np.uint64(judged)
    while left:
        kind = lowest_kind(left)
        left = without_lowest(left)
        judge_discard(scene, mind, kind, count)
        scratch[KIND + count] = np.float64(kind)
        scratch[BOUND + count] = BEYOND
        count += 1
    if count < 3:
        return count
    live, live_once, live_twice = _most_live_of(mind, target, near, once, twice, rules, tables)
    scratch[LIVE_ONCE], scratch[LIVE_TWICE] = np.float64(live_once), np.float64(live_twice)
    any_live = np.int64(MOST_LIVE)
    alike, value, grows = np.int64(-1), 0.0, False
    for i in range(count):
        kind = np.int64(scratch[KIND + i])
        farther, farther_once = _farther(spare, kind), _farther(spare_once, kind)
        farther_twice = _farther(spare_twice, kind)
        wild = np.int64(is_wild(scene, seat, kind))
        sort = farther + 2 * farther_once + 4 * farther_twice + 8 * wild
        if sort != alike:
            alike = sort
            here, here_once, here_twice = near + farther, once + farther_once, twice + farther_twice
            grows = _more_live_is_more(mind, here, here_once, here_twice, turns)
            take_out(trial, scene, seat, kind)
            value = value_with(
                mind,
                here,
                here_once,
                here_twice,
                live if farther == 0 else any_live,
                live_once if farther_once == 0 else any_live,
                live_twice if farther_twice == 0 else any_live,
                turns,
            )
            put_back(trial, scene, seat, kind)
        if grows and keeps_value(mind, i):
            scratch[BOUND + i] = value - given_away(mind, i, value)
    return count


@inner
def most_worth(
    scene, mind, judged, target, near, once, twice, spare, spare_once, spare_twice, turns, rules, tables
):
    """The discard among `judged` that leaves the most worth, and how much; of equal ones the first.

    Those that may leave most are looked at first, until none is left that may be worth more than the best.
    Live tiles are counted to the tai needed, and only where the discard may then still be best, to more.
    """
    scratch, trial = mind.scratch, mind.trial
    seat = np.int64(scene.seat)
    best, most = np.int64(-1), NOTHING
    count = _bound_values(
        scene, mind, judged, target, near, once, twice, spare, spare_once, spare_twice, turns, rules, tables
    )
    any_live = np.int64(MOST_LIVE)
    for _ in range(count):
        first = np.int64(0)
        for i in range(1, count):
            if scratch[BOUND + i] > scratch[BOUND + first]:
                first = np.int64(i)
        kind, bound = np.int64(scratch[KIND + first]), scratch[BOUND + first]
        if bound < most:
            break
        scratch[BOUND + first] = -BEYOND
        farther_once, farther_twice = _farther(spare_once, kind), _farther(spare_twice, kind)
        here, here_once, here_twice = near + _farther(spare, kind), once + farther_once, twice + farther_twice
        take_out(trial, scene, seat, kind)
        live = live_at(mind, target, here, rules, tables)
        live_once = np.int64(scratch[LIVE_ONCE]) if farther_once == 0 else any_live
        live_twice = np.int64(scratch[LIVE_TWICE]) if farther_twice == 0 else any_live
        wanted = True
        if bound < BEYOND and best >= 0:
            value = value_with(mind, here, here_once, here_twice, live, live_once, live_twice, turns)
            wanted = value - given_away(mind, first, value) >= most
        if wanted:
            if counts_once(scratch, here, here_once):
                live_once = live_at(mind, target + 1, here_once, rules, tables)
            if counts_twice(scratch, here, here_once, here_twice):
                live_twice = live_at(mind, target + 2, here_twice, rules, tables)
            value = value_with(mind, here, here_once, here_twice, live, live_once, live_twice, turns)
            value -= given_away(mind, first, value)
            if value > most or (value == most and kind < best):
                best, most = kind, value
        put_back(trial, scene, seat, kind)
    return best, most


@inner
def _most_live(scene, mind, kinds, near, target, rules, tables):
    """Of kinds that all leave the hand as near, the one that leaves it the most live helpful tiles."""
    trial = mind.trial
    seat = np.int64(scene.seat)
    best, most = np.int64(-1), np.int64(-1)
    left = np.uint64(kinds)
    while left:
        kind = lowest_kind(left)
        left = without_lowest(left)
        take_out(trial, scene, seat, kind)
        live = remembered_live(mind, target, near, rules, tables)
        put_back(trial, scene, seat, kind)
        if live > most:
            best, most = kind, live
    return best


@kernel
def best_kept(scene, mind, target, turns, nearer_than, once_nearer_than, valued, rules, tables):
    """The discard from `mind.trial` (14 tiles) that leaves the most worth, what it gives away counted.

    `nearer_than`, `once_nearer_than`: distances to `target` tai and to one more, of which the hand has to be
    nearer by one to be looked at. `valued`: 0 where a discard without alternative need not be valued.

    Returns
    -------
    tuple of int and float
        Kind (-1 if there is none) and points.
    """
    scratch, trial = mind.scratch, mind.trial
    seat = np.int64(scene.seat)
    set_distances(mind, target, rules, tables)
    near, once = np.int64(scratch[DISTANCES]), np.int64(scratch[DISTANCES + 1])
    twice = np.int64(scratch[DISTANCES + 2])
    best, most = np.int64(-1), NOTHING
    if near >= nearer_than and once >= once_nearer_than:
        return best, most
    planes = tile_planes(trial)
    held = planes[0] | planes[1] | planes[2] | caishen_kinds(trial, scene, seat)
    spare = held & spare_kinds_from(trial, target, near, rules, tables)
    spare_once = spare_twice = ALL_KINDS
    if scratch[PAYS + 1] <= 0.0:
        spare_once = spare
    elif once <= near + 2 and once < UNREACHABLE:
        spare_once = spare_kinds_from(trial, target + 1, once, rules, tables)
        if once <= near + 1 and twice <= once + 1 and scratch[PAYS + 2] > 0.0:
            spare_twice = spare_kinds_from(trial, target + 2, twice, rules, tables)
    judged = spare
    if scratch[PAYS + 1] > 0.0 and once <= near + 1:
        judged |= held & spare_once
    if judged == 0:
        judged = held
    if near > FEW and mind.weights[BREADTH] < 14.0:
        judged = loosest(mind, judged, planes, np.int64(mind.weights[BREADTH]))
    left = np.uint64(judged)
    if valued == 0 and without_lowest(left) == 0:
        return lowest_kind(left), NOTHING
    simple = mind.weights[DEFENCE] <= 0.0 and scratch[PAYS + 1] <= 0.0
    if simple and valued == 0 and near > 0 and spare != 0:
        return _most_live(scene, mind, judged, near, target, rules, tables), NOTHING
    return most_worth(
        scene, mind, judged, target, near, once, twice, spare, spare_once, spare_twice, turns, rules, tables
    )
