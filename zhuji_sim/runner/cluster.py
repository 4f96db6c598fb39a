"""Plays chunks on a dask cluster, a bounded number at a time.

A worker that dies loses nothing: the scheduler hands its chunks, and those whose rows it still held, to
others. Workers may join and leave while a run goes on.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from itertools import count, islice
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import uuid4

from zhuji_sim.errors import ClusterError, Stopped, in_one_line
from zhuji_sim.runner.tasks import Finished, Task

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["DASK", "play", "threads"]

DASK: Final = "dask"
CONNECT_SECONDS: Final = 5
"""How long a scheduler may take to answer."""
WORKER_SECONDS: Final = 30
"""How long a run waits for the first worker."""
AHEAD: Final = 2
"""Chunks handed out for each thread of the cluster: one being played, one waiting beside it."""
GATHERED: Final = 16
"""Chunks whose rows are fetched at a time, which bounds the rows in this process."""
LOOK_SECONDS: Final = 2.0
"""How often the threads of the cluster are counted."""
DESERTED_SECONDS: Final = 300
"""How long a run waits for new workers when none is left."""
WAIT_SECONDS: Final = 0.01
"""How often it is asked whether a chunk is finished."""

_ADDRESS: Final = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):(?P<port>\d{1,5})")
_HIGHEST_PORT: Final = 65535


def threads(address: str) -> int:
    """How many chunks a cluster plays at a time.

    Parameters
    ----------
    address : str
        Of its scheduler, such as `tcp://10.0.0.5:8786`.

    Raises
    ------
    ClusterError
        It is no address, nobody answers there, no worker has joined, or one has another zhuji_sim.
    """
    with _connected(address) as client:
        return _threads(client)


def play(tasks: Iterator[Task], address: str) -> Generator[Finished, None, None]:
    """Play tasks and give them back as they are finished, in any order.

    Parameters
    ----------
    tasks : iterator of Task
        Read only as far as needed.
    address : str
        Of the scheduler.

    Raises
    ------
    ClusterError
        As `threads`.
    Stopped
        The scheduler has gone, or several workers have died of the same chunk.
    """
    with _connected(address) as client, _told_in_a_line(address):
        yield from _play(tasks, client)


def _play(tasks: Iterator[Task], client: "Client") -> Generator[Finished, None, None]:
    from distributed import as_completed

    run, number, here = uuid4().hex[:12], count(), stamp()
    done = as_completed(loop=client.loop)
    crew, under_way = _Crew(client), 0
    fetched: set[Future[Finished]] = set()
    while True:
        for task in islice(tasks, max(0, AHEAD * crew.threads() - under_way)):
            key = f"zhuji-{run}-{next(number)}"
            done.add(client.submit(_work, task, run, here, key=key, pure=False))
            under_way += 1
        if not under_way:
            return
        while len(fetched) < GATHERED and done.has_ready():
            fetched.add(_fetch(client, next(done)))
        if not fetched:
            sleep(WAIT_SECONDS)
            continue
        ready, fetched = wait(fetched, WAIT_SECONDS, FIRST_COMPLETED)
        under_way -= len(ready)
        for each in ready:
            yield each.result()


def _fetch(client: "Client", chunk: Any) -> "Future[Finished]":
    """Fetch a finished chunk, and wait for it anew should the worker that holds its rows die meanwhile."""

    async def fetch() -> Finished:
        (found,) = await client.gather([chunk], direct=True, asynchronous=True)
        return cast(Finished, found)

    return asyncio.run_coroutine_threadsafe(fetch(), cast(Any, client.loop).asyncio_loop)


class _Crew:
    """Counts the threads of a cluster, now and then."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._threads = _threads(client)
        self._looked = self._seen = monotonic()

    def threads(self) -> int:
        """As they were when last counted, at least one.

        Raises
        ------
        Stopped
            There have been none for long.
        """
        now = monotonic()
        if now - self._looked > LOOK_SECONDS:
            self._threads, self._looked = _threads(self._client), now
        if self._threads:
            self._seen = now
        elif now - self._seen > DESERTED_SECONDS:
            raise Stopped(f"the cluster has had no worker for {DESERTED_SECONDS} s")
        return max(1, self._threads)


def _threads(client: "Client") -> int:
    return sum(client.nthreads().values())


@contextmanager
def _connected(address: str) -> "Iterator[Client]":
    """A client of a cluster with workers of this version; it is closed, and what it had asked for dropped."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("backend 'dask': dask is not installed: pip install 'zhuji-sim[dask]'") from None
    found = _ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found["port"]) <= _HIGHEST_PORT:
        raise ClusterError(f"scheduler {address!r}: expected an address such as tcp://10.0.0.5:8786")
    with _quiet():
        try:
            who = asyncio.run(asyncio.wait_for(_greet(address), CONNECT_SECONDS + 1))
            if who != "Scheduler":
                raise ClusterError(f"scheduler {address!r} is a {who}: expected the address of the scheduler")
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TypeError) as error:
            reason = in_one_line(str(error)) or f"no greeting in {CONNECT_SECONDS} s"
            raise ClusterError(f"scheduler {address!r}: no dask scheduler answers there ({reason})") from None
        try:
            _check_workers(client, address)
            yield client
        finally:
            client.close(timeout=CONNECT_SECONDS)


async def _greet(address: str) -> str:
    """What answers at an address; `Client` would wait for ever for one that takes calls and says nothing."""
    from distributed.core import rpc
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=CONNECT_SECONDS, connection_args=arguments) as there:
        return str((await there.identity())["type"])


def _check_workers(client: "Client", address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except TimeoutError:
        raise ClusterError(
            f"scheduler {address!r}: no worker has joined it in {WORKER_SECONDS} s (dask worker {address})"
        ) from None
    here = stamp()
    for worker, there in client.run(_stamper(), on_error="return").items():
        if there != here:
            raise ClusterError(_differs(worker, there, here))


def _differs(worker: str, there: Any, here: str) -> str:
    found = f"no zhuji_sim ({there})" if isinstance(there, Exception) else f"zhuji_sim {there}"
    return f"worker {worker} has {found}, this is {here}: install the same version everywhere"


def stamp() -> str:
    """The version and a digest of the sources, the compiler and Python: what decides rows."""
    return _stamper()()


def _stamper() -> Callable[[], str]:
    """`stamp`, in a shape that travels to workers as code: theirs may be another, or none."""

    def found() -> str:
        from zhuji_sim import __version__
        from zhuji_sim.engine.compile_cache import source_hash

        return f"{__version__} ({source_hash()})"

    return found


_warmed: set[tuple[str, int]] = set()


def _work(task: Task, run: str, asked: str) -> Finished:
    """On a worker: play a chunk; before the first of a cell compile, which is no measure of its pace."""
    cell = (run, task.chunk.shard.cell)
    if cell not in _warmed:
        if stamp() != asked:
            from distributed import get_worker

            raise ClusterError(_differs(get_worker().address, stamp(), asked))
        task.engine_warm(task.spec)
        _warmed.add(cell)
    return task.play()


@contextmanager
def _told_in_a_line(address: str) -> Iterator[None]:
    """Tell the ways in which a cluster fails."""
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError
    from distributed.comm import CommClosedError

    try:
        yield
    except KilledWorker as error:
        raise Stopped(
            f"{error.allowed_failures + 1} workers of the cluster have died of the same chunk, "
            "perhaps because memory ran out"
        ) from None
    except (CancelledError, FutureCancelledError, CommClosedError, TimeoutError):
        raise Stopped(f"the scheduler at {address} has gone") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep dask's log of lost connections from the reader, who is told in one line."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)
