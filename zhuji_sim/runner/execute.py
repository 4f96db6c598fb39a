"""Has chunks played by workers, in this process, in others or on a cluster, a bounded number at a time."""

import os
import signal
import threading
import warnings
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from itertools import islice
from time import sleep
from typing import Any, Final

from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import BrokenProcessPool

from zhuji_sim.errors import ClusterError, Stopped
from zhuji_sim.runner import cluster
from zhuji_sim.runner.experiment import BACKENDS, check_word
from zhuji_sim.runner.plan import Chunks
from zhuji_sim.runner.tasks import Engine, Finished, Shape, Task

__all__ = ["Engine", "execute", "plays_here", "workers"]

ROUND: Final = 16
"""Chunks for each worker between two pauses.

joblib hands out the next chunk when one is played, not when its rows have been taken. Rounds bound the rows
that wait in memory, should the disk be slower than the players; ending a round costs a fraction of a chunk.
"""

RAY: Final = "ray"
"""A backend of joblib that the package ray brings along."""
NOBODY: Final = 0
"""No process's number: a worker that does not end with its parent."""

WATCH_SECONDS: Final = 1.0
"""How often a worker process looks whether its parent is still there."""


def workers(jobs: int, backend: str, scheduler: str | None) -> int:
    """How many chunks are played at a time: `jobs`, or on a cluster as many as it has threads now.

    Raises
    ------
    ExperimentError
        There is no such backend.
    ClusterError
        A scheduler without its backend or the other way round, or a cluster that cannot play.
    """
    check_word("backend", backend, BACKENDS)
    if backend == cluster.DASK:
        return cluster.threads(_address(scheduler))
    if scheduler is not None:
        raise ClusterError(f"scheduler {scheduler!r} with backend {backend!r}: expected backend 'dask'")
    return jobs


def execute(
    chunks: Chunks,
    cells: Mapping[int, Any],
    specs: Mapping[int, Any],
    engine: Engine,
    *,
    jobs: int,
    backend: str,
    scheduler: str | None = None,
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
        Workers; one plays in this process. A cluster plays with all that it has.
    backend : str
        `loky` (processes), `threading`, `sequential`, `dask` (a cluster), or `ray` (that of `RAY_ADDRESS`).
    scheduler : str, optional
        Address of the cluster's scheduler.
    shape : callable, optional
        `(rows, cell) -> anything`, done to the rows by the worker.

    Raises
    ------
    ClusterError
        The cluster cannot be reached, or has another zhuji_sim.
    Stopped
        A worker process was killed, or the cluster has gone.
    """
    tasks = (
        Task(chunk, cells[chunk.shard.cell], specs[chunk.shard.cell], engine.warm, engine.play, shape)
        for chunk in chunks
    )
    if backend == cluster.DASK:
        finished = cluster.play(tasks, _address(scheduler))
    else:
        finished = _play(tasks, jobs, backend)
    with closing(finished):
        for each in finished:
            chunks.observe(each.chunk, each.seconds)
            yield each


def plays_here(backend: str) -> bool:
    """Whether deals are played on this machine, which then compiles before they are handed out."""
    return backend != cluster.DASK


def _address(scheduler: str | None) -> str:
    if scheduler is None:
        raise ClusterError("backend 'dask': expected its scheduler too, such as tcp://10.0.0.5:8786")
    return scheduler


def _play(tasks: Iterator[Task], jobs: int, backend: str) -> Generator[Finished, None, None]:
    """Play through joblib."""
    parent, how = os.getpid(), "generator_unordered"
    if backend == RAY:
        _register_ray()
        parent, how = NOBODY, "list"  # all that ray's backend can: chunks come back at the end of a round
    parallel = Parallel(
        n_jobs=1 if backend == "sequential" else jobs,
        backend=backend,
        return_as=how,
        batch_size=1,
        max_nbytes=None,
    )
    more = True
    while more:
        more = False
        with _quietly_closed(
            parallel(delayed(_work)(task, parent) for task in islice(tasks, ROUND * jobs))
        ) as results:
            for each in results:
                more = True
                yield each


def _register_ray() -> None:
    try:
        from ray.util.joblib import register_ray
    except ImportError:
        raise ClusterError("backend 'ray': ray is not installed: pip install 'zhuji-sim[ray]'") from None
    register_ray()


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
            if not isinstance(results, list):
                results.close()


def _work(task: Task, parent: int) -> Finished:
    if parent not in (os.getpid(), NOBODY):
        _serve(parent)
    return task.play()


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
