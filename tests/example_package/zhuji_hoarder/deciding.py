"""The decision function, compiled as this module is imported."""

import numpy as np

from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.foresight import hu_position
from zhuji_sim.engine.jit import kernel
from zhuji_sim.engine.legal import is_wild
from zhuji_sim.policies.signature import decider

from . import HOARDER

PAIR_WORTH = HOARDER.position("pair_worth")
CAISHEN_WORTH = HOARDER.position("caishen_worth")
HONOURS = 27
MIDDLE = 4


@kernel
def worth(scene, weights, kind):
    """What a kind in hand is worth; the tile with the least is thrown."""
    value = weights[PAIR_WORTH] * (scene.hand[kind] - 1)
    if kind < HONOURS:
        value += 1.0 - 0.2 * abs(kind % 9 - MIDDLE)
    if is_wild(scene, np.int64(scene.seat), kind):
        value += weights[CAISHEN_WORTH]
    return value


@decider
def decide(scene, legal, rules, tables, mind, rng):
    """A position in `legal.actions`: see `HOARDER`."""
    win = hu_position(legal)
    if win >= 0:
        return win
    choice = 0
    least = 1e9
    for i in range(legal.count):
        action = legal.actions[i]
        if Action.DISCARD <= action < Action.CHI:
            value = worth(scene, mind.weights, action - Action.DISCARD)
            if value < least:
                least = value
                choice = i
    if scene.phase == Phase.CLAIM:
        for i in range(legal.count):
            if Action.PENG <= legal.actions[i] < Action.GANG:
                choice = i
    return choice
