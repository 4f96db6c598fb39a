"""Layouts that charts share: contracts along an axis, players side by side, stacked bars, panels."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from zhuji_sim.analysis.drawing import HATCHES, INK, MARKS, Canvas, Mark, errors, whiskers
from zhuji_sim.analysis.tables import MODES

__all__ = [
    "MOST_ROWS",
    "MOST_SERIES",
    "PERCENT",
    "by_contract",
    "in_bidding_order",
    "needed",
    "offsets",
    "panels",
    "players",
    "stacks",
]

MOST_SERIES: Final = len(MARKS)
"""More lines than this in one chart cannot be told apart; the tables hold the others."""
MOST_ROWS: Final = 24
PERCENT: Final = 100.0
LEGIBLE_SHARE: Final = 0.055
"""Narrower parts of a stacked bar carry no number, and those below `_WITH_INTERVAL` no interval."""


def by_contract(
    axes: Axes, table: pd.DataFrame, canvas: Canvas
) -> Iterator[tuple[list[float], pd.DataFrame, Mark, str | None]]:
    """Lay contracts along the x axis in bidding order, and give each series its places there.

    Yields
    ------
    places, rows, mark, label
        The label is None where there is but one series.
    """
    order = table[["contract", "level", "mode"]].drop_duplicates()
    order = order.sort_values(["level", "mode"], key=in_bidding_order)
    contracts = order["contract"].tolist()
    axes.set_xticks(range(len(contracts)), [canvas.contract(contract) for contract in contracts])
    if len(contracts) > _CROWDED:
        axes.tick_params(axis="x", labelrotation=45)
    axes.set_xlim(-0.6, len(contracts) - 0.4)
    axes.grid(visible=False, axis="x")
    axes.set_xlabel(canvas.text("charts.contract"))
    names = table["cell"].map(canvas.series)
    series = names.unique()[:MOST_SERIES].tolist()
    for i, (name, offset) in enumerate(zip(series, offsets(len(series)))):
        rows = table[names == name]
        places = [contracts.index(contract) + offset for contract in rows["contract"]]
        yield places, rows, MARKS[i], canvas.write(name) if len(series) > 1 else None


def in_bidding_order(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Sort key for the columns `level`, `mode` and others."""
    return column.map(_PLACES) if column.name == "mode" else column


def needed(
    axes: Axes,
    places: Sequence[float],
    table: pd.DataFrame,
    name: str,
    mark: Mark | None = None,
    label: str | None = None,
) -> None:
    """Mark chances that would be needed, with thin intervals, a little beside what was reached.

    By dashes, or by the hollow `mark` of their series.
    """
    value, error = errors(table, name, PERCENT)
    shape: dict[str, Any] = {"marker": "_", "markersize": 11, "markeredgewidth": 2}
    if mark is not None:
        shape = {"marker": mark.marker, "markersize": 6, "markerfacecolor": "none", "markeredgewidth": 1.2}
    axes.errorbar(
        [place + _BESIDE for place in places],
        value,
        yerr=error,
        color=INK if mark is None else mark.colour,
        elinewidth=0.8,
        linestyle="none",
        label=label,
        **shape,
    )


def players(table: pd.DataFrame, key: str, names: Mapping[str, str], title: str, canvas: Canvas) -> Figure:
    """Wins and points of players side by side: a row per cell, or per player if there is but one cell."""
    cells = table["cell"].unique()[:MOST_ROWS].tolist()
    single = len(cells) == 1
    rows = list(names.values()) if single else [canvas.write(canvas.cells[cell]) for cell in cells]
    step = _ROW if single else _ROW + 0.11 * len(names)
    notes = [canvas.text("charts.whiskers"), *_more(table["cell"].nunique(), MOST_ROWS, canvas)]
    with canvas.figure(title, 1.7 + step * len(rows), *notes) as figure:
        left, right = figure.subplots(1, 2, sharey=True)
        sides = (
            (left, "win", PERCENT, "charts.win_percent"),
            (right, "points", 1.0, "charts.points_per_deal"),
        )
        for axes, measure, scale, label in sides:
            for i, (name, offset) in enumerate(zip(names, offsets(len(names), 0.7))):
                part = table[(table[key] == name) & table["cell"].isin(cells)]
                places = [float(i)] if single else [cells.index(cell) + offset for cell in part["cell"]]
                value, error = errors(part, measure, scale)
                mark = MARKS[i]
                axes.errorbar(
                    value,
                    places,
                    xerr=error,
                    color=mark.colour,
                    marker=mark.marker,
                    markersize=6,
                    capsize=3,
                    linestyle="none",
                    label=names[name],
                )
            axes.set_xlabel(canvas.text(label))
            axes.grid(visible=False, axis="y")
        right.axvline(0, color=INK, linewidth=1)
        left.set_yticks(range(len(rows)), rows)
        left.set_ylim(len(rows) - 0.4, -0.6)
        if not single:
            canvas.legend(figure, [left])
    return figure


def stacks(
    table: pd.DataFrame,
    key: str,
    names: Mapping[str, str],
    row_label: Callable[[pd.Series], str],
    title: str,
    unit: str,
    canvas: Canvas,
) -> Figure:
    """Bars of 100 percent, a row per cell (and contract), their parts told apart by fill and hatch."""
    groups = [name for name in ("cell", "source", "contract") if name in table]
    rows = [part for _, part in table.groupby(groups, sort=False)][:MOST_ROWS]
    widest = float((table["share_high"] - table["share_low"]).max()) / 2
    notes = [
        canvas.text("charts.half_width", width=f"{widest * PERCENT:.1f}"),
        *_more(table.groupby(groups, sort=False).ngroups, MOST_ROWS, canvas),
    ]
    present = [name for name in names if name in set(table[key])]
    with canvas.figure(title, 1.9 + _ROW * len(rows), *notes) as figure:
        axes = figure.subplots()
        left = np.zeros(len(rows))
        for name in present:
            found = [part.loc[part[key] == name] for part in rows]
            share = np.array([each["share"].sum() for each in found])
            half = [float((each["share_high"] - each["share_low"]).sum()) / 2 for each in found]
            colour, hatch = HATCHES[list(names).index(name)]
            axes.barh(
                range(len(rows)),
                share * PERCENT,
                left=left * PERCENT,
                color=colour,
                hatch=hatch,
                edgecolor="white",
                linewidth=0.8,
                height=0.72,
                label=names[name],
            )
            for row, (start, width) in enumerate(zip(left, share)):
                if width >= LEGIBLE_SHARE:
                    axes.text(
                        (start + width / 2) * PERCENT,
                        row,
                        _share_label(width, half[row]),
                        ha="center",
                        va="center",
                        fontsize=8.5,
                        color=_readable(colour),
                        bbox={"facecolor": colour, "edgecolor": "none", "pad": 1.2},
                    )
            left += share
        axes.set_yticks(range(len(rows)), [row_label(part.iloc[0]) for part in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, PERCENT)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(canvas.text(unit))
        axes.tick_params(axis="y", length=0)
        canvas.legend(figure, [axes])
    return figure


def panels(
    table: pd.DataFrame,
    facet: str,
    names: Mapping[str, str],
    x: str,
    y: str,
    title: str,
    units: tuple[str, str],
    canvas: Canvas,
    *notes: str,
    intervals: str = "",
) -> Figure:
    """Percentages along whole numbers, a panel per group and a line per cell.

    `intervals`: what the whiskers are, where they are not 95 % intervals over deals.
    """
    cells = table["cell"].unique()
    facets = [name for name in names if name in set(table[facet])]
    columns = 2 if len(facets) == _FOUR else len(facets)
    height = 4.2 if len(facets) <= columns else 6.4
    told = intervals or canvas.text("charts.whiskers")
    notes = told, *notes, *_more(len(cells), MOST_SERIES, canvas)
    with canvas.figure(title, height, *notes) as figure:
        grid = figure.subplots(-(-len(facets) // columns), columns, sharex=True, sharey=True, squeeze=False)
        for axes, name in zip(grid.flat, facets):
            inside = table[table[facet] == name]
            shown = [cell for cell in cells[:MOST_SERIES] if cell in set(inside["cell"])]
            for cell in shown:
                mark = MARKS[list(cells).index(cell)]
                part = inside[inside["cell"] == cell]
                whiskers(
                    axes,
                    part[x].tolist(),
                    part,
                    y,
                    mark,
                    scale=PERCENT,
                    line=mark.line,
                    label=canvas.write(canvas.cells[cell]),
                )
            axes.set_title(names[name])
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        grid[0, 0].set_ylim(bottom=0)
        for axes in grid[-1]:
            axes.set_xlabel(canvas.text(units[0]))
        for axes in grid[:, 0]:
            axes.set_ylabel(canvas.text(units[1]))
        if len(cells) > 1:
            canvas.legend(figure, grid.flat)
    return figure


_WITH_INTERVAL: Final = 0.1
_ROW: Final = 0.36
"""Inches of a row."""
_BESIDE: Final = 0.07
_FOUR: Final = 4
_CROWDED: Final = 9
_PLACES: Final = {name: i for i, name in enumerate(MODES)}


def offsets(count: int, span: float = 0.6) -> Sequence[float]:
    """Places beside each other around 0."""
    step = min(0.2, span / count)
    return [(i - (count - 1) / 2) * step for i in range(count)]


def _share_label(share: float, half: float) -> str:
    """A share in percent, and half its interval where there is room: `36 ±4`, `36.1 ±0.4`."""
    decimals = 0 if half * PERCENT >= 1 else 1
    label = f"{share * PERCENT:.{decimals}f}"
    return label if share < _WITH_INTERVAL else f"{label} ±{half * PERCENT:.{decimals}f}"


def _more(count: int, most: int, canvas: Canvas) -> list[str]:
    """A note that a chart shows the first of many."""
    return [canvas.text("charts.first_of", most=most, count=count)] if count > most else []


def _readable(colour: str) -> str:
    red, green, blue = to_rgb(colour)
    return "white" if 0.3 * red + 0.59 * green + 0.11 * blue < 0.5 else INK
