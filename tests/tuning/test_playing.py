"""Points of several policies on the same walls."""

import numpy as np
import pytest
from small import changed, small

from zhuji_sim.duplicate.compare import study
from zhuji_sim.policies import load
from zhuji_sim.runner.progress import Silent
from zhuji_sim.tuning.playing import Meetings, averaged, differences, spreads


def play(tuning, policies, opponents, seed=1, start=0, stop=20, **how):
    meetings = Meetings(tuning, how.get("jobs", 1), "threading", how.get("chunk"), Silent())
    return meetings.play(policies, opponents, seed, start, stop, "test")


def test_points_are_those_of_a_comparison():
    """The same walls as `zhuji compare` plays, so that anybody can check a tuning's figures."""
    tuning = small("tai", rules=["heping", "bao"])
    policies, opponents = [load("tai"), changed("tai", dual_distance=0)], [load("speed"), load("random")]
    found = differences(play(tuning, policies, opponents, seed=4))
    assert found.shape == (2, 2, 2, 20)
    for place, rules in enumerate(("heping", "bao")):
        for i, policy in enumerate(policies):
            for j, opponent in enumerate(opponents):
                walls = study([policy, opponent], walls=20, seed=4, rules=rules).walls
                assert found[i, place, j].tolist() == walls["points_per_deal"].tolist()


def test_any_part_of_the_walls_gives_the_same_points():
    tuning = small()
    whole = play(tuning, [load("speed")], [load("random")])
    parts = [play(tuning, [load("speed")], [load("random")], start=a, stop=b) for a, b in ((0, 7), (7, 20))]
    assert (np.concatenate(parts, axis=3) == whole).all()
    assert (play(tuning, [load("speed")], [load("random")], jobs=2, chunk=24) == whole).all()


def test_no_ruleset_dominates():
    """Points double with each tai: a ruleset with large payments would decide everything."""
    rng = np.random.default_rng(1)
    points = rng.normal(0, 1, (1, 2, 1, 500, 8)) * np.array([1, 50])[None, :, None, None, None]
    spread = spreads(points)
    assert spread == pytest.approx([1, 50], rel=0.05)
    values = rng.normal(0, 1, (3, 2, 40)) * np.array([1, 50])[None, :, None]
    found = averaged(values, spread)
    even = (values / spread[:, None]).mean(axis=1)
    assert found == pytest.approx(even * np.sqrt(spread.prod()))


def test_a_single_ruleset_stays_in_its_points():
    values = np.random.default_rng(2).normal(0, 3, (2, 1, 30))
    assert averaged(values, np.array([17.0])) == pytest.approx(values[:, 0])
    assert averaged(values, np.array([0.0])) == pytest.approx(values[:, 0])
