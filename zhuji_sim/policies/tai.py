"""`tai`: the fewest tiles missing to a hand worth the tai that the seat needs."""

from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.foresight import hu_position
from zhuji_sim.engine.jit import kernel
from zhuji_sim.engine.options import MODES, Mode

from .catalogue import TAI
from .selecting import best_discard, best_meld, best_name, nearest_with
from .signature import decider

__all__ = ["decide"]

DUAL_DISTANCE = TAI.position("dual_distance")
SOLO_DISTANCE = TAI.position("solo_distance")
NONE_DISTANCE = TAI.position("none_distance")
GANG_SLACK = TAI.position("gang_slack")


@kernel
def _bid(scene, mind, legal, rules, tables):
    """The lowest contract that the distance to its tai allows, of the three next in order; else pass."""
    last = min(legal.count - 1, MODES)
    for i in range(1, last + 1):
        rank = legal.actions[i] - Action.BID
        mode = rank % MODES
        limit = mind.weights[DUAL_DISTANCE]
        if mode == Mode.SOLO:
            limit = mind.weights[SOLO_DISTANCE]
        elif mode == Mode.NONE:
            limit = mind.weights[NONE_DISTANCE]
        if nearest_with(scene, mind, mode, rank // MODES + 2, rules, tables) <= limit:
            return i
    return 0


@decider
def decide(scene, legal, rules, tables, mind, rng):
    """See `catalogue.TAI`."""
    if scene.phase == Phase.BID:
        if scene.bidder == scene.seat:
            return 0
        return _bid(scene, mind, legal, rules, tables)
    target = scene.minimum[scene.seat]
    if scene.phase == Phase.NAME_CAISHEN:
        return best_name(scene, mind, legal, target, rules, tables)
    win = hu_position(legal)
    if win >= 0:
        return win
    if legal.count > 1:
        meld = best_meld(scene, mind, legal, target, mind.weights[GANG_SLACK], rules, tables)
        if meld >= 0:
            return meld
    if scene.phase == Phase.TURN or scene.phase == Phase.DISCARD:
        return best_discard(scene, mind, legal, target, target + 1, rules, tables)
    return 0
