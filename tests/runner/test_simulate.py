"""`simulate` and `simulate_matches` give the frame of the deals that were played, in order."""

import os
import subprocess
import sys

import pandas as pd
import pytest

import zhuji_sim as zj
from zhuji_sim.errors import ZhujiError
from zhuji_sim.rules.options import PRESETS


@pytest.fixture(scope="module")
def deals() -> pd.DataFrame:
    return zj.simulate(deals=600, seed=3, rules="bao", policies="random")


@pytest.mark.parametrize(
    ("jobs", "backend", "chunk"),
    [(1, "sequential", 7), (2, "loky", 50), (2, "threading", 130), (1, "loky", None)],
)
def test_rows_do_not_depend_on_how_they_are_played(deals, jobs, backend, chunk):
    again = zj.simulate(600, 3, policies="random", jobs=jobs, backend=backend, chunk=chunk)
    pd.testing.assert_frame_equal(again, deals)


def test_the_first_deals_are_the_same_however_many_follow(deals):
    few = zj.simulate(deals=100, seed=3, policies="random")
    assert few["points_E"].tolist() == deals["points_E"][:100].tolist()
    assert few["auction"].tolist() == deals["auction"][:100].tolist()


def test_another_seed_deals_other_tiles(deals):
    other = zj.simulate(deals=600, seed=4, policies="random")
    assert not other["points_E"].equals(deals["points_E"])


@pytest.mark.parametrize("preset", PRESETS)
def test_points_add_up_to_zero_under_every_preset(preset):
    found = zj.simulate(deals=300, rules=preset, policies=["speed", "random", "tai", "random"])
    assert found["deal"].tolist() == list(range(300))
    assert found.filter(like="points_").sum(axis=1).eq(0).all()
    assert ("caishen_E" in found) == (preset == "ziyou")
    assert found["policy_S"].eq("random").all()


@pytest.mark.small
@pytest.mark.parametrize("preset", PRESETS)
def test_a_few_deals_of_all_policies(preset):
    found = zj.simulate(deals=4, rules=preset, policies=["tai", "speed", "random", "tai"])
    assert found.filter(like="points_").sum(axis=1).eq(0).all()


def test_compiled_and_as_plain_python_the_same_deals_are_played():
    code = "import zhuji_sim as zj; print(zj.simulate(deals=4, seed=2, policies='tai').to_json())"
    said = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | switches,
        ).stdout
        for switches in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert said[0] == said[1]
    assert said[0]


def test_a_forced_contract_is_held_by_the_declarer():
    found = zj.simulate(deals=50, policies="random", contract="独2", declarer="W")
    assert found["declarer"].eq("W").all()
    assert found["contract"].eq("独2").all()
    assert found["auction"].isna().all()


def test_options_change_what_is_played():
    long = zj.simulate(
        deals=200, rules=zj.Ruleset.preset("bao", wall_reserve=0), policies="random", contract="2"
    )
    assert long["wall_left"].min() < 26
    short = zj.simulate(deals=200, rules={"preset": "bao"}, policies="random", contract="2")
    assert short["wall_left"].min() == 26


def test_matches_carry_the_dealer_on():
    found = zj.simulate_matches(matches=20, deals=6, seed=5, policies="random")
    again = zj.simulate_matches(matches=20, deals=6, seed=5, policies="random", jobs=2, chunk=12)
    pd.testing.assert_frame_equal(found, again)
    assert len(found) == 120
    assert found.groupby("match")["round"].apply(list).eq(pd.Series([list(range(6))] * 20)).all()
    assert found.loc[found["round"] == 0, "dealer"].eq("E").all()
    assert found["dealer"].eq(found["player_E"]).all()
    stayed = found["lao_zhuang"] > 0
    before = found.shift(1)
    assert before.loc[stayed, "dealer"].eq(found.loc[stayed, "dealer"]).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": 0}, "deals = 0: expected a whole number from 1"),
        ({"seed": -1}, "seed = -1: expected a whole number from 0"),
        ({"jobs": 0}, "jobs = 0: expected"),
        ({"backend": "dusk"}, "backend = 'dusk': expected one of loky"),
        ({"draws": "lane"}, "draws = 'lane': expected one of wall, lanes"),
        ({"rules": "boa"}, "unknown preset 'boa'"),
        ({"policies": "tia"}, "'tia'"),
        ({"policies": ["tai", "tai"]}, "2 of them: expected one for all seats, or four"),
        ({"contract": "9"}, "contract 9: expected a level of at most 8"),
        ({"contract": "2", "rules": "heping"}, "no bidding under the rules of heping"),
        ({"contract": "2", "declarer": "X"}, "declarer 'X': expected"),
        ({"declarer": "E"}, "declarer 'E' without contract"),
        ({"chunk": 0}, "chunk = 0: expected"),
    ],
)
def test_what_is_wrong_is_named(options, message):
    with pytest.raises(ZhujiError) as error:
        zj.simulate(**options)
    assert message in str(error.value)
