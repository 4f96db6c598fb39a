"""Charts of studies: long names of rows are broken where a reader would break them."""

import pandas as pd
import pytest

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.study_charts import Measure, across


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
