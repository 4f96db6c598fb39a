"""How much of the points was luck of the deal: control variates from the tiles dealt.

Luck is measured by what no policy can change (`engine.dealt`). The distances and caishen of the result rows
would not do where players name the caishen: a policy that bids and names well has the shorter distances, and
to adjust for them would adjust its skill away.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Estimate, missing
from zhuji_sim.analysis.student import student
from zhuji_sim.engine.dealt import LUCK, fill_luck
from zhuji_sim.engine.state import new_states
from zhuji_sim.rules.encoding import encode
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.tables import load as load_tables

__all__ = ["LUCK", "Adjusted", "adjust", "dealt_luck", "other_luck", "variance_ratio"]

Array = NDArray[np.float64]

_OTHERS: Final = 2**40
"""Index of the first of the walls that are dealt to know what luck to expect; none as high is ever played."""
_OTHERS_PER_WALL: Final = 4
_FEWEST_OTHERS: Final = 10_000
_FEWEST_WALLS: Final = 200
"""With fewer walls the twelve coefficients would add more noise than they take away."""


class Adjusted(NamedTuple):
    """Points per deal, adjusted for luck, and how many times smaller that makes the variance.

    `gain` is that of the duplicate format, `gain_independent` that of as many deals on walls of their own.
    """

    points: Estimate
    gain: Estimate
    gain_independent: Estimate


def dealt_luck(rules: Ruleset, seed: int, start: int, stop: int) -> NDArray[np.void]:
    """Luck (`LUCK`) of the walls `start` to `stop` - 1, dealt without being played."""
    luck = np.zeros(stop - start, LUCK)
    fill_luck(new_states(2), luck, seed, start, encode(rules), load_tables(rules))
    return luck


def other_luck(rules: Ruleset, seed: int, walls: int) -> NDArray[np.void]:
    """Luck of many more walls than `walls`, none of which is played: what luck is to be expected."""
    return dealt_luck(rules, seed, _OTHERS, _OTHERS + max(_FEWEST_OTHERS, _OTHERS_PER_WALL * walls))


def adjust(
    points: Array, deals: Array, luck: NDArray[np.void], others: NDArray[np.void], confidence: float
) -> Adjusted:
    """Take the luck of the deal out of the points by regression on it.

    Each half of the walls is adjusted with coefficients fitted on the other half, so that no wall has a say
    in its own adjustment. What luck to expect comes from `others`; their chance error is counted.

    Parameters
    ----------
    points : array
        Points per deal of a against b on each wall.
    deals : array, shape (walls, deals of a wall)
        What the lone player scored in each deal: for independent deals.
    luck, others : arrays of `LUCK`
        Of the same walls, and of other ones.

    Returns
    -------
    Adjusted
        All missing (nan) where there are too few walls to fit anything.
    """
    n = len(points)
    if n < _FEWEST_WALLS:
        return Adjusted(missing(), missing(), missing())
    known, expected = _columns(luck), _columns(others)
    centre, spread = expected.mean(axis=0), np.cov(expected, rowvar=False)
    targets = np.column_stack([points, deals])
    left, slopes = _cross_fitted(targets, known - centre)
    extra = np.einsum("ki,kl,li->i", slopes, spread, slopes) * n / len(others)
    t = student(confidence, n - 1)
    value, half = left[:, 0].mean(), t * np.sqrt((left[:, 0].var(ddof=1) + extra[0]) / n)
    return Adjusted(
        Estimate(value, value - half, value + half),
        variance_ratio(targets[:, :1], left[:, :1], confidence, extra[:1]),
        variance_ratio(targets[:, 1:], left[:, 1:], confidence, extra[1:]),
    )


def variance_ratio(
    above: Array, below: Array, confidence: float, extra: Array | float = 0.0, scale: float = 1.0
) -> Estimate:
    """How many times larger the mean variance of the columns `above` is than that of the columns `below`.

    The interval is that of the logarithm, by linearisation over the rows (walls). `extra` is added to the
    variances below, and they are multiplied by `scale`. Missing where nothing varies below.
    """
    n = len(above)
    squares = [((part - part.mean(axis=0)) ** 2).mean(axis=1) * n / max(1, n - 1) for part in (above, below)]
    squares[1] = (squares[1] + np.mean(extra)) * scale
    top, bottom = (float(part.mean()) for part in squares)
    if n < MIN_CLUSTERS or top <= 0 or bottom <= 0:
        return missing()
    error = np.std(squares[0] / top - squares[1] / bottom, ddof=1) / np.sqrt(n)
    half = student(confidence, n - 1) * error
    ratio = top / bottom
    return Estimate(*(np.array(ratio * np.exp(step)) for step in (0.0, -half, half)))


def _columns(luck: NDArray[np.void]) -> Array:
    """What points are regressed on, for each seat: distance, 2^-distance, caishen.

    A hand's chance to be the first falls by about half with each tile it is missing.
    """
    distance = luck["distance"].astype(float)
    return np.hstack([distance, 0.5**distance, luck["caishen"].astype(float)])


def _cross_fitted(targets: Array, luck: Array) -> tuple[Array, Array]:
    """Targets less what luck explains of them, and the mean slopes (luck × targets)."""
    left, slopes = np.empty_like(targets), np.zeros((luck.shape[1], targets.shape[1]))
    odd = np.arange(len(targets)) % 2 == 1
    design = np.column_stack([np.ones(len(luck)), luck])
    for half in (odd, ~odd):
        fitted = np.linalg.lstsq(design[~half], targets[~half], rcond=None)[0][1:]
        left[half] = targets[half] - luck[half] @ fitted
        slopes += fitted * half.mean()
    return left, slopes
