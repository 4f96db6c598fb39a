"""Charts of comparisons show every pair, their intervals and how many deals they took."""

import warnings

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.matchups import MATCHUPS, MOST_PAIRS, matchups, matrix

NAMES = ["random", "speed", "tai", "quick", "champion", "careful", "greedy"]


def pairs(count: int) -> pd.DataFrame:
    """Every two of some policies, with figures made up."""
    rows = []
    for i, a in enumerate(NAMES[:count]):
        for j, b in enumerate(NAMES[:count]):
            if i < j:
                middle = float(i - j)
                row = {"a": a, "b": b, "points_per_deal": middle, "low": middle - 0.5, "high": middle + 0.5}
                for name in ("a_alone", "b_alone"):
                    row |= {name: middle, f"{name}_low": middle - 1, f"{name}_high": middle + 1}
                rows.append(row)
    return pd.DataFrame(rows)


@pytest.fixture
def canvas() -> Canvas:
    return Canvas(12_000, 42)


def words(figure) -> str:
    return " ".join(text.get_text() for text in figure.texts)


@pytest.mark.parametrize("name", MATCHUPS)
def test_charts_carry_deals_seed_and_confidence_and_are_saved_without_warnings(name, canvas):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = MATCHUPS[name](pairs(3), canvas, 99)
        assert canvas.save(figure, "png").startswith(b"\x89PNG")
        assert b"<svg" in canvas.save(figure, "svg")
    assert all(word in words(figure) for word in ("12,000 deals", "seed 42", "99 % interval"))


def test_every_pair_has_its_row_and_three_figures(canvas):
    figure = matchups(pairs(3), canvas)
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "random – speed",
        "random – tai",
        "speed – tai",
    ]
    assert len(axes.containers) == 3
    assert axes.get_xlabel()


def test_more_pairs_than_can_be_seen_are_said_to_be_left_out(canvas):
    figure = matchups(pairs(7), canvas)
    assert len(figure.axes[0].get_yticks()) == MOST_PAIRS
    assert f"The first {MOST_PAIRS} of 21" in words(figure)


def test_the_matrix_says_the_opposite_across_its_diagonal(canvas):
    figure = matrix(pairs(3), canvas)
    shown = {(text.get_position()): text.get_text() for text in figure.axes[0].texts}
    assert shown[2, 0] == "−2.00\n±0.50"
    assert shown[0, 2] == "+2.00\n±0.50"
    assert (1, 1) not in shown


def test_lightness_of_the_matrix_rises_with_the_points(canvas):
    """Guards against colours that look alike in grey."""
    image = matrix(pairs(4), canvas).axes[0].images[0]
    shades = image.cmap(np.linspace(0, 1, 20))[:, :3] @ [0.3, 0.59, 0.11]
    assert (np.diff(shades) > 0).all()


def test_one_pair_needs_no_matrix(canvas):
    assert matrix(pairs(2), canvas) is None
