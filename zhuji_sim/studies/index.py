"""The page from which all reports are read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from zhuji_sim.analysis.pages import rendered
from zhuji_sim.labels import LANGUAGES, text
from zhuji_sim.runner.files import write_atomic
from zhuji_sim.studies.catalogue import QUESTIONS
from zhuji_sim.studies.question import Question, Tables
from zhuji_sim.studies.report import page_name

__all__ = ["write_index"]


class _Entry(NamedTuple):
    """A study on the page: its question, its answer, its first chart and where its report is."""

    title: str
    answer: tuple[str, str]
    image: str
    page: str


def write_index(reports: Path, found: Mapping[str, tuple[Question, Tables]]) -> list[Path]:
    """Write the page in every language, studies in the order of the catalogue; the files.

    Parameters
    ----------
    reports : Path
        The folder of all reports.
    found : mapping
        Studies and their tables, by name.
    """
    written = []
    for lang in LANGUAGES:
        entries = [_entry(reports, *found[name], lang) for name in QUESTIONS if name in found]
        path = reports / page_name(lang)
        others = [
            (page_name(other), text("studies.this_language", other)) for other in LANGUAGES if other != lang
        ]

        def say(key: str, lang: str = lang, **values: object) -> str:
            return text(f"studies.{key}", lang, **values)

        page = rendered(
            "studies.html", lang, say=say, entries=entries, others=others, more=_more(reports, found, lang)
        )
        write_atomic(path, page.encode())
        written.append(path)
    return written


def _entry(reports: Path, question: Question, tables: Tables, lang: str) -> _Entry:
    image = f"{question.name}/charts/{next(iter(question.charts))}_{lang}.png"
    return _Entry(
        question.title.get(lang, question.name),
        question.answer(tables, lang),
        image if (reports / image).exists() else "",
        f"{question.name}/{page_name(lang)}",
    )


def _more(reports: Path, found: Mapping[str, Any], lang: str) -> list[tuple[str, list[str]]]:
    """Other reports: folders beside those of the studies, what is to be read first, and pages or tables."""
    more = []
    for folder in sorted(path for path in reports.iterdir() if path.is_dir() and path.name not in found):
        pages = sorted(
            path for path in folder.rglob("*.html") if f"_{lang}" in path.name or path.name == "report.html"
        )
        shown = pages or sorted(folder.rglob("*.png")) or sorted(folder.rglob("*.csv"))
        files = [*folder.glob("README.md"), *shown]
        more.append((folder.name, [path.relative_to(reports).as_posix() for path in files]))
    return more
