"""What a hand is worth: the chances to win with the tai needed and with more, times what each adds."""

from typing import Final

import numpy as np

from zhuji_sim.engine.codes import NO_TILE
from zhuji_sim.engine.distance import UNREACHABLE, distance_to_tai
from zhuji_sim.engine.helpful import live_helpful_from, spare_kinds
from zhuji_sim.engine.holding import WEIGHTS
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.kinds import lowest_kind, without_lowest

from .danger import give_away
from .prospects import MOST_GAP, prospect, typical_live
from .stakes import DECLARER, gain_of, role_of, win_pays
from .value_weights import BREADTH, DECLARER_TAI, DEFENCE, MORE_TAI, MORE_TAI_AGAIN

__all__ = ["ANY_DISTANCE", "DISTANCES", "NOTHING", "best_kept", "set_distances", "set_pays", "worth"]

PAYS: Final = 0
"""Place in the scratch of the pay of the tai needed, and of what one and two more add."""
ROLE_PLACE: Final = 3
"""Place of the seat's role."""
DISTANCES: Final = 4
"""Place of the tiles missing to the tai needed, to one more and to two more."""
NEEDED: Final = np.int64(0)
ONE_MORE: Final = np.int64(1)
TWO_MORE: Final = np.int64(2)
ALL_KINDS: Final = np.int64((1 << 34) - 1)
NOTHING: Final = -1e18
FIRST_HONOUR: Final = 27
SURE: Final = 100
"""Live tiles that a hand counts as having that is complete already."""
FEW: Final = 2
"""Tiles missing up to which every discard that can be spared is judged in full."""
CAISHEN_LINKS: Final = 20
"""More than any tile has."""
ANY_DISTANCE: Final = np.int64(1000)
"""More tiles than can be missing."""


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


@kernel
def value_at(mind, target, near, once, twice, turns, rules, tables):
    """Points that `mind.trial` (13 tiles) is worth, its distances being known.

    `near`, `once`, `twice`: tiles missing to `target` tai, to one more and to two more (a bound of what is
    missing at least serves where it is two or more beyond the one before).
    """
    scratch, trial = mind.scratch, mind.trial
    role = np.int64(scratch[ROLE_PLACE])
    caishen, melds = np.float64(trial.caishen), np.float64(trial.melds)
    live = np.int64(SURE)
    if near > 0:
        live = live_helpful_from(trial, target, near, mind.live, rules, tables)
    gap = min(once - near, MOST_GAP)
    value = scratch[PAYS] * prospect(mind.model, role, NEEDED, near, live, turns, caishen, melds, gap)
    if scratch[PAYS + 1] <= 0.0 or once >= UNREACHABLE:
        return value
    if gap > 1:
        live = typical_live(once)
        return value + scratch[PAYS + 1] * prospect(
            mind.model, role, ONE_MORE, once, live, turns, caishen, melds, gap
        )
    if once > 0:
        live = live_helpful_from(trial, target + 1, once, mind.live, rules, tables)
    value += scratch[PAYS + 1] * prospect(mind.model, role, ONE_MORE, once, live, turns, caishen, melds, gap)
    if scratch[PAYS + 2] <= 0.0 or twice >= UNREACHABLE:
        return value
    gap = min(twice - near, MOST_GAP)
    if twice > once + 1:
        live = typical_live(twice)
    elif twice > 0:
        live = live_helpful_from(trial, target + 2, twice, mind.live, rules, tables)
    return value + scratch[PAYS + 2] * prospect(
        mind.model, role, TWO_MORE, twice, live, turns, caishen, melds, gap
    )


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
def worth(mind, target, turns, rules, tables):
    """Points that `mind.trial` (13 tiles) is worth with `turns` own draws to come (float).

    Its distances are left in the scratch.
    """
    set_distances(mind, target, rules, tables)
    scratch = mind.scratch
    near = np.int64(scratch[DISTANCES])
    if near >= UNREACHABLE:
        return 0.0
    once, twice = np.int64(scratch[DISTANCES + 1]), np.int64(scratch[DISTANCES + 2])
    return value_at(mind, target, near, once, twice, turns, rules, tables)


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
def held_kinds(trial, scene, seat):
    """Kinds in `trial`, caishen included; bit k for kind k."""
    found = np.int64(0)
    for group in range(4):
        rest = np.int64(trial.keys[group])
        kind = group * 9
        while rest > 0:
            if rest % 5 > 0:
                found |= np.int64(1) << kind
            rest //= 5
            kind += 1
    if trial.caishen > 0:
        for which in range(2):
            kind = np.int64(scene.caishen[seat, which])
            if kind != NO_TILE and scene.hand[kind] > 0:
                found |= np.int64(1) << kind
    return found


@inner
def _links(trial, kind):
    """How much a tile leans on others: two for each of its kind and neighbour, one for the next but one."""
    key = np.int64(trial.keys[kind // 9])
    rank = kind % 9
    count = key // WEIGHTS[kind] % 5
    if count == 0:
        return np.int64(CAISHEN_LINKS)
    links = np.int64(2 * (count - 1))
    if kind >= FIRST_HONOUR:
        return links
    for step in range(1, 3):
        if rank >= step and key // WEIGHTS[kind - step] % 5 > 0:
            links += 3 - step
        if rank + step < 9 and key // WEIGHTS[kind + step] % 5 > 0:
            links += 3 - step
    return links


@inner
def _loosest(trial, kinds, most):
    """The `most` kinds of these that lean least on others."""
    count = np.int64(0)
    left = np.uint64(kinds)
    while left:
        count += 1
        left = without_lowest(left)
    while count > most:
        firmest, links = np.int64(0), np.int64(-9)
        left = np.uint64(kinds)
        while left:
            kind = lowest_kind(left)
            left = without_lowest(left)
            leans = _links(trial, kind)
            if leans > links:
                firmest, links = kind, leans
        kinds &= ~(np.int64(1) << firmest)
        count -= 1
    return kinds


@inner
def _farther(spare, kind):
    """1 for a tile that cannot be spared."""
    return np.int64(1) - ((spare >> kind) & 1)


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
        live = live_helpful_from(trial, target, near, mind.live, rules, tables)
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
    held = held_kinds(trial, scene, seat)
    spare = held & spare_kinds(trial, target, rules, tables)
    spare_once = spare_twice = ALL_KINDS
    if scratch[PAYS + 1] <= 0.0:
        spare_once = spare
    elif once <= near + 2 and once < UNREACHABLE:
        spare_once = spare_kinds(trial, target + 1, rules, tables)
        if once <= near + 1 and twice <= once + 1 and scratch[PAYS + 2] > 0.0:
            spare_twice = spare_kinds(trial, target + 2, rules, tables)
    judged = spare
    if scratch[PAYS + 1] > 0.0 and once <= near + 1:
        judged |= held & spare_once
    if judged == 0:
        judged = held
    if near > FEW and mind.weights[BREADTH] < 14.0:
        judged = _loosest(trial, judged, np.int64(mind.weights[BREADTH]))
    left = np.uint64(judged)
    if valued == 0 and without_lowest(left) == 0:
        return lowest_kind(left), NOTHING
    simple = mind.weights[DEFENCE] <= 0.0 and scratch[PAYS + 1] <= 0.0
    if simple and valued == 0 and near > 0 and spare != 0:
        return _most_live(scene, mind, judged, near, target, rules, tables), NOTHING
    while left:
        kind = lowest_kind(left)
        left = without_lowest(left)
        take_out(trial, scene, seat, kind)
        value = value_at(
            mind,
            target,
            near + _farther(spare, kind),
            once + _farther(spare_once, kind),
            twice + _farther(spare_twice, kind),
            turns,
            rules,
            tables,
        )
        value -= give_away(scene, mind, kind, value)
        put_back(trial, scene, seat, kind)
        if value > most:
            best, most = kind, value
    return best, most
