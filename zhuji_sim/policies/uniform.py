"""`random`: any legal move with equal chance, but it wins when it can and seldom bids."""

from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.foresight import hu_position
from zhuji_sim.engine.jit import kernel
from zhuji_sim.engine.options import MODES
from zhuji_sim.engine.streams import below, unit

from .catalogue import RANDOM
from .signature import decider

__all__ = ["decide"]

PASS_CHANCE = RANDOM.position("pass_chance")


@kernel
def _random_bid(scene, legal, weights, rng):
    """Pass, or the lowest bid of a random mode that is still open."""
    if legal.count == 1 or unit(rng) < weights[PASS_CHANCE]:
        return 0
    mode = below(rng, MODES)
    for i in range(1, legal.count):
        if (legal.actions[i] - Action.BID) % MODES == mode:
            return i
    return 0


@decider
def decide(scene, legal, rules, tables, mind, rng):
    """See `catalogue.RANDOM`."""
    if scene.phase == Phase.BID:
        return _random_bid(scene, legal, mind.weights, rng)
    win = hu_position(legal)
    if win >= 0:
        return win
    return below(rng, legal.count)
