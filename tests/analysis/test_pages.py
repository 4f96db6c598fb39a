"""Pages read as they did: the words of every kind of report, held against stored texts.

After a change that is meant, `ZHUJI_NEW_BASELINE=1 pytest tests/analysis/test_pages.py` stores them anew;
read the difference before it is committed.
"""

import difflib
import os
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from runs import MadeUpCell, write_run
from studies import comparison, contract_study, folder_of, tuning

from zhuji_sim.analysis import report as run_report
from zhuji_sim.analysis import run_sides, side_by_side
from zhuji_sim.contracts import report as contracts_report
from zhuji_sim.duplicate import report as comparison_report
from zhuji_sim.tuning import report as tuning_report

BASELINE = Path(__file__).parent / "baseline"
RENEW = bool(os.environ.get("ZHUJI_NEW_BASELINE"))
BLOCKS = {"p", "h1", "h2", "h3", "tr", "li", "dt", "pre", "summary", "title"}
VERSIONS = re.compile(
    r"(?:(?:zhuji_sim|python|numba|numpy|pandas|pyarrow|joblib|matplotlib|cma) [\w.+]+(?:, )?)+"
)


class Words(HTMLParser):
    """The words of a page, a line for each block; cells of a table are parted by bars."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self._silent = False

    def handle_starttag(self, tag, attrs):
        self._silent |= tag == "style"
        if tag in BLOCKS:
            self.lines.append("")
        elif tag in ("td", "th", "dd"):
            self.lines[-1] += " | "
        elif tag == "img":
            self.lines.append(f"[{dict(attrs)['alt']}]")

    def handle_endtag(self, tag):
        self._silent &= tag != "style"

    def handle_data(self, data):
        if not self._silent:
            self.lines[-1] += data


def words(path: Path) -> list[str]:
    """What a page says, without what hangs on versions of packages."""
    page = Words()
    page.feed(path.read_text(encoding="utf-8"))
    told = (" ".join(VERSIONS.sub("VERSIONS ", line).split()).removeprefix("| ") for line in page.lines)
    return [line for line in told if line]


def run(folder: Path, lang: str) -> Path:
    cells = MadeUpCell(), MadeUpCell("独2"), MadeUpCell("3")
    return run_report.write_report(write_run(folder, *cells, deals=400), lang)


def of_comparison(folder: Path, lang: str) -> Path:
    study = comparison()
    return comparison_report.write_report(folder_of(study.comparison, folder), study, lang)


def of_tuning(folder: Path, lang: str) -> Path:
    asked, record = tuning()
    return tuning_report.write_report(folder_of(asked, folder), asked, record, lang)


def of_contracts(folder: Path, lang: str) -> Path:
    study, tables = contract_study()
    return contracts_report.write_report(folder_of(study, folder), study, tables, lang)


def of_several(folder: Path, lang: str) -> Path:
    both = {name: write_run(folder / name, MadeUpCell("2"), deals=200, seed=seed) for name, seed in SIDES}
    return run_sides.write_runs(both, folder / "both", lang)


SIDES = (("one", 1), ("two", 2))
KINDS: dict[str, Callable[[Path, str], Path]] = {
    "run": run,
    "comparison": of_comparison,
    "tuning": of_tuning,
    "contracts": of_contracts,
    "side_by_side": of_several,
}


def without_charts(monkeypatch: pytest.MonkeyPatch, image: str = "data:,") -> None:
    """Pages with an image in place of every chart: these have tests of their own, and take their time."""
    for module in (run_report, comparison_report, tuning_report, contracts_report, side_by_side):
        monkeypatch.setattr(module, "write_chart", lambda *_: image)
    for module in (run_report, run_sides):
        monkeypatch.setattr(module, "CHARTS", dict.fromkeys(module.CHARTS, lambda *_: None))


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_says_what_it_said(tmp_path, monkeypatch, kind, lang):
    without_charts(monkeypatch)
    found = words(KINDS[kind](tmp_path / "folder", lang))
    stored = BASELINE / f"{kind}_{lang}.txt"
    if RENEW:
        stored.write_text("\n".join(found) + "\n", encoding="utf-8")
    said = stored.read_text(encoding="utf-8").splitlines()
    changed = list(difflib.unified_diff(said, found, "stored", "now", n=0, lineterm=""))
    assert changed == []


def test_words_are_told_from_markup():
    page = Words()
    page.feed(
        '<style>p{}</style><p>One <b>two</b></p><table><tr><td>3</td><td>4</td></tr></table><img alt="A">'
    )
    assert [line for line in page.lines if line] == ["One two", " | 3 | 4", "[A]"]
