"""Estimates with 95 % intervals, from sums over clusters.

A *cluster* is what is independent of the rest: a deal (its wall), or in matches the whole match. Every
estimate is a ratio Σy/Σx, where a cluster contributes x trials and y successes or points. Six sums are enough
for it and for its error, so runs of any size are read shard by shard.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = [
    "MIN_CLUSTERS",
    "Z95",
    "Estimate",
    "Sums",
    "break_even",
    "mean",
    "missing",
    "proportion",
    "quantile",
    "quantile_of_clusters",
    "ratio_error",
    "wilson",
]

Array = npt.NDArray[np.float64]

Z95: Final = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""

MIN_CLUSTERS: Final = 30
"""Means of points have no interval below this many clusters: points are heavy-tailed (2^tai), and a handful
of deals without a big win would look far surer than it is."""


class Sums(NamedTuple):
    """Sums over clusters; each is a number or an array with an entry per row of a table."""

    clusters: Any
    """Number of clusters."""
    x: Any
    """Σx, trials."""
    y: Any
    """Σy, successes or points."""
    xx: Any
    """Σx²"""
    xy: Any
    """Σxy"""
    yy: Any
    """Σy²"""


class Estimate(NamedTuple):
    """An estimate and its 95 % interval, in the unit of y per x."""

    value: Array
    low: Array
    high: Array


def missing() -> Estimate:
    """What cannot be estimated."""
    return Estimate(np.array(np.nan), np.array(np.nan), np.array(np.nan))


def wilson(successes: npt.ArrayLike, trials: npt.ArrayLike, z: float = Z95) -> tuple[Array, Array]:
    """Score interval of a proportion (Wilson 1927, J. Amer. Statist. Assoc. 22:209).

    For one unweighted trial per independent deal. `trials` may be a fraction (an effective number).

    Returns
    -------
    low, high : arrays
        Missing (nan) without trials.
    """
    count, n = np.asarray(successes, float), np.asarray(trials, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = count / n
        centre = (share + z**2 / (2 * n)) / (1 + z**2 / n)
        half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2)
    return np.clip(centre - half, 0, share), np.clip(centre + half, share, 1)


def ratio_error(sums: Sums) -> Array:
    """Standard error of the ratio Σy/Σx over clusters, by linearisation.

    After Cochran 1977, Sampling Techniques, §6.3: with R = Σy/Σx, se² = n/(n−1) · Σ(y − Rx)² / (Σx)².
    Missing (nan) for fewer than two clusters.
    """
    n, x, y, xx, xy, yy = (np.asarray(part, float) for part in sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = y / x
        residual = np.maximum(yy - 2 * ratio * xy + ratio**2 * xx, 0)
        return np.where(n > 1, np.sqrt(n / (n - 1) * residual) / x, np.nan)


def proportion(sums: Sums, z: float = Z95) -> Estimate:
    """Share of successes among trials, with an interval of `z` standard errors to each side.

    One trial per cluster: Wilson. Otherwise trials of one cluster hang together (three defenders meet the
    same wall), and Wilson takes the number of independent trials that would have the ratio estimator's error
    (Franco et al. 2019, J. Survey Stat. Methodol. 7:334); where no error can be seen (all or none succeeded),
    the number of clusters.
    """
    n, x, y, xx, _, _ = (np.asarray(part, float) for part in sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = y / x
        effective = share * (1 - share) / ratio_error(sums) ** 2
    effective = np.where(np.isfinite(effective) & (effective > 0), effective, n)
    trials = np.where((x == n) & (xx == n), n, effective)
    low, high = wilson(share * trials, trials, z)
    return Estimate(share, low, high)


def mean(sums: Sums) -> Estimate:
    """Mean of y per x with a normal interval, the error clustered; below `MIN_CLUSTERS` without interval."""
    n, x, y = np.asarray(sums.clusters, float), np.asarray(sums.x, float), np.asarray(sums.y, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = y / x
    half = np.where(n >= MIN_CLUSTERS, Z95 * ratio_error(sums), np.nan)
    return Estimate(value, value - half, value + half)


def break_even(made: Sums, failed: Sums) -> Estimate:
    """The make rate at which a declarer comes out even.

    With a mean gain g when the contract is made and a mean loss l when it fails, that is l / (l + g). Its
    error follows by the delta method from those of g and l, taken as independent: they come from different
    deals.

    Parameters
    ----------
    made, failed : Sums
        x counts deals, y the declarer's points in them.
    """
    gain, loss = mean(made).value, -mean(failed).value
    with np.errstate(divide="ignore", invalid="ignore"):
        value = loss / (loss + gain)
        error = np.hypot(gain * ratio_error(failed), loss * ratio_error(made)) / (loss + gain) ** 2
    enough = (np.asarray(made.clusters) >= MIN_CLUSTERS) & (np.asarray(failed.clusters) >= MIN_CLUSTERS)
    half = np.where(enough, Z95 * error, np.nan)
    return Estimate(value, np.clip(value - half, 0, 1), np.clip(value + half, 0, 1))


def quantile(values: npt.ArrayLike, counts: npt.ArrayLike, share: float) -> tuple[float, float, float]:
    """A quantile of a histogram with its 95 % interval from order statistics.

    The interval runs between the values whose ranks are n·q ± z·√(n·q·(1−q)) (Conover 1999, Practical
    Nonparametric Statistics, §3.2).

    Parameters
    ----------
    values, counts : array_like
        The values in rising order and how often each occurred.
    share : float
        Which quantile, 0.5 for the median.
    """
    steps, cumulative = np.asarray(values, float), np.cumsum(np.asarray(counts))
    n = int(cumulative[-1])
    spread = Z95 * np.sqrt(n * share * (1 - share))
    ranks = np.clip(np.ceil([n * share, n * share - spread, n * share + spread]), 1, n)
    value, low, high = steps[np.searchsorted(cumulative, ranks)]
    return float(value), float(low), float(high)


def quantile_of_clusters(
    values: npt.ArrayLike, clusters: npt.ArrayLike, share: float
) -> tuple[float, float, float]:
    """A quantile of values that hang together within clusters, with its 95 % interval.

    As `quantile`, but the ranks spread by as much more as the share of values up to the quantile does
    (Woodruff 1952, J. Amer. Statist. Assoc. 47:635).

    Parameters
    ----------
    values : array_like
    clusters : array_like of int
        The cluster of each value.
    share : float
        Which quantile, 0.5 for the median.
    """
    ordered = np.sort(np.asarray(values, float))
    n = len(ordered)
    value = ordered[max(int(np.ceil(n * share)), 1) - 1]
    _, places = np.unique(np.asarray(clusters), return_inverse=True)
    trials, below = np.bincount(places), np.bincount(places, np.asarray(values, float) <= value)
    parts = (np.array(len(trials)), trials, below, trials**2, trials * below, below**2)
    error = float(ratio_error(Sums(parts[0], *(part.sum() for part in parts[1:]))))
    reached = below.sum() / n
    alone = reached * (1 - reached) / n
    effect = max(error**2 / alone, 1.0) if alone > 0 and np.isfinite(error) else 1.0
    spread = Z95 * np.sqrt(n * share * (1 - share) * effect)
    low, high = np.clip(np.ceil([n * share - spread, n * share + spread]), 1, n).astype(int) - 1
    return float(value), float(ordered[low]), float(ordered[high])
