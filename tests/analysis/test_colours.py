"""Colours of charts stay apart in grey print and for people with any kind of colour blindness.

What they see is simulated after Machado, Oliveira and Fernandes 2009 (IEEE Trans. Vis. Comput. Graph.
15:1291), severity 1; distances are those of CIELAB, in which 2.3 is just noticeable.
"""

from itertools import combinations, pairwise

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from zhuji_sim.analysis.palette import HATCHES, MARKS, SHADES

SEEN = {
    "everybody": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])

APART = 15.0
"""Least distance of two series in colour."""
GREY_APART = 8.5
"""Least distance of two series in lightness alone; markers and lines tell them apart besides."""
FILLS_APART = 12.0
"""Least distance of two fills of the same hatch."""


def lab(colour: str, seen: str = "everybody") -> np.ndarray:
    """Lightness (0–100), red against green, yellow against blue."""
    values = np.array(to_rgb(colour))
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(SEEN[seen] @ linear, 0, 1) / WHITE
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str, seen: str) -> float:
    return float(np.linalg.norm(lab(one, seen) - lab(other, seen)))


def test_the_yardstick_knows_black_white_and_what_the_colour_blind_confuse():
    assert distance("black", "white", "everybody") == pytest.approx(100, abs=0.1)
    assert distance("#b05a2c", "#6f7d24", "everybody") > 3 * distance("#b05a2c", "#6f7d24", "protanopia")


@pytest.mark.parametrize("seen", SEEN)
def test_series_differ_in_colour_for_everybody(seen):
    found = {(a.colour, b.colour): distance(a.colour, b.colour, seen) for a, b in combinations(MARKS, 2)}
    assert {pair: apart for pair, apart in found.items() if apart < APART} == {}


def test_series_differ_in_grey_and_by_shape_and_line():
    lightness = sorted(lab(mark.colour)[0] for mark in MARKS)
    assert min(np.diff(lightness)) > GREY_APART
    assert len({mark.marker for mark in MARKS}) == len(MARKS)
    assert all(one.line != other.line for one, other in pairwise(MARKS))


@pytest.mark.parametrize("seen", SEEN)
def test_fills_differ_by_hatch_or_by_lightness(seen):
    for (one, hatch), (other, other_hatch) in combinations(HATCHES, 2):
        assert hatch != other_hatch or abs(lab(one, seen)[0] - lab(other, seen)[0]) > FILLS_APART


def test_white_hatches_can_be_seen_on_their_fills():
    assert max(lab(colour)[0] for colour, hatch in HATCHES if hatch) < 75


@pytest.mark.parametrize("seen", SEEN)
def test_shades_of_maps_rise_in_lightness_for_everybody(seen):
    shades = matplotlib.colormaps[SHADES](np.linspace(0, 1, 20))
    assert (np.diff([lab(shade[:3], seen)[0] for shade in shades]) > 0).all()
