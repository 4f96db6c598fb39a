"""What a comparison leaves in its folder: tables as CSV, charts, and a page that opens offline."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pandas as pd

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.matchups import MATCHUPS
from zhuji_sim.analysis.pages import rendered, write_chart
from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.analysis.wording import TextTable
from zhuji_sim.duplicate import wording
from zhuji_sim.duplicate.study import Study
from zhuji_sim.labels import resolve_language, text
from zhuji_sim.rules.ruleset import Ruleset

__all__ = [
    "Section",
    "frames_of",
    "rules_table",
    "sections",
    "short",
    "weights_table",
    "write_report",
    "write_table",
]

_PERCENT: Final = 100
LONGEST_NAME: Final = 30
"""Letters of a name in a chart."""


class Section(NamedTuple):
    """A table of the page with its chart and the sentence that explains it."""

    name: str
    heading: str
    sentence: str
    image: str
    """The chart as a data address; empty where there is none."""
    table: TextTable


def write_report(folder: Path, study: Study, lang: str | None = None) -> Path:
    """Write `tables/*.csv`, `charts/*.png` and `*.svg` and `report.html` of a comparison; returns the page.

    Raises
    ------
    RunFolderError
        The folder's manifest cannot be read.
    OSError
        A file cannot be written.
    """
    lang = resolve_language(lang)
    for name, table in frames_of(study).items():
        write_table(folder / "tables", name, table)
    images = _write_charts(folder / "charts", study, lang)
    path = folder / "report.html"
    path.write_text(_page(study, images, read_manifest(folder), lang), encoding="utf-8")
    return path


def frames_of(study: Study) -> dict[str, pd.DataFrame]:
    """The tables of a comparison by name, as they are written."""
    ends = {"points_per_deal_low": study.pairs["low"], "points_per_deal_high": study.pairs["high"]}
    tables = {"pairs": study.pairs.assign(**ends), "policies": study.policies}
    if len(study.faults):
        tables["faults"] = study.faults.assign(players=study.faults["players"].map(",".join))
    return tables


def write_table(folder: Path, name: str, table: pd.DataFrame) -> None:
    """Write a table as CSV into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    table.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n", encoding="utf-8")


def _write_charts(folder: Path, study: Study, lang: str) -> dict[str, str]:
    """Every chart as PNG and SVG; returns the SVG as a data address."""
    canvas = Canvas(int(study.pairs["deals"].sum()), study.comparison.seed, *chart_language(lang))
    pairs = study.pairs.assign(**{who: study.pairs[who].map(short) for who in ("a", "b")})
    images = {}
    for name, draw in MATCHUPS.items():
        image = write_chart(folder, name, draw(pairs, canvas, _PERCENT * study.comparison.confidence), canvas)
        if image is not None:
            images[name] = image
    return images


def short(name: str) -> str:
    """A name that a chart has room for; of a program's command the end says most."""
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]


def sections(study: Study, images: Mapping[str, str], lang: str) -> list[Section]:
    """The sections of the page; the matrix only where there is a chart of it."""

    def say(key: str, **values: object) -> str:
        return text(f"comparison.{key}", lang, **values)

    tables = {
        "points": wording.pair_table(study, lang),
        "policies": wording.policy_table(study, lang),
        "method": wording.method_table(study, lang),
    }
    if len(study.faults):
        tables["faults"] = wording.fault_table(study, lang)
    if "matrix" in images:
        tables["matrix"] = wording.matrix(study, lang)
    charts = {"points": "matchups", "matrix": "matrix"}
    return [
        Section(
            name,
            say(f"heading_{name}"),
            say(f"explain_{name}"),
            images.get(charts.get(name, ""), ""),
            tables[name],
        )
        for name in ("points", "matrix", "policies", "method", "faults")
        if name in tables
    ]


def _page(study: Study, images: dict[str, str], manifest: dict[str, Any], lang: str) -> str:
    def say(key: str, **values: object) -> str:
        return text(f"comparison.{key}", lang, **values)

    names = study.comparison.names
    versions = {"zhuji_sim": manifest["version"], **manifest["versions"]}
    return rendered(
        "comparison.html",
        lang,
        say=say,
        title=say("title", policies=say("title_join").join(names)),
        made_by=text("report.made_by", lang, version=manifest["version"], seed=study.comparison.seed),
        verdicts=wording.verdicts(study, lang),
        conditions=wording.conditions(study, lang),
        sections=sections(study, images, lang),
        rules=rules_table({study.comparison.rules_name: study.comparison.rules}, lang),
        weights=weights_table(study.comparison.describe()["policy_specs"], lang),
        versions=", ".join(f"{name} {version}" for name, version in versions.items()),
    )


def rules_table(rulesets: Mapping[str, Ruleset], lang: str) -> TextTable:
    """Every option, with a column for each of the named rulesets."""
    options = [rules.options() for rules in rulesets.values()]
    names = list(rulesets) if len(rulesets) > 1 else [text("comparison.head_value", lang)]
    rows = [[name, *(str(each[name]) for each in options)] for name in options[0]]
    return TextTable([text("comparison.head_option", lang), *names], rows, [False] * (1 + len(names)))


def weights_table(specs: Mapping[str, Mapping[str, Any]], lang: str) -> TextTable:
    """Every weight of the named policies, from their specs."""
    heads = [text(f"comparison.head_{name}", lang) for name in ("policy", "weight", "value")]
    rows = []
    for name, spec in specs.items():
        called = name if spec["base"] == name else f"{name} ({spec['base']})"
        settings = {key: value for key, value in spec.items() if key not in ("name", "base", "policy")}
        rows += [
            [called, weight, f"{value:g}" if isinstance(value, float) else str(value)]
            for weight, value in settings.pop("weights", settings).items()
        ] or [[called, "–", "–"]]
    return TextTable(heads, rows, [False, False, True])
