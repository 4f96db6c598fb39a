"""Charts say what they show, carry their units, read in grey, and are the same whenever the data are."""

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib.figure import Figure
from studies import contract_study
from synthetic import bao_results, deals_frame

from zhuji_sim.analysis import charts, summarise
from zhuji_sim.analysis.charts import CHARTS
from zhuji_sim.analysis.columns import FrameError
from zhuji_sim.analysis.contract_charts import made_by_level
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.estimates import MIN_CLUSTERS

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


def test_whatever_is_not_a_stacked_bar_has_whiskers_and_stacked_bars_say_theirs(figures):
    for name in ("contract_outcomes", "endings"):
        written = [text.get_text() for text in figures[name].axes[0].texts]
        assert any(re.fullmatch(r"\d+(\.\d)? ±\d+(\.\d)?", each) for each in written)
        assert "half the width of 95 % intervals" in words(figures[name])[1]


def test_chances_to_break_even_have_their_interval_too(figures, tables):
    lines = [
        segment
        for container in figures["make_rate"].axes[0].containers
        for line in container[2]
        for segment in line.get_segments()
    ]
    ends = {(round(segment[0][1], 9), round(segment[1][1], 9)) for segment in lines}
    known = tables["contracts"].dropna(subset=["break_even_low"])
    known = known[known["deals"] >= MIN_CLUSTERS]
    wanted = {
        (round(100 * row.break_even_low, 9), round(100 * row.break_even_high, 9))
        for row in known.itertuples()
    }
    assert wanted
    assert wanted <= ends


SAVING = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from synthetic import bao_results, deals_frame
from zhuji_sim.analysis import charts, summarise
from zhuji_sim.analysis.charts import CHARTS
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language

tables, canvas = summarise(deals_frame(bao_results(200, 3))), Canvas(200, 3, *chart_language("zh"))
for name in ("make_rate", "endings"):
    figure = CHARTS[name](tables, canvas)
    print(*(hashlib.sha256(canvas.save(figure, kind)).hexdigest() for kind in ("png", "svg")))
"""


def test_equal_data_give_equal_files_in_every_process():
    """Guards against dates, and against names in an SVG that hang on a process's hashes."""
    command = [sys.executable, "-c", SAVING, str(Path(__file__).parent)]
    said = [
        subprocess.run(
            command, check=True, capture_output=True, text=True, env=os.environ | {"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert len(said[0].split()) == 4


@pytest.mark.parametrize("name", ["by_seat", "contract_outcomes", "win_by_distance"])
def test_equal_data_give_equal_pictures(tables, canvas, figures, name):
    again = canvas.save(CHARTS[name](tables, canvas), "svg")
    assert again == canvas.save(figures[name], "svg")
    assert b"dc:date" not in again


def test_drawing_leaves_the_users_matplotlib_alone(tables, canvas):
    before = dict(plt.rcParams)
    canvas.save(CHARTS["endings"](tables, canvas), "svg")
    assert dict(plt.rcParams) == before
    assert plt.get_fignums() == []


@pytest.mark.parametrize("name", list(CHARTS))
def test_frames_of_another_shape_are_refused_by_the_column_that_they_lack(tables, canvas, name):
    """Guards against `KeyError: 'cell'` and `No group keys passed!`."""
    table = tables[{"make_rate": "contracts", "declarer_points": "contracts"}.get(name, name)]
    draw = getattr(charts, name)
    lacking = [column for column in table if refusal(draw, table.drop(columns=column), canvas)]
    assert "cell" in lacking
    for column in lacking:
        message = refusal(draw, table.drop(columns=column), canvas)
        assert message.startswith(f"there is no column '{column}': expected one of ")
        assert "\n" not in message


def refusal(draw, table, canvas) -> str:
    try:
        draw(table, canvas)
    except FrameError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", list(CHARTS))
def test_empty_frames_have_no_chart_and_unnamed_cells_are_refused(tables, canvas, name):
    empty = {key: table[:0] for key, table in tables.items()}
    assert CHARTS[name](empty, canvas) is None
    moved = {key: table.assign(cell=table["cell"] + 1) for key, table in tables.items()}
    with pytest.raises(FrameError, match="cell 2 has no name"):
        CHARTS[name](moved, canvas)


def test_what_a_contract_needs_is_told_apart_by_more_than_colour():
    """Guards against dashes of equal shape in three colours, of which the legend had one in black."""
    figure = made_by_level(contract_study()[1].frames()["forced"], Canvas(100, 1))
    shown = [container[0] for container in figure.axes[0].containers if len(container[0].get_xdata())]
    reached, needed = ([line for line in shown if (line.get_mfc() == "none") == hollow] for hollow in (0, 1))
    assert len({line.get_marker() for line in reached}) == 3
    assert [line.get_marker() for line in needed] == [line.get_marker() for line in reached]


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
