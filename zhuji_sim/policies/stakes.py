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

__all__ = ["DECLARER", "DEFENDER", "PLAIN", "gain_of", "role_of", "win_pays"]

PLAIN: Final = np.int64(0)
DECLARER: Final = np.int64(1)
DEFENDER: Final = np.int64(2)
SELF_DRAW_SHARE: Final = 2.4
"""Times 2^tai that a win brings where a discarder pays more: 3 by self-draw, 2 on a discard."""


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
    return SELF_DRAW_SHARE * np.float64(np.int64(1) << tai)


@inner
def gain_of(scene, mind, tai, rules):
    """Points that a win of `tai` is worth to the seat to act beside not winning.

    That is its pay, the loss that another's win would have brought, and of the contract six times its points
    for the declarer (who gets three times as much or pays it), twice for a defender in so far as the declarer
    would have made it.
    """
    weights = mind.weights
    gain = win_pays(tai, rules) + weights[LOSS]
    role = role_of(scene)
    if role == PLAIN:
        return gain
    stake = np.float64(contract_points(np.int64(scene.level), np.int64(scene.mode)))
    return gain + stake * (6.0 if role == DECLARER else 2.0 * weights[DEFENDER_SHARE])
