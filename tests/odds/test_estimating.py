"""Estimates of weighted deals: how wide an interval is when few of them weigh anything."""

import numpy as np
import pytest

from zhuji_sim.analysis.estimates import wilson
from zhuji_sim.engine.arms import OUTCOME
from zhuji_sim.odds.estimating import difference, points_through, quantile_of, row_estimates
from zhuji_sim.odds.playing import Deals
from zhuji_sim.odds.samples import Sample, share_of, sums_of
from zhuji_sim.odds.screening import IF_I_BID


def test_a_share_that_only_light_deals_have_is_not_sure():
    """Guards against an interval of no width where its error is as small as the weights of successes."""
    weights = np.array([1.0] * 5 + [1e-4] * 100)
    found = share_of(sums_of(weights, weights * (weights < 1)))
    assert found.high > wilson(0, 5.1)[1] - 0.01
    assert found.low <= found.value <= found.high


def test_a_share_of_deals_that_weigh_alike_is_that_of_wilson():
    won = np.array([1.0] * 30 + [0.0] * 70)
    found = share_of(sums_of(np.ones(100), won))
    assert (found.low, found.high) == pytest.approx(wilson(30, 100))


def test_intervals_cover_weighted_shares():
    """Guards against weights that hang on what comes of a deal, as those of the bidding do."""
    lot = np.random.default_rng(2)
    covered = []
    for _ in range(600):
        won = lot.random(300) < 0.3
        weights = lot.gamma(np.where(won, 1.5, 0.5))
        truth = 0.3 * 1.5 / (0.3 * 1.5 + 0.7 * 0.5)
        found = share_of(sums_of(weights, weights * won))
        covered.append(found.low <= truth <= found.high)
    assert 0.92 < np.mean(covered) < 0.98


def sample_of(points, weights):
    outcomes = np.zeros((len(points), 1), OUTCOME)
    outcomes["points"][:, 0] = points
    return Sample(Deals(outcomes, weights), 0, IF_I_BID)


def test_points_of_few_deals_through_the_best_row_agree_with_the_difference_and_cover():
    """Guards against a table whose points say one thing and whose differences say another."""
    lot = np.random.default_rng(3)
    covered, narrower = [], []
    for _ in range(600):  # deals that weigh more win more
        luck, weights = lot.normal(scale=30, size=800), lot.gamma(2.0, size=800)
        points = np.rint(luck + lot.normal(scale=10, size=800) + weights)
        best, other = sample_of(points + 4, weights), sample_of(np.rint(luck)[:200], weights[:200])
        found = points_through(other, best)
        whole = row_estimates(best)["points"]
        assert whole.value - found.value == pytest.approx(difference(best, other)[0].value)
        covered.append(found.low <= 0 <= found.high)
        own = row_estimates(other)["points"]
        narrower.append((found.high - found.low) / (own.high - own.low))
    assert 0.92 < np.mean(covered) < 0.98
    assert np.mean(narrower) < 0.75


def test_quantiles_are_those_of_deals_that_count():
    """Guards against an end of an interval that is the points of a deal with no weight."""
    points, weights = np.arange(200.0) - 500, np.zeros(200)
    points[:58], weights[:58] = 10 + np.arange(58), 1.0
    found = quantile_of(sample_of(points, weights), 0.05)
    assert (found.low, found.value) == (10, 12)


def test_points_through_another_row_need_deals():
    few = sample_of(np.arange(10), np.ones(10))
    assert np.isnan(points_through(few, sample_of(np.arange(400), np.ones(400))).value)
