"""Estimates by groups say what the report's tables say, and count walls, not rows."""

import numpy as np
import pandas as pd
import pytest
from synthetic import bao_results, deals_frame

from zhuji_sim.analysis import Canvas, chart, estimate, paired, players, summarise
from zhuji_sim.analysis.columns import FrameError
from zhuji_sim.analysis.drawing import UntoldError
from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Z95, wilson
from zhuji_sim.analysis.provenance import noted, provenance

PAIR = ("x", "who", "a")


@pytest.fixture(scope="module")
def deals() -> pd.DataFrame:
    return noted(deals_frame(bao_results(400, 5)), seed=5)


@pytest.mark.parametrize("key", ["seat", "role", "policy"])
def test_players_estimated_by_groups_are_the_tables_of_the_report(deals, key):
    table = deals.pipe(summarise)[f"by_{key}"].set_index(key)
    found = deals.pipe(players).pipe(estimate, by=key, rate="won", mean="points").set_index(key)
    assert found.index.tolist() == table.index.tolist()
    assert found["rows"].tolist() == table["players"].tolist()
    for end in ("", "_low", "_high"):
        assert found[f"won{end}"].to_numpy() == pytest.approx(table[f"win{end}"].to_numpy())
        assert found[f"points{end}"].to_numpy() == pytest.approx(table[f"points{end}"].to_numpy())


def test_rows_of_one_wall_are_one_cluster():
    """The same hundred deals four times over know no more than once."""
    once = pd.DataFrame(
        {"deal": range(100), "x": np.random.default_rng(1).normal(0, 1, 100), "y": [0, 1] * 50}
    )
    one, four = (estimate(frame, mean="x", rate="y") for frame in (once, pd.concat([once] * 4)))
    assert (one["clusters"].item(), four["clusters"].item()) == (100, 100)
    assert four["x_high"].item() == pytest.approx(one["x_high"].item())
    assert four["y_high"].item() == pytest.approx(one["y_high"].item(), abs=0.002)
    medians = [estimate(frame, median="x") for frame in (once, pd.concat([once] * 4))]
    for end in ("x", "x_low", "x_high"):
        assert medians[1][end].item() == pytest.approx(medians[0][end].item(), abs=0.1)


def test_without_groups_there_is_one_row():
    found = estimate(pd.DataFrame({"deal": range(40), "won": [True] * 10 + [False] * 30}), rate="won")
    assert len(found) == 1
    assert (found["won_low"].item(), found["won_high"].item()) == pytest.approx(wilson(10, 40))


def test_missing_values_are_no_trials_and_missing_groups_no_rows():
    frame = pd.DataFrame({"deal": range(4), "g": ["a", "a", "b", None], "x": [1.0, None, 5.0, 9.0]})
    found = estimate(frame, by="g", mean="x")
    assert found["x"].tolist() == [1, 5]
    assert found["rows"].tolist() == found["clusters"].tolist() == [1, 1]


def test_a_figure_that_more_rows_lack_counts_its_own():
    """Guards against the tai of wins standing beside the number of all deals."""
    frame = pd.DataFrame({"deal": [0, 0, 1, 2], "x": [1.0, 2.0, 3.0, None], "y": [4.0, None, None, None]})
    found = estimate(frame, mean=["x", "y"])
    assert found[["rows", "clusters", "y_rows", "y_clusters"]].iloc[0].tolist() == [3, 2, 1, 1]
    assert "x_rows" not in found


def test_what_is_independent_has_to_be_told():
    """Guards against rows of one wall taken for independent, where the column `deal` was left out."""
    frame = pd.DataFrame({"who": ["a", "b"] * 40, "x": range(80), "wall": [i // 2 for i in range(80)]})
    for ask in (
        lambda **more: estimate(frame, mean="x", **more),
        lambda **more: paired(frame, *PAIR, **more),
    ):
        with pytest.raises(FrameError, match="no column 'match' or 'deal': expected `cluster`"):
            ask()
        assert ask(cluster="wall")["clusters"].item() == 40
    with pytest.raises(FrameError, match="'wall': values are missing"):
        estimate(frame.assign(wall=None), mean="x", cluster="wall")


def test_deals_of_several_seeds_are_as_many_walls():
    """Guards against deal 7 of one seed and deal 7 of another counted as one wall."""
    one, two = (deals_frame(bao_results(40, seed)) for seed in (1, 2))
    seeds = pd.concat([one.assign(seed=1), two.assign(seed=2)])
    assert estimate(seeds, mean="turns")["clusters"].item() == 80
    assert provenance(estimate(seeds, mean="turns"))["deals"] == 80
    found = seeds.pipe(players).pipe(estimate, mean="points")
    assert found[["clusters", "rows"]].iloc[0].tolist() == [80, 320]
    matches = [deals_frame(bao_results(32, seed, deals_per_match=16)).assign(seed=seed) for seed in (1, 2)]
    assert estimate(pd.concat(matches), mean="turns")["clusters"].item() == 4
    assert summarise(pd.concat(matches))["by_seat"].equals(summarise(matches)["by_seat"])


def test_deals_that_may_be_of_several_seeds_are_refused():
    both = [noted(deals_frame(bao_results(40, seed)), seed) for seed in (1, 2)]
    for ask in (players, lambda deals: estimate(deals, mean="turns")):
        with pytest.raises(FrameError, match=r"deal 0 is there twice.*expected a column 'seed'"):
            ask(pd.concat(both, ignore_index=True))
    same = pd.concat([both[0], both[0].assign(policy_E="tai")], ignore_index=True)
    assert same.pipe(players).pipe(estimate, mean="points")["clusters"].item() == 40


def test_a_mean_of_few_clusters_has_no_interval():
    few = pd.DataFrame({"deal": range(MIN_CLUSTERS - 1), "x": 1.0})
    assert np.isnan(estimate(few, mean="x")["x_low"].item())


def test_contracts_stand_in_bidding_order(deals):
    found = deals.pipe(estimate, by="contract", mean="turns")
    assert found["contract"].tolist()[:4] == ["2", "独2", "无财2", "3"]


def test_paired_differences_are_those_of_the_walls():
    rng = np.random.default_rng(2)
    wall = rng.normal(0, 10, 200)
    gain = rng.normal(1, 1, 200)
    frame = pd.DataFrame(
        {
            "deal": [*range(200), *range(200)],
            "who": ["old"] * 200 + ["new"] * 200,
            "points": [*wall, *(wall + gain)],
        }
    )
    found = paired(frame, "points", "who", "old")
    assert found["who"].tolist() == ["new"]
    assert found["difference"].item() == pytest.approx(gain.mean())
    half = Z95 * gain.std(ddof=1) / np.sqrt(200)
    assert found["difference_high"].item() - found["difference"].item() == pytest.approx(half)


def test_walls_without_either_are_left_out_of_a_pair():
    frame = pd.DataFrame({"deal": [0, 1, 1, 2], "who": ["a", "a", "b", "b"], "points": [9.0, 1.0, 3.0, 7.0]})
    found = paired(frame, "points", "who", "a")
    assert (found["clusters"].item(), found["difference"].item()) == (1, 2)


def test_pairs_are_compared_within_groups(deals):
    found = deals.pipe(players).pipe(paired, "points", "policy", "speed", by="role")
    assert set(found["policy"]) == {"tai", "random"}
    assert set(found["role"]) <= {"declarer", "defender", "none"}
    assert len(found) == found[["role", "policy"]].drop_duplicates().shape[0]


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (
            lambda deals: estimate(deals, by="seats"),
            "no column 'seats': expected one of deal, ",
        ),
        (lambda deals: estimate(deals, rate="turns"), "'turns': expected truth values, or 0 and 1"),
        (lambda deals: paired(deals, "turns", "rules", "ziyou"), "'ziyou' is not in column 'rules'"),
        (
            lambda deals: paired(deals[:0], "turns", "rules", "bao"),
            "'rules': expected some, but the frame has none",
        ),
        (lambda deals: chart(deals, "won", rows="rules", title="t"), "no column 'won'"),
        (
            lambda deals: chart(deals.assign(tai_low="a", tai_high="b"), "tai", rows="rules", title="t"),
            "column 'tai_low': 'a': expected numbers",
        ),
        (lambda deals: estimate(deals, mean="mode"), "'mode': 'dual': expected numbers or truth values"),
        (lambda deals: estimate(deals, median="items"), "'items': '.*': expected numbers or truth values"),
        (lambda deals: paired(deals, "mode", "rules", "bao"), "'mode': 'dual': expected numbers"),
        (lambda deals: estimate(pd.concat([deals, deals], axis=1), mean="tai"), "'tai' is there 2 times"),
    ],
)
def test_wrong_columns_are_named(deals, ask, expected):
    with pytest.raises(FrameError, match=expected) as error:
        ask(deals)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("ask", "twice"),
    [
        (lambda deals: estimate(deals, mean="turns", median="turns"), "turns"),
        (lambda deals: estimate(deals.assign(won=True), rate="won", mean="won"), "won"),
        (lambda deals: estimate(deals.assign(won=True), by="won", rate="won"), "won"),
        (lambda deals: estimate(deals, by=["mode", "mode"]), "mode"),
        (lambda deals: estimate(deals.assign(rows=1), mean="rows"), "rows"),
        (lambda deals: estimate(deals.assign(tai_low=1), mean=["tai", "tai_low"]), "tai_low"),
        (lambda deals: paired(deals, "turns", "mode", "dual", by="mode"), "mode"),
    ],
)
def test_no_figure_takes_the_place_of_another(deals, ask, twice):
    """Guards against a mean and a median of one column, of which only the median was there."""
    with pytest.raises(FrameError, match=f"column '{twice}' would be there twice"):
        ask(deals)


def test_groups_may_bear_any_name():
    """Guards against names that clash with those of working columns."""
    frame = pd.DataFrame({"deal": [0, 0], "group": "x", "level": ["a", "b"], "points": [1.0, 4.0]})
    found = paired(frame, "points", "level", "a", by="group")
    assert found.loc[0, ["group", "level", "clusters", "difference"]].tolist() == ["x", "b", 1, 3]


def test_the_chart_of_estimates_shows_every_group_and_where_it_comes_from(deals):
    table = deals.pipe(players).pipe(estimate, by=["role", "policy"], rate="won", mean="points")
    figure = table.pipe(chart, "won", rows="role", series="policy", title="Who wins", lang="en")
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["declarer", "defender", "no contract"]
    assert len(axes.containers) == 3
    assert axes.get_xlabel() == "deals won (%)"
    assert axes.get_xlim()[1] > 1
    title, caption = (text.get_text() for text in figure.texts)
    assert title == "Who wins"
    assert caption.startswith("400 deals, seed 5.")


def test_a_chart_of_part_of_the_deals_counts_these(deals):
    few = deals.pipe(players).query("seat == 'E' and distance <= 3")
    table = few.pipe(estimate, by="contract", mean="points")
    assert 0 < provenance(table)["deals"] == few["deal"].nunique() < 400


def test_a_chart_of_a_frame_without_a_seed_asks_for_it():
    frame = deals_frame(bao_results(40, 1))
    with pytest.raises(UntoldError, match="does not tell its seed"):
        frame.pipe(estimate, by="mode", mean="turns").pipe(chart, "turns", rows="mode", title="t")
    canvas = Canvas(40, 1)
    table = frame.pipe(estimate, by="rules", mean="turns")
    assert table.pipe(chart, "turns", rows="rules", title="Turns", unit="tiles", canvas=canvas)
