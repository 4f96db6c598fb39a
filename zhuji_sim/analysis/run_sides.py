"""Runs of experiments side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from zhuji_sim.analysis.answer import answer
from zhuji_sim.analysis.charts import CHARTS
from zhuji_sim.analysis.report import sections, tables_of
from zhuji_sim.analysis.run_folder import RunInfo, read_run
from zhuji_sim.analysis.side_by_side import Part, Side, canvas_of, write_page
from zhuji_sim.labels import text

__all__ = ["write_runs"]


@dataclass(frozen=True)
class _Run:
    info: RunInfo
    side: Side


def write_runs(folders: Mapping[str, Path], out: Path, lang: str) -> Path:
    """Write the page of several runs, by their labels; returns it.

    Raises
    ------
    RunFolderError, NoDealsError
        One is no run folder, is damaged, or holds no deals yet.
    OSError
        A file cannot be written.
    """
    runs = [_read(label, folder, lang) for label, folder in folders.items()]
    sides = [run.side for run in runs]
    frames, cells, series = _merged(runs, lang)
    canvas = canvas_of(sides, lang, cells, series)
    charts = {name: draw(frames, canvas) for name, draw in CHARTS.items()}
    return write_page(out, sides, charts, canvas, lang)


def _read(label: str, folder: Path, lang: str) -> _Run:
    info = read_run(folder)
    tables = tables_of(folder)
    deals = int(tables["big_wins"]["deals"].sum())
    parts = [
        Part(section.name, section.heading, section.sentence, section.table)
        for section in sections(info, tables, dict.fromkeys(CHARTS, ""), lang)
        if section.table is not None
    ]
    rules, players = (
        text("report.list_comma", lang).join(dict.fromkeys(names))
        for names in ((cell.rules_name for cell in info.cells), (cell.players for cell in info.cells))
    )
    conditions = text("side.conditions", lang, deals=deals, seed=info.seed, rules=rules, policies=players)
    return _Run(info, Side(label, deals, info.seed, answer(tables, info, lang), conditions, parts, tables))


def _merged(
    runs: Sequence[_Run], lang: str
) -> tuple[dict[str, pd.DataFrame], dict[int, str], dict[int, str]]:
    """The tables of all runs with cells numbered through, and what their cells and series are called."""
    cells: dict[int, str] = {}
    series: dict[int, str] = {}
    tables: dict[str, list[pd.DataFrame]] = {}
    first = 0
    for run in runs:
        names, kinds = run.info.cell_labels(lang), run.info.series_labels(lang)
        for cell in run.info.cells:
            cells[first + cell.index] = _called(run.side.label, names[cell.index], len(names) > 1, lang)
            kind = kinds[cell.index]
            series[first + cell.index] = _called(run.side.label, kind, bool(kind), lang)
        for name, table in run.side.frames.items():
            tables.setdefault(name, []).append(table.assign(cell=table["cell"] + first))
        first += 1 + max(cell.index for cell in run.info.cells)
    merged = {
        name: pd.concat([each for each in parts if not each.empty] or parts[:1], ignore_index=True)
        for name, parts in tables.items()
    }
    return merged, cells, series


def _called(run: str, name: str, several: bool, lang: str) -> str:
    return text("side.series", lang, run=run, name=name) if several else run
