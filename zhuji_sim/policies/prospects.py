"""The chance to win from here: with the tai needed, with one more and with two more.

Log odds that are linear in what a hand shows after a discard: the logarithm of its live helpful tiles, the
own draws left, caishen, melds, and how much farther the next number of tai is. The coefficients depend on the
role, on which of the three chances is asked for, and on the tiles missing; they are fitted on simulated deals
(`zhuji_sim.fitting`), so that they hold how fast the others are as well.
"""

from typing import Final

import numpy as np

from zhuji_sim.engine.jit import inner

__all__ = [
    "FARTHEST",
    "PROSPECTS",
    "PROSPECT_FEATURES",
    "ROLES",
    "STEPS",
    "live_counts",
    "prospect",
    "typical_live",
]

ROLES: Final = 3
"""Player without contract, declarer, defender."""
STEPS: Final = 3
"""The tai needed, one more, two more."""
FARTHEST: Final = 6
"""Tiles missing beyond which no further difference is made."""
PROSPECT_FEATURES: Final = 8
"""1, log live, turns, turns squared, log live times turns, caishen, melds, gap."""
PROSPECTS: Final = ROLES * STEPS * FARTHEST * PROSPECT_FEATURES
"""Numbers of the model that belong to prospects; they come first."""
TURNS_UNIT: Final = 0.1
MOST_GAP: Final = 3
MOST_LIVE: Final = 159
"""Live tiles beyond which no further difference is made."""
LEAST_SLOPE: Final = 1e-9
_LOG_LIVE = np.log(np.arange(MOST_LIVE + 1) + 0.5)
_TYPICAL = np.array([0, 9, 18, 26, 34, 40, 44], np.int64)


@inner
def typical_live(missing):
    """Live helpful tiles of hands that miss so many, where they are not counted."""
    return _TYPICAL[min(max(missing, 0), FARTHEST)]


@inner
def _place(role, step, missing):
    """Where the coefficients of a chance begin in the model."""
    return ((role * STEPS + step) * FARTHEST + min(max(missing, 1), FARTHEST) - 1) * PROSPECT_FEATURES


@inner
def live_counts(model, role, step, missing, turns):
    """Whether more live tiles mean a better chance in this model, parameters as those of `prospect`."""
    place = _place(role, step, missing)
    slope = np.float64(model[place + 1]) + np.float64(model[place + 4]) * (turns * TURNS_UNIT)
    return slope > LEAST_SLOPE


@inner
def prospect(model, role, step, missing, live, turns, caishen, melds, gap):
    """Chance (float) to win with the tai needed and `step` more.

    Parameters
    ----------
    model : float32[MODEL_MAX]
    role : int
        0 without contract, 1 declarer, 2 defender.
    missing, live : int
        Tiles missing to that many tai, and live tiles that help.
    turns : float
        Own draws left.
    caishen, melds : int
        Held, and on the table.
    gap : int
        Tiles that a further tai is farther away; for step 1 and 2, how much farther this one is.
    """
    place = _place(role, step, missing)
    log_live = _LOG_LIVE[min(max(live, 0), MOST_LIVE)]
    turns *= TURNS_UNIT
    odds = (
        np.float64(model[place])
        + np.float64(model[place + 1]) * log_live
        + np.float64(model[place + 2]) * turns
        + np.float64(model[place + 3]) * turns * turns
        + np.float64(model[place + 4]) * log_live * turns
        + np.float64(model[place + 5]) * caishen
        + np.float64(model[place + 6]) * melds
        + np.float64(model[place + 7]) * min(gap, MOST_GAP)
    )
    return 1.0 / (1.0 + np.exp(-odds))
