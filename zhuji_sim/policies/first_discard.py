"""What a dealer throws first, by what can be known of it before he does: hardly ever a tile from the middle.

Each sort of tile has a number in the model, how often a dealer who holds such a tile throws it first, fitted
on deals in which another seat had named the caishen.
"""

from typing import Final

import numpy as np

from zhuji_sim.engine.jit import inner

from .danger import DANGER_FEATURES, DANGER_START

__all__ = ["FIRST_START", "SORTS", "share_of_first", "sort_of"]

FIRST_HONOUR: Final = 27
HONOURS: Final = 7
SORTS: Final = HONOURS + 5 * 3
"""A sort for each honour, and for tiles of a suit by their distance to its end and by how many of the kinds
next to them, or next but one, are wild: none, one, two or more."""
FIRST_START: Final = DANGER_START + DANGER_FEATURES
"""Place of their numbers in the model."""
_LAST_RANK: Final = 8
_REACH: Final = 2


@inner
def sort_of(kind, wilds):
    """The sort of a kind of tile where these kinds (bit k for kind k) are wild."""
    if kind >= FIRST_HONOUR:
        return kind - FIRST_HONOUR
    rank = kind % 9
    near = np.int64(0)
    for step in range(1, _REACH + 1):
        if rank >= step:
            near += (wilds >> (kind - step)) & 1
        if rank + step <= _LAST_RANK:
            near += (wilds >> (kind + step)) & 1
    return HONOURS + 3 * min(rank, _LAST_RANK - rank) + min(near, _REACH)


@inner
def share_of_first(mind, kinds, wilds):
    """Chance (float) that a dealer's first discard is one of these kinds, of those `mind.live` counts."""
    wanted = total = 0.0
    for kind in range(34):
        if (wilds >> kind) & 1 == 0:
            weight = np.float64(mind.live[kind]) * np.float64(mind.model[FIRST_START + sort_of(kind, wilds)])
            total += weight
            if (kinds >> kind) & 1 == 1:
                wanted += weight
    return wanted / total if total > 0.0 else 0.0
