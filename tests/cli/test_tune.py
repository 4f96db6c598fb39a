"""`zhuji tune`: a policy file, a report, and what goes wrong in one line."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zhuji_sim.policies import load

SMALL = [
    *("tune", "speed", "--against", "tai", "--against", "random", "--rules", "heping", "--jobs", "1"),
    *("--generations", "2", "--population", "4", "--walls", "10", "--check-walls", "20"),
]


def test_the_policy_is_written_and_can_be_used(zhuji, tmp_path):
    folder = tmp_path / "out"
    said = zhuji(*SMALL, "--out", str(folder), "--name", "quick-start", "--json", "--quiet")
    assert (said.status, said.err) == (0, "")
    found = said.document
    assert found["policy"] == str(folder / "quick-start.toml")
    policy = load(folder / "quick-start.toml")
    assert policy.spec["weights"] == found["weights"]
    assert found["asked"]["policies"] == ["speed", "tai", "random", "speed"]
    rows = [(row["against"], row["held_out"]) for row in found["rows"] if not row["rules"]]
    assert rows == [("tai", False), ("random", False), ("", False), ("speed", True)]
    assert all(row["gain_low"] <= row["gain"] <= row["gain_high"] for row in found["rows"])
    met = zhuji(
        "compare", found["policy"], "speed", "--rules", "heping", "--deals", "80", "--json", "--quiet"
    )
    assert met.document["rows"][0]["a"] == "quick-start"


def test_without_a_folder_it_is_named_after_the_policy(zhuji, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = zhuji(*SMALL, "--weights", "gang_slack")
    assert said.status == 0
    assert "Weights: 1; 2 generations of 4 candidates" in said.err
    assert "seed 1; chosen on 20 walls of seed 2, estimated on 20 walls of seed 3" in said.out
    assert "Only 20 walls" in said.out
    assert (tmp_path / "runs" / "tune-speed" / "speed-tuned.toml").is_file()


def test_the_folder_is_reported_again_in_another_language(zhuji, tmp_path):
    folder = tmp_path / "out"
    said = zhuji(*SMALL, "--out", str(folder), "--rules", "bao", "--quiet")
    assert said.status == 0
    assert "all (scaled)" in said.out
    again = zhuji("report", str(folder), "--lang", "zh", "--json")
    assert again.status == 0
    assert again.document["policy"] == str(folder / "speed-tuned.toml")
    assert "以对局调整权重" in (folder / "report.html").read_text(encoding="utf-8")
    refused = zhuji("compare", "speed", "tai", "--out", str(folder), "--quiet")
    assert refused.status == 2
    assert "choose another folder with --out" in refused.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["speed"], "Missing option '--against'"),
        (["sped", "--against", "tai"], "policy 'sped': expected one of"),
        (["speed", "--against", "tai", "--weights", "gang_slak"], "did you mean 'gang_slack'?"),
        (["speed", "--against", "tai", "--weights", ","], "weights: none given"),
        (["speed", "--against", "tai", "--held-out", "tai"], "held_out: 'tai' is in the pool"),
        (["speed", "--against", "tai", "--rules", "boa"], "unknown preset 'boa'"),
        (["speed", "--against", "tai", "--generations", "0"], "generations = 0: expected a whole number"),
        (["speed", "--against", "tai", "--step", "3"], "step = 3.0: expected a number above 0"),
        (["speed", "--against", "tai", "--backend", "dusk"], "backend = 'dusk': expected one of loky"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(zhuji, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    said = zhuji("tune", *arguments, "--quiet")
    assert said.status == 2
    assert said.out == ""
    assert message in said.err
    assert len(said.err.splitlines()) == 1


def test_interrupted_it_goes_on_with_the_same_command(zhuji, tmp_path):
    folder = tmp_path / "out"
    command = [*SMALL, "--generations", "12", "--json", "--out"]
    process = subprocess.Popen(
        [sys.executable, "-m", "zhuji_sim", *command, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (folder / "search.json").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said[0] == ""
    assert "of 12 generations are kept, run the same command again to go on" in said[1]
    assert "Traceback" not in said[1]
    went_on, whole = (zhuji(*command, str(tmp_path / name), "--quiet") for name in ("out", "whole"))
    for part in ("weights", "rows", "choices"):
        assert went_on.document[part] == whole.document[part]


def test_the_study_of_champion_can_be_run(zhuji, tmp_path):
    """Its weights are named in a script: a weight renamed or taken out would be noticed an hour too late."""
    script = Path(__file__).parents[2] / "experiments" / "tune_champion.sh"
    asked = script.read_text(encoding="utf-8").split('"${ZHUJI:-zhuji}" ')[1].replace("\\\n", " ")
    command = [word for word in asked.split() if word != '"$@"']
    said = zhuji(*command, "--generations", "0")
    assert "generations = 0: expected a whole number" in said.err
