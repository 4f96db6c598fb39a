"""What each item of RULES.md §5 is worth, and what each tai option changes."""

import pytest

from tests.rules.hands import hand, items, verdict
from zhuji_sim.rules import PRESETS, Item, Ruleset
from zhuji_sim.rules.notation import parse_tiles
from zhuji_sim.rules.reference import is_complete, minimum

BAO, HEPING, ZIYOU, DONGFENG = (Ruleset.preset(name) for name in PRESETS)

NO_BONUS = BAO.replace(wucai_bonus="off")
"""Bao without the tai of 无财, so that a hand shows its other items alone."""

MIXED = "234m567m88s345p"
"""Three melds and a pair without any value; a triplet beside them makes a plain hand."""


@pytest.mark.parametrize(
    "tiles", ["222m555p789s345m88p", "123m456s567m789p中中"], ids=["5m is caishen", "9p is caishen"]
)
def test_two_hands_that_the_rules_say_do_not_win(tiles):
    caishen = "5m" if tiles.startswith("222m") else "9p"
    for rules in (BAO, HEPING, DONGFENG):
        best = verdict(rules, tiles, caishen=caishen, seat="S")
        assert best is not None
        assert best.tai == 0
        assert not best.wins(minimum=1)
        lifted = verdict(rules, tiles, caishen="1s", seat="S")
        assert lifted is not None
        assert lifted.wins(minimum=1)
    by_gang = verdict(BAO, tiles, caishen=caishen, seat="S", by="gang")
    assert by_gang is not None
    assert by_gang.wins(minimum=1)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (BAO, {"E": [2, 0, 0, 0], "S": [1, 1, 0, 0], "W": [1, 0, 1, 0], "N": [1, 0, 0, 1]}),
        (HEPING, {"E": [2, 0, 0, 0], "S": [1, 1, 0, 0], "W": [1, 0, 1, 0], "N": [1, 0, 0, 1]}),
        (ZIYOU, {seat: [2, 0, 0, 0] for seat in "ESWN"}),
        (DONGFENG, {seat: [2, 0, 0, 0] for seat in "ESWN"}),
    ],
    ids=PRESETS,
)
@pytest.mark.parametrize("meld", ["concealed", "[{}{}{}]", "[{}{}{}{}]", "({}{}{}{})"])
def test_winds_count_for_the_seats_the_table_names(rules, expected, meld):
    for seat, values in expected.items():
        for wind, tai in zip("东南西北", values, strict=True):
            item = ("wind_east", "wind_south", "wind_west", "wind_north")["东南西北".index(wind)]
            if meld == "concealed":
                found = items(rules, MIXED + wind * 3, caishen="9m", seat=seat)
            else:
                found = items(rules, MIXED, caishen="9m", seat=seat, melds=(meld.format(*wind * 4),))
            assert found.get(item, 0) == tai


@pytest.mark.parametrize(
    ("dragon", "item"), [("中", "dragon_red"), ("发", "dragon_green"), ("白", "dragon_white")]
)
@pytest.mark.parametrize("rules", [BAO, HEPING, ZIYOU, DONGFENG], ids=PRESETS)
def test_each_dragon_triplet_is_a_tai(rules, dragon, item):
    assert items(rules, MIXED + dragon * 3, seat="S", caishen="9m")[item] == 1


def test_dragon_tai_once_counts_any_number_of_dragons_as_one():
    tiles = "中中中发发发88s345p234m"
    once = NO_BONUS.replace(dragon_tai="once")
    assert items(NO_BONUS, tiles) == {"dragon_red": 1, "dragon_green": 1}
    assert items(once, tiles) == {"dragon_red": 1}
    assert items(once.replace(tai_dragon=3), tiles) == {"dragon_red": 3}


def test_four_of_a_wind_with_two_caishen_are_two_triplets_of_it():
    found = items(BAO, "东东东东345p234m88s9m9m", caishen="9m", seat="S")
    assert found == {"wind_east": 2}


@pytest.mark.parametrize(
    ("pair", "seat", "rules", "counts"),
    [
        ("8s", "E", BAO, True),
        ("中", "E", BAO, False),
        ("东", "S", BAO, False),
        ("南", "S", BAO, False),
        ("南", "W", BAO, True),
        ("南", "S", DONGFENG, True),
        ("东", "N", DONGFENG, False),
        ("东", "N", BAO.replace(tai_east_others=0), True),
        ("中", "N", BAO.replace(tai_dragon=0), False),
    ],
)
def test_pinghu_is_all_sequences_and_a_pair_without_value(pair, seat, rules, counts):
    found = items(rules, "123m456s567m789p" + pair * 2, seat=seat, caishen="9s")
    assert ("pinghu" in found) == counts


def test_a_triplet_among_the_sequences_is_no_pinghu():
    assert items(NO_BONUS, "123m456s567m999p88s") == {}


def test_duiduihu_is_triplets_and_gangs_only():
    found = items(NO_BONUS, "222m88s333p", melds=("[5555m]", "(7777p)"))
    assert found == {"duiduihu": 1}


@pytest.mark.parametrize(
    ("tiles", "item"),
    [
        ("123m456m222m东东东88m", "hunyise"),
        ("123m456m789m222m东东", "hunyise"),
        ("123m456m789m222m88m", "qingyise"),
    ],
)
def test_one_suit_with_honours_is_hunyise_and_without_qingyise(tiles, item):
    suits = {"hunyise", "qingyise"} & set(items(BAO, tiles, seat="W", caishen="9s"))
    assert suits == {item}


def test_melds_and_caishen_count_for_the_suit_by_what_they_stand_for():
    assert "qingyise" in items(BAO, "123m456m789m2m9s", caishen="9s", melds=("[2*2m]",))
    assert "qingyise" not in items(BAO, "123m456m789m2m9s", caishen="9s", melds=("[2*2p]",))
    assert "qingyise" not in items(BAO, "123m456m789m2m2m", caishen="9s", melds=("[999s]",))


def test_honours_only_are_neither_hunyise_nor_qingyise():
    found = items(BAO, "东东东南南南西西西北北北中中", seat="E", caishen="9s")
    assert not {"hunyise", "qingyise"} & set(found)


@pytest.mark.parametrize(("by", "item"), [("gang", "gang_draw"), ("rob", "robbing")])
def test_a_win_around_a_gang_is_a_tai(by, item):
    plain = "23m456s789p222s77p"
    assert items(NO_BONUS, plain, win="1m", by=by) == {item: 1}


def test_holding_a_caishen_even_as_itself_is_not_wucai():
    assert items(BAO, "123m456s567m789p中中", caishen="9m", seat="S") == {"no_caishen": 1}
    assert items(BAO, "123m456s567m789p中中", caishen="9p", seat="S") == {}
    assert items(BAO, "456s567m789p中中", caishen="1m2m", seat="S", melds=("[123m]",)) == {}
    assert items(BAO, "456s567m789p中中", caishen="9s", seat="S", melds=("[1*3m]",)) == {}


def test_winning_on_another_players_caishen_makes_it_itself_and_the_hand_not_wucai():
    for by in ("discard", "rob", "earthly"):
        assert verdict(BAO, "123m456s567m789p中", win="9s", caishen="9s", seat="S", by=by) is None
        found = items(BAO, "23m456s567m789p中中", win="1m", caishen="1m", seat="S", by=by)
        assert "no_caishen" not in found
    assert verdict(BAO, "123m456s567m789p中", win="9s", caishen="9s", seat="S", by="self_draw") is not None
    assert verdict(ZIYOU, "123m456s567m789p中", win="9s", caishen="9s", seat="S", by="earthly") is not None


@pytest.mark.parametrize(
    ("wucai_bonus", "with_mode_none", "with_caishen_in_play"), [("hand", 1, 1), ("mode", 1, 0), ("off", 0, 0)]
)
def test_wucai_bonus_says_when_wucai_counts(wucai_bonus, with_mode_none, with_caishen_in_play):
    rules = BAO.replace(wucai_bonus=wucai_bonus)
    tiles = "123m456s567m789p中中"
    assert items(rules, tiles, caishen="").get("no_caishen", 0) == with_mode_none
    assert items(rules, tiles, caishen="9s").get("no_caishen", 0) == with_caishen_in_play


@pytest.mark.parametrize(
    ("tiles", "melds", "held"),
    [
        ("123m456s567m9s9s", ("[999s]",), 5),
        ("456s567m789p88p", ("[9*9s]",), 3),
        ("456s567m789p9s9s", ("[1*3m]",), 3),
        ("456s567m789p8p9s", ("[1*3m]",), 2),
        ("123m567m789p88p789s", (), 1),
    ],
)
def test_three_caishen_held_in_hand_or_melds_are_two_tai_in_ziyou(tiles, melds, held):
    question = hand(tiles, caishen="9s", melds=melds)
    assert question.caishen_held == held
    counted = items(ZIYOU, tiles, caishen="9s", melds=melds).get("three_caishen", 0)
    assert counted == (2 if held >= 3 else 0)
    assert "three_caishen" not in items(BAO, tiles, caishen="9s", melds=melds)


def test_the_winning_caishen_is_one_of_the_three():
    assert "three_caishen" in items(ZIYOU, "23m456s567m789p99s", win="9s", caishen="9s", by="rob")


@pytest.mark.parametrize(("rules", "floor"), [(BAO, 8), (HEPING, 8), (ZIYOU, 8), (DONGFENG, 7)], ids=PRESETS)
def test_all_honours_is_a_floor_without_minimum(rules, floor):
    best = verdict(rules, "南南南西西西北北北中中中白", win="发", seat="S", caishen="发")
    assert best is not None
    assert best.tai == floor
    assert best.no_minimum
    assert best.wins(minimum=12)


def test_a_floor_shows_what_it_adds_and_no_more():
    found = items(HEPING, "东东东中中中发发发白白白北", win="北", caishen="北", seat="E", by="gang")
    assert found == {
        "dragon_red": 1,
        "dragon_green": 1,
        "dragon_white": 1,
        "wind_east": 2,
        "duiduihu": 1,
        "gang_draw": 1,
        "all_honours": 1,
    }
    richer = items(HEPING, "东东东中中中发发发白白白北北", caishen="9s", seat="E", by="gang")
    assert sum(richer.values()) == 8
    assert richer["all_honours"] == 0


def test_the_highest_use_of_the_caishen_counts_even_if_it_gives_up_the_minimum():
    found = items(BAO, "东东东东9s9s9s9s1s1s1s1s88p", caishen="9s1s", seat="E")
    assert found["wind_east"] == 8
    assert "all_honours" not in found


@pytest.mark.parametrize(
    ("rules", "by", "seat", "tai", "free"),
    [
        (BAO, "heavenly", "E", 8, True),
        (HEPING, "heavenly", "E", 8, True),
        (ZIYOU, "heavenly", "E", 1, False),
        (DONGFENG, "heavenly", "E", 1, False),
        (BAO, "earthly", "S", 8, True),
        (HEPING, "earthly", "S", 8, True),
        (ZIYOU, "earthly", "S", 1, False),
        (DONGFENG, "earthly", "S", 1, False),
    ],
)
def test_a_win_on_the_deal_is_a_floor_in_bao_and_heping(rules, by, seat, tai, free):
    best = verdict(rules, "23m456s567m789p99s", win="1m", caishen="9s", seat=seat, by=by)
    assert best is not None
    assert best.tai == tai
    assert best.no_minimum == free


@pytest.mark.parametrize(("by", "seat"), [("heavenly", "E"), ("earthly", "W")])
def test_in_ziyou_a_win_on_the_deal_is_8_tai_once_the_hand_has_3(by, seat):
    best = verdict(ZIYOU, "23m456m789m555m99s", win="1m", caishen="9s", seat=seat, by=by)
    assert best is not None
    assert best.tai == 8
    assert not best.no_minimum
    assert best.items[Item.QINGYISE] == 3


def test_in_ziyou_wucai_is_8_tai_once_the_hand_has_3_and_no_win_below():
    rich, poor = "123m456m789m555m22m", "123m456m789m555p22p"
    assert items(ZIYOU, rich, caishen="9s") == {"qingyise": 3, "no_caishen": 5}
    assert items(ZIYOU, poor, caishen="9s") == {}
    easy = ZIYOU.replace(minimum_tai=1)
    modest = hand("123m456m789m123m东东", caishen="9s", seat="S")
    assert minimum(easy, modest) == 3
    assert minimum(easy, hand("123m456m789m123m东东", caishen="9m", seat="S")) == 1


def test_in_ziyou_all_honours_wins_whatever_its_tai_and_without_caishen():
    for caishen in ("9s", "中"):
        best = verdict(ZIYOU, "南南南西西西北北北发发发中中", caishen=caishen, seat="E")
        assert best is not None
        assert best.tai == 8
        assert best.no_minimum


def test_of_two_floors_the_first_takes_what_is_added():
    found = items(BAO, "南南南西西西北北北发发发中", win="中", caishen="9s", seat="E", by="heavenly")
    assert "all_honours" in found
    assert "heavenly" not in found
    lower = BAO.replace(tai_all_honours=5)
    found = items(lower, "南南南西西西北北北发发发中", win="中", caishen="9s", seat="E", by="heavenly")
    assert found["all_honours"] == 2
    assert found["heavenly"] == 3


def test_loose_all_honours_lets_any_14_honours_win():
    tiles, loose = "东东南南西西北中中发发白白", BAO.replace(loose_all_honours=True)
    assert verdict(BAO, tiles, win="北", caishen="9s") is None
    best = verdict(loose, tiles, win="北", caishen="9s")
    assert best is not None
    assert (best.tai, best.no_minimum) == (8, True)
    with_caishen = verdict(loose, tiles, win="9s", caishen="9s")
    assert with_caishen is not None
    assert with_caishen.tai == 8
    with_melds = items(loose, "东南西北发发白白", caishen="9s", melds=("[中中中中]", "[北北*]"))
    assert with_melds == {"dragon_red": 1, "all_honours": 7}
    assert verdict(loose, "东东南南西西北中中发发白1m", win="北", caishen="9s") is None
    assert verdict(loose, tiles, win="9s", caishen="9s", by="discard") is None


def test_tai_limit_caps_the_tai_from_the_last_item():
    tiles = "123m456m789m12m99m"
    full = items(BAO, tiles, win="3m", caishen="9s", by="gang")
    assert full == {"pinghu": 1, "qingyise": 3, "gang_draw": 1, "no_caishen": 1}
    capped = items(BAO.replace(tai_limit=4), tiles, win="3m", caishen="9s", by="gang")
    assert capped == {"pinghu": 1, "qingyise": 3}
    assert items(BAO.replace(tai_limit=2), tiles, win="3m", caishen="9s") == {"pinghu": 1, "qingyise": 1}


def test_a_cap_does_not_take_the_freedom_from_the_minimum():
    best = verdict(BAO.replace(tai_limit=3), "南南南西西西北北北中中中发发", seat="E", caishen="9s")
    assert best is not None
    assert best.tai == 3
    assert best.wins(minimum=8)


ONE_OF_EACH = {
    "tai_dragon": ("中中中" + MIXED, {}, "dragon_red"),
    "tai_east_dealer": ("东东东" + MIXED, {"seat": "E"}, "wind_east"),
    "tai_east_others": ("东东东" + MIXED, {"seat": "S"}, "wind_east"),
    "tai_own_wind": ("北北北" + MIXED, {"seat": "N"}, "wind_north"),
    "tai_pinghu": ("123m456s567m789p88s", {}, "pinghu"),
    "tai_duiduihu": ("111m222s333p444m88s", {}, "duiduihu"),
    "tai_hunyise": ("123m456m222m北北北88m", {"seat": "W"}, "hunyise"),
    "tai_qingyise": ("123m456m222m777m88m", {}, "qingyise"),
    "tai_gang_draw": (MIXED + "222s", {"by": "gang"}, "gang_draw"),
    "tai_robbing": (MIXED + "22s", {"by": "rob", "win": "2s"}, "robbing"),
    "tai_no_caishen": (MIXED + "222s", {}, "no_caishen"),
    "tai_three_caishen": (MIXED + "999s", {}, "three_caishen"),
}
"""For each tai option a hand that has the item, and the item's name."""

FLOORS = {
    "tai_all_honours": ("南南南西西西北北北发发发中中", {}),
    "tai_heavenly": (MIXED + "222s", {"by": "heavenly"}),
    "tai_earthly": (MIXED + "22s", {"by": "earthly", "win": "2s", "seat": "S"}),
    "tai_no_caishen_floor": (MIXED + "222s", {"seat": "S"}),
}
"""For each floor option a hand that it lifts."""


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("option", ONE_OF_EACH)
def test_every_tai_value_can_be_set(preset, option):
    tiles, situation, item = ONE_OF_EACH[option]
    for tai in (0, 4, 20):
        rules = Ruleset.preset(preset, tai_no_caishen_floor=0, **{option: tai})
        assert items(rules, tiles, **{"caishen": "9s", **situation}).get(item, 0) == tai


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("option", FLOORS)
def test_every_floor_can_be_set_and_lifts_the_hand_to_it(preset, option):
    tiles, situation = FLOORS[option]
    for tai in (10, 20):
        rules = Ruleset.preset(preset, **{"tai_no_caishen_floor": 0, "floor_needs_tai": 0, option: tai})
        lifted = verdict(rules, tiles, caishen="9s", **situation)
        assert lifted is not None
        assert lifted.tai == tai
        assert lifted.no_minimum
        plain = verdict(rules.replace(**{option: 0}), tiles, caishen="9s", **situation)
        assert plain is not None
        assert plain.tai < 10
        assert not plain.no_minimum


def test_no_tai_option_is_left_out():
    options = {name for name in Ruleset.all_options() if name.startswith("tai_")}
    assert {*ONE_OF_EACH, *FLOORS, "tai_limit"} == options


def test_floor_needs_tai_is_asked_of_the_ordinary_items():
    tiles, situation = "23m456m222m777m88m", {"win": "1m", "by": "heavenly"}
    for needed, tai in ((0, 8), (3, 8), (4, 3)):
        best = verdict(NO_BONUS.replace(floor_needs_tai=needed), tiles, **situation)
        assert best is not None
        assert best.tai == tai
        assert best.no_minimum == (needed == 0)


def test_earthly_on_decides_whether_the_winning_caishen_is_wild():
    question = {"win": "9s", "caishen": "9s", "seat": "S", "by": "earthly"}
    tiles = "123m456s567m789p中"
    assert verdict(BAO, tiles, **question) is None
    assert verdict(BAO.replace(earthly_on="first_draw"), tiles, **question) is not None


def test_minimum_tai_is_for_everybody_but_the_declarer():
    question = hand("123m456s567m789p中中", caishen="9p")
    for preset, needed in zip(PRESETS, (1, 1, 3, 1), strict=True):
        assert minimum(Ruleset.preset(preset), question) == needed
    assert minimum(BAO, question, level=5) == 5
    assert minimum(BAO.replace(minimum_tai=2), question) == 2


@pytest.mark.parametrize("tiles", ["1199m22p33s东东南南中", "19m19p19s东南西北中发白"])
def test_seven_pairs_and_orphans_do_not_win(tiles):
    assert verdict(BAO, tiles, win=tiles[-1], caishen="5p") is None
    assert not is_complete(parse_tiles(tiles + tiles[-1]))
