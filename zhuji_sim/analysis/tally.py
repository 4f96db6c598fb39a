"""Sums over clusters, gathered frame by frame: what tables are made of, in memory that does not grow."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Sums

__all__ = ["Tally"]

_TRIALS: Final = ["clusters", "x", "xx"]
_SUCCESSES: Final = ["y", "xy", "yy"]
_CLUSTER: Final = "cluster"


class Tally:
    """Named sums, each a small table with a row per group of deals.

    Deals of one match are one cluster, and a match has to lie whole in one call; without matches each deal is
    a cluster of its own.
    """

    def __init__(self) -> None:
        self._tables: dict[str, pd.DataFrame] = {}

    def add(self, name: str, keys: Mapping[str, Any], x: Any, y: Any, match: Any = None) -> None:
        """Add deals, each of which brings x trials and y successes (or points) to its group.

        Parameters
        ----------
        name : str
            Which sums.
        keys : mapping
            What a group is: a value for all deals, or an array with one for each; deals where one is missing
            belong to no group.
        x, y : array_like
            A number per deal, or one for all; deals without trials are left out.
        match : array_like, optional
            The match of each deal.
        """
        constant, varying = _split(keys)
        if match is None and not varying:
            self._merge(name, constant, [], _one_group(np.asarray(x, float), np.asarray(y, float)))
            return
        rows = pd.DataFrame({**varying, "x": x, "y": y}).astype({"x": float, "y": float})
        rows = _by_cluster(rows[rows["x"] != 0], list(varying), match)
        self._store(name, constant, list(varying), rows, _TRIALS + _SUCCESSES)

    def add_shares(
        self, name: str, keys: Mapping[str, Any], label: Mapping[str, Any], match: Any = None
    ) -> None:
        """Add deals that each carry one of several labels, to learn how often each occurs within its group.

        Deals whose label is missing are no trials. A label need not occur in every call.
        """
        ((column, labels),) = label.items()
        constant, varying = _split(keys)
        rows = pd.DataFrame({**varying, column: labels, "x": 1.0, "y": 1.0})
        rows = rows[rows[column].notna()]
        trials = _by_cluster(rows.drop(columns=[column, "y"]), list(varying), match)
        self._store(_trials(name), constant, list(varying), trials, _TRIALS)
        if match is not None:
            rows = _by_cluster(rows.drop(columns="x"), [*varying, column], match)
            rows = rows.merge(trials, on=[*varying, _CLUSTER])
        self._store(name, constant, [*varying, column], rows, _SUCCESSES)

    def table(self, name: str) -> pd.DataFrame:
        """Sums of one name: keys as columns, then those of `Sums`."""
        table = self._tables[name].reset_index()
        if _trials(name) in self._tables:
            table = table.merge(self._tables[_trials(name)].reset_index())
        return table

    def _store(
        self, name: str, constant: dict[str, Any], varying: list[str], rows: pd.DataFrame, sums: list[str]
    ) -> None:
        rows = rows.assign(clusters=1.0)
        for product in ("xx", "xy", "yy"):
            if product in sums:
                rows[product] = rows[product[0]] * rows[product[1]]
        if varying:
            part = rows.groupby(varying, observed=True)[sums].sum().reset_index()
        else:
            part = rows[sums].sum().to_frame().T if len(rows) else rows[sums]
        part = part.astype(
            {key: object for key in varying if isinstance(part[key].dtype, pd.CategoricalDtype)}
        )
        self._merge(name, constant, varying, part)

    def _merge(self, name: str, constant: dict[str, Any], varying: list[str], part: pd.DataFrame) -> None:
        part = part.assign(**constant)
        if name in self._tables:
            part = pd.concat([self._tables[name].reset_index(), part])
        self._tables[name] = part.groupby([*constant, *varying]).sum()


def _trials(name: str) -> str:
    return f"{name}: trials"


def _split(keys: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Keys that hold for all deals, and those with a value for each."""
    constant = {key: value for key, value in keys.items() if np.ndim(value) == 0}
    return constant, {key: value for key, value in keys.items() if key not in constant}


def _one_group(x: NDArray[np.float64], y: NDArray[np.float64]) -> pd.DataFrame:
    """Sums of independent deals that form a single group: the common case, and by far the fastest way."""
    x, y = np.broadcast_arrays(x, y)
    trials = np.count_nonzero(x)
    sums = Sums(trials, x.sum(), y.sum(), x @ x, x @ y, y @ y)
    return pd.DataFrame([sums], dtype=float) if trials else pd.DataFrame(columns=Sums._fields, dtype=float)


def _by_cluster(rows: pd.DataFrame, keys: list[str], match: Any) -> pd.DataFrame:
    """One row per cluster and group."""
    if match is None:
        return rows
    of = pd.Series(match).loc[rows.index].to_numpy()
    return rows.assign(**{_CLUSTER: of}).groupby([*keys, _CLUSTER], observed=True, as_index=False).sum()
