"""Which rows of a frame hang together: those of one wall or match, told by seed and number."""

from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.columns import FrameError, required
from zhuji_sim.analysis.provenance import DEAL, provenance

__all__ = ["check_seeds", "clusters", "matches"]

Codes = NDArray[np.int64]

_NAMES: Final = ("match", "deal")
"""Columns of what is independent, the first that a frame has."""


def clusters(frame: pd.DataFrame, name: str | None = None) -> Codes:
    """The cluster of each row, by the column of that name, or by `match` or `deal` and, if there, `seed`.

    Raises
    ------
    FrameError
        There is no such column, some of its values are missing, or deals of several seeds are not told apart.
    """
    if name is not None:
        required(frame, [name])
        return _codes(frame, [name])
    found = next((each for each in _NAMES if each in frame), None)
    if found is None:
        raise FrameError(
            "there is no column 'match' or 'deal': expected `cluster`, the column of what is independent"
        )
    check_seeds(frame)
    return _codes(frame, [*(each for each in ("seed",) if each in frame), found])


def matches(frame: pd.DataFrame) -> Codes | None:
    """The match of each deal, None where there are none.

    Raises
    ------
    FrameError
        As `clusters`.
    """
    return clusters(frame) if "match" in frame else None


def check_seeds(frame: pd.DataFrame) -> None:
    """Refuse deals that are there twice, where it is not told whether their seed, and so their wall, is one.

    `pandas.concat` keeps a frame's provenance if that of all its parts is equal.

    Raises
    ------
    FrameError
    """
    if "seed" in frame or "seed" in provenance(frame) or not {"deal", "rules"} <= set(frame):
        return
    again = frame.duplicated([name for name in (*DEAL, "seat") if name in frame]).to_numpy()
    if again.any():
        deal = frame["deal"].iloc[int(again.argmax())]
        raise FrameError(
            f"deal {deal} is there twice, and of what seeds is not told: expected a column 'seed', "
            "such as of pd.concat([a.assign(seed=1), b.assign(seed=2)])"
        )


def _codes(frame: pd.DataFrame, names: list[str]) -> Codes:
    codes = np.zeros(len(frame), np.int64)
    for name in names:
        own, values = pd.factorize(frame[name])
        if (own < 0).any():
            raise FrameError(f"column {name!r}: values are missing: expected the cluster of every row")
        codes = codes * len(values) + own
    return pd.factorize(codes)[0].astype(np.int64)
