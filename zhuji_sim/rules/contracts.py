"""Contracts of the bidding (叫包): a level and a caishen mode, in one rising order (RULES.md §3)."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from zhuji_sim.errors import ContractError
from zhuji_sim.rules.notation import narrow

LOWEST_LEVEL: Final = 2
HIGHEST_LEVEL: Final = 12
"""The highest `max_level` an auction can have."""

LOWEST_POINTS: Final = 5
"""Points of the lowest contract, `2`."""


class Mode(IntEnum):
    """How many kinds are caishen."""

    DUAL = 0
    """二财神: a tile and its successor, 8 tiles."""
    SOLO = 1
    """独: one kind, 4 tiles."""
    NONE = 2
    """无财: no caishen at all."""

    @property
    def key(self) -> str:
        """Name in frames and options: `dual`, `solo`, `none`."""
        return self.name.lower()


_PREFIXES: Final = {Mode.DUAL: "", Mode.SOLO: "独", Mode.NONE: "无财"}
_SPELLINGS: Final = {
    "": Mode.DUAL,
    "dual": Mode.DUAL,
    "独": Mode.SOLO,
    "獨": Mode.SOLO,
    "solo": Mode.SOLO,
    "无财": Mode.NONE,
    "無財": Mode.NONE,
    "none": Mode.NONE,
}


@dataclass(frozen=True, order=True, slots=True)
class Contract:
    """What the declarer (包家) promises to win with: at least `level` tai, under a caishen mode.

    Contracts compare in bidding order: 2 < 独2 < 无财2 < 3 < 独3 < …

    Raises
    ------
    ContractError
        The level lies outside 2–12.
    """

    level: int
    mode: Mode

    def __post_init__(self) -> None:
        if not LOWEST_LEVEL <= self.level <= HIGHEST_LEVEL:
            raise ContractError(
                f"contract level {self.level}: expected a level from {LOWEST_LEVEL} to {HIGHEST_LEVEL}"
            )

    @classmethod
    def parse(cls, text: str) -> "Contract":
        """Read `2`, `独2`, `无财2`; `獨2`, `無財2`, `dual2`, `solo2`, `none2` in any letters too.

        Raises
        ------
        ContractError
            The text is none of these.
        """
        spelling = "".join(narrow(text).split()).lower()
        prefix = spelling.rstrip("0123456789")
        digits = spelling[len(prefix) :]
        if prefix not in _SPELLINGS or not digits:
            raise ContractError(
                f"contract {text!r}: expected a level with its caishen mode, such as 2, 独2 or 无财2"
            )
        if not LOWEST_LEVEL <= int(digits) <= HIGHEST_LEVEL:
            raise ContractError(
                f"contract {text!r}: expected a level from {LOWEST_LEVEL} to {HIGHEST_LEVEL}, not {digits}"
            )
        return cls(int(digits), _SPELLINGS[prefix])

    @classmethod
    def from_rank(cls, rank: int) -> "Contract":
        """The contract of a rank; 0 is `2`, 1 `独2`, 2 `无财2`, 3 `3`."""
        steps, mode = divmod(rank, len(Mode))
        return cls(LOWEST_LEVEL + steps, Mode(mode))

    @property
    def rank(self) -> int:
        """Place in the bidding order, from 0."""
        return (self.level - LOWEST_LEVEL) * len(Mode) + self.mode

    @property
    def points(self) -> int:
        """Points B that each defender wins or loses: 5·2^(level−2), twice that for solo and none."""
        doubled = self.mode != Mode.DUAL
        return int(LOWEST_POINTS * 2 ** (self.level - LOWEST_LEVEL + doubled))

    def __str__(self) -> str:
        return f"{_PREFIXES[self.mode]}{self.level}"
