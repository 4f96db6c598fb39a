"""The chart of a search of weights: what it gained, and where the weights went."""

from collections.abc import Mapping
from typing import Final

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from zhuji_sim.analysis.drawing import INK, MARKS, QUIET, Canvas, Mark, whiskers

__all__ = ["gains_by_run", "search_path"]

_HEIGHT: Final = 6.4
_MEAN: Final = Mark(INK, "*", "-")
_TICKS: Final = 10
_PERCENT: Final = 100


def search_path(
    path: pd.DataFrame, candidates: pd.DataFrame, bounds: Mapping[str, tuple[float, float]], canvas: Canvas
) -> Figure:
    """Gain over the start by generation, and the mean weights that moved most as shares of their ranges.

    Parameters
    ----------
    path : DataFrame
        A row per generation: `generation`, `gain` with `gain_low` and `gain_high` (points per deal), and a
        column for each weight.
    candidates : DataFrame
        A row per candidate: `generation`, `gain`.
    bounds : mapping
        Lowest and highest value of each weight that is searched.
    canvas : Canvas
        With the number of deals and the seed.
    """
    moved = sorted(bounds, key=lambda name: -_travelled(path[name].to_numpy(float), *bounds[name]))
    shown = [name for name in bounds if name in moved[: len(MARKS)]]
    notes = [canvas.text("charts.whiskers_walls", percent="95")]
    if len(bounds) > len(shown):
        notes.append(canvas.text("charts.search_moved", most=len(shown), count=len(bounds)))
    with canvas.figure("charts.search", _HEIGHT, *notes) as figure:
        above, below = figure.subplots(2, sharex=True)
        generations = path["generation"].tolist()
        above.plot(
            candidates["generation"],
            candidates["gain"],
            linestyle="none",
            marker="x",
            markersize=4,
            color=QUIET,
            label=canvas.text("charts.search_candidates"),
        )
        whiskers(above, generations, path, "gain", _MEAN, line="-", label=canvas.text("charts.search_mean"))
        above.axhline(0, color=INK, linewidth=1)
        above.set_ylabel(canvas.text("charts.search_gain"))
        for name, mark in zip(shown, MARKS):
            low, high = bounds[name]
            below.plot(
                generations,
                _PERCENT * (path[name] - low) / (high - low),
                color=mark.colour,
                marker=mark.marker,
                linestyle=mark.line,
                markersize=4,
                label=canvas.write(name),
            )
        below.set_ylabel(canvas.text("charts.search_share"))
        below.set_xlabel(canvas.text("charts.search_generation"))
        below.set_xticks(np.unique(np.linspace(1, len(path), min(len(path), _TICKS)).round()))
        canvas.legend(figure, [above, below])
    return figure


def _travelled(values: np.ndarray, low: float, high: float) -> float:
    """How far a weight went, as a share of its range."""
    return float((values.max() - values.min()) / (high - low))


def gains_by_run(path: pd.DataFrame, canvas: Canvas) -> Figure:
    """Gain of several searches over their starts by generation.

    Parameters
    ----------
    path : DataFrame
        As for `search_path`, with `run`, the label of the search.
    canvas : Canvas
        With the number of deals and the seeds.
    """
    runs = path["run"].unique()[: len(MARKS)]
    with canvas.figure(
        "side.search_gains", 3.8, canvas.text("charts.whiskers_walls", percent="95")
    ) as figure:
        axes = figure.subplots()
        axes.axhline(0, color=INK, linewidth=1)
        for run, mark in zip(runs, MARKS):
            part = path[path["run"] == run]
            places = part["generation"].tolist()
            whiskers(axes, places, part, "gain", mark, line=mark.line, label=canvas.write(str(run)))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(canvas.text("charts.search_generation"))
        axes.set_ylabel(canvas.text("charts.search_gain"))
        canvas.legend(figure, [axes])
    return figure
