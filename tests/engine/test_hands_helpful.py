"""Helpful and spare tiles and waits against trying every tile."""

import random
from dataclasses import replace

import pytest

from tests.engine.hand_kernels import kernels
from tests.engine.hand_samples import random_hand, rulesets, won
from tests.rules.hands import hand
from zhuji_sim.rules import COPIES, KINDS, By, Ruleset, parse_tiles
from zhuji_sim.rules.reference import judge
from zhuji_sim.rules.reference import waits as judged_waits

BAO = Ruleset.preset("bao")
TARGETS = (0, 0, 1, 2, 3, 4, 5, 7)


def helpful_by_trying(kernel, question, tai):
    """Kinds that shorten the distance, of those that the hand does not hold all four of."""
    before = kernel.distance(question, tai)
    found = set()
    for kind in range(KINDS):
        if question.tiles.count(kind) < COPIES:
            after = kernel.distance(replace(question, tiles=(*question.tiles, kind)), tai)
            if after is not None and after < before:
                found.add(kind)
    return found


def spare_by_trying(kernel, question, tai):
    """Kinds whose discard leaves the distance as it is."""
    before = kernel.distance(question, tai)
    found = set()
    for kind in set(question.tiles):
        place = question.tiles.index(kind)
        rest = replace(question, tiles=question.tiles[:place] + question.tiles[place + 1 :])
        if before is not None and kernel.distance(rest, tai) == before:
            found.add(kind)
    return found


@pytest.mark.parametrize("rules", rulesets(seed=8, odd=3), ids=lambda rules: rules.preset)
def test_helpful_and_spare_tiles_are_those_found_by_trying(rules):
    rng = random.Random(81)
    kernel = kernels(rules)
    for _ in range(120):
        tai = rng.choice(TARGETS)
        question = random_hand(rng, rules, size=13)
        held = {kind for kind in question.caishen if question.tiles.count(kind) == COPIES}
        assert kernel.helpful(question, tai) - held == helpful_by_trying(kernel, question, tai), (
            question,
            tai,
        )
        question = random_hand(rng, rules, size=14)
        assert kernel.spare(question, tai) == spare_by_trying(kernel, question, tai), (question, tai)


@pytest.mark.small
def test_a_few_hands():
    rng = random.Random(82)
    kernel = kernels(BAO)
    for tai in (0, 0, 2, 3):
        question = random_hand(rng, BAO, size=13, most_caishen=2)
        held = {kind for kind in question.caishen if question.tiles.count(kind) == COPIES}
        assert kernel.helpful(question, tai) - held == helpful_by_trying(kernel, question, tai)
        question = random_hand(rng, BAO, size=14, most_caishen=2)
        assert kernel.spare(question, tai) == spare_by_trying(kernel, question, tai)


@pytest.mark.small
@pytest.mark.parametrize(
    ("tiles", "caishen", "tai", "helpful"),
    [
        ("123m456s567m789p中", "", 0, "中"),
        ("123m456s567m78p中中", "", 0, "69p"),
        # The caishen 5s does not help to a hand that is worth something only without it.
        ("123m456s567m78p北北", "5s", 0, "69p5s"),
        ("12m456p789s11p789p", "9m", 2, "3m"),
        # A suit of thirteen tiles: the nine-sided wait of 九莲宝灯's shape.
        ("1112345678999m", "", 0, "123456789m"),
    ],
)
def test_what_helps_a_hand_worked_by_hand(tiles, caishen, tai, helpful):
    question = hand(tiles, caishen=caishen, seat="S")
    assert kernels(BAO).helpful(question, tai) == set(parse_tiles(helpful))


def test_live_copies_of_helpful_tiles_are_counted():
    question = hand("123m456s567m78p中中")
    live = [COPIES] * KINDS
    assert kernels(BAO).live_helpful(question, live) == 8
    live[parse_tiles("6p")[0]] = 1
    assert kernels(BAO).live_helpful(question, live) == 5


@pytest.mark.parametrize("rules", rulesets(seed=9, odd=3), ids=lambda rules: rules.preset)
def test_waits_are_what_the_judge_finds(rules):
    rng = random.Random(91)
    ready = 0
    for _ in range(60):
        question = won(rng, rules, random_hand(rng, rules, size=13, most_caishen=3))
        found = kernels(rules).waits(question)
        expected = {kind: verdict.tai for kind, verdict in judged_waits(rules, question).items()}
        for kind in set(found) - set(expected):
            # The judge leaves out a kind of which all four lie in hand and melds; the kernel sees the hand.
            drawn = replace(question, tiles=(*question.tiles, kind), win=kind)
            assert judge(rules, drawn).tai == found.pop(kind)
        assert found == expected, question
        ready += bool(found)
    assert ready > 15


@pytest.mark.small
def test_a_caishen_waited_for_is_wild_when_drawn_and_natural_when_claimed():
    question = hand("222m456s789s46p北北", caishen="9p", seat="S")
    five, nine = parse_tiles("5p9p")
    assert kernels(BAO).waits(question) == {five: 1, nine: 0}
    assert kernels(BAO).waits(replace(question, by=By.DISCARD)) == {five: 1}
