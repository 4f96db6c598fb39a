"""Columns of frames, checked before they are used, so that an error names the column and not what broke."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.errors import ZhujiError

__all__ = ["FrameError", "distinct", "numbers", "one_of", "required", "with_interval"]


class FrameError(ZhujiError):
    """A frame lacks a column, or a column is not what it is taken for."""


def required(frame: pd.DataFrame, names: Iterable[str]) -> None:
    """Refuse a frame that lacks a column, or has two of one name.

    Raises
    ------
    FrameError
    """
    for name in names:
        if name not in frame:
            raise FrameError(f"there is no column {name!r}: expected {one_of(frame)}")
        if isinstance(frame[name], pd.DataFrame):
            raise FrameError(f"column {name!r} is there {frame[name].shape[1]} times: expected it once")


def one_of(names: Iterable[object]) -> str:
    """What an error says that it expected."""
    there = ", ".join(map(str, names))
    return f"one of {there}" if there else "some, but the frame has none"


def distinct(names: Sequence[str]) -> None:
    """Refuse columns of a result that would bear one name.

    Raises
    ------
    FrameError
    """
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise FrameError(f"column {twice!r} would be there twice in the result: expected each name once")


def numbers(frame: pd.DataFrame, name: str) -> NDArray[np.float64]:
    """A column of numbers or truth values, nan where they are missing.

    Raises
    ------
    FrameError
        It holds something else.
    """
    column = frame[name]
    try:
        return pd.to_numeric(column).to_numpy(float, na_value=np.nan)
    except (TypeError, ValueError):
        found = pd.to_numeric(column.astype(object), errors="coerce").isna() & column.notna()
        example = column[found.to_numpy()].iloc[0] if found.any() else column.dtype
        raise FrameError(f"column {name!r}: {str(example)!r}: expected numbers or truth values") from None


def with_interval(*names: str) -> list[str]:
    """The columns of figures and their intervals."""
    return [f"{name}{end}" for name in names for end in ("", "_low", "_high")]
