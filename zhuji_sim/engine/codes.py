"""Numbers that the kernels, the policies and the logs share: phases, actions, melds, outcomes.

Constants that are passed from kernel to kernel are int64: a plain number would be a type of its own, and
every kernel it reaches would be compiled once more.

Every action is one small integer (`int16`). The first codes are single actions; the others are a base plus
what the action needs: a contract's rank, a tile kind, a meld's shape.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from zhuji_sim.rules.winning import By

__all__ = [
    "ADDED_STRIDE",
    "CHI_VARIANTS",
    "CONCEALED_STRIDE",
    "DEALER",
    "FRONT",
    "MAX_ACTIONS",
    "MAX_AUCTION",
    "MAX_RIVER",
    "NOBODY",
    "NO_TILE",
    "TAIL",
    "Action",
    "By",
    "ClaimRank",
    "MeldKind",
    "Outcome",
    "Phase",
]

NOBODY: Final = np.int64(-1)
NO_TILE: Final = np.int64(-1)
FRONT: Final = np.int64(0)
"""An ordinary draw."""
TAIL: Final = np.int64(1)
"""A gang's replacement."""
DEALER: Final = np.int64(0)
"""The dealer's seat."""
MAX_ACTIONS: Final = 80
"""Longest list of legal actions (naming a caishen: 34 solo and 34 dual sets)."""
MAX_AUCTION: Final = 112
"""Longest auction: 33 bids (levels 2 to 12), two passes between any two, three before and after."""
MAX_RIVER: Final = 112
"""Most discards in one deal: one for each draw and claim, and the dealer's first."""


class Phase(IntEnum):
    """What the seat to act has to decide."""

    BID = 0
    """Pass or bid (RULES.md §3)."""
    NAME_CAISHEN = 1
    """Name one's caishen (RULES.md §2)."""
    TURN = 2
    """After a draw, or the dealer's first turn: hu, gang or discard (RULES.md §4)."""
    DISCARD = 3
    """After chi or peng: discard only."""
    CLAIM = 4
    """Claim another seat's discard, or pass."""
    ROB = 5
    """Win on the tile of another seat's gang, or pass."""
    OVER = 6
    """The deal has ended; nobody acts."""


class Outcome(IntEnum):
    """How a deal ended."""

    HU = 0
    """Somebody won."""
    EXHAUSTED = 1
    """A tile had to be drawn and only the reserve was left (和局)."""
    REDEAL = 2
    """All four passed under `all_pass = "redeal"`."""


class MeldKind(IntEnum):
    """Melds on the table."""

    CHI = 0
    """吃: three in sequence, the last one claimed from the left-hand neighbour."""
    PENG = 1
    """碰: three alike."""
    EXPOSED_GANG = 2
    """明杠: three in hand and a discard."""
    ADDED_GANG = 3
    """补杠: a fourth tile laid onto one's own peng."""
    CONCEALED_GANG = 4
    """暗杠: four from the hand; the others do not see which."""


class Action(IntEnum):
    """Action codes; the names that end in nothing else are bases of ranges."""

    PASS = 0
    """Pass in the auction, or claim nothing."""
    HU = 1
    """Win."""
    BID = 10
    """+ contract rank, (level - 2) * 3 + mode."""
    SOLO = 60
    """+ kind: name one kind."""
    DUAL = 100
    """+ kind: name that kind and its successor."""
    DISCARD = 140
    """+ kind."""
    CHI = 180
    """+ place of the claimed tile (0-2) * CHI_VARIANTS + variant: 0 all natural; 1 + which of the other two
    places (0, 1) is a caishen * 2 + which of the seat's two caishen kinds is laid."""
    PENG = 200
    """+ 0 natural, 1 with a caishen of the first kind, 2 of the second."""
    GANG = 210
    """On a discard: + first-kind caishen * 3 + second-kind caishen."""
    ADDED = 220
    """+ what is laid (0 natural tile, 1 first, 2 second caishen kind) * ADDED_STRIDE + kind of the peng."""
    CONCEALED = 330
    """+ kind * CONCEALED_STRIDE + first-kind caishen * 3 + second-kind caishen."""
    END = 640
    """One past the last code."""


CHI_VARIANTS: Final = 5
ADDED_STRIDE: Final = 34
CONCEALED_STRIDE: Final = 9


class ClaimRank(IntEnum):
    """Strength of claims on one discard (RULES.md §4); among equals the nearest in turn order takes it."""

    PASS = 0
    """No claim."""
    CAISHEN_CHI = 1
    """财吃"""
    CAISHEN_TRIPLET = 2
    """财碰, or a gang that needs a caishen."""
    CHI = 3
    """正吃"""
    TRIPLET = 4
    """正碰, or a gang of natural tiles."""
    HU = 5
    """胡"""
