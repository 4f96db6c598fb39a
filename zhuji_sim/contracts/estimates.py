"""Estimates that this study needs and others do not, the wall being the unit of all of them."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Estimate, missing
from zhuji_sim.analysis.student import student

__all__ = ["PSEUDO_WALLS", "needed_chance", "rate_difference"]

Array = NDArray[np.float64]

PSEUDO_WALLS: Final = 2
"""Walls that `rate_difference` adds."""


def rate_difference(differences: Array, confidence: float) -> Estimate:
    """Mean over walls of the difference of two rates on the same wall.

    The interval is that of Agresti and Min 2005 (Statistics in Medicine 24:729) for matched proportions: two
    walls are added, a half of one each with differences of 1 and of -1, one with 0. Where hardly any wall
    tells the two apart, a plain mean's interval would be far too sure of itself.

    Parameters
    ----------
    differences : float64[walls]
        Between -1 and 1.
    confidence : float
    """
    n = len(differences)
    if not n:
        return missing()
    total, square = differences.sum(), differences @ differences
    centre = total / (n + PSEUDO_WALLS)
    spread = (square + 1) / (n + PSEUDO_WALLS) - centre**2
    half = student(confidence, n + PSEUDO_WALLS - 1) * np.sqrt(spread / (n + PSEUDO_WALLS))
    value = np.array(total / n)
    return Estimate(value, np.maximum(centre - half, -1), np.minimum(centre + half, 1))


def needed_chance(made: Array, points: Array, passing: Array, confidence: float) -> Estimate:
    """The chance to make a contract at which its points equal those of passing, on average.

    With a mean gain g where it is made, a mean loss l where it fails, and a mean v of passing, that is
    (v + l) / (g + l). Its error follows by the delta method from the walls' parts in all three, which hang
    together (`analysis.estimates.break_even` takes g and l from different deals instead).

    Parameters
    ----------
    made, points, passing : float64[walls, deals]
        Whether the contract was made, the declarer's points, and what passing brings (0 for coming out even).
    confidence : float

    Returns
    -------
    Estimate
        Missing unless it was made, and failed, on `MIN_CLUSTERS` walls at least.
    """
    walls = len(made)
    failed = 1 - made
    if min(np.count_nonzero(part.any(axis=1)) for part in (made, failed)) < MIN_CLUSTERS:
        return missing()
    gain, loss = (made * points).sum() / made.sum(), -(failed * points).sum() / failed.sum()
    instead = passing.mean()
    width = gain + loss
    value = (instead + loss) / width
    part_of_gain = (made * (points - gain)).sum(axis=1) / made.sum()
    part_of_loss = -(failed * (points + loss)).sum(axis=1) / failed.sum()
    part_of_passing = (passing - instead).sum(axis=1) / passing.size
    parts = (part_of_passing + (1 - value) * part_of_loss - value * part_of_gain) / width
    half = student(confidence, walls - 1) * np.sqrt(walls / (walls - 1) * (parts @ parts))
    return Estimate(*(np.clip(end, 0, 1) for end in (value, value - half, value + half)))
