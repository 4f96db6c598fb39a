"""`zhuji run` and `zhuji report` of a study: what is wrong is told in one line, in the user's words."""

from pathlib import Path

import pytest

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
