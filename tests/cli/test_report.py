"""`zhuji report` makes any kind of folder's report again, and puts several of one kind side by side."""

import json
import shutil
from pathlib import Path

import pytest

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.contracts import run as contracts
from zhuji_sim.contracts import study
from zhuji_sim.duplicate import comparison
from zhuji_sim.duplicate import run as comparisons
from zhuji_sim.runner import run as runs
from zhuji_sim.runner.grid import read_experiment
from zhuji_sim.studies import run as studies
from zhuji_sim.studies.asking import read_question
from zhuji_sim.tuning import plan as tuning
from zhuji_sim.tuning import run as tunings

KINDS = ("run", "comparison", "tuning", "contracts")
RUN = 'deals = 60\nseed = {seed}\npolicies = ["speed"]\nrules = "heping"\n'


def made(kind: str, folder: Path, seed: int) -> None:
    """A small folder of a kind, without a report."""
    if kind == "run":
        path = folder.with_suffix(".toml")
        path.write_text(RUN.format(seed=seed), encoding="utf-8")
        runs.run(read_experiment(path), folder, jobs=1, backend="sequential")
    elif kind == "comparison":
        comparisons.run(comparison.plan(["speed", "random"], 320, seed, "heping"), folder)
    elif kind == "tuning":
        budget = {"generations": 2, "population": 4, "walls": 12, "check_walls": 30}
        tunings.run(tuning.plan("speed", ["random"], rules=["heping"], seed=seed, **budget), folder)
    else:
        contracts.run(study.plan(40, seed, "bao", "speed"), folder)


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> dict[str, list[Path]]:
    place = tmp_path_factory.mktemp("folders")
    found = {kind: [place / f"{kind}{seed}" for seed in (1, 2)] for kind in KINDS}
    for kind, both in found.items():
        for seed, folder in enumerate(both, 1):
            made(kind, folder, seed)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_the_report_of_any_kind_is_made_again(zhuji, folders, kind):
    folder = folders[kind][0]
    said = zhuji("report", str(folder), "--lang", "zh", "--json")
    assert said.status == 0
    assert said.document["report"] == str(folder / "report.html")
    assert said.document["tables"]
    assert said.document["charts"]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert 'lang="zh-CN"' in page


@pytest.mark.parametrize("kind", KINDS)
def test_two_of_any_kind_stand_side_by_side(zhuji, folders, kind):
    one, two = folders[kind]
    said = zhuji("report", str(one), str(two), "--lang", "en")
    out = one.parent / f"{one.name}+{two.name}"
    assert said.out == f"Report: {out / 'report.html'}\n"
    page = (out / "report.html").read_text(encoding="utf-8")
    heads = f'<th class="figure">{one.name}</th><th class="figure">{two.name}</th>'
    assert page.count(heads) == page.count("<thead>") > 0
    assert "data:image/svg" in page
    assert {read_manifest(folder)["seed"] for folder in (one, two)} == {1, 2}
    assert "seed 1" in page
    assert "seed 2" in page
    for path in (out / "tables").iterdir():
        assert path.read_text(encoding="utf-8").startswith("run,")


def test_runs_of_different_kinds_are_refused_in_one_line(zhuji, folders):
    run, other = folders["run"][0], folders["comparison"][0]
    said = zhuji("report", str(run), str(other))
    assert said.status == 2
    assert said.err == (f"zhuji: {other} holds a comparison, {run} a run: expected runs of one kind\n")


def test_a_run_beside_itself_is_refused(zhuji, folders):
    run = folders["run"][0]
    said = zhuji("report", str(run), str(run))
    assert said.status == 2
    assert said.err == f"zhuji: {run} is there twice: expected each run once\n"


def test_the_page_of_several_never_lies_in_a_run_folder(zhuji, folders):
    one, two = folders["run"]
    said = zhuji("report", str(one), str(two), "--out", str(one))
    assert said.status == 2
    assert said.err == f"zhuji: {one} is a run folder of its own: choose another folder with --out\n"


def test_the_page_of_several_never_lies_among_foreign_files(zhuji, folders, tmp_path):
    """Guards against tables and charts strewn over a folder that is no page."""
    one, two = map(str, folders["run"])
    (tmp_path / "notes.txt").write_text("")
    said = zhuji("report", one, two, "--out", str(tmp_path))
    assert said.status == 2
    assert said.err == (
        f"zhuji: {tmp_path} is not empty and holds no page of several runs: "
        "choose another folder with --out\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    (tmp_path / "new").mkdir()
    for _ in range(2):
        assert zhuji("report", one, two, "--out", str(tmp_path / "new")).status == 0


def test_a_page_of_several_that_cannot_be_written_is_wrong_input(zhuji, folders, tmp_path):
    one, two = map(str, folders["run"])
    path = tmp_path / "file"
    path.write_text("")
    said = zhuji("report", one, two, "--out", str(path))
    assert (said.status, said.err) == (2, f"zhuji: {path} is a file: choose a folder with --out\n")
    said = zhuji("report", one, two, "--out", str(path / "below"))
    assert said.status == 2
    assert said.err.endswith("cannot be written (Not a directory): choose another folder with --out\n")
    assert said.err.count("\n") == 1


def test_out_is_for_several(zhuji, folders, tmp_path):
    said = zhuji("report", str(folders["run"][0]), "--out", str(tmp_path))
    assert said.status == 2
    assert "expected two or more run folders" in said.err


STUDY = 'study = "{name}"\nseed = {seed}\nwalls = 40\nrules = ["{rules}"]\npolicy = "speed"\n'


def studied(place: Path, name: str, seed: int, rules: str = "heping") -> Path:
    """The folder of a small study."""
    path = place / f"{name}{seed}.toml"
    path.write_text(STUDY.format(name=name, seed=seed, rules=rules), encoding="utf-8")
    studies.play(read_question(path), place / f"{name}{seed}", jobs=1, note=lambda line: None)
    return place / f"{name}{seed}"


def test_studies_of_one_question_stand_side_by_side_with_charts_of_each(zhuji, tmp_path):
    one, two = studied(tmp_path, "wins", 1), studied(tmp_path, "wins", 2)
    said = zhuji("report", str(one), str(two), "--lang", "en", "--out", str(tmp_path / "both"))
    assert said.status == 0
    page = (tmp_path / "both" / "report.html").read_text(encoding="utf-8")
    heads = '<th class="figure">wins1</th><th class="figure">wins2</th>'
    assert page.count(heads) == page.count("<thead>") > 0
    shown = page.count("<figcaption>wins1</figcaption>")
    assert shown == page.count("<figcaption>wins2</figcaption>") > 0
    assert page.count("data:image/svg") == 2 * shown
    items = (tmp_path / "both" / "tables" / "items.csv").read_text(encoding="utf-8").splitlines()
    assert {line.split(",")[0] for line in items[1:]} == {"wins1", "wins2"}


def test_studies_of_different_questions_are_refused_in_one_line(zhuji, tmp_path):
    one, two = studied(tmp_path, "wins", 1), studied(tmp_path, "contracts", 2, "bao")
    said = zhuji("report", str(one), str(two))
    assert said.status == 2
    assert said.err == f"zhuji: {two} asks contracts, {one} wins: expected studies of one question\n"


def test_a_folder_of_another_kind_is_named(zhuji, tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({"kind": "diary"}))
    said = zhuji("report", str(tmp_path))
    assert said.status == 2
    assert said.err == (
        f"zhuji: {tmp_path} holds a diary: expected one of run, comparison, tuning, contracts, study\n"
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"version": None}, "version = None: expected a version of zhuji_sim"),
        ({"versions": 3}, "versions = 3: expected a table of versions"),
        ({"total_deals": "many"}, "total_deals = 'many': expected a whole number"),
    ],
)
def test_a_damaged_manifest_is_told_with_what_is_wrong_in_it(zhuji, folders, tmp_path, kind, change, problem):
    """Guards against the names of Python's errors in place of the file and the key."""
    manifest = read_manifest(folders[kind][0])
    for content, told in (
        (manifest | change, problem),
        ({key: value for key, value in manifest.items() if key not in change}, "is missing"),
    ):
        (tmp_path / "manifest.json").write_text(json.dumps(content), encoding="utf-8")
        said = zhuji("report", str(tmp_path))
        assert said.status == 2
        assert said.err.startswith(f"zhuji: {tmp_path / 'manifest.json'} is damaged: ")
        assert told in said.err
        assert said.err.count("\n") == 1


def test_a_study_of_contracts_that_lost_walls_is_refused(zhuji, folders, tmp_path):
    folder = shutil.copytree(folders["contracts"][0], tmp_path / "study")
    next((folder / "walls").iterdir()).unlink()
    said = zhuji("report", str(folder))
    assert said.status == 2
    assert "is missing or damaged: run the study again" in said.err
