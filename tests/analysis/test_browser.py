"""Pages in a browser: nothing is fetched, nothing goes wrong, and a phone needs no sideways scrolling."""

from pathlib import Path

import browser
import pytest
from runs import MadeUpCell, write_run
from test_pages import KINDS, run_report, without_charts

from zhuji_sim.analysis import report as report_module
from zhuji_sim.analysis.charts import CHARTS

PHONE, DESK = (390, 844), (1200, 800)
REPORTS = Path(__file__).parents[2] / "reports"
KEPT = sorted(REPORTS.rglob("*.html"))
DOT = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='720' height='400'/>"
ALL_OPEN = "document.querySelectorAll('details').forEach(each => each.open = true)"
WIDTH = "document.documentElement.scrollWidth"
BROKEN = """Promise.all([...document.images].map(each => {
    each.loading = 'eager';
    return each.decode().then(() => '', () => each.alt);
})).then(all => all.filter(each => each))"""
ASKED = {
    "language": "document.documentElement.lang",
    "title": "document.title",
    "images": "document.images.length",
    "broken": BROKEN,
    "folded": WIDTH,
    "opened": ALL_OPEN,
    "unfolded": WIDTH,
}

pytestmark = pytest.mark.skipif(
    browser.found() is None, reason=f"no browser here: one of {', '.join(browser.NAMES)} is needed"
)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    with browser.Browser(str(browser.found()), tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture(scope="module", params=["en", "zh"])
def report(request, tmp_path_factory) -> tuple[str, Path]:
    """The report of a run with real charts."""
    folder = write_run(tmp_path_factory.mktemp("run") / "run", MadeUpCell(), MadeUpCell("2"), deals=200)
    with pytest.MonkeyPatch.context() as patch:
        few = {name: CHARTS[name] for name in ("make_rate", "endings")}
        patch.setattr(report_module, "CHARTS", few)
        return request.param, run_report.write_report(folder, request.param)


def assert_sound(seen: browser.Opened, path: Path, width: int) -> None:
    assert [url for url in seen.requests if not url.startswith("data:")] == [path.as_uri()]
    assert seen.complaints == []
    assert seen.values["broken"] == []
    assert seen.values["folded"] <= width
    assert seen.values["unfolded"] <= width


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_report_of_a_run_opens_by_itself(chromium, report, size):
    lang, path = report
    seen = chromium.open(path, *size, **ASKED)
    assert_sound(seen, path, size[0])
    assert seen.values["images"] == 2
    assert seen.values["language"] == {"en": "en", "zh": "zh-CN"}[lang]
    assert seen.values["title"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "run"])
def test_pages_of_every_kind_fit_a_phone(chromium, tmp_path, monkeypatch, kind):
    without_charts(monkeypatch, DOT)
    path = KINDS[kind](tmp_path / "folder", "zh")
    assert_sound(chromium.open(path, *PHONE, **ASKED), path, PHONE[0])


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.relative_to(REPORTS).as_posix())
def test_kept_reports_fit_a_phone_and_stay_among_themselves(chromium, path):
    """Pages of `reports/` may show pictures that lie beside them."""
    seen = chromium.open(path, *PHONE, **ASKED)
    fetched = [url for url in seen.requests if not url.startswith("data:")]
    assert all(url.startswith(path.parent.as_uri()) for url in fetched)
    assert seen.complaints == []
    assert seen.values["broken"] == []
    assert max(seen.values["folded"], seen.values["unfolded"]) <= PHONE[0]


def test_chinese_is_written_where_the_machine_has_no_font_for_it(chromium):
    """Guards against boxes, which are narrower than characters, in words that are all Chinese."""
    path = REPORTS / "dealer" / "index_zh.html"
    widths = """(() => [...document.querySelectorAll('h1, h2')].map(each => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const size = parseFloat(getComputedStyle(each).fontSize);
        return range.getBoundingClientRect().width / size / each.textContent.length;
    }))()"""
    seen = chromium.open(path, *DESK, fonts="document.fonts.ready.then(all => all.size)", widths=widths)
    assert seen.values["fonts"] == 1
    assert len(seen.values["widths"]) > 3
    assert all(0.95 < width < 1.02 for width in seen.values["widths"])


def test_reports_are_kept():
    """Guards against a test of no pages."""
    assert {path.relative_to(REPORTS).parts[0] for path in KEPT} >= {"index.html", "contracts", "cards"}


def test_a_page_that_fetches_complains_and_is_too_wide_is_found_out(chromium, tmp_path):
    """Guards against a browser that tells nothing."""
    path = tmp_path / "bad.html"
    path.write_text(
        '<!DOCTYPE html><meta name="viewport" content="width=device-width, initial-scale=1"><title>t</title>'
        '<img src="https://example.org/a.png" alt="lost"><p style="width:900px">wide</p>'
        "<script>console.error('no')</script>",
        encoding="utf-8",
    )
    seen = chromium.open(path, *PHONE, **ASKED)
    assert "https://example.org/a.png" in seen.requests
    assert any("no" in complaint for complaint in seen.complaints)
    assert seen.values["broken"] == ["lost"]
    assert seen.values["folded"] > PHONE[0]
