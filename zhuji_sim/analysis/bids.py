"""Charts of what a player can do before the first discard: a frame of odds in, a figure out."""

from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from zhuji_sim.analysis.drawing import HATCHES, INK, MARKS, QUIET, SHADES, Canvas, errors
from zhuji_sim.analysis.tile_artists import place_tiles
from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.notation import format_tile, parse_tiles
from zhuji_sim.rules.tiles import EAST, SUIT_SIZE, is_honour

__all__ = ["MOST_ROWS", "caishen_map", "points_of_rows", "row_name", "tai_shares"]

MOST_ROWS: Final = 7
"""Rows far behind would press the others together."""
FEWEST_BARS: Final = 6
"""Room for so many, so that one or two do not fill the chart."""
_ROW: Final = 0.36
"""Inches of a row."""
_CELL: Final = 0.82
"""Inches of a row of tiles."""
_HIGH: Final = 20.0
"""Points of a tile beside a row."""
_PICTURE: Final = 16.5
"""Points that a tile takes there, and those of the gap to the name."""
_PAD: Final = 7.0
_BESIDE: Final = -0.008
_DARK: Final = 0.5
_SUITS: Final = 4
"""Rows of tiles: 万, 筒, 索, honours."""
_PERCENT: Final = 100


def points_of_rows(frame: pd.DataFrame, canvas: Canvas, best: int) -> Figure:
    """Points of every bid, name or pass with their intervals.

    Parameters
    ----------
    frame : DataFrame
        As `odds.answer.Answer.frame`: `contract`, `caishen`, `points` with `…_low` and `…_high`.
    canvas : Canvas
        With the number of deals and the seed.
    best : int
        Row that is marked.
    """
    there = frame[frame["points"].notna()].reset_index()
    nearest = there.index < MOST_ROWS
    shown = there[nearest | (there["contract"] == "pass")].reset_index(drop=True)
    pictured = [parse_tiles(caishen) for caishen in shown["caishen"]]
    names = [canvas.write(row_name(row, canvas.lang)) for _, row in shown.drop(columns="caishen").iterrows()]
    value, error = errors(shown, "points")
    notes = [canvas.text("charts.whiskers")]
    if len(shown) < len(there):
        notes.append(canvas.text("charts.first_of", most=len(shown), count=len(there)))
    with canvas.figure("charts.bid_points", 1.5 + _ROW * len(shown), *notes) as figure:
        axes = figure.subplots()
        axes.axvline(0, color=INK, linewidth=1)
        for place, chosen in enumerate(shown["index"] == best):
            colour = MARKS[0].colour if chosen else QUIET
            axes.errorbar(
                value[place],
                place,
                xerr=error[:, [place]],
                color=colour,
                marker="D" if chosen else "o",
                markersize=8 if chosen else 6,
                markerfacecolor=colour if chosen else "white",
                capsize=3,
                linestyle="none",
            )
            if chosen:
                names[place] = canvas.text("charts.bid_best", name=names[place])
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0, pad=_PAD + _PICTURE * max(map(len, pictured)))
        for place, kinds in enumerate(pictured):
            if kinds:
                beside = ("axes fraction", "data")
                place_tiles(axes, kinds, (_BESIDE, place), high=_HIGH, coordinates=beside, align=(1, 0.5))
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(canvas.text("charts.points_per_deal"))
    return figure


def caishen_map(frame: pd.DataFrame, canvas: Canvas, contract: str) -> Figure:
    """Points and chance of a contract under every caishen, laid out as the tiles are.

    Parameters
    ----------
    frame : DataFrame
        As `odds.answer.name_map` gives it: a row for each set of caishen, by its first tile.
    canvas : Canvas
        With the number of deals of each set, and the seed.
    contract : str
    """
    value = np.full((_SUITS, SUIT_SIZE), np.nan)
    half = float(((frame["points_high"] - frame["points_low"]) / 2).max())
    best = int(frame["points"].to_numpy().argmax())
    low, high = float(frame["points"].min()), float(frame["points"].max())
    notes = [
        canvas.text("charts.caishen_cell"),
        canvas.text("charts.caishen_half_width", width=f"{half:.1f}"),
    ]
    title = "charts.caishen_solo" if (frame["second"] < 0).all() else "charts.caishen_dual"
    with canvas.figure(title, 1.2 + _CELL * _SUITS, *notes, contract=canvas.contract(contract)) as figure:
        axes = figure.subplots()
        for place, (_, row) in enumerate(frame.iterrows()):
            down, across = divmod(int(row["first"]), SUIT_SIZE)
            value[down, across] = row["points"]
            bright = (row["points"] - low) / ((high - low) or 1.0) > _DARK
            _label(axes, (across, down), row, INK if bright else "white", canvas)
            if place == best:
                corner = (across - 0.47, down - 0.47)
                axes.add_patch(Rectangle(corner, 0.94, 0.94, fill=False, edgecolor="#c2571a", linewidth=3))
        image = axes.imshow(value, cmap=SHADES, vmin=low, vmax=high, aspect="auto")
        axes.set_xticks([])
        axes.set_yticks([])
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_facecolor("none")
        figure.colorbar(image, ax=axes, label=canvas.text("charts.points_per_deal"), pad=0.02)
    return figure


def tai_shares(frame: pd.DataFrame, canvas: Canvas, name: str) -> Figure:
    """How many tai a contract is made with, and how often it fails.

    Parameters
    ----------
    frame : DataFrame
        `tai` (0: it fails), `share` with `share_low` and `share_high`.
    canvas : Canvas
    name : str
        What is played, for the title.
    """
    value, error = errors(frame, "share", _PERCENT)
    places = np.arange(len(frame))
    with canvas.figure("charts.bid_tai", 3.4, canvas.text("charts.whiskers"), name=name) as figure:
        axes = figure.subplots()
        for place, tai in zip(places, frame["tai"]):
            colour, hatch = HATCHES[1] if tai == 0 else HATCHES[0]
            axes.bar(place, value[place], color=colour, hatch=hatch, edgecolor="white", width=0.72)
        axes.errorbar(places, value, yerr=error, color=INK, linestyle="none", capsize=3)
        ticks = [canvas.text("charts.bid_fails") if tai == 0 else f"{tai}" for tai in frame["tai"]]
        axes.set_xticks(places, ticks)
        axes.grid(visible=False, axis="x")
        axes.set_xlim(-0.6, max(len(frame), FEWEST_BARS) - 0.4)
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_locator(MaxNLocator(6))
        axes.set_xlabel(canvas.text("charts.tai"))
        axes.set_ylabel(canvas.text("charts.deals_percent"))
    return figure


def row_name(row: "pd.Series[Any]", lang: str, *, drawn: bool = False) -> str:
    """What a row is about, `solo 4 · 9p`; without the column `caishen` the contract alone.

    `drawn`: honours by their English names, for a reader who knows no Chinese.
    """
    if row["contract"] == "pass":
        return text("odds.pass", lang)
    parts = [] if row["contract"] == "-" else [contract_name(row["contract"], lang)]
    if row.get("caishen"):
        parts.append(_drawn(row["caishen"], lang) if drawn else row["caishen"])
    return " · ".join(parts)


def _drawn(caishen: str, lang: str) -> str:
    kinds = parse_tiles(caishen)
    return (" + " if any(map(is_honour, kinds)) else "").join(_tile(kind, lang) for kind in kinds)


def _tile(kind: int, lang: str) -> str:
    return text(f"odds.honour_{kind - EAST}", lang) if is_honour(kind) else format_tile(kind)


def _label(axes: Axes, where: tuple[int, int], row: "pd.Series[Any]", colour: str, canvas: Canvas) -> None:
    across, down = where
    kinds = [int(row[which]) for which in ("first", "second") if row[which] >= 0]
    place_tiles(axes, kinds, (across, down - 0.2))
    held = "*" * int(row["held"])
    figures = f"{row['points']:+.0f}{held}\n{row['make'] * _PERCENT:.0f} %".replace("-", "−")
    axes.text(across, down + 0.27, figures, ha="center", va="center", fontsize=8.5, color=colour)
