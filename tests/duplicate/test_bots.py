"""Bots in comparisons: the walls of policies, and faults that are told and leave nothing one-sided."""

import json
import runpy
import shlex
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import zhuji_sim as zj
from zhuji_sim.batches import seat_table
from zhuji_sim.duplicate import figures
from zhuji_sim.duplicate.compare import study
from zhuji_sim.duplicate.comparison import plan
from zhuji_sim.duplicate.players import Players
from zhuji_sim.duplicate.run import read_study, run
from zhuji_sim.duplicate.walls import A, play_walls, wall_sums
from zhuji_sim.engine.streams import STREAM
from zhuji_sim.errors import BotError
from zhuji_sim.policies import load
from zhuji_sim.rollouts import RolloutBot
from zhuji_sim.rules.options import PRESETS

BOTS = Path(__file__).parents[2] / "experiments" / "bots"
TIDY = "bot:" + shlex.join([sys.executable, "-ES", str(BOTS / "tidy.py")])


@cache
def table_of(rules):
    return seat_table(rules, (load("speed"),) * 4)


class Disguised:
    """The policy `speed`, as a bot."""

    name = "disguised"

    def choose_by_scene(self, scene, legal, rules):
        table = table_of(rules)
        coin = np.zeros(1, STREAM)[0]
        return table.deciders[0](scene, legal, table.rules, table.tables, table.minds[0], coin)


class Fearful:
    """Takes the last action, raises an exception where it holds two of 白, and is silly with two 发."""

    def choose(self, view, legal):
        if view.decision in ("turn", "discard"):
            if view.hand.count("白") > 1:
                raise RuntimeError("two of 白")
            if view.hand.count("发") > 1:
                return "发"
        return legal[-1]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("draws", ["lanes", "wall"])
def test_the_walls_of_a_bot_are_those_of_the_policy_it_plays_like(preset, draws):
    """Guards against other tiles, seats or sums where bots take part."""
    bots = plan([Disguised(), "random"], walls=3, rules=preset, draws=draws, seed=4)
    policies = plan(["speed", "random"], walls=3, rules=preset, draws=draws, seed=4).pairs[0]
    found = Players(bots.pairs).play([0], 1, 3)[0]
    assert (found == wall_sums(play_walls(policies, 1, 3), policies)).all()


def test_a_forced_contract_is_held_by_bots_too():
    given = {"walls": 2, "contract": "独3", "declarer": "W"}
    found = study([Disguised(), "random"], **given)
    assert found.walls["a_contracts"].tolist() == [1, 1]
    expected = study(["speed", "random"], **given)
    assert found.walls.drop(columns=["a"]).equals(expected.walls.drop(columns=["a"]))


def test_the_example_bot_beats_random():
    patient = runpy.run_path(str(BOTS / "patient.py"))["Patient"]()
    (row,) = zj.compare([patient, "random"], walls=6, rules="heping").to_dict("records")
    assert (row["a"], row["b"], row["walls"], row["left_out"]) == ("Patient", "random", 6, 0)
    assert row["low"] > 0
    assert row["a_win"] > row["b_win"]


@pytest.fixture(scope="module")
def faulty():
    """A study in which a bot broke off on some walls."""
    return study([Fearful(), "tai"], walls=12, rules="heping", seed=3)


def test_walls_with_faults_are_left_out_both_ways_round(faulty):
    """Guards against figures in which a bot's bad deals are missing, and those of its opponent are not."""
    (row,) = faulty.pairs.to_dict("records")
    assert row["left_out"] == len(faulty.faults) > 3
    assert row["walls"] == 12 - row["left_out"] > 1
    assert row["deals"] == 8 * row["walls"]
    played = set(faulty.walls["wall"])
    assert played | set(faulty.faults["wall"]) == set(range(12))
    assert not played & set(faulty.faults["wall"])
    pair = faulty.comparison.pairs[0]
    walls = np.concatenate([Players([pair]).play([0], wall, wall + 1)[0] for wall in sorted(played)])
    assert row["points_per_deal"] == figures.points(walls).mean()
    assert row["a_alone"] == figures.alone(walls, A).mean()


def test_every_fault_is_told_so_that_it_can_be_looked_at(faulty):
    """Guards against a fault that is told of another bot, seat, move or deal."""
    said = set()
    for fault in faulty.faults.to_dict("records"):
        players = [Fearful() if name == "Fearful" else name for name in fault["players"]]
        with pytest.raises(BotError) as caught:
            zj.play("heping", players, seed=3, index=fault["wall"], draws="lanes")
        error = caught.value
        assert (error.bot, error.seat, error.move) == (fault["bot"], fault["seat"], fault["move"])
        assert error.problem == fault["problem"]
        said.add(error.problem.split(",")[0])
    assert said == {"RuntimeError: two of 白", "answered '发'"}


def test_the_opponents_faults_are_the_opponents():
    """Guards against sides that are mixed up where the bot is the second of a pair."""
    found = study(["tai", Fearful()], walls=12, rules="heping", seed=3)
    assert set(found.faults["bot"]) == {"Fearful"}
    assert found.pairs["left_out"][0] > 3


def test_walls_do_not_depend_on_how_they_are_cut():
    """Guards against rows of a wall that was given up part of the way."""
    pairs = plan([Fearful(), "tai"], walls=12, rules="heping", seed=3).pairs
    whole = Players(pairs, chunk=800).play([0], 0, 12)[0]
    assert (Players(pairs, chunk=8).play([0], 0, 12)[0] == whole).all()
    given_up = whole[whole["fault"]["faults"] > 0]
    assert not given_up["points"].any()
    assert not given_up["wins"].any()
    assert given_up["luck"]["distance"].all()


def test_a_bot_that_never_gets_anywhere_is_an_error():
    """Guards against figures of nothing."""

    class Mute:
        def choose(self, view, legal):
            return None

    with pytest.raises(BotError, match=r"bot Mute at E, move \d+: wall 0: answered None, .* other wall"):
        zj.compare([Mute(), "speed"], walls=3, rules="heping")


def test_a_folder_tells_of_faults_again(tmp_path):
    """Guards against walls that count as missing, or as played, once they have been kept."""
    comparison = plan([Fearful(), "tai"], walls=12, rules="heping", seed=3)
    found = run(comparison, tmp_path)
    again = read_study(tmp_path)
    assert again.pairs.equals(found.pairs)
    assert again.faults.drop(columns="problem").equals(found.faults.drop(columns="problem"))
    assert set(again.faults["problem"]) == {""}
    described = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))["policy_specs"]
    assert described["Fearful"]["base"].endswith("test_bots.Fearful")


def test_rollout_and_programs_travel_to_workers():
    """Guards against figures that hang on the number of workers, and copies that cannot be made."""
    asked = {"walls": 2, "rules": "heping"}
    alone = study([TIDY, "random"], **asked)
    assert study([TIDY, "random"], jobs=2, chunk=8, **asked).walls.equals(alone.walls)
    quick = RolloutBot("random", n=2)
    assert plan([quick, "tai"]).describe()["policy_specs"]["rollout"]["n"] == 2
    found = study([quick, "random"], **asked)
    assert len(found.faults) == 0


def test_two_bots_of_one_class_are_told_apart():
    assert plan([Fearful(), Fearful(), "tai"]).names == ("Fearful", "Fearful #2", "tai")
