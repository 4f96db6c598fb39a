"""Tiles as numbers: 34 kinds, four copies each, and their successors (RULES.md §1, §2)."""

from typing import Final

SEATS: Final = "ESWN"
"""Seats in turn order: East is the dealer (庄家), then his right, opposite and left."""

KINDS: Final = 34
"""Kinds of tile: 0–8 万, 9–17 筒, 18–26 索, 27 东, 28 南, 29 西, 30 北, 31 中, 32 发, 33 白."""

COPIES: Final = 4
"""Copies of each kind in the wall."""

SUIT_SIZE: Final = 9
"""Ranks in a suit."""

HONOURS: Final = 3
"""What `suit_of` gives for winds and dragons (字牌)."""

EAST: Final = 27
SOUTH: Final = 28
WEST: Final = 29
NORTH: Final = 30
RED: Final = 31
GREEN: Final = 32
WHITE: Final = 33

HONOUR_CYCLES: Final = ("4+3", "7", "none")
"""Values of the option `honour_cycle`."""


def is_honour(kind: int) -> bool:
    """Whether the kind is a wind or a dragon."""
    return kind >= EAST


def is_wind(kind: int) -> bool:
    """Whether the kind is 东, 南, 西 or 北."""
    return EAST <= kind <= NORTH


def is_dragon(kind: int) -> bool:
    """Whether the kind is 中, 发 or 白."""
    return kind >= RED


def suit_of(kind: int) -> int:
    """Suit of a kind: 0 万, 1 筒, 2 索, 3 honours."""
    return kind // SUIT_SIZE


def rank_of(kind: int) -> int:
    """Place in the suit, counted from 1 (honours: 东 1 … 白 7)."""
    return kind % SUIT_SIZE + 1


def successor(kind: int, honour_cycle: str = "4+3") -> int | None:
    """The kind after this one, or None where it has none (RULES.md §2).

    Parameters
    ----------
    kind : int
        Kind 0–33.
    honour_cycle : {"4+3", "7", "none"}
        Winds and dragons as two cycles, as one, or no successor for an honour or a 9.
    """
    if not is_honour(kind):
        if rank_of(kind) < SUIT_SIZE:
            return kind + 1
        return None if honour_cycle == "none" else kind + 1 - SUIT_SIZE
    if honour_cycle == "none":
        return None
    if kind == WHITE:
        return EAST if honour_cycle == "7" else RED
    if kind == NORTH:
        return RED if honour_cycle == "7" else EAST
    return kind + 1


def dual_set(kind: int, honour_cycle: str = "4+3") -> tuple[int, int]:
    """The dual caishen set (二财神) that `kind` heads: itself and its successor.

    Raises
    ------
    ValueError
        The kind has no successor under this option, so it cannot head a set.
    """
    following = successor(kind, honour_cycle)
    if following is None:
        raise ValueError(f"kind {kind} has no successor where honour_cycle is {honour_cycle!r}")
    return kind, following
