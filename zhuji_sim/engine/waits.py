"""What a hand of 13 tiles waits for, and what each tile would make it worth."""

from typing import Final

import numpy as np

from .distance import distance_any
from .helpful import wild_kinds
from .holding import WEIGHTS
from .jit import kernel
from .tai import INCOMPLETE, best_tai

__all__ = ["waits"]

_KINDS: Final = 34
_SUIT: Final = 9
_COPIES: Final = 4
_READY: Final = 1


@kernel
def waits(holding, by, given, rules, tables, found):
    """Fill `found` with the most tai each kind would complete the hand to, INCOMPLETE for those that do not.

    A kind of which the hand holds four is none; of melds the caller knows.

    Parameters
    ----------
    holding : record of HOLDING
        13 tiles, melds counted as three; unchanged afterwards.
    by : int
        How the tile would come (codes.By).
    given : int
        1 if another seat would give it, so that a caishen counts as itself.
    rules : record of RULES
    tables : record of TABLES
    found : int16[34]
        Tai by kind, before any minimum.

    Returns
    -------
    int
        How many kinds complete the hand.
    """
    for kind in range(_KINDS):
        found[kind] = INCOMPLETE
    count = np.int64(0)
    if distance_any(holding, tables) > _READY:
        return count
    wilds = wild_kinds(holding, rules)
    for kind in range(_KINDS):
        wild = np.int64(wilds >> kind) & 1
        if wild == 1 and given == 0:
            holding.caishen += 1
            found[kind] = best_tai(holding, by, rules, tables)
            holding.caishen -= 1
        elif np.int64(holding.keys[kind // _SUIT]) // WEIGHTS[kind] % (_COPIES + 1) < _COPIES:
            holding.keys[kind // _SUIT] += WEIGHTS[kind]
            holding.tame += wild
            found[kind] = best_tai(holding, by, rules, tables)
            holding.keys[kind // _SUIT] -= WEIGHTS[kind]
            holding.tame -= wild
        if found[kind] != INCOMPLETE:
            count += 1
    return count
