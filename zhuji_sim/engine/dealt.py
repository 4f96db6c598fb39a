"""What the tiles dealt are worth before anybody has decided anything: luck, as no policy can change it."""

import numpy as np

from .codes import NO_TILE
from .distance import distance_to_tai
from .drawing import deal_tiles, shuffle_wall, start_streams
from .jit import kernel
from .naming import set_caishen
from .options import CaishenSource

__all__ = ["LUCK", "fill_luck"]

LUCK = np.dtype(
    (
        np.record,
        [
            ("distance", "i1", (4,)),  # tiles missing to each seat's minimum
            ("caishen", "i1", (4,)),  # caishen tiles dealt, or the most that one dual set would give
        ],
    )
)
"""What the tiles dealt are worth, by seat."""

_KINDS = 34


@kernel
def fill_luck(states, luck, seed, first, rules, tables):
    """Deal `len(luck)` walls from index `first` on, without playing, and fill a row of `LUCK` for each.

    `states[1]` is a blank state and stays one. Where a turned tile sets the caishen, distances and caishen
    are those of `RESULT`. Where players name them, distances are those without caishen, and a seat's caishen
    the most tiles that one kind and its successor would give it: what is named depends on who plays, and
    would not be luck.
    """
    state = states[0]
    for i in range(len(luck)):
        states[0] = states[1]
        row = luck[i]
        start_streams(state, seed, first + i)
        shuffle_wall(state)
        deal_tiles(state, rules)
        turned = rules.caishen_source == CaishenSource.INDICATOR
        for seat in range(4):
            if turned:
                kind = np.int64(state.scene.indicator)
                set_caishen(state, seat, kind, np.int64(rules.successors[kind]))
            holding = state.holdings[seat]
            row.distance[seat] = distance_to_tai(holding, rules.minimum_tai, 0, rules, tables)
            most = np.int64(holding.caishen)
            if not turned:
                for kind in range(_KINDS):
                    held = np.int64(state.hands[seat, kind])
                    following = np.int64(rules.successors[kind])
                    if following != NO_TILE:
                        held += state.hands[seat, following]
                    most = max(most, held)
            row.caishen[seat] = most
