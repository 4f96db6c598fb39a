"""From played arms to estimates: weighted, paired, with intervals."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Z95, Estimate, missing, ratio_error
from zhuji_sim.engine.arms import ENDS

from .samples import Sample, Seldom, effective, linear, mean_of, share_of, sums_of

__all__ = [
    "FAILS",
    "break_even",
    "difference",
    "points_through",
    "quantile_of",
    "row_estimates",
    "tai_estimates",
]

FAILS: Final = ("self_draw", "my_discard", "other_discard", "wall_out")
"""How it ends otherwise: another seat draws its tile, wins on mine, on a third's; nobody wins."""
BLOCKS: Final = 20
"""Of the jackknife."""


def row_estimates(sample: Sample, auctions: Sample | None = None) -> dict[str, Estimate]:
    """Of one arm: `hold`, `make`, `at_once`, `fail_…` (of the deals held), `win`, `points`, `tai` (if made).

    A share of weighted deals has a Wilson interval of its effective number of deals; points have one as in
    `samples.linear`.

    Parameters
    ----------
    sample : Sample
    auctions : Sample, optional
        The same deals and further ones, not played where the contract is not held: how often it is held, and
        what becomes of it then, are told by all of these.
    """
    told = sample if auctions is None else auctions
    counted, held = told.counted, told.counted & told.held
    found = {
        "hold": share_of(told.sums(counted, told.held)) if counted.any() else missing(),
        "make": share_of(told.sums(held, told.won)) if held.any() else missing(),
        "at_once": share_of(told.sums(held, told.at_once)) if held.any() else missing(),
    }
    if sample.counted.any():
        found["win"] = share_of(sample.sums(sample.counted, sample.won))
        counted_weights = np.where(sample.counted, sample.weights, 0.0)
        found["points"] = mean_of(counted_weights, sample.points, sample.seldom())
    else:
        found |= {"win": missing(), "points": missing()}
    makes = np.where(held & told.won, told.weights, 0.0)
    found["tai"] = mean_of(makes, told.tai, told.limit_hands(makes)) if makes.any() else missing()
    for name in FAILS:
        ended = told.end == ENDS.index(name)
        found[f"fail_{name}"] = share_of(told.sums(held, ended)) if held.any() else missing()
    return found


def tai_estimates(sample: Sample) -> dict[int, Estimate]:
    """Of the deals in which the contract is held, the share won with each number of tai; 0: not won."""
    held = sample.counted & sample.held & (sample.weights > 0)
    tai = np.where(sample.won, sample.tai, 0).astype(int)
    return {int(each): share_of(sample.sums(held, tai == each)) for each in np.unique(tai[held])}


def difference(one: Sample, other: Sample) -> tuple[Estimate, float]:
    """Points of one arm less those of another over the deals that both were played on, and its error.

    Under "get" only the deals of `one` count in which it got its contract (the other arm met the same).
    """
    n = min(len(one.weights), len(other.weights))
    x = np.where(one.counted[:n], one.weights[:n], 0.0)
    if effective(x) < MIN_CLUSTERS:
        return missing(), float("nan")
    apart = one.points[:n] - other.points[:n]
    error = float(ratio_error(sums_of(x, x * apart)))
    return mean_of(x, apart, _made_more_seldom(one, other, n)), error


def _made_more_seldom(one: Sample, other: Sample, n: int) -> list[Seldom]:
    """Of two contracts the one that is made in fewer of the first `n` deals, for their difference."""
    kinds = [
        Seldom(made.deals[:n], sign * made.unseen)
        for made, sign in ((one.made(), 1.0), (other.made(), -1.0))
        if made is not None
    ]
    return sorted(kinds, key=lambda kind: int(kind.deals.sum()))[:1]


def points_through(sample: Sample, best: Sample) -> Estimate:
    """Mean points of a row that met only the first deals of the best one.

    The best row's mean over all of its deals, and the difference of the two over those that both met: so the
    points of a table agree with its differences, and are surer than those of few deals. Error by
    linearisation, the deals being the clusters.
    """
    n = len(sample.weights)
    x, first = best.weights, best.weights[:n]
    if effective(first) < MIN_CLUSTERS:
        return missing()
    gap = sample.points - best.points[:n]
    level, more = float(x @ best.points) / x.sum(), float(first @ gap) / first.sum()
    influence = x * (best.points - level) / x.sum()
    influence[:n] += first * (gap - more) / first.sum()
    return linear(level + more, influence, first, gap, sample.seldom())


def break_even(bid: Sample, passing: Sample) -> Estimate:
    """The chance at which holding the contract is worth what passing is, by the points of both.

    With M and F the mean points when it is held and made or failed, and P those of passing: (P - F)/(M - F);
    interval by a jackknife over blocks of deals.
    """
    n = min(len(bid.weights), len(passing.weights))
    block = np.arange(n) * BLOCKS // max(n, 1)

    def value(kept: NDArray[np.bool_]) -> float:
        all_kept = np.zeros(len(bid.weights), bool)
        all_kept[:n] = kept
        made = bid.mean_points(all_kept & bid.held & bid.won)
        failed = bid.mean_points(all_kept & bid.held & ~bid.won)
        pass_kept = np.zeros(len(passing.weights), bool)
        pass_kept[:n] = kept
        return (passing.mean_points(pass_kept) - failed) / (made - failed)

    if n < BLOCKS * MIN_CLUSTERS or effective(bid.weights) < MIN_CLUSTERS:
        return missing()
    whole = value(np.ones(n, bool))
    without = np.array([value(block != each) for each in range(BLOCKS)])
    if not np.isfinite(whole) or not np.isfinite(without).all():
        return missing()
    half = Z95 * np.sqrt((BLOCKS - 1) / BLOCKS * ((without - without.mean()) ** 2).sum())
    return Estimate(np.array(whole), np.array(whole - half), np.array(whole + half))


def quantile_of(sample: Sample, share: float) -> Estimate:
    """A quantile of points over the deals that count, with the interval of its rank (effective deals)."""
    x = np.where(sample.counted, sample.weights, 0.0)
    trials = effective(x)
    if trials < MIN_CLUSTERS:
        return missing()
    points, x = sample.points[x > 0], x[x > 0]
    order = np.argsort(points, kind="stable")
    cumulative = np.cumsum(x[order]) / x.sum()
    spread = Z95 * np.sqrt(share * (1 - share) / trials)
    ranks = np.clip([share, share - spread, share + spread], 0, 1)
    places = np.minimum(np.searchsorted(cumulative, ranks - 1e-12), len(order) - 1)
    value, low, high = points[order][places]
    return Estimate(np.array(value), np.array(low), np.array(high))
