"""Where a frame comes from: deals, seed and names of cells, noted in its `attrs` and shown by its charts."""

from collections.abc import Hashable, Mapping
from typing import Any, Final

import pandas as pd

__all__ = ["DEAL", "count_deals_of", "noted", "passed_on", "provenance"]

_KEY: Final = "zhuji_sim"
DEAL: Final = ("seed", "cell", "match", "round", "deal")
"""Columns that tell deals apart, as far as a frame has them."""


def noted(frame: pd.DataFrame, seed: int, **more: Any) -> pd.DataFrame:
    """The same frame with its number of deals, its seed and what else is known of it noted."""
    frame.attrs[_KEY] = {"deals": count_deals_of(frame), "seed": seed, **more}
    return frame


def passed_on(source: pd.DataFrame, result: pd.DataFrame, **more: Any) -> pd.DataFrame:
    """The result with what is noted of its source, as far as the source still has its deals."""
    result.attrs[_KEY] = {**provenance(source), **more}
    return result


def provenance(frame: pd.DataFrame) -> Mapping[Hashable, Any]:
    """What is noted of a frame: `deals`, `seed`, and of a run the names of its `cells` and `series`."""
    found: Mapping[Hashable, Any] = frame.attrs.get(_KEY, {})
    return found


def count_deals_of(frame: pd.DataFrame) -> int:
    """How many deals a frame has rows of."""
    columns = [name for name in DEAL if name in frame]
    if "deal" not in columns:
        return len(frame)
    return len(frame[columns].drop_duplicates())
