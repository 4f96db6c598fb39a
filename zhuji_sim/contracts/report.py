"""What the study leaves in its folder: tables as CSV, charts, and a page that opens offline."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from zhuji_sim.analysis.answer import joined
from zhuji_sim.analysis.contract_charts import CONTRACT_CHARTS
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.pages import rendered, write_chart
from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.contracts import wording
from zhuji_sim.contracts.figures import Tables
from zhuji_sim.contracts.study import Study
from zhuji_sim.duplicate.report import Section, rules_table, weights_table, write_table
from zhuji_sim.labels import LANGUAGES, resolve_language, text

__all__ = ["sections", "write_report"]

_PERCENT: Final = 100
_CHARTS: Final = {"made": "made", "seats": "points", "strength": "strength", "auction": "against_pass"}
"""The chart of each section of the page that has one."""


def write_report(folder: Path, study: Study, tables: Tables, lang: str | None = None) -> Path:
    """Write `tables/*.csv`, `charts/*.png` and `*.svg` and `report.html`; returns the page.

    Raises
    ------
    RunFolderError
        The folder's manifest cannot be read.
    OSError
        A file cannot be written.
    """
    lang = resolve_language(lang)
    for name, table in tables.frames().items():
        write_table(folder / "tables", name, table)
    canvas = Canvas(study.total_deals, study.seed, *chart_language(lang))
    images = {}
    for name, draw in CONTRACT_CHARTS.items():
        figure = draw(tables.frames(), canvas, _PERCENT * study.confidence)
        images[name] = write_chart(folder / "charts", name, figure, canvas) or ""
    path = folder / "report.html"
    path.write_text(_page(folder, study, tables, images, lang), encoding="utf-8")
    return path


def sections(study: Study, tables: Tables, images: Mapping[str, str], lang: str) -> list[Section]:
    """The sections of the page, charts given by the names of their files."""
    explained = {"steps": wording.steps_sentence(tables, lang)}
    return [
        Section(
            name,
            text(f"contracts.heading_{name}", lang),
            text(f"contracts.explain_{name}", lang) + explained.get(name, ""),
            images.get(_CHARTS.get(name, ""), ""),
            table,
        )
        for name, table in wording.sections(study, tables, lang).items()
    ]


def _page(folder: Path, study: Study, tables: Tables, images: dict[str, str], lang: str) -> str:
    def say(key: str, **values: object) -> str:
        return text(f"contracts.{key}", lang, **values)

    manifest = read_manifest(folder)
    versions = {"zhuji_sim": manifest["version"], **manifest["versions"]}
    spoken = [lang, *(other for other in LANGUAGES if other != lang)]
    return rendered(
        "comparison.html",
        lang,
        say=lambda key: text(f"comparison.{key}", lang),
        title=say("title", rules=study.rules_name),
        made_by=text("report.made_by", lang, version=manifest["version"], seed=study.seed),
        verdicts=[joined(wording.answer(tables, each), each) for each in spoken],
        conditions=wording.conditions(study, lang),
        sections=sections(study, tables, images, lang),
        rules=rules_table({study.rules_name: study.rules}, lang),
        weights=weights_table({study.policy.name: study.policy.spec}, lang),
        versions=", ".join(f"{name} {version}" for name, version in versions.items()),
    )
