"""Tiles are drawn without a font of their own, on pages and on charts."""

from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

from zhuji_sim.analysis.tile_artists import place_tiles
from zhuji_sim.analysis.tile_pictures import RED, tile_svg
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import KINDS


def test_every_tile_has_a_picture_of_its_own():
    faces = {tile_svg(kind).partition("</title>")[2] for kind in range(KINDS)}
    assert len(faces) == KINDS


@pytest.mark.parametrize("kind", range(KINDS))
def test_a_picture_is_well_formed_and_says_which_tile_it_is(kind):
    root = ElementTree.fromstring(tile_svg(kind))
    assert root.attrib["aria-label"] == format_tile(kind)
    assert all(ord(letter) < 128 for text in root.findall("text") for letter in text.text or "")


@pytest.mark.parametrize(("kind", "signs"), [(9, 1), (13, 5), (17, 9), (18, 1), (22, 5), (26, 9)])
def test_as_many_signs_as_the_rank_says(kind, signs):
    picture = tile_svg(kind)
    assert picture.count("<circle") == (2 * signs if kind < 18 else 0)
    assert picture.count("<path") == (0 if kind < 18 else 2 * signs)


def test_a_marked_tile_has_another_rim():
    assert tile_svg(5, marked=True) != tile_svg(5)


def picture(kind: int, *, marked: bool = False) -> np.ndarray:
    """The pixels of a tile that fills a figure of 60 by 80 points."""
    figure = Figure(figsize=(60 / 72, 80 / 72), dpi=72)
    axes = figure.add_axes((0, 0, 1, 1), frameon=False)
    place_tiles(axes, [kind], (0.5, 0.5), marked=marked, high=80, coordinates="axes fraction")
    axes.set_axis_off()
    buffer = BytesIO()
    figure.savefig(buffer, format="rgba")
    return np.frombuffer(buffer.getvalue(), np.uint8).reshape(80, 60, 4)[..., :3].astype(int)


def test_every_tile_on_a_chart_has_a_picture_of_its_own():
    assert len({picture(kind).tobytes() for kind in range(KINDS)}) == KINDS


def test_a_tile_on_a_chart_lies_as_on_a_page():
    """The red of 3p is below on the right; its letter is there too. Guards against tiles upside down."""
    red = np.array([int(RED[i : i + 2], 16) for i in (1, 3, 5)])
    down, across = np.nonzero(np.abs(picture(11) - red).sum(axis=2) < 60)
    assert len(down) > 20
    assert down.min() > 45
    assert across.min() > 30


def test_a_marked_tile_on_a_chart_has_another_rim():
    assert (picture(5, marked=True) != picture(5)).any()
