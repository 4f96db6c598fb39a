"""Folders of studies and of kept reports: what lies there already is kept, what is wrong there is named."""

import json
import shutil
from pathlib import Path

import pytest

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.errors import RunFolderError
from zhuji_sim.labels import LANGUAGES
from zhuji_sim.studies.__main__ import main as keep
from zhuji_sim.studies.asking import read_question
from zhuji_sim.studies.report import page_name
from zhuji_sim.studies.run import play, read

SHARED = 'seed = 1\nwalls = 40\nrules = ["heping"]\npolicy = "speed"\n'
OWN = {"wins": "", "deals": 'pairs = [["speed", "random"]]\n'}


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> dict[str, Path]:
    """Folders of two small studies, by name."""
    place = tmp_path_factory.mktemp("studies")
    for name, own in OWN.items():
        path = place / f"{name}.toml"
        path.write_text(f'study = "{name}"\n{SHARED}{own}', encoding="utf-8")
        play(read_question(path), place / name, jobs=1, note=lambda line: None)
    return {name: place / name for name in OWN}


def test_the_index_keeps_the_answers_of_studies_that_were_published_before(runs, tmp_path):
    """Guards against an index that knows only the studies of one command."""
    for run in runs.values():
        assert keep([str(tmp_path), str(run)]) == 0
    written = [(tmp_path / page_name(lang)).read_bytes() for lang in LANGUAGES]
    for page, lang in zip(written, LANGUAGES, strict=True):
        for run in runs.values():
            question, tables = read(run)
            assert question.answer(tables, lang)[0] in page.decode().replace("&#39;", "'")
    assert keep([str(tmp_path), *map(str, runs.values())]) == 0
    assert [(tmp_path / page_name(lang)).read_bytes() for lang in LANGUAGES] == written


def test_a_kept_report_that_lacks_a_table_is_named_until_it_is_written_again(runs, tmp_path, capsys):
    assert keep([str(tmp_path), str(runs["wins"])]) == 0
    (tmp_path / "wins" / "tables" / "pace.csv").unlink()
    capsys.readouterr()
    assert keep([str(tmp_path), str(runs["deals"])]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"studies: {tmp_path / 'wins'}: its tables give no answer (")
    assert said.count("\n") == 1
    assert not (tmp_path / "deals").exists()
    assert keep([str(tmp_path), *map(str, runs.values())]) == 0


def test_two_runs_of_one_question_are_refused(runs, tmp_path, capsys):
    """Guards against a report that silently takes the place of another."""
    run = runs["wins"]
    assert keep([str(tmp_path / "reports"), str(run), str(run)]) == 2
    assert capsys.readouterr().err == (
        f"studies: {run} asks wins as {run} does: expected one run of each question\n"
    )
    assert not (tmp_path / "reports").exists()


def test_a_folder_of_reports_that_cannot_be_made_is_wrong_input(runs, tmp_path, capsys):
    path = tmp_path / "page.md"
    path.write_text("")
    for reports in (path, path / "below"):
        assert keep([str(reports), str(runs["wins"])]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"studies: {reports}: expected the folder of all reports (")
        assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 2}, "seed has changed"),
        ({"walls": 41}, "walls has changed"),
        ({"study": "zzz"}, "study has changed"),
        ({"rules": {}}, "rules has changed"),
        ({"sources": "other"}, "it has changed"),
    ],
)
def test_a_manifest_that_was_changed_is_refused(runs, tmp_path, change, told):
    """Guards against a page about other walls, seeds or rules than those that were played."""
    folder = shutil.copytree(runs["wins"], tmp_path / "run")
    path = folder / "manifest.json"
    path.write_text(json.dumps(read_manifest(folder) | change), encoding="utf-8")
    with pytest.raises(RunFolderError, match=rf"manifest\.json is damaged: {told} since it was written"):
        read(folder)


def test_a_torn_file_of_rows_is_named(runs, tmp_path):
    folder = shutil.copytree(runs["wins"], tmp_path / "run")
    path = next((folder / "deals").iterdir())
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(RunFolderError) as error:
        read(folder)
    assert str(error.value) == f"{path} is missing or damaged: run the study again to mend it"


def test_a_kept_report_is_told_from_a_run(runs, tmp_path):
    assert keep([str(tmp_path), str(runs["wins"])]) == 0
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(RunFolderError, match="a report without its rows: expected the folder of the run"):
        read(tmp_path / "wins")
    assert sorted(tmp_path.rglob("*")) == before
