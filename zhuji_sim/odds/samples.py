"""The deals of an arm as estimates need them: weighted, and with intervals that know what seldom happens.

Points have heavy tails: a high contract that is made, another's limit hand. How often these happen is told
with the Wilson interval of a share, also where none was met; the rest has a normal interval.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Z95, Estimate, Sums, mean, ratio_error, wilson
from zhuji_sim.engine.arms import ENDS

from .playing import Deals
from .screening import IF_I_GET_IT
from .stakes import Stakes

__all__ = ["Floats", "Sample", "Seldom", "effective", "linear", "mean_of", "share_of", "sums_of"]

WON: Final = ENDS.index("won")
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
        """Kinds of deals that may be few: the contract made, another's limit hand."""
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


def mean_of(x: Floats, values: Floats, kinds: Sequence[Seldom]) -> Estimate:
    """Mean of values over deals that weigh `x`; without interval where these are worth few."""
    if effective(x) < MIN_CLUSTERS:
        return mean(sums_of(x, x * values))
    value = float(x @ values) / x.sum()
    return linear(value, x * (values - value) / x.sum(), x, values, kinds)


def linear(value: float, influence: Floats, x: Floats, values: Floats, kinds: Sequence[Seldom]) -> Estimate:
    """An estimate that is linear in its deals, with an interval that knows what seldom happens.

    How often each kind of deal happens, among those that are of no kind before it, and what is left of the
    scatter are told apart; such shares are uncorrelated. The distances of the ends add up like errors (MOVER;
    Zou and Donner 2008, Statist. Med. 27:1693), those of a share being of its Wilson interval, times how much
    more its deals bring. What is of no kind and was never met is not in it.

    Parameters
    ----------
    value : float
    influence : float64[m]
        Of each deal on the value, as differences that add up to 0.
    x, values : float64[n]
        Weights and values of the first deals, or of all, that the kinds are kinds of.
    kinds : sequence of Seldom
    """
    deals, among = effective(x), x.copy()
    left, below, above = influence.copy(), 0.0, 0.0
    for kind in kinds:
        there, others = kind.deals & (among > 0), ~kind.deals & (among > 0)
        if not (there | others).any():
            break
        share, more = share_of(sums_of(among, among * there)), kind.unseen
        if there.any() and others.any():
            more = _mean(among, values, there) - _mean(among, values, others)
            left[: len(x)] -= more * among * (there - share.value) / x.sum()
        reach = more * among.sum() / x.sum()
        ends = sorted((reach * float(share.low - share.value), reach * float(share.high - share.value)))
        below, above = below + ends[0] ** 2, above + ends[1] ** 2
        among[there] = 0.0
    scatter = Z95**2 * deals / (deals - 1) * float(left @ left)
    low, high = value - np.sqrt(scatter + below), value + np.sqrt(scatter + above)
    return Estimate(np.array(value), np.array(low), np.array(high))


def _mean(x: Floats, values: Floats, part: NDArray[np.bool_]) -> float:
    """Mean over a part of the deals, which weigh `x`."""
    return float(x[part] @ values[part] / x[part].sum())
