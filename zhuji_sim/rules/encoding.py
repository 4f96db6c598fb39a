"""A `Ruleset` as one numpy record, the form in which kernels take it."""

from typing import Any, Final

import numpy as np

from zhuji_sim.rules.options import PRESETS
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import EAST, KINDS, SEATS, successor

HONOUR_KINDS: Final = KINDS - EAST
"""Kinds of honour: 东南西北中发白."""

RULES: Final = np.dtype(
    (
        np.record,
        [
            ("preset", np.int64),
            *((name, np.int64) for name in Ruleset.all_options()),
            ("honour_tai", np.int8, (len(SEATS), HONOUR_KINDS)),
            ("successors", np.int8, (KINDS,)),
        ],
    )
)
"""Every option under its own name, then two arrays that follow from them.

Words are their place in the option's list of values (`Ruleset.all_options()[name].values`), true and false
1 and 0, `tai_limit` without a cap is 0. `honour_tai[seat, i]` is the tai of a triplet of the i-th honour of
东南西北中发白; `successors[kind]` is -1 where there is none.
"""


def encode(rules: Ruleset) -> np.record:
    """The rules as one record of dtype `RULES`."""
    values: list[Any] = [PRESETS.index(rules.base)]
    values += [option.code(getattr(rules, name)) for name, option in rules.all_options().items()]
    honours = [[rules.honour_tai(seat, EAST + i) for i in range(HONOUR_KINDS)] for seat in range(len(SEATS))]
    following = [successor(kind, rules.honour_cycle) for kind in range(KINDS)]
    values += [honours, [-1 if kind is None else kind for kind in following]]
    record: np.record = np.array([tuple(values)], dtype=RULES).view(np.recarray)[0]
    return record
