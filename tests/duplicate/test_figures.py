"""Figures are those of the walls, their intervals those of whole walls."""

import numpy as np
import pytest
from meetings import random_walls, walls_of

from zhuji_sim.analysis.estimates import ratio_error
from zhuji_sim.analysis.student import student
from zhuji_sim.duplicate import figures
from zhuji_sim.duplicate.luck import other_luck
from zhuji_sim.duplicate.walls import COUNTS, A, B
from zhuji_sim.rules.ruleset import Ruleset


@pytest.fixture(scope="module")
def others() -> np.ndarray:
    return other_luck(Ruleset.preset("bao"), 1, 100)


def test_a_against_b_is_half_of_what_a_alone_scores_above_b_alone(others):
    walls = random_walls(500)
    row = figures.points_row(walls, others, 0.95)
    assert row["points_per_deal"] == pytest.approx((row["a_alone"] - row["b_alone"]) / 2)
    assert row["a_alone"] == pytest.approx(walls["points"][:, 0].sum() / (4 * 500))
    assert row["b_alone"] == pytest.approx(walls["points"][:, 1].sum() / (4 * 500))


def test_the_interval_is_students_over_walls(others):
    """Guards against deals taken for independent: eight deals of one wall are one observation."""
    walls = random_walls(40)
    row = figures.points_row(walls, others, 0.9)
    values = figures.points(walls)
    half = student(0.9, 39) * values.std(ddof=1) / 40**0.5
    assert (row["high"] - row["low"]) / 2 == pytest.approx(half)
    assert (row["high"] + row["low"]) / 2 == pytest.approx(values.mean())


def test_exchanging_the_two_turns_everything_round(others):
    walls = random_walls(300)
    turned = walls.copy()
    for name in ("points", "big_points", *COUNTS):
        turned[name] = walls[name][:, ::-1]
    row, back = (figures.points_row(each, others, 0.95) for each in (walls, turned))
    assert back["points_per_deal"] == pytest.approx(-row["points_per_deal"])
    assert (back["low"], back["high"]) == pytest.approx((-row["high"], -row["low"]))
    assert (back["a_alone"], back["b_alone"]) == (row["b_alone"], row["a_alone"])
    assert back["fewer_deals"] == pytest.approx(row["fewer_deals"])
    rates, turned_rates = figures.rates(walls, A, 0.95), figures.rates(turned, B, 0.95)
    assert {name: tuple(map(float, each)) for name, each in rates.items()} == {
        name: tuple(map(float, each)) for name, each in turned_rates.items()
    }


def test_rates_are_ratios_of_sums(others):
    walls = random_walls(200)
    found = figures.rates(walls, B, 0.95)
    assert found["win"].value == walls["wins"][:, 1].sum() / 800
    assert found["deal_in"].value == walls["deal_ins"][:, 1].sum() / 800
    assert found["declared"].value == walls["declared"][:, 1].sum() / walls["auctions"][:, 1].sum()
    assert found["made"].value == walls["made"][:, 1].sum() / walls["contracts"][:, 1].sum()
    assert found["tai"].value == walls["tai"][:, 1].sum() / walls["wins"][:, 1].sum()
    trials, hits = figures.counted(walls, B)["tai"]
    half = student(0.95, 199) * ratio_error(figures.sums(trials, hits))
    assert found["tai"].high - found["tai"].value == pytest.approx(half)


def test_what_never_happened_is_missing(others):
    walls = walls_of(np.linspace(-1, 1, 60))
    found = figures.rates(walls, A, 0.95)
    assert all(np.isnan(found[name].value) for name in ("declared", "made", "tai"))
    assert found["win"].value == 0 < found["win"].high
    row = figures.points_row(walls, others, 0.95)
    assert row["points_from_big_wins"] == 0
    assert np.isnan(row["points_from_big_wins_low"])
    assert np.isnan(row["big_share"])


def test_the_share_of_big_wins_is_told_where_the_points_are_clear_of_zero(others):
    walls = random_walls(400)
    walls["big_points"][:, 0] = walls["points"][:, 0].sum(axis=1) // 4
    walls["big_points"][:, 1] = walls["points"][:, 1].sum(axis=1) // 4
    row = figures.points_row(walls, others, 0.95)
    assert row["low"] > 0
    assert row["big_share"] == pytest.approx(0.25, abs=0.01)
    assert row["big_share_low"] < row["big_share"] < row["big_share_high"]
    walls["points"] -= np.round(walls["points"].mean(axis=0)).astype(int)
    assert np.isnan(figures.points_row(walls, others, 0.95)["big_share"])


def test_a_single_wall_has_no_interval(others):
    row = figures.points_row(walls_of(np.array([2.0])), others, 0.95)
    assert row["points_per_deal"] == pytest.approx(2000)
    assert np.isnan([row["low"], row["high"]]).all()


def test_deals_that_cancel_on_each_wall_save_the_more(others):
    """One deal's luck undone by another's on the same wall is what the duplicate format is for."""
    rng = np.random.default_rng(4)
    walls = random_walls(600)
    walls["points"] = rng.normal(0, 100, (600, 1, 4)).astype(int) + rng.normal(0, 10, (600, 2, 4)).astype(int)
    assert figures.points_row(walls, others, 0.95)["fewer_deals_low"] > 30
    walls["points"] = rng.normal(0, 100, (600, 2, 4)).astype(int)
    row = figures.points_row(walls, others, 0.95)
    assert row["fewer_deals_low"] < 1 < row["fewer_deals_high"]
