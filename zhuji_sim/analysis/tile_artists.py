"""Tiles in charts: the shapes of `tile_pictures` as matplotlib artists, on an axis or beside it."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.offsetbox import AnnotationBbox, DrawingArea, HPacker
from matplotlib.patches import Circle as Disc
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from zhuji_sim.analysis.tile_pictures import EDGE, FACE, LETTER, MARK, Circle, Shape, Stroke, tile_shapes

__all__ = ["POINTS_HIGH", "place_tiles", "tile_row"]

POINTS_HIGH: Final = 24.0
"""Height of a tile, in points (1/72 inch)."""

_WIDTH: Final = 60.0
_HEIGHT: Final = 80.0
_RIM: Final = 2.0
_CORNER: Final = 7.0
_GAP: Final = 1.5
"""Points between tiles."""
_STEP: Final = re.compile(r"([MHVLQCZ])([^MHVLQCZ]*)")
_CODES: Final = {"M": Path.MOVETO, "L": Path.LINETO, "Q": Path.CURVE3, "C": Path.CURVE4}


def place_tiles(
    axes: Axes,
    kinds: Sequence[int],
    where: tuple[float, float],
    *,
    marked: bool = False,
    high: float = POINTS_HIGH,
    coordinates: Any = "data",
    align: tuple[float, float] = (0.5, 0.5),
) -> AnnotationBbox:
    """Put tiles side by side into a chart.

    Parameters
    ----------
    axes : Axes
    kinds : sequence of int
        Tile kinds, from left to right.
    where : (x, y)
        In `coordinates`, as `matplotlib.offsetbox.AnnotationBbox` takes them.
    marked : bool
        Whether the tiles have a rim that stands out.
    high : float
        Height in points.
    align : (float, float)
        Which point of the row lies there: (0, 0) its lower left, (1, 1) its upper right.
    """
    box = AnnotationBbox(
        tile_row(kinds, marked=marked, high=high),
        where,
        xycoords=coordinates,
        frameon=False,
        box_alignment=align,
        pad=0,
        annotation_clip=False,
    )
    axes.add_artist(box)
    return box


def tile_row(kinds: Sequence[int], *, marked: bool = False, high: float = POINTS_HIGH) -> HPacker:
    """Tiles side by side, to be packed with other boxes."""
    children: list[Artist] = [_tile(kind, marked, high) for kind in kinds]
    return HPacker(pad=0, sep=_GAP, children=children)


def _tile(kind: int, marked: bool, high: float) -> DrawingArea:
    scale = high / _HEIGHT
    area = DrawingArea(_WIDTH * scale, high)
    place = Affine2D().scale(scale, -scale).translate(0, high)
    face = FancyBboxPatch(
        (_RIM, _RIM),
        _WIDTH - 2 * _RIM,
        _HEIGHT - 2 * _RIM,
        boxstyle=f"round,pad=0,rounding_size={_CORNER}",
        facecolor=FACE,
        edgecolor=MARK if marked else EDGE,
        linewidth=(4 if marked else 1.5) * scale,
    )
    for artist in (face, *(_artist(shape, place, scale) for shape in tile_shapes(kind))):
        if not isinstance(artist, Text):
            artist.set_transform(place + area.get_transform())
        area.add_artist(artist)
    return area


def _artist(shape: Shape, place: Affine2D, scale: float) -> Artist:
    if isinstance(shape, Circle):
        inside = "none" if shape.width else shape.colour
        edge = shape.colour if shape.width else "none"
        return Disc(
            (shape.x, shape.y), shape.radius, facecolor=inside, edgecolor=edge, linewidth=shape.width * scale
        )
    if isinstance(shape, Stroke):
        moved = Affine2D().scale(shape.scale).translate(shape.x, shape.y)
        ends: dict[str, Any] = {"capstyle": "round", "joinstyle": "round"} if shape.round else {}
        return PathPatch(
            _path(shape.path).transformed(moved),
            fill=False,
            edgecolor=shape.colour,
            linewidth=shape.width * shape.scale * scale,
            **ends,
        )
    x, y = place.transform((54, 75))
    return Text(
        x, y, shape.letters, horizontalalignment="right", fontsize=LETTER * scale * _LARGER, color=EDGE
    )


_LARGER: Final = 1.3
"""Letters in the corner are larger on a chart, where tiles are small."""


@cache
def _path(words: str) -> Path:
    """An SVG path of absolute M, H, V, L, Q, C and Z."""
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for letter, given in _STEP.findall(words):
        numbers = [float(number) for number in given.split()]
        if letter == "Z":
            points.append(points[-1])
            codes.append(Path.CLOSEPOLY)
            continue
        if letter in "HV":
            x, y = points[-1]
            numbers, letter = ([numbers[0], y] if letter == "H" else [x, numbers[0]]), "L"
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += pairs
        codes += [_CODES[letter]] * len(pairs)
    return Path(points, codes)
