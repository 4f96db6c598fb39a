"""`zhuji run` ends in a report; stopped, it goes on; every way to run it gives the same files."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

TEXT = """
deals = 400
seed = 7
policies = ["tai", "speed", "random", "random"]
contract = ["auction", "2", "无财2"]
"""


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    path = tmp_path / "question.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    """A run folder, made by one worker."""
    folder = tmp_path_factory.mktemp("finished")
    path = folder / "question.toml"
    path.write_text(TEXT, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "zhuji_sim",
        "run",
        str(path),
        "--out",
        str(folder / "run"),
        "--jobs",
        "1",
    ]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"LANG": "C"})
    return folder / "run"


def shards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "deals").glob("*.parquet")}


def test_a_run_ends_in_tables_charts_and_a_page(finished):
    assert (finished / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert len(list((finished / "charts").glob("*.png"))) >= 4
    assert len(list((finished / "charts").glob("*.png"))) == len(list((finished / "charts").glob("*.svg")))
    with (finished / "tables" / "contracts.csv").open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert {"2", "无财2"} <= {row["contract"] for row in rows}
    assert json.loads((finished / "manifest.json").read_text(encoding="utf-8"))["status"] == "complete"


@pytest.mark.parametrize(
    "options", [["--jobs", "2"], ["--jobs", "2", "--chunk", "37", "--backend", "threading"]]
)
def test_jobs_backend_and_chunk_do_not_change_the_rows(zhuji, experiment, finished, tmp_path, options):
    folder = tmp_path / "run"
    found = zhuji("run", str(experiment), "--out", str(folder), "--json", "--quiet", *options)
    assert found.status == 0
    assert found.err == ""
    assert found.document["deals"] == found.document["played"] == 1200
    assert found.document["report"] == str(folder / "report.html")
    assert shards(folder) == shards(finished)


def test_an_interrupted_run_goes_on_with_the_same_command(experiment, finished, tmp_path):
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "zhuji_sim", "run", str(experiment), "--out", str(folder)]
    command += ["--jobs", "2", "--chunk", "1"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 60
    while not list(folder.glob("parts/*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "deals are kept, run the same command again to go on" in said
    assert "Traceback" not in said
    assert not (folder / "report.html").exists()
    subprocess.run([*command[:-1], "300"], check=True, capture_output=True)
    assert shards(folder) == shards(finished)


def test_deals_and_seed_of_the_command_line_are_stronger(zhuji, experiment, tmp_path):
    folder = tmp_path / "run"
    said = zhuji("run", str(experiment), "--out", str(folder), "--deals", "10", "--seed", "9", "--jobs", "1")
    assert said.status == 0
    assert "30 deals (cells of the grid: 3) into" in said.err
    assert said.out == f"Report: {folder / 'report.html'}\n"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["seed"], manifest["deals"]) == (9, 10)


def test_another_experiment_is_kept_out_of_the_folder(zhuji, experiment, finished):
    said = zhuji("run", str(experiment), "--out", str(finished), "--seed", "8")
    assert said.status == 2
    assert "seed 7 there, 8 here" in said.err
    assert said.err.splitlines()[-1].endswith("or start anew with --fresh")


def test_a_report_can_be_made_again_in_chinese(zhuji, finished):
    said = zhuji("report", str(finished), "--lang", "zh")
    assert said.status == 0
    assert "报告" in said.out
    assert 'lang="zh' in (finished / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("option", "limits"),
    [("--seed", "from 0 to 9223372036854775807"), ("--deals", "from 1 to 10000000000")],
)
def test_options_have_the_limits_of_the_file(zhuji, experiment, option, limits):
    said = zhuji("run", str(experiment), option, "99999999999999999999999")
    assert said.status == 2
    assert said.err == f"zhuji: {option} = 99999999999999999999999: expected a whole number {limits}\n"


def test_a_folder_that_cannot_be_made_is_wrong_input(zhuji, experiment):
    folder = experiment / "run"
    said = zhuji("run", str(experiment), "--out", str(folder), "--quiet")
    assert said.status == 2
    assert said.err == (
        f"zhuji: {folder} cannot be used as a run folder (Not a directory): choose another with --out\n"
    )


def test_the_report_of_a_part_says_so(zhuji, finished, tmp_path):
    folder = shutil.copytree(finished, tmp_path / "part")
    min((folder / "deals").iterdir()).unlink()
    said = zhuji("report", str(folder))
    assert said.status == 0
    assert "800 of 1,200 deals" in said.err
    assert "800 of 1,200 deals" in (folder / "report.html").read_text(encoding="utf-8")
    for path in (folder / "deals").iterdir():
        path.unlink()
    said = zhuji("report", str(folder))
    assert said.status == 2
    assert "the run is unfinished, run the same command again" in said.err


def test_the_report_refuses_a_damaged_shard(zhuji, finished, tmp_path):
    folder = shutil.copytree(finished, tmp_path / "damaged")
    path = min((folder / "deals").iterdir())
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)
    said = zhuji("report", str(folder))
    assert said.status == 2
    assert said.err.startswith(f"zhuji: {path} cannot be read")
    assert said.err.count("\n") == 1


def test_the_quickstart_is_a_valid_experiment():
    from zhuji_sim.runner.grid import read_experiment

    root = Path(__file__).parents[2]
    found = read_experiment(root / "experiments" / "quickstart.toml")
    assert found.cells[0].contract is None
    assert len(found.cells) > 6
    assert set(found.title) == {"en", "zh"}
