"""Hands that win before anybody draws: 天胡, and 地胡 on the dealer's first discard (RULES.md §5).

They need no tai, whatever the contract; so a declarer who names the right caishen may make the highest one.
"""

import numpy as np

from zhuji_sim.engine.codes import DEALER, NO_TILE
from zhuji_sim.engine.distance import distance_any
from zhuji_sim.engine.foresight import foresee_caishen
from zhuji_sim.engine.helpful import helpful_kinds, wild_kinds
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.options import CaishenSource, EarthlyOn, Mode

from .first_discard import share_of_first
from .value_weights import AT_ONCE

__all__ = ["best_at_once", "floor_at_once", "wins_at_once"]


@inner
def floor_at_once(scene, mind, rules):
    """Tai of a win before anybody draws, 0 where the seat has none that needs no tai of its own."""
    if mind.weights[AT_ONCE] <= 0.0 or rules.caishen_source != CaishenSource.DECLARER:
        return np.int64(0)
    if scene.seat == DEALER:
        return np.int64(rules.tai_heavenly)
    if rules.earthly_on == EarthlyOn.FIRST_DISCARD and rules.win_on_discard == 1:
        return np.int64(rules.tai_earthly)
    return np.int64(0)


@inner
def wins_at_once(scene, mind, rules, tables):
    """Chance (float) that `mind.trial`, whose caishen are foreseen, wins before anybody draws."""
    near = distance_any(mind.trial, tables)
    if scene.seat == DEALER or near <= 0:
        return 1.0 if near <= 0 else 0.0
    if near > 1:
        return 0.0
    waits = helpful_kinds(mind.trial, np.int64(0), rules, tables)
    return share_of_first(mind, waits, wild_kinds(mind.trial, rules))


@kernel
def best_at_once(scene, mind, mode, rules, tables):
    """The best chance (float) to win before anybody draws under any caishen of a mode; counts nothing.

    Only names of which the hand holds enough are looked at: each caishen spares it a tile at most.
    """
    if floor_at_once(scene, mind, rules) == 0:
        return 0.0
    foresee_caishen(scene, mind, NO_TILE, NO_TILE)
    wanted = distance_any(mind.trial, tables)
    if scene.seat != DEALER:
        wanted -= 1
    if mode == Mode.NONE:
        return wins_at_once(scene, mind, rules, tables) if wanted <= 0 else 0.0
    best = 0.0
    for first in range(34):
        second, held = NO_TILE, np.int64(scene.hand[first])
        if mode == Mode.DUAL:
            second = np.int64(rules.successors[first])
            if second == NO_TILE:
                continue
            held += scene.hand[second]
        if held >= wanted:
            foresee_caishen(scene, mind, np.int64(first), second)
            best = max(best, wins_at_once(scene, mind, rules, tables))
    return best
