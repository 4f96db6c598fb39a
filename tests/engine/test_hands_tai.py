"""Best tai, wins and items of the kernels against the judge of the rules, and what must always hold."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.hand_kernels import kernels
from tests.engine.hand_samples import random_hand, rulesets, won
from tests.rules.hands import complete_hands, deals, hand, presets
from zhuji_sim.rules import KINDS, Ruleset
from zhuji_sim.rules.reference import judge, minimum, readings
from zhuji_sim.rules.tiles import EAST, SUIT_SIZE

BAO = Ruleset.preset("bao")
MINIMA = (0, 1, 2, 3, 5, 8)


def _shown(rules, items):
    """Items as they are; where dragons count once, whichever of them it is."""
    if rules.dragon_tai == "each":
        return items
    dragons = sum(tai for item, tai in items.items() if item.startswith("dragon"))
    others = {item: tai for item, tai in items.items() if not item.startswith("dragon")}
    return others | ({"dragon": dragons} if dragons else {})


def assert_judged_alike(rules, question, needed):
    """The kernels say the same of a hand as the judge; gives whether it is complete."""
    kernel, verdict = kernels(rules), judge(rules, question)
    if verdict is None:
        assert kernel.tai(question) is None, question
        assert kernel.items(question) is None, question
        assert not kernel.wins(question, needed), question
        return False
    assert kernel.tai(question) == verdict.tai, question
    assert kernel.no_minimum(question) == verdict.no_minimum, question
    best = [reading.items for reading in readings(rules, question) if reading.tai == verdict.tai]
    shown = [_shown(rules, {item.key: tai for item, tai in items.items() if tai}) for items in best]
    assert _shown(rules, kernel.items(question)) in shown, question
    assert kernel.wins(question, needed) == verdict.wins(minimum(rules, question, needed)), question
    return True


@pytest.mark.parametrize("rules", rulesets(seed=3, odd=3), ids=lambda rules: rules.preset)
def test_random_hands_under_presets_and_odd_rules(rules):
    rng = random.Random(31)
    complete = 0
    for _ in range(250):
        question = won(rng, rules, random_hand(rng, rules, most_caishen=6))
        complete += assert_judged_alike(rules, question, rng.choice(MINIMA))
    assert complete > 100


@pytest.mark.small
def test_a_few_random_hands():
    rng = random.Random(32)
    for _ in range(20):
        assert_judged_alike(BAO, won(rng, BAO, random_hand(rng, BAO, most_caishen=3)), rng.choice(MINIMA))


@settings(max_examples=150, deadline=None)
@given(presets(), deals(most_caishen=4))
def test_dealt_hands_that_favour_one_suit(rules, question):
    assert_judged_alike(rules, question, 1)


@settings(max_examples=100, deadline=None)
@given(complete_hands(), st.data())
def test_a_natural_tile_replaced_by_a_caishen_never_breaks_a_complete_hand(question, data):
    rules = BAO.replace(wucai_bonus="off")
    places = data.draw(st.sets(st.integers(0, len(question.tiles) - 1), min_size=1, max_size=4))
    used = {*question.tiles, *(tile for meld in question.melds for tile in meld.tiles)}
    caishen = next(kind for kind in range(KINDS) if kind not in used)
    tiles = [caishen if place in places else tile for place, tile in enumerate(question.tiles)]
    replaced = replace(question, tiles=tuple(tiles), caishen=(caishen,))
    before, after = kernels(rules).tai(question), kernels(rules).tai(replaced)
    assert before is not None
    assert after is not None
    assert after >= before


@settings(max_examples=100, deadline=None)
@given(presets(), deals(), st.permutations(range(3)))
def test_suits_can_change_places(rules, question, order):
    def moved(tiles):
        return tuple(
            tile if tile >= EAST else SUIT_SIZE * order[tile // SUIT_SIZE] + tile % SUIT_SIZE
            for tile in tiles
        )

    other = replace(question, tiles=moved(question.tiles), caishen=moved(question.caishen))
    assert kernels(rules).tai(other) == kernels(rules).tai(question)


@pytest.mark.small
@pytest.mark.parametrize(
    ("tiles", "caishen", "seat", "preset", "items"),
    [
        # The two hands of RULES.md §5 that do not win.
        ("222m555p789s345m88p", "5m", "S", "bao", {}),
        ("123m456s567m789p中中", "9p", "S", "bao", {}),
        # Two triplets out of four 东 and two caishen.
        ("东东东东123m456m77m9s9s", "9s", "S", "ziyou", {"wind_east": 4, "hunyise": 1}),
        ("东东东南南南西西西北北北中中", "", "E", "dongfeng",
         {"wind_east": 2, "duiduihu": 1, "no_caishen": 1, "all_honours": 3}),
        ("123m456m789m123m9m9m", "9p", "W", "bao", {"qingyise": 3, "pinghu": 1, "no_caishen": 1}),
        ("123m456m789m456s88s", "2p", "W", "ziyou", {"pinghu": 1}),
        ("111m222m333m444m5m5m", "8p", "W", "ziyou", {"duiduihu": 1, "qingyise": 3, "no_caishen": 4}),
    ],
)  # fmt: skip
def test_items_of_hands_that_can_be_read_in_one_way(tiles, caishen, seat, preset, items):
    question = hand(tiles, caishen=caishen, seat=seat)
    assert kernels(Ruleset.preset(preset)).items(question) == items
