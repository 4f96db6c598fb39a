"""The referee's own reading of tiles, melds and contracts in a deal log (RULES.md §1–§3)."""

import re
from dataclasses import dataclass
from functools import cache

from tests.referee.fouls import Foul, demand

SEATS = "ESWN"
KINDS = 34
FIRST_HONOUR = 27
HONOURS = "东南西北中发白"
TEXTS = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(HONOURS)
KIND = {text: kind for kind, text in enumerate(TEXTS)}

_DUAL_CYCLES = {
    "4+3": ("123456789m", "123456789p", "123456789s", "东南西北", "中发白"),
    "7": ("123456789m", "123456789p", "123456789s", "东南西北中发白"),
}


def read_tile(text: object) -> int:
    """The kind a tile of the log names."""
    if not isinstance(text, str) or text not in KIND:
        raise Foul(f"{text!r} is no tile")
    return KIND[text]


def read_tiles(text: object) -> list[int]:
    """Kinds of a grouped text such as `123m456p东中`, in the order written."""
    demand(isinstance(text, str), f"{text!r} is no text of tiles")
    tiles = []
    at = 0
    for group in re.finditer(r"([1-9]+)([mps])|([东南西北中发白])", str(text)):
        demand(group.start() == at, f"{text!r} is no text of tiles")
        at = group.end()
        ranks, suit, honour = group.groups()
        tiles += [KIND[honour]] if honour else [KIND[rank + suit] for rank in ranks]
    demand(at == len(str(text)), f"{text!r} is no text of tiles")
    return tiles


@dataclass(frozen=True)
class Meld:
    """A meld as written: its form, what each place stands for, and which places are `*`.

    At least two places are natural: a chi or peng takes one caishen, a gang two (RULES.md §4).
    """

    form: str
    places: tuple[int, ...]
    wild: tuple[bool, ...]

    @property
    def kind(self) -> int:
        """The kind of a peng or gang; the lowest tile of a chi."""
        return self.places[0]

    @property
    def naturals(self) -> list[int]:
        """What lies there as itself."""
        return [tile for tile, wild in zip(self.places, self.wild) if not wild]


@cache
def _meld(text: str) -> Meld | None:
    shape = re.fullmatch(r"([\[(])(?:([1-9*]+)([mps])|([东南西北中发白*]+))([\])])", text)
    if not shape or shape[1] + shape[5] not in ("[]", "()"):
        return None
    marks = shape[2] or shape[4]
    tiles = [None if mark == "*" else KIND[mark + (shape[3] or "")] for mark in marks]
    wild = tuple(tile is None for tile in tiles)
    known = [(place, tile) for place, tile in enumerate(tiles) if tile is not None]
    if len(known) < 2:
        return None
    if len({tile for _, tile in known}) == 1:
        form = {"[3": "peng", "[4": "gang", "(4": "concealed gang"}.get(f"{shape[1]}{len(tiles)}")
        return Meld(form, (known[0][1],) * len(tiles), wild) if form else None
    first = known[0][1] - known[0][0]
    run = (first, first + 1, first + 2)
    in_one_suit = first >= 0 and run[2] < FIRST_HONOUR and run[0] // 9 == run[2] // 9
    if (
        shape[1] == "["
        and len(tiles) == 3
        and in_one_suit
        and all(run[place] == tile for place, tile in known)
    ):
        return Meld("chi", run, wild)
    return None


def read_meld(text: object) -> Meld:
    """The meld a text such as `[7*7m]` writes."""
    meld = _meld(text) if isinstance(text, str) else None
    if meld is None:
        raise Foul(f"{text!r} is no meld")
    return meld


def successor(kind: int, honour_cycle: str) -> int | None:
    """The next tile in the cycle; None where the option leaves a tile without one (RULES.md §2)."""
    if honour_cycle == "none":
        return None if kind >= FIRST_HONOUR or kind % 9 == 8 else kind + 1
    for cycle in _DUAL_CYCLES[honour_cycle]:
        names = [rank + cycle[-1] for rank in cycle[:-1]] if cycle[0] == "1" else list(cycle)
        if TEXTS[kind] in names:
            return KIND[names[(names.index(TEXTS[kind]) + 1) % len(names)]]
    raise AssertionError(f"kind {kind} is in no cycle")


@dataclass(frozen=True)
class Contract:
    """A level and a caishen mode: 0 dual, 1 solo, 2 none."""

    level: int
    mode: int

    @property
    def rank(self) -> tuple[int, int]:
        """Contracts compare by level, then dual < solo < none."""
        return self.level, self.mode

    @property
    def points(self) -> int:
        """B of RULES.md §6."""
        return int(5 * 2 ** (self.level - 2) * (1 if self.mode == 0 else 2))


def read_contract(text: object) -> Contract:
    """The contract `2`, `独2` or `无财2` names."""
    shape = re.fullmatch(r"(独|无财)?([1-9][0-9]*)", text) if isinstance(text, str) else None
    if shape is None or int(shape[2]) < 2:
        raise Foul(f"{text!r} is no contract")
    return Contract(int(shape[2]), {None: 0, "独": 1, "无财": 2}[shape[1]])
