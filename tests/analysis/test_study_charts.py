"""Charts of studies: long names break where a reader would break them, numbers along an axis stay apart."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.study_charts import Measure, across, along


def row_names(canvas: Canvas, *names: str) -> list[str]:
    table = pd.DataFrame({"row": names, "won": 0.1, "won_low": 0.0, "won_high": 0.2})
    measures = [Measure("won", "study_options.axis_won")]
    figure = across(table, "row", measures, "study_options.chart_top", canvas, bars=True)
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("bao · a win", "bao · a win"),
        (
            "dongfeng · the dealer who stays (老庄): doubles each time",
            "dongfeng · the dealer who stays\n(老庄): doubles each time",
        ),
        ("heping · dealer who stays (老庄): off", "heping · dealer who stays (老庄):\noff"),
        ("dongfeng · peng with a caishen 财碰: no", "dongfeng · peng with a caishen\n财碰: no"),
        ("tai of 混一色 (suit + honours) and more: 2", "tai of 混一色 (suit + honours) and\nmore: 2"),
    ],
)
def test_row_names_break_at_spaces_or_before_a_bracket(name, broken):
    """Guards against `(老庄` in one line and `)` in the next."""
    assert row_names(Canvas(100, 1, *chart_language("en")), name) == [broken]


def test_chinese_row_names_break_anywhere_but_inside_brackets():
    name = "东风包 · 打出的财神别人能不能吃碰杠（只看原来的牌）：不能要"
    (broken,) = row_names(Canvas(100, 1, *chart_language("zh")), name)
    assert broken == "东风包 · 打出的财神别人能不能吃碰\n杠（只看原来的牌）：不能要"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("most", [3_000, 160_000, 1_000_000])
def test_numbers_of_a_logarithmic_scale_stay_apart(lang, most):
    """Guards against `5,00010,00020,000`."""
    deals = np.geomspace(most / 100, most, 8)
    table = pd.DataFrame({"deals": deals, "width": 90 / np.sqrt(deals)}).assign(series=0)
    table = table.assign(width_low=table["width"] / 1.1, width_high=table["width"] * 1.1)
    figure = along(
        pd.concat([table.assign(panel=place) for place in range(4)]),
        "deals",
        Measure("width", "study_deals.axis_width", zero=False),
        "study_deals.chart_widths",
        "study_deals.axis_deals",
        Canvas(100, 1, *chart_language(lang)),
        series={0: "one"},
        panels=dict.fromkeys(range(4), "panel"),
        log=True,
        a="a",
        b="b",
    )
    figure.draw_without_rendering()
    lower, upper = figure.axes[2].get_xlim()
    labels = figure.axes[2].xaxis.get_ticklabels()
    boxes = [label.get_window_extent() for label in labels if lower <= label.get_position()[0] <= upper]
    assert len(boxes) >= 3
    assert all(left.x1 + 3 < right.x0 for left, right in pairwise(boxes))
