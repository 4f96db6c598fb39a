"""Look-up arrays for hands: how many tiles they miss to a win, and to a win worth some tai.

`load(rules)` gives the one record that every evaluation kernel takes. It is built with numpy alone in about a
second and kept in the user's cache folder.
"""

from functools import lru_cache
from typing import Any, cast

import numpy as np

from zhuji_sim.rules import Ruleset
from zhuji_sim.tables.build import Shape, complete
from zhuji_sim.tables.layout import TABLES
from zhuji_sim.tables.store import load_shape

__all__ = ["TABLES", "load"]


@lru_cache(maxsize=8)
def load(rules: Ruleset) -> np.record:
    """The tables of a ruleset, one record of dtype `TABLES` (about 20 MB; the last eight are remembered).

    Parameters
    ----------
    rules : Ruleset
        Only what decides a hand's tai matters.

    Returns
    -------
    numpy.record
        To be passed to kernels; not to be changed.
    """
    record = load_shape(Shape.of(rules))
    complete(record, rules)
    tables: Any = record[()]
    return cast(np.record, tables)
