"""Several runs of one kind on one page: tables with a column for each run, charts with all of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pandas as pd
from matplotlib.figure import Figure

import zhuji_sim
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.pages import rendered, write_chart
from zhuji_sim.analysis.wording import MOST_ROWS, TextTable
from zhuji_sim.labels import text

__all__ = ["Charts", "Part", "Side", "canvas_of", "joined_table", "stacked", "write_page"]

Charts = Figure | Mapping[str, Figure] | None
"""One chart of all runs, or one of each by its label."""
_NOTHING: Final = "–"


class Part(NamedTuple):
    """A part of a run's page: its heading, the sentence that explains it, and its table where it has one."""

    name: str
    heading: str
    sentence: str
    table: TextTable | None


class Side(NamedTuple):
    """A run as it stands beside others."""

    label: str
    deals: int
    seed: int
    verdicts: Sequence[str]
    conditions: str
    parts: Sequence[Part]
    frames: Mapping[str, pd.DataFrame]
    """Its tables by name."""


def canvas_of(
    sides: Sequence[Side], lang: str, cells: Mapping[int, str], series: Mapping[int, str]
) -> Canvas:
    """The canvas of charts with all runs: the deals of all, and the seed of each."""
    seeds = ", ".join(str(seed) for seed in dict.fromkeys(side.seed for side in sides))
    return Canvas(sum(side.deals for side in sides), seeds, *chart_language(lang), cells, series)


def stacked(sides: Sequence[Side], name: str) -> pd.DataFrame:
    """A table of all runs, one below the other, the columns `run` (label) and `cell` (place) in front."""
    tables = []
    for place, side in enumerate(sides):
        table = side.frames[name].drop(columns=["run", "cell"], errors="ignore")
        if not table.empty:
            table.insert(0, "run", side.label)
            table.insert(1, "cell", place)
            tables.append(table)
    return pd.concat(tables, ignore_index=True) if tables else sides[0].frames[name].assign(run="", cell=0)


def joined_table(tables: Mapping[str, TextTable], lang: str) -> TextTable:
    """Tables of several runs as one: a row for each figure, with a column for each run.

    Parameters
    ----------
    tables : mapping of str to TextTable
        By the label of the run. Columns that are no figures (or else the first one) tell which rows go
        together; what a run lacks is a dash.
    """
    keys: dict[str, None] = {}
    figures: dict[str, None] = {}
    found: dict[tuple[tuple[str, str], ...], dict[str, dict[str, str]]] = {}
    for label, table in tables.items():
        is_key = [not numeric for numeric in table.numeric]
        is_key = is_key if any(is_key) else [True, *is_key[1:]]
        keys |= {head: None for head, key in zip(table.heads, is_key, strict=True) if key}
        figures |= {head: None for head, key in zip(table.heads, is_key, strict=True) if not key}
        for row in table.rows:
            cells = list(zip(table.heads, row, is_key, strict=True))
            where = tuple((head, value) for head, value, key in cells if key)
            values = {head: value for head, value, key in cells if not key}
            found.setdefault(where, {})[label] = values
    rows = []
    for where, by_run in found.items():
        names = dict(where)
        told = [names.get(head, "") for head in keys]
        for figure in figures:
            written = [by_run.get(label, {}).get(figure, _NOTHING) for label in tables]
            if any(value != _NOTHING for value in written):
                rows.append([*told, figure, *written])
                told = [""] * len(keys)
    cut = ""
    if len(rows) > MOST_ROWS:
        cut = text("side.table_cut", lang, shown=MOST_ROWS, rows=len(rows))
    heads = [*keys, text("side.head_figure", lang), *tables]
    return TextTable(heads, rows[:MOST_ROWS], [False] * (len(keys) + 1) + [True] * len(tables), cut)


def write_page(
    folder: Path, sides: Sequence[Side], charts: Mapping[str, Charts], canvas: Canvas, lang: str
) -> Path:
    """Write `tables/*.csv`, `charts/*.png` and `*.svg` and `report.html`; returns the page.

    Parameters
    ----------
    folder : Path
        It is made if need be.
    sides : sequence of Side
        The runs.
    charts : mapping of str to Figure, or to a mapping of labels to them
        By the name of the part that they stand in, or of one of their own. Files count those of several runs
        from 1.
    canvas : Canvas
        That of the charts.

    Raises
    ------
    OSError
        A file cannot be written.
    """
    (folder / "tables").mkdir(parents=True, exist_ok=True)
    for name in dict.fromkeys(name for side in sides for name in side.frames):
        tables = [side.frames[name] for side in sides if name in side.frames]
        there = [(side.label, table) for side, table in zip(sides, tables) if not table.empty]
        if there:
            whole = pd.concat([table.assign(run=label) for label, table in there], ignore_index=True)
            whole.insert(0, "run", whole.pop("run"))
            path = folder / "tables" / f"{name}.csv"
            whole.to_csv(path, index=False, lineterminator="\n", encoding="utf-8")
    images = {name: _written(folder / "charts", name, each, canvas) for name, each in charts.items()}
    sections = []
    parts = {part.name: part for side in reversed(sides) for part in side.parts}
    order = dict.fromkeys(part.name for side in sides for part in side.parts)
    for name in order:
        tables_of = {
            side.label: part.table
            for side in sides
            for part in side.parts
            if part.name == name and part.table is not None
        }
        part = parts[name]
        table = joined_table(tables_of, lang) if tables_of else None
        sections.append((part, images.get(name, []), table))
    page = rendered(
        "side_by_side.html",
        lang,
        say=lambda key, **values: text(f"side.{key}", lang, **values),
        title=text("side.title", lang, runs=text("side.join", lang).join(side.label for side in sides)),
        version=zhuji_sim.__version__,
        sides=sides,
        sections=sections,
    )
    path = folder / "report.html"
    path.write_text(page, encoding="utf-8")
    return path


def _written(folder: Path, name: str, charts: Charts, canvas: Canvas) -> list[tuple[str, str]]:
    """Write the charts of a part; the label of each (empty if it is one of all runs) and its data address."""
    if charts is None or isinstance(charts, Figure):
        image = write_chart(folder, name, charts, canvas)
        return [("", image)] if image else []
    images = [
        (label, write_chart(folder, f"{name}_{place}", figure, canvas))
        for place, (label, figure) in enumerate(charts.items(), 1)
    ]
    return [(label, image) for label, image in images if image]
