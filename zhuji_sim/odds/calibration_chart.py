"""The chart of a calibration: what happened against what was foretold, and how far it is off."""

from typing import Final

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import GRID, INK, MARKS, Canvas, whiskers

from .deviations import ALLOWED, CHANCES

__all__ = ["calibration"]

_PERCENT: Final = 100.0


def calibration(tenths: pd.DataFrame, canvas: Canvas) -> Figure:
    """Draw the rows of `deviations.by_tenth`, a column for each chance."""
    note = canvas.text("calibration.allowed", allowed=_PERCENT * ALLOWED)
    with canvas.figure("calibration.tenths", 5.2, canvas.text("charts.whiskers"), note) as figure:
        grid = figure.subplots(2, len(CHANCES), sharex=True, sharey="row", height_ratios=(3, 2))
        for column, (quantity, mark) in enumerate(zip(CHANCES, MARKS, strict=False)):
            part = tenths[tenths["quantity"] == quantity]
            places = (part["foretold"] * _PERCENT).tolist()
            shown = part.assign(
                **{
                    f"happened{end}": part["foretold"] + part[f"deviation{end}"]
                    for end in ("", "_low", "_high")
                }
            )
            above, below = grid[0][column], grid[1][column]
            above.plot([0, _PERCENT], [0, _PERCENT], color=INK, linewidth=1)
            whiskers(above, places, shown, "happened", mark, scale=_PERCENT)
            above.set_title(canvas.text(f"calibration.title_{quantity}"))
            below.axhspan(-_PERCENT * ALLOWED, _PERCENT * ALLOWED, color=GRID)
            below.axhline(0, color=INK, linewidth=1)
            whiskers(below, places, part, "deviation", mark, scale=_PERCENT)
            below.set_xlabel(canvas.text("calibration.foretold"))
        grid[0][0].set_ylabel(canvas.text("calibration.happened"))
        grid[1][0].set_ylabel(canvas.text("calibration.off"))
    return figure
