"""`champion` and its kin: every choice by the points it is worth."""

from typing import Any, Final

import numpy as np

from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.distance import UNREACHABLE, distance_to_tai
from zhuji_sim.engine.foresight import count_live, foresee, foresee_caishen, hu_position
from zhuji_sim.engine.holding import add_tile
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.legal import is_wild
from zhuji_sim.engine.naming import named_kinds
from zhuji_sim.rules.ruleset import Ruleset

from .at_once import floor_at_once, wins_at_once
from .bid_model import VALUES, bid_values
from .danger import set_dangers
from .discards import ANY_DISTANCE, NOTHING, best_kept
from .fitted import model_of
from .selecting import best_meld, position_of
from .signature import decider
from .stakes import gain_now, gain_of
from .value_weights import (
    BID_TEMPERATURE,
    CALL_MARGIN,
    CALL_VALUE,
    GANG_DRAW,
    GANG_MARGIN,
    NAME_VALUE,
    PATIENCE,
)
from .worth import DISTANCES, PAYS, set_distances, set_pays, worth, worth_by_distances

__all__ = ["chances", "decide", "fitted"]

FAR: Final = 99.0
SEATS: Final = 4
LEAST_SHADE: Final = -20.0
"""Log of the least share of chance that any bid or name has beside the best one."""
VALUED: Final = np.int64(1)
UNVALUED: Final = np.int64(0)
_MOST_TAI: Final = 16


@kernel
def best_name(scene, mind, legal, target, turns, rules, tables):
    """The caishen under which the hand is worth most, of those it holds that bring it nearest or win at once.

    The points of each position are left in the scratch from VALUES on.
    """
    scratch = mind.scratch
    nearest = np.int64(UNREACHABLE)
    floor = floor_at_once(scene, mind, rules)
    for i in range(legal.count):
        scratch[VALUES + i] = FAR
        first, second = named_kinds(legal.actions[i], rules)
        if scene.hand[first] == 0 and (second < 0 or scene.hand[second] == 0):
            continue
        foresee_caishen(scene, mind, first, second)
        near = distance_to_tai(mind.trial, target, np.int64(0), rules, tables)
        scratch[VALUES + i] = np.float64(near)
        nearest = min(nearest, near)
    best, most = np.int64(0), NOTHING
    for i in range(legal.count):
        near = scratch[VALUES + i]
        scratch[VALUES + i] = NOTHING
        if near == FAR or (floor == 0 and near > np.float64(nearest)):
            continue
        first, second = named_kinds(legal.actions[i], rules)
        foresee_caishen(scene, mind, first, second)
        once = 0.0 if floor == 0 else wins_at_once(scene, mind, rules, tables)
        if once == 0.0 and near > np.float64(nearest):
            continue
        value = (1.0 - once) * worth(mind, target, turns, rules, tables)
        if once > 0.0:
            value += once * gain_of(scene, mind, max(floor, target), rules)
        value *= mind.weights[NAME_VALUE]
        scratch[VALUES + i] = value
        if value > most:
            best, most = np.int64(i), value
    return best


@inner
def _tai_now(mind, target, rules, tables):
    """The most tai that `mind.trial`, complete for `target`, is complete for."""
    tai = target
    while tai < _MOST_TAI and distance_to_tai(mind.trial, tai + 1, np.int64(0), rules, tables) <= 0:
        tai += 1
    return tai


@inner
def _takes_win(scene, mind, value, target, rules, tables):
    """Whether to win now, where going on is worth `value`.

    A win on a gang's replacement, by robbing, or in the first go-around, which may be 天胡 or 地胡, is taken.
    """
    if scene.replacement == 1 or scene.phase == Phase.ROB or scene.river_length < SEATS:
        return True
    mind.trial = scene.own
    if scene.phase == Phase.CLAIM:
        tile = np.int64(scene.offered)
        add_tile(mind.trial, tile)
        if is_wild(scene, np.int64(scene.seat), tile):
            mind.trial.tame += 1
    tai = _tai_now(mind, target, rules, tables)
    return mind.weights[PATIENCE] * value <= gain_now(scene, mind, tai, scene.phase == Phase.TURN, rules)


@kernel
def best_call(scene, mind, legal, target, turns, now, rules, tables):
    """The chi, peng or gang worth most, if it adds enough to what the hand is worth `now`.

    Chi and peng have to bring the hand nearer; its distances stand in the scratch.

    Returns
    -------
    tuple of int and float
        Position (-1 if there is none) and points, those of no call where there is none.
    """
    weights = mind.weights
    near, once = np.int64(mind.scratch[DISTANCES]), np.int64(mind.scratch[DISTANCES + 1])
    best, most = np.int64(-1), now
    for i in range(legal.count):
        action = np.int64(legal.actions[i])
        if action < Action.CHI:
            continue
        if action >= Action.GANG:
            foresee(scene, mind, action, tables)
            value = worth(mind, target, turns + weights[GANG_DRAW], rules, tables)
            value -= weights[GANG_MARGIN] * now
        else:
            foresee(scene, mind, action, tables)
            value = best_kept(scene, mind, target, turns, near, once, VALUED, rules, tables)[1]
            value -= weights[CALL_MARGIN] * now
        if value > most:
            best, most = np.int64(i), value
    return best, most


@kernel
def _turn(scene, mind, legal, target, turns, rules, tables):
    """On one's own turn or after a claim: win, gang or discard."""
    set_dangers(scene, mind, rules)
    mind.trial = scene.own
    win = hu_position(legal)
    last = legal.actions[np.int64(legal.count) - 1]
    valued = VALUED if win >= 0 or last >= Action.CHI else UNVALUED
    kind, value = best_kept(scene, mind, target, turns, ANY_DISTANCE, ANY_DISTANCE, valued, rules, tables)
    gang = np.int64(-1)
    if scene.phase == Phase.TURN and last >= Action.CHI:
        gang, value = best_call(scene, mind, legal, target, turns, value, rules, tables)
    if win >= 0 and _takes_win(scene, mind, value, target, rules, tables):
        return win
    if gang >= 0:
        return gang
    choice = position_of(legal, Action.DISCARD + kind)
    if choice >= 0:
        return choice
    for i in range(legal.count):
        if legal.actions[i] >= Action.DISCARD:
            return np.int64(i)
    return np.int64(0)


@kernel
def _may_gain(scene, mind, legal, target, rules, tables):
    """Whether a win, a gang, or a chi or peng that brings the hand nearer is among the actions.

    The hand's own distances are left in the scratch.
    """
    mind.trial = scene.own
    set_distances(mind, target, rules, tables)
    near, once = np.int64(mind.scratch[DISTANCES]), np.int64(mind.scratch[DISTANCES + 1])
    more = mind.scratch[PAYS + 1] > 0.0
    for i in range(1, legal.count):
        action = np.int64(legal.actions[i])
        if action < Action.CHI or action >= Action.GANG:
            return True
        foresee(scene, mind, action, tables)
        if distance_to_tai(mind.trial, target, np.int64(0), rules, tables) < near:
            return True
        if more and distance_to_tai(mind.trial, target + 1, np.int64(0), rules, tables) < once:
            return True
    return False


@kernel
def _call_if_nearer(scene, mind, legal, rules, tables):
    """Win, or call what brings the hand nearest to the tai needed, if anything does; else pass."""
    win = hu_position(legal)
    if win >= 0:
        return np.int64(win)
    target = np.int64(scene.minimum[scene.seat])
    return np.int64(max(best_meld(scene, mind, legal, target, 0.0, rules, tables), 0))


@kernel
def _claim(scene, mind, legal, target, turns, rules, tables):
    """What to do with another seat's discard: win, call or pass."""
    if not _may_gain(scene, mind, legal, target, rules, tables):
        return np.int64(0)
    count_live(scene, mind)
    mind.trial = scene.own
    value = worth_by_distances(mind, target, turns, rules, tables)
    set_dangers(scene, mind, rules)
    call, value = best_call(scene, mind, legal, target, turns, value, rules, tables)
    win = hu_position(legal)
    if win >= 0 and _takes_win(scene, mind, value, target, rules, tables):
        return win
    return max(call, np.int64(0))


@inner
def _prepare(scene, mind, rules):
    """Look at the stakes; gives the tai needed and the own draws left."""
    target = np.int64(scene.minimum[scene.seat])
    set_pays(scene, mind, target, rules)
    return target, np.float64(scene.draws_left) / 4.0


@decider
def decide(scene, legal, rules, tables, mind, rng):
    """See `catalogue.CHAMPION`."""
    if legal.count == 1:
        return np.int64(0)
    if scene.phase == Phase.BID:
        count_live(scene, mind)
        return bid_values(scene, legal, rules, tables, mind)
    claims = scene.phase == Phase.CLAIM or scene.phase == Phase.ROB
    if claims and mind.weights[CALL_VALUE] <= 0.0:
        return _call_if_nearer(scene, mind, legal, rules, tables)
    target, turns = _prepare(scene, mind, rules)
    if claims:
        return _claim(scene, mind, legal, target, turns, rules, tables)
    count_live(scene, mind)
    if scene.phase == Phase.NAME_CAISHEN:
        return best_name(scene, mind, legal, target, turns, rules, tables)
    return _turn(scene, mind, legal, target, turns, rules, tables)


@decider
def chances(scene, legal, rules, tables, mind, rng):
    """Fill the scratch with the chance of each legal bid or name, by `bid_temperature`; gives 0."""
    scratch = mind.scratch
    target, turns = _prepare(scene, mind, rules)
    count_live(scene, mind)
    if scene.phase == Phase.BID:
        best = bid_values(scene, legal, rules, tables, mind)
    else:
        best = best_name(scene, mind, legal, target, turns, rules, tables)
    most = scratch[VALUES + best]
    total = 0.0
    for i in range(legal.count):
        scratch[i] = np.exp(max((scratch[VALUES + i] - most) / mind.weights[BID_TEMPERATURE], LEAST_SHADE))
        total += scratch[i]
    for i in range(legal.count):
        scratch[i] /= total
    return np.int64(0)


def fitted(rules: Ruleset) -> Any:
    """The fitted model under `rules` (float32[MODEL_MAX])."""
    return model_of(rules.base)
