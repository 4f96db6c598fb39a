"""`zj.compare`: the same figures however they are played, and errors that say what was expected."""

import dataclasses

import pandas as pd
import pytest

import zhuji_sim as zj
from zhuji_sim.duplicate.compare import study
from zhuji_sim.duplicate.comparison import of_manifest, plan
from zhuji_sim.errors import ZhujiError
from zhuji_sim.policies import load
from zhuji_sim.rules.options import PRESETS

PROMISED = ["a", "b", "walls", "deals", "points_per_deal", "low", "high", "a_alone", "b_alone"]
RATES = ["win", "deal_in", "declared", "made", "tai"]


@pytest.fixture(scope="module")
def found() -> pd.DataFrame:
    return zj.compare(["speed", "random"], walls=300, seed=4, rules="heping")


def test_the_columns_that_scripts_know(found):
    assert [name for name in found if name in PROMISED] == PROMISED
    for name in ("a_alone", "b_alone", "adjusted", *(f"{who}_{rate}" for who in "ab" for rate in RATES)):
        assert {name, f"{name}_low", f"{name}_high"} <= set(found)
    row = found.iloc[0]
    assert (row["a"], row["b"], row["walls"], row["deals"]) == ("speed", "random", 300, 2400)
    assert row["points_per_deal"] == pytest.approx((row["a_alone"] - row["b_alone"]) / 2)
    assert row["low"] < row["points_per_deal"] < row["high"]
    assert row["a_win"] > row["b_win"]


@pytest.mark.parametrize(
    ("jobs", "backend", "chunk"), [(1, "sequential", 100), (2, "threading", 350), (2, "loky", 900)]
)
def test_figures_do_not_depend_on_how_they_are_played(found, jobs, backend, chunk):
    again = zj.compare(
        ["speed", "random"], walls=300, seed=4, rules="heping", jobs=jobs, backend=backend, chunk=chunk
    )
    pd.testing.assert_frame_equal(again, found)


def test_the_walls_are_those_of_the_seed_and_the_first_are_the_same_however_many_follow(found):
    few = study(["speed", "random"], walls=100, seed=4, rules="heping").walls
    more = study(["speed", "random"], walls=300, seed=4, rules="heping").walls
    pd.testing.assert_frame_equal(more[:100], few)
    assert more["points_per_deal"].mean() == pytest.approx(found.loc[0, "points_per_deal"])
    other = study(["speed", "random"], walls=100, seed=5, rules="heping").walls
    assert not other["points_per_deal"].equals(few["points_per_deal"])


def test_only_the_first_meets_the_others(found):
    """Guards against pairs that are asked for and others played."""
    policies = ["speed", "random", "tai"]
    rows = zj.compare(policies, walls=300, seed=4, rules="heping", first_only=True)
    assert rows[["a", "b"]].values.tolist() == [["speed", "random"], ["speed", "tai"]]
    pd.testing.assert_frame_equal(rows[:1], found)
    described = plan(policies, walls=300, first_only=True)
    assert len(of_manifest(described.describe(), None).pairs) == 2


def test_a_rate_of_a_lone_player_is_that_of_the_deals_frame():
    """The lone South of seed 4, by `simulate`, which knows nothing of walls."""
    seats = ["random", "speed", "random", "random"]
    deals = zj.simulate(100, 4, "heping", seats, draws="lanes")
    walls = study(["speed", "random"], walls=100, seed=4, rules="heping").walls
    assert deals["points_S"].tolist() == walls["a_points_S"].tolist()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_policy_against_its_own_copy_gives_exactly_nothing(preset):
    row = zj.compare(["tai", "tai"], walls=40, rules=preset).iloc[0]
    assert (row["points_per_deal"], row["low"], row["high"], row["a_alone"], row["b_alone"]) == (0,) * 5
    assert (row["a"], row["b"]) == ("tai", "tai #2")
    assert row["a_win"] == row["b_win"] > 0


def test_deals_are_made_up_to_whole_walls():
    assert zj.compare(["speed", "random"], deals=17).loc[0, ["walls", "deals"]].tolist() == [3, 24]


def test_every_two_of_several_meet_on_the_same_walls():
    found = study(["random", "speed", "tai"], walls=60, contract="2")
    assert list(zip(found.pairs["a"], found.pairs["b"])) == [
        ("random", "speed"),
        ("random", "tai"),
        ("speed", "tai"),
    ]
    assert len(found.policies) == 6
    assert found.policies["declared"].isna().all()
    assert found.policies["made"].notna().all()
    luck = [part.filter(like="distance").to_numpy() for _, part in found.walls.groupby(["a", "b"])]
    assert (luck[0] == luck[1]).all()
    pair = zj.compare(["speed", "tai"], walls=60, contract="2").iloc[0]
    assert pair["points_per_deal"] == found.pairs.loc[2, "points_per_deal"]


def test_policies_with_their_own_weights(tmp_path):
    path = tmp_path / "timid.toml"
    path.write_text('base = "speed"\n[weights]\nbid_distance = 0\n', encoding="utf-8")
    row = zj.compare([load("speed"), path], walls=100).iloc[0]
    assert row["b"] == "timid"
    assert row["b_declared"] < row["a_declared"]


def test_it_stops_when_the_interval_is_narrow_enough_whatever_the_workers():
    asked = {"rules": "heping", "until_width": 0.5, "deals": 40_000, "seed": 2}
    found = study(["speed", "random"], **asked)
    row = found.pairs.iloc[0]
    assert row["ended"] == "width"
    assert row["high"] - row["low"] <= 0.5
    assert row["walls"] < 5000
    again = study(["speed", "random"], **asked, jobs=2, backend="threading", chunk=777)
    pd.testing.assert_frame_equal(again.pairs, found.pairs)
    short = study(["speed", "random"], rules="heping", until_width=0.01, deals=800).pairs.iloc[0]
    assert (short["walls"], short["ended"]) == (100, "deals")


def test_a_comparison_survives_its_manifest(tmp_path):
    asked = plan(["speed", "tai"], 100, 3, {"preset": "bao", "wall_reserve": 14}, "独2", "S", until_width=2.0)
    told = of_manifest(asked.describe(), tmp_path)
    assert dataclasses.replace(told, rules=asked.rules) == asked
    assert told.rules.options() == asked.rules.options()


@pytest.mark.parametrize(
    ("policies", "options", "message"),
    [
        ("tai", {}, "policies: 1 to compare: expected 2 to"),
        ([], {}, "policies: 0 to compare"),
        (["tai", "tia"], {}, "'tia'"),
        (["tai", "speed"], {"deals": 0}, "deals = 0: expected a whole number from 1"),
        (["tai", "speed"], {"walls": 1.5}, "walls = 1.5: expected a whole number"),
        (["tai", "speed"], {"walls": 3, "deals": 24}, "expected one of the two"),
        (["tai", "speed"], {"seed": -1}, "seed = -1: expected"),
        (["tai", "speed"], {"draws": "lane"}, "draws = 'lane': expected one of wall, lanes"),
        (["tai", "speed"], {"until_width": 0}, "until_width = 0: expected a number from"),
        (["tai", "speed"], {"confidence": 95}, "confidence = 95: expected a number from 0.5 to 0.9999"),
        (["tai", "speed"], {"jobs": 0}, "jobs = 0: expected"),
        (["tai", "speed"], {"backend": "dusk"}, "backend = 'dusk'"),
        (["tai", "speed"], {"rules": "boa"}, "unknown preset 'boa'"),
        (["tai", "speed"], {"declarer": "E"}, "declarer 'E' without contract"),
        (["tai", "speed"], {"contract": "2", "rules": "heping"}, "no bidding under the rules of heping"),
    ],
)
def test_wrong_input_is_one_clear_line(policies, options, message):
    with pytest.raises(ZhujiError) as problem:
        zj.compare(policies, **options)
    assert message in str(problem.value)
    assert "\n" not in str(problem.value)
