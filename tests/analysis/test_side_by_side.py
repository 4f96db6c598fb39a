"""Several runs on one page: a column for each run, charts with all of them, each figure with its interval."""

import re

import pandas as pd
import pytest
from runs import MadeUpCell, write_run

from zhuji_sim.analysis import run_sides, side_by_side
from zhuji_sim.analysis.charts import CHARTS
from zhuji_sim.analysis.run_sides import write_runs
from zhuji_sim.analysis.side_by_side import joined_table
from zhuji_sim.analysis.wording import MOST_ROWS, TextTable


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    place = tmp_path_factory.mktemp("runs")
    one = write_run(place / "one", MadeUpCell("2"), MadeUpCell("独2"), deals=200, seed=1)
    two = write_run(place / "two", MadeUpCell("2"), MadeUpCell("3"), deals=300, seed=2)
    return {"one": one, "two": two}


@pytest.fixture(scope="module")
def page(folders, tmp_path_factory):
    """The page in English, and the figures that were drawn for it."""
    drawn = {}
    out = tmp_path_factory.mktemp("out")
    with pytest.MonkeyPatch.context() as patch:
        plain = side_by_side.write_chart
        patch.setattr(
            side_by_side,
            "write_chart",
            lambda folder, name, figure, canvas: (
                drawn.update({name: figure}) or plain(folder, name, figure, canvas)
            ),
        )
        patch.setattr(run_sides, "CHARTS", {name: CHARTS[name] for name in ("make_rate", "by_seat")})
        path = write_runs(folders, out, "en")
    return path, drawn


def test_every_run_has_its_answer_and_its_conditions(page):
    text = page[0].read_text(encoding="utf-8")
    assert "<title>Side by side: one, two</title>" in text
    assert text.index("<h3>one</h3>") < text.index("400 deals, seed 1;")
    assert text.index("400 deals, seed 1;") < text.index("<h3>two</h3>") < text.index("600 deals, seed 2;")


def test_charts_show_both_runs_with_the_deals_of_all_and_each_seed(page):
    figure = page[1]["make_rate"]
    assert figure.texts[1].get_text().startswith("1,000 deals, seed 1, 2.")
    names = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert names[:2] == ["one", "two"]


def test_tables_have_a_column_for_each_run(page):
    (table,) = re.findall(r'<section id="make_rate">.*?</table>', page[0].read_text(encoding="utf-8"), re.S)
    heads = re.findall(r"<th(?: [^>]*)?>(.*?)</th>", table)
    assert heads == ["contract", "how", "figure", "one", "two"]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)[1:]]
    made = {row[0] or "…": row[3:] for row in rows if row[2] == "made"}
    assert any("%" in value and "(" in value for values in made.values() for value in values)
    shown = [(row[0], row[3], row[4]) for row in rows if row[0] in ("solo 2", "3")]
    assert all("–" in (left, right) for _, left, right in shown)


def test_the_csv_tables_hold_all_runs(page):
    table = pd.read_csv(page[0].parent / "tables" / "contracts.csv")
    assert table.columns[0] == "run"
    assert table.groupby("run")["deals"].sum().to_dict() == {"one": 400, "two": 600}


def test_the_answers_are_those_of_the_runs_own_report(page):
    """Guards against tables of one run told under the name of another."""
    text = page[0].read_text(encoding="utf-8")
    first = text[text.index("<h3>one</h3>") : text.index("<h3>two</h3>")]
    assert "solo 2" in first
    assert "solo 2" not in text[text.index("<h3>two</h3>") : text.index("</section>")]


def table(*rows: list[str], heads=("contract", "made", "points")) -> TextTable:
    return TextTable(list(heads), [list(row) for row in rows], [False, *[True] * (len(heads) - 1)])


def test_rows_go_together_by_what_is_no_figure():
    joined = joined_table(
        {"a": table(["2", "50%", "+1"], ["3", "20%", "−4"]), "b": table(["3", "30%", "−2"])}, "en"
    )
    assert joined.heads == ["contract", "figure", "a", "b"]
    assert joined.rows == [
        ["2", "made", "50%", "–"],
        ["", "points", "+1", "–"],
        ["3", "made", "20%", "30%"],
        ["", "points", "−4", "−2"],
    ]
    assert joined.numeric == [False, False, True, True]


def test_a_table_of_figures_alone_goes_by_its_first_column():
    path = TextTable(["generation", "gain"], [["1", "+1"], ["2", "+2"]], [True, True])
    assert joined_table({"a": path, "b": path}, "en").rows[1] == ["2", "gain", "+2", "+2"]


def test_a_long_table_is_cut_and_says_so():
    long = table(*([str(i), "1%", "+1"] for i in range(MOST_ROWS)))
    joined = joined_table({"a": long, "b": long}, "en")
    assert len(joined.rows) == MOST_ROWS
    assert f"first {MOST_ROWS} of {2 * MOST_ROWS}" in joined.cut
