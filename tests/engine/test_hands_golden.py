"""The worked cases of tests/golden, judged by the kernels."""

import json
from pathlib import Path

import pytest

from tests.engine.hand_kernels import kernels
from zhuji_sim.reading import read_hand
from zhuji_sim.rules import Ruleset, parse_tiles
from zhuji_sim.rules.notation import Meld
from zhuji_sim.rules.reference import Hand

GOLDEN = Path(__file__).parents[1] / "golden"
SMALL = 10
"""Every tenth case also runs without the compiler."""


def cases(name):
    """The lines of a golden file, each with its number."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [
        pytest.param(json.loads(line), id=f"line {number}", marks=[pytest.mark.small] * (number % SMALL == 1))
        for number, line in enumerate(lines, start=1)
    ]


@pytest.mark.parametrize("case", cases("tai.jsonl"))
def test_the_tai_of_every_worked_hand(case):
    rules = Ruleset.preset(case["rules"])
    asked = {name: case[name] for name in ("win", "caishen", "seat", "by", "melds")}
    hand = read_hand(case["hand"], **asked, rules=rules)
    judge = kernels(rules)
    assert judge.tai(hand) == case["tai"]
    assert (judge.distance_any(hand) == 0) == case["complete"]
    items = judge.items(hand)
    assert (items is not None) == case["complete"]
    if items is not None:
        assert sum(items.values()) == case["tai"]
        assert judge.no_minimum(hand) == case["no_minimum"]


@pytest.mark.small
@pytest.mark.parametrize("case", cases("wins.jsonl"))
def test_hands_on_which_other_win_checks_went_wrong(case):
    tiles, caishen = parse_tiles(case["tiles"]), tuple(parse_tiles(case["caishen"]))
    melds = tuple(Meld.chi(first) for first in (0, 9, 18, 3)[: case["melds"]])
    judge = kernels(Ruleset.preset("bao"))
    assert (judge.distance_any(Hand(tuple(tiles), melds, caishen)) == 0) == case["complete"]


@pytest.mark.parametrize(("name", "lines"), [("tai.jsonl", 400), ("wins.jsonl", 12)])
def test_no_worked_case_is_left_out(name, lines):
    assert len(cases(name)) == lines
