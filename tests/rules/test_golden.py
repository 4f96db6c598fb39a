"""The worked cases of tests/golden, judged by the reference and through the public calls."""

import json
from pathlib import Path

import pytest

import zhuji_sim as zj
from zhuji_sim.rules import SEATS, Contract, Ruleset, parse_tiles, settle
from zhuji_sim.rules.reference import is_complete

GOLDEN = Path(__file__).parents[1] / "golden"


def cases(name):
    """The lines of a golden file, each with its number."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(json.loads(line), id=f"line {number}") for number, line in enumerate(lines, start=1)]


@pytest.mark.parametrize("case", cases("tai.jsonl"))
def test_the_tai_of_every_worked_hand(case):
    asked = {name: case[name] for name in ("rules", "seat", "hand", "win", "melds", "caishen", "by")}
    score = zj.score(**asked)
    assert score.complete == case["complete"]
    assert score.tai == case["tai"]
    assert score.no_minimum == case["no_minimum"]
    assert sum(score.items.values()) == (score.tai or 0)


@pytest.mark.parametrize("case", cases("wins.jsonl"))
def test_hands_on_which_other_win_checks_went_wrong(case):
    tiles, caishen = parse_tiles(case["tiles"]), parse_tiles(case["caishen"])
    assert is_complete(tiles, caishen, case["melds"]) == case["complete"]


@pytest.mark.parametrize("case", cases("settle.jsonl"))
def test_every_worked_settlement(case):
    def seat(name):
        return None if case[name] is None else SEATS.index(case[name])

    contract = None if case["contract"] is None else Contract.parse(case["contract"])
    points = settle(
        Ruleset.preset(case["rules"]),
        seat("winner"),
        case["tai"],
        seat("loser"),
        seat("declarer"),
        contract,
        case["lao_zhuang"],
    )
    assert dict(zip(SEATS, points, strict=True)) == case["points"]
    asked = {name: value for name, value in case.items() if name != "points"}
    assert zj.settle(**asked) == case["points"]


@pytest.mark.parametrize(("name", "lines"), [("tai.jsonl", 400), ("wins.jsonl", 12), ("settle.jsonl", 120)])
def test_no_worked_case_is_left_out(name, lines):
    assert len(cases(name)) == lines
