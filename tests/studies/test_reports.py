"""What readers get: pages in both languages that open with the answer, small enough to keep."""

import html
import json
from pathlib import Path

import pytest
from study_files import FILES, small_file

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.cli.main import main
from zhuji_sim.labels import LANGUAGES
from zhuji_sim.runner.manifest import agrees
from zhuji_sim.studies.__main__ import main as keep
from zhuji_sim.studies.index import write_index
from zhuji_sim.studies.report import page_name, publish, write_report

REPORTS = Path(__file__).parents[2] / "reports"
MANIFESTS = sorted(REPORTS.rglob("manifest.json"))


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_part_of_a_page_has_its_texts_and_every_chart_is_drawn(played, name):
    question, tables, _ = played(name)
    for lang in LANGUAGES:
        sections = question.sections(tables, lang)
        assert len({section.name for section in sections}) == len(sections)
        assert {section.chart for section in sections} - {""} <= set(question.charts)
        for section in sections:
            assert section.heading or question.say(f"heading_{section.name}", lang)
            assert section.explained or question.say(f"explain_{section.name}", lang)
            if section.table is not None:
                assert {len(row) for row in section.table.rows} <= {len(section.table.heads)}
    canvas = Canvas(question.deals, question.seed)
    figures = [draw(tables, canvas, question.percent) for draw in question.charts.values()]
    assert figures[0] is not None


@pytest.mark.parametrize("name", ["options"])
def test_a_kept_report_is_small_and_its_pages_open_with_the_answer(played, tmp_path, name):
    question, tables, run = played(name)
    publish(run, question, tables, tmp_path)
    for lang in LANGUAGES:
        page = (tmp_path / page_name(lang)).read_text(encoding="utf-8")
        for other in LANGUAGES:
            sentence = question.answer(tables, other)[0]
            place = page.replace("&#39;", "'").find(sentence)
            assert 0 < place < page.find("<img"), other
        for name, line in question.by_rules(tables, lang):
            listed = page.replace("&#39;", "'").find(f"<strong>{name}</strong>")
            assert 0 < listed < page.find(html.escape(line)) < page.find("<img")
        pictures = [part.split('"')[0] for part in page.split('<img src="')[1:]]
        assert pictures
        assert all((tmp_path / picture).exists() for picture in pictures)
        assert page_name(next(other for other in LANGUAGES if other != lang)) in page
    assert {path.stem for path in (tmp_path / "tables").iterdir()} == set(tables)
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 1_000_000


def test_the_index_has_the_answer_of_every_study_and_links_other_reports(played, tmp_path):
    names = ("deals", "dealer")
    found = {name: played(name)[:2] for name in names}
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "card_en.html").write_text("")
    (tmp_path / "cards" / "README.md").write_text("")
    for name in names:
        publish(played(name)[2], *found[name], tmp_path / name)
    for path, lang in zip(write_index(tmp_path, found), LANGUAGES, strict=True):
        page = path.read_text(encoding="utf-8").replace("&#39;", "'")
        for name in names:
            question, tables = found[name]
            assert question.answer(tables, lang)[1] in page
            assert f'href="{name}/{page_name(lang)}"' in page
    page = (tmp_path / page_name("en")).read_text(encoding="utf-8")
    assert 0 < page.find('href="cards/README.md"') < page.find('href="cards/card_en.html"')


def test_a_run_report_is_one_file(played):
    question, tables, run = played("wins")
    page = write_report(run, question, tables, "zh").read_text(encoding="utf-8")
    assert 'src="data:image/svg+xml;base64,' in page
    assert 'src="charts/' not in page


def test_zhuji_run_plays_a_study_and_zhuji_report_writes_it_again(tmp_path, capsys):
    path, out = small_file("wins", tmp_path), tmp_path / "run"
    arguments = ["--lang", "en", "--quiet"]
    assert main(["run", str(path), "--out", str(out), "--jobs", "1", "--deals", "60", *arguments]) == 0
    said = capsys.readouterr().out
    assert "Of all deals in bao," in said
    first = (out / "report.html").read_bytes()
    (out / "report.html").unlink()
    assert main(["report", str(out), *arguments]) == 0
    assert (out / "report.html").read_bytes() == first
    assert keep([str(tmp_path / "reports"), str(out)]) == 0
    assert (tmp_path / "reports" / "index.html").exists()
    assert main(["run", str(path), "--out", str(out), "--draws", "wall"]) == 2
    assert "a study has none" in capsys.readouterr().err


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.parent.relative_to(REPORTS).as_posix())
def test_kept_manifests_say_what_was_played(path):
    """Guards against manifests that were changed by hand."""
    manifest = json.loads(path.read_text(encoding="utf-8"))
    assert "fingerprint" not in manifest or agrees(manifest)
