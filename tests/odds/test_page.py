"""The page holds all it needs, in both languages, for every kind of question and all presets."""

import json
import re
from dataclasses import replace

import pytest

from tests.analysis import browser
from zhuji_sim.errors import RunFolderError
from zhuji_sim.odds import name_map, opponents, search
from zhuji_sim.odds import page as pages_of_odds
from zhuji_sim.odds.answer import Answer, answer
from zhuji_sim.odds.asked import Asked, four_of
from zhuji_sim.odds.files import Files
from zhuji_sim.odds.page import caishen_maps, charts, page
from zhuji_sim.odds.situation import read_situation
from zhuji_sim.odds.verdict import verdict
from zhuji_sim.rules.ruleset import Ruleset

HAND = "123m45s456m79p中9s9p"
LANGUAGES = {"bao": "en", "dongfeng": "zh", "heping": "zh", "ziyou": "en"}
QUESTIONS = {
    "bao": {"seat": "W", "auction": "E:2 S:pass"},
    "dongfeng": {"seat": "S", "contract": "独2", "declarer": "S"},
    "heping": {"seat": "N", "caishen": "8p9p"},
    "ziyou": {"seat": "S"},
}
TITLES = {
    "bao": "What should I bid?",
    "dongfeng": "财神定哪张？",
    "heping": "机会有多大？",
    "ziyou": "Which caishen should I name?",
}
COMMAND = "zhuji odds HAND --deals 64"


@pytest.fixture(scope="module", autouse=True)
def _quick():
    """Fewer deals than anybody should choose by."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("FIRST_LOOK", 16), ("SECOND_LOOK", 16), ("ROUND", 64)):
            patch.setattr(search, name, value)
        patch.setattr(opponents, "OPPONENT_DEALS", 64)
        for module in (name_map, pages_of_odds):
            patch.setattr(module, "MAP_DEALS", 32)
        yield


@pytest.fixture(scope="module")
def answers(_quick) -> dict[str, Answer]:
    asked = Asked(four_of("tai"), budget=search.Budget(deals=64), opponents=("speed",))
    return {
        preset: answer(read_situation(HAND, rules=Ruleset.preset(preset), **said), asked)
        for preset, said in QUESTIONS.items()
    }


@pytest.fixture(scope="module")
def maps(answers):
    return {preset: caishen_maps(found) for preset, found in answers.items()}


@pytest.fixture(scope="module")
def pages(answers, maps) -> dict[str, str]:
    found = {}
    for preset, lang in LANGUAGES.items():
        drawn = charts(answers[preset], maps[preset], lang)
        found[preset] = page(answers[preset], drawn, COMMAND, lang)
    return found


def addresses(content: str) -> list[str]:
    return re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')>\s]+)""", content)


@pytest.mark.parametrize("preset", QUESTIONS)
def test_no_request_leaves_the_page(pages, preset):
    content = pages[preset]
    assert addresses(content)
    own = ("data:image/svg+xml;base64,", "data:font/woff;base64,")
    assert all(address.startswith(own) for address in addresses(content))
    assert not re.search(r"<(script|link|iframe)|@import|https?:", content)


@pytest.mark.skipif(browser.found() is None, reason="needs Chromium")
def test_pages_open_by_themselves_on_a_phone_too(pages, tmp_path):
    with browser.Browser(str(browser.found()), tmp_path / "profile") as chromium:
        for preset, content in pages.items():
            path = tmp_path / f"{preset}.html"
            path.write_text(content, encoding="utf-8")
            for width in (390, 1200):
                wide = "document.documentElement.scrollWidth"
                seen = chromium.open(path, width, 844, wide=wide, images="document.images.length")
                assert [url for url in seen.requests if not url.startswith("data:")] == [path.as_uri()]
                assert seen.complaints == []
                assert seen.values["images"] > 0
                assert seen.values["wide"] <= width, preset


@pytest.mark.parametrize("preset", QUESTIONS)
def test_the_page_answers_what_the_player_asks(answers, pages, preset):
    content = pages[preset]
    assert f"<h1>{TITLES[preset]}</h1>" in content
    assert verdict(answers[preset], LANGUAGES[preset]) in content
    assert COMMAND in content
    assert content.count('class="tile"') == len(answers[preset].situation.hand)
    assert "nan" not in re.sub(r"base64,[^\"]*", "", content)


def test_caishen_are_mapped_where_a_contract_is_to_be_had(answers, maps):
    assert {preset: len(found) for preset, found in maps.items()} == {
        "bao": 2,
        "dongfeng": 1,
        "heping": 0,
        "ziyou": 0,
    }
    assert len(maps["dongfeng"]["独2"]) == 34
    assert {len(frame) for frame in maps["bao"].values()} == {34}


def test_maps_are_of_the_best_contract_of_each_kind(answers, maps):
    contracts = answers["bao"].frame["contract"].tolist()
    dual, solo = maps["bao"]
    assert dual == next(name for name in contracts if name.isdigit())
    assert solo == next(name for name in contracts if name.startswith("独"))


def test_chances_without_a_choice_are_those_of_the_hand(pages):
    """Guards against a dash where a bid would be named."""
    assert "这手牌以几台胡牌" in pages["heping"]
    assert "<p>-" not in pages["heping"]


def test_a_page_tells_what_was_bid(pages):
    assert "Bidding so far: East 2, South pass" in pages["bao"]


def test_everything_is_written(answers, tmp_path):
    files = Files(tmp_path / "out", tmp_path / "a" / "page.html", tmp_path / "points.svg")
    files.prepare()
    written = files.write(answers["dongfeng"], COMMAND, "en")
    assert written == {
        "out": str(tmp_path / "out"),
        "html": str(tmp_path / "a" / "page.html"),
        "chart": str(tmp_path / "points.svg"),
    }
    there = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*")}
    assert there == {
        *("odds.json", "report.html", "tables/rows.csv", "tables/tai.csv", "tables/caishen_solo.csv"),
        *(f"charts/{name}.{kind}" for name in ("points", "tai", "caishen_solo") for kind in ("png", "svg")),
    }
    document = json.loads((tmp_path / "out" / "odds.json").read_text(encoding="utf-8"))
    assert document["best"]["contract"] == "独2"
    assert (tmp_path / "points.svg").read_text(encoding="utf-8").count("<svg") == 1
    page_of_its_own = (tmp_path / "a" / "page.html").read_bytes()
    assert page_of_its_own == (tmp_path / "out" / "report.html").read_bytes()


def test_names_that_cannot_be_written_are_refused_before_anything_is_played(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    for files, message in (
        (Files(chart=tmp_path / "points.jpg"), "ends with .png or .svg"),
        (Files(html=tmp_path), "is a folder"),
        (Files(out=tmp_path / "file" / "out"), "cannot be used as a folder"),
        (Files(html=tmp_path / ("x" * 300)), "cannot be written"),
        (Files(html=tmp_path / "a.svg", chart=tmp_path / "b" / ".." / "a.svg"), "expected two names"),
        (Files(out=tmp_path), r"holds something else \(file\)"),
    ):
        with pytest.raises(RunFolderError, match=message):
            files.prepare()


def test_a_folder_holds_one_answer_alone(answers, tmp_path):
    """Guards against the map of another question's caishen beside this one's figures."""
    for preset in ("dongfeng", "heping"):
        files = Files(out=tmp_path / "out")
        files.prepare()
        files.write(answers[preset], COMMAND, "en")
    there = {path.name for path in (tmp_path / "out").rglob("*.csv")}
    assert there == {"rows.csv", "tai.csv"}
    assert not list((tmp_path / "out" / "charts").glob("caishen*"))


def test_the_bidding_that_is_only_assumed_is_not_told_as_heard(answers):
    """Guards against a page that reports calls which nobody told of."""
    situation = read_situation(HAND, "S", Ruleset(), contract="独2", declarer="W", caishen="5m")
    drawn = charts(answers["bao"], {}, "en")
    assert "Bidding so far" not in page(replace(answers["bao"], situation=situation), drawn, COMMAND, "en")
