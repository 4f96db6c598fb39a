"""Charts of which contracts pay: a tidy frame in, a figure out; None where there is nothing to show."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullLocator, StrMethodFormatter

from zhuji_sim.analysis.drawing import INK, MARKS, Canvas, Mark, whiskers
from zhuji_sim.analysis.layouts import PERCENT, by_contract, needed, panels

__all__ = [
    "ALL",
    "CONTRACT_CHARTS",
    "against_pass",
    "made_by_level",
    "made_by_run",
    "made_by_strength",
    "points_by_level",
    "points_by_run",
]

Chart = Callable[[Mapping[str, pd.DataFrame], Canvas, float], Figure | None]

ALL: Final = "all"
"""Stands for all seats, or contracts, together."""
_MODES: Final = ("dual", "solo", "none")
_OFFSETS: Final = (-0.15, 0.0, 0.15)
_LINEAR: Final = 10
"""Points around 0 that the scale does not compress."""


def made_by_level(forced: pd.DataFrame, canvas: Canvas | None = None, percent: float = 95) -> Figure:
    """How often each forced contract is made, and how often it would have to be to equal passing.

    Parameters
    ----------
    forced : DataFrame
        `seat` (rows of `ALL` are shown), `mode`, `level`; `made` and `break_even_pass` (between 0 and 1) with
        `…_low` and `…_high`.
    canvas : Canvas, optional
        Language, deals and seed; if missing, what the frame tells (`Canvas.of`).
    percent : float
        Confidence of the intervals.
    """
    canvas = canvas or Canvas.of(forced)
    shown = _all_seats(forced)
    note = canvas.text("charts.whiskers_walls", percent=f"{percent:.4g}")
    with canvas.figure("charts.contracts_made", 4.4, note) as figure:
        axes = figure.subplots()
        for part, places, mark in _lines(axes, shown, "made", canvas, PERCENT):
            needed(axes, places, part, "break_even_pass", mark)
        needed(
            axes,
            [],
            shown[:0],
            "break_even_pass",
            MARKS[0]._replace(colour=INK),
            canvas.text("charts.contracts_needed"),
        )
        axes.set_ylim(bottom=0)
        axes.set_ylabel(canvas.text("charts.made_percent"))
        canvas.legend(figure, [axes])
    return figure


def points_by_level(forced: pd.DataFrame, canvas: Canvas | None = None, percent: float = 95) -> Figure:
    """What each forced contract brings its declarer.

    Parameters
    ----------
    forced : DataFrame
        As for `made_by_level`, with `points` per deal in place of the rates.
    canvas : Canvas, optional
        Language, deals and seed; if missing, what the frame tells (`Canvas.of`).
    percent : float
        Confidence of the intervals.
    """
    canvas = canvas or Canvas.of(forced)
    note = canvas.text("charts.whiskers_walls", percent=f"{percent:.4g}")
    scale = canvas.text("charts.contracts_scale", linear=_LINEAR)
    with canvas.figure("charts.contracts_points", 4.4, note, scale) as figure:
        axes = figure.subplots()
        axes.set_yscale("symlog", linthresh=_LINEAR)
        axes.axhline(0, color=INK, linewidth=1)
        _lines(axes, _all_seats(forced), "points", canvas, 1.0)
        axes.set_yticks([-500, -200, -100, -50, -20, -10, -5, 0, 5, 10])
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_ylabel(canvas.text("charts.points_per_contract"))
        canvas.legend(figure, [axes])
    return figure


def made_by_strength(hands: pd.DataFrame, canvas: Canvas | None = None, percent: float = 95) -> Figure | None:
    """How often a forced contract of the lowest level is made, by the hand that it starts from.

    Parameters
    ----------
    hands : DataFrame
        `mode`, `level`, `distance` (tiles missing), `caishen` (held); `made` with `made_low`, `made_high`.
    canvas : Canvas, optional
        Language, deals and seed; if missing, what the frame tells (`Canvas.of`).
    percent : float
        Confidence of the intervals.
    """
    canvas = canvas or Canvas.of(hands)
    table = hands[(hands["distance"] >= 0) & (hands["level"] == hands["level"].min())]
    if table.empty:
        return None
    held = sorted(table["caishen"].unique().tolist())
    named = replace(canvas, cells={each: canvas.text("charts.contracts_held", count=each) for each in held})
    return panels(
        table.sort_values(["caishen", "distance"]).assign(cell=lambda rows: rows["caishen"]),
        "mode",
        {mode: canvas.text(f"names.mode_{mode}") for mode in reversed(_MODES)},
        "distance",
        "made",
        "charts.contracts_strength",
        ("charts.distance", "charts.made_percent"),
        named,
        intervals=canvas.text("charts.whiskers_walls", percent=f"{percent:.4g}"),
    )


def against_pass(bids: pd.DataFrame, canvas: Canvas | None = None, percent: float = 95) -> Figure | None:
    """What bids that won the auction brought more than a pass would have.

    Parameters
    ----------
    bids : DataFrame
        `seat` (rows of `ALL` are shown), `contract`, `level`, `mode`; `against_pass` (points per deal) with
        `against_pass_low` and `against_pass_high`.
    canvas : Canvas, optional
        Language, deals and seed; if missing, what the frame tells (`Canvas.of`).
    percent : float
        Confidence of the intervals.
    """
    canvas = canvas or Canvas.of(bids)
    table = bids[(bids["contract"] != ALL) & (bids["seat"] == ALL)]
    if table.empty:
        return None
    notes = [
        canvas.text("charts.whiskers_walls", percent=f"{percent:.4g}"),
        canvas.text("charts.selected"),
    ]
    with canvas.figure("charts.contracts_against_pass", 4.4, *notes) as figure:
        axes = figure.subplots()
        axes.axhline(0, color=INK, linewidth=1)
        _by_run(axes, table, "against_pass", canvas)
        axes.set_ylabel(canvas.text("charts.contracts_more"))
    return figure


def made_by_run(forced: pd.DataFrame, canvas: Canvas, percent: float = 95) -> Figure:
    """How often forced contracts are made, a panel for each caishen mode and a line for each run.

    Parameters
    ----------
    forced : DataFrame
        As for `made_by_level`, with `cell`, the run; `canvas` has their names.
    """
    return panels(
        _all_seats(forced),
        "mode",
        {mode: canvas.text(f"names.mode_short_{mode}") for mode in _MODES},
        "level",
        "made",
        "charts.contracts_made_only",
        ("charts.contracts_level", "charts.made_percent"),
        canvas,
        intervals=canvas.text("charts.whiskers_walls", percent=f"{percent:.4g}"),
    )


def points_by_run(forced: pd.DataFrame, canvas: Canvas, percent: float = 95) -> Figure:
    """What forced contracts bring their declarer, side by side for several runs; as `made_by_run`."""
    note = canvas.text("charts.whiskers_walls", percent=f"{percent:.4g}")
    scale = canvas.text("charts.contracts_scale", linear=_LINEAR)
    with canvas.figure("side.points_by_contract", 4.4, note, scale) as figure:
        axes = figure.subplots()
        axes.set_yscale("symlog", linthresh=_LINEAR)
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.axhline(0, color=INK, linewidth=1)
        _by_run(axes, _all_seats(forced), "points", canvas)
        axes.set_ylabel(canvas.text("charts.points_per_contract"))
    return figure


def _by_run(axes: Axes, table: pd.DataFrame, name: str, canvas: Canvas) -> None:
    """Points along the contracts, a mark for each run where there are several."""
    shown = table if "cell" in table else table.assign(cell=0)
    for places, part, mark, label in by_contract(axes, shown, canvas):
        whiskers(axes, places, part, name, mark, label=label)
    if shown["cell"].nunique() > 1:
        axes.legend()


def _all_seats(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["seat"] == ALL]


def _lines(
    axes: Axes, table: pd.DataFrame, name: str, canvas: Canvas, scale: float
) -> list[tuple[pd.DataFrame, list[float], Mark]]:
    """Draw a line along the levels for each caishen mode; gives its rows, places and mark."""
    drawn = []
    for mode, mark, offset in zip(_MODES, MARKS, _OFFSETS):
        part = table[table["mode"] == mode].sort_values("level")
        places = [level + offset for level in part["level"].tolist()]
        label = canvas.text(f"names.mode_short_{mode}")
        whiskers(axes, places, part, name, mark, scale=scale, line=mark.line, label=label)
        drawn.append((part, places, mark))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(canvas.text("charts.contracts_level"))
    return drawn


def _of(table: str, draw: Callable[[pd.DataFrame, Canvas, float], Figure | None]) -> Chart:
    return lambda tables, canvas, percent: draw(tables[table], canvas, percent)


CONTRACT_CHARTS: Final[dict[str, Chart]] = {
    "made": _of("forced", made_by_level),
    "points": _of("forced", points_by_level),
    "strength": _of("strength", made_by_strength),
    "against_pass": _of("auction", against_pass),
}
"""All charts by the name of their files; they take all tables of a study."""
