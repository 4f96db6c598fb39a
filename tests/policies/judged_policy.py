"""A policy that bids with many 万, names what it holds, and notes the hand it was judged by."""

from typing import Any

from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.naming import named_kinds
from zhuji_sim.policies.signature import decider

MANY = 6
EAGER, SHY = 0.9, 0.1
SHOWN = 200
"""Where in the scratch the hand stands that was judged last."""


@decider
def chances(scene: Any, legal: Any, rules: Any, tables: Any, mind: Any, rng: Any) -> Any:
    """`2` with EAGER chance if it has MANY 万, else with SHY; a name by the tiles held of it."""
    count = 0
    for kind in range(34):
        mind.scratch[SHOWN + kind] = scene.hand[kind]
        if kind < 9:
            count += scene.hand[kind]
    for i in range(legal.count):
        mind.scratch[i] = 0.0
    if scene.phase == Phase.BID:
        bid = EAGER if count >= MANY else SHY
        mind.scratch[0] = 1.0 - bid
        for i in range(1, legal.count):
            mind.scratch[i] = bid if legal.actions[i] == Action.BID else 0.0
    else:
        total = 0.0
        for i in range(legal.count):
            first, second = named_kinds(legal.actions[i], rules)
            mind.scratch[i] = 0.01 + scene.hand[first] + (scene.hand[second] if second >= 0 else 0)
            total += mind.scratch[i]
        for i in range(legal.count):
            mind.scratch[i] /= total
    return 0


@decider
def decide(scene: Any, legal: Any, rules: Any, tables: Any, mind: Any, rng: Any) -> Any:
    """The first legal action."""
    return 0
