"""Distances of the judge against plain replacement of tiles."""

import random
from itertools import combinations

import pytest

from tests.rules.hands import hand
from tests.rules.test_reference import small_hand
from zhuji_sim.rules import KINDS, Meld, Ruleset
from zhuji_sim.rules.reference import Hand, judge
from zhuji_sim.rules.reference_distance import distance
from zhuji_sim.rules.tiles import EAST

BAO = Ruleset.preset("bao")


def best_by_replacement(rules, question, most):
    """The most tai that 0, 1, … `most` new tiles give, by trying every replacement; -1 for not complete."""
    size = 14 - 3 * len(question.melds)
    within_reach = {tuple(sorted(question.tiles))}
    best = []
    for _ in range(most + 1):
        hands = (Hand(tiles, question.melds, question.caishen, question.seat) for tiles in within_reach)
        found = [judge(rules, each) for each in hands if len(each.tiles) == size]
        best.append(max((verdict.tai for verdict in found if verdict), default=-1))
        within_reach = {
            tuple(sorted([*kept, new]))
            for tiles in within_reach
            for kept in ([tiles] if len(tiles) < size else combinations(tiles, size - 1))
            for new in range(KINDS)
        }
    return best


def assert_distances(rules, question, most=2):
    best = best_by_replacement(rules, question, most)
    for tai in (0, 2, 4, 8):
        expected = next((missing for missing, most_tai in enumerate(best) if most_tai >= tai), None)
        assert distance(rules, question, tai, most) == expected, (question, tai)


@pytest.mark.parametrize("preset", ["bao", "ziyou", "dongfeng"])
def test_distances_are_the_fewest_replacements(preset):
    rng = random.Random(99)
    for _ in range(7):
        whole = small_hand(rng, melds=3)
        tiles = whole.tiles[: rng.choice([4, 5])]
        assert_distances(Ruleset.preset(preset), Hand(tiles, whole.melds, whole.caishen, whole.seat), most=2)


def test_loose_honours_are_reached_by_replacement_too():
    rng = random.Random(5)
    rules = BAO.replace(loose_all_honours=True)
    for _ in range(4):
        honours = [rng.randrange(EAST, KINDS) for _ in range(4)]
        question = Hand(
            (*honours, rng.randrange(KINDS)), (Meld.peng(28), Meld.peng(31), Meld.peng(32)), (33,)
        )
        assert_distances(rules, question, most=2)


@pytest.mark.parametrize(
    ("tiles", "caishen", "tai", "missing"),
    [
        ("123m456s567m789p中中", "9p", 0, 0),
        ("123m456s567m789p中", "9s", 0, 1),
        ("123m456s567m789p中中", "9p", 1, 1),
        ("123m456m789m111m9p9p", "9p", 3, 0),
        ("123m456m789m111m9p", "9p", 4, 1),
    ],
)
def test_a_hand_of_14_counts_from_0_and_one_of_13_from_1(tiles, caishen, tai, missing):
    assert distance(BAO, hand(tiles, caishen=caishen, seat="S"), tai) == missing


def test_caishen_may_be_thrown_away_for_wucai():
    held = hand("123m456s567m78p5m9p9p", caishen="9p", seat="W")
    rules = BAO.replace(tai_no_caishen=9)
    assert distance(rules, held, 0) == 0
    assert distance(rules, held, 9) == 2


def test_the_search_gives_up_where_it_is_told_to():
    assert distance(BAO, hand("147m258p369s东南西北"), 0, most=2) is None
