"""One row per deal: what a batch gives back."""

import numpy as np

from zhuji_sim.rules.winning import ITEM_KEYS

from .codes import MAX_AUCTION

__all__ = ["RESULT"]

RESULT = np.dtype(
    (
        np.record,
        [
            ("deal", "i8"),  # index: with the seed it fixes the tiles
            ("match", "i4"),
            ("round", "i2"),  # of the match, from 0
            ("dealer", "i1"),  # player who deals
            ("players", "i1", (4,)),  # who sits in seats E S W N
            ("declarer", "i1"),  # seat, -1 without a contract
            ("level", "i1"),  # of the contract, 0 without
            ("mode", "i1"),  # 0 dual, 1 solo, 2 none, -1 without
            ("caishen", "i1", (4, 2)),  # kinds wild for each seat, -1 where none
            ("outcome", "i1"),  # codes.Outcome
            ("winner", "i1"),  # seat, -1 if nobody won
            ("loser", "i1"),  # who discarded or was robbed, -1 after a self-draw
            ("by", "i1"),  # codes.By, -1 if nobody won
            ("tai", "i2"),  # of the winning hand, 0 if nobody won
            ("items", "i1", (len(ITEM_KEYS),)),  # tai of each item
            ("turns", "i2"),  # tiles drawn after the deal
            ("wall_left", "i2"),  # tiles left, the reserve included
            ("auction_length", "i2"),
            ("auction", "i2", (MAX_AUCTION,)),  # seat * 64 + (0 for a pass, contract rank + 1)
            ("distance", "i1", (4,)),  # tiles missing to each seat's minimum, after dealing
            ("caishen_dealt", "i1", (4,)),
            ("lao_zhuang", "i2"),  # times the dealer has stayed
            ("points", "i8", (4,)),  # by seat, sum 0
        ],
    )
)
"""Everything the deals frame is made of."""
