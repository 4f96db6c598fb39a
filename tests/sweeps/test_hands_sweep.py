"""Very many seeded random hands, in slices: the kernels against the judge of the rules."""

import random

import pytest

from tests.engine.hand_kernels import kernels
from tests.engine.hand_samples import random_hand, rulesets, won
from tests.engine.test_hands_helpful import helpful_by_trying, spare_by_trying
from tests.engine.test_hands_tai import MINIMA, assert_judged_alike
from zhuji_sim.rules import COPIES
from zhuji_sim.rules.reference_distance import distance

pytestmark = pytest.mark.sweep

SLICES = 40
HANDS = 5_200
"""Judged in each slice: 208,000 in all."""
DISTANCES = 250
HELPFUL = 150


@pytest.mark.parametrize("slice_", range(SLICES))
def test_best_tai_items_and_wins(slice_):
    rng = random.Random(1_000 + slice_)
    tables = rulesets(seed=slice_, odd=4)
    for number in range(HANDS):
        rules = tables[number % len(tables)]
        most = 8 if number % 50 == 0 else 4
        assert_judged_alike(
            rules, won(rng, rules, random_hand(rng, rules, most_caishen=most)), rng.choice(MINIMA)
        )


@pytest.mark.parametrize("slice_", range(SLICES))
def test_distances(slice_):
    rng = random.Random(2_000 + slice_)
    tables = rulesets(seed=slice_, odd=4)
    for number in range(DISTANCES):
        rules = tables[number % len(tables)]
        hand = random_hand(rng, rules, size=rng.choice([13, 14]), most_caishen=3)
        tai = rng.choice([0, 1, 2, 3, 4, 5, 6, 8, 9])
        most = (2, 2, 2, 4, 4)[len(hand.melds)]
        if len(hand.melds) == 0 and number % 5:
            continue
        expected = distance(rules, hand, tai, most)
        found = kernels(rules).distance(hand, tai)
        assert found == expected or (expected is None and (found is None or found > most)), (rules, hand, tai)


@pytest.mark.parametrize("slice_", range(SLICES))
def test_helpful_and_spare_tiles(slice_):
    rng = random.Random(3_000 + slice_)
    for rules in rulesets(seed=slice_, odd=4):
        kernel = kernels(rules)
        for _ in range(HELPFUL):
            tai = rng.choice([0, 0, 1, 2, 3, 4, 5, 7])
            hand = random_hand(rng, rules, size=13)
            held = {kind for kind in hand.caishen if hand.tiles.count(kind) == COPIES}
            assert kernel.helpful(hand, tai) - held == helpful_by_trying(kernel, hand, tai), (
                rules,
                hand,
                tai,
            )
            hand = random_hand(rng, rules, size=14)
            assert kernel.spare(hand, tai) == spare_by_trying(kernel, hand, tai), (rules, hand, tai)
