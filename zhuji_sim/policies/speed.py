"""`speed`: the fewest tiles missing to any complete hand, blind to tai."""

from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.foresight import hu_position
from zhuji_sim.engine.jit import kernel
from zhuji_sim.engine.options import Mode

from .catalogue import SPEED
from .selecting import best_discard, best_meld, best_name, nearest_with, position_of
from .signature import decider

__all__ = ["decide"]

BID_DISTANCE = SPEED.position("bid_distance")
GANG_SLACK = SPEED.position("gang_slack")
ANY = 0


@kernel
def _bid(scene, mind, legal, rules, tables):
    """`2` or pass: the rule of thumb is the distance alone, and nobody is ever outbid."""
    position = position_of(legal, Action.BID)
    if (
        position >= 0
        and nearest_with(scene, mind, Mode.DUAL, ANY, rules, tables) <= mind.weights[BID_DISTANCE]
    ):
        return position
    return 0


@decider
def decide(scene, legal, rules, tables, mind, rng):
    """See `catalogue.SPEED`."""
    if scene.phase == Phase.BID:
        return _bid(scene, mind, legal, rules, tables)
    if scene.phase == Phase.NAME_CAISHEN:
        return best_name(scene, mind, legal, ANY, rules, tables)
    win = hu_position(legal)
    if win >= 0:
        return win
    if legal.count > 1:
        meld = best_meld(scene, mind, legal, ANY, mind.weights[GANG_SLACK], rules, tables)
        if meld >= 0:
            return meld
    if scene.phase == Phase.TURN or scene.phase == Phase.DISCARD:
        return best_discard(scene, mind, legal, ANY, 0, rules, tables)
    return 0
