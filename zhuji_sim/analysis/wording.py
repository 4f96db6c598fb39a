"""Figures and tables as a reader of the report meets them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.measures import BIG_TAI
from zhuji_sim.labels import contract_name, text

__all__ = ["TextTable", "Writer", "percent", "points", "text_table"]

MOST_ROWS: Final = 120
"""Longer tables are cut in the report."""


@dataclass(frozen=True)
class TextTable:
    """A table of texts; `numeric` tells which columns are figures, `cut` what is missing."""

    heads: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    cut: str = ""


@dataclass(frozen=True)
class Writer:
    """Writes values in a language; `cells` names the cells, `series` the same without their contract."""

    lang: str
    cells: Mapping[int, str]
    series: Mapping[int, str]

    def name(self, column: str, value: Any) -> str:
        """A value of a key column."""
        if column in ("cell", "series"):
            return (self.cells if column == "cell" else self.series)[int(value)]
        if column == "contract":
            return contract_name(str(value), self.lang)
        if column in _NAMED:
            return text(f"names.{_NAMED[column]}_{value}", self.lang)
        return str(value)


def percent(row: "pd.Series[Any]", name: str) -> str:
    """A share with its interval: `31.2% (30.9–31.5)`."""
    value, low, high = (row[column] * 100 for column in (name, f"{name}_low", f"{name}_high"))
    if np.isnan(value):
        return "–"
    return f"{value:.1f}%" + ("" if np.isnan(low) else f" ({low:.1f}–{high:.1f})")


def points(row: "pd.Series[Any]", name: str) -> str:
    """Points with their interval: `+3.2 (+2.5 … +3.9)`; as many decimals as the interval bears."""
    value, low, high = (row[column] for column in (name, f"{name}_low", f"{name}_high"))
    if np.isnan(value):
        return "–"
    decimals = 1 if np.isnan(low) else 2 if high - low < 1 else 1 if high - low < _WIDE else 0
    value, low, high = (f"{number:+.{decimals}f}".replace("-", "−") for number in (value, low, high))
    return value if "nan" in low else f"{value} ({low} … {high})"


def text_table(name: str, table: pd.DataFrame, writer: Writer) -> TextTable:
    """One of the tables of `summarise` for readers; the cell is left out where there is but one."""
    table = table.assign(series=table["cell"])
    names = {"cell": writer.cells, "series": writer.series}
    columns = [
        column
        for column in _COLUMNS[name]
        if column in table and (column not in names or len(set(names[column].values())) > 1)
    ]
    shown = table.head(MOST_ROWS)
    rows = [
        [
            _FORMATS[column](row, column) if column in _FORMATS else writer.name(column, row[column])
            for column in columns
        ]
        for _, row in shown.iterrows()
    ]
    cut = len(table) > len(shown)
    return TextTable(
        [text(f"tables.{column}", writer.lang, tai=BIG_TAI) for column in columns],
        rows,
        [column in _FORMATS for column in columns],
        text("report.table_cut", writer.lang, shown=len(shown), rows=len(table), name=name) if cut else "",
    )


def _count(row: "pd.Series[Any]", name: str) -> str:
    return f"{row[name]:,.0f}"


def _plain(row: "pd.Series[Any]", name: str) -> str:
    value, low, high = (row[column] for column in (name, f"{name}_low", f"{name}_high"))
    return f"{value:.1f}" + ("" if np.isnan(low) else f" ({low:.1f}–{high:.1f})")


_WIDE: Final = 100

_NAMED: Final = {
    "seat": "seat",
    "role": "role",
    "source": "source",
    "outcome": "outcome",
    "ending": "ending",
    "mode": "mode_short",
}

_SHARES: Final = (
    *("win", "deal_in", "declared", "made", "make_rate", "break_even"),
    *("share", "rate", "share_of_points"),
)
_POINTS: Final = ("points", "points_from_big_wins")
_FORMATS: Final[dict[str, Callable[["pd.Series[Any]", str], str]]] = (
    dict.fromkeys(_SHARES, percent)
    | dict.fromkeys(_POINTS, points)
    | dict.fromkeys(("deals", "players", "wins", "big_wins"), _count)
    | dict.fromkeys(("mean", "median"), _plain)
)

_PLAYERS: Final = ["players", "win", "deal_in", "points"]
_COLUMNS: Final[dict[str, Sequence[str]]] = {
    "by_seat": ["cell", "seat", *_PLAYERS],
    "by_policy": ["cell", "policy", *_PLAYERS, "declared", "made"],
    "by_role": ["cell", "role", *_PLAYERS],
    "contracts": [
        *["series", "contract", "source", "deals", "make_rate", "break_even"],
        *["points", "points_from_big_wins"],
    ],
    "contract_outcomes": ["series", "contract", "source", "outcome", "deals", "share", "points"],
    "endings": ["cell", "ending", "deals", "share"],
    "tai_by_mode": ["cell", "mode", "tai", "wins", "share"],
    "big_wins": ["cell", "deals", "big_wins", "rate", "share_of_points"],
    "turns_to_win": ["cell", "wins", "mean", "median"],
    "win_by_distance": ["cell", "role", "distance", "players", "win"],
}
