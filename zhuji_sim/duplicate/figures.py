"""From walls to figures: what a pair's meeting gave, each figure with an interval whose unit is the wall."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Estimate, Sums, missing, proportion, ratio_error
from zhuji_sim.analysis.student import student
from zhuji_sim.duplicate.luck import adjust, variance_ratio
from zhuji_sim.duplicate.walls import SEATINGS, A, B
from zhuji_sim.rules.tiles import SEATS

__all__ = ["RATES", "alone", "columns", "counted", "mean", "points", "points_row", "rates", "ratio", "sums"]

Array = NDArray[np.float64]

RATES: Final = ("win", "deal_in", "declared", "made", "tai")
"""What is told of a policy alone among three of the other: deals won, deals in which it paid as discarder or
was robbed, contracts by auction that it won, contracts it made, and the tai of its wins."""


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


def counted(walls: NDArray[np.void], side: int) -> dict[str, tuple[Array, Array]]:
    """Trials and successes of each of the `RATES` on each wall (of `tai`: wins and their tai).

    A forced contract is nobody's choice and does not count as declared.
    """
    deals = np.full(len(walls), float(len(SEATS)))
    return {
        "win": (deals, walls["wins"][:, side].astype(float)),
        "deal_in": (deals, walls["deal_ins"][:, side].astype(float)),
        "declared": (walls["auctions"][:, side].astype(float), walls["declared"][:, side].astype(float)),
        "made": (walls["contracts"][:, side].astype(float), walls["made"][:, side].astype(float)),
        "tai": (walls["wins"][:, side].astype(float), walls["tai"][:, side].astype(float)),
    }


def rates(walls: NDArray[np.void], side: int, confidence: float) -> dict[str, Estimate]:
    """The `RATES` of a lone player, ratios of sums over walls; missing where there was nothing to count."""
    t = student(confidence, max(1, len(walls) - 1))
    found = {}
    for name, (trials, hits) in counted(walls, side).items():
        part = sums(trials, hits)
        found[name] = ratio(part, t) if name == "tai" else proportion(part, t)
    return found


def points_row(walls: NDArray[np.void], others: NDArray[np.void], confidence: float) -> dict[str, Any]:
    """All that is told of a pair's points, as columns: see `study.Study.pairs`."""
    difference = points(walls)
    deals = walls["points"].reshape(len(walls), SEATINGS).astype(float)
    adjusted = adjust(difference, deals, walls["luck"], others, confidence)
    whole = mean(difference, confidence)
    big, share = _from_big_wins(walls, difference, whole, confidence)
    estimates = {
        "a_alone": mean(alone(walls, A), confidence),
        "b_alone": mean(alone(walls, B), confidence),
        "points_from_big_wins": big,
        "big_share": share,
        "fewer_deals": variance_ratio(deals, difference[:, None], confidence, scale=SEATINGS),
        "adjusted": adjusted.points,
        "adjusted_gain": adjusted.gain,
        "adjusted_gain_independent": adjusted.gain_independent,
    }
    row: dict[str, Any] = dict(zip(("points_per_deal", "low", "high"), map(float, whole)))
    for name, estimate in estimates.items():
        row |= columns(name, estimate)
    return row


def _from_big_wins(
    walls: NDArray[np.void], difference: Array, whole: Estimate, confidence: float
) -> tuple[Estimate, Estimate]:
    """Points per deal from deals with a big win, and their share of all, where these are clear of zero.

    Neither has an interval where no big win was seen: that does not mean that there are none.
    """
    part = (walls["big_points"][:, A] - walls["big_points"][:, B]) / (2 * len(SEATS))
    points_of = mean(part, confidence)
    if not walls["big_points"].any():
        return Estimate(points_of.value, *missing()[1:]), missing()
    if not (whole.low > 0 or whole.high < 0):
        return points_of, missing()
    return points_of, ratio(sums(difference, part), student(confidence, len(walls) - 1))


def columns(name: str, estimate: Estimate) -> dict[str, float]:
    """An estimate as three columns."""
    return {
        name: float(estimate.value),
        f"{name}_low": float(estimate.low),
        f"{name}_high": float(estimate.high),
    }


def sums(trials: Array, hits: Array) -> Sums:
    """Sums over the walls that have trials."""
    count = np.count_nonzero(trials)
    return Sums(count, trials.sum(), hits.sum(), trials @ trials, trials @ hits, hits @ hits)


def ratio(part: Sums, t: float) -> Estimate:
    """Hits per trial, with an interval of `t` standard errors to each side; missing without trials."""
    if not part.x:
        return missing()
    value, half = np.array(part.y / part.x), t * np.abs(ratio_error(part))
    return Estimate(value, value - half, value + half)
