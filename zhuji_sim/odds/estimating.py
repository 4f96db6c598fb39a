"""From played arms to estimates: weighted, paired, with intervals.

Points have heavy tails: a high contract that is made, another's limit hand. How often these happen is told
with the Wilson interval of a share, also where none was met; the rest has a normal interval.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import (
    MIN_CLUSTERS,
    Z95,
    Estimate,
    Sums,
    mean,
    missing,
    ratio_error,
    wilson,
)
from zhuji_sim.engine.arms import ENDS

from .playing import Deals
from .screening import IF_I_GET_IT
from .stakes import Stakes

__all__ = [
    "FAILS",
    "Sample",
    "break_even",
    "difference",
    "effective",
    "points_through",
    "quantile_of",
    "row_estimates",
    "tai_estimates",
]

WON: Final = ENDS.index("won")
FAILS: Final = ("self_draw", "my_discard", "other_discard", "wall_out")
"""How it ends otherwise: another seat draws its tile, wins on mine, on a third's; nobody wins."""
BLOCKS: Final = 20
"""Of the jackknife."""
Floats = NDArray[np.float64]


class Sample:
    """The deals of one arm, as estimates need them.

    Parameters
    ----------
    deals : Deals
    place : int
        Of the arm.
    view : str
        One of `screening.VIEWS`; under "get" only the deals count in which the contract became one's own.
    stakes : Stakes, optional
        Of the arm; without, the intervals of points are normal ones.

    Attributes
    ----------
    weights, counted, held, won, at_once, points, tai, end : arrays[n]
    """

    def __init__(self, deals: Deals, place: int, view: str, stakes: Stakes | None = None) -> None:
        rows: NDArray[Any] = deals.outcomes[:, place]
        self.weights = deals.weights
        self.held = rows["held"] == 1
        self.counted = self.held if view == IF_I_GET_IT else np.ones(len(rows), bool)
        self.won = rows["end"] == WON
        self.points = rows["points"].astype(float)
        self.tai = rows["tai"].astype(float)
        self.end = rows["end"]
        self.at_once = rows["at_once"] == 1
        self.stakes = stakes

    def sums(self, trials: NDArray[np.bool_], values: NDArray[Any]) -> Sums:
        """Sums of values over the deals that are trials, with the deals' weights; a deal is a cluster."""
        x = np.where(trials, self.weights, 0.0)
        return sums_of(x, x * values)

    def mean_points(self, trials: NDArray[np.bool_]) -> float:
        """Mean points over some of the deals, nan if there is none."""
        x = np.where(trials, self.weights, 0.0)
        return float((x * self.points).sum() / x.sum()) if x.any() else float("nan")

    def made(self) -> "Seldom | None":
        """The deals in which the arm's contract is made; None where it has none, or no stakes are known."""
        if self.stakes is None or self.stakes.contract is None:
            return None
        return Seldom(self.counted & self.held & self.won, self.stakes.contract)

    def seldom(self) -> "list[Seldom]":
        """Kinds of deals that no other is of, and that may be few: contract made, another's limit hand."""
        if self.stakes is None:
            return []
        beaten = Seldom(self.counted & ~self.won & (self.tai >= self.stakes.limit_tai), self.stakes.limit)
        return [each for each in (self.made(), beaten) if each is not None]

    def limit_hands(self, x: Floats) -> "list[Seldom]":
        """Wins with a limit hand, for the mean tai of deals that weigh `x`."""
        if self.stakes is None:
            return []
        usual = float(x @ self.tai) / x.sum()
        return [Seldom(self.tai >= self.stakes.limit_tai, max(self.stakes.limit_tai - usual, 0.0))]


class Seldom(NamedTuple):
    """Deals of a kind that may be seldom met: which they are, and how much more they bring if none was."""

    deals: NDArray[np.bool_]
    unseen: float


def sums_of(x: Floats, y: Floats) -> Sums:
    """Sums over deals; their number is the effective one."""
    return Sums(effective(x), x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum())


def effective(weights: Floats) -> float:
    """Deals of equal weight that would say as much (Kish): (Σw)²/Σw²."""
    squares = float((weights * weights).sum())
    return float(weights.sum()) ** 2 / squares if squares > 0 else 0.0


def share_of(sums: Sums) -> Estimate:
    """A share of weighted deals, with the Wilson interval of their effective number.

    That is the smaller of Kish's and what the ratio's error tells: where the few deals that weigh much differ
    from the rest, the one is too large; where all of them agree and but light ones differ, the other is.
    """
    share, error = sums.y / sums.x, float(ratio_error(sums))
    told = share * (1 - share) / error**2 if error > 0 else sums.clusters
    trials = min(sums.clusters, told) if sums.xx != sums.x else sums.clusters
    low, high = wilson(share * trials, trials)
    return Estimate(np.array(share), low, high)


def _mean_told(x: Floats, values: Floats, kinds: Sequence[Seldom]) -> Estimate:
    """Mean of values over deals that weigh `x`; without interval where these are worth few."""
    if effective(x) < MIN_CLUSTERS:
        return mean(sums_of(x, x * values))
    value = float(x @ values) / x.sum()
    return _told(value, x * (values - value) / x.sum(), x, values, kinds)


def _told(value: float, influence: Floats, x: Floats, values: Floats, kinds: Sequence[Seldom]) -> Estimate:
    """An estimate that is linear in its deals, with an interval that knows what seldom happens.

    How often each kind of deal happens and what is left of the scatter are told apart. The distances of the
    ends add up like errors (MOVER; Zou and Donner 2008, Statist. Med. 27:1693), those of a share being of its
    Wilson interval, times how much more its deals bring.

    Parameters
    ----------
    value : float
    influence : float64[m]
        Of each deal on the value, as differences that add up to 0.
    x, values : float64[n]
        Weights and values of the first deals, or of all, that the kinds are kinds of.
    kinds : sequence of Seldom
    """
    deals = effective(x)
    rest = x > 0
    for kind in kinds:
        rest &= ~kind.deals
    left, below, above = influence.copy(), 0.0, 0.0
    for kind in kinds:
        there = kind.deals & (x > 0)
        share, more = share_of(sums_of(x, x * there)), kind.unseen
        if there.any() and rest.any():
            more = float(x[there] @ values[there] / x[there].sum() - x[rest] @ values[rest] / x[rest].sum())
            left[: len(x)] -= more * x * (there - share.value) / x.sum()
        ends = sorted((more * float(share.low - share.value), more * float(share.high - share.value)))
        below, above = below + ends[0] ** 2, above + ends[1] ** 2
    scatter = Z95**2 * deals / (deals - 1) * float(left @ left)
    low, high = value - np.sqrt(scatter + below), value + np.sqrt(scatter + above)
    return Estimate(np.array(value), np.array(low), np.array(high))


def row_estimates(sample: Sample, auctions: Sample | None = None) -> dict[str, Estimate]:
    """Of one arm: `hold`, `make`, `at_once`, `fail_…` (of the deals held), `win`, `points`, `tai` (if made).

    A share of weighted deals has a Wilson interval of its effective number of deals; points have one as in
    `_told`.

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
        found["points"] = _mean_told(counted_weights, sample.points, sample.seldom())
    else:
        found |= {"win": missing(), "points": missing()}
    makes = np.where(held & told.won, told.weights, 0.0)
    found["tai"] = _mean_told(makes, told.tai, told.limit_hands(makes)) if makes.any() else missing()
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
    return _mean_told(x, apart, _made_more_seldom(one, other, n)), error


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
    return _told(level + more, influence, first, gap, sample.seldom())


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
    order = np.argsort(sample.points, kind="stable")
    cumulative = np.cumsum(x[order]) / x.sum()
    spread = Z95 * np.sqrt(share * (1 - share) / trials)
    ranks = np.clip([share, share - spread, share + spread], 0, 1)
    places = np.minimum(np.searchsorted(cumulative, ranks - 1e-12), len(order) - 1)
    value, low, high = sample.points[order][places]
    return Estimate(np.array(value), np.array(low), np.array(high))
