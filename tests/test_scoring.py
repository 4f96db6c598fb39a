"""The public calls: what they answer, and how they refuse."""

import subprocess
import sys

import pytest

import zhuji_sim as zj
from zhuji_sim.rules import PRESETS, Contract, parse_meld

PLAIN = "123m456s567m789p中"
"""Complete with another 中, and worth nothing."""


def test_the_score_of_a_hand_that_the_rules_say_does_not_win():
    score = zj.score(PLAIN, win="中", caishen="9p", seat="S", by="self_draw", melds=[], rules="bao")
    assert (score.complete, score.tai, score.items, score.no_minimum) == (True, 0, {}, False)
    assert (score.minimum, score.wins) == (1, False)


def test_a_hand_that_is_not_complete_has_no_tai():
    score = zj.score(PLAIN, win="1s")
    assert (score.complete, score.tai, score.items, score.no_minimum) == (False, None, {}, None)
    assert not score.wins
    assert score.groups == ()


def test_the_winning_tile_may_be_among_the_hand():
    assert zj.score(PLAIN + "中", caishen="8m", seat="S") == zj.score(PLAIN, win="中", caishen="8m", seat="S")


def test_the_items_stand_in_the_order_of_the_table():
    score = zj.score("中中中东东东123m456m8m", win="8m", by="rob", rules="heping", caishen="9s")
    assert list(score.items.items()) == [
        ("dragon_red", 1),
        ("wind_east", 2),
        ("hunyise", 1),
        ("robbing", 1),
        ("no_caishen", 1),
    ]


@pytest.mark.parametrize(
    ("declarer", "minimum"), [(None, 1), (False, 1), (True, 3), ("S", 3), ("s", 3), ("E", 1)]
)
def test_the_declarer_needs_his_level_and_the_others_one_tai(declarer, minimum):
    score = zj.score(PLAIN, win="中", caishen="8m", seat="S", declarer=declarer, contract="独3")
    assert score.minimum == minimum
    assert score.wins == (minimum == 1)


@pytest.mark.parametrize(
    ("rules", "by", "wins"),
    [
        ("bao", "discard", True),
        ("ziyou", "discard", False),
        ("ziyou", "rob", True),
        ("ziyou", "self_draw", True),
        ({"preset": "ziyou", "win_on_discard": True}, "discard", True),
        ({"preset": "bao", "win_on_discard": False}, "discard", False),
        ({"preset": "bao", "win_on_discard": False}, "earthly", False),
    ],
)
def test_a_discard_wins_only_where_the_rules_let_it(rules, by, wins):
    score = zj.score("23m456m789m555m99m", win="1m", caishen="9s", seat="S", by=by, rules=rules)
    assert score.complete
    assert score.tai >= 3
    assert score.wins == wins


@pytest.mark.parametrize("by", ["discard", "rob"])
@pytest.mark.parametrize(
    ("seat", "declarer", "loser", "rules", "why_not"),
    [
        ("W", "E", "S", "dongfeng", "declarer_only"),
        ("W", "E", "E", "dongfeng", None),
        ("W", "E", None, "dongfeng", None),
        ("W", True, "S", "dongfeng", None),
        ("W", "W", "S", "dongfeng", None),
        ("W", None, "S", "dongfeng", None),
        ("W", "E", "S", "bao", None),
    ],
)
def test_a_defender_of_dongfeng_wins_only_on_the_declarer(by, seat, declarer, loser, rules, why_not):
    hand = {"hand": "23m456m789m555m99m", "win": "1m", "caishen": "9s1s", "seat": seat, "by": by}
    found = zj.score(**hand, rules=rules, declarer=declarer, contract="2", loser=loser)
    assert (found.wins, found.why_not) == (why_not is None, why_not)


@pytest.mark.parametrize(
    ("asked", "why_not"),
    [
        ({"win": "1s"}, "incomplete"),
        ({"caishen": "9p"}, "no_tai"),
        ({"rules": "ziyou", "hand": "23m456s567m789p11s", "win": "1m", "caishen": "9s"}, "below_minimum"),
        ({"by": "discard", "rules": {"win_on_discard": False}}, "no_win_on_discard"),
        ({}, None),
    ],
)
def test_a_hand_that_does_not_win_says_why(asked, why_not):
    assert zj.score(**{"hand": PLAIN, "win": "中", "seat": "S", **asked}).why_not == why_not


@pytest.mark.parametrize(
    ("by", "seat", "meld", "rules", "why"),
    [
        ("heavenly", "E", "[777m]", "bao", "by 'heavenly' with the meld [777m]: expected no melds"),
        ("heavenly", "E", "(7777m)", "bao", "by 'heavenly' with the meld (7777m): expected no melds"),
        ("earthly", "S", "[123m]", "bao", "by 'earthly' with the meld [123m]: expected no melds"),
        ("earthly", "S", "(7777m)", "heping", "by 'earthly' with the meld (7777m): expected no melds"),
        ("earthly", "S", "[7777m]", "ziyou", "with the meld [7777m]: expected concealed gangs at most"),
    ],
)
def test_melds_contradict_a_win_before_any_claim(by, seat, meld, rules, why):
    asked = {"seat": seat, "by": by, "melds": [meld], "rules": rules}
    with pytest.raises(zj.ZhujiError) as refused:
        zj.score("123m456s789p中", win="中", **asked)
    assert why in str(refused.value)
    with pytest.raises(zj.ZhujiError) as refused:
        zj.waits("123m456s789p中", **asked)
    assert why in str(refused.value)


def test_a_concealed_gang_is_no_claim_before_the_first_draw():
    asked = {"seat": "S", "by": "earthly", "melds": ["(7777m)"], "rules": "ziyou"}
    assert zj.score("123m456s789p中", win="中", **asked).complete


@pytest.mark.parametrize("ask", [zj.score, zj.waits])
@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"melds": None}, "melds None: expected melds such as [777m]"),
        ({"melds": 7}, "melds 7: expected melds"),
        ({"melds": [7]}, "expected text, not int"),
        ({"hand": None}, "expected text, not NoneType"),
        ({"caishen": None}, "expected text, not NoneType"),
        ({"seat": 1}, "seat 1: expected E, S, W or N"),
        ({"by": None}, "by None: expected self_draw"),
        ({"rules": 5}, "rules 5: expected a Ruleset, a preset's name, a TOML file or options"),
        ({"rules": {5: 1}}, "rules {5: 1}: expected"),
    ],
)
def test_wrong_types_are_refused_in_one_line(ask, asked, why):
    with pytest.raises(zj.ZhujiError) as refused:
        ask(**{"hand": PLAIN, **asked})
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_score_tells_the_melds_found_and_what_each_caishen_stands_for():
    score = zj.score("13m456s中5m6m99p", win="中", caishen="5m6m", melds=["[777m]"])
    assert [(group.kind, group.tiles) for group in score.groups] == [
        ("peng", (6, 6, 6)),
        ("chi", (0, 1, 2)),
        ("chi", (21, 22, 23)),
        ("peng", (31, 31, 31)),
        ("pair", (17, 17)),
    ]
    assert score.stands_for == (("5m", "2m"), ("6m", "中"))


def test_a_caishen_that_can_stand_for_itself_does():
    drawn = zj.score("46m456s789p123s88p", win="5m", caishen="5m6m", seat="S")
    assert drawn.stands_for == (("5m", "5m"), ("6m", "6m"))
    claimed = zj.score("46m456s789p123s88p", win="5m", caishen="5m6m", seat="S", by="discard")
    assert claimed.stands_for == (("6m", "6m"),)


def test_waits_are_told_with_their_tai():
    assert zj.waits("23m456s567m789p中中", seat="S", rules="heping") == {"1m": 1, "4m": 1}
    assert zj.waits("23m456s567m789p中中", seat="S", rules="heping", by="rob") == {"1m": 2, "4m": 2}


def test_a_caishen_won_by_robbing_is_no_wildcard():
    waiting = "123m456s567m789s中"
    assert set(zj.waits(waiting, caishen="9p", by="self_draw")) == {"中", "9p"}
    assert set(zj.waits(waiting, caishen="9p", by="rob")) == {"中"}


def test_settle_answers_by_seat():
    rules = zj.Ruleset.preset("bao")
    assert zj.settle(rules, winner="S", tai=1, loser=None, declarer="E", contract="2", lao_zhuang=False) == {
        "E": -17,
        "S": 11,
        "W": 3,
        "N": 3,
    }
    assert zj.settle(rules, declarer="W", contract=Contract.parse("独2")) == {
        "E": 10,
        "S": 10,
        "W": -30,
        "N": 10,
    }


def test_honour_cycle_decides_which_honours_go_together():
    seven = zj.Ruleset.preset("bao", honour_cycle="7")
    assert zj.score(PLAIN, win="中", caishen="北中", rules=seven).complete
    with pytest.raises(zj.ZhujiError, match="with its successor 东"):
        zj.score(PLAIN, win="中", caishen="北中")
    with pytest.raises(zj.ZhujiError, match="expected 9m alone"):
        zj.score(PLAIN, win="中", caishen="9m1m", rules={"honour_cycle": "none"})


def test_the_caishen_set_may_be_named_in_either_order():
    for caishen in ("9m1m", "1m9m"):
        assert zj.score(PLAIN, win="中", caishen=caishen).complete


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_may_be_named(preset):
    assert zj.score(PLAIN, win="中", rules=preset) == zj.score(
        PLAIN, win="中", rules=zj.Ruleset.preset(preset)
    )


def test_melds_may_be_text_or_melds():
    one = zj.score("123m456s789p中", win="中", melds=["[777m]"])
    assert one == zj.score("123m456s789p中", win="中", melds=[parse_meld("[777m]")])
    assert one == zj.score("123m456s789p中", win="中", melds="[777m]")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"win": None}, "has 13 tiles: expected 14 (or one less, and the winning tile apart)"),
        ({"hand": "123m", "win": "1m"}, "hand '123m' has 3 tiles: expected 13 beside the winning tile"),
        ({"melds": ["[123m]"]}, "expected 10 beside 1 meld and the winning tile"),
        ({"melds": ["[123m]"] * 5}, "5 melds: expected at most 4"),
        ({"win": "5x"}, "'5x', position 2: unexpected 'x'"),
        ({"win": "中中"}, "'中中', position 1: expected one tile, found 2"),
        ({"hand": "中中中中123m456s789p"}, "a fifth 中 in"),
        ({"hand": "12m456s77p33m中", "melds": ["[333m]"], "win": "1m"}, "a fifth 3m in"),
        ({"hand": "456s77p33m中中", "melds": ["[3*3m]"], "win": "1m"}, "has 9 tiles"),
        ({"hand": "1456s77p33m中中", "melds": ["[3*3m]"], "win": "1m"}, "no caishen is given"),
        ({"hand": "1456s77p9999s", "melds": ["[3*3m]"], "win": "1m", "caishen": "9s"}, "5 caishen in hand"),
        ({"seat": "X"}, "seat 'X': expected E, S, W or N"),
        ({"seat": ""}, "seat ''"),
        ({"by": "tsumo"}, "by 'tsumo': expected self_draw, discard, gang, rob, heavenly or earthly"),
        ({"by": "heavenly", "seat": "S"}, "only the dealer"),
        ({"by": "earthly", "seat": "E"}, "the dealer never"),
        ({"hand": PLAIN + "中", "win": None, "by": "discard"}, "expected the winning tile"),
        ({"caishen": "1m5m"}, "caishen '1m5m': expected 1m alone or with its successor 2m"),
        ({"caishen": "1m2m3m"}, "expected no tile, one tile, or a tile and its successor"),
        ({"caishen": "1m1m"}, "expected no tile, one tile, or a tile and its successor"),
        ({"contract": "无财2", "caishen": "1m"}, "contract 无财2: expected no caishen, not '1m'"),
        ({"contract": "独2", "caishen": "1m2m"}, "contract 独2: expected one tile as caishen, not '1m2m'"),
        (
            {"contract": "2", "caishen": ""},
            "contract 2: expected a tile and its successor as caishen, not none",
        ),
        ({"contract": "1"}, "contract '1': expected a level from 2 to 12"),
        ({"contract": "2", "rules": "heping"}, "no bidding under the rules of heping"),
        ({"declarer": True}, "declarer without contract"),
        ({"declarer": "Q", "contract": "无财2"}, "declarer 'Q': expected E, S, W or N"),
        ({"loser": "W"}, "loser W: nobody gives the winning tile where it came by 'self_draw'"),
        ({"loser": "E", "by": "rob"}, "loser E: the loser cannot be the winner"),
        ({"rules": "taiwan"}, "unknown preset 'taiwan'"),
        ({"rules": "missing.toml"}, "missing.toml: cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(asked, why):
    question = {"hand": PLAIN, "win": "中", **asked}
    with pytest.raises(zj.ZhujiError) as refused:
        zj.score(**question)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"winner": "S"}, "tai None"),
        ({"winner": "S", "tai": 0}, "tai 0"),
        ({"winner": "S", "tai": 1.5}, "tai 1.5: expected a whole number"),
        ({"winner": "S", "tai": True}, "tai True"),
        ({"winner": "S", "tai": 2, "loser": "S"}, "the loser cannot be the winner"),
        ({"winner": "X", "tai": 2}, "winner 'X'"),
        ({"winner": "S", "tai": 2, "loser": "Y"}, "loser 'Y'"),
        ({"tai": 2}, "a drawn deal has neither"),
        ({"winner": "S", "tai": 2, "contract": "2"}, "contract without declarer"),
        ({"winner": "S", "tai": 2, "declarer": "E"}, "declarer without contract"),
        ({"winner": "S", "tai": 3, "declarer": "E", "contract": "2", "rules": "ziyou"}, "no bidding"),
        ({"winner": "S", "tai": 2, "lao_zhuang": -1}, "lao_zhuang -1"),
        ({"winner": "S", "tai": 2, "rules": 5}, "rules 5: expected a Ruleset"),
    ],
)
def test_a_result_that_cannot_be_is_refused_in_one_line(asked, why):
    with pytest.raises(zj.ZhujiError) as refused:
        zj.settle(**asked)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_waits_want_a_hand_that_is_one_short():
    with pytest.raises(zj.ZhujiError, match="has 14 tiles: expected 13"):
        zj.waits(PLAIN + "中")
    with pytest.raises(zj.ZhujiError, match="by 'x'"):
        zj.waits(PLAIN, by="x")


def test_the_rules_load_without_compiler_and_tables():
    program = (
        "import sys, zhuji_sim as zj; zj.waits('123m456s567m789p中'); "
        "print([name for name in ('numba', 'pandas', 'numpy') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert answer.stdout.strip() == "[]"


def test_every_public_name_is_listed_and_unknown_ones_are_refused():
    assert {"score", "settle", "waits", "Ruleset", "ZhujiError"} <= set(dir(zj))
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        zj.scores  # noqa: B018
