"""Layouts of the studies' charts: rows with intervals in panels side by side, and lines along a scale."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

from zhuji_sim.analysis.drawing import INK, MARKS, Canvas, errors, whiskers

__all__ = ["Measure", "across", "along"]

_ROW: Final = 0.27
"""Inches of a row, and of each further series in it."""
_SERIES: Final = 0.1
_AROUND: Final = 1.75
_SPAN: Final = 0.62
"""Share of a row over which its series are spread."""
_PANEL: Final = 3.0
_TWO: Final = 2
_STEPS: Final = (1.0, 2.0, 5.0)
_WIDE_STEPS: Final = (1.0, 3.0)
"""Where numbers stand in a decade of a logarithmic scale, upright and along the bottom of half a width."""
_TICKS: Final = 12
"""Of a logarithmic scale."""
_BAR: Final = "#a9cbe4"
_NAME: Final = 34
_ACROSS: Final = 52
"""Letters of a row's name in a line, and of all that is said under the panels."""
_PARTS: Final = re.compile(
    r"[(（][^()（）]{1,20}[)）]\S?\s?"  # a bracket and what follows at once
    r"|(?<![\u2e80-\uffff])[\u2e80-\uffff]{1,4}(?![\u2e80-\uffff])[,.:;]?\s?"  # a Chinese word among others
    r"|[\u2e80-\uffff][，。：；、”）]?"  # a Chinese letter
    r"|[^\s\u2e80-\uffff(]+\s?"  # a word
    r"|."
)
"""Between these a line may break."""


class Measure(NamedTuple):
    """A panel of a chart.

    Attributes
    ----------
    column : str
    axis : str
        Key of what is measured, and in what unit.
    scale : float
        By how much the figures are multiplied.
    zero : bool
        Whether a line marks zero.
    """

    column: str
    axis: str
    scale: float = 1.0
    zero: bool = True


def across(
    table: pd.DataFrame,
    rows: str,
    measures: Sequence[Measure],
    title: str,
    canvas: Canvas,
    *notes: str,
    series: Mapping[Any, str] | None = None,
    key: str = "series",
    bars: bool = False,
    **values: str,
) -> Figure:
    """A row for each name in the column `rows`, a panel for each measure, intervals lying down.

    Parameters
    ----------
    table : DataFrame
        In the order of the rows.
    title : str
        Key of the title, whose placeholders `values` fill.
    series : mapping, optional
        Values of the column `key` that are told apart within a row, and what they are called.
    bars : bool
        Whether bars reach from zero to the values (a tornado).
    """
    names = list(dict.fromkeys(table[rows]))
    told = series or {None: ""}
    height = _AROUND + (_ROW + _SERIES * (len(told) - 1)) * len(names)
    with canvas.figure(title, height, *notes, **values) as figure:
        grid = figure.subplots(1, len(measures), sharey=True, squeeze=False)
        step = _SPAN / len(told)
        for axes, measure in zip(grid.flat, measures, strict=True):
            if measure.zero:
                axes.axvline(0, color=INK, linewidth=1)
            for i, (value, label) in enumerate(told.items()):
                part = table if series is None else table[table[key] == value]
                part = part[part[measure.column].notna()]
                places = np.array([names.index(name) for name in part[rows]], float)
                places += (i - (len(told) - 1) / 2) * step
                found, error = errors(part, measure.column, measure.scale)
                if bars:
                    axes.barh(places, found, height=_SPAN, color=_BAR)
                mark = MARKS[i]
                axes.errorbar(
                    found,
                    places,
                    xerr=error,
                    color=mark.colour,
                    marker=mark.marker,
                    markersize=4 if bars else 6,
                    capsize=2.5,
                    linestyle="none",
                    label=canvas.write(label) if label else None,
                )
            axes.set_xlabel(_wrapped(canvas.text(measure.axis), _ACROSS // len(measures)), fontsize=9)
            axes.grid(visible=False, axis="y")
            axes.xaxis.set_major_locator(MaxNLocator(nbins=4))
            axes.tick_params(axis="x", labelsize=9)
        written = [_wrapped(canvas.write(str(name)), _NAME) for name in names]
        grid[0, 0].set_yticks(range(len(names)), written, fontsize=9, linespacing=0.95)
        grid[0, 0].set_ylim(len(names) - 0.4, -0.6)
        if series is not None and len(told) > 1:
            canvas.legend(figure, grid.flat)
    return figure


def along(
    table: pd.DataFrame,
    x: str,
    measure: Measure,
    title: str,
    x_axis: str,
    canvas: Canvas,
    *notes: str,
    series: Mapping[Any, str],
    key: str = "series",
    panels: Mapping[Any, str] | None = None,
    panel_key: str = "panel",
    log: bool = False,
    whole: bool = False,
    **values: str,
) -> Figure:
    """Lines of a measure along a scale, upright intervals; a panel for each value of the column `panel_key`.

    Parameters
    ----------
    series : mapping
        Values of the column `key`, a line each, and what they are called.
    panels : mapping, optional
        Values of the column `panel_key`, and what they are called; one panel if missing.
    log : bool
        Whether both scales are logarithmic.
    whole : bool
        Whether the scale along the bottom has whole numbers only.
    """
    told = panels or {None: ""}
    columns = min(_TWO, len(told))
    down = -(-len(told) // columns)
    with canvas.figure(title, 1.4 + _PANEL * down, *notes, **values) as figure:
        grid = figure.subplots(down, columns, squeeze=False, sharex=True)
        for axes in grid.flat[len(told) :]:
            axes.set_visible(False)
        for axes, (panel, name) in zip(grid.flat, told.items()):
            inside = table if panels is None else table[table[panel_key] == panel]
            for mark, (value, label) in zip(MARKS, series.items()):
                part = inside[(inside[key] == value) & inside[measure.column].notna()]
                if part.empty:
                    continue
                whiskers(
                    axes,
                    part[x].tolist(),
                    part,
                    measure.column,
                    mark,
                    scale=measure.scale,
                    line=mark.line,
                    label=canvas.write(label),
                )
            if log:
                axes.set_xscale("log")
                axes.set_yscale("log")
                for axis, steps in ((axes.xaxis, _WIDE_STEPS), (axes.yaxis, _STEPS)):
                    axis.set_major_locator(LogLocator(subs=steps, numticks=_TICKS))
                    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
                    axis.set_minor_formatter(NullFormatter())
                axes.tick_params(axis="x", labelsize=9)
            elif measure.zero:
                axes.axhline(0, color=INK, linewidth=1)
            if whole:
                axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.set_title(canvas.write(name))
        for axes in grid[-1]:
            axes.set_xlabel(canvas.text(x_axis))
        for axes in grid[:, 0]:
            axes.set_ylabel(canvas.text(measure.axis))
        canvas.legend(figure, grid.flat)
    return figure


def _wrapped(words: str, width: int) -> str:
    """Words broken into lines of so many letters, Chinese ones counted twice; short brackets stay whole."""
    lines, length = [""], 0
    for part in _PARTS.findall(words):
        if length + _letters(part.rstrip()) > width and lines[-1]:
            lines, length = [*lines, ""], 0
        lines[-1] += part
        length += _letters(part)
    return "\n".join(line.rstrip() for line in lines)


def _letters(words: str) -> int:
    return sum(1 + (letter > "\u2e80") for letter in words)
