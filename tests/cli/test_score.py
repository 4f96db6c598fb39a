"""`zhuji score` says what a hand is worth, why, and who pays what."""

import pytest

HAND = ["score", "123m456s567m789p中", "--win", "中", "--seat", "S"]
WORTHY = ["score", "23m456m789m555m99m", "--win", "1m", "--caishen", "9s", "--seat", "S"]
"""Worth more than the minimum of any preset."""


def test_the_document_has_the_names_that_scripts_use(zhuji):
    found = zhuji(*HAND, "--caishen", "9p", "--json").document
    assert {"complete", "tai", "items", "no_minimum", "minimum", "wins"} <= set(found)
    assert (found["complete"], found["tai"], found["wins"]) == (True, 0, False)
    assert found["points"] is None


def test_a_win_is_explained(zhuji):
    said = zhuji("score", "123m456s567m79p9p中", "--win", "中", "--caishen", "9p", "--seat", "S")
    lines = [" ".join(line.split()) for line in said.out.splitlines()]
    assert "Hand 123m 567m 456s 中中* 7*p" in lines
    assert "Caishen 9p stands for 中" in lines
    assert "Caishen 9p stands for 7p" in lines
    assert "+1 red dragons 中" in lines
    assert "Tai 1" in lines
    assert "Minimum 1" in lines
    assert "Result wins" in lines
    assert "Points South +6 East -2 West -2 North -2" in lines


def test_a_hand_that_is_not_complete_is_said_to_be_so(zhuji):
    said = zhuji("score", "123m456s567m789p中", "--win", "发")
    assert said.status == 0
    assert said.out.strip() == "Not complete: no four melds and a pair."


@pytest.mark.parametrize(
    ("options", "points"),
    [
        (["--contract", "无财2", "--declarer"], None),
        (["--contract", "无财2", "--declared-by", "E"], {"E": -32, "S": 16, "W": 8, "N": 8}),
        (["--by", "discard"], None),
        (["--by", "discard", "--from", "W"], {"E": -1, "S": 4, "W": -2, "N": -1}),
        (["--by", "discard", "--from", "W", "--lao-zhuang", "1"], {"E": -2, "S": 8, "W": -4, "N": -2}),
        (["--rules", "heping"], {"E": -2, "S": 6, "W": -2, "N": -2}),
    ],
)
def test_points_follow_from_contract_payer_and_rules(zhuji, options, points):
    """The hand is 无财: one tai, which is not enough for a declarer of level 2."""
    found = zhuji(*HAND, *options, "--json").document
    assert found["tai"] == 1
    assert found["points"] == points


def test_an_earthly_hand_is_paid_by_the_dealer_who_discarded(zhuji):
    found = zhuji(*HAND, "--by", "earthly", "--json").document
    assert found["tai"] == 8
    assert found["points"] == {"E": -256, "S": 512, "W": -128, "N": -128}


@pytest.mark.parametrize("by", ["discard", "rob"])
def test_a_defender_of_dongfeng_is_paid_only_by_the_declarer(zhuji, by):
    asked = ["score", "23m456m789m555m99m", "--win", "1m", "--caishen", "9s1s", "--seat", "W", "--by", by]
    asked += ["--rules", "dongfeng", "--contract", "2", "--declared-by", "E"]
    found = zhuji(*asked, "--from", "S", "--json").document
    assert (found["wins"], found["why_not"], found["points"]) == (False, "declarer_only", None)
    said = zhuji(*asked, "--from", "S").out
    assert "does not win: a defender wins only on the declarer" in said
    assert "Points" not in said
    found = zhuji(*asked, "--from", "E", "--json").document
    assert (found["wins"], found["why_not"]) == (True, None)
    assert sum(found["points"].values()) == 0


@pytest.mark.parametrize(
    ("options", "english", "chinese"),
    [
        (["--caishen", "9p"], "does not win: a hand of 0 tai never wins", "不能胡：0 台不能胡"),
        (["--contract", "无财2", "--declarer"], "does not win: below the minimum", "不能胡：不到起胡台数"),
        (
            ["--rules", "ziyou", "--by", "discard"],
            "does not win: no win on a discard under these rules",
            "不能胡：此规则不能胡别家打出的牌",
        ),
    ],
)
def test_a_hand_that_does_not_win_says_why(zhuji, options, english, chinese):
    hand = WORTHY if "discard" in options else HAND
    assert english in zhuji(*hand, *options).out
    assert chinese in zhuji(*hand, *options, "--lang", "zh").out


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--by", "discard"], "Points --from SEAT tells who pays what"),
        (["--contract", "无财2"], "Points --declarer or --declared-by SEAT tells who pays what"),
        (["--by", "earthly"], "Minimum none for this hand"),
        (["--contract", "无财2", "--declarer"], "Minimum 2 (contract none 2)"),
    ],
)
def test_what_is_not_known_is_asked_for(zhuji, options, line):
    said = zhuji(*HAND, *options)
    assert line in [" ".join(each.split()) for each in said.out.splitlines()]


def test_melds_on_the_table_count(zhuji):
    hand = ["score", "456s567m789p中", "--win", "中", "--meld", "[111m]"]
    found = zhuji(*hand, "--json").document
    assert found["groups"][0] == {"kind": "peng", "tiles": "111m"}


def test_chinese(zhuji):
    said = zhuji(*HAND, "--lang", "zh")
    assert "无财" in said.out
    assert "可以胡" in said.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seat", "X"], "seat 'X': expected E, S, W or N"),
        (["--by", "luck"], "by 'luck': expected self_draw"),
        (["--contract", "独1"], "独1"),
        (["--declarer"], "declarer without contract"),
        (["--from", "Q"], "--from 'Q': expected"),
        (["--declarer", "--declared-by", "E", "--contract", "无财2"], "expected one of them"),
        (["--rules", "bao", "--contract", "2"], "contract 2: expected a tile and its successor"),
        (["--rules", "ziyou", "--contract", "无财2"], "no bidding under the rules of ziyou"),
        (["--caishen", "1m2m3m"], "caishen '1m2m3m'"),
        (["--by", "discard", "--from", "S"], "the loser cannot be the winner"),
        (["--from", "W"], "--from W: nobody gives the winning tile where it came by 'self_draw'"),
        (["--by", "gang", "--from", "W"], "--from W: nobody gives the winning tile where it came by 'gang'"),
        (
            ["--seat", "E", "--by", "heavenly", "--from", "W"],
            "--from W: nobody gives the winning tile where it came",
        ),
        (["--rules", "ziyou", "--by", "earthly", "--from", "E"], "--from E: nobody gives the winning tile"),
        (["--by", "earthly", "--from", "W"], "--from W: by 'earthly' is a win on the dealer's first discard"),
        (["--seat", "E", "--by", "heavenly", "--meld", "[111m]"], "by 'heavenly' with the meld [111m]"),
        (["--by", "earthly", "--meld", "[111m]"], "by 'earthly' with the meld [111m]"),
    ],
)
def test_wrong_options_are_named(zhuji, options, message):
    said = zhuji(*HAND, *options)
    assert said.status == 2
    assert message in said.err
    assert said.err.count("\n") == 1
