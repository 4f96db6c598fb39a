"""What a long run costs, measured on this machine: CPU seconds, which other work on it hardly moves."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import psutil
from distributed import Client

from zhuji_sim.analysis.run_folder import read_deals
from zhuji_sim.analysis.student import student
from zhuji_sim.analysis.tables import summarise
from zhuji_sim.batches import BatchSpec, play
from zhuji_sim.policies import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.cluster import play as play_on_cluster
from zhuji_sim.runner.experiment import Cell, Experiment
from zhuji_sim.runner.plan import SHARD_DEALS, Chunk, Shard
from zhuji_sim.runner.run import run
from zhuji_sim.runner.store import Store, packed_deals
from zhuji_sim.runner.tasks import Task

SEED: Final = 1
RULES: Final = "bao"
POLICY: Final = "quick"
ROUNDS: Final = 6
TASKS: Final = 600
WRITTEN: Final = 8
"""Times that the file of a round is written: the disk's answers differ most."""
PIECES: Final = 5
"""Parts of a shard whose joining is timed."""
REPORTED: Final = 4
"""Shards of the run whose report is timed."""
CONFIDENCE: Final = 0.95


class Measured(NamedTuple):
    """A mean of rounds with its 95 % interval (Student's)."""

    name: str
    value: float
    low: float
    high: float
    unit: str

    @classmethod
    def of(cls, name: str, values: list[float], unit: str) -> "Measured":
        """The mean of these values."""
        mean = float(np.mean(values))
        wide = student(CONFIDENCE, len(values) - 1) * float(np.std(values, ddof=1)) / len(values) ** 0.5
        return cls(name, mean, max(0.0, mean - wide), mean + wide, unit)


def everything() -> list[Measured]:
    """Measure all that the simulation of a long run takes for granted."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        return [*_deals(folder), *_tables(folder), *_overhead(folder), *_starts(folder)]


def _cpu(action: Callable[[], Any]) -> float:
    began = time.process_time()
    action()
    return time.process_time() - began


def _deals(folder: Path) -> Iterator[Measured]:
    """Playing, packing, writing and joining a shard."""
    player = load(POLICY)
    cell = Cell(0, "", RULES, Ruleset.preset(RULES), (player,) * 4)
    spec = BatchSpec(cell.rules, (player,) * 4, SEED)
    play(spec, 0, 1)
    playing, packing, size, writing, joining, checking = ([] for _ in range(6))
    store = Store(folder / "shards", "scale")
    for number in range(ROUNDS):
        first = number * SHARD_DEALS
        rows = None

        def round_(first: int = first) -> None:
            nonlocal rows
            rows = play(spec, first, first + SHARD_DEALS)

        playing.append(_cpu(round_) / SHARD_DEALS * 1e6)
        content = b""

        def pack(rows: Any = rows) -> None:
            nonlocal content
            content = packed_deals(rows, cell, False, "scale")

        packing.append(_cpu(pack) / SHARD_DEALS * 1e6)
        size.append(len(content) / SHARD_DEALS)
        shard = Shard(0, number, first, first + SHARD_DEALS)
        for _ in range(WRITTEN):
            began = time.perf_counter()
            store.keep(Chunk(shard, shard.start, shard.stop), content)
            writing.append((time.perf_counter() - began) * 1e3)
        checking.append(_cpu(lambda shard=shard: store.done(shard)) * 1e3)
        joined = Shard(1, number, first, first + SHARD_DEALS)
        edges = np.linspace(joined.start, joined.stop, PIECES + 1).astype(int).tolist()
        parts = [
            (Chunk(joined, low, high), packed_deals(rows[low - first : high - first], cell, False, "scale"))
            for low, high in pairwise(edges)
        ]
        joining.append(_cpu(lambda parts=parts: [store.keep(*part) for part in parts]) * 1e3)
    yield Measured.of("playing a deal", playing, "µs of a worker")
    yield Measured.of("packing a deal", packing, "µs of a worker")
    yield Measured.of("a deal on disk", size, "bytes")
    yield Measured.of("writing a whole shard, synced", writing, "ms of the parent")
    yield Measured.of(f"joining a shard of {PIECES} parts", joining, "ms of the parent")
    yield Measured.of("checking a shard when going on", checking, "ms of the parent")


def _tables(folder: Path) -> Iterator[Measured]:
    """The tables of a report, from shards."""
    player = load(POLICY)
    cell = Cell(0, "", RULES, Ruleset.preset(RULES), (player,) * 4)
    deals = REPORTED * SHARD_DEALS
    run(Experiment(seed=SEED, deals=deals, cells=(cell,)), folder / "run", jobs=1, backend="sequential")
    times = [_cpu(lambda: summarise(read_deals(folder / "run"))) / deals * 1e6 for _ in range(ROUNDS)]
    yield Measured.of("tables, a deal", times, "µs of one process")


def no_bytes(spec: int, start: int, stop: int) -> Any:
    """An engine's `play` that does nothing and gives back so many bytes."""
    return bytes(spec)


def no_warming(spec: int) -> None:
    """An engine's `warm` that has nothing to do."""


def _overhead(folder: Path) -> Iterator[Measured]:
    """What dask takes for a chunk that plays nothing, with an answer as large as a packed shard."""
    with _cluster(folder) as (scheduler, worker, address):
        me = psutil.Process()
        spent: dict[str, list[float]] = {"scheduler": [], "parent": [], "worker": []}
        for number in range(ROUNDS + 1):
            before = [_spent(each) for each in (scheduler, me, worker)]
            tasks = (
                Task(
                    Chunk(Shard(0, number, i, i + 1), i, i + 1),
                    None,
                    20 * SHARD_DEALS,
                    no_warming,
                    no_bytes,
                    None,
                )
                for i in range(TASKS)
            )
            assert sum(1 for _ in play_on_cluster(tasks, address)) == TASKS
            if number:  # the first round imports
                for name, each, was in zip(spent, (scheduler, me, worker), before, strict=True):
                    spent[name].append((_spent(each) - was) / TASKS * 1e3)
        for name, values in spent.items():
            yield Measured.of(f"dask, a chunk ({name})", values, f"ms of the {name}")


def _spent(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


@contextmanager
def _cluster(folder: Path) -> Iterator[tuple[psutil.Process, psutil.Process, str]]:
    """A scheduler and a worker of eight threads, which imports this script from its folder."""
    found = folder / "scheduler.json"
    paths = [str(Path(__file__).parent), *(path for path in sys.path if path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    processes: list[subprocess.Popen[bytes]] = []

    def start(what: str, *options: str) -> psutil.Process:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *options]
        processes.append(
            subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )
        return psutil.Process(processes[-1].pid)

    try:
        scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(found))
        while not found.exists() or not found.read_text():
            time.sleep(0.1)
        worker = start(
            "worker", "--scheduler-file", str(found), "--no-nanny", "--nthreads", "8", "--memory-limit", "0"
        )
        with Client(scheduler_file=str(found), set_as_default=False) as client:
            client.wait_for_workers(1)
            address = client.scheduler.address
        yield scheduler, worker, address
    finally:
        for process in processes:
            process.kill()
            process.wait()


_FIRST_DEAL: Final = f"import zhuji_sim as zj; zj.simulate(1, rules={RULES!r}, policies={POLICY!r})"


def _starts(folder: Path) -> Iterator[Measured]:
    """From nothing to the first deal: with compiled kernels at hand, and without."""
    warm = [_child({}) for _ in range(ROUNDS // 2 + 1)][1:]
    yield Measured.of("start, kernels at hand", warm, "s of a worker")
    cold = _child({"NUMBA_CACHE_DIR": str(folder / "kernels")})
    yield Measured("start, compiling (once, no interval)", cold, cold, cold, "s of a worker")


def _child(extra: dict[str, str]) -> float:
    before = os.times()
    subprocess.run([sys.executable, "-c", _FIRST_DEAL], check=True, env=os.environ | extra)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
