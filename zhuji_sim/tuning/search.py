"""The search: CMA-ES (pycma), which asks for candidates and is told what they scored.

It works in the unit cube that the bounds of the weights span, so that a step means the same for each weight.
Nothing of it is kept but candidates and scores: told the same scores again, a new search is where the old one
was.
"""

import warnings
from collections.abc import Sequence
from typing import Any, Final

import cma
import numpy as np
from numpy.typing import NDArray

from zhuji_sim.tuning.plan import Tuning

__all__ = ["Search"]

Array = NDArray[np.float64]

_SILENT: Final = -9
_FEWEST: Final = 2
"""Dimensions that pycma needs; a single weight gets a second one beside it, on which nothing depends."""
_MIDDLE: Final = 0.5


class Search:
    """A search in the weights of a tuning.

    Parameters
    ----------
    tuning : Tuning
        Weights, bounds, start, population, step and seed.

    Attributes
    ----------
    mean : array
        Where the search is: the weights in the middle of the distribution.
    """

    def __init__(self, tuning: Tuning) -> None:
        self._low = np.array([weight.low for weight in tuning.weights])
        self._range = np.array([weight.high for weight in tuning.weights]) - self._low
        start = np.array([tuning.start.weights[place] for place in tuning.places])
        self._searched = len(start)
        shares = (start - self._low) / self._range
        if len(shares) < _FEWEST:
            shares = np.append(shares, _MIDDLE)
        rng = np.random.default_rng(tuning.seed)
        options: dict[str, Any] = {
            "bounds": [0, 1],
            "popsize": tuning.population,
            "seed": float("nan"),  # leaves numpy's global stream alone
            "randn": lambda *shape: rng.standard_normal(shape),
            "signals_filename": "",
            "verbose": _SILENT,
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._cma = cma.CMAEvolutionStrategy(shares, tuning.step, options)
        self.mean: Array = start
        self._asked: list[Array] = []

    @property
    def step(self) -> float:
        """Standard deviation of candidates as a share of a weight's range: root mean square over weights."""
        return float(np.sqrt(np.mean(np.square(self._cma.result.stds[: self._searched]))))

    def ask(self) -> Array:
        """Candidates of the next generation, a row of weights each."""
        self._asked = self._cma.ask()
        return self._weights(np.array(self._asked))

    def tell(self, scores: Sequence[float]) -> None:
        """What the candidates asked for last have scored; more is better."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._cma.tell(self._asked, [-score for score in scores])
        self.mean = self._weights(np.asarray(self._cma.result.xfavorite))

    def _weights(self, shares: Array) -> Array:
        found: Array = self._low + np.clip(shares[..., : self._searched], 0, 1) * self._range
        return found
