"""`zhuji run` and `zhuji report` of a study: what is wrong is told in one line, in the user's words."""

from pathlib import Path

import pytest

from zhuji_sim.analysis.tidy import read
from zhuji_sim.errors import RunFolderError
from zhuji_sim.runner.manifest import COMPLETE, Manifest
from zhuji_sim.studies.asking import read_question

STUDY = 'study = "wins"\nwalls = 40\nrules = ["heping"]\npolicy = "speed"\n'


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "wins.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def test_a_folder_that_cannot_be_made_is_wrong_input(zhuji, study):
    said = zhuji("run", str(study), "--out", str(study / "run"), "--quiet")
    assert said.status == 2
    assert said.err == (
        f"zhuji: {study / 'run'} cannot be used as a run folder (Not a directory): "
        "choose another with --out\n"
    )


@pytest.mark.parametrize(
    "option",
    [("--backend", "dask"), ("--scheduler", "tcp://10.0.0.5:8786"), ("--draws", "wall"), ("--chunk", "5")],
)
def test_an_option_that_a_study_does_not_have_is_refused(zhuji, study, option):
    """Guards against a cluster that is asked for and never used."""
    said = zhuji("run", str(study), *option)
    assert said.status == 2
    assert said.err == f"zhuji: {' '.join(option)}: a study has none ({study})\n"


def test_walls_of_the_command_line_are_told_as_its_option(zhuji, study):
    said = zhuji("run", str(study), "--deals", "29")
    assert said.status == 2
    assert said.err == "zhuji: --deals = 29: expected a whole number from 30 to 10000000000\n"


@pytest.mark.parametrize(("key", "option"), [("walls", "--deals"), ("seed", "--seed")])
def test_what_is_wrong_in_the_file_is_told_although_the_command_line_is_stronger(zhuji, study, key, option):
    """Guards against a file that goes on failing for everybody who gives no option."""
    study.write_text(STUDY.replace("walls = 40\n", "") + f'{key} = "many"\n', encoding="utf-8")
    said = zhuji("run", str(study), option, "50")
    assert said.status == 2
    assert said.err.startswith(f"zhuji: {study}: {key} = 'many': expected a whole number from")


def test_the_study_that_a_folder_holds_is_named(zhuji, study, tmp_path):
    other = tmp_path / "deals.toml"
    other.write_text(STUDY.replace("wins", "deals") + 'pairs = [["speed", "random"]]\n', encoding="utf-8")
    folder = tmp_path / "run"
    folder.mkdir()
    Manifest(read_question(other), folder).write(COMPLETE)
    said = zhuji("run", str(study), "--out", str(folder), "--quiet")
    assert said.status == 2
    assert "holds a run of another experiment (study deals there, wins here" in said.err
    assert said.err.endswith("choose another folder with --out, or start anew with --fresh\n")


def test_a_study_is_no_run_of_deals(study, tmp_path):
    """Guards against the advice to use an option of the command line where a script reads a folder."""
    Manifest(read_question(study), tmp_path).write(COMPLETE)
    with pytest.raises(RunFolderError) as error:
        read(tmp_path)
    assert str(error.value) == f"{tmp_path} holds a study: expected the folder of a run of deals"
