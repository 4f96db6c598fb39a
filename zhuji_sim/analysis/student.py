"""Quantiles of Student's t distribution, for means of few clusters."""

from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist
from typing import Final

__all__ = ["student"]

_EXPANDED_FROM: Final = 30
"""Degrees of freedom from which the expansion is right to seven digits."""
_STEPS: Final = 200


@lru_cache(maxsize=4096)
def student(confidence: float, degrees: int) -> float:
    """How many standard errors a two-sided interval reaches to each side.

    Parameters
    ----------
    confidence : float
        Between 0 and 1, such as 0.95.
    degrees : int
        Degrees of freedom: clusters less one. Without any the quantile is infinite.

    Notes
    -----
    Abramowitz and Stegun 1964, 26.7.3 and 26.7.4 (few degrees, solved by bisection), 26.7.5 (many).

    Examples
    --------
    >>> round(student(0.95, 10), 4), round(student(0.95, 10**6), 4)
    (2.2281, 1.96)
    """
    if degrees < 1:
        return float("inf")
    if degrees >= _EXPANDED_FROM:
        return _expanded(NormalDist().inv_cdf((1 + confidence) / 2), degrees)
    low, high = 0.0, 1.0
    while _within(high, degrees) < confidence:
        high *= 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < confidence else (low, middle)
    return high


def _expanded(x: float, degrees: int) -> float:
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + sum(term / degrees ** (i + 1) for i, term in enumerate(terms))


def _within(t: float, degrees: int) -> float:
    """Probability of a value between -t and t."""
    angle = atan(t / sqrt(degrees))
    odd = degrees % 2
    term = total = cos(angle) if odd else 1.0
    for i in range(2 + odd, degrees - 1, 2):
        term *= (i - 1) / i * cos(angle) ** 2
        total += term
    if not odd:
        return sin(angle) * total
    return 2 / pi * (angle + (sin(angle) * total if degrees > 1 else 0.0))
