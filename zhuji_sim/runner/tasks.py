"""Chunks as they travel to workers, and what comes back."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.runner.experiment import Cell, Experiment
from zhuji_sim.runner.plan import Chunk

__all__ = ["Engine", "Finished", "Shape", "Task"]


@dataclass(frozen=True)
class Engine:
    """What plays the deals; workers find the functions by their names.

    Attributes
    ----------
    spec : callable
        `(experiment, cell) -> spec`: a cell as names and numbers, which travel to workers.
    warm : callable
        `(spec) -> None`: compiles and loads everything the spec needs.
    play : callable
        `(spec, start, stop) -> rows`: the result rows of deals, or of all deals of matches, from `start` to
        `stop` (without it).
    """

    spec: Callable[[Experiment, Cell], Any]
    warm: Callable[[Any], None]
    play: Callable[[Any, int, int], NDArray[np.void]]


@dataclass(frozen=True)
class Finished:
    """A chunk that has been played.

    Attributes
    ----------
    rows : Any
        The result rows, or what `shape` has made of them.
    seconds : float
        How long playing took.
    """

    chunk: Chunk
    rows: Any
    seconds: float


Shape = Callable[[NDArray[np.void], Any], Any]


@dataclass(frozen=True)
class Task:
    """A chunk with everything that a worker needs to play it; functions travel by their names."""

    chunk: Chunk
    cell: Any
    spec: Any
    engine_warm: Callable[[Any], None]
    engine_play: Callable[[Any, int, int], NDArray[np.void]]
    shape: Shape | None

    def play(self) -> Finished:
        """Play it."""
        began = perf_counter()
        rows = self.engine_play(self.spec, self.chunk.start, self.chunk.stop)
        seconds = perf_counter() - began
        return Finished(self.chunk, rows if self.shape is None else self.shape(rows, self.cell), seconds)
