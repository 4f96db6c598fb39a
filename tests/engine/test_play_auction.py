"""The bidding, sentence by sentence (RULES.md §3)."""

import pytest

from tests.engine.scenarios_script import Scripted
from zhuji_sim.rules import PRESETS, Contract

BIDDING = pytest.mark.parametrize("preset", ["bao", "dongfeng"])
IN_ORDER = [f"{mode}{level}" for level in range(2, 13) for mode in ("", "独", "无财")]
PASSES = "E pass, S pass, W pass, N pass"


def bids(deal, seat):
    """What `seat`, whose turn it is, may bid."""
    offers = deal.offers()
    assert list(offers) == [seat]
    assert "pass" in offers[seat]
    return {action.removeprefix("bid ") for action in offers[seat] - {"pass"}}


def spoken(deal):
    """Who spoke, in order."""
    return "".join(event["seat"] for event in deal.events if event["do"] in ("bid", "pass"))


@pytest.mark.parametrize("preset", PRESETS)
def test_only_bao_and_dongfeng_have_a_bidding(preset):
    """Guards against an auction where the caishen come from elsewhere."""
    has_bids = any("bid 2" in actions for actions in Scripted(preset).offers().values())
    assert has_bids == (preset in ("bao", "dongfeng"))


@BIDDING
def test_the_dealer_speaks_first_and_round_after_round_in_seat_order(preset):
    """Guards against bidders left out or asked twice."""
    deal = Scripted(
        preset, "E pass, S bid 2, W bid 独2, N pass, E bid 无财2, S bid 3, W pass, N pass, E pass"
    )
    assert spoken(deal) == "ESWNESWNE"
    assert deal.result()["declarer"] == "S"


@BIDDING
@pytest.mark.parametrize("level", [2, 8, 12])
def test_every_bid_is_higher_than_the_last_one_and_within_max_level(preset, level):
    """Guards against equal bids, against a wrong order of the modes, and against `max_level` off by one."""
    deal = Scripted(preset, max_level=level)
    highest = 3 * (level - 1)
    assert bids(deal, "E") == set(IN_ORDER[:highest])
    for place, seat in ((0, "E"), (1, "S"), (2, "W")):
        deal.do(f"{seat} bid {IN_ORDER[place]}")
        assert bids(deal, "SWN"[place]) == set(IN_ORDER[place + 1 : highest])
    deal.do("N bid 3" if level > 2 else "N pass")


@BIDDING
def test_after_the_highest_bid_the_others_still_pass(preset):
    """Guards against passes that are left out of the log."""
    deal = Scripted(preset, "E bid 无财3", max_level=3)
    assert bids(deal, "S") == set()
    assert spoken(deal.do("S pass, W pass, N pass")) == "ESWN"
    assert deal.result()["contract"] == "无财3"


@BIDDING
def test_it_ends_when_all_the_others_have_passed_after_a_bid(preset):
    """Guards against an end after three passes in a round instead of in succession."""
    deal = Scripted(preset, "E bid 2, S pass, W pass")
    assert bids(deal, "N")
    assert bids(deal.do("N bid 独2, E pass, S pass"), "W")
    deal.do("W pass")
    assert deal.may("N") >= {"caishen 5m"}
    result = deal.result()
    assert (result["declarer"], result["contract"]) == ("N", "独2")


@BIDDING
def test_who_passed_may_bid_again(preset):
    """Guards against `pass_is_final` being the rule."""
    deal = Scripted(
        preset, "E pass, S bid 2, W pass, N pass, E bid 独2, S pass, W bid 3, N pass, E pass, S pass"
    )
    assert spoken(deal) == "ESWNESWNES"
    assert deal.result()["declarer"] == "W"


@BIDDING
def test_a_pass_is_final_under_its_option(preset):
    """Guards against asking those who passed, and against waiting for three passes in succession."""
    deal = Scripted(preset, "E pass, S bid 2, W pass, N pass", pass_is_final=True)
    assert deal.result()["declarer"] == "S"
    deal = Scripted(preset, "E pass, S bid 2, W bid 3, N pass, S bid 独3, W pass", pass_is_final=True)
    assert spoken(deal) == "ESWNSW"
    assert deal.result()["contract"] == "独3"
    last = Scripted(preset, "E pass, S pass, W pass", pass_is_final=True)
    assert "2" in bids(last, "N")
    assert last.do("N bid 2").result()["declarer"] == "N"


@BIDDING
def test_the_mode_is_part_of_the_bid(preset):
    """Guards against a declarer who names another number of kinds than he bid."""
    won = "S pass, W pass, N pass"
    assert len(Scripted(preset, f"E bid 2, {won}").may("E")) == 34
    assert all(name.count(" ") == 2 for name in Scripted(preset, f"E bid 2, {won}").may("E"))
    assert all(name.count(" ") == 1 for name in Scripted(preset, f"E bid 独2, {won}").may("E"))
    none = Scripted(preset, f"E bid 无财2, {won}, E discard 9s", E="9s")
    assert none.events[4] == {"seat": "E", "do": "caishen", "tiles": []}
    none.finish()


@BIDDING
@pytest.mark.parametrize("declarer", "SWN")
def test_the_dealer_leads_whoever_declares(preset, declarer):
    """Guards against the declarer leading."""
    deal = Scripted(preset, "E discard 9s", caishen="5m 6m", declarer=declarer, E="9s", draws="1p")
    assert deal.events[-1]["seat"] == "S"
    deal.finish()


@BIDDING
@pytest.mark.parametrize("contract", ["2", "独2", "无财2", "3", "独3", "无财3", "4", "独8"])
def test_a_failed_declarer_pays_each_defender_the_points_of_his_contract(preset, contract):
    """Guards against a wrong scale of points: dual 5 doubled at each level, solo and none twice that."""
    level, mode = int(contract[-1]), contract[:-1]
    points = 5 * 2 ** (level - 2) * (2 if mode else 1)
    assert Contract.parse(contract).points == points
    result = Scripted(preset, f"E pass, S bid {contract}, W pass, N pass, E pass").result()
    assert result["points"] == {"E": points, "S": -3 * points, "W": points, "N": points}


# All four pass

WAITS = "123m 456p 789p 东东 78s"


@BIDDING
def test_after_four_passes_there_is_neither_contract_nor_caishen(preset):
    """Guards against a caishen, a declarer or a payment where nobody bid."""
    deal = Scripted(preset, PASSES)
    scene = deal.session.scene
    assert (int(scene["declarer"]), int(scene["level"]), int(scene["caishen"].max())) == (-1, 0, -1)
    assert list(scene["minimum"]) == [1, 1, 1, 1]
    result = deal.result()
    assert (result["declarer"], result["contract"]) == (None, None)
    assert set(result["points"].values()) == {0}


@BIDDING
def test_after_four_passes_everybody_is_wucai_and_wins_on_anybody(preset):
    """Guards against dongfeng's rule for defenders where there are none, and against contract points."""
    deal = Scripted(preset, f"{PASSES}, E discard 1p, nobody, S throws", N=WAITS, E="1p", draws="9s")
    result = deal.do("N hu").result()
    assert (result["loser"], result["tai"], result["items"]) == ("S", 1, {"no_caishen": 1})
    assert result["points"] == {"E": -1, "S": -2, "W": -1, "N": 4}


@BIDDING
@pytest.mark.parametrize(("bonus", "wins"), [("hand", True), ("mode", True), ("off", False)])
def test_after_four_passes_is_a_mode_without_caishen(preset, bonus, wins):
    """Guards against `wucai_bonus = mode` that looks for a contract."""
    deal = Scripted(
        preset, f"{PASSES}, E discard 1p, around 1", N=WAITS, E="1p", draws="9s", wucai_bonus=bonus
    )
    assert deal.may("N") == ({"hu"} if wins else set())


@BIDDING
def test_the_dealer_holds_2_where_he_must_bid(preset):
    """Guards against a dealer who must bid but names no caishen or pays nothing."""
    deal = Scripted(preset, PASSES, all_pass="dealer_must_bid")
    assert "caishen 5m 6m" in deal.may("E")
    assert list(deal.do("E caishen 5m 6m").session.scene["minimum"]) == [2, 1, 1, 1]
    result = deal.result()
    assert (result["declarer"], result["contract"]) == ("E", "2")
    assert result["points"] == {"E": -15, "S": 5, "W": 5, "N": 5}


@BIDDING
def test_a_redeal_ends_the_deal_and_nobody_scores(preset):
    """Guards against play after a redeal."""
    deal = Scripted(preset, PASSES, all_pass="redeal", stays=1)
    assert deal.session.over
    assert deal.events[-1] == {"do": "redeal"}
    assert set(deal.result()["points"].values()) == {0}
