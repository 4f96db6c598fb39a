"""Estimates by groups: a tidy frame in, a row per group out, each figure with its 95 % interval."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.clusters import clusters as clusters_of
from zhuji_sim.analysis.columns import FrameError, distinct, numbers, one_of, required, with_interval
from zhuji_sim.analysis.estimates import Estimate, Sums, mean, proportion, quantile_of_clusters
from zhuji_sim.analysis.provenance import count_deals_of, passed_on
from zhuji_sim.analysis.tables import in_order

__all__ = ["estimate", "paired"]

Names = str | Sequence[str]
Codes = NDArray[np.int64]

_MEDIAN: Final = 0.5


def estimate(
    frame: pd.DataFrame,
    by: Names = (),
    *,
    rate: Names = (),
    mean: Names = (),
    median: Names = (),
    cluster: str | None = None,
) -> pd.DataFrame:
    """Rates, means and medians by groups, with 95 % intervals.

    Parameters
    ----------
    frame : DataFrame
        Such as `players` gives it. Missing values are left out.
    by : str or sequence of str
        Columns that tell groups apart; rows where one of them is missing are left out.
    rate : str or sequence of str
        Columns of truth values (or 0 and 1); Wilson's interval, widened where rows hang together.
    mean, median : str or sequence of str
        Columns of numbers; a mean has no interval below 30 clusters.
    cluster : str, optional
        Rows with the same value here are no independent ones. If missing, `match` or `deal` (of the same
        `seed`, where that is a column): whatever was played on one wall is one cluster, in all cells and
        seats. Rows that are all independent have a column that numbers them.

    Returns
    -------
    DataFrame
        The columns of `by`, `clusters` and `rows` (those in which a figure is known), and for each figure
        `f` the columns `f`, `f_low` and `f_high`; rates between 0 and 1. A figure that is missing in some of
        these rows has its own `f_clusters` and `f_rows`. Groups are in the order of the game (seats, modes,
        contracts …).

    Raises
    ------
    FrameError
        A column is missing or asked for twice, a figure is not made of numbers, or a rate of other numbers
        than 0 and 1; or it is not told what is independent: without `cluster` there is neither `match` nor
        `deal`, or deals are there twice that may be of several seeds.
    """
    keys, rates, means, medians = (_names(given) for given in (by, rate, mean, median))
    figures = [*rates, *means, *medians]
    required(frame, [*keys, *figures, *([cluster] if cluster else [])])
    counts = [f"{name}_{count}" for name in figures for count in _COUNTS]
    distinct([*keys, *_COUNTS, *with_interval(*figures), *counts])
    for name in rates:
        if not frame[name].dropna().isin([0, 1]).all():
            raise FrameError(f"column {name!r}: expected truth values, or 0 and 1")
    groups, table = _groups(frame, keys)
    clusters = clusters_of(frame, cluster)
    there = groups >= 0
    values = {name: numbers(frame, name) for name in figures}
    known = {name: there & ~np.isnan(column) for name, column in values.items()}
    used = np.logical_or.reduce(list(known.values())) if known else there
    table["clusters"], table["rows"] = _counts(groups, clusters, used, len(table))
    for kind, names in ((proportion, rates), (_mean, means), (None, medians)):
        for name in names:
            inside = known[name]
            parts = groups[inside], clusters[inside], values[name][inside]
            found = _medians(*parts, len(table)) if kind is None else kind(_sums(*parts, len(table)))
            table[name], table[f"{name}_low"], table[f"{name}_high"] = found
            if (inside != used).any():
                own = _counts(groups, clusters, inside, len(table))
                table[f"{name}_clusters"], table[f"{name}_rows"] = own
    table = in_order(table, keys) if keys else table
    return passed_on(frame, table, deals=count_deals_of(frame), rates=rates)


def paired(
    frame: pd.DataFrame, value: str, between: str, base: object, by: Names = (), *, cluster: str | None = None
) -> pd.DataFrame:
    """Differences of means on the same walls, with 95 % intervals: every other group less a base.

    Parameters
    ----------
    frame : DataFrame
    value : str
        Column of numbers or truth values.
    between : str
        Column that tells apart what is compared, such as `cell_name` or `policy`.
    base : object
        The value of that column which the others are held against.
    by : str or sequence of str
        Columns within whose groups to compare.
    cluster : str, optional
        As in `estimate`. Clusters in which either is missing are left out.

    Returns
    -------
    DataFrame
        The columns of `by`, the column `between`, `clusters` (which both are in), and `difference` with
        `difference_low` and `difference_high`: the mean over clusters of the difference of their means.

    Raises
    ------
    FrameError
        A column or the base is missing, a column is asked for twice, or the values are no numbers; or it is
        not told what is independent, as in `estimate`.
    """
    keys = _names(by)
    required(frame, [*keys, value, between, *([cluster] if cluster else [])])
    distinct([*keys, between, *_COUNTS[:1], *_FIGURES])
    if not (frame[between] == base).any():
        there = frame[between].dropna().unique()[:_MOST_NAMED]
        raise FrameError(f"base {base!r} is not in column {between!r}: expected {one_of(there)}")
    inside, table = _groups(frame, keys)
    parts = pd.DataFrame(
        {"group": inside, "cluster": clusters_of(frame, cluster), "value": numbers(frame, value)}
    )
    parts["level"] = frame[between].to_numpy()
    parts = parts[(parts["group"] >= 0) & parts["value"].notna() & parts["level"].notna()]
    means = parts.groupby(["group", "cluster", "level"], observed=True)["value"].mean().unstack("level")
    rows: list[dict[str, Any]] = []
    groups: list[Any] = []
    for level in [each for each in means.columns if each != base]:
        apart = (means[level] - means[base]).dropna()
        for group, values in apart.groupby(level="group"):
            alone = np.arange(len(values))
            found = _mean(_sums(np.zeros_like(alone), alone, values.to_numpy(), 1))
            figures = dict(zip(_FIGURES, (float(part[0]) for part in found), strict=True))
            rows.append({between: level, "clusters": len(values), **figures})
            groups.append(group)
    differences = pd.DataFrame(rows, columns=[between, "clusters", *_FIGURES])
    result = pd.concat([table.iloc[groups].reset_index(drop=True), differences], axis=1)
    result = in_order(result, [*keys, between])
    return passed_on(frame, result, deals=count_deals_of(frame), rates=[])


_MOST_NAMED: Final = 6
_COUNTS: Final = ("clusters", "rows")
_FIGURES: Final = tuple(with_interval("difference"))
_mean: Final[Callable[[Sums], Estimate]] = mean


def _names(given: Names) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def _groups(frame: pd.DataFrame, keys: Sequence[str]) -> tuple[Codes, pd.DataFrame]:
    """The group of each row (-1 for none), and a row for each group."""
    if not keys:
        return np.zeros(len(frame), np.int64), pd.DataFrame(index=pd.RangeIndex(1))
    grouped = frame.groupby(list(keys), observed=True, sort=False)
    codes = grouped.ngroup().fillna(-1).astype(np.int64).to_numpy()
    first = pd.Series(codes).drop_duplicates()
    first = first[first >= 0].sort_values()
    return np.asarray(codes, np.int64), frame[list(keys)].iloc[first.index].reset_index(drop=True)


def _counts(groups: Codes, clusters: Codes, used: NDArray[np.bool_], count: int) -> tuple[Codes, Codes]:
    """How many clusters and rows of each group are used."""
    pairs = np.unique(np.column_stack([groups[used], clusters[used]]), axis=0)
    return np.bincount(pairs[:, 0], minlength=count), np.bincount(groups[used], minlength=count)


def _sums(groups: Codes, clusters: Codes, values: NDArray[np.float64], count: int) -> Sums:
    """Sums over clusters for each of so many groups; a row is a trial."""
    step = int(clusters.max(initial=0)) + 1
    found, places = np.unique(groups * step + clusters, return_inverse=True)
    x, y = np.bincount(places, minlength=len(found)), np.bincount(places, values, minlength=len(found))
    parts = (np.ones(len(found)), x, y, x * x, x * y, y * y)
    return Sums(*(np.bincount(found // step, part, minlength=count) for part in parts))


def _medians(groups: Codes, clusters: Codes, values: NDArray[np.float64], count: int) -> Estimate:
    found = np.full((count, 3), np.nan)
    for group in np.unique(groups).tolist():
        inside = groups == group
        found[group] = quantile_of_clusters(values[inside], clusters[inside], _MEDIAN)
    return Estimate(*found.T)
