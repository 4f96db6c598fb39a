"""The judge against a second one, and against what must always hold."""

import random
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.rules import plain_counting
from tests.rules.hands import complete_hands, deals, hand, presets
from zhuji_sim.rules import COPIES, KINDS, Meld, Ruleset, parse_tiles
from zhuji_sim.rules.arrangements import arrangements
from zhuji_sim.rules.reference import Hand, is_complete, judge, readings, waits
from zhuji_sim.rules.tiles import EAST

BAO = Ruleset.preset("bao")


def small_hand(rng: random.Random, melds: int) -> Hand:
    """Some melds on the table, close tiles and honours beside them, up to two caishen."""
    caishen = rng.choice([(), (13,), (13, 14), (27, 28), (33,)])
    count = rng.randint(0, 2) if caishen else 0
    laid = [
        rng.choice([Meld.chi(rng.choice([0, 3, 9])), Meld.peng(rng.choice([4, 27, 28, 31, 33]))])
        for _ in range(melds)
    ]
    start = rng.choice([0, 9])
    kinds = [kind for kind in (*range(start, start + 7), *range(EAST, KINDS)) if kind not in caishen]
    concealed = [rng.choice(kinds[: rng.choice([4, 7, 14])]) for _ in range(14 - 3 * len(laid) - count)]
    wild = [rng.choice(caishen) for _ in range(count)]
    return Hand(tuple(concealed + wild), tuple(laid), caishen, rng.randrange(4))


@pytest.mark.parametrize("preset", ["bao", "ziyou"])
def test_replacing_every_caishen_by_every_kind_gives_the_same_tai(preset):
    rng = random.Random(20_240)
    rules = Ruleset.preset(preset)
    complete = 0
    for _ in range(1_500):
        question = small_hand(rng, melds=rng.choice([2, 3, 3]))
        best = judge(rules, question)
        expected = plain_counting.best_tai(question, preset)
        assert (best and (best.tai, best.no_minimum)) == expected, question
        complete += best is not None
    assert complete > 150


def test_hands_without_caishen_agree_with_plain_mahjong():
    rng = random.Random(7)
    complete = 0
    for _ in range(3_000):
        start = rng.choice([0, 9, 18])
        kinds = [*range(start, start + 9), 27, 31] if rng.random() < 0.5 else range(start, start + 9)
        wall = [kind for kind in kinds for _ in range(COPIES)]
        question = Hand(tuple(rng.sample(wall, 14)), (), (), rng.randrange(4))
        best = judge(BAO, question)
        assert (best and (best.tai, best.no_minimum)) == plain_counting.best_tai(question, "bao"), question
        complete += best is not None
    assert complete > 100


@given(complete_hands())
def test_a_hand_built_of_melds_and_a_pair_is_complete(question):
    assert is_complete(question.tiles, (), len(question.melds))
    assert judge(BAO, question) is not None


@settings(max_examples=60)
@given(complete_hands(), st.data())
def test_a_natural_tile_replaced_by_a_caishen_never_breaks_a_complete_hand(question, data):
    places = data.draw(st.sets(st.integers(0, len(question.tiles) - 1), min_size=1, max_size=4))
    used = {*question.tiles, *(tile for meld in question.melds for tile in meld.tiles)}
    caishen = next(kind for kind in range(KINDS) if kind not in used)
    tiles = [caishen if place in places else tile for place, tile in enumerate(question.tiles)]
    replaced = replace(question, tiles=tuple(tiles), caishen=(caishen,))
    rules = BAO.replace(wucai_bonus="off")
    before, after = judge(rules, question), judge(rules, replaced)
    assert before is not None
    assert after is not None
    assert after.tai >= before.tai


@settings(max_examples=60, deadline=None)
@given(presets(), deals(), st.permutations([0, 1, 2]))
def test_suits_permute_freely(rules, question, order):
    def moved(kind):
        return kind if kind >= EAST else 9 * order[kind // 9] + kind % 9

    other = replace(
        question, tiles=tuple(map(moved, question.tiles)), caishen=tuple(map(moved, question.caishen))
    )
    before, after = judge(rules, question), judge(rules, other)
    assert (before and (before.tai, before.no_minimum)) == (after and (after.tai, after.no_minimum))


@settings(max_examples=60, deadline=None)
@given(presets(), deals())
def test_a_reading_uses_exactly_the_tiles_of_the_hand(rules, question):
    naturals = sorted(tile for tile in question.tiles if tile not in question.caishen)
    for verdict in list(readings(rules, question))[:50]:
        places = [place for group in verdict.groups for place in zip(group.tiles, group.wild, strict=True)]
        assert sorted(tile for tile, wild in places if not wild) == naturals
        assert len(places) == len(question.tiles)
        assert sum(group.kind == "pair" for group in verdict.groups) == 1
        assert sum(verdict.items.values()) == verdict.tai


@settings(max_examples=40, deadline=None)
@given(presets(), deals(size=13, most_caishen=3), st.sampled_from(["self_draw", "rob"]))
def test_waits_are_the_tiles_that_complete_the_hand(rules, question, by):
    waiting = replace(question, by=hand("", by=by).by)
    found = waits(rules, waiting)
    for tile in range(KINDS):
        best = judge(rules, replace(waiting, tiles=(*waiting.tiles, tile), win=tile))
        if waiting.tiles.count(tile) == COPIES or best is None:
            assert tile not in found
        else:
            assert found[tile] == best


def test_a_tile_of_which_all_four_are_held_is_no_wait():
    assert set(waits(BAO, hand("123m123p123s7777s"))) == set()
    assert set(waits(BAO, hand("7s123m123p123s", melds=("[777s]",)))) == set()
    with_caishen_in_meld = hand("7s123m123p123s", melds=("[7*7s]",), caishen="9s")
    assert set(waits(BAO, with_caishen_in_meld)) == set(parse_tiles("7s9s"))


def test_the_only_caishen_kind_is_no_wait_once_all_four_lie_in_hand_and_melds():
    tiles, caishen = "9s9s123m12p888s", "9s"
    nine = parse_tiles(caishen)[0]
    assert nine in waits(BAO, hand(tiles, melds=("[777m]",), caishen=caishen))
    assert nine not in waits(BAO, hand(tiles, melds=("[7**7m]",), caishen=caishen))


def test_more_caishen_never_make_a_hand_worse():
    caishen = parse_tiles("4p5p")
    wild = parse_tiles("4p4p4p4p5p5p5p5p")
    naturals = parse_tiles("123m456s789s111p22p")
    tai = []
    for count in range(1, 9):
        best = judge(BAO, Hand(tuple(naturals[count:] + wild[:count]), (), tuple(caishen), 1))
        assert best is not None
        tai.append(best.tai)
    assert tai == sorted(tai)
    assert tai[-1] > tai[0]


def test_eight_caishen_and_six_tiles_of_one_suit_are_qingyise():
    best = judge(BAO, hand("123456m9p9p9p9p1p1p1p1p", caishen="9p1p", seat="S"))
    assert best is not None
    assert {item.key for item in best.items} == {"qingyise", "pinghu"}


@pytest.mark.parametrize(("tiles", "wilds", "melds"), [("123m", 0, 1), ("123m11p", 1, 1), ("", 2, 1)])
def test_tiles_that_do_not_come_out_even_have_no_arrangement(tiles, wilds, melds):
    assert list(arrangements(parse_tiles(tiles), wilds, melds)) == []


@settings(max_examples=40, deadline=None)
@given(deals(most_caishen=3))
@example(hand("1m1m1m2m2m2m2m3m3m3m3m4m4m4m", caishen="1m"))  # five of a kind: whose wildcard is it?
def test_no_arrangement_comes_twice(question):
    naturals, wilds = question.split(BAO)
    found = [tuple(sorted(group[:2] for group in groups)) for groups in arrangements(naturals, wilds, 4)]
    assert len(found) == len(set(found))
