"""Charts say what they show, carry their units, read in grey, and are the same whenever the data are."""

import warnings
from itertools import pairwise

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from synthetic import bao_results, deals_frame

from zhuji_sim.analysis import summarise
from zhuji_sim.analysis.charts import CHARTS
from zhuji_sim.analysis.drawing import HATCHES, MARKS, Canvas

POLICIES = [("tai",) * 4, ("tai", "speed", "tai", "speed")]
MUST = {"make_rate", "declarer_points", "by_seat", "by_policy", "endings", "tai_by_mode"}


@pytest.fixture(scope="module")
def tables():
    return summarise(
        deals_frame(bao_results(600, cell), policies, cell) for cell, policies in enumerate(POLICIES)
    )


@pytest.fixture(scope="module")
def canvas():
    names = {0: "tai", 1: "tai/speed"}
    return Canvas(1200, 42, cells=names, series=names)


@pytest.fixture(scope="module")
def figures(tables, canvas) -> dict[str, Figure]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return {name: draw(tables, canvas) for name, draw in CHARTS.items()}


def words(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.texts]


def test_the_charts_that_were_asked_for_are_there(figures):
    assert set(figures) >= MUST
    assert all(isinstance(figure, Figure) for figure in figures.values())


def test_charts_are_saved_without_warnings(figures, canvas):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for figure in figures.values():
            assert canvas.save(figure, "png").startswith(b"\x89PNG")
            assert b"<svg" in canvas.save(figure, "svg")


def test_every_chart_has_a_title_and_a_caption_with_deals_and_seed(figures):
    for figure in figures.values():
        title, caption = words(figure)
        assert title
        assert caption.startswith("1,200 deals, seed 42.")
        assert "95 % intervals" in caption.replace("\n", " ")


@pytest.mark.parametrize("name", list(CHARTS))
def test_axes_carry_their_units(figures, name):
    """Percent, points, tai, tiles or contracts on the x axis; on the y axis too, unless it lists names."""
    axes = figures[name].axes
    for axis in (part.get_xlabel() for part in axes[-2:]):
        assert any(unit in axis for unit in ("%", "points", "tai", "tiles", "contract"))
    listed = [label.get_text() for label in axes[0].get_yticklabels()]
    names_rows = any(label[:1].isalpha() or label.startswith(("2", "tai")) for label in listed if label)
    assert names_rows or any(unit in axes[0].get_ylabel() for unit in ("%", "points"))


def test_intervals_are_drawn(figures):
    for name in ("make_rate", "declarer_points", "by_seat", "by_policy", "tai_by_mode", "win_by_distance"):
        assert figures[name].axes[0].containers


def test_series_are_told_apart_without_colour():
    assert len({mark.marker for mark in MARKS}) == len(MARKS)
    for (one, hatch), (other, next_hatch) in pairwise(HATCHES):
        grey, next_grey = (0.3 * r + 0.59 * g + 0.11 * b for r, g, b in (to_rgb(one), to_rgb(other)))
        assert hatch != next_hatch or abs(grey - next_grey) > 0.15


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_equal_data_give_equal_files(tables, canvas, kind):
    first, second = (canvas.save(CHARTS["by_seat"](tables, canvas), kind) for _ in range(2))
    assert first == second
    assert b"dc:date" not in first


def test_drawing_leaves_the_users_matplotlib_alone(tables, canvas):
    before = dict(plt.rcParams)
    canvas.save(CHARTS["endings"](tables, canvas), "svg")
    assert dict(plt.rcParams) == before
    assert plt.get_fignums() == []


def test_one_policy_needs_no_chart_of_policies(canvas):
    alone = summarise(deals_frame(bao_results(100, 1), ["tai"] * 4))
    assert CHARTS["by_policy"](alone, canvas) is None


def test_contracts_stand_in_bidding_order(figures):
    ticks = [label.get_text() for label in figures["make_rate"].axes[0].get_xticklabels()]
    assert ticks[:5] == ["2", "solo 2", "none 2", "3", "solo 3"]


def test_many_cells_do_not_break_the_charts():
    """Thirty cells: charts show the first of them and say so."""
    count = 30
    shards = (deals_frame(bao_results(40, cell, "2"), cell=cell) for cell in range(count))
    names = {cell: f"cell {cell}" for cell in range(count)}
    crowded = Canvas(40 * count, 1, cells=names, series=names)
    tables = summarise(shards)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in ("make_rate", "by_seat", "endings", "win_by_distance"):
            figure = CHARTS[name](tables, crowded)
            crowded.save(figure, "png")
            assert figure.get_figheight() < 30
    assert "first 24 of 30" in words(CHARTS["endings"](tables, crowded))[1]
