"""Several studies of one question on one page: other seeds, walls, policies or rules."""

from collections.abc import Mapping
from pathlib import Path

from matplotlib.figure import Figure

from zhuji_sim.analysis.side_by_side import Part, Side, canvas_of, write_page
from zhuji_sim.errors import RunFolderError
from zhuji_sim.studies.question import Question, Tables
from zhuji_sim.studies.report import conditions_of, drawn, explained_of, heading_of
from zhuji_sim.studies.run import read

__all__ = ["write_studies"]


def write_studies(folders: Mapping[str, Path], out: Path, lang: str) -> Path:
    """Write the page of several studies, by their labels; returns it.

    Tables have a column for each study; each study has charts of its own, one below the other.

    Raises
    ------
    RunFolderError
        One holds no study, is not complete, or is damaged; or they ask different questions.
    OSError
        A file cannot be written.
    """
    found = {label: read(folder) for label, folder in folders.items()}
    first, question = next((label, question) for label, (question, _) in found.items())
    for label, (other, _) in found.items():
        if other.name != question.name:
            raise RunFolderError(
                f"{folders[label]} asks {other.name}, {folders[first]} {question.name}: "
                "expected studies of one question"
            )
    sides = [_side(label, question, tables, lang) for label, (question, tables) in found.items()]
    charts: dict[str, dict[str, Figure]] = {}
    for label, (each, tables) in found.items():
        for part, chart in _parts(each, tables, lang):
            figure = drawn(each, chart, tables, lang) if chart else None
            if figure is not None:
                charts.setdefault(part.name, {})[label] = figure
    labels = dict(enumerate(folders))
    return write_page(out, sides, charts, canvas_of(sides, lang, labels, labels), lang)


def _side(label: str, question: Question, tables: Tables, lang: str) -> Side:
    parts = [part for part, _ in _parts(question, tables, lang)]
    verdicts, conditions = question.answer(tables, lang), conditions_of(question, lang)
    return Side(label, question.deals, question.seed, verdicts, conditions, parts, tables)


def _parts(question: Question, tables: Tables, lang: str) -> list[tuple[Part, str]]:
    """The parts of a study's page, each with the name of its chart; the lead in front if it is alone."""
    sections = question.sections(tables, lang)
    parts = [
        (
            Part(
                section.name,
                heading_of(question, section, lang),
                explained_of(question, section, lang),
                section.table,
            ),
            section.chart,
        )
        for section in sections
    ]
    lead = next(iter(question.charts))
    if any(section.chart == lead for section in sections):
        return parts
    title, about = question.title.get(lang, question.name), question.about.get(lang, "")
    return [(Part(lead, title, about, None), lead), *parts]
