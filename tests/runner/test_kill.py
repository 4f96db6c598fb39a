"""A run killed at any moment goes on with the same command: no deal twice, none lost, nothing torn is kept.

The whole process group is killed, so that neither the run nor its workers can put anything in order.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from tests.runner import fakes
from zhuji_sim.runner.run import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

ROOT = Path(__file__).parents[2]
SHARD_DEALS = 300
SECONDS = 60
LATE = 6
"""Shards of eight at which a run is killed even if the moment never came."""
STANDSTILL = 0.005
"""Seconds until processes that were told to hold do so."""


@pytest.fixture(scope="module")
def expected(tmp_path_factory) -> dict[str, bytes]:
    """The files of a run that nobody stops."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zhuji_sim.runner.plan.SHARD_DEALS", SHARD_DEALS)
        folder = tmp_path_factory.mktemp("expected") / "run"
        run(fakes.experiment(), folder, jobs=1, engine=fakes.engine())
    return files_of(folder)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "deals").iterdir())}


def start(folder: Path, jobs: int) -> subprocess.Popen:
    command = [sys.executable, "-m", "tests.runner.fakes", str(folder), str(jobs), str(SHARD_DEALS)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True)


def kill_when(process: subprocess.Popen, moment: Callable[[], bool]) -> None:
    """Kill the process and its workers as soon as the moment has come.

    They are held first, and go on if the moment passed before they stood still.
    """
    deadline = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        if moment():
            os.killpg(process.pid, signal.SIGSTOP)
            time.sleep(STANDSTILL)
            if moment():
                break
            os.killpg(process.pid, signal.SIGCONT)
        time.sleep(0.001)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=SECONDS)
    assert process.returncode == -signal.SIGKILL, "the run had ended before it could be killed"


def finish(folder: Path) -> int:
    """Go on to the end; returns how many deals were left to play."""
    outcome = run(fakes.experiment(), folder, jobs=1, engine=fakes.engine())
    assert outcome.deals == 2000
    return outcome.played


def shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("deals/*.parquet"))


def parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("parts/*.parquet"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_killed_again_and_again_has_every_deal_once(folder, expected, jobs):
    """Each start is killed when two more files are there; the last one runs on."""
    for _ in range(3 if jobs == 1 else 2):
        before = set(shards(folder) + parts(folder))
        process = start(folder, jobs)
        kill_when(process, lambda before=before: len(set(shards(folder) + parts(folder)) - before) >= 2)
    assert 0 < finish(folder) < 2000
    assert files_of(folder) == expected
    deals = pd.concat([pd.read_parquet(path, columns=["cell", "deal"]) for path in shards(folder)])
    assert deals.to_numpy().tolist() == [[cell, deal] for cell in range(2) for deal in range(1000)]
    assert not (folder / "parts").exists()


def moments() -> list[object]:
    """Moments in which files are half written or stand twice, caught as they happen, if they are."""

    def draft(folder):
        return any(folder.glob("*/.*.draft"))

    def manifest_only(folder):
        return (folder / "manifest.json").exists()

    def first_shard(folder):
        return bool(shards(folder))

    def shard_beside_its_parts(folder):
        return any(part.name.startswith(shard.stem) for shard in shards(folder) for part in parts(folder))

    found = (draft, manifest_only, first_shard, shard_beside_its_parts)
    return [pytest.param(moment, id=moment.__name__) for moment in found]


@pytest.mark.parametrize("moment", moments())
def test_no_moment_is_a_bad_one(folder, expected, moment):
    kill_when(start(folder, 1), lambda: moment(folder) or len(shards(folder)) >= LATE)
    finish(folder)
    assert files_of(folder) == expected
    assert not list(folder.glob("**/.*.draft"))


def test_what_a_kill_tore_is_found_and_made_again(folder, expected):
    """Files cut short where the disk had not got them yet, drafts, a part of a shard that is complete."""
    kill_when(start(folder, 1), lambda: len(shards(folder)) >= 3 and bool(parts(folder)))
    first, second, third = shards(folder)[:3]
    part = parts(folder)[0]
    kept = len(shards(folder)) * SHARD_DEALS
    first.write_bytes(first.read_bytes()[: len(first.read_bytes()) // 2])
    second.write_bytes(b"")
    part.write_bytes(part.read_bytes()[:-1])
    (third.parent / f".{third.name}.draft").write_bytes(third.read_bytes()[:100])
    (folder / ".manifest.json.draft").write_bytes(b"{")
    (part.parent / f"{third.stem}-{600:012}-{650:012}.parquet").write_bytes(third.read_bytes())
    assert finish(folder) >= 2000 - kept + 2 * SHARD_DEALS - 100
    assert files_of(folder) == expected
    assert not list(folder.glob("**/.*.draft"))
    assert not (folder / "parts").exists()


def test_a_kill_while_the_first_manifest_is_written_leaves_a_folder_to_go_on_in(folder, expected):
    folder.mkdir()
    (folder / ".manifest.json.draft").write_bytes(b'{"seed"')
    assert finish(folder) == 2000
    assert files_of(folder) == expected
