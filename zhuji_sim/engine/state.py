"""The state of a deal: one flat structured record, copied with one assignment.

`SCENE` is what the seat to act may see (a policy gets this record and no other, so it cannot look at hidden
tiles); `STATE` holds a scene, everybody's tiles, the wall and the random streams. All counts are tiles, all
tiles are kinds 0 to 33 (RULES.md §1), all seats 0 to 3 = E S W N.
"""

import numpy as np

from .codes import MAX_ACTIONS, MAX_AUCTION, MAX_RIVER, NO_TILE, NOBODY, Phase
from .holding import HOLDING
from .streams import STREAM, STREAMS

__all__ = ["LEGAL", "SCENE", "STATE", "new_states"]

LEGAL = np.dtype((np.record, np.dtype([("count", "i2"), ("actions", "i2", (MAX_ACTIONS,))])))
"""The legal actions of the seat to act: the first `count` of `actions` (codes.Action)."""

SCENE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("own", HOLDING),  # own tiles as keys (own caishen apart)
                (
                    "trial",
                    HOLDING,
                ),  # working memory: what one's tiles would be after an action (foresight.py)
                ("hand", "i1", (34,)),  # own concealed tiles, caishen included
                ("visible", "i1", (34,)),  # copies everybody can see: discards, exposed melds, the indicator
                ("seat", "i1"),
                ("phase", "i1"),
                ("declarer", "i1"),  # NOBODY without a contract
                ("level", "i1"),  # of the contract, 0 without
                ("mode", "i1"),  # of the contract, -1 without
                ("lao_zhuang", "i2"),  # times the dealer has stayed
                ("minimum", "i1", (4,)),  # tai each seat needs to win
                ("caishen", "i1", (4, 2)),  # kinds wild for each seat, NO_TILE where none
                ("indicator", "i1"),
                ("bid_rank", "i1"),  # rank of the highest bid so far, -1 without
                ("bidder", "i1"),
                ("auction_length", "i2"),
                ("auction", "i2", (MAX_AUCTION,)),  # seat * 64 + (0 for a pass, rank + 1 for a bid)
                ("wall_left", "i2"),  # tiles in the wall, the reserve included
                ("draws_left", "i2"),  # tiles that may still be drawn
                ("drawn", "i1"),  # the tile this seat just drew, NO_TILE after a claim
                ("replacement", "i1"),  # 1 if it came after a gang
                ("offered", "i1"),  # the tile that may be claimed or robbed
                ("offered_by", "i1"),
                ("claims", "i2"),  # chi, peng and gang claimed on discards so far, by anybody
                ("concealed", "i1", (4,)),  # tiles in each seat's hand
                ("meld_count", "i1", (4,)),
                ("meld_kind", "i1", (4, 4)),  # codes.MeldKind
                ("meld_tile", "i1", (4, 4)),  # lowest kind; NO_TILE for another seat's concealed gang
                ("meld_wild", "i1", (4, 4)),  # bit p set: place p is a caishen standing for its tile
                ("meld_laid", "i1", (4, 4, 2)),  # the caishen laid there, in order of place
                ("meld_from", "i1", (4, 4)),  # who discarded the claimed tile, NOBODY for a concealed gang
                ("river_length", "i2"),
                ("river_tile", "i1", (MAX_RIVER,)),  # every discard in order
                ("river_seat", "i1", (MAX_RIVER,)),
                ("river_claimed", "i1", (MAX_RIVER,)),  # 1 if chi, peng, gang or hu took it
            ]
        ),
    )
)
"""What the seat to act sees."""

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("scene", SCENE),
                ("legal", LEGAL),
                ("holdings", HOLDING, (4,)),
                ("rng", STREAM, (STREAMS,)),
                ("held", "u8", (4,)),  # bit k set: the seat holds kind k
                ("pengs", "u8", (4,)),  # bit k set: a peng of kind k lies on the table, open to a fourth tile
                ("quads", "i1", (4,)),  # kinds the seat holds all four copies of
                ("hands", "i1", (4, 34)),
                ("wall", "i1", (136,)),
                ("front", "i2"),  # next tile from the front of the wall
                ("tail", "i2"),  # one past the next gang replacement
                ("lanes", "i1"),  # 1: every seat draws from a lane of its own
                ("lane_start", "i2"),
                ("lane_low", "i2", (4,)),  # tiles a lane has given from its front and
                ("lane_high", "i2", (4,)),  # one past its last tile, in steps of four
                ("drawn_at", "i2"),  # wall position of the last draw
                ("draws", "i2"),
                (
                    "missing",
                    "i1",
                    (4,),
                ),  # at least so many tiles are missing to any hand; exact where 1 or less
                ("gang_tile", "i1", (4, 4)),  # true contents of concealed gangs
                ("gang_wild", "i1", (4, 4)),
                ("gang_laid", "i1", (4, 4, 2)),
                ("hidden_gangs", "i1"),
                ("passes", "i1"),  # passes in succession
                ("passed", "i1", (4,)),  # 1: has passed at least once
                ("asking", "i1"),  # seats already asked for a claim on this tile
                ("claimed", "i1"),  # 1: somebody has been asked for a claim on this tile
                ("claim", "i2", (4,)),
                ("claim_rank", "i1", (4,)),
                ("robbed_action", "i2"),  # the gang that a robbing would undo
                ("exposed_from", "i1"),  # whose discard that gang took, NOBODY for an added one
                ("taken_by", "i1"),  # who took the last offered tile, and how
                ("taken_action", "i2"),
                ("starting_distance", "i1", (4,)),
                ("starting_caishen", "i1", (4,)),
                ("outcome", "i1"),
                ("winner", "i1"),
                ("loser", "i1"),
                ("by", "i1"),
                ("winning_tile", "i1"),
                ("tai", "i2"),
                ("points", "i8", (4,)),
            ]
        ),
    )
)
"""Everything about a deal in progress."""


def new_states(count: int = 1) -> np.ndarray:
    """`count` blank states (a structured array), ready for `deal.start_deal`."""
    states = np.zeros(count, STATE)
    scene = states["scene"]
    scene["caishen"] = NO_TILE
    scene["phase"] = Phase.OVER
    for name in ("declarer", "bidder"):
        scene[name] = NOBODY
    for name in ("mode", "bid_rank", "indicator", "drawn", "offered", "offered_by"):
        scene[name] = NO_TILE
    for name in ("meld_tile", "meld_laid", "meld_from", "meld_kind"):
        scene[name] = NO_TILE
    for name in ("winner", "loser", "by", "taken_by", "exposed_from"):
        states[name] = NOBODY
    for name in ("gang_tile", "gang_laid", "winning_tile", "drawn_at"):
        states[name] = NO_TILE
    return states
