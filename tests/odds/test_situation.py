"""What a player knows, read from texts; and one clear line for everything that cannot be."""

import pytest

from zhuji_sim.engine.codes import Action
from zhuji_sim.errors import ZhujiError
from zhuji_sim.odds.situation import Choice, read_situation
from zhuji_sim.rules import PRESETS, Ruleset

THIRTEEN = "123m 456m 789m 11p 99s"
BAO = Ruleset()


def read(hand=THIRTEEN, seat="S", rules=BAO, **known):
    """A situation of bao unless said otherwise."""
    return read_situation(hand, seat, rules, **known)


def test_without_an_auction_the_seats_before_have_passed():
    """Guards against a south who is asked before the dealer has spoken."""
    found = read(seat="W")
    assert found.auction == ((0, None), (1, None))
    assert found.choice == Choice.BID
    assert found.legal[:3] == (Action.PASS, Action.BID, Action.BID + 1)


def test_an_auction_leaves_higher_bids():
    """Guards against bids that are open no more."""
    found = read(auction="E:2 S:pass W:独3 N:过 E:-")
    assert found.legal[1] == Action.BID + 5
    assert [None if bid is None else str(bid) for _, bid in found.auction] == ["2", None, "独3", None, None]
    assert found.told


def test_full_width_signs_are_read():
    """Guards against a Chinese keyboard being wrong input."""
    assert read(auction="E：2").auction == read(auction="E:2").auction
    assert read(auction="Ｅ：２").auction == read(auction="E:2").auction
    assert read(seat="W", auction="E:2，S:pass").auction == read(seat="W", auction="E:2 S:pass").auction


def test_seats_and_contracts_are_read_as_players_write_them():
    """Guards against 东, 獨 and 無財 being wrong input."""
    assert read(seat="南", auction="东:2").auction == read(auction="E:2").auction
    assert read(seat="Ｓ", auction="東:獨2").auction == read(auction="E:独2").auction
    assert (
        read(auction="E:無財3").auction == read(auction="E:NONE3").auction == read(auction="E:无财3").auction
    )
    assert read(contract="2", declarer="西").declarer == 2


def test_a_contract_of_nobody_is_ones_own():
    """Guards against a player who asks what to name and is told a defender's chances."""
    found = read(seat="S", contract="独2")
    assert (found.choice, found.declarer) == (Choice.NAME, 1)
    assert found.auction == read(seat="S", contract="独2", declarer="S").auction


def test_the_dealer_may_have_stayed_as_often_as_the_rules_count():
    """Guards against a doubled deal that is an ordinary one."""
    assert read(lao_zhuang=3).stays == 3
    assert read(rules=BAO.replace(lao_zhuang="off")).stays == 0


def test_an_auction_that_is_over_leaves_the_caishen():
    """Guards against a declarer who is asked to bid on."""
    found = read(auction="E:pass S:独2 W:pass N:pass E:pass")
    assert (found.choice, str(found.contract), found.declarer) == (Choice.NAME, "独2", 1)
    assert len(found.legal) == 34
    named = read(auction="E:pass S:独2 W:pass N:pass E:pass", caishen="9s")
    assert named.choice == Choice.NOTHING


def test_a_defender_asks_for_his_chances():
    """Guards against a contract of another seat that is lost."""
    found = read(contract="独2", declarer="W", caishen="5m")
    assert (found.choice, found.declarer, found.caishen) == (Choice.NOTHING, 2, (4,))
    assert found.told
    assert found.named


def test_a_contract_without_its_auction_is_a_bid_of_its_declarer():
    """Guards against a declarer whose hand is any hand, and against passes that nobody told of."""
    found = read(contract="独3", declarer="W", caishen="5m")
    assert found.plain
    assert [(who, str(bid)) for who, bid in found.auction if bid is not None] == [(2, "独3")]
    assert int(found.record["callers"]) == 1 << 2
    assert int(found.record["at_least"]) == 1
    own = read(contract="独3", declarer="S")
    assert own.plain
    assert not own.told
    told = read(auction="E:pass S:pass W:独3 N:pass E:pass S:pass", caishen="5m")
    assert not told.plain
    assert (int(told.record["callers"]), int(told.record["at_least"])) == (0b1101, 0)


def test_a_plain_auction_is_legal_wherever_the_declarer_sits():
    """Guards against auctions that a house does not have."""
    for rules in (BAO, BAO.replace(pass_is_final=True), BAO.replace(all_pass="dealer_must_bid")):
        for declarer in "ESWN":
            found = read(rules=rules, contract="无财2", declarer=declarer)
            assert (str(found.contract), found.declarer) == ("无财2", "ESWN".index(declarer))


def test_a_contract_and_its_auction_may_both_be_told():
    """Guards against an auction that is not compared with the contract."""
    auction = "E:2 S:pass W:pass N:pass"
    assert read(auction=auction, contract="2", declarer="E").contract == read(auction=auction).contract
    with pytest.raises(ZhujiError, match="ends with 2 for E"):
        read(auction=auction, contract="3", declarer="E")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_its_question(preset):
    """Guards against a ruleset that was forgotten."""
    known = {"caishen": "5m6m"} if preset == "heping" else {}
    found = read(rules=Ruleset.preset(preset), **known)
    assert found.choice == {"heping": Choice.NOTHING, "ziyou": Choice.NAME}.get(preset, Choice.BID)


WRONG = [
    ({"hand": "123m 456m 789m 11p 9s"}, "12 tiles: expected 13"),
    ({"hand": THIRTEEN + "5s"}, "14 tiles: expected 13, as S holds"),
    ({"seat": "E"}, "13 tiles: expected 14, as the dealer"),
    ({"hand": "11111m 456m 789m 99s"}, "fifth 1m"),
    ({"hand": "123x"}, "123x"),
    ({"seat": "Q"}, "seat 'Q': expected E, S, W or N"),
    ({"auction": "S:2"}, "'S:2': out of order, it is the turn of E"),
    ({"auction": "E:3 S:pass W:2"}, "'W:2': not a call that W may make here; expected pass or 独3 or more"),
    ({"auction": "E:3 S:3"}, "'S:3'"),
    ({"auction": "E:2 S:3 W:pass N:pass E:pass S:4"}, "it is over before 'S:4'"),
    ({"auction": "E:2 S:3"}, "it is the turn of W, not of S"),
    ({"auction": "E-2"}, "'E-2': expected a seat and its call"),
    ({"auction": "E:7x"}, "7x"),
    ({"auction": "E:9"}, "'E:9'"),
    ({"contract": "独2", "declarer": "W", "caishen": "5m6m"}, "contract 独2: expected one tile"),
    ({"caishen": "5m"}, "expected the contract too"),
    ({"declarer": "W"}, "declarer 'W' without contract"),
    ({"seen": "1m1m1m1m"}, "fifth 1m"),
    ({"seen": "123456789s123456789p12345m"}, "23 tiles; with wall_reserve = 26 at most 22"),
    ({"lao_zhuang": -1}, "lao_zhuang -1"),
    ({"lao_zhuang": True}, "lao_zhuang True: expected a whole number"),
    ({"lao_zhuang": 1, "rules": BAO.replace(lao_zhuang="off")}, "it counts nothing"),
    ({"contract": "2", "declarer": ""}, "declarer '': expected E, S, W or N"),
    ({"auction": "E:"}, "'E:': expected a seat and its call"),
    (
        {"auction": "E:pass S:pass W:pass N:pass", "rules": BAO.replace(all_pass="redeal")},
        "the tiles are dealt again; expected a bid",
    ),
    (
        {"rules": Ruleset.preset("heping"), "caishen": "6m5m"},
        "caishen '6m5m': expected the indicator first, such as 5m6m",
    ),
    ({"rules": Ruleset.preset("heping"), "caishen": "东北"}, "the indicator first, such as 北东"),
    ({"rules": Ruleset.preset("heping")}, "caishen: expected the two turned up"),
    ({"rules": Ruleset.preset("heping"), "caishen": "5m"}, "its successor"),
    ({"rules": Ruleset.preset("ziyou"), "auction": "E:2"}, "no bidding"),
    ({"rules": Ruleset.preset("heping"), "hand": "1111m 456m 789m 99s 5p", "caishen": "1m2m"}, "all four"),
]


@pytest.mark.parametrize(("known", "problem"), WRONG, ids=[problem for _, problem in WRONG])
def test_what_cannot_be_is_refused_in_one_line(known, problem):
    """Guards against a traceback, and against a line that does not name what is wrong."""
    with pytest.raises(ZhujiError, match=problem.replace("(", r"\(")) as raised:
        read(**known)
    assert "\n" not in str(raised.value)
