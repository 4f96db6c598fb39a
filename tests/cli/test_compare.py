"""`zhuji compare`: figures as JSON and as tables, a folder, and what goes wrong in one line."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zhuji_sim.labels import text

SMALL = ["compare", "speed", "random", "--rules", "heping", "--deals", "800", "--jobs", "1"]
BOTS = Path(__file__).parents[2] / "experiments" / "bots"
TIDY = "bot:" + shlex.join([sys.executable, "-ES", str(BOTS / "tidy.py")])
HALTING = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    elif said["type"] == "choose":
        bad = said["view"]["hand"].count("\\u767d") > 1
        print(json.dumps({"action": 999 if bad else len(said["legal"]) - 1}), flush=True)
"""


def test_json_has_the_rows_that_scripts_know(zhuji):
    said = zhuji(*SMALL, "--json", "--quiet", "--seed", "3")
    assert (said.status, said.err) == (0, "")
    (row,) = said.document["rows"]
    assert list(row)[:9] == [
        *("a", "b", "walls", "deals", "points_per_deal", "low", "high", "a_alone", "b_alone")[:7],
        "a_alone",
        "a_alone_low",
    ]
    assert (row["a"], row["b"], row["walls"], row["deals"]) == ("speed", "random", 100, 800)
    assert row["low"] < row["points_per_deal"] < row["high"]
    speed, random = said.document["policies"]
    assert {"win", "deal_in", "declared", "made"} <= set(speed)
    assert (speed["policy"], random["policy"]) == ("speed", "random")
    assert speed["win"] > random["win"]
    assert speed["made"] is None
    assert said.document["seed"] == 3
    assert said.document["rules"]["preset"] == "heping"


def test_tables_and_a_verdict_in_both_languages(zhuji):
    said = zhuji(*SMALL, "--lang", "en")
    assert said.status == 0
    assert said.out.startswith("speed beats random: +")
    assert "one A among three B" in said.out
    assert "seed 1" in said.out
    assert "at most 800 deals" in said.err
    assert "胜过" in zhuji(*SMALL, "--lang", "zh").out


def test_three_policies_make_a_matrix(zhuji):
    said = zhuji("compare", "tai", "tai", "random", "--deals", "240", "--jobs", "1", "--quiet")
    assert said.status == 0
    assert "tai and tai #2 play alike: 0 points on each of 30 walls" in said.out
    assert "points per deal against" in said.out


def test_how_a_width_was_reached_or_not(zhuji):
    said = zhuji(*SMALL, "--until-width", "0.01")
    assert "All 800 deals are played, and the interval is still wider than 0.01." in said.out
    reached = zhuji(*SMALL, "--deals", "40000", "--until-width", "0.5", "--seed", "2")
    assert "the interval is at most 0.5 wide." in reached.out


def test_few_walls_are_said_to_be_few(zhuji):
    said = zhuji("compare", "speed", "random", "--deals", "80", "--jobs", "1")
    assert "Only 10 walls" in said.out


def test_the_folder_is_reported_again_in_another_language(zhuji, tmp_path):
    folder = tmp_path / "out"
    said = zhuji(*SMALL, "--out", str(folder), "--json", "--quiet")
    assert said.status == 0
    assert said.document["report"] == str(folder / "report.html")
    assert said.document["charts"]
    again = zhuji("report", str(folder), "--lang", "zh")
    assert again.status == 0
    assert "单独" in (folder / "report.html").read_text(encoding="utf-8")
    refused = zhuji("compare", "speed", "tai", "--out", str(folder))
    assert refused.status == 2
    assert "other rules, policies or contracts" in refused.err


def test_a_run_is_kept_out_of_a_comparisons_folder(zhuji, tmp_path):
    folder, experiment = tmp_path / "out", tmp_path / "e.toml"
    experiment.write_text('deals = 10\npolicies = "random"\n', encoding="utf-8")
    assert zhuji(*SMALL, "--out", str(folder), "--quiet").status == 0
    said = zhuji("run", str(experiment), "--out", str(folder), "--quiet")
    assert said.status == 2
    assert "holds a comparison" in said.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tai"], "policies: 1 to compare: expected 2"),
        (["tai", "tia"], "policy 'tia': expected one of"),
        (["tai", "speed", "--draws", "lane"], "draws = 'lane': expected one of wall, lanes"),
        (["tai", "speed", "--confidence", "2"], "confidence = 2.0: expected a number"),
        (["tai", "speed", "--contract", "x"], "'x'"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(zhuji, arguments, message):
    said = zhuji("compare", *arguments)
    assert said.status == 2
    assert said.out == ""
    assert message in said.err
    assert len(said.err.splitlines()) == 1


def test_interrupted_in_a_folder_it_goes_on_with_the_same_command(zhuji, tmp_path):
    folder = tmp_path / "out"
    command = [*SMALL[:-4], "--deals", "3200", "--jobs", "1", "--json", "--out", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-m", "zhuji_sim", *command, "--chunk", "80"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(folder.glob("parts/*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)
    assert process.returncode == 130, said[1]
    assert said[0] == ""
    assert "run the same command again to go on" in said[1]
    assert "Traceback" not in said[1]
    went_on = zhuji(*command)
    assert went_on.document["rows"] == zhuji(*command[:-2]).document["rows"]


def test_a_program_is_compared_like_a_policy(zhuji, tmp_path):
    asked = ["compare", TIDY, "random", "--rules", "heping", "--deals", "40", "--jobs", "1", "--quiet"]
    said = zhuji(*asked, "--json", "--out", str(tmp_path / "out"), "--bot-seconds", "20")
    assert said.status == 0
    (row,) = said.document["rows"]
    assert (row["a"], row["left_out"], said.document["faults"]) == (TIDY.removeprefix("bot:"), 0, [])
    assert said.document["policy_specs"][row["a"]]["seconds"] == 20
    assert zhuji("report", str(tmp_path / "out")).status == 0
    assert "tidy.py" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_left_out_is_told_with_a_warning(zhuji, tmp_path, lang):
    """Guards against walls that a bot spoilt and that nobody hears of."""
    (tmp_path / "halting.py").write_text(HALTING, encoding="utf-8")
    bot = "bot:" + shlex.join([sys.executable, "-ES", str(tmp_path / "halting.py")])
    asked = ["compare", bot, "tai", "--rules", "heping", "--deals", "64", "--seed", "3", "--jobs", "1"]
    said = zhuji(*asked, "--lang", lang, "--out", str(tmp_path / "out"))
    assert said.status == 0
    assert {"en": "are left out, both ways round", "zh": "整副舍去"}[lang] in said.out
    assert {"en": "the figures may be biased", "zh": "结果可能有偏"}[lang] in said.out
    assert '{"action":' in "".join(said.out.split())
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert text("comparison.heading_faults", lang) in page
    assert "999" in (tmp_path / "out" / "tables" / "faults.csv").read_text(encoding="utf-8")
    rows = zhuji(*asked, "--json", "--quiet").document
    assert len(rows["faults"]) == rows["rows"][0]["left_out"] > 0
    fault = rows["faults"][0]
    assert fault["bot"] == bot.removeprefix("bot:")
    assert fault["players"].count("tai") in (1, 3)
    again = ",".join(bot if name == fault["bot"] else name for name in fault["players"])
    deal = ["deal", "--policies", again, "--rules", "heping", "--seed", "3", "--draws", "lanes"]
    lost = zhuji(*deal, "--index", str(fault["wall"]), "--quiet")
    assert f"at {fault['seat']}, move {fault['move']}: " in lost.err


def test_a_program_that_never_answers_is_one_line(zhuji):
    command = shlex.join([sys.executable, "-c", "pass"])
    said = zhuji("compare", f"bot:{command}", "tai", "--deals", "16", "--jobs", "1", "--quiet")
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert "wall 0: " in said.err
