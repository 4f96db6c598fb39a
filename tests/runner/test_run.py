"""A run gives the same rows however it is worked off, and loses nothing when it is stopped."""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pandas as pd
import pytest
from joblib import register_parallel_backend
from joblib._parallel_backends import ThreadingBackend

from tests.runner import fakes
from zhuji_sim.analysis.frames import frame
from zhuji_sim.errors import ClusterError, RunFolderError, Stopped
from zhuji_sim.runner import execute, files
from zhuji_sim.runner.run import Outcome, run

ROOT = Path(__file__).parents[2]


def go(folder: Path, experiment=None, **options) -> Outcome:
    settings = {"jobs": 1, "chunk": 70, "engine": fakes.engine(), **options}
    return run(experiment or fakes.experiment(), folder, **settings)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "deals").iterdir())}


def manifest(folder: Path) -> dict:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def expected(tmp_path_factory) -> dict[str, bytes]:
    """The files that one process makes without a break."""
    folder = tmp_path_factory.mktemp("expected") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zhuji_sim.runner.plan.SHARD_DEALS", 300)
        go(folder)
    return files_of(folder)


@pytest.mark.parametrize(
    ("jobs", "backend", "chunk"),
    [(1, "sequential", None), (1, "loky", 41), (2, "loky", 1000), (2, "loky", 33), (3, "threading", 90)],
)
def test_rows_do_not_depend_on_workers_backend_or_chunks(folder, expected, jobs, backend, chunk):
    outcome = go(folder, jobs=jobs, backend=backend, chunk=chunk)
    assert files_of(folder) == expected
    assert (outcome.deals, outcome.played, outcome.remade) == (2000, 2000, 0)


def test_the_shards_together_are_the_frame_of_all_deals_in_order(folder):
    experiment = fakes.experiment()
    go(folder, experiment)
    found = pd.concat([pd.read_parquet(path) for path in sorted((folder / "deals").iterdir())])
    for cell in experiment.cells:
        mine = found[found["cell"] == cell.index].drop(columns="cell").reset_index(drop=True)
        made = frame(fakes.rows(fakes.FakeSpec(1, cell.index, 0), 0, 1000), "bao", cell.policy_names)
        made = made.astype(dict.fromkeys(made.select_dtypes("category"), "str"))
        pd.testing.assert_frame_equal(mine, made, check_dtype=False)


def test_matches_are_kept_whole(folder):
    go(folder, fakes.experiment(deals=16, matches=50, cells=1), chunk=50)
    found = pd.concat([pd.read_parquet(path) for path in sorted((folder / "deals").iterdir())])
    assert found["deal"].tolist() == list(range(800))
    assert found.groupby("match")["round"].max().eq(15).all()
    assert {"dealer", "player_E", "player_N"} <= set(found.columns)


def test_the_manifest_says_what_was_played_and_how_fast(folder):
    go(folder, jobs=2)
    found = manifest(folder)
    assert found["status"] == "complete"
    assert (found["seed"], found["total_deals"]) == (1, 2000)
    assert found["cells"][1]["contract"] == "2"
    assert found["cells"][1]["rules"]["wall_reserve"] == 26
    assert set(found["versions"]) >= {"python", "numba", "numpy"}
    (session,) = found["sessions"]
    assert (session["jobs"], session["deals"]) == (2, 2000)
    assert session["deals_per_second"] > 0
    assert set(session["deals_per_worker_second"]) == {"0", "1"}


def test_a_finished_run_has_nothing_left_to_play(folder, expected):
    go(folder)
    again = go(folder, engine=fakes.engine(accident="bug"))
    assert (again.deals, again.played) == (2000, 0)
    assert files_of(folder) == expected
    assert len(manifest(folder)["sessions"]) == 1


def test_torn_shards_are_made_again_and_only_those(folder, expected):
    go(folder)
    shards = sorted((folder / "deals").iterdir())
    shards[1].write_bytes(shards[1].read_bytes()[:500])
    shards[4].unlink()
    again = go(folder)
    assert (again.played, again.remade) == (600, 1)
    assert files_of(folder) == expected


# Stopped on the way


def test_an_interrupted_run_keeps_finished_chunks_and_goes_on(folder, expected):
    with pytest.raises(
        Stopped, match=r"interrupted: 420 of 2,000 deals are kept, run the same command"
    ) as stop:
        go(folder, engine=fakes.engine(accident="interrupt"))
    assert stop.value.exit_code == 130
    assert manifest(folder)["status"] == "interrupted"
    assert go(folder, chunk=200).played == 1580
    assert files_of(folder) == expected
    assert not (folder / "parts").exists()


def test_a_killed_worker_is_told_in_one_line_and_loses_only_its_chunk(folder, expected):
    with pytest.raises(Stopped, match="a worker process was killed") as stop:
        go(folder, jobs=2, backend="loky", chunk=50, engine=fakes.engine(accident="kill"))
    assert stop.value.exit_code == 1
    assert "finished chunks are kept, run the same command again" in str(stop.value)
    assert 0 < go(folder).played < 2000
    assert files_of(folder) == expected


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_is_told_in_one_line_and_loses_nothing(folder, expected, monkeypatch, recwarn, jobs):
    writes = []

    def fsync(descriptor):
        writes.append(descriptor)
        if len(writes) > 12:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", fsync)
    with pytest.raises(Stopped, match=r"the disk is full, writing .*; finished chunks are kept") as stop:
        go(folder, jobs=jobs)
    assert stop.value.exit_code == 1
    assert [str(warning.message) for warning in recwarn] == []
    monkeypatch.undo()
    monkeypatch.setattr("zhuji_sim.runner.plan.SHARD_DEALS", 300)
    assert 0 < go(folder).played < 2000
    assert files_of(folder) == expected


def test_an_error_of_the_engine_is_not_hidden(folder):
    with pytest.raises(ZeroDivisionError, match="the fake engine"):
        go(folder, jobs=2, backend="loky", engine=fakes.engine(accident="bug"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 1), (signal.SIGKILL, -signal.SIGKILL)])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_stopped_from_outside_goes_on(folder, expected, sent, status, jobs):
    """Ctrl-C reaches the whole process group, as a terminal sends it; kill -9 the parent alone."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.runner.fakes", str(folder), jobs],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(folder.glob("parts/*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    if sent == signal.SIGINT:
        os.killpg(process.pid, sent)
    else:
        process.kill()
    _, said = process.communicate(timeout=60)
    assert process.returncode == status
    if sent == signal.SIGINT:
        assert "deals are kept, run the same command again to go on" in said
        assert said.count("\n") == 1
    outcome = go(folder)
    assert 0 < outcome.played < 2000
    assert files_of(folder)["cell0000-000000.parquet"]


class WholeLists(ThreadingBackend):
    """A backend that gives results back only when all are there, as ray's does."""

    supports_return_generator = False


def test_chunks_come_back_by_rounds_where_a_backend_gives_lists_only(folder, expected, monkeypatch):
    registered = ModuleType("ray.util.joblib")
    registered.register_ray = lambda: register_parallel_backend("ray", WholeLists)
    for name in ("ray", "ray.util"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "ray.util.joblib", registered)
    assert go(folder, jobs=2, backend="ray", chunk=20).played == 2000
    assert files_of(folder) == expected


def test_ray_that_is_missing_is_told(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray.util.joblib", None)
    with pytest.raises(ClusterError, match=r"ray is not installed: pip install 'zhuji-sim\[ray\]'"):
        go(folder, jobs=2, backend="ray")


# The folder


def test_another_experiment_does_not_get_into_the_folder(folder):
    go(folder)
    with pytest.raises(RunFolderError, match="seed 1 there, 2 here") as error:
        go(folder, fakes.experiment(seed=2))
    assert "--out" in str(error.value)
    assert "--fresh" in str(error.value)
    with pytest.raises(RunFolderError, match="other rules, policies or contracts"):
        go(folder, fakes.experiment(cells=3))


def test_fresh_starts_anew(folder):
    go(folder)
    (folder / "tables").mkdir()
    (folder / "tables" / "old.csv").touch()
    assert go(folder, fakes.experiment(seed=2, deals=100), fresh=True).played == 200
    assert not (folder / "tables").exists()
    assert len(files_of(folder)) == 2


@pytest.mark.parametrize("fresh", [False, True])
def test_a_folder_with_something_else_in_it_is_left_alone(folder, fresh):
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    with pytest.raises(RunFolderError, match="is not empty and holds no run"):
        go(folder, fresh=fresh)
    assert [path.name for path in folder.iterdir()] == ["thesis.txt"]


def test_a_damaged_manifest_is_named(folder):
    go(folder)
    (folder / "manifest.json").write_text("{")
    with pytest.raises(RunFolderError, match=r"manifest\.json is damaged: start anew with --fresh"):
        go(folder)


def test_a_manifest_without_a_list_of_sessions_is_damaged(folder):
    go(folder)
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"sessions": 3}))
    with pytest.raises(RunFolderError, match=r"manifest\.json is damaged: start anew with --fresh"):
        go(folder)


def test_two_processes_do_not_run_in_one_folder(folder):
    pytest.importorskip("fcntl")
    first = threading.Thread(target=go, args=(folder,), kwargs={"engine": fakes.engine(deal_seconds=0.001)})
    first.start()
    while not (folder / "manifest.json").exists():
        time.sleep(0.01)
    with pytest.raises(RunFolderError, match="another process is running"):
        go(folder)
    first.join()


# Memory


def test_rows_waiting_for_a_slow_disk_are_bounded(folder, monkeypatch):
    monkeypatch.setattr(execute, "ROUND", 2)
    started, waiting = [], []
    engine = fakes.engine()

    def play(spec, start, stop):
        started.append(start)
        return engine.play(spec, start, stop)

    class Disk:
        stored = 0

        def start(self, total, done): ...
        def stop(self): ...
        def advance(self, cell, deals):
            time.sleep(0.02)
            self.stored += 1
            waiting.append(len(started) - self.stored)

    counting = execute.Engine(engine.spec, engine.warm, play)
    go(
        folder,
        fakes.experiment(cells=1),
        jobs=2,
        backend="threading",
        chunk=20,
        progress=Disk(),
        engine=counting,
    )
    assert len(started) >= 50
    assert max(waiting) <= 4
