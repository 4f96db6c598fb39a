"""A run on a dask cluster gives the rows of one on this machine, and loses nothing when workers die."""

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from distributed import Client

from tests.runner import clusters, fakes
from zhuji_sim.cli.main import main
from zhuji_sim.duplicate.compare import study
from zhuji_sim.errors import ClusterError, Stopped
from zhuji_sim.policies import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner import cluster
from zhuji_sim.runner.execute import execute, workers
from zhuji_sim.runner.experiment import Cell, Experiment
from zhuji_sim.runner.plan import Chunks, gaps, shards
from zhuji_sim.runner.run import run
from zhuji_sim.runner.simulate import simulate

PRESETS = ("bao", "heping", "ziyou", "dongfeng")
WORKERS = 2


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory):
    with clusters.started(tmp_path_factory.mktemp("cluster"), WORKERS) as found:
        yield found


def go(folder: Path, experiment: Experiment, **options) -> dict[str, bytes]:
    run(experiment, folder, **{"jobs": 1, "chunk": 70, **options})
    return {path.name: path.read_bytes() for path in sorted((folder / "deals").iterdir())}


class Heard:
    """Progress that is written down."""

    def __init__(self, on_advance=lambda: None) -> None:
        self.on_advance = on_advance
        self.deals = 0
        self.stopped = False

    def start(self, total, done):
        self.total = total

    def advance(self, cell, deals):
        self.deals += deals
        self.on_advance()

    def stop(self):
        self.stopped = True


def test_rows_are_those_of_loky_under_all_presets(two_workers, tmp_path):
    players = tuple(load(name) for name in ("tai", "speed", "random", "random"))
    cells = tuple(Cell(i, name, name, Ruleset.preset(name), players) for i, name in enumerate(PRESETS))
    experiment = Experiment(seed=3, deals=400, cells=cells)
    heard = Heard()
    mine = go(tmp_path / "loky", experiment, jobs=2)
    theirs = go(tmp_path / "dask", experiment, backend="dask", scheduler=two_workers.address, progress=heard)
    assert len(mine) == 2 * len(PRESETS)
    assert theirs == mine
    assert (heard.total, heard.deals, heard.stopped) == (1600, 1600, True)


def test_simulate_and_compare_take_a_cluster_too(two_workers):
    on_cluster = {"backend": "dask", "scheduler": two_workers.address}
    options = {"deals": 200, "seed": 5, "rules": "heping"}
    pd.testing.assert_frame_equal(
        simulate(policies="speed", **options), simulate(policies="speed", **options, **on_cluster)
    )
    here, there = (study(["speed", "random"], **options, **where) for where in ({}, on_cluster))
    pd.testing.assert_frame_equal(here.walls, there.walls)


def test_a_killed_worker_loses_nothing(two_workers, tmp_path):
    """Its chunk, and chunks whose rows it still holds, are played by the others; none is counted twice."""
    victim = two_workers.add_worker()
    two_workers.wait_for(WORKERS + 1)

    def kill():
        if heard.deals >= 300:
            victim.kill()

    heard = Heard(kill)
    options = {"backend": "dask", "scheduler": two_workers.address, "progress": heard, "chunk": 20}
    found = go(tmp_path / "dask", fakes.experiment(), engine=fakes.engine(0.002), **options)
    assert victim.wait(timeout=10) == -9
    assert heard.deals == 2000
    assert found == go(tmp_path / "here", fakes.experiment(), engine=fakes.engine())
    two_workers.wait_for(WORKERS)


def test_a_run_that_is_killed_leaves_the_cluster_free_to_go_on(two_workers, tmp_path):
    """The scheduler drops what nobody waits for any more, and the same command goes on."""
    command = [sys.executable, "-m", "tests.runner.fakes", str(tmp_path / "run"), "1", "300"]
    killed = subprocess.Popen([*command, two_workers.address], cwd=clusters.ROOT, start_new_session=True)
    deadline = time.monotonic() + clusters.STARTING_SECONDS
    while not list(tmp_path.glob("run/parts/*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    assert killed.wait() == -signal.SIGKILL
    on_cluster = {"backend": "dask", "scheduler": two_workers.address}
    found = go(tmp_path / "run", fakes.experiment(), engine=fakes.engine(), **on_cluster)
    assert found == go(tmp_path / "here", fakes.experiment(), engine=fakes.engine())


def test_a_scheduler_that_goes_stops_the_run_which_goes_on_elsewhere(tmp_path):
    with clusters.started(tmp_path, 1) as alone:
        heard = Heard(alone.scheduler.kill)
        where = {"backend": "dask", "scheduler": alone.address, "progress": heard, "chunk": 20}
        with pytest.raises(Stopped, match=r"the scheduler at tcp://.* has gone; finished chunks are kept"):
            go(tmp_path / "run", fakes.experiment(), engine=fakes.engine(0.002), **where)
    outcome = run(fakes.experiment(), tmp_path / "run", jobs=1, engine=fakes.engine())
    assert 0 < outcome.played < 2000
    assert outcome.deals == 2000


def test_a_chunk_that_kills_every_worker_ends_the_run(tmp_path):
    with clusters.started(tmp_path, 2) as doomed:
        where = {"backend": "dask", "scheduler": doomed.address, "chunk": 50}
        with pytest.raises(Stopped, match="2 workers of the cluster have died of the same chunk"):
            go(tmp_path / "run", fakes.experiment(cells=1), engine=fakes.engine(accident="exit"), **where)


def test_a_cluster_that_lost_all_workers_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "DESERTED_SECONDS", 1)
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.1)
    with clusters.started(tmp_path, 1) as doomed:
        where = {"backend": "dask", "scheduler": doomed.address, "chunk": 50}
        with pytest.raises(Stopped, match="the cluster has had no worker for 1 s; finished chunks are kept"):
            go(tmp_path / "run", fakes.experiment(cells=1), engine=fakes.engine(accident="exit"), **where)


def test_an_error_of_the_engine_is_not_hidden(two_workers, tmp_path):
    where = {"backend": "dask", "scheduler": two_workers.address}
    with pytest.raises(ZeroDivisionError, match="the fake engine"):
        go(tmp_path / "run", fakes.experiment(), engine=fakes.engine(accident="bug"), **where)


def test_chunks_are_cut_only_as_far_ahead_as_there_are_threads(two_workers):
    """Else the rows of a long run would pile up in the memory of workers."""
    experiment, engine = fakes.experiment(deals=4000, cells=1), fakes.engine()
    cut, taken, ahead = 0, 0, []

    class Counted(Chunks):
        def __next__(self):
            nonlocal cut
            found = super().__next__()
            cut += 1
            return found

    chunks = Counted([each for shard in shards(experiment) for each in gaps(shard, [])], 1, 20)
    cells = {0: experiment.cells[0]}
    specs = {0: engine.spec(experiment, cells[0])}
    for _ in execute(chunks, cells, specs, engine, jobs=1, backend="dask", scheduler=two_workers.address):
        taken += 1
        ahead.append(cut - taken)
    assert taken == 200
    assert max(ahead) <= cluster.AHEAD * WORKERS


# What is wrong is told before anything is played


@pytest.mark.parametrize(
    "address", ["nowhere", "tcp://", "tcp://host", "http://127.0.0.1:8786", "127.0.0.1:99999", "tcp://a b:1"]
)
def test_what_is_no_address_is_told(address):
    with pytest.raises(ClusterError, match="expected an address such as tcp://") as error:
        workers(1, "dask", address)
    assert repr(address) in str(error.value)


@pytest.mark.parametrize("listening", [False, True])
def test_an_address_where_no_scheduler_answers_is_told_soon(tmp_path, monkeypatch, capsys, listening):
    """Nobody there, or somebody who says nothing."""
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    question = tmp_path / "question.toml"
    question.write_text('deals = 10\npolicies = "random"\n')
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        if listening:
            taken.listen()
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        began = time.monotonic()
        asked = ["run", str(question), "--out", str(tmp_path / "run"), "--quiet"]
        status = main([*asked, "--backend", "dask", "--scheduler", address])
    said = capsys.readouterr().err
    assert status == 2
    assert said.startswith(f"zhuji: scheduler '{address}': no dask scheduler answers there")
    assert said.count("\n") == 1
    assert time.monotonic() - began < 10
    assert not (tmp_path / "run").exists()


def test_a_worker_is_no_scheduler(two_workers):
    with Client(two_workers.address, set_as_default=False) as client:
        worker = next(iter(client.nthreads()))
    with pytest.raises(ClusterError, match="is a Worker: expected the address of the scheduler"):
        workers(1, "dask", worker)


def test_a_cluster_without_workers_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "WORKER_SECONDS", 1)
    with clusters.started(tmp_path, 0) as empty, pytest.raises(ClusterError, match="no worker has joined"):
        workers(1, "dask", empty.address)


def test_workers_of_another_version_are_told_at_the_start(two_workers, monkeypatch):
    monkeypatch.setattr(cluster, "stamp", lambda: "0.0.9 (0123)")
    with pytest.raises(ClusterError, match=r"worker tcp://.* has zhuji_sim .*, this is 0\.0\.9 \(0123\)"):
        workers(1, "dask", two_workers.address)


def test_a_worker_of_another_version_that_joins_later_plays_nothing(two_workers, monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "stamp", lambda: "0.0.9 (0123)")
    monkeypatch.setattr(cluster, "_check_workers", lambda client, address: None)
    with pytest.raises(ClusterError, match=r"has zhuji_sim .*, this is 0\.0\.9"):
        go(
            tmp_path / "run",
            replace(fakes.experiment(), seed=9),
            engine=fakes.engine(),
            backend="dask",
            scheduler=two_workers.address,
        )


def test_workers_without_the_package_are_told():
    said = cluster._differs(
        "tcp://10.0.0.7:4000", ModuleNotFoundError("No module named 'zhuji_sim'"), "1 (2)"
    )
    assert said.startswith("worker tcp://10.0.0.7:4000 has no zhuji_sim (No module named 'zhuji_sim')")


def test_dask_that_is_missing_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"dask is not installed: pip install 'zhuji-sim\[dask\]'"):
        workers(1, "dask", "tcp://127.0.0.1:8786")


@pytest.mark.parametrize(
    ("backend", "scheduler", "said"),
    [
        ("dask", None, "backend 'dask': expected its scheduler too"),
        ("loky", "tcp://127.0.0.1:8786", "with backend 'loky': expected backend 'dask'"),
    ],
)
def test_backend_and_scheduler_belong_together(backend, scheduler, said):
    with pytest.raises(ClusterError, match=said):
        workers(1, backend, scheduler)
