"""What is asked for is checked where it enters, and described in full."""

import json
from pathlib import Path

import pytest
from small import changed, small

from zhuji_sim.errors import ExperimentError, PolicyError, RunFolderError
from zhuji_sim.policies import Policy
from zhuji_sim.policies.kinds import PolicyKind, Weight
from zhuji_sim.tuning.plan import of_manifest, plan


def test_all_weights_are_searched_from_the_policys_own_values():
    tuning = plan("tai", ["speed"])
    assert [weight.name for weight in tuning.weights] == [
        *("dual_distance", "solo_distance", "none_distance", "gang_slack")
    ]
    assert (tuning.generations, tuning.population, tuning.walls) == (20, 8, 500)
    assert (tuning.check_walls, tuning.step, tuning.name) == (5000, 0.1, "tai-tuned")


def test_the_weights_that_are_not_searched_stay():
    tuning = plan(changed("tai", solo_distance=1.5), ["speed"], ["gang_slack", "dual_distance"])
    assert tuning.policy([4.25, -1], "mine").spec["weights"] == {
        "dual_distance": 4.25,
        "solo_distance": 1.5,
        "none_distance": 2.0,
        "gang_slack": -1.0,
    }


def test_the_opponent_kept_out_is_none_of_the_pool():
    assert plan("tai", ["speed"]).held_out_name == "tai"
    assert plan("speed", ["speed", "random"]).held_out_name == "tai"
    assert plan("tai", ["tai"], held_out="random").held_out_name == "random"


def test_opponents_of_one_name_are_told_apart():
    tuning = plan("speed", ["tai", changed("tai", gang_slack=1)])
    assert tuning.against_names == ("tai", "tai #2")
    tuning = plan(changed("tai", gang_slack=1), ["tai"])
    assert (tuning.against_names, tuning.held_out_name) == (("tai #2",), "tai")


def test_the_manifest_gives_the_tuning_again():
    tuning = small("tai", ["speed", "random"], weights=["gang_slack"], rules=["heping", "bao"], step=0.3)
    again = of_manifest(json.loads(json.dumps(tuning.describe())), Path("manifest.json"))
    assert again == tuning
    with pytest.raises(RunFolderError, match="does not describe a tuning: KeyError"):
        of_manifest({"kind": "tuning"}, Path("manifest.json"))


@pytest.mark.parametrize(
    ("policy", "against", "changes", "error", "message"),
    [
        ("tai", [], {}, ExperimentError, "the pool is empty: expected one or more opponents"),
        ("tai", ["speed", "speed"], {}, ExperimentError, "'speed' is there twice"),
        ("tai", ["sped"], {}, PolicyError, "policy 'sped': expected one of"),
        ("tai", ["speed"], {"weights": ["gang_slak"]}, PolicyError, "did you mean 'gang_slack'"),
        ("tai", ["speed"], {"weights": ["bid"]}, PolicyError, "unknown weight 'bid': tai has dual_distance,"),
        ("tai", ["speed"], {"weights": []}, PolicyError, "weights: none given"),
        ("tai", ["speed"], {"weights": ["gang_slack"] * 2}, PolicyError, "'gang_slack' is there twice"),
        ("tai", ["speed"], {"held_out": "speed"}, ExperimentError, "held_out: 'speed' is in the pool"),
        ("tai", ["tai", "speed", "random"], {}, ExperimentError, "held_out: the pool has everybody"),
        ("tai", ["speed"], {"rules": []}, ExperimentError, "rules: none given"),
        ("tai", ["speed"], {"population": 3}, ExperimentError, "population = 3: expected a whole number"),
        ("tai", ["speed"], {"walls": 1}, ExperimentError, "walls = 1: expected a whole number from 2"),
        ("tai", ["speed"], {"step": 0}, ExperimentError, "step = 0: expected a number above 0"),
        ("tai", ["speed"], {"draws": "lane"}, ExperimentError, "draws = 'lane'"),
        ("tai", ["speed"], {"name": "speed"}, ExperimentError, "name = 'speed': expected another name"),
        ("tai", ["speed"], {"name": "a/b"}, ExperimentError, "name = 'a/b': expected letters"),
    ],
)
def test_what_is_wrong_is_named(policy, against, changes, error, message):
    with pytest.raises(error) as raised:
        plan(policy, against, **changes)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_weight_without_a_range_is_not_searched():
    kind = PolicyKind("stiff", "", (Weight("a", 1, 1, 1, ""), Weight("b", 0, 0, 1, "")), "nowhere")
    policy = Policy("stiff", kind, (1.0, 0.0))
    assert plan(policy, ["speed"]).places == (1,)
    with pytest.raises(PolicyError, match="'a' is always 1: expected one with a range"):
        plan(policy, ["speed"], ["a"])
    bare = PolicyKind("bare", "", (Weight("a", 1, 1, 1, ""),), "nowhere")
    for without in (bare, PolicyKind("bare", "", (), "nowhere")):
        with pytest.raises(PolicyError, match="bare has no weights to tune"):
            plan(Policy("bare", without, (1.0,) * len(without.weights)), ["speed"])
