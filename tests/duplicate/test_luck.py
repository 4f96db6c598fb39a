"""Luck is what was dealt, whoever plays; points are adjusted for it without being bent."""

import numpy as np
import pytest
from meetings import walls_of

import zhuji_sim as zj
from zhuji_sim import batches
from zhuji_sim.duplicate import figures
from zhuji_sim.duplicate.luck import LUCK, _cross_fitted, adjust, dealt_luck, other_luck, variance_ratio
from zhuji_sim.policies import load
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.options import PRESETS
from zhuji_sim.rules.ruleset import Ruleset


@pytest.mark.parametrize("draws", ["wall", "lanes"])
def test_where_a_turned_tile_sets_the_caishen_luck_is_that_of_the_result(draws):
    rules = Ruleset.preset("heping")
    rows = batches.play(batches.BatchSpec(rules, (load("random"),) * 4, 3, draws=draws), 20, 220)
    luck = dealt_luck(rules, 3, 20, 220)
    assert (luck["distance"] == rows["distance"]).all()
    assert (luck["caishen"] == rows["caishen_dealt"]).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_luck_of_a_wall_does_not_depend_on_the_others(preset):
    rules = Ruleset.preset(preset)
    together = dealt_luck(rules, 1, 0, 100)
    assert (dealt_luck(rules, 1, 60, 100) == together[60:]).all()
    assert (dealt_luck(rules, 2, 0, 100) != together).any()
    assert together["distance"].min() >= 0
    assert together["caishen"].any()


@pytest.mark.small
def test_where_players_name_the_caishen_luck_is_that_of_the_tiles_alone():
    """Hands read off the logs: distance without caishen, and the most of one kind and its successor."""
    rules = Ruleset.preset("bao")
    luck = dealt_luck(rules, 9, 0, 6)
    for index in range(6):
        wall = zj.play(rules, "random", seed=9, index=index)["wall"]
        hands = [wall[13 * seat : 13 * seat + 13] for seat in range(4)]
        hands[0] = [*hands[0], wall[52]]
        for seat, hand in enumerate(hands):
            alone = zj.distance("".join(hand), seat="ESWN"[seat], tai=rules.minimum_tai, rules=rules)
            held = [hand.count(format_tile(kind)) for kind in range(34)]
            after = [rules.successor(kind) for kind in range(34)]
            most = max(held[kind] + (0 if after[kind] is None else held[after[kind]]) for kind in range(34))
            assert (luck["distance"][index, seat], luck["caishen"][index, seat]) == (alone, most)


def made_up_luck(rng: np.random.Generator, count: int) -> np.ndarray:
    luck = np.zeros(count, LUCK)
    luck["distance"] = rng.integers(2, 6, (count, 4))
    luck["caishen"] = rng.integers(0, 4, (count, 4))
    return luck


def test_points_that_are_luck_are_adjusted_to_what_is_to_be_expected():
    rng = np.random.default_rng(5)
    luck, others = made_up_luck(rng, 4000), made_up_luck(rng, 40_000)
    values = 1 + 2.0 * luck["caishen"][:, 1] + rng.normal(0, 1, 4000)
    walls = walls_of(values, luck)
    deals = walls["points"].reshape(len(walls), 8) / 1000
    found = adjust(figures.points(walls) / 1000, deals, walls["luck"], others, 0.95)
    assert found.points.low < 1 + 2 * 1.5 < found.points.high
    plain = figures.mean(values, 0.95)
    assert found.points.high - found.points.low < 0.55 * (plain.high - plain.low)
    assert 3.5 < found.gain.value < 6


def test_a_wall_has_no_say_in_its_own_adjustment():
    """One outrageous wall moves its own adjusted points by exactly what it moves its points."""
    rng = np.random.default_rng(6)
    luck, points = rng.normal(size=(400, 3)), rng.normal(size=(400, 1))
    outrageous = points.copy()
    outrageous[10] += 1e6
    left, _ = _cross_fitted(points, luck)
    moved, _ = _cross_fitted(outrageous, luck)
    assert moved[10, 0] - left[10, 0] == pytest.approx(1e6)
    assert np.allclose(moved[0::2][np.arange(200) != 5], left[0::2][np.arange(200) != 5])


def test_too_few_walls_are_not_adjusted():
    rules = Ruleset.preset("bao")
    walls = walls_of(np.arange(50.0), dealt_luck(rules, 1, 0, 50))
    found = adjust(
        figures.points(walls), walls["points"].reshape(50, 8), walls["luck"], other_luck(rules, 1, 50), 0.95
    )
    assert np.isnan([*found.points, *found.gain, *found.gain_independent]).all()


def test_the_ratio_of_variances_and_its_interval():
    rng = np.random.default_rng(7)
    hits = 0
    for _ in range(300):
        ratio = variance_ratio(rng.normal(0, 3, (400, 2)), rng.normal(0, 1, (400, 1)), 0.95, scale=3)
        hits += ratio.low < 3 < ratio.high
    assert 0.9 < hits / 300 < 0.99
    assert np.isnan(variance_ratio(rng.normal(size=(400, 2)), np.zeros((400, 1)), 0.95)).all()
