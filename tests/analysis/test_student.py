"""Quantiles of Student's t, held against published tables."""

from itertools import pairwise
from statistics import NormalDist

import pytest

from zhuji_sim.analysis.student import student


@pytest.mark.parametrize(
    ("confidence", "degrees", "expected"),
    [
        (0.95, 1, 12.7062),
        (0.95, 2, 4.3027),
        (0.95, 5, 2.5706),
        (0.95, 29, 2.0452),
        (0.95, 30, 2.0423),
        (0.95, 120, 1.9799),
        (0.99, 4, 4.6041),
        (0.99, 60, 2.6603),
        (0.9, 10, 1.8125),
    ],
)
def test_published_quantiles(confidence, degrees, expected):
    assert student(confidence, degrees) == pytest.approx(expected, abs=6e-5)


def test_it_falls_with_the_degrees_to_the_normal_quantile():
    """Guards the seam between the exact quantiles and the expansion."""
    found = [student(0.95, degrees) for degrees in (1, 2, 3, 10, 28, 29, 30, 31, 32, 100, 10**7)]
    assert all(more > fewer for more, fewer in pairwise(found))
    assert found[-1] == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-6)


def test_without_degrees_nothing_is_known():
    assert student(0.95, 0) == float("inf")
