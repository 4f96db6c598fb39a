"""Estimates of weighted deals: how wide an interval is when few of them weigh anything."""

import numpy as np
import pytest

from zhuji_sim.analysis.estimates import wilson
from zhuji_sim.odds.estimating import share_of, sums_of


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
