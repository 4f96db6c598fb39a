"""The chart of any estimates by groups: a row or a mark for each, with its interval."""

from typing import Any, Final

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.columns import FrameError, required, with_interval
from zhuji_sim.analysis.drawing import INK, MARKS, Canvas, errors
from zhuji_sim.analysis.layouts import MOST_ROWS, MOST_SERIES, PERCENT, offsets
from zhuji_sim.analysis.provenance import provenance
from zhuji_sim.analysis.wording import Writer
from zhuji_sim.labels import text

__all__ = ["chart"]

_UNITS: Final = {
    "won": "charts.win_percent",
    "points": "charts.points_per_deal",
    "tai": "charts.tai",
    "difference": "charts.difference",
}
"""What the axis says of columns that have a label."""
_AROUND: Final = 1.5
_ROW: Final = 0.34
_SERIES: Final = 0.1


def chart(
    table: pd.DataFrame,
    value: str,
    rows: str,
    series: str | None = None,
    *,
    title: str,
    unit: str = "",
    canvas: Canvas | None = None,
    lang: str | None = None,
) -> Figure:
    """Draw estimates with their intervals, a row for each group.

    Parameters
    ----------
    table : DataFrame
        As `estimate` and `paired` give it: `value` with `…_low` and `…_high`, and a column of groups.
    value : str
        The figure that is shown; in percent where it is a rate.
    rows : str
        Column of groups, a row each, from above.
    series : str, optional
        Column of groups that are told apart by marks within a row.
    title : str
        What is seen.
    unit : str
        What the axis says, with its unit; known for `won`, `points`, `tai` and `difference`.
    canvas : Canvas, optional
        Deals, seed and language; if missing, what the frame tells, in `lang`.

    Raises
    ------
    FrameError
        A column is missing, or there are more groups than can be told apart.
    UntoldError
        The frame tells no seed, and there is no canvas.
    """
    required(table, [*with_interval(value), rows, *([series] if series else [])])
    canvas = canvas or Canvas.of(table, lang)
    writer = Writer(canvas.lang, canvas.cells, canvas.series)
    groups = table[rows].drop_duplicates().tolist()
    kinds: list[Any] = [None] if series is None else table[series].drop_duplicates().tolist()
    for column, found, most in ((rows, groups, MOST_ROWS), (series, kinds, MOST_SERIES)):
        if len(found) > most:
            raise FrameError(f"column {column!r} has {len(found)} groups: expected at most {most} in a chart")
    rate = value in provenance(table).get("rates", [])
    height = _AROUND + (_ROW + _SERIES * (len(kinds) - 1)) * len(groups) + 0.2 * (len(kinds) > 1)
    with canvas.figure("", height, canvas.text("charts.whiskers"), heading=title) as figure:
        axes = figure.subplots()
        if not rate:
            axes.axvline(0, color=INK, linewidth=1)
        for kind, mark, offset in zip(kinds, MARKS, offsets(len(kinds))):
            part = table if kind is None else table[table[series] == kind]
            middle, error = errors(part, value, PERCENT if rate else 1.0)
            axes.errorbar(
                middle,
                [groups.index(group) + offset for group in part[rows]],
                xerr=error,
                color=mark.colour,
                marker=mark.marker,
                markersize=6,
                capsize=3,
                linestyle="none",
                label=None if series is None else canvas.write(writer.name(series, kind)),
            )
        axes.set_yticks(range(len(groups)), [canvas.write(writer.name(rows, group)) for group in groups])
        axes.set_ylim(len(groups) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        told = unit or (text(_UNITS[value], canvas.lang) if value in _UNITS else value)
        axes.set_xlabel(canvas.write(told + " (%)" * (rate and value not in _UNITS and not unit)))
        if series is not None:
            canvas.legend(figure, [axes])
    return figure
