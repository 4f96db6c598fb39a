"""One function per chart: a tidy frame in, a figure out; None where there is nothing to show in it.

The frames are those of `summarise`, or any others with the columns that a chart names; one that lacks a
column, or a name for one of its cells, is refused with a `FrameError`.
"""

from collections.abc import Callable, Mapping
from typing import Final

import pandas as pd
from matplotlib.figure import Figure

from zhuji_sim.analysis.columns import FrameError, required, with_interval
from zhuji_sim.analysis.drawing import INK, Canvas, whiskers
from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.analysis.layouts import (
    MOST_SERIES,
    PERCENT,
    by_contract,
    in_bidding_order,
    needed,
    panels,
    players,
    stacks,
)
from zhuji_sim.analysis.tables import ENDINGS, MODES, OUTCOMES
from zhuji_sim.rules.tiles import SEATS

__all__ = [
    "CHARTS",
    "MOST_TAI",
    "by_policy",
    "by_seat",
    "contract_outcomes",
    "declarer_points",
    "endings",
    "make_rate",
    "tai_by_mode",
    "win_by_distance",
]

Chart = Callable[[Mapping[str, pd.DataFrame], Canvas], Figure | None]

_CONTRACT: Final = ("cell", "source", "contract", "level", "mode")

MOST_TAI: Final = 10
"""Wins of more tai are too rare to be seen."""


def make_rate(contracts: pd.DataFrame, canvas: Canvas | None = None) -> Figure | None:
    """How often each contract is made, and how often it would have to be.

    Parameters
    ----------
    contracts : DataFrame
        `cell`, `source` (auction, forced), `contract`, `level`, `mode`, `deals`; `make_rate` and `break_even`
        (between 0 and 1), each with `…_low` and `…_high`. Rows of few deals are left out.
    canvas : Canvas, optional
        Language, names, deals and seed; if missing, what the frame tells (`Canvas.of`).
    """
    canvas = _canvas(contracts, canvas, *_CONTRACT, "deals", *with_interval("make_rate", "break_even"))
    shown = _enough(contracts)
    if shown.empty:
        return None
    with canvas.figure("charts.make_rate", 4.4, *_contract_notes(contracts, canvas)) as figure:
        axes = figure.subplots()
        for places, part, mark, label in by_contract(axes, shown, canvas):
            whiskers(axes, places, part, "make_rate", mark, scale=PERCENT, label=label)
            needed(axes, places, part, "break_even")
        needed(axes, [], shown[:0], "break_even", label=canvas.text("charts.break_even"))
        axes.set_ylim(bottom=0)
        axes.set_ylabel(canvas.text("charts.made_percent"))
        axes.legend()
    return figure


def declarer_points(contracts: pd.DataFrame, canvas: Canvas | None = None) -> Figure | None:
    """What each contract brings its declarer.

    Parameters
    ----------
    contracts : DataFrame
        As for `make_rate`, with `points` per deal in place of the rates.
    canvas : Canvas, optional
        Language, names, deals and seed; if missing, what the frame tells (`Canvas.of`).
    """
    canvas = _canvas(contracts, canvas, *_CONTRACT, "deals", *with_interval("points"))
    shown = _enough(contracts)
    if shown.empty:
        return None
    with canvas.figure("charts.declarer_points", 4.4, *_contract_notes(contracts, canvas)) as figure:
        axes = figure.subplots()
        axes.axhline(0, color=INK, linewidth=1)
        several = False
        for places, part, mark, label in by_contract(axes, shown, canvas):
            whiskers(axes, places, part, "points", mark, label=label)
            several |= label is not None
        axes.set_ylabel(canvas.text("charts.points_per_contract"))
        if several:
            axes.legend()
    return figure


def by_seat(seats: pd.DataFrame, canvas: Canvas | None = None) -> Figure | None:
    """Wins and points of the four seats.

    Parameters
    ----------
    seats : DataFrame
        `cell`, `seat`; `win` (between 0 and 1) and `points` per deal, each with `…_low` and `…_high`.
    canvas : Canvas, optional
        Language, names, deals and seed; if missing, what the frame tells (`Canvas.of`).
    """
    canvas = _canvas(seats, canvas, "cell", "seat", *with_interval("win", "points"))
    if seats.empty:
        return None
    names = {seat: canvas.text(f"names.seat_{seat}") for seat in SEATS}
    return players(seats, "seat", names, "charts.by_seat", canvas)


def by_policy(policies: pd.DataFrame, canvas: Canvas | None = None) -> Figure | None:
    """Wins and points of the policies, where there are several.

    Parameters
    ----------
    policies : DataFrame
        As for `by_seat`, with `policy` in place of the seat.
    canvas : Canvas, optional
        Language, names, deals and seed; if missing, what the frame tells (`Canvas.of`).
    """
    canvas = _canvas(policies, canvas, "cell", "policy", *with_interval("win", "points"))
    names = {name: canvas.write(name) for name in policies["policy"].unique()[:MOST_SERIES]}
    if len(names) < 2:
        return None
    return players(policies, "policy", names, "charts.by_policy", canvas)


def contract_outcomes(outcomes: pd.DataFrame, canvas: Canvas | None = None) -> Figure | None:
    """How contracts end.

    Parameters
    ----------
    outcomes : DataFrame
        `cell`, `source`, `contract`, `level`, `mode`, `outcome`, `deals`; `share` of the contract's deals
        (between 0 and 1) with `share_low` and `share_high`. Contracts of few deals are left out.
    canvas : Canvas, optional
        Language, names, deals and seed; if missing, what the frame tells (`Canvas.of`).
    """
    canvas = _canvas(outcomes, canvas, *_CONTRACT, "outcome", "deals", *with_interval("share"))
    contracts = outcomes.groupby(["cell", "source", "contract"], observed=True)
    kept = outcomes[contracts["deals"].transform("sum") >= MIN_CLUSTERS]
    if kept.empty:
        return None
    kept = kept.sort_values(["level", "mode", "cell"], key=in_bidding_order, kind="stable")
    names = {name: canvas.text(f"names.outcome_{name}") for name in OUTCOMES}

    def label(row: pd.Series) -> str:
        series = canvas.write(canvas.series[row["cell"]])
        return f"{canvas.contract(row['contract'])}  {series}".rstrip()

    return stacks(
        kept, "outcome", names, label, "charts.contract_outcomes", "charts.contracts_percent", canvas
    )


def endings(ends: pd.DataFrame, canvas: Canvas | None = None) -> Figure | None:
    """How deals end.

    Parameters
    ----------
    ends : DataFrame
        `cell`, `ending`; `share` of all deals (between 0 and 1) with `share_low` and `share_high`.
    canvas : Canvas, optional
        Language, names, deals and seed; if missing, what the frame tells (`Canvas.of`).
    """
    canvas = _canvas(ends, canvas, "cell", "ending", *with_interval("share"))
    if ends.empty:
        return None
    names = {name: canvas.text(f"names.ending_{name}") for name in ENDINGS}

    def label(row: pd.Series) -> str:
        return canvas.write(canvas.cells[row["cell"]]) if len(canvas.cells) > 1 else ""

    return stacks(ends, "ending", names, label, "charts.endings", "charts.deals_percent", canvas)


def tai_by_mode(wins: pd.DataFrame, canvas: Canvas | None = None) -> Figure | None:
    """The tai of wins under each caishen mode.

    Parameters
    ----------
    wins : DataFrame
        `cell`, `mode`, `tai`, `wins`; `share` of the mode's wins (between 0 and 1) with `share_low` and
        `share_high`.
    canvas : Canvas, optional
        Language, names, deals and seed; if missing, what the frame tells (`Canvas.of`).
    """
    canvas = _canvas(wins, canvas, "cell", "mode", "tai", "wins", *with_interval("share"))
    if wins.empty:
        return None
    names = {mode: canvas.text(f"names.mode_{mode}") for mode in MODES}
    low = wins[wins["tai"] <= MOST_TAI]
    beyond = 1 - low["wins"].sum() / wins["wins"].sum()
    notes = [canvas.text("charts.tai_beyond", most=MOST_TAI, share=f"{beyond:.2%}")] if beyond else []
    return panels(
        low,
        "mode",
        names,
        "tai",
        "share",
        "charts.tai_by_mode",
        ("charts.tai", "charts.wins_percent"),
        canvas,
        *notes,
    )


def win_by_distance(starts: pd.DataFrame, canvas: Canvas | None = None) -> Figure | None:
    """How the tiles dealt decide who wins.

    Parameters
    ----------
    starts : DataFrame
        `cell`, `role`, `distance` (tiles missing when dealt), `players`; `win` (between 0 and 1) with
        `win_low` and `win_high`. Rows of few players are left out.
    canvas : Canvas, optional
        Language, names, deals and seed; if missing, what the frame tells (`Canvas.of`).
    """
    canvas = _canvas(starts, canvas, "cell", "role", "distance", "players", *with_interval("win"))
    table = starts[starts["players"] >= MIN_CLUSTERS]
    if table.empty:
        return None
    names = {role: canvas.text(f"names.role_{role}") for role in table["role"].unique()}
    return panels(
        table,
        "role",
        names,
        "distance",
        "win",
        "charts.win_by_distance",
        ("charts.distance", "charts.win_percent"),
        canvas,
    )


def _canvas(frame: pd.DataFrame, canvas: Canvas | None, *columns: str) -> Canvas:
    """The canvas given, or what the frame tells, once the frame has the columns and its cells are named."""
    required(frame, columns)
    canvas = canvas or Canvas.of(frame)
    unnamed = set(frame["cell"]) - (set(canvas.cells) & set(canvas.series))
    if unnamed:
        cell = min(unnamed, key=str)
        raise FrameError(f"cell {cell} has no name: expected a Canvas whose `cells` and `series` have it")
    return canvas


def _enough(contracts: pd.DataFrame) -> pd.DataFrame:
    """Contracts with deals enough to be shown."""
    return contracts[contracts["deals"] >= MIN_CLUSTERS]


def _contract_notes(contracts: pd.DataFrame, canvas: Canvas) -> list[str]:
    notes = [canvas.text("charts.whiskers")]
    if (contracts["source"] == "auction").any():
        notes.append(canvas.text("charts.selected"))
    rare = len(contracts) - len(_enough(contracts))
    if rare:
        notes.append(canvas.text("charts.left_out", count=rare, least=MIN_CLUSTERS))
    return notes


def _of(table: str, draw: Callable[[pd.DataFrame, Canvas], Figure | None]) -> Chart:
    return lambda tables, canvas: draw(tables[table], canvas)


CHARTS: Final[dict[str, Chart]] = {
    "make_rate": _of("contracts", make_rate),
    "declarer_points": _of("contracts", declarer_points),
    "contract_outcomes": _of("contract_outcomes", contract_outcomes),
    "by_seat": _of("by_seat", by_seat),
    "by_policy": _of("by_policy", by_policy),
    "endings": _of("endings", endings),
    "tai_by_mode": _of("tai_by_mode", tai_by_mode),
    "win_by_distance": _of("win_by_distance", win_by_distance),
}
"""All charts by the name of their files, in the order of the report; they take all tables of `summarise`."""
