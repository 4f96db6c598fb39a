"""Estimates of changes on the same walls: right on average, honest about their error."""

import numpy as np
import pytest

from zhuji_sim.studies.estimates import change, ratio_change, slopes


def test_slopes_are_those_of_a_regression_with_an_intercept_for_each_wall():
    random = np.random.default_rng(1)
    held, near = random.normal(size=(2, 40, 6))
    values = 3 * held - 2 * near + random.normal(size=(40, 1)) * 50 + random.normal(size=(40, 6))
    dummies = np.kron(np.eye(40), np.ones((6, 1)))
    design = np.column_stack([held.ravel(), near.ravel(), dummies])
    expected = np.linalg.lstsq(design, values.ravel(), rcond=None)[0][:2]
    found = [float(each.value) for each in slopes(values, [held, near], 0.95)]
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("walls", [200])
def test_intervals_of_changes_cover_the_truth_as_often_as_they_should(walls):
    """Guards against errors that forget that ways to play share their wall."""
    random = np.random.default_rng(2)
    covered = np.zeros(3)
    tries = 600
    for _ in range(tries):
        wall = random.normal(size=walls)
        cause = random.normal(size=(walls, 4)) + wall[:, None]
        noise = random.normal(size=(walls, 4)) * (1 + np.abs(wall))[:, None]
        slope = slopes(cause + noise + 9 * wall[:, None], [cause], 0.9)[0]
        covered[0] += slope.low <= 1 <= slope.high
        before = (random.random(walls) < 0.5).astype(float), (random.random(walls) < 0.9).astype(float)
        chance = np.where(wall > 0, 0.6, 0.2)
        made = [(random.random(walls) < chance + shift) * tried for shift, tried in zip((0, 0.1), before)]
        rates = ratio_change(before, (made[0], made[1]), 0.9)
        covered[1] += rates.low <= 0.1 <= rates.high
        moved = change(np.where(random.random(walls) < 0.5, wall, 0.0), 0.9)
        covered[2] += moved.low <= 0 <= moved.high
    assert (np.abs(covered / tries - 0.9) < 0.045).all()


def test_a_change_seen_on_few_walls_has_no_interval_and_one_seen_on_none_is_nothing():
    differences = np.zeros(500)
    assert tuple(map(float, change(differences, 0.95))) == (0, 0, 0)
    differences[:5] = 40
    few = change(differences, 0.95)
    assert float(few.value) == pytest.approx(0.4)
    assert np.isnan(few.low)
    assert np.isnan(few.high)
