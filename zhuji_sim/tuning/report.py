"""What a tuning leaves in its folder: the policy as TOML, tables as CSV, a chart of its path, and a page."""

from pathlib import Path

import pandas as pd

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.pages import rendered, write_chart
from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.analysis.search_path import search_path
from zhuji_sim.duplicate.report import Section, rules_table, weights_table
from zhuji_sim.labels import resolve_language, text
from zhuji_sim.runner.files import write_atomic
from zhuji_sim.tuning import frames, wording
from zhuji_sim.tuning.plan import Tuning
from zhuji_sim.tuning.record import Record

__all__ = ["frames_of", "policy_path", "sections", "write_report"]

CHART = "path"


def policy_path(folder: Path, tuning: Tuning) -> Path:
    """Where the policy is written."""
    return folder / f"{tuning.name}.toml"


def write_report(folder: Path, tuning: Tuning, record: Record, lang: str | None = None) -> Path:
    """Write the policy, `tables/*.csv`, `charts/path.png` and `.svg` and `report.html`; returns the page.

    Raises
    ------
    RunFolderError
        The folder's manifest cannot be read.
    OSError
        A file cannot be written.
    """
    lang = resolve_language(lang)
    manifest = read_manifest(folder)
    toml = wording.policy_toml(tuning, record, manifest["version"], lang)
    write_atomic(policy_path(folder, tuning), toml.encode())
    tables = frames_of(tuning, record)
    (folder / "tables").mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        table.to_csv(folder / "tables" / f"{name}.csv", index=False, lineterminator="\n", encoding="utf-8")
    canvas = Canvas(tuning.search_deals, tuning.seed, *chart_language(lang))
    bounds = {weight.name: (weight.low, weight.high) for weight in tuning.weights}
    figure = search_path(tables["path"], tables["candidates"], bounds, canvas)
    image = write_chart(folder / "charts", CHART, figure, canvas) or ""
    path = folder / "report.html"
    path.write_text(_page(tuning, record, image, manifest, lang), encoding="utf-8")
    return path


def frames_of(tuning: Tuning, record: Record) -> dict[str, pd.DataFrame]:
    """The tables of a tuning by name, as they are written."""
    return {
        "path": frames.path(tuning, record),
        "candidates": frames.candidates(tuning, record),
        "choices": frames.choices(tuning, record),
        "results": frames.results(record),
    }


def sections(tuning: Tuning, record: Record, image: str, lang: str) -> list[Section]:
    """The sections of the page, with the chart of the path."""

    def say(key: str) -> str:
        return text(f"tuning.{key}", lang)

    return [
        Section(name, say(f"heading_{name}"), say(f"explain_{name}"), chart, table(tuning, record, lang))
        for name, chart, table in (
            ("results", "", wording.result_table),
            ("weights", "", wording.weight_table),
            ("path", image, wording.path_table),
            ("choices", "", wording.choice_table),
        )
    ]


def _page(tuning: Tuning, record: Record, image: str, manifest: dict[str, object], lang: str) -> str:
    def say(key: str, **values: object) -> str:
        return text(f"tuning.{key}", lang, **values)

    policies = {
        tuning.name: wording.found(tuning, record),
        tuning.start.name: tuning.start,
        **dict(zip(tuning.against_names, tuning.against, strict=True)),
        tuning.held_out_name: tuning.held_out,
    }
    packages = manifest["versions"]
    assert isinstance(packages, dict)
    versions = {"zhuji_sim": manifest["version"], **packages}
    return rendered(
        "comparison.html",
        lang,
        say=lambda key: text(f"comparison.{key}", lang),
        title=say("title", policy=tuning.start.name),
        made_by=text("report.made_by", lang, version=manifest["version"], seed=tuning.seed),
        verdicts=wording.verdicts(tuning, record, lang),
        conditions=wording.conditions(tuning, lang),
        sections=sections(tuning, record, image, lang),
        rules=rules_table(dict(zip(tuning.rules_names, tuning.rules, strict=True)), lang),
        weights=weights_table({name: policy.spec for name, policy in policies.items()}, lang),
        versions=", ".join(f"{name} {version}" for name, version in versions.items()),
    )
