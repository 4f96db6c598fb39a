"""One function per chart: tables in, a figure out; None where the run has nothing to show in it."""

from collections.abc import Callable, Mapping
from typing import Final

import pandas as pd
from matplotlib.figure import Figure

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

__all__ = ["CHARTS", "MOST_TAI"]

Tables = Mapping[str, pd.DataFrame]

MOST_TAI: Final = 10
"""Wins of more tai are too rare to be seen."""


def make_rate(tables: Tables, canvas: Canvas) -> Figure | None:
    """How often each contract is made, and how often it would have to be."""
    shown = _enough(tables["contracts"])
    if shown.empty:
        return None
    with canvas.figure("charts.make_rate", 4.4, *_contract_notes(tables, canvas)) as figure:
        axes = figure.subplots()
        for places, part, mark, label in by_contract(axes, shown, canvas):
            whiskers(axes, places, part, "make_rate", mark, scale=PERCENT, label=label)
            needed(axes, places, part, "break_even", INK)
        needed(axes, [], shown[:0], "break_even", INK, canvas.text("charts.break_even"))
        axes.set_ylim(bottom=0)
        axes.set_ylabel(canvas.text("charts.made_percent"))
        axes.legend()
    return figure


def declarer_points(tables: Tables, canvas: Canvas) -> Figure | None:
    """What each contract brings its declarer."""
    shown = _enough(tables["contracts"])
    if shown.empty:
        return None
    with canvas.figure("charts.declarer_points", 4.4, *_contract_notes(tables, canvas)) as figure:
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


def by_seat(tables: Tables, canvas: Canvas) -> Figure | None:
    """Wins and points of the four seats."""
    names = {seat: canvas.text(f"names.seat_{seat}") for seat in SEATS}
    return players(tables["by_seat"], "seat", names, "charts.by_seat", canvas)


def by_policy(tables: Tables, canvas: Canvas) -> Figure | None:
    """Wins and points of the policies, where there are several."""
    table = tables["by_policy"]
    names = {name: canvas.write(name) for name in table["policy"].unique()[:MOST_SERIES]}
    if len(names) < 2:
        return None
    return players(table, "policy", names, "charts.by_policy", canvas)


def contract_outcomes(tables: Tables, canvas: Canvas) -> Figure | None:
    """How contracts end."""
    outcomes = tables["contract_outcomes"]
    kept = outcomes.merge(_enough(tables["contracts"])[["cell", "source", "contract"]])
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


def endings(tables: Tables, canvas: Canvas) -> Figure | None:
    """How deals end."""
    names = {name: canvas.text(f"names.ending_{name}") for name in ENDINGS}

    def label(row: pd.Series) -> str:
        return canvas.write(canvas.cells[row["cell"]]) if len(canvas.cells) > 1 else ""

    return stacks(tables["endings"], "ending", names, label, "charts.endings", "charts.deals_percent", canvas)


def tai_by_mode(tables: Tables, canvas: Canvas) -> Figure | None:
    """The tai of wins under each caishen mode."""
    table = tables["tai_by_mode"]
    if table.empty:
        return None
    names = {mode: canvas.text(f"names.mode_{mode}") for mode in MODES}
    low = table[table["tai"] <= MOST_TAI]
    beyond = 1 - low["wins"].sum() / table["wins"].sum()
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


def win_by_distance(tables: Tables, canvas: Canvas) -> Figure | None:
    """How the tiles dealt decide who wins."""
    table = tables["win_by_distance"]
    table = table[table["players"] >= MIN_CLUSTERS]
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


def _enough(contracts: pd.DataFrame) -> pd.DataFrame:
    """Contracts with deals enough to be shown."""
    return contracts[contracts["deals"] >= MIN_CLUSTERS]


def _contract_notes(tables: Tables, canvas: Canvas) -> list[str]:
    contracts = tables["contracts"]
    notes = [canvas.text("charts.whiskers")]
    if (contracts["source"] == "auction").any():
        notes.append(canvas.text("charts.selected"))
    rare = len(contracts) - len(_enough(contracts))
    if rare:
        notes.append(canvas.text("charts.left_out", count=rare, least=MIN_CLUSTERS))
    return notes


CHARTS: Final[dict[str, Callable[[Tables, Canvas], Figure | None]]] = {
    "make_rate": make_rate,
    "declarer_points": declarer_points,
    "contract_outcomes": contract_outcomes,
    "by_seat": by_seat,
    "by_policy": by_policy,
    "endings": endings,
    "tai_by_mode": tai_by_mode,
    "win_by_distance": win_by_distance,
}
"""All charts by the name of their files, in the order of the report."""
