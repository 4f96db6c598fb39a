"""Sums over clusters, gathered frame by frame: what tables are made of, in memory that does not grow."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Sums

__all__ = ["Groups", "Tally"]

Codes = NDArray[np.int64]
_SUMS: Final = len(Sums._fields)
_NO_GROUP: Final = -1


@dataclass(frozen=True)
class Groups:
    """Which group of a table each deal belongs to."""

    keys: tuple[str, ...]
    """Names of the columns that tell groups apart."""
    labels: list[tuple[Any, ...]]
    """What stands in these columns, for each group."""
    codes: Codes
    """The group of each deal, -1 for none."""

    @classmethod
    def whole(cls, deals: int, **keys: Any) -> "Groups":
        """All deals as one group."""
        return cls(tuple(keys), [tuple(keys.values())], np.zeros(deals, np.int64))

    def split(self, columns: Mapping[str, Any]) -> "Groups":
        """Groups told apart by further columns; deals where one of them is missing belong to none."""
        groups = self
        for name, column in columns.items():
            codes, values = pd.factorize(column, use_na_sentinel=True)
            joint = np.where((codes < 0) | (groups.codes < 0), _NO_GROUP, groups.codes * len(values) + codes)
            found, places = np.unique(joint, return_inverse=True)
            absent = int(np.count_nonzero(found < 0))
            names = np.asarray(values, dtype=object).tolist()
            labels = [
                (*groups.labels[code // len(values)], names[code % len(values)])
                for code in found[absent:].tolist()
            ]
            groups = Groups((*groups.keys, name), labels, places.astype(np.int64) - absent)
        return groups


class Tally:
    """Named sums, each a small table with a row per group of deals.

    Deals of one match are one cluster, and a match has to lie whole in one call; without matches each deal is
    a cluster of its own.
    """

    def __init__(self) -> None:
        self._keys: dict[str, tuple[str, ...]] = {}
        self._sums: dict[str, dict[tuple[Any, ...], NDArray[np.float64]]] = {}

    def add(self, name: str, groups: Groups, x: Any, y: Any, match: Codes | None = None) -> None:
        """Add deals, each of which brings x trials and y successes (or points) to its group.

        Parameters
        ----------
        name : str
            Which sums.
        groups : Groups
            The group of each deal.
        x, y : array_like
            A number per deal, or one for all; clusters without trials are left out.
        match : array, optional
            The match of each deal.
        """
        trials, gains = (np.broadcast_to(part, groups.codes.shape).astype(float) for part in (x, y))
        where, (trials, gains) = _by_cluster(groups.codes, match, trials, gains)
        used = (where >= 0) & (trials != 0)
        self._store(name, groups, where[used], trials[used], gains[used], counted=np.ones(int(used.sum())))

    def add_shares(
        self, name: str, groups: Groups, label: Mapping[str, Any], match: Codes | None = None
    ) -> None:
        """Add deals that each carry one of several labels, to learn how often each occurs within its group.

        Deals whose label is missing are no trials. A label need not occur in every call.
        """
        labelled = groups.split(label)
        valid = labelled.codes >= 0
        match = None if match is None else match[valid]
        inside, pairs = groups.codes[valid], labelled.codes[valid]
        one = np.ones(len(pairs))
        where, (trials,) = _by_cluster(inside, match, one)
        self._store(_trials(name), groups, where, trials, np.zeros(len(trials)), counted=np.ones(len(trials)))
        pair, (hits, total) = _by_cluster(pairs, match, one, _of_cluster(inside, match))
        self._store(name, labelled, pair, total / hits, hits, counted=np.zeros(len(hits)))

    def table(self, name: str) -> pd.DataFrame:
        """Sums of one name: the groups' columns, then those of `Sums`; sorted by group."""
        keys, sums = self._keys[name], self._sums[name]
        rows = [(*group, *sums[group]) for group in sorted(sums)]
        table = pd.DataFrame(rows, columns=[*keys, *Sums._fields])
        if _trials(name) in self._sums:
            known = self._sums[_trials(name)]
            width = len(self._keys[_trials(name)])
            for i, field in enumerate(Sums._fields):
                if field in ("clusters", "x", "xx"):
                    table[field] = [known[group[:width]][i] for group in sorted(sums)]
        return table

    def _store(
        self,
        name: str,
        groups: Groups,
        where: Codes,
        x: NDArray[np.float64],
        y: NDArray[np.float64],
        counted: NDArray[np.float64],
    ) -> None:
        """Add clusters: `where` is the group of each."""
        self._keys[name] = groups.keys
        known = self._sums.setdefault(name, {})
        parts = (counted, x, y, x * x, x * y, y * y)
        sums = np.column_stack([np.bincount(where, part, len(groups.labels)) for part in parts])
        for code in np.unique(where).tolist():
            group = groups.labels[code]
            known[group] = known.get(group, np.zeros(_SUMS)) + sums[code]


def _trials(name: str) -> str:
    return f"{name}: trials"


def _cluster_ids(codes: Codes, match: Codes) -> tuple[Codes, Codes, int]:
    """Distinct pairs of group and match, the pair of each deal, and what a group's step is."""
    span = int(match.max(initial=0)) + 1
    found, places = np.unique(codes * span + match, return_inverse=True)
    return found, places, span


def _by_cluster(
    codes: Codes, match: Codes | None, *parts: NDArray[np.float64]
) -> tuple[Codes, tuple[NDArray[np.float64], ...]]:
    """Add up each cluster: its group, and its sum of each part."""
    if match is None:
        return codes, parts
    found, places, span = _cluster_ids(codes, match)
    return found // span, tuple(np.bincount(places, part, len(found)).astype(float) for part in parts)


def _of_cluster(codes: Codes, match: Codes | None) -> NDArray[np.float64]:
    """For each deal the number of deals in its cluster."""
    if match is None:
        return np.ones(len(codes))
    _, places, _ = _cluster_ids(codes, match)
    return np.bincount(places).astype(float)[places]
