"""The bots of `experiments/bots` beat `random`, and their files say how they are run."""

import runpy
import shlex
import sys
from pathlib import Path

import pytest

import zhuji_sim as zj
from zhuji_sim.batches import BatchSpec
from zhuji_sim.deals import bot_batches
from zhuji_sim.policies import load
from zhuji_sim.rules import PRESETS

BOTS = Path(__file__).parents[2] / "experiments" / "bots"
CHANCE = load("random")
SIGMAS_99 = 2.576


def patient():
    return runpy.run_path(str(BOTS / "patient.py"))["Patient"]()


def tidy():
    return zj.ExternalBot(shlex.join([sys.executable, "-ES", str(BOTS / "tidy.py")]))


def least(preset, bot, deals):
    """Lower end of the 99 % interval of the points a deal of a bot in the south seat among `random`."""
    spec = BatchSpec(zj.Ruleset.preset(preset), (CHANCE,) * 4, 1)
    rows, faults = bot_batches.play(spec, (CHANCE, bot, CHANCE, CHANCE), 0, deals)
    assert faults == []
    points = rows["points"][:, 1]
    return points.mean() - SIGMAS_99 * points.std() / len(points) ** 0.5


def test_the_bot_in_python_beats_random():
    assert least("heping", patient(), 40) > 0


def test_the_bot_as_a_program_beats_random():
    with tidy() as bot:
        assert least("bao", bot, 120) > 0


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_the_bots_beat_random_under_all_rules(preset):
    assert least(preset, patient(), 120) > 0
    with tidy() as bot:
        assert least(preset, bot, 300) > 0
