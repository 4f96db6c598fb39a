"""The report of a run: tables as CSV, charts as PNG and SVG, and one HTML file that opens offline."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pandas as pd

from zhuji_sim.analysis.answer import answer
from zhuji_sim.analysis.charts import CHARTS
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.measures import BIG_TAI
from zhuji_sim.analysis.pages import rendered, write_chart
from zhuji_sim.analysis.reproduce import experiment_toml
from zhuji_sim.analysis.run_folder import RunInfo, read_deals, read_run
from zhuji_sim.analysis.tables import NoDealsError, summarise
from zhuji_sim.analysis.wording import TextTable, Writer, text_table
from zhuji_sim.labels import resolve_language, text

__all__ = ["Section", "sections", "tables_of", "write_report"]

WORDS: Final = ("tai", "caishen", "contract", "mode", "declarer", "dealer", "gang", "policy")

MANY_ROWS: Final = 16
"""Longer tables are folded away under their chart."""


class Section(NamedTuple):
    """A figure of the report with the sentence that explains it."""

    name: str
    heading: str
    sentence: str
    image: str
    """The chart as a data address; empty where there is none."""
    table: TextTable | None
    folded: bool


_SECTIONS: Final[tuple[tuple[str, str | None], ...]] = (
    ("make_rate", "contracts"),
    ("declarer_points", None),
    ("contract_outcomes", "contract_outcomes"),
    ("by_seat", "by_seat"),
    ("by_policy", "by_policy"),
    ("by_role", "by_role"),
    ("endings", "endings"),
    ("tai_by_mode", "tai_by_mode"),
    ("big_wins", "big_wins"),
    ("win_by_distance", "win_by_distance"),
    ("turns_to_win", "turns_to_win"),
)
"""What the report shows, in order: the chart's name and the table beneath it."""

_WITH_CONTRACTS: Final = {"make_rate", "declarer_points", "contract_outcomes", "by_role"}


def write_report(run_dir: str | Path, lang: str | None = None) -> Path:
    """Write `tables/*.csv`, `charts/*.png` and `*.svg` and `report.html` into a run folder.

    A run that is not finished is reported as far as it has come.

    Parameters
    ----------
    run_dir : str or Path
        The run folder, with `manifest.json` and `deals/`.
    lang : str, optional
        `en` or `zh`; by the locale if missing.

    Returns
    -------
    Path
        The report.

    Raises
    ------
    RunFolderError
        It is no run folder, or a file of it is damaged.
    NoDealsError
        No shard is finished yet.
    OSError
        A file cannot be written.
    """
    folder, lang = Path(run_dir), resolve_language(lang)
    run = read_run(folder)
    tables = tables_of(folder)
    deals = int(tables["big_wins"]["deals"].sum())
    _write_tables(folder / "tables", tables, run)
    canvas = Canvas(deals, run.seed, *chart_language(lang), run.cell_labels(lang), run.series_labels(lang))
    images = _write_charts(folder / "charts", tables, canvas)
    page = _page(run, tables, images, deals, lang)
    path = folder / "report.html"
    path.write_text(page, encoding="utf-8")
    return path


def tables_of(folder: Path) -> dict[str, pd.DataFrame]:
    """The tables of a run folder's deals, as `summarise` gives them.

    Raises
    ------
    RunFolderError
        A file of it is damaged.
    NoDealsError
        No shard is finished yet.
    """
    try:
        return summarise(read_deals(folder))
    except NoDealsError:
        raise NoDealsError(
            f"{folder} holds no finished shard of deals yet: the run is unfinished, "
            "run the same command again to go on"
        ) from None


def _write_tables(folder: Path, tables: Mapping[str, pd.DataFrame], run: RunInfo) -> None:
    """One CSV file a table, the cell's name beside its number."""
    folder.mkdir(parents=True, exist_ok=True)
    names = {cell.index: cell.name for cell in run.cells}
    for name, table in tables.items():
        if table.empty:
            (folder / f"{name}.csv").unlink(missing_ok=True)
            continue
        table = table.copy()
        table.insert(1, "cell_name", table["cell"].map(names))
        table.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n", encoding="utf-8")


def _write_charts(folder: Path, tables: Mapping[str, pd.DataFrame], canvas: Canvas) -> dict[str, str]:
    """Every chart as PNG and SVG; returns the SVG as a data address."""
    drawn = {name: write_chart(folder, name, draw(tables, canvas), canvas) for name, draw in CHARTS.items()}
    return {name: image for name, image in drawn.items() if image is not None}


def _page(
    run: RunInfo,
    tables: Mapping[str, pd.DataFrame],
    images: Mapping[str, str],
    deals: int,
    lang: str,
) -> str:
    def say(key: str, **values: object) -> str:
        return text(f"report.{key}", lang, **values)

    trust = [
        "interval",
        "tails",
        *(["selection"] if (tables["contracts"]["source"] == "auction").any() else []),
    ]
    if len(run.cells) > 1:
        trust.append("same_walls")
    return rendered(
        "report.html",
        lang,
        say=say,
        title=run.told("title", lang) or say("title", deals=deals),
        about=run.told("about", lang),
        run=run,
        deals=deals,
        answer=answer(tables, run, lang),
        facts=_facts(run, deals, lang),
        cells=_cells(run, lang) if len(run.cells) > 1 else None,
        rules=_rules(run, lang),
        sections=sections(run, tables, images, lang),
        words=[(say(f"word_{word}"), say(f"word_{word}_is")) for word in WORDS],
        trust=[say(f"trust_{name}", least=MIN_CLUSTERS) for name in trust],
        experiment=experiment_toml(run),
    )


def _facts(run: RunInfo, deals: int, lang: str) -> list[tuple[str, str]]:
    manifest = run.manifest
    facts = {"seed": f"{run.seed}", "draws": text(f"report.fact_draws_{manifest['draws']}", lang)}
    if manifest.get("matches"):
        length = int(manifest["deals"])
        facts["deals"] = text(
            "report.fact_matches_value", lang, deals=deals, matches=deals // length, length=length
        )
    else:
        facts["deals"] = text("report.fact_deals_value", lang, deals=deals)
    if len(run.cells) == 1:
        cell = run.cells[0]
        facts["rules"], facts["policies"] = cell.rules_name, " · ".join(cell.policies)
        facts["bidding"] = run.bidding(cell, lang)
    else:
        facts["cells"] = text("report.fact_cells_value", lang, count=len(run.cells))
    sessions = [session for session in manifest.get("sessions", []) if session.get("deals_per_second")]
    if sessions:
        facts["speed"] = text(
            "report.fact_speed_value",
            lang,
            speed=sessions[-1]["deals_per_second"],
            jobs=sessions[-1]["jobs"],
        )
    versions = {"zhuji_sim": manifest["version"], **manifest.get("versions", {})}
    facts["versions"] = ", ".join(f"{name} {version}" for name, version in versions.items())
    order = ("deals", "seed", "rules", "policies", "bidding", "cells", "draws", "speed", "versions")
    return [(text(f"report.fact_{name}", lang), facts[name]) for name in order if name in facts]


def _cells(run: RunInfo, lang: str) -> TextTable:
    heads = [text(f"tables.{name}", lang) for name in ("cell", "rules", "policy", "bidding")]
    rows = [[str(cell.index), cell.rules_name, cell.players, run.bidding(cell, lang)] for cell in run.cells]
    return TextTable(heads, rows, [False] * len(heads))


def _rules(run: RunInfo, lang: str) -> TextTable:
    """Every option, a column for each set of rules."""
    sets: dict[str, Mapping[str, Any]] = {cell.rules_name: cell.rules for cell in run.cells}
    options = list(dict.fromkeys(name for rules in sets.values() for name in rules))
    rows = [[name, *(str(rules.get(name, "")) for rules in sets.values())] for name in options]
    return TextTable([text("tables.option", lang), *sets], rows, [False] * (len(sets) + 1))


def sections(
    run: RunInfo, tables: Mapping[str, pd.DataFrame], images: Mapping[str, str], lang: str
) -> list[Section]:
    """The figures of the report, charts given by the names of their files."""
    writer = Writer(lang, run.cell_labels(lang), run.series_labels(lang))
    bidding = any(cell.has_bidding for cell in run.cells)
    found = []
    for name, source in _SECTIONS:
        table = tables[source] if source else None
        if (table is not None and table.empty) or (name in _WITH_CONTRACTS and not bidding):
            continue
        if name in CHARTS and name not in images:
            continue
        found.append(
            Section(
                name,
                text(f"report.heading_{name}", lang),
                text(f"report.explain_{name}", lang, tai=BIG_TAI),
                images.get(name, ""),
                None if table is None else text_table(str(source), table, writer),
                folded=table is not None
                and (len(table) > MANY_ROWS or (name in images and name != "make_rate")),
            )
        )
    return found
