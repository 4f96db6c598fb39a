"""From walls to figures: what a pair's meeting gave, each figure with an interval whose unit is the wall."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Estimate, Sums, missing, proportion, ratio_error
from zhuji_sim.analysis.student import student
from zhuji_sim.duplicate.luck import adjust, variance_ratio
from zhuji_sim.duplicate.walls import SEATINGS, A, B
from zhuji_sim.rules.tiles import SEATS

__all__ = ["RATES", "alone", "columns", "mean", "points", "points_row", "rates"]

Array = NDArray[np.float64]

RATES: Final = ("win", "deal_in", "declared", "made", "tai")
"""What is told of a policy alone among three of the other: deals won, deals in which it paid as discarder or
was robbed, contracts by auction that it won, contracts it made, and the tai of its wins."""

_COUNTED: Final = {
    "win": "wins",
    "deal_in": "deal_ins",
    "declared": "declared",
    "made": "made",
    "tai": "tai",
}


def alone(walls: NDArray[np.void], side: int) -> Array:
    """Points per deal of the lone player on each wall."""
    mean_of: Array = walls["points"][:, side].mean(axis=1)
    return mean_of


def points(walls: NDArray[np.void]) -> Array:
    """Points per deal of a against b on each wall: half of what a gains alone over what b gains alone."""
    return (alone(walls, A) - alone(walls, B)) / 2


def mean(values: Array, confidence: float) -> Estimate:
    """Mean over walls with Student's interval; without interval for a single wall."""
    n = len(values)
    value = np.array(values.mean() if n else np.nan)
    half = student(confidence, n - 1) * np.std(values, ddof=1) / np.sqrt(n) if n > 1 else np.nan
    return Estimate(value, value - half, value + half)


def rates(walls: NDArray[np.void], side: int, confidence: float) -> dict[str, Estimate]:
    """The `RATES` of a lone player; missing where there was nothing to count.

    All are ratios of sums over walls. A forced contract is nobody's choice and does not count as declared.
    """
    deals = np.full(len(walls), len(SEATS))
    trials = {
        "win": deals,
        "deal_in": deals,
        "declared": walls["auctions"][:, side],
        "made": walls["contracts"][:, side],
        "tai": walls["wins"][:, side],
    }
    t = student(confidence, max(1, len(walls) - 1))
    found = {}
    for name in RATES:
        sums = _sums(trials[name], walls[_COUNTED[name]][:, side])
        found[name] = _ratio(sums, t) if name == "tai" else proportion(sums, t)
    return found


def points_row(walls: NDArray[np.void], others: NDArray[np.void], confidence: float) -> dict[str, Any]:
    """All that is told of a pair's points, as columns: see `study.Study.pairs`."""
    difference = points(walls)
    deals = walls["points"].reshape(len(walls), SEATINGS).astype(float)
    adjusted = adjust(difference, deals, walls["luck"], others, confidence)
    big = mean((walls["big_points"][:, A] - walls["big_points"][:, B]) / (2 * len(SEATS)), confidence)
    if not walls["big_points"].any():  # that none was seen does not mean that there are none
        big = Estimate(big.value, *missing()[1:])
    estimates = {
        "a_alone": mean(alone(walls, A), confidence),
        "b_alone": mean(alone(walls, B), confidence),
        "points_from_big_wins": big,
        "fewer_deals": variance_ratio(deals, difference[:, None], confidence, scale=SEATINGS),
        "adjusted": adjusted.points,
        "adjusted_gain": adjusted.gain,
        "adjusted_gain_independent": adjusted.gain_independent,
    }
    value, low, high = mean(difference, confidence)
    row: dict[str, Any] = {"points_per_deal": float(value), "low": float(low), "high": float(high)}
    for name, estimate in estimates.items():
        row |= columns(name, estimate)
    return row


def columns(name: str, estimate: Estimate) -> dict[str, float]:
    """An estimate as three columns."""
    return {
        name: float(estimate.value),
        f"{name}_low": float(estimate.low),
        f"{name}_high": float(estimate.high),
    }


def _sums(x: npt.ArrayLike, y: npt.ArrayLike) -> Sums:
    """Sums over the walls that have trials."""
    trials, hits = np.asarray(x, float), np.asarray(y, float)
    counted = np.count_nonzero(trials)
    return Sums(counted, trials.sum(), hits.sum(), trials @ trials, trials @ hits, hits @ hits)


def _ratio(sums: Sums, t: float) -> Estimate:
    if not sums.x:
        return missing()
    value, half = np.array(sums.y / sums.x), t * ratio_error(sums)
    return Estimate(value, value - half, value + half)
