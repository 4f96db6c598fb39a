"""Every figure in every table of every kind of report has its interval beside it."""

import numpy as np
import pandas as pd
import pytest
from runs import MadeUpCell
from studies import comparison, contract_study, tuning
from synthetic import deals_frame

from zhuji_sim.analysis import estimate, paired, players, summarise
from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.contracts.figures import FEW_MADE
from zhuji_sim.duplicate.report import frames_of as frames_of_comparison
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.tuning.report import frames_of as frames_of_tuning

NOT_ESTIMATED = {
    *("cell", "run", "wall", "tai", "level", "distance", "caishen", "generation", "candidate"),
    *("deals", "players", "wins", "made_deals", "big_wins", "walls", "hands", "left_out", "clusters", "rows"),
    *("step", "dual_distance", "solo_distance"),
}
"""Numbers that tell rows apart, count, or are chosen."""
ERRORS = {"score_error"}
"""Standard errors are no figures of their own."""
COUNTS = {("run", "contracts", "made")}
"""A count that another table has a rate for under the same name."""


def run() -> dict[str, pd.DataFrame]:
    cells = [MadeUpCell(), MadeUpCell("独2"), MadeUpCell(rules=Ruleset.preset("heping"), rules_name="heping")]
    return summarise(deals_frame(cell.rows(600, 3, 0), cell=place) for place, cell in enumerate(cells))


def grouped() -> dict[str, pd.DataFrame]:
    each = players(deals_frame(MadeUpCell().rows(300, 3, 0)))
    return {
        "estimate": estimate(each, "role", rate=("won", "dealt_in"), mean="points", median="turns"),
        "paired": paired(each, "points", "seat", "E"),
    }


KINDS = {
    "run": run,
    "comparison": lambda: frames_of_comparison(comparison()),
    "tuning": lambda: frames_of_tuning(*tuning()),
    "contracts": lambda: contract_study()[1].frames(),
    "grouped": grouped,
}


@pytest.fixture(scope="module", params=KINDS)
def tables(request) -> tuple[str, dict[str, pd.DataFrame]]:
    return request.param, KINDS[request.param]()


def figures(kind: str, name: str, table: pd.DataFrame) -> list[str]:
    """Columns that are estimates: numbers that are neither keys, counts nor ends of intervals."""
    numbers = table.select_dtypes("number").columns
    ends = {column for column in numbers if column.endswith(("_low", "_high"))} | {"low", "high"}
    return [
        column
        for column in numbers
        if column not in ends | NOT_ESTIMATED | ERRORS and (kind, name, column) not in COUNTS
    ]


def test_every_figure_has_both_ends_of_an_interval(tables):
    kind, found = tables
    told = {name: figures(kind, name, table) for name, table in found.items() if name != "faults"}
    assert all(told.values())
    for name, columns in told.items():
        for column in columns:
            assert {f"{column}_low", f"{column}_high"} <= set(found[name]), (name, column)


def test_no_interval_stands_without_its_figure_and_each_holds_it(tables):
    kind, found = tables
    for name, table in found.items():
        for column in [each.removesuffix("_low") for each in table if each.endswith("_low")]:
            low, value, high = (table[f"{column}{end}"].astype(float) for end in ("_low", "", "_high"))
            known = low.notna() & high.notna()
            assert (low[known] <= value[known] + 1e-9).all(), (kind, name, column)
            assert (value[known] <= high[known] + 1e-9).all(), (kind, name, column)
            assert (low.notna() == high.notna()).all(), (kind, name, column)


def few_seen(kind: str, table: pd.DataFrame) -> np.ndarray:
    """Rows that stand on too little for an interval of points: few deals, or hardly a contract made."""
    counts = [name for name in ("deals", "players", "wins", "walls", "clusters") if name in table]
    few = (table[counts] < MIN_CLUSTERS).any(axis=1)
    if kind == "contracts" and "made" in table:
        few |= table["made"] * table["walls"] < len(SEATS) * FEW_MADE
    elif "made" in table and "source" in table:
        few |= (table["made"] < MIN_CLUSTERS) | (table["deals"] - table["made"] < MIN_CLUSTERS)
    return few.to_numpy(bool)


def test_figures_lack_an_interval_only_where_too_little_was_seen(tables):
    """Points of big wins are left out: nothing is known of them where none was seen."""
    kind, found = tables
    for name, table in found.items():
        told = [] if name == "faults" else figures(kind, name, table)
        for column in [each for each in told if not each.endswith("big_wins")]:
            bare = (table[column].notna() & table[f"{column}_low"].isna()).to_numpy()
            assert not (bare & ~few_seen(kind, table)).any(), (kind, name, column)
