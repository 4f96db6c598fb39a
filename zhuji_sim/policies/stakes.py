"""What a win is worth to a seat beside not winning (RULES.md §6).

All figures are points before 老庄, which multiplies them alike.
"""

from typing import Final

import numpy as np

from zhuji_sim.engine.codes import NOBODY
from zhuji_sim.engine.ending import contract_points
from zhuji_sim.engine.jit import inner
from zhuji_sim.engine.options import Payment

from .value_weights import DEFENDER_SHARE, LOSS

__all__ = ["DECLARER", "DEFENDER", "PLAIN", "gain_now", "gain_of", "role_of", "win_pays"]

PLAIN: Final = np.int64(0)
DECLARER: Final = np.int64(1)
DEFENDER: Final = np.int64(2)
BY_SELF_DRAW: Final = 3.0
BY_DISCARD: Final = 2.0
"""Times 2^tai that a win brings where a discarder pays more."""
ON_AVERAGE: Final = 2.4
"""The same of a win to come, which may be either."""


@inner
def role_of(scene):
    """PLAIN without contract, DECLARER or DEFENDER."""
    if scene.declarer == NOBODY:
        return PLAIN
    return DECLARER if scene.declarer == scene.seat else DEFENDER


@inner
def win_pays(tai, rules):
    """Points for the tai of a win, whoever wins (float)."""
    if rules.payment == Payment.EQUAL:
        return 3.0 * np.float64(np.int64(1) << max(tai - 2, 0))
    return ON_AVERAGE * np.float64(np.int64(1) << tai)


@inner
def gain_of(scene, mind, tai, rules):
    """Points that a win of `tai` is worth to the seat to act beside not winning.

    That is its pay, the loss that another's win would have brought, and of the contract six times its points
    for the declarer (who gets three times as much or pays it), twice for a defender in so far as the declarer
    would have made it.
    """
    return _gain(scene, mind, win_pays(tai, rules))


@inner
def gain_now(scene, mind, tai, self_drawn, rules):
    """As `gain_of`, of a win on the tile that is there: drawn, or somebody else's."""
    if rules.payment == Payment.EQUAL:
        return gain_of(scene, mind, tai, rules)
    times = BY_SELF_DRAW if self_drawn else BY_DISCARD
    return _gain(scene, mind, times * np.float64(np.int64(1) << tai))


@inner
def _gain(scene, mind, pay):
    weights = mind.weights
    gain = pay + weights[LOSS]
    role = role_of(scene)
    if role == PLAIN:
        return gain
    stake = np.float64(contract_points(np.int64(scene.level), np.int64(scene.mode)))
    return gain + stake * (6.0 if role == DECLARER else 2.0 * weights[DEFENDER_SHARE])
