"""How studies write figures: with intervals, in tables and within sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from zhuji_sim.analysis.wording import TextTable, percent, points
from zhuji_sim.labels import text

__all__ = [
    "Format",
    "listed",
    "number",
    "percent",
    "percentage_points",
    "plain",
    "points",
    "rules_name",
    "table_of",
]

Format = Callable[["pd.Series[Any]", str], str]


def percentage_points(row: "pd.Series[Any]", name: str) -> str:
    """A change of a share, in percentage points: `+16.4 (+14.2 … +18.5)`."""
    shares = {column: row[column] * 100 for column in (name, f"{name}_low", f"{name}_high")}
    return points(pd.Series(shares), name)


def plain(row: "pd.Series[Any]", name: str) -> str:
    """A figure that cannot be negative, with its interval: `3.21 (3.15–3.27)`."""
    value, low, high = (float(row[column]) for column in (name, f"{name}_low", f"{name}_high"))
    if value != value:
        return "–"
    size = max(abs(value), 1e-9)
    decimals = 0 if size >= 1000 else 1 if size >= 100 else 2
    written = f"{value:,.{decimals}f}"
    return written if low != low else f"{written} ({low:,.{decimals}f}–{high:,.{decimals}f})"


def number(row: "pd.Series[Any]", name: str) -> str:
    """A count."""
    return f"{row[name]:,.0f}"


def rules_name(name: str, lang: str) -> str:
    """A preset for readers."""
    return text(f"studies.rules_{name}", lang)


def listed(parts: Sequence[str], lang: str) -> str:
    """Parts of an enumeration: `a, b and c`."""
    comma, last = text("report.list_comma", lang), text("report.list_and", lang)
    return last.join([comma.join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def table_of(
    table: pd.DataFrame,
    columns: Mapping[str, Format],
    head: Callable[[str], str],
    names: Sequence[str] = (),
) -> TextTable:
    """A table for readers.

    Parameters
    ----------
    columns : mapping
        For each column how it is written: a `Format`.
    head : function
        What a column is called.
    names : sequence of str
        The columns that are no figures.
    """
    rows = [[write(row, column) for column, write in columns.items()] for _, row in table.iterrows()]
    return TextTable([head(column) for column in columns], rows, [column not in names for column in columns])
