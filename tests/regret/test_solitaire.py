"""Drawing alone: exact chances against a plain expectimax by the reference, and what discards lose."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.policies import load
from zhuji_sim.regret.alone import judge, scene_of, solve, summary
from zhuji_sim.regret.puzzles import Puzzle, puzzles
from zhuji_sim.regret.solitaire import main
from zhuji_sim.rules import KINDS, Ruleset
from zhuji_sim.rules.notation import parse_meld, parse_tiles
from zhuji_sim.rules.reference import Hand
from zhuji_sim.rules.reference import judge as judged_tai

BAO = Ruleset.preset("bao")


def puzzle(tiles, melds=(), caishen=(), tai=2, draws=2, seen="", missing=1):
    hand = Hand(tuple(sorted(parse_tiles(tiles))), tuple(map(parse_meld, melds)), tuple(caishen))
    return Puzzle(BAO, hand, tuple(parse_tiles(seen)), tai, draws, missing)


class Plain:
    """Expectimax by the slow, obvious judge, without any table or short cut."""

    def __init__(self, puzzle):
        self.puzzle, self.known, self.worth = puzzle, {}, {}

    def chances(self):
        hand, pool = Counter(self.puzzle.hand.tiles), Counter(dict(enumerate(self.puzzle.pool.tolist())))
        return {
            kind: self.chance(hand - Counter([kind]), pool, self.puzzle.draws)
            for kind in sorted(set(self.puzzle.hand.tiles))
        }

    def wins(self, hand):
        tiles = tuple(sorted(hand.elements()))
        if tiles not in self.worth:
            judged = judged_tai(BAO, replace(self.puzzle.hand, tiles=tiles))
            self.worth[tiles] = judged is not None and (judged.no_minimum or judged.tai >= self.puzzle.tai)
        return self.worth[tiles]

    def chance(self, hand, pool, draws):
        if draws == 0:
            return 0.0
        key = (tuple(sorted(hand.items())), tuple(sorted((pool + Counter()).items())), draws)
        if key not in self.known:
            total = 0.0
            for tile, copies in (pool + Counter()).items():
                full, rest = hand + Counter([tile]), pool - Counter([tile])
                if self.wins(full):
                    total += copies
                elif draws > 1:
                    total += copies * max(
                        self.chance(full - Counter([kind]), rest, draws - 1) for kind in full
                    )
            self.known[key] = total / pool.total()
        return self.known[key]


@pytest.mark.parametrize(
    "given",
    [
        puzzle("1p4s9m东东", ["[123m]", "[456m]", "[999m]"], tai=2),
        puzzle("23m东东9s", ["[456m]", "[789m]", "[111m]"], caishen=[8], tai=3),
        pytest.param(
            puzzle("23m东东9s", ["[456m]", "[789m]", "[111m]"], caishen=[8], tai=3, draws=3),
            marks=pytest.mark.slow,
        ),
        puzzle("2m3m3m北北", ["[白白白]", "[555p]", "[789m]"], tai=2, seen="1m1m1m4m"),
        puzzle("5p5p7s中中", ["[222p]", "[999s]", "[333m]"], caishen=[31, 32], tai=3),
    ],
)
def test_chances_are_those_of_a_plain_expectimax(given):
    """Guards against short cuts that cut off a way to win, and against remembered chances of other hands."""
    assert solve(given) == pytest.approx(Plain(given).chances(), abs=1e-12)


def test_a_hand_with_one_wait_and_one_draw_is_counted_by_hand():
    """Guards against tiles drawn from the wrong pool."""
    given = puzzle("2m3m北北9s", ["[456m]", "[789m]", "[白白白]"], tai=2, draws=1, seen="1m4m4m")
    unseen = 136 - 14 - 3
    chances = solve(given)
    assert given.pool.sum() == unseen
    assert chances[parse_tiles("9s")[0]] == pytest.approx((3 + 1) / unseen)
    assert chances[parse_tiles("2m")[0]] == 0
    two = solve(replace(given, draws=2))
    lost = (unseen - 4) * (unseen - 5) / unseen / (unseen - 1)
    assert two[parse_tiles("9s")[0]] >= 1 - lost - 1e-12


def test_puzzles_are_as_near_as_they_say_and_their_scenes_show_the_same():
    """Guards against hands that have won already, and against scenes with other tiles than the puzzle's."""
    found = list(puzzles(BAO, 24, seed=4))
    assert {len(each.hand.melds) for each in found} == {0, 1, 2, 3}
    assert {each.missing for each in found} == {1, 2}
    for each in found:
        scene, legal = scene_of(each)
        own = np.bincount(each.hand.tiles, minlength=KINDS)
        assert (each.pool == 4 - own - scene["visible"]).all()
        assert each.pool.min() >= 0
        assert int(scene["phase"]) == Phase.DISCARD
        assert int(scene["own"]["caishen"]) == sum(tile in each.hand.caishen for tile in each.hand.tiles)
        codes = legal["actions"][: int(legal["count"])] - Action.DISCARD
        assert codes.tolist() == sorted(set(each.hand.tiles))
    assert list(puzzles(BAO, 24, seed=4)) == found
    assert list(puzzles(BAO, 24, seed=5)) != found


def test_what_policies_lose_is_told_by_draws():
    """Guards against losses of another policy, and against better play than the best."""
    given = [replace(each, draws=3) for each in puzzles(BAO, 24, seed=2)]
    rows = judge([load("tai"), load("speed"), load("random")], given)
    assert len(rows) == 3 * len(given)
    assert (rows["lost"] >= 0).all()
    assert (rows["lost"] <= rows["best"]).all()
    table = summary(rows)
    share = table[table["draws"] == "all"].set_index("policy")["share"]
    assert share["tai"] < share["speed"] < share["random"]
    assert (
        share["tai"]
        == rows[rows["policy"] == "tai"]["lost"].sum() / rows[rows["policy"] == "tai"]["best"].sum()
    )


def test_the_command_prints_a_table(capsys, tmp_path):
    """Guards against a traceback for a name misspelt, and against a table without the policies."""
    assert main(["tai", "--hands", "1", "--jobs", "1", "--out", str(tmp_path / "rows.csv")]) == 0
    assert "tai" in capsys.readouterr().out
    assert (tmp_path / "rows.csv").read_text().startswith("puzzle,")
    assert main(["tie"]) == 2
    assert "'tie'" in capsys.readouterr().err


def test_the_command_runs_with_workers():
    """Guards against code that workers cannot import, since it stands in the module that is run."""
    command = [sys.executable, "-m", "zhuji_sim.regret.solitaire", "tai", "--hands", "2", "--jobs", "2"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert said.splitlines()[-1].split()[:3] == ["tai", "all", "2"]
