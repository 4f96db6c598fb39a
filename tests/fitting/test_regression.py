"""Regression finds the truth that outcomes were drawn from, and stays tame where there is none to find."""

import numpy as np
import pytest

from zhuji_sim.fitting.regression import linear, logistic

TRUTH = np.array([-0.7, 1.2, -0.4, 0.0])


def drawn(rows, seed):
    """Features, and outcomes whose log odds are linear in them with coefficients TRUTH."""
    rng = np.random.default_rng(seed)
    features = np.column_stack([np.ones(rows), rng.normal(size=(rows, len(TRUTH) - 1))])
    return features, (rng.random(rows) < 1 / (1 + np.exp(-features @ TRUTH))).astype(np.int8)


@pytest.mark.parametrize("seed", range(5))
def test_known_coefficients_are_found_within_their_errors(seed):
    """Guards against a fit that stops early, or is drawn to zero by more than its prior."""
    features, outcomes = drawn(20_000, seed)
    found = logistic(features, outcomes)
    chance = 1 / (1 + np.exp(-features @ TRUTH))
    covariance = np.linalg.inv(features.T @ (features * (chance * (1 - chance))[:, None]))
    assert (np.abs(found - TRUTH) < 4.5 * np.sqrt(np.diag(covariance))).all()


def test_at_the_fit_nothing_is_left_to_gain():
    """Guards against a slope or a curvature that is wrong: the gradient is zero only at the best."""
    features, outcomes = drawn(5_000, 9)
    found = logistic(features.astype(np.float32), outcomes, prior=3.0)
    chance = 1 / (1 + np.exp(-features @ found))
    slope = features.T @ (outcomes - chance) - 3.0 * found
    assert np.abs(slope).max() < 0.05


@pytest.mark.parametrize("outcomes", ["apart", "all", "none"])
def test_what_can_be_told_apart_for_sure_stays_finite(outcomes):
    """Guards against coefficients that run away where every outcome is known."""
    features = np.column_stack([np.ones(400), np.linspace(-1, 1, 400), np.zeros(400)])
    wanted = {"apart": features[:, 1] > 0, "all": features[:, 0] > 0, "none": features[:, 0] < 0}[outcomes]
    found = logistic(features, wanted.astype(int))
    assert np.isfinite(found).all()
    assert np.abs(found).max() < 30
    assert found[2] == 0
    assert (((features @ found) > 0) == wanted).all()


def test_features_that_say_the_same_share_the_weight():
    """Guards against a singular matrix."""
    features, outcomes = drawn(3_000, 4)
    found = logistic(np.column_stack([features, features[:, 1]]), outcomes)
    assert found[1] == pytest.approx(found[-1])


def test_least_squares_finds_the_line():
    """Guards against transposed features, and a prior that outweighs thousands of rows."""
    features, _ = drawn(5_000, 2)
    noise = np.random.default_rng(3).normal(size=5_000)
    assert linear(features, features @ TRUTH + noise) == pytest.approx(TRUTH, abs=0.07)
    assert linear(features[:0], noise[:0]) == pytest.approx(0)
