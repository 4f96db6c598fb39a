"""The report: one file that opens offline and can be read by somebody who has never seen the project."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from runs import MadeUpCell, write_run

from zhuji_sim.analysis import report as report_module
from zhuji_sim.analysis import write_report
from zhuji_sim.analysis.charts import CHARTS
from zhuji_sim.analysis.reproduce import experiment_toml
from zhuji_sim.analysis.run_folder import read_run
from zhuji_sim.analysis.tables import NoDealsError
from zhuji_sim.errors import RunFolderError
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.grid import read_experiment

HEADINGS = {
    "en": [
        "In short",
        "What was simulated",
        "Words used here",
        "The figures",
        "Which contracts can be made?",
        "Which contracts pay?",
        "How do contracts fail?",
        "Does the seat matter?",
        "Does the way of playing matter?",
        "Is it better to declare or to defend?",
        "How do deals end?",
        "How much are wins worth?",
        "How much do big wins weigh?",
        "How much is a good start worth?",
        "How long does a win take?",
        "How far to trust the figures",
        "Getting the same figures again",
    ],
    "zh": [
        "结论",
        "模拟了什么",
        "用语",
        "图表",
        "哪些包做得成？",
        "哪些包合算？",
        "包是怎样失败的？",
        "座位有影响吗？",
        "打法有影响吗？",
        "包牌好还是防守好？",
        "每局如何结束？",
        "胡牌有多大？",
        "大牌有多重要？",
        "好起手值多少？",
        "多久胡牌？",
        "数字有多可靠",
        "如何重现",
    ],
}
GRID = [MadeUpCell(contract, ("tai",) * 4) for contract in ("2", "独2", "无财2", "3")]


class Page(HTMLParser):
    """What a reader meets: headings, paragraphs, pictures, and all addresses that a browser would fetch."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.addresses: list[str] = []
        self.text = ""
        self._tags: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        self._tags.append(tag)
        given = dict(attrs)
        self.addresses += [value for name, value in given.items() if name in ("src", "href")]
        if tag == "img":
            self.pictures.append(given)

    def handle_data(self, data):
        self.text += data
        if self._tags and self._tags[-1] in ("h2", "h3") and data.strip():
            self.headings.append(data)


@pytest.fixture(scope="module", params=["en", "zh"])
def language(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def report(tmp_path_factory, language) -> Path:
    folder = write_run(tmp_path_factory.mktemp("run") / "auction", MadeUpCell())
    return write_report(folder, language)


@pytest.fixture(scope="module")
def page(report) -> Page:
    return Page(report)


@pytest.fixture
def few_charts(monkeypatch):
    """Tests of words need no pictures, which take seconds to draw."""
    monkeypatch.setattr(report_module, "CHARTS", {"endings": CHARTS["endings"]})


def test_the_headings_are_these(page, language):
    assert page.headings == HEADINGS[language]


def test_nothing_is_fetched_from_elsewhere(report, page):
    assert len(page.pictures) >= 6
    assert all(address.startswith("data:") for address in page.addresses)
    plain = re.sub(r"url\(data:font/[^)]*\)|data:[^\"]*", "", report.read_text(encoding="utf-8"))
    assert not re.search(r"https?://|@import|url\(|<script|<link", plain)


def test_every_picture_has_words_for_those_who_cannot_see_it(page):
    assert all(picture["alt"] for picture in page.pictures)


def test_the_report_tells_seed_deals_rules_policies_and_versions(page):
    for fact in ("300", "7", "bao", "tai · speed · speed · random", "python 3.11.7", "zhuji_sim 0.1.0"):
        assert fact in page.text


def test_contracts_by_auction_are_called_selected(page, language):
    said = {"en": "not which contract is best", "zh": "并不说明哪种包最好"}
    assert said[language] in page.text


def test_no_placeholder_is_left(page):
    assert not re.search(r"\{\w*\}|\bnan\b", page.text)


def test_the_run_folder_holds_tables_and_charts(report):
    charts = {path.name for path in (report.parent / "charts").iterdir()}
    assert {"make_rate.png", "make_rate.svg", "by_seat.png", "endings.svg"} <= charts
    contracts = pd.read_csv(report.parent / "tables" / "contracts.csv")
    assert list(contracts)[:7] == ["cell", "cell_name", "source", "contract", "level", "mode", "deals"]
    assert contracts["deals"].sum() <= 300
    outcomes = pd.read_csv(report.parent / "tables" / "contract_outcomes.csv")
    assert outcomes["level"].dtype == contracts["level"].dtype == int


def test_writing_again_changes_nothing(tmp_path, few_charts):
    folder = write_run(tmp_path / "run", *GRID, deals=60)
    write_report(folder, "en")
    files = [path for path in folder.rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in files}
    write_report(folder, "en")
    assert {path: path.read_bytes() for path in files} == before


def test_a_grid_of_contracts_shows_them_side_by_side(tmp_path, few_charts):
    page = Page(write_report(write_run(tmp_path / "run", *GRID, deals=60), "en"))
    assert "Whatever tiles he was dealt, East" in page.text or "Forced to declare" in page.text
    for contract in ("solo 2", "none 2", "East declares solo 2"):
        assert contract in page.text
    assert "not which contract is best" not in page.text


def test_rules_without_contracts_have_a_report_too(tmp_path):
    cell = MadeUpCell(None, ("tai", "speed", "tai", "speed"), Ruleset.preset("heping"), "heping")
    page = Page(write_report(write_run(tmp_path / "run", cell, deals=100), "en"))
    assert "The dealer won" in page.text
    assert "Which contracts pay?" not in page.headings
    assert len(page.pictures) >= 5


def test_matches_are_counted_as_matches(tmp_path, few_charts):
    page = Page(write_report(write_run(tmp_path / "run", MadeUpCell(), deals=8, matches=20), "en"))
    assert "160, in 20 matches of 8 deals each" in page.text


def test_an_unfinished_run_says_so(tmp_path, few_charts):
    folder = write_run(tmp_path / "run", MadeUpCell(), deals=100, status="interrupted")
    next((folder / "deals").glob("*part00001*")).unlink()
    assert "50 of 100 deals have been played" in Page(write_report(folder, "en")).text


def test_the_title_of_the_experiment_is_used_in_its_language(tmp_path, few_charts):
    title = {"en": "Solo or dual?", "zh": "独还是二财神？"}
    folder = write_run(tmp_path / "run", MadeUpCell(), deals=40, title=title)
    assert "独还是二财神？" in Page(write_report(folder, "zh")).text
    assert "Solo or dual?" in Page(write_report(folder, "en")).text


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(RunFolderError, match="is not a run folder"):
        write_report(tmp_path, "en")


def test_a_damaged_manifest_is_refused(tmp_path):
    (tmp_path / "manifest.json").write_text('{"cells": [{"index"')
    with pytest.raises(RunFolderError, match="damaged"):
        write_report(tmp_path, "en")


def test_a_torn_shard_is_named(tmp_path):
    folder = write_run(tmp_path / "run", MadeUpCell(), deals=40)
    torn = next((folder / "deals").glob("*part00001*"))
    torn.write_bytes(torn.read_bytes()[:100])
    with pytest.raises(RunFolderError, match=torn.name):
        write_report(folder, "en")


def test_a_run_without_deals_is_refused(tmp_path):
    folder = write_run(tmp_path / "run", MadeUpCell(), deals=40)
    for shard in (folder / "deals").iterdir():
        shard.unlink()
    with pytest.raises(NoDealsError):
        write_report(folder, "en")


class NamedPolicy:
    def __init__(self, name: str) -> None:
        self.name = name
        self.spec: dict[str, object] = {}


def cells_again(run, path: Path) -> list[tuple[object, ...]]:
    text = experiment_toml(run)
    assert text is not None
    path.write_text(text, encoding="utf-8")
    experiment = read_experiment(path, NamedPolicy)
    assert (experiment.seed, experiment.deals, experiment.matches) == (7, 40, run.manifest["matches"])
    described = [cell.describe() for cell in experiment.cells]
    return [
        (cell["rules"], tuple(cell["policies"]), cell["contract"], cell["declarer"]) for cell in described
    ]


@pytest.mark.parametrize(
    "cells",
    [
        [MadeUpCell()],
        GRID,
        [MadeUpCell(None, policies) for policies in (("tai",) * 4, ("tai", "speed", "tai", "speed"))],
        [MadeUpCell(rules=Ruleset.preset("bao", wall_reserve=reserve)) for reserve in (20, 26)],
        [MadeUpCell(rules=Ruleset.preset(preset), rules_name=preset) for preset in ("bao", "heping")],
    ],
    ids=["one cell", "contracts", "policies", "an option", "presets"],
)
def test_the_experiment_in_the_report_gives_the_same_cells(tmp_path, cells):
    run = read_run(write_run(tmp_path / "run", *cells, deals=40))
    there = [(cell.rules, cell.policies, cell.contract, cell.declarer) for cell in run.cells]
    assert cells_again(run, tmp_path / "again.toml") == there


def test_cells_that_are_no_grid_are_left_to_the_manifest(tmp_path, few_charts):
    odd = [MadeUpCell("2"), MadeUpCell("3", ("tai",) * 4)]
    run = read_run(write_run(tmp_path / "run", *odd, deals=40))
    assert experiment_toml(run) is None
    assert "manifest.json" in Page(write_report(tmp_path / "run", "en")).text
