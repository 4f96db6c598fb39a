"""A dask scheduler and workers as processes of this machine."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

ROOT = Path(__file__).parents[2]
STARTING_SECONDS = 60
ENVIRONMENT = os.environ | {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
"""A chunk may have died with one worker, and is given up when a second dies of it."""


class Cluster:
    """A scheduler on a free port, and workers of one thread each, which find this checkout by cwd."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen] = []
        found = folder / "scheduler.json"
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(found)]
        self.scheduler = self._start("scheduler", *options)
        deadline = time.monotonic() + STARTING_SECONDS
        while not found.exists() or not found.read_text().strip():
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        with Client(scheduler_file=str(found), set_as_default=False) as client:
            self.address = client.scheduler.address

    def add_worker(self) -> subprocess.Popen:
        """Start a worker without a nanny, so that what is killed stays dead."""
        options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--memory-limit", "0"]
        return self._start("worker", self.address, *options, "--local-directory", str(self.folder))

    def wait_for(self, workers: int) -> None:
        """Wait until so many have joined, and no more are left."""
        deadline = time.monotonic() + STARTING_SECONDS
        with Client(self.address, set_as_default=False) as client:
            while len(client.nthreads()) != workers:
                assert time.monotonic() < deadline, f"not {workers} workers: {client.nthreads()}"
                time.sleep(0.05)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()

    def _start(self, what: str, *options: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *options],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process


@contextmanager
def started(folder: Path, workers: int) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        cluster.wait_for(workers)
        yield cluster
    finally:
        cluster.close()
