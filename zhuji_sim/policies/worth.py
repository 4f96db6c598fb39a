"""What a hand is worth: the chance to win with the tai needed, with one and two more, times what each adds."""

from typing import Final

import numpy as np

from zhuji_sim.engine.codes import NO_TILE
from zhuji_sim.engine.distance import UNREACHABLE, distance_to_tai
from zhuji_sim.engine.helpful import live_helpful_from, spare_kinds
from zhuji_sim.engine.holding import WEIGHTS
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.kinds import lowest_kind, without_lowest

from .danger import give_away
from .prospects import MOST_GAP, STEPS, prospect, typical_live
from .stakes import gain_of, role_of, win_pays
from .value_weights import MORE_TAI, MORE_TAI_AGAIN

__all__ = ["best_kept", "set_pays", "worth"]

PAYS: Final = 0
"""Place in the scratch of the pay of the tai needed, and of what one and two more add."""
ROLE_PLACE: Final = 3
"""Place of the seat's role."""


@inner
def set_pays(scene, mind, target, rules):
    """Put the pay of `target` tai and of one and two more into the scratch, and the role."""
    scratch = mind.scratch
    scratch[PAYS] = gain_of(scene, mind, target, rules)
    once, twice, thrice = win_pays(target, rules), win_pays(target + 1, rules), win_pays(target + 2, rules)
    scratch[PAYS + 1] = mind.weights[MORE_TAI] * (twice - once)
    scratch[PAYS + 2] = mind.weights[MORE_TAI_AGAIN] * (thrice - twice)
    scratch[ROLE_PLACE] = np.float64(role_of(scene))


@kernel
def worth(mind, target, turns, rules, tables):
    """Points that `mind.trial` (13 tiles) is worth with `turns` own draws to come (float)."""
    trial = mind.trial
    near = distance_to_tai(trial, target, np.int64(0), rules, tables)
    if near >= UNREACHABLE:
        return 0.0
    role = np.int64(mind.scratch[ROLE_PLACE])
    caishen, melds = np.float64(trial.caishen), np.float64(trial.melds)
    before = near
    value = 0.0
    live = np.int64(0)
    if near > 0:
        live = live_helpful_from(trial, target, near, mind.live, rules, tables)
    for step in range(1, STEPS):
        missing = distance_to_tai(trial, target + step, np.int64(0), rules, tables)
        gap = min(missing - near, MOST_GAP)
        if step == 1:
            chance = prospect(mind.model, role, np.int64(0), near, live, turns, caishen, melds, gap)
            value = mind.scratch[PAYS] * chance
        pay = mind.scratch[PAYS + step]
        if missing >= UNREACHABLE or pay <= 0.0:
            break
        if missing > before + 1 or missing > near + 2:
            live = typical_live(missing)
        elif missing > 0:
            live = live_helpful_from(trial, target + step, missing, mind.live, rules, tables)
        before = missing
        value += pay * prospect(mind.model, role, np.int64(step), missing, live, turns, caishen, melds, gap)
    return value


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


@kernel
def best_kept(scene, mind, target, turns, wide, rules, tables):
    """The discard from `mind.trial` (14 tiles) that leaves the most worth, what it gives away counted.

    `wide`: 1 to look at every kind, 0 only at those that can be spared.

    Returns
    -------
    tuple of int and float
        Kind (-1 if there is none) and points.
    """
    trial = mind.trial
    seat = np.int64(scene.seat)
    held = held_kinds(trial, scene, seat)
    spare = held & spare_kinds(trial, target, rules, tables)
    if wide == 1 or spare == 0:
        spare = held
    elif mind.scratch[PAYS + 1] > 0.0:
        spare |= held & spare_kinds(trial, target + 1, rules, tables)
    best, most = np.int64(-1), -1e18
    left = np.uint64(spare)
    while left:
        kind = lowest_kind(left)
        left = without_lowest(left)
        take_out(trial, scene, seat, kind)
        value = worth(mind, target, turns, rules, tables)
        value -= give_away(scene, mind, kind, value)
        put_back(trial, scene, seat, kind)
        if value > most:
            best, most = kind, value
    return best, most
