"""Choosing among legal actions by the tiles missing to a hand of enough tai; shared by `speed` and `tai`."""

from typing import Final

from zhuji_sim.engine.codes import NO_TILE, Action
from zhuji_sim.engine.distance import UNREACHABLE, distance_to_tai
from zhuji_sim.engine.foresight import count_live, foresee, foresee_caishen
from zhuji_sim.engine.helpful import live_helpful, spare_kinds
from zhuji_sim.engine.jit import kernel
from zhuji_sim.engine.naming import named_kinds
from zhuji_sim.engine.options import Mode

__all__ = ["best_discard", "best_meld", "best_name", "nearest_with", "position_of"]

FAR: Final = 99
"""More tiles than can be missing."""
UNKNOWN: Final = -1
"""A distance not looked up yet."""


@kernel
def position_of(legal, action):
    """Where `action` stands among the legal ones, or -1."""
    for i in range(legal.count):
        if legal.actions[i] == action:
            return i
    return -1


@kernel
def best_discard(scene, mind, legal, target, aim, rules, tables):
    """The discard after which the fewest tiles are missing to `target` tai.

    Ties go to the most live tiles that help, then to the fewest missing to `aim` tai (0: no further aim).
    Where no tile can be spared (a complete hand that may not win yet) every discard is a tie.
    """
    spare = spare_kinds(scene.own, target, rules, tables)
    held = 0
    for i in range(legal.count):
        action = legal.actions[i]
        if Action.DISCARD <= action < Action.CHI:
            held |= 1 << (action - Action.DISCARD)
    spare &= held
    if spare == 0:
        spare = held
    best, most, closest = -1, -1, UNKNOWN
    if spare & (spare - 1) != 0:
        count_live(scene, mind)
    for i in range(legal.count):
        action = legal.actions[i]
        if action < Action.DISCARD or action >= Action.CHI or (spare >> (action - Action.DISCARD)) & 1 == 0:
            continue
        if spare & (spare - 1) == 0:
            return i
        foresee(scene, mind, action, tables)
        live = live_helpful(mind.trial, target, mind.live, rules, tables)
        if live > most:
            best, most, closest = i, live, UNKNOWN
        elif live == most and aim > 0:
            further = distance_to_tai(mind.trial, aim, 0, rules, tables)
            if closest == UNKNOWN:
                foresee(scene, mind, legal.actions[best], tables)
                closest = distance_to_tai(mind.trial, aim, 0, rules, tables)
            if further < closest:
                best, closest = i, further
    return best


@kernel
def best_meld(scene, mind, legal, target, gang_slack, rules, tables):
    """The chi, peng or gang worth making, or -1.

    Chi and peng have to bring the hand closer to `target` tai; a gang, which also draws a tile, may leave it
    `gang_slack` tiles farther away.
    """
    now = distance_to_tai(scene.own, target, 0, rules, tables)
    best, nearest = -1, FAR
    for i in range(legal.count):
        action = legal.actions[i]
        if action < Action.CHI:
            continue
        foresee(scene, mind, action, tables)
        missing = distance_to_tai(mind.trial, target, 0, rules, tables)
        allowed = now + gang_slack if action >= Action.GANG else now - 1
        if missing <= allowed and missing < nearest:
            best, nearest = i, missing
    return best


@kernel
def best_name(scene, mind, legal, target, rules, tables):
    """The caishen under which the fewest tiles are missing to `target` tai; ties go to the most held."""
    best, nearest, most = 0, FAR, -1
    for i in range(legal.count):
        first, second = named_kinds(legal.actions[i], rules)
        foresee_caishen(scene, mind, first, second)
        missing = distance_to_tai(mind.trial, target, 0, rules, tables)
        held = mind.trial.caishen
        if missing < nearest or (missing == nearest and held > most):
            best, nearest, most = i, missing, held
    return best


@kernel
def nearest_with(scene, mind, mode, target, rules, tables):
    """Fewest tiles missing to `target` tai under the best caishen of a mode, before any is named."""
    foresee_caishen(scene, mind, NO_TILE, NO_TILE)
    without = distance_to_tai(mind.trial, target, 0, rules, tables)
    if mode == Mode.NONE:
        return without
    # Caishen bring a hand nearer by as many as it holds, at most, unless there are tai for holding three.
    bounded = without < UNREACHABLE and (target <= 0 or rules.tai_three_caishen == 0)
    nearest = FAR
    for first in range(34):
        second = rules.successors[first] if mode == Mode.DUAL else NO_TILE
        if mode == Mode.DUAL and second < 0:
            continue
        held = scene.hand[first] + (scene.hand[second] if mode == Mode.DUAL else 0)
        if bounded and without - held >= nearest:
            continue
        foresee_caishen(scene, mind, first, second)
        missing = distance_to_tai(mind.trial, target, 0, rules, tables)
        if missing < nearest:
            nearest = missing
    return nearest
