"""`TABLES`: all look-up arrays of one ruleset in one record, so that kernels take a single pointer.

Every array has room for the largest ruleset there can be; what a ruleset leaves over stays zero. Missing
tiles are counts of tiles, `FAR` and more where no number of tiles is enough.
"""

from typing import Any, Final

import numpy as np

from zhuji_sim.tables.honours import HONOURS, LEVELS
from zhuji_sim.tables.suits import RANKS

__all__ = [
    "ABSENT",
    "DUAL_CODE",
    "NEEDS",
    "PLAN",
    "PROFILES",
    "RESTS",
    "ROWS",
    "SOLO_CODE",
    "TABLES",
    "WILD",
    "WILD_CODES",
]

FAMILIES: Final = 3
LEFT: Final = 5
"""Melds left to be made: 0 to 4."""
PROFILES: Final = 8
"""Four seats, each without and with a dragon meld on the table."""
CLASSES: Final = 256
ANY_TRIPLES: Final = 168
ANY_CLASSES: Final = 136
TRIPLET_CLASSES: Final = 56
NEAR_TILES: Final = 9
"""Suits of more tiles have no place in `neighbours`."""
NEAR_KEYS: Final = 42_240
NEAR_HONOUR_TILES: Final = 7
NEAR_HONOURS: Final = 3264
SLOTS: Final = 48
"""Room for the levels of all profiles in `honour_neighbours`; what finds none is compared one by one."""
JOINTS: Final = 2048
HONOUR_JOINTS: Final = 16384
HONOUR_KEYS: Final = 5**HONOURS + HONOURS * 5 ** (HONOURS - 1) + HONOURS * 5 ** (HONOURS - 2)
ROWS: Final = 1536
"""Room for honour rows."""
RESTS: Final = 4096
"""Room for rows of two suits and the honours."""
NEEDS: Final = 128
"""Tai that hands are asked for: 0 to 127."""
SOLO_CODE: Final = 1
"""+ kind: that kind alone is wild."""
DUAL_CODE: Final = 35
"""+ kind: that kind and its successor are wild."""
WILD_CODES: Final = 69
ABSENT: Final = -1


def _record(*fields: Any) -> Any:
    """A dtype of records whose fields are attributes, in Python and in kernels."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


PLAN: Final = _record(
    ("all_any", np.int8),
    ("all_triplets", np.int8),
    ("all_sequences", np.int8),
    ("mixed_any", np.int8),
    ("mixed_triplets", np.int8),
    ("mixed_sequences", np.int8),
    ("pure_any", np.int8),
    ("pure_triplets", np.int8),
    ("pure_sequences", np.int8),
    ("one_suit", np.int8),  # 1 if there is any entry for one suit, with honours or without
)
"""Which hands are worth a number of tai: for each family (any melds, triplets, sequences) over all suits,
over one suit and honours (混一色), over one suit (清一色), the level the honours' triplets have to reach.
ABSENT where no level is enough, or where another entry allows all these hands and more."""

WILD: Final = _record(
    ("group", np.int8),  # 0-2 万 筒 索, 3 honours, ABSENT where nothing is wild
    ("high_divisor", np.int32),  # suit key // this: the ranks above the caishen
    ("low_run", np.int32),  # where keys of the run below begin in `run_joint`
    ("high_run", np.int32),  # and those of the run above
    ("first_weight", np.int32),  # weight of the digit to take out of the honour key, the higher one first
    ("second_weight", np.int32),  # 0 where there is only one
    ("start", np.int32),  # where the honour keys without them begin in `honour_joint`
)
"""What a set of caishen bars for a hand that is to win without them."""

NEIGHBOURS: Final = _record(
    ("lowered", np.uint64, (FAMILIES, 2)),  # ranks of which one tile more lowers the lane's entry
    ("kept", np.uint64, (FAMILIES, 2)),  # ranks of which one tile less does not raise it
)
"""What one tile does to a suit: in each lane of two words (see rows.lanes) a bit for each rank."""

HONOUR_NEIGHBOURS: Final = _record(("lowered", np.uint64, (2,)), ("kept", np.uint64, (2,)))
"""The same for the honours at one level."""

HONOUR_JOINT: Final = _record(
    ("pair", np.uint8),  # tiles missing to a pair that does not spoil 平胡
    ("tiles", np.uint8),
    ("rows", np.uint16, (LEVELS,)),  # row at each level
)
"""A joint class of honours."""

TABLES: Final = _record(
    # numpy does not align records inside a record: fields stand in the order of their alignment.
    ("neighbours", NEIGHBOURS, (NEAR_KEYS,)),
    ("honour_neighbours", HONOUR_NEIGHBOURS, (NEAR_HONOURS, SLOTS)),
    # Rows as words, see rows.lanes.
    ("suit_lanes", np.uint64, (FAMILIES, CLASSES, 2)),
    ("suit_reversed", np.uint64, (FAMILIES, CLASSES, 2)),
    ("triple_lanes", np.uint64, (FAMILIES, CLASSES, 2)),
    ("triple_reversed", np.uint64, (FAMILIES, CLASSES, 2)),
    (
        "pair_reversed",
        np.uint64,
        (4, CLASSES, 2),
    ),  # sequences of two suits and a pair that misses 0-2, none: 3
    ("honour_lanes", np.uint64, (ROWS, 2)),
    ("honour_reversed", np.uint64, (ROWS, 2)),
    ("rest_reversed", np.uint64, (2, RESTS, 2)),
    # Classes of suits are packed: any + triplets * 2^8 + sequences * 2^16 + tiles * 2^24.
    ("wild", WILD, (WILD_CODES,)),
    ("suit_classes", np.uint32, (JOINTS,)),
    ("run_classes", np.uint32, (JOINTS,)),
    ("honours", HONOUR_JOINT, (HONOUR_JOINTS,)),
    ("suit_joint", np.uint16, (5**RANKS,)),
    ("near", np.uint16, (5**RANKS,)),  # suit key -> place in neighbours, 0 where it has none
    ("near_honours", np.uint16, (5**HONOURS,)),  # the same for honour keys and honour_neighbours
    ("run_joint", np.uint16, (sum(5**length for length in range(RANKS)),)),
    ("honour_joint", np.uint16, (PROFILES, HONOUR_KEYS)),
    ("level_tai", np.int16, (PROFILES, LEVELS)),
    # Two suits' class, honour row -> place in rest_reversed.
    ("rest_any", np.uint16, (ANY_TRIPLES, ROWS)),
    ("rest_triplets", np.uint16, (TRIPLET_CLASSES, ROWS)),
    ("splice", np.uint8, (FAMILIES, CLASSES, CLASSES)),  # two runs -> suit class
    ("pair", np.uint8, (FAMILIES, CLASSES, CLASSES)),  # two suits -> class
    ("triple", np.uint8, (FAMILIES, CLASSES, CLASSES)),  # two suits' class, third suit -> class
    # Whole hands: missing tiles by melds left to be made, honour row and class of the suits.
    ("final_any", np.uint8, (LEFT, ROWS, ANY_TRIPLES)),
    ("final_triplets", np.uint8, (LEFT, ROWS, TRIPLET_CLASSES)),
    # One suit and honours; first 1: the suit's part may be empty, + 2: the honours' part may be.
    ("mixed_any", np.uint8, (4, LEFT, ROWS, ANY_CLASSES)),
    ("mixed_triplets", np.uint8, (4, LEFT, ROWS, TRIPLET_CLASSES)),
    ("honour_count", np.uint8, (5**HONOURS,)),  # tiles
    # By seat, by profile.
    ("profile", np.int8, (4, 2)),  # seat, whether a dragon meld lies on the table
    ("honour_tai", np.int8, (4, HONOURS)),
    ("dragon_once", np.int8),
    ("loose_honours", np.int8),
    ("levels", np.int8, (PROFILES,)),
    ("slot", np.int8, (PROFILES, LEVELS)),  # of a level in honour_neighbours, ABSENT where it has none
    ("level_of", np.int8, (PROFILES, NEEDS)),
    ("plans", PLAN, (PROFILES, NEEDS)),
)
"""See the comments in the source for what each array holds."""
