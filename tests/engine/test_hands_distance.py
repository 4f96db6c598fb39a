"""Distances of the kernels against replacement of tiles, against the judge's search, and what must hold."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.hand_kernels import kernels
from tests.engine.hand_samples import random_hand, rulesets
from tests.rules.hands import deals, hand, presets
from tests.rules.test_reference_distance import best_by_replacement
from zhuji_sim.rules import COPIES, KINDS, Ruleset
from zhuji_sim.rules.reference import Hand, is_complete
from zhuji_sim.rules.reference_distance import distance

BAO = Ruleset.preset("bao")
TARGETS = (0, 1, 2, 3, 4, 5, 8)


def few_concealed(rng, rules, melds, most_caishen):
    """A hand with some melds on the table, of 13 or 14 tiles."""
    while True:
        found = random_hand(rng, rules, size=rng.choice([13, 14]), most_caishen=most_caishen)
        if len(found.melds) in melds:
            return found


@pytest.mark.parametrize("rules", rulesets(seed=5, odd=2), ids=lambda rules: rules.preset)
def test_distances_are_the_fewest_replacements(rules):
    rng = random.Random(51)
    for _ in range(6):
        question = few_concealed(rng, rules, melds=(3, 4), most_caishen=2)
        best = best_by_replacement(rules, question, most=2)
        for tai in TARGETS:
            expected = next((missing for missing, most in enumerate(best) if most >= tai), None)
            found = kernels(rules).distance(question, tai)
            assert found == expected or (expected is None and (found is None or found > 2)), (question, tai)


@pytest.mark.parametrize("rules", rulesets(seed=6, odd=3), ids=lambda rules: rules.preset)
def test_distances_are_those_of_the_search_through_all_arrangements(rules):
    rng = random.Random(61)
    within = Counter()
    for _ in range(60):
        question = few_concealed(rng, rules, melds=(1, 2, 3, 4), most_caishen=3)
        tai = rng.choice(TARGETS)
        most = 4 if len(question.melds) >= 3 else 2
        expected = distance(rules, question, tai, most)
        found = kernels(rules).distance(question, tai)
        assert found == expected or (expected is None and (found is None or found > most)), (question, tai)
        within[expected] += 1
    assert within[1] > 3
    assert within[2] > 3


@pytest.mark.small
@pytest.mark.parametrize(
    ("tiles", "caishen", "tai", "missing"),
    [
        ("123m456s567m789p中中", "9p", 0, 0),
        ("123m456s567m789p中", "9s", 0, 1),
        ("147m258p369s东南西北", "", 0, 9),
        # 9p is held as a caishen: it has to go before the hand is worth its one tai as 无财.
        ("123m456s567m789p中中", "9p", 1, 1),
        # Without caishen no missing tile may be one: 5p would complete the hand, but not as 无财.
        ("222m456s789s46p北北", "9p", 1, 1),
        ("222m456s789s46p北北", "5p", 1, 2),
        ("123m456m789m111m9p9p", "9p", 3, 0),
        ("123m456m789m111m9p", "9p", 4, 1),
    ],
)
def test_distances_of_hands_worked_by_hand(tiles, caishen, tai, missing):
    assert kernels(BAO).distance(hand(tiles, caishen=caishen, seat="S"), tai) == missing


def test_tai_from_the_way_of_winning_shorten_the_way():
    ready = hand("222m456s78s9p46p北北", caishen="9p", seat="S")
    assert kernels(BAO).distance(ready, 1) > kernels(BAO).distance(ready, 1, extra=1)
    assert kernels(BAO).distance(ready, 1, extra=1) == kernels(BAO).distance(ready, 0)


def test_what_no_hand_is_worth_is_out_of_reach():
    assert kernels(BAO).distance(hand("123m456s789s46p北北"), 60) is None
    assert kernels(BAO.replace(tai_limit=3)).distance(hand("123m456s789s46p北北"), 4) is None


@settings(max_examples=120, deadline=None)
@given(presets(), deals(most_caishen=5), st.sampled_from(TARGETS))
def test_more_tai_are_never_nearer_and_complete_is_distance_zero(rules, question, tai):
    kernel = kernels(rules)
    here, farther = kernel.distance(question, tai), kernel.distance(question, tai + 1)
    assert farther is None or (here is not None and here <= farther)
    worth = kernel.tai(question)
    assert (kernel.distance(question, tai) == 0) == (worth is not None and worth >= tai)
    assert (kernel.distance_any(question) == 0) == is_complete(question.tiles, question.caishen)


@settings(max_examples=120, deadline=None)
@given(presets(), deals(size=13, most_caishen=5), st.sampled_from(TARGETS), st.integers(0, KINDS - 1))
def test_one_tile_brings_a_hand_at_most_one_tile_closer(rules, question, tai, kind):
    if question.tiles.count(kind) == COPIES:
        return
    kernel = kernels(rules)
    before, after = kernel.distance(question, tai), kernel.distance(_with(question, kind), tai)
    assert (before is None) == (after is None)
    assert before is None or after in (before, before - 1)


@settings(max_examples=80, deadline=None)
@given(presets(), deals(size=13, most_caishen=3), st.sampled_from(TARGETS))
def test_the_best_discard_leaves_the_distance_of_the_fourteen_tiles(rules, question, tai):
    kernel = kernels(rules)
    drawn = _with(question, next(kind for kind in range(KINDS) if question.tiles.count(kind) < COPIES))
    distances = [kernel.distance(_without(drawn, kind), tai) for kind in set(drawn.tiles)]
    best = min((missing for missing in distances if missing is not None), default=None)
    whole = kernel.distance(drawn, tai)
    assert best == (1 if whole == 0 else whole)


def _with(question: Hand, kind: int) -> Hand:
    return replace(question, tiles=(*question.tiles, kind))


def _without(question: Hand, kind: int) -> Hand:
    place = question.tiles.index(kind)
    return replace(question, tiles=question.tiles[:place] + question.tiles[place + 1 :])
