"""Tiles are drawn without a font of their own."""

from xml.etree import ElementTree

import pytest

from zhuji_sim.analysis.tile_pictures import tile_svg
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
