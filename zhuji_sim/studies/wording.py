"""How studies write figures: with intervals, in tables and within sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from zhuji_sim.analysis.wording import TextTable, percent, points
from zhuji_sim.labels import text

__all__ = [
    "Format",
    "direction",
    "listed",
    "number",
    "percent",
    "percentage_points",
    "plain",
    "points",
    "rules_name",
    "rules_of",
    "size",
    "table_of",
    "worth",
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


def direction(row: "pd.Series[Any]", name: str) -> str:
    """Which way a change clearly goes: `gain`, `loss`, or `unclear` where its interval does not tell."""
    if row[f"{name}_low"] > 0:
        return "gain"
    return "loss" if row[f"{name}_high"] < 0 else "unclear"


def size(row: "pd.Series[Any]", name: str) -> str:
    """A change in a sentence that says which way it goes: `9.9 (7.8 … 12.1)`; signed where it is unclear."""
    way = direction(row, name)
    if way == "unclear":
        return points(row, name)
    sign, first, last = (1, "low", "high") if way == "gain" else (-1, "high", "low")
    turned = {"": row[name], "_low": row[f"{name}_{first}"], "_high": row[f"{name}_{last}"]}
    changes = pd.Series({f"{name}{end}": sign * float(value) for end, value in turned.items()})
    return points(changes, name).replace("+", "")


def worth(row: "pd.Series[Any]", name: str, lang: str) -> str:
    """What something brings, in points: without a sign where it clearly gains, called unclear where it is."""
    way = direction(row, name)
    if way == "gain":
        return size(row, name)
    return points(row, name) if way == "loss" else text("studies.unclear", lang, figure=points(row, name))


def number(row: "pd.Series[Any]", name: str) -> str:
    """A count."""
    return f"{row[name]:,.0f}"


def rules_name(name: str, lang: str) -> str:
    """A preset for readers."""
    return text(f"studies.rules_{name}", lang)


def rules_of(table: pd.DataFrame) -> list[str]:
    """The rulesets of a table, the main one first."""
    return list(dict.fromkeys(table["rules"]))


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
