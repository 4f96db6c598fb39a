"""From walls to tables: what is counted, what is paired, and how sure it is."""

import numpy as np
import pytest

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Sums, break_even
from zhuji_sim.contracts.estimates import needed_chance, rate_difference
from zhuji_sim.contracts.figures import OTHER, tables_of
from zhuji_sim.contracts.study import plan
from zhuji_sim.contracts.walls import auction_rows, forced_rows, play_walls
from zhuji_sim.engine.same_wall import BID, INSTEAD, STAYS_OUT
from zhuji_sim.rules import Mode
from zhuji_sim.rules.tiles import SEATS

WALLS = 150
STUDY = plan(WALLS, 3, "bao", "speed")


@pytest.fixture(scope="module")
def tables():
    return tables_of(STUDY, play_walls(STUDY, 0, WALLS))


def test_forced_contracts_are_means_over_the_deals_of_their_seat(tables):
    """Guards against the points of another seat, mode or level."""
    rows, bids = forced_rows(STUDY, 0, WALLS), auction_rows(STUDY, 0, WALLS)
    table = tables.forced.set_index(["seat", "mode", "level"]).sort_index()
    for i, seat in enumerate(SEATS):
        passing = bids[:, STAYS_OUT + i]["points"][:, i]
        for mode in Mode:
            for step, level in enumerate(STUDY.levels):
                deals, row = rows[i, mode, :, step], table.loc[(seat, mode.key, level)]
                points = deals["points"][:, i]
                assert row["made"] == pytest.approx((deals["winner"] == i).mean())
                assert row["drawn"] == pytest.approx((deals["winner"] < 0).mean())
                assert row["points"] == pytest.approx(points.mean())
                assert row["against_pass"] == pytest.approx((points - passing).mean())
                big = np.where(deals["tai"] >= 8, points, 0)
                assert row["points_from_big_wins"] == pytest.approx(big.mean())
    every = table.loc["all", "made"]
    assert every.loc["dual", 2] == pytest.approx(
        table.loc[list(SEATS)].loc[(slice(None), "dual", 2), "made"].mean()
    )


def test_a_higher_level_is_made_less_often_under_the_same_caishen(tables):
    """Guards against a declarer who needs another tai than he promised."""
    table = tables.forced.set_index(["seat", "mode", "level"]).sort_index()
    for mode in ("dual", "solo", "none"):
        low, high = table.loc[("all", mode, 2)], table.loc[("all", mode, 6)]
        assert low["made_low"] > high["made_high"]
    steps = tables.steps.set_index(["seat", "mode", "level"]).sort_index()
    assert steps.loc[("all", "dual", 2), "drop_low"] > 0
    drops = steps.loc[("all", "dual"), "drop"]
    assert drops.sum() == pytest.approx(
        table.loc[("all", "dual", 2), "made"] - table.loc[("all", "dual", 6), "made"]
    )


def test_bids_are_held_against_a_pass_in_their_place_on_the_same_wall(tables):
    """Guards against differences to another seat's points, and against walls where nobody bid."""
    rows = auction_rows(STUDY, 0, WALLS)
    bid, instead = rows[:, BID], rows[:, INSTEAD]
    held = np.flatnonzero((bid["auction"] % 64 > 0).any(axis=1))
    declarer = bid["declarer"][held]
    points, passing = bid["points"][held, declarer], instead["points"][held, declarer]
    row = tables.auction.iloc[0]
    assert (row["seat"], row["contract"], row["walls"]) == ("all", "all", len(held))
    assert row["points"] == pytest.approx(points.mean())
    assert row["pass_points"] == pytest.approx(passing.mean())
    difference = points - passing
    assert row["against_pass"] == pytest.approx(difference.mean())
    half = 1.98 * difference.std(ddof=1) / np.sqrt(len(held))
    assert row["against_pass_high"] - row["against_pass"] == pytest.approx(half, rel=0.01)
    assert row["share"] == pytest.approx(len(held) / WALLS)


def test_no_wall_is_lost_and_rare_rows_are_counted(tables):
    """Guards against hands that are neither shown, pooled nor counted."""
    hands = tables.strength.groupby(["mode", "level"])["hands"].sum().sum()
    assert hands + tables.left_out["strength"][1] == WALLS * 4 * 3 * len(STUDY.levels)
    assert (tables.strength["walls"] >= MIN_CLUSTERS).all()
    assert (tables.strength["distance"] == OTHER).any()
    assert (tables.auction["walls"] >= MIN_CLUSTERS).all()


def test_a_contract_hardly_ever_made_has_no_interval_for_its_points(tables):
    """Guards against a loss that looks certain since no win was seen."""
    table = tables.forced
    made_on = table["made"] * table["walls"] * np.where(table["seat"] == "all", 4, 1)
    seldom = made_on < 5
    assert seldom.any()
    assert table[seldom]["points_low"].isna().all()
    assert table[~seldom & (table["seat"] != "all")]["points_low"].notna().all()


def test_rates_are_compared_as_matched_proportions():
    """Against the worked interval of the method, and where no wall tells two rates apart."""
    differences = np.repeat([1.0, -1.0, 0.0], [10, 4, 86])
    found = rate_difference(differences, 0.95)
    assert found.value == pytest.approx(0.06)
    centre = 6 / 102
    half = 1.9835 * np.sqrt((15 / 102 - centre**2) / 102)
    assert [float(found.low), float(found.high)] == pytest.approx([centre - half, centre + half], rel=1e-3)
    nothing = rate_difference(np.zeros(50), 0.95)
    assert nothing.low < 0 < nothing.high


def test_the_chance_needed_is_where_the_points_are_those_of_passing():
    """Against a contract with known gain and loss, and the interval for independent deals."""
    coin = np.random.default_rng(1)
    made = (coin.random((4000, 1)) < 0.4).astype(float)
    points = np.where(made == 1, 30 + coin.normal(0, 9, made.shape), -20 + coin.normal(0, 6, made.shape))
    even = needed_chance(made, points, np.zeros_like(points), 0.95)
    assert even.value == pytest.approx(0.4, abs=0.005)
    gain, loss = points[made == 1], points[made == 0]

    def sums(values):
        n = len(values)
        return Sums(n, n, values.sum(), n, values.sum(), values @ values)

    independent = break_even(sums(gain), sums(loss))
    assert float(even.value) == pytest.approx(float(independent.value))
    assert float(even.low) == pytest.approx(float(independent.low), abs=2e-4)
    passing = needed_chance(made, points, np.full_like(points, -10.0), 0.95)
    assert passing.value == pytest.approx(0.2, abs=0.005)
    four = np.repeat(points, 4, axis=1)
    copied = needed_chance(np.repeat(made, 4, axis=1), four, np.zeros_like(four), 0.95)
    assert float(copied.high) == pytest.approx(float(even.high))


@pytest.mark.slow
def test_intervals_of_the_chance_needed_cover_it():
    """Guards against errors of seats that share a wall taken for independent ones."""
    coin, covered = np.random.default_rng(2), 0
    for _ in range(1000):
        wall, luck = coin.normal(0, 5, (2, 200, 1))
        made = (coin.random((200, 4)) < coin.choice([0.2, 0.6], (200, 1))).astype(float)
        points = np.where(made == 1, 30.0, -20.0) + wall
        found = needed_chance(made, points, np.broadcast_to(wall / 2 + luck, made.shape), 0.95)
        covered += found.low <= 0.4 <= found.high
    assert 0.93 <= covered / 1000 <= 0.97
