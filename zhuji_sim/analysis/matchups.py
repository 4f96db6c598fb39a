"""Charts of policies that met in duplicate format: a frame of pairs in, a figure out."""

from collections.abc import Callable
from typing import Final

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import INK, MARKS, SHADES, Canvas, errors

__all__ = ["MATCHUPS", "MOST_PAIRS", "matchups", "matrix"]

MOST_PAIRS: Final = 15
"""More pairs than this are seen in the matrix, and stand in the tables."""

_ROW: Final = 0.62
"""Inches of a pair."""
_FEWEST = 3
"""Policies that make a matrix worth looking at."""
_CELL: Final = 0.62
"""Inches of a row of the matrix."""
_DARK: Final = 0.5

_FIGURES: Final = (
    ("points_per_deal", "charts.matchup_difference", -0.2),
    ("a_alone", "charts.matchup_a_alone", 0.0),
    ("b_alone", "charts.matchup_b_alone", 0.2),
)


def matchups(pairs: pd.DataFrame, canvas: Canvas, percent: float = 95) -> Figure:
    """Points per deal of every pair: a against b, one a among three b, one b among three a.

    Parameters
    ----------
    pairs : DataFrame
        A row per pair, as `zhuji_sim.compare` gives it.
    canvas : Canvas
        With the number of deals and the seed.
    percent : float
        Confidence of the intervals, in percent.
    """
    shown = _with_interval(pairs.head(MOST_PAIRS))
    notes = [canvas.text("charts.whiskers_walls", percent=f"{percent:.4g}")]
    if len(pairs) > MOST_PAIRS:
        notes.append(canvas.text("charts.first_of", most=MOST_PAIRS, count=len(pairs)))
    with canvas.figure("charts.matchups", 1.9 + _ROW * len(shown), *notes) as figure:
        axes = figure.subplots()
        axes.axvline(0, color=INK, linewidth=1)
        for (name, label, offset), mark in zip(_FIGURES, MARKS):
            value, error = errors(shown, name)
            axes.errorbar(
                value,
                np.arange(len(shown)) + offset,
                xerr=error,
                color=mark.colour,
                marker=mark.marker,
                markersize=6,
                capsize=3,
                linestyle="none",
                label=canvas.text(label),
            )
        names = [canvas.write(f"{a} – {b}") for a, b in zip(shown["a"], shown["b"])]
        axes.set_yticks(range(len(shown)), names)
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(canvas.text("charts.points_per_deal"))
        canvas.legend(figure, [axes])
    return figure


def matrix(pairs: pd.DataFrame, canvas: Canvas, percent: float = 95) -> Figure | None:
    """Points per deal of every policy against every other; None where not every two of three or more met.

    Parameters are those of `matchups`.
    """
    names = list(dict.fromkeys([*pairs["a"], *pairs["b"]]))
    if len(names) < _FEWEST or len(pairs) < len(names) * (len(names) - 1) // 2:
        return None
    value, half = (np.full((len(names), len(names)), np.nan) for _ in range(2))
    for _, row in pairs.iterrows():
        a, b = names.index(row["a"]), names.index(row["b"])
        value[a, b], value[b, a] = row["points_per_deal"], -row["points_per_deal"]
        half[a, b] = half[b, a] = (row["high"] - row["low"]) / 2
    furthest = float(np.nanmax(np.abs(value))) or 1.0
    note = canvas.text("charts.half_width_cells", percent=f"{percent:.4g}")
    with canvas.figure("charts.matchup_matrix", 1.9 + _CELL * len(names), note) as figure:
        axes = figure.subplots()
        image = axes.imshow(value, cmap=SHADES, vmin=-furthest, vmax=furthest, aspect="auto")
        for down, across in np.argwhere(np.isfinite(value)).tolist():
            shade = (value[down, across] / furthest + 1) / 2
            axes.text(
                across,
                down,
                f"{value[down, across]:+.2f}\n±{half[down, across]:.2f}".replace("-", "−"),
                ha="center",
                va="center",
                fontsize=9,
                color="white" if shade < _DARK else INK,
            )
        written = [canvas.write(name) for name in names]
        axes.set_xticks(range(len(names)), written, rotation=30 if len(names) > len(MARKS) else 0)
        axes.set_yticks(range(len(names)), written)
        axes.set_xlabel(canvas.text("charts.matchup_against"))
        axes.set_ylabel(canvas.text("charts.matchup_policy"))
        axes.grid(visible=False)
        figure.colorbar(image, ax=axes, label=canvas.text("charts.points_per_deal"))
    return figure


def _with_interval(pairs: pd.DataFrame) -> pd.DataFrame:
    """The interval of the points per deal under the names that other figures have."""
    return pairs.assign(points_per_deal_low=pairs["low"], points_per_deal_high=pairs["high"])


MATCHUPS: Final[dict[str, Callable[[pd.DataFrame, Canvas, float], Figure | None]]] = {
    "matchups": matchups,
    "matrix": matrix,
}
"""The charts of a comparison by the name of their files."""
