"""Plays chunks through joblib, in this process or in others, a bounded number at a time."""

import os
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice
from time import perf_counter, sleep
from typing import Any, Final

import numpy as np
from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import BrokenProcessPool
from numpy.typing import NDArray

from zhuji_sim.errors import Stopped
from zhuji_sim.runner.experiment import Cell, Experiment
from zhuji_sim.runner.plan import Chunk, Chunks

ROUND: Final = 16
"""Chunks for each worker between two pauses.

joblib hands out the next chunk when one is played, not when its rows have been taken. Rounds bound the rows
that wait in memory, should the disk be slower than the players; ending a round costs a fraction of a chunk.
"""

WATCH_SECONDS: Final = 1.0
"""How often a worker process looks whether its parent is still there."""


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
class _Task:
    chunk: Chunk
    cell: Any
    spec: Any
    play: Callable[[Any, int, int], NDArray[np.void]]
    shape: Shape | None
    parent: int


def execute(
    chunks: Chunks,
    cells: Mapping[int, Any],
    specs: Mapping[int, Any],
    engine: Engine,
    *,
    jobs: int,
    backend: str,
    shape: Shape | None = None,
) -> Generator[Finished, None, None]:
    """Play chunks and give them back as they are finished, in any order.

    Parameters
    ----------
    chunks : Chunks
        What to play; told how long each chunk took.
    cells, specs : mapping
        Cells (or what else is played of which chunks are parts), and their specs for the engine, by index.
    jobs : int
        Workers; one plays in this process.
    backend : str
        `loky` (processes), `threading` or `sequential`.
    shape : callable, optional
        `(rows, cell) -> anything`, done to the rows by the worker.

    Raises
    ------
    Stopped
        A worker process was killed.
    """
    parallel = Parallel(
        n_jobs=1 if backend == "sequential" else jobs,
        backend=backend,
        return_as="generator_unordered",
        batch_size=1,
        max_nbytes=None,
    )
    tasks = (
        _Task(chunk, cells[chunk.shard.cell], specs[chunk.shard.cell], engine.play, shape, os.getpid())
        for chunk in chunks
    )
    more = True
    while more:
        more = False
        with _quietly_closed(
            parallel(delayed(_work)(task) for task in islice(tasks, ROUND * jobs))
        ) as results:
            for each in results:
                more = True
                chunks.observe(each.chunk, each.seconds)
                yield each


@contextmanager
def _quietly_closed(results: Any) -> Iterator[Iterator[Finished]]:
    """Hand results on; when left early, stop the workers without joblib's advice."""
    try:
        yield results
    except BrokenProcessPool:
        raise Stopped("a worker process was killed, perhaps because memory ran out") from None
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.close()


def _work(task: _Task) -> Finished:
    if os.getpid() != task.parent:
        _serve(task.parent)
    began = perf_counter()
    rows = task.play(task.spec, task.chunk.start, task.chunk.stop)
    seconds = perf_counter() - began
    return Finished(task.chunk, rows if task.shape is None else task.shape(rows, task.cell), seconds)


@cache
def _serve(parent: int) -> None:
    """In a worker process, once: leave Ctrl-C to the parent, and end when the parent has ended."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            sleep(WATCH_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
