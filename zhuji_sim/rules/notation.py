"""Tiles and melds as text, both ways (RULES.md §1).

`123m456p789s东南西北中发白`; honours also `1z`–`7z` (5z 白, 6z 发, 7z 中). Melds: `[123m]` chi,
`[777m]` peng, `[7777m]` exposed gang, `(7777m)` concealed gang; `*` is a caishen standing for the tile at its
place.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from zhuji_sim.errors import NotationError
from zhuji_sim.rules.tiles import COPIES, EAST, HONOURS, KINDS, SUIT_SIZE, is_honour, rank_of, suit_of

MeldKind = Literal["chi", "peng", "gang", "concealed_gang"]

_SUIT_LETTERS: Final = "mps"
_HONOUR_NAMES: Final = "东南西北中发白"
_Z_ORDER: Final = "东南西北白发中"
_SUITS: Final = {"m": 0, "万": 0, "萬": 0, "p": 1, "筒": 1, "饼": 1, "s": 2, "索": 2, "条": 2}
_HONOURS: Final = {name: EAST + i for i, name in enumerate(_HONOUR_NAMES)} | {"東": EAST, "發": EAST + 5}
_DIGITS: Final = "123456789"
_TILE_TEXT: Final = "tiles such as 123m456p789s东南西北中发白 or 1z–7z"
_GANG_SIZE: Final = 4
_FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}

_Place = tuple[int | None, int]
"""A tile, or None for `*`, and its position in the text, counted from 1."""


def narrow(text: str) -> str:
    """The text with full-width forms (１ ｍ ［ ＊ and the wide space) made ordinary, place by place."""
    if not isinstance(text, str):
        raise NotationError(repr(text), 1, f"expected text, not {type(text).__name__}")
    return text.translate(_FULL_WIDTH)


def parse_tiles(text: str) -> list[int]:
    """Read tiles, in the order written.

    Parameters
    ----------
    text : str
        Such as `123m 456s 中中`. Spaces are free, an empty text is no tiles.

    Returns
    -------
    list of int
        Kinds 0–33.

    Raises
    ------
    NotationError
        Something else than tiles, or a fifth copy of a tile; names the text and the position.
    """
    places = _places(text, narrow(text), 0, wild_allowed=False)
    _refuse_fifth_copy(text, places)
    return [tile for tile, _ in places if tile is not None]


def parse_tile(text: str) -> int:
    """Read exactly one tile."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(text, 1, f"expected one tile, found {len(tiles)}")
    return tiles[0]


def format_tile(kind: int) -> str:
    """One tile as text: `3m`, `东`."""
    if is_honour(kind):
        return _HONOUR_NAMES[kind - EAST]
    return f"{rank_of(kind)}{_SUIT_LETTERS[suit_of(kind)]}"


def format_tiles(kinds: Iterable[int]) -> str:
    """Tiles as text, sorted and grouped by suit: `123m456p东中`."""
    tiles = sorted(kinds)
    text = ""
    for suit, letter in enumerate(_SUIT_LETTERS):
        ranks = "".join(str(rank_of(kind)) for kind in tiles if suit_of(kind) == suit)
        text += ranks and ranks + letter
    return text + "".join(format_tile(kind) for kind in tiles if is_honour(kind))


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld laid on the table.

    Attributes
    ----------
    kind : {"chi", "peng", "gang", "concealed_gang"}
        吃, 碰, exposed 杠, concealed 暗杠.
    tiles : tuple of int
        What each place stands for; a chi ascends.
    wild : tuple of bool
        Whether the place is a caishen standing for another tile, written `*`.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    wild: tuple[bool, ...]

    @classmethod
    def chi(cls, first: int) -> "Meld":
        """The chi of natural tiles that begins at `first`."""
        return cls("chi", (first, first + 1, first + 2), (False,) * 3)

    @classmethod
    def peng(cls, tile: int) -> "Meld":
        """The peng of three natural tiles."""
        return cls("peng", (tile,) * 3, (False,) * 3)

    @classmethod
    def gang(cls, tile: int, concealed: bool = False) -> "Meld":
        """The gang of four natural tiles."""
        return cls("concealed_gang" if concealed else "gang", (tile,) * 4, (False,) * 4)

    @property
    def naturals(self) -> list[int]:
        """The tiles that are not caishen standing for another."""
        return [tile for tile, wild in zip(self.tiles, self.wild, strict=True) if not wild]

    @property
    def wilds(self) -> int:
        """How many places are caishen standing for another tile."""
        return sum(self.wild)

    @property
    def is_gang(self) -> bool:
        """Whether the meld is a gang, exposed or concealed."""
        return len(self.tiles) == _GANG_SIZE

    def __str__(self) -> str:
        return format_meld(self)


def parse_meld(text: str) -> Meld:
    """Read one meld: `[123m]`, `[777m]`, `[7*7m]`, `[7777m]`, `(7777m)`.

    At least two tiles of a meld are natural, and a chi ascends.

    Raises
    ------
    NotationError
        Something else; names the text and the position.
    """
    plain = narrow(text)
    inner = plain.strip()
    start = len(plain) - len(plain.lstrip())
    if len(inner) < 2 or inner[0] + inner[-1] not in ("[]", "()"):
        raise NotationError(text, start + 1, "expected a meld such as [123m], [777m], [7777m] or (7777m)")
    places = _places(text, inner[1:-1], start + 1, wild_allowed=True)
    tiles = [tile for tile, _ in places]
    naturals = [tile for tile in tiles if tile is not None]
    wild = tuple(tile is None for tile in tiles)
    where = places[0][1] if places else start + 2
    concealed = inner[0] == "("
    if concealed and len(tiles) != _GANG_SIZE:
        raise NotationError(text, where, "expected the four tiles of a concealed gang between ( and )")
    if len(tiles) not in (3, _GANG_SIZE):
        raise NotationError(text, where, f"expected a meld of three or four tiles, found {len(tiles)}")
    if len(naturals) < 2:
        raise NotationError(text, where, "expected at least two tiles that are not *")
    if len(set(naturals)) == 1:
        kind: MeldKind = "peng" if len(tiles) == 3 else "concealed_gang" if concealed else "gang"
        return Meld(kind, (naturals[0],) * len(tiles), wild)
    anchor = next(place for place, tile in enumerate(tiles) if tile is not None)
    first = naturals[0] - anchor
    run = (first, first + 1, first + 2)
    if (
        len(tiles) == 3
        and _is_run(run)
        and all(tile in (None, run[place]) for place, tile in enumerate(tiles))
    ):
        return Meld("chi", run, wild)
    raise NotationError(text, where, "expected equal tiles, or three ascending tiles of one suit")


def format_meld(meld: Meld) -> str:
    """A meld as text, as `parse_meld` reads it."""
    marks = ["*" if wild else format_tile(tile)[0] for tile, wild in zip(meld.tiles, meld.wild, strict=True)]
    suit = suit_of(meld.tiles[0])
    body = "".join(marks) + ("" if suit == HONOURS else _SUIT_LETTERS[suit])
    return f"({body})" if meld.kind == "concealed_gang" else f"[{body}]"


def parse_melds(texts: Iterable[str | Meld]) -> tuple[Meld, ...]:
    """Read several melds; those that are melds already stay as they are."""
    return tuple(text if isinstance(text, Meld) else parse_meld(text) for text in texts)


def fifth_copy(tiles: Iterable[int], melds: Sequence[Meld] = ()) -> int | None:
    """The lowest kind of which tiles and melds together hold more than four natural copies, if any."""
    counts = Counter(tiles)
    for meld in melds:
        counts.update(meld.naturals)
    return min((kind for kind, count in counts.items() if count > COPIES), default=None)


def _is_run(run: tuple[int, int, int]) -> bool:
    return run[0] >= 0 and run[2] < EAST and run[0] // SUIT_SIZE == run[2] // SUIT_SIZE


def _places(text: str, plain: str, offset: int, wild_allowed: bool) -> list[_Place]:
    """Tiles and `*` in `plain`, which stands in `text` from `offset` on and has no full-width forms."""
    places: list[_Place] = []
    pending: list[tuple[str, int]] = []

    def refuse_pending(problem: str) -> None:
        digits = [(mark, position) for mark, position in pending if mark != "*"]
        if digits:
            raise NotationError(text, digits[0][1], problem)

    for position, mark in enumerate(plain, start=offset + 1):
        if mark.isspace():
            continue
        if mark in _DIGITS or (mark == "*" and wild_allowed):
            pending.append((mark, position))
        elif mark in _SUITS or mark == "z":
            if not any(digit != "*" for digit, _ in pending):
                raise NotationError(
                    text, position, f"{mark!r} without a rank before it; expected {_TILE_TEXT}"
                )
            places += [(_ranked(text, digit, mark, at), at) for digit, at in pending]
            pending = []
        elif mark in _HONOURS:
            refuse_pending("ranks without a suit; expected m, p, s or z after them")
            places += [(None, at) for _, at in pending]
            places.append((_HONOURS[mark], position))
            pending = []
        else:
            raise NotationError(text, position, f"unexpected {mark!r}; expected {_TILE_TEXT}")
    refuse_pending("ranks without a suit; expected m, p, s or z after them")
    return places + [(None, at) for _, at in pending]


def _ranked(text: str, digit: str, suit: str, position: int) -> int | None:
    if digit == "*":
        return None
    rank = int(digit)
    if suit != "z":
        return _SUITS[suit] * SUIT_SIZE + rank - 1
    if rank > len(_Z_ORDER):
        raise NotationError(text, position, f"{digit}z is no tile; expected 1z to 7z")
    return _HONOURS[_Z_ORDER[rank - 1]]


def _refuse_fifth_copy(text: str, places: list[_Place]) -> None:
    seen = [0] * KINDS
    for tile, position in places:
        if tile is None:
            continue
        seen[tile] += 1
        if seen[tile] > COPIES:
            raise NotationError(text, position, f"a fifth {format_tile(tile)}; there are four of each tile")
