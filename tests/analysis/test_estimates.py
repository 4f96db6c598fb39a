"""Intervals: known numbers, and they hold the truth as often as they say."""

import numpy as np
import pytest

from zhuji_sim.analysis.estimates import (
    MIN_CLUSTERS,
    Sums,
    break_even,
    mean,
    proportion,
    quantile,
    ratio_error,
    wilson,
)

RUNS = 2000


def sums(x: np.ndarray, y: np.ndarray) -> Sums:
    """Sums over the last axis, which holds the clusters."""
    products = (part.sum(axis=-1) for part in (x, y, x * x, x * y, y * y))
    return Sums(np.full(x.shape[:-1], x.shape[-1]), *products)


def covered(estimate, truth: float) -> float:
    return float(np.mean((estimate.low <= truth) & (truth <= estimate.high)))


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe 1998, Statist. Med. 17:857, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(successes, trials, low, high):
    assert np.round(wilson(successes, trials), 4).tolist() == [low, high]


def test_wilson_without_trials_is_missing():
    assert np.isnan(wilson(0, 0)).all()


def test_one_trial_a_deal_is_wilson():
    won = np.array([1.0, 0, 0, 1, 0, 0, 0, 1, 0, 0])
    estimate = proportion(sums(np.ones(10), won))
    assert (estimate.low, estimate.high) == pytest.approx(wilson(3, 10))


def test_trials_of_one_wall_count_less_than_independent_ones():
    """Three defenders who all lose or may all win: nine trials of three walls are no nine deals."""
    together = proportion(sums(np.full(40, 3.0), np.repeat([3.0, 0], 20)))
    low, high = wilson(60, 120)
    assert together.low < low
    assert together.high > high


def test_nothing_seen_still_has_an_upper_bound():
    estimate = proportion(sums(np.full(50, 3.0), np.zeros(50)))
    assert estimate.value == 0
    assert estimate.low == 0
    assert estimate.high == pytest.approx(wilson(0, 50)[1])


@pytest.mark.parametrize("share", [0.04, 0.3, 0.5])
def test_wilson_holds_the_truth_in_95_of_100_runs(share):
    rng = np.random.default_rng(1)
    low, high = wilson(rng.binomial(400, share, RUNS), 400)
    assert np.mean((low <= share) & (share <= high)) == pytest.approx(0.95, abs=0.015)


def test_clustered_shares_hold_the_truth_in_95_of_100_runs():
    """Deals of a match share a mood: the match's own win rate lies anywhere between 0.1 and 0.5."""
    rng = np.random.default_rng(2)
    rates = rng.uniform(0.1, 0.5, (RUNS, 150))
    deals = rng.integers(4, 17, (RUNS, 150))
    wins = rng.binomial(deals, rates)
    assert covered(proportion(sums(deals.astype(float), wins.astype(float))), 0.3) == pytest.approx(
        0.95, abs=0.015
    )
    low, high = wilson(wins.sum(axis=1), deals.sum(axis=1))
    assert np.mean((low <= 0.3) & (high >= 0.3)) < 0.93


def test_means_hold_the_truth_in_95_of_100_runs():
    rng = np.random.default_rng(3)
    tai = rng.geometric(0.8, (RUNS, 500)).astype(float)
    points = 2.0 ** np.minimum(tai, 6) * rng.choice([-1.0, 3.0], (RUNS, 500), p=[0.75, 0.25])
    assert covered(mean(sums(np.ones_like(points), points)), 0.0) == pytest.approx(0.95, abs=0.02)


def test_a_ratio_of_sums_has_the_error_that_simulation_shows():
    rng = np.random.default_rng(4)
    x = rng.integers(1, 6, (RUNS, 200)).astype(float)
    y = x * 2 + rng.normal(0, 3, x.shape)
    parts = sums(x, y)
    assert np.mean(ratio_error(parts)) == pytest.approx(np.std(parts.y / parts.x), rel=0.05)


def test_a_mean_of_equal_weights_has_the_textbook_error():
    points = np.array([3.0, -1, -1, 7, -5, 2])
    error = np.std(points, ddof=1) / np.sqrt(6)
    assert ratio_error(sums(np.ones(6), points)) == pytest.approx(error)


def test_a_handful_of_deals_has_a_mean_but_no_interval():
    few = mean(sums(np.ones(MIN_CLUSTERS - 1), np.full(MIN_CLUSTERS - 1, 13.0)))
    assert few.value == 13
    assert np.isnan([few.low, few.high]).all()


def test_break_even_is_where_gains_and_losses_cancel():
    """Winning 39 and losing 17 cancel at 17 / 56; below it a declarer loses."""
    made, failed = sums(np.ones(40), np.full(40, 39.0)), sums(np.ones(60), np.full(60, -17.0))
    rate = break_even(made, failed).value
    assert rate == pytest.approx(17 / 56)
    assert rate * 39 - (1 - rate) * 17 == pytest.approx(0)


def test_break_even_holds_the_truth_in_95_of_100_runs():
    rng = np.random.default_rng(5)
    gains = 15 + 24 * rng.exponential(1, (RUNS, 200))
    losses = -15 - 4 * rng.exponential(1, (RUNS, 300))
    estimate = break_even(sums(np.ones_like(gains), gains), sums(np.ones_like(losses), losses))
    assert covered(estimate, 19 / (19 + 39)) == pytest.approx(0.95, abs=0.015)


def test_the_median_of_a_histogram_and_its_order_statistics():
    """Ranks 40.2 to 59.8 of a hundred: the 41st and the 60th value."""
    assert quantile(np.arange(1, 101), np.ones(100, int), 0.5) == (50, 41, 60)
    assert quantile([10, 20], [99, 1], 0.5) == (10, 10, 10)


def test_a_share_of_none_or_all_lies_in_its_own_interval():
    """Guards against a low end of 3e-18 for a share of 0."""
    trials = np.arange(1, 2000) / 3
    low, high = wilson(0 * trials, trials)
    assert (low == 0).all()
    assert (high > 0).all()
    low, high = wilson(trials, trials)
    assert (low < 1).all()
    assert (high == 1).all()
