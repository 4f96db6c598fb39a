"""Logistic and linear regression on many rows, slightly drawn towards zero to keep rare features tame."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["linear", "logistic"]

PRIOR: Final = 1.0
"""Weight of the pull towards zero, in rows."""
STEPS: Final = 25
ENOUGH: Final = 1e-7
MOST_ODDS: Final = 30.0


def logistic(
    features: NDArray[np.floating], outcomes: NDArray[np.integer], prior: float = PRIOR
) -> NDArray[np.float64]:
    """Coefficients of the log odds, by Newton's method.

    Parameters
    ----------
    features : float[n, k]
    outcomes : int[n]
        0 or 1.
    prior : float
        Precision of a normal prior around zero on each coefficient.

    Returns
    -------
    float64[k]
    """
    x = np.asarray(features, np.float64)
    sign = np.where(np.asarray(outcomes) == 1, -1.0, 1.0)

    def cost(found: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0, sign * (x @ found)).sum() + prior / 2 * (found @ found))

    found = np.zeros(x.shape[1])
    now = cost(found)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ found, -MOST_ODDS, MOST_ODDS)))
        slope = x.T @ (outcomes - chance) - prior * found
        bend = x.T @ (x * (chance * (1 - chance))[:, None]) + prior * np.eye(x.shape[1])
        step = np.linalg.solve(bend, slope)
        while (then := cost(found + step)) > now and np.abs(step).max() > ENOUGH:
            step /= 2
        found, before, now = found + step, now, then
        if before - now < ENOUGH * abs(before):
            break
    return found


def linear(
    features: NDArray[np.floating], values: NDArray[np.floating], prior: float = PRIOR
) -> NDArray[np.float64]:
    """Coefficients of least squares (float64[k]); parameters as in `logistic`, values are any numbers."""
    x = np.asarray(features, np.float64)
    pull = prior * np.eye(x.shape[1])
    return np.linalg.solve(x.T @ x + pull, x.T @ np.asarray(values)).astype(np.float64)
