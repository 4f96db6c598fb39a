"""Charts of bids show every row with its interval, mark the best, and lay caishen out as tiles are."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import Rectangle

from zhuji_sim.analysis.bids import MOST_ROWS, caishen_map, points_of_rows, row_name, tai_shares
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.rules.notation import format_tile

CANVAS = Canvas(1024, 7)


def rows(count: int) -> pd.DataFrame:
    points = 10.0 - 5 * np.arange(count)
    frame = pd.DataFrame(
        {"contract": [f"独{2 + i}" for i in range(count)], "caishen": "9p", "points": points}
    )
    frame.loc[count - 1, ["contract", "caishen"]] = ["pass", ""]
    return frame.assign(points_low=points - 2, points_high=points + 2)


def named(second: bool) -> pd.DataFrame:
    first = np.arange(34)
    points = np.where(first == 31, 50.0, first / 10)
    return pd.DataFrame(
        {
            "first": first,
            "second": (first + 1) % 34 if second else -1,
            "held": (first == 31).astype(int),
            "make": 0.5,
            "points": points,
            "points_low": points - 3,
            "points_high": points + 3,
        }
    )


def words(figure) -> list[str]:
    return [each.get_text() for each in figure.texts]


def test_rows_have_intervals_and_the_best_is_marked():
    figure = points_of_rows(rows(4), CANVAS, 1)
    (axes,) = figure.axes
    assert len(axes.containers) == 4
    assert [label.get_text() for label in axes.get_yticklabels()][:2] == ["solo 2", "best: solo 3"]
    assert len(axes.artists) == 3
    for container, middle in zip(axes.containers, (10, 5, 0, -5), strict=True):
        ((start, end),) = container[2][0].get_segments()
        assert (start[0], end[0]) == (middle - 2, middle + 2)
    assert "1,024 deals, seed 7" in words(figure)[1]


def test_rows_far_behind_are_left_to_the_table_but_the_pass_stays():
    figure = points_of_rows(rows(12), CANVAS, 0)
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert len(labels) == MOST_ROWS + 1
    assert labels[-1] == "pass"
    assert f"The first {MOST_ROWS + 1} of 12" in words(figure)[1]


@pytest.mark.parametrize("second", [False, True])
def test_caishen_lie_as_tiles_do_and_the_best_has_a_rim(second):
    figure = caishen_map(named(second), CANVAS, "独2" if not second else "2")
    axes = figure.axes[0]
    image = np.asarray(axes.images[0].get_array())
    assert image.shape == (4, 9)
    assert np.isfinite(image).sum() == 34
    assert image[1, 0] == pytest.approx(0.9)
    assert image[3, 4] == 50
    (rim,) = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    assert rim.get_xy() == (pytest.approx(3.53), pytest.approx(2.53))
    assert len(axes.artists) == 34
    assert "+50*\n50 %" in [text.get_text() for text in axes.texts]
    assert "at most ±3.0" in words(figure)[1].replace("\n", " ")


def test_failures_stand_beside_the_tai_won_with():
    frame = pd.DataFrame(
        {"tai": [0, 2, 3], "share": [0.5, 0.3, 0.2], "share_low": [0.4] * 3, "share_high": [0.6] * 3}
    )
    figure = tai_shares(frame, CANVAS, "solo 2")
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_xticklabels()] == ["fails", "2", "3"]
    assert [bar.get_height() for bar in axes.patches] == [50, 30, 20]
    assert words(figure)[0] == "Tai won with solo 2"


def test_charts_are_saved():
    for figure in (points_of_rows(rows(3), CANVAS, 0), caishen_map(named(False), CANVAS, "独2")):
        assert CANVAS.save(figure, "png").startswith(b"\x89PNG")


def test_honours_are_written_out_where_a_font_has_to_draw_them():
    row = pd.Series({"contract": "2", "caishen": "中发"})
    assert row_name(row, "en", drawn=True) == "2 · Red + Green"
    assert row_name(row, "zh") == "2 · 中发"
    assert format_tile(31) == "中"
