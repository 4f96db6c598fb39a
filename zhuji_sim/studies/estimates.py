"""Estimates of studies: means, rates, and their changes on the same walls, the wall being the unit."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Estimate, missing, proportion
from zhuji_sim.analysis.student import student
from zhuji_sim.duplicate.figures import columns, mean, ratio, sums

__all__ = ["change", "columns", "mean", "rate", "ratio_change", "ratio_of", "slopes"]

Array = NDArray[np.float64]


def rate(trials: Array, hits: Array, confidence: float) -> Estimate:
    """Hits per trial, by wall; missing without trials."""
    if not trials.sum():
        return missing()
    return proportion(sums(trials, hits), student(confidence, max(1, int(np.count_nonzero(trials)) - 1)))


def ratio_of(trials: Array, values: Array, confidence: float) -> Estimate:
    """Values per trial, by wall; without interval where fewer than `MIN_CLUSTERS` walls have trials."""
    walls = int(np.count_nonzero(trials))
    found = ratio(sums(trials, values), student(confidence, max(1, walls - 1)))
    return found if walls >= MIN_CLUSTERS else Estimate(found.value, *missing()[1:])


def change(differences: Array, confidence: float) -> Estimate:
    """Mean of differences on the same walls.

    Exactly nothing where no wall differs; without interval where so few do that a mean's would be too sure.
    """
    differing = np.count_nonzero(differences)
    found = mean(differences, confidence)
    if differing == 0 or differing >= MIN_CLUSTERS:
        return found
    return Estimate(found.value, *missing()[1:])


def ratio_change(trials: tuple[Array, Array], hits: tuple[Array, Array], confidence: float) -> Estimate:
    """Hits per trial in the second way to play the same walls less those in the first, by linearisation.

    Missing where one of the two has trials on fewer than `MIN_CLUSTERS` walls.
    """
    if min(np.count_nonzero(part) for part in trials) < MIN_CLUSTERS:
        return missing()
    parts = []
    rates = []
    for tried, hit in zip(trials, hits, strict=True):
        share = hit.sum() / tried.sum()
        rates.append(share)
        parts.append((hit - share * tried) / tried.mean())
    value = np.array(rates[1] - rates[0])
    difference = parts[1] - parts[0]
    n = len(difference)
    half = student(confidence, n - 1) * np.std(difference, ddof=1) / np.sqrt(n)
    return Estimate(value, value - half, value + half)


def slopes(values: Array, causes: Sequence[Array], confidence: float) -> list[Estimate]:
    """How much values change with each of several causes within a wall, all else equal.

    Least squares on deviations from the wall's mean (fixed effects), the error by sandwich over walls.

    Parameters
    ----------
    values : float64[walls, ways]
    causes : sequence of float64[walls, ways]
    """
    centred = [part - part.mean(axis=1, keepdims=True) for part in (values, *causes)]
    y, x = centred[0], np.stack(centred[1:], axis=2)
    bread = np.linalg.inv(np.einsum("wik,wil->kl", x, x))
    found = bread @ np.einsum("wik,wi->k", x, y)
    scores = np.einsum("wik,wi->wk", x, y - x @ found)
    n = len(values)
    errors = np.sqrt(np.diag(bread @ (scores.T @ scores) @ bread) * n / (n - 1))
    halves = student(confidence, n - 1) * errors
    return [
        Estimate(np.array(value), np.array(value - half), np.array(value + half))
        for value, half in zip(found, halves, strict=True)
    ]
