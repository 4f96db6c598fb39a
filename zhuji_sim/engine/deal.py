"""A deal from its first tile to its first decision."""

import numpy as np

from .auction import start_auction
from .codes import NOBODY
from .drawing import deal_tiles, shuffle_wall, start_streams
from .jit import kernel
from .naming import set_caishen, set_contract, start_naming
from .options import CaishenSource

__all__ = ["start_deal", "start_on_wall"]


@kernel
def start_deal(state, seed, deal, stays, lanes, forced_declarer, forced_rank, rules, tables):
    """Shuffle and deal on a blank state, and go on to the first decision point.

    `stays`: how often the dealer has stayed (老庄). `lanes`: 1 for draws by lanes. `forced_rank`: the rank of
    a contract that `forced_declarer` holds without an auction, -1 to let the auction decide.
    """
    start_streams(state, seed, deal)
    shuffle_wall(state)
    start_on_wall(state, stays, lanes, forced_declarer, forced_rank, rules, tables)


@kernel
def start_on_wall(state, stays, lanes, forced_declarer, forced_rank, rules, tables):
    """As `start_deal`, with `state.wall` (and the streams) already laid."""
    scene = state.scene
    state.lanes = lanes
    scene.lao_zhuang = stays
    for seat in range(4):
        scene.minimum[seat] = rules.minimum_tai
    deal_tiles(state, rules)
    if rules.caishen_source == CaishenSource.INDICATOR:
        first = np.int64(scene.indicator)
        second = np.int64(rules.successors[first])
        for seat in range(4):
            set_caishen(state, seat, first, second)
        start_naming(state, rules, tables)
    elif rules.caishen_source != CaishenSource.DECLARER:
        start_naming(state, rules, tables)
    elif forced_declarer != NOBODY:
        set_contract(state, forced_declarer, forced_rank, rules, tables)
    else:
        start_auction(state, rules)
