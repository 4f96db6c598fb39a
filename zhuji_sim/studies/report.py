"""What a study leaves for readers: tables as CSV, charts, a page that begins with the answer."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pandas as pd
from matplotlib.figure import Figure
from PIL import Image

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.pages import rendered, write_chart
from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.labels import LANGUAGES, resolve_language, text
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.runner.files import write_atomic
from zhuji_sim.studies.question import Question, Section, Tables

__all__ = ["conditions_of", "drawn", "explained_of", "heading_of", "page_name", "publish", "write_report"]

_FIGURES: Final = "%.6g"
_COLOURS: Final = 32
_STRANGE: Final = ("sessions",)
"""Of the manifest, what differs each time a study is played."""


def write_report(folder: Path, question: Question, tables: Tables, lang: str | None = None) -> Path:
    """Write `tables/*.csv`, `charts/*.png` and `*.svg` and `report.html` into a study's folder; the page.

    Raises
    ------
    RunFolderError
        The folder's manifest cannot be read.
    OSError
        A file cannot be written.
    """
    lang = resolve_language(lang)
    _write_tables(folder / "tables", tables)
    canvas = _canvas(question, lang)
    images = {}
    for name in question.charts:
        figure = drawn(question, name, tables, lang)
        images[name] = write_chart(folder / "charts", name, figure, canvas) or ""
    path = folder / "report.html"
    page = _page(question, tables, images, read_manifest(folder), lang)
    path.write_text(page, encoding="utf-8")
    return path


def publish(run: Path, question: Question, tables: Tables, folder: Path) -> None:
    """Write a report to be kept: tables, charts and a page in each language, and the manifest.

    Parameters
    ----------
    run : Path
        The folder in which the study was played.
    folder : Path
        Where the report goes; made if need be.
    """
    manifest = read_manifest(run)
    folder.mkdir(parents=True, exist_ok=True)
    _write_tables(folder / "tables", tables)
    kept = {key: value for key, value in manifest.items() if key not in _STRANGE}
    write_atomic(folder / manifests.NAME, (json.dumps(kept, ensure_ascii=False, indent=1) + "\n").encode())
    (folder / "charts").mkdir(exist_ok=True)
    for lang in LANGUAGES:
        canvas, images = _canvas(question, lang), {}
        for name in question.charts:
            figure = drawn(question, name, tables, lang)
            address = f"charts/{name}_{lang}.png"
            images[name] = "" if figure is None else address
            if figure is None:
                (folder / address).unlink(missing_ok=True)
            else:
                write_atomic(folder / address, _smaller(canvas.save(figure, "png")))
        others = {page_name(other): other for other in LANGUAGES if other != lang}
        page = _page(question, tables, images, manifest, lang, others)
        write_atomic(folder / page_name(lang), page.encode())


def page_name(lang: str) -> str:
    """The file of a page in a language."""
    return "index.html" if lang == LANGUAGES[0] else f"index_{lang}.html"


def drawn(question: Question, name: str, tables: Tables, lang: str) -> Figure | None:
    """A chart of a study; None where there is nothing to show."""
    canvas = question.canvas_of(name, _canvas(question, lang))
    return question.charts[name](tables, canvas, question.percent)


def heading_of(question: Question, section: Section, lang: str) -> str:
    """The heading of a section."""
    return section.heading or question.say(f"heading_{section.name}", lang)


def explained_of(question: Question, section: Section, lang: str) -> str:
    """What is said of a section."""
    return section.explained or question.say(f"explain_{section.name}", lang)


def conditions_of(question: Question, lang: str) -> str:
    """The sentence that says how a study was played."""
    return text(
        f"studies.{question.conditions}",
        lang,
        policy=", ".join(policy.name for policy in question.players),
        walls=question.walls,
        deals=question.deals,
        seed=question.seed,
        percent=f"{question.percent:.4g}",
    )


def _smaller(png: bytes) -> bytes:
    """The same picture in few colours: a quarter of the bytes, and nothing that is seen."""
    content = BytesIO()
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(content, "png", optimize=True)
    return content.getvalue()


def _canvas(question: Question, lang: str) -> Canvas:
    return Canvas(question.deals, question.seed, *chart_language(lang))


def _write_tables(folder: Path, tables: Mapping[str, pd.DataFrame]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        content = table.to_csv(index=False, float_format=_FIGURES, lineterminator="\n")
        write_atomic(folder / f"{name}.csv", content.encode())


def _page(
    question: Question,
    tables: Tables,
    images: Mapping[str, str],
    manifest: Mapping[str, Any],
    lang: str,
    others: Mapping[str, str] | None = None,
) -> str:
    """The page; `others` are pages of the same report in other languages."""

    def say(key: str, **values: object) -> str:
        return text(f"studies.{key}", lang, **values)

    sections = question.sections(tables, lang)
    first = next(iter(question.charts))
    spoken = [lang, *(other for other in LANGUAGES if other != lang)]
    versions = {"zhuji_sim": manifest["version"], **manifest["versions"]}
    return rendered(
        "study.html",
        lang,
        say=say,
        title=question.title.get(lang, question.name),
        about=question.about.get(lang, ""),
        answers=[(each, question.answer(tables, each)) for each in spoken],
        by_rules=question.by_rules(tables, lang),
        lead=images.get(first, ""),
        lead_heading=next((section.heading for section in sections if section.chart == first), ""),
        sections=[
            {
                "name": section.name,
                "heading": heading_of(question, section, lang),
                "explained": explained_of(question, section, lang),
                "image": images.get(section.chart, "") if section.chart != first else "",
                "table": section.table,
            }
            for section in sections
        ],
        conditions=conditions_of(question, lang),
        others=[(page, text("studies.this_language", other)) for page, other in (others or {}).items()],
        again=say("again", study=question.name),
        versions=", ".join(f"{name} {version}" for name, version in versions.items()),
    )
