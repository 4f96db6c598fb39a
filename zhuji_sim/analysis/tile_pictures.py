"""Tiles drawn of plain shapes, characters too, so that no font has to have them; as inline SVG for pages.

Charts draw the same shapes (`tile_artists`).
"""

from typing import Final, NamedTuple

from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import EAST, SUIT_SIZE, is_honour, rank_of, suit_of

__all__ = ["Circle", "Shape", "Stroke", "Word", "tile_shapes", "tile_svg"]

INK: Final = "#1f2328"
RED: Final = "#a32015"
GREEN: Final = "#1d6b43"
BLUE: Final = "#12395b"
FACE: Final = "#fdfcf6"
EDGE: Final = "#8a8f94"
MARK: Final = "#c2571a"
LETTER: Final = 11
"""Size of the letters in the corner."""

_NUMERALS: Final = (
    "M10 50H90",
    "M22 26H78M10 76H90",
    "M18 20H82M24 50H76M10 82H90",
    "M12 18H88V84H12ZM40 18C40 46 34 58 22 64M60 18V54Q60 62 70 62H80",
    "M16 16H84M50 16L40 84M22 48H74L69 84M6 84H94",
    "M46 4L54 20M8 36H92M36 52L12 90M62 52L88 90",
    "M8 50L92 36M44 8V76Q44 87 56 87H88V74",
    "M38 20Q36 62 8 88M56 12Q64 64 94 88",
    "M12 34H66Q62 88 80 88Q92 88 92 70M40 8Q42 62 8 90",
)
_WAN: Final = "M6 18H94M42 18Q40 66 8 92M39 46H78Q78 86 70 90L56 84"
_HONOURS: Final = (
    ("M12 22H88M46 4L24 50H82M54 34V92L42 85M32 64L14 84M72 62L90 82", BLUE),
    (
        "M12 20H88M50 4V36M16 94V36H84V92L72 88M36 44L42 56M64 44L58 56M32 58H68M28 74H72M50 58V94",
        BLUE,
    ),
    ("M8 16H92M14 38H86V90H14ZM40 16C40 46 38 60 24 68M60 16V58Q60 67 68 67H80", BLUE),
    ("M38 8V92M10 36H38M6 80L38 66M62 8V76Q62 87 74 87H92V72M90 30L62 48", BLUE),
    ("M16 28H84V64H16ZM50 4V96", RED),
    ("M30 10L20 36H88M50 6Q46 62 8 92M40 52H78Q66 80 34 94M42 58Q60 82 92 92M68 10L80 24", GREEN),
    ("M6 2H94V98H6ZM20 14H80V86H20Z", BLUE),
)
"""Strokes on a square of 100."""
_INITIALS: Final = ("E", "S", "W", "N", "", "", "")

_ROWS: Final = (
    ((30, 42),),
    ((30, 26), (30, 58)),
    ((16, 24), (30, 42), (44, 60)),
    ((18, 26), (42, 26), (18, 58), (42, 58)),
    ((16, 24), (44, 24), (30, 42), (16, 60), (44, 60)),
    ((18, 22), (42, 22), (18, 42), (42, 42), (18, 62), (42, 62)),
    ((14, 20), (30, 25), (46, 30), (18, 46), (42, 46), (18, 63), (42, 63)),
    ((18, 18), (42, 18), (18, 34), (42, 34), (18, 50), (42, 50), (18, 66), (42, 66)),
    ((14, 22), (30, 22), (46, 22), (14, 42), (30, 42), (46, 42), (14, 62), (30, 62), (46, 62)),
)
"""Where the signs of a suit tile lie on its face, by rank."""
_RADII: Final = (15, 11, 8.5, 9, 8, 7.5, 6.5, 6.5, 6.5)
_STICKS: Final = (20, 12, 8, 12, 9, 7, 6, 5.5, 7)
"""Half their length."""
_SUIT_P: Final = 1


class Stroke(NamedTuple):
    """A line with round ends along an SVG path of M, H, V, L, Q, C and Z."""

    path: str
    colour: str
    width: float
    x: float = 0
    y: float = 0
    scale: float = 1
    """The path is scaled, then moved; so is its width scaled."""
    round: bool = True


class Circle(NamedTuple):
    """A circle: filled, or drawn with a line of a width."""

    x: float
    y: float
    radius: float
    colour: str
    width: float = 0


class Word(NamedTuple):
    """A rank or a wind's letter in the lower right corner."""

    letters: str


Shape = Stroke | Circle | Word


def tile_shapes(kind: int) -> list[Shape]:
    """What is drawn on a tile's face, back to front, on a plane of 60 × 80 whose y grows downwards."""
    if is_honour(kind):
        path, colour = _HONOURS[kind - EAST]
        return [Stroke(path, colour, 8, 10, 20, 0.4), *_corner(_INITIALS[kind - EAST])]
    rank, suit = rank_of(kind), suit_of(kind)
    if suit == 0:
        numeral = Stroke(_NUMERALS[rank - 1], INK, 9, 15, 10, 0.3)
        return [numeral, Stroke(_WAN, RED, 9, 15, 44, 0.28), *_corner(str(rank))]
    signs = _circle if suit == _SUIT_P else _stick
    shapes = [shape for place, (x, y) in enumerate(_ROWS[rank - 1]) for shape in signs(x, y, rank, place)]
    return [*shapes, *_corner(str(rank))]


def tile_svg(kind: int, *, marked: bool = False) -> str:
    """A tile as an SVG element.

    Parameters
    ----------
    kind : int
        Tile kind.
    marked : bool
        Whether it has a rim that stands out.
    """
    rim = f'stroke="{MARK}" stroke-width="4"' if marked else f'stroke="{EDGE}" stroke-width="1.5"'
    name = format_tile(kind)
    return (
        f'<svg class="tile" viewBox="0 0 60 80" role="img" aria-label="{name}"><title>{name}</title>'
        f'<rect x="2" y="2" width="56" height="76" rx="7" fill="{FACE}" {rim}/>'
        f"{''.join(map(_svg, tile_shapes(kind)))}</svg>"
    )


def _svg(shape: Shape) -> str:
    if isinstance(shape, Circle):
        line = f'fill="none" stroke="{shape.colour}" stroke-width="{shape.width}"'
        look = line if shape.width else f'fill="{shape.colour}"'
        return f'<circle cx="{shape.x}" cy="{shape.y}" r="{shape.radius:g}" {look}/>'
    if isinstance(shape, Word):
        return (
            f'<text x="54" y="75" text-anchor="end" font-size="{LETTER}" font-family="sans-serif" '
            f'fill="{EDGE}">{shape.letters}</text>'
        )
    moved = f'transform="translate({shape.x} {shape.y}) scale({shape.scale})" ' if shape.scale != 1 else ""
    ends = ' stroke-linecap="round" stroke-linejoin="round"' if shape.round else ""
    return (
        f'<path {moved}d="{shape.path}" fill="none" stroke="{shape.colour}" '
        f'stroke-width="{shape.width}"{ends}/>'
    )


def _circle(x: float, y: float, rank: int, place: int) -> list[Shape]:
    radius = _RADII[rank - 1]
    colour = (BLUE, GREEN, RED)[(place + rank) % 3 if rank < SUIT_SIZE else place // 3]
    return [Circle(x, y, radius - 1.5, colour, 3), Circle(x, y, round(radius / 3, 1), colour)]


def _stick(x: float, y: float, rank: int, place: int) -> list[Shape]:
    half = _STICKS[rank - 1]
    colour = RED if (rank, place) in ((1, 0), (5, 2), (7, 1)) else GREEN
    return [
        Stroke(f"M{x} {y - half}V{y + half}", colour, 5),
        Stroke(f"M{x - 3} {y}H{x + 3}", FACE, 1.5, round=False),
    ]


def _corner(letters: str) -> list[Shape]:
    return [Word(letters)] if letters else []
