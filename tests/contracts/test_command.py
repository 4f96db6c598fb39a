"""The study as a command: a folder that goes on, a page in both languages, wrong input in one line."""

import json
import shutil

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.contracts.__main__ import main
from zhuji_sim.contracts.figures import Tables
from zhuji_sim.contracts.run import run, table_of, walls_of
from zhuji_sim.contracts.study import plan
from zhuji_sim.contracts.walls import play_walls
from zhuji_sim.contracts.wording import answer

WALLS = 60
ASKED = ["--policy", "speed", "--walls", str(WALLS), "--seed", "5"]
TABLES = ("auction", "forced", "steps", "strength")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("contracts") / "one"
    assert main([*ASKED, "--jobs", "1", "--lang", "en", "--out", str(out)]) == 0
    return out


def test_the_folder_has_tables_charts_and_a_manifest_that_tells_how(folder):
    assert sorted(path.stem for path in (folder / "tables").iterdir()) == list(TABLES)
    charts = {path.stem for path in (folder / "charts").iterdir()}
    assert charts >= {"made", "points", "strength"}
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["command"].endswith("--policy speed --walls 60 --seed 5 --confidence 0.95")
    assert manifest["status"] == "complete"
    assert str(folder) not in json.dumps(manifest)


def test_walls_are_the_same_for_any_number_of_jobs(folder, tmp_path):
    """Guards against walls in the order in which they were finished."""
    study = plan(WALLS, 5, "bao", "speed")
    assert (run(study, tmp_path, jobs=2) == run(study, folder)).all()


def test_the_same_command_in_another_language_gives_the_same_tables(folder, tmp_path, capsys):
    """Guards against figures that hang on the reader."""
    out = tmp_path / "copy"
    shutil.copytree(folder, out)
    assert main([*ASKED, "--lang", "zh", "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith("不论起手好坏")
    assert "哪些包划算" in (out / "report.html").read_text(encoding="utf-8")
    for name in TABLES:
        path = f"tables/{name}.csv"
        assert (out / path).read_bytes() == (folder / path).read_bytes()


def test_the_page_opens_with_its_answer_in_both_languages(folder):
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.index("Whatever tiles he is dealt") < page.index("不论起手好坏") < page.index("<h2>Forced")
    assert "A selected sample" in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_the_same_command_goes_on_without_playing_a_wall_twice(folder):
    """Guards against walls thrown away."""
    kept = next((folder / "walls").iterdir())
    before = kept.stat().st_mtime_ns
    walls = run(plan(WALLS, 5, "bao", "speed"), folder)
    assert kept.stat().st_mtime_ns == before
    assert (walls["wall"] == np.arange(WALLS)).all()


def test_walls_come_back_from_their_file_as_they_were():
    study = plan(WALLS, 5, "bao", "speed")
    walls = play_walls(study, 2, 7)
    assert (walls_of(table_of(walls), len(study.levels)) == walls).all()
    assert table_of(walls)["made_0"].to_pylist() == walls["made"][:, 0, 0, 0].tolist()


def test_every_row_of_the_tables_has_intervals_around_its_figures(folder):
    """Guards against ends that belong to another figure."""
    for name in TABLES:
        table = pd.read_csv(folder / "tables" / f"{name}.csv")
        for column in [each.removesuffix("_low") for each in table if each.endswith("_low")]:
            told = table[table[f"{column}_low"].notna()]
            assert (told[f"{column}_low"] <= told[column] + 1e-9).all()
            assert (told[column] <= told[f"{column}_high"] + 1e-9).all()


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        (["--walls", "3"], "walls = 3: expected a whole number from 30"),
        (["--policy", "tie"], "'tie'"),
        (["--rules", "heping"], "rules 'heping': expected rules with bidding"),
        (["--confidence", "95"], "confidence = 95.0: expected a number from 0.5 to 0.9999"),
        (["--jobs", "0"], "jobs = 0"),
        (["--seed", "-1"], "seed = -1"),
        (["--lang", "fr"], "language 'fr'"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(wrong, part, tmp_path, capsys):
    """Guards against tracebacks, and against a folder made for nothing."""
    assert main([*ASKED, *wrong, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err.strip()
    assert part in said
    assert "\n" not in said
    assert not (tmp_path / "out").exists()


def test_a_folder_of_another_study_is_refused(folder, capsys):
    asked = [*ASKED[:-1], "6", "--jobs", "1", "--out", str(folder)]
    assert main(asked) == 2
    assert "seed 5 there, 6 here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ([(1, 3), (-9, -7), (-90, -70)], "with 2 (+2.0); and clearly worse with every other"),
        ([(-1, 1), (-9, -7), (None, None)], "none 2 (−80.0); and clearly worse"),
        ([(-9, -7), (-9, -7), (-9, -7)], "with no contract does a declarer do clearly better"),
    ],
)
def test_the_answer_says_which_contracts_beat_passing_and_which_are_not_clear(ends, said):
    """Guards against a contract that is too rare to judge told as a loss."""
    forced = pd.DataFrame(
        {"seat": "all", "contract": ["2", "独2", "无财2"], "against_pass": [2.0, -8.0, -80.0]}
    )
    forced[["against_pass_low", "against_pass_high"]] = pd.DataFrame(ends, dtype=float).to_numpy()
    nothing = pd.DataFrame(columns=["seat", "contract"])
    first, second = answer(Tables(forced, nothing, nothing, nothing), "en")
    assert said in first
    assert "fewer than 30 walls" in second
