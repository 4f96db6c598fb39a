"""Robbing a gang (抢杠), sentence by sentence (RULES.md §4)."""

import pytest

from tests.engine.scenarios_script import Scripted
from zhuji_sim.rules import PRESETS

pytestmark = pytest.mark.small
EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)

FLUSH = "22s 456s 456s 456s 78s"
"""Waits for 6s and 9s, and has tai enough everywhere."""
PEASANT = "123m 456p 789p 东东 78s"
"""Waits for 6s and 9s, with a tai only if it holds no caishen."""
TO_THE_GANG = "E discard 9s, W peng [999s], W discard 北, nobody, around 3, nobody"


def about_to_add(preset, declarer="W", W="99s 北", draws="1p 2p 3p 9s", script=TO_THE_GANG, **more):
    """W may add 9s to his peng; 8m and 9m are caishen."""
    more = {"caishen": "8m 9m", "E": "9s"} | more
    return Scripted(preset, script, declarer=declarer, W=W, draws=draws, **more)


@EVERYWHERE
@pytest.mark.parametrize("robber", "ESN")
def test_the_tile_of_an_added_gang_may_be_won_on(preset, robber):
    """Guards against a gang that is complete before it may be robbed, also where no discard is won on."""
    hands = {robber: FLUSH if robber != "E" else f"{FLUSH} 9s"}
    deal = about_to_add(preset, **hands).do("W gang [9999s]")
    assert deal.may(robber) == {"hu"}
    result = deal.do(f"{robber} hu").result()
    assert (result["winner"], result["loser"], result["by"]) == (robber, "W", "rob")
    assert result["items"]["robbing"] == 1
    assert deal.session.melds(2) == ["[999s]"], "the tile is gone"
    assert int(deal.session.scene["concealed"][2]) == 10
    assert not any(event.get("tail") for event in deal.events), "no replacement"


@EVERYWHERE
def test_of_several_robbers_the_nearest_takes_it(preset):
    """Guards against the lowest seat number, and against two winners."""
    both = about_to_add(preset, S="中中中 发发发 234p 11p 78s", N=FLUSH).do("W gang [9999s]")
    assert both.may("S") == both.may("N") == {"hu"}
    assert both.do("S hu & N hu").result()["winner"] == "N"


@EVERYWHERE
def test_a_gang_that_nobody_robs_is_made(preset):
    """Guards against a gang that is lost, or a replacement that is not drawn, when a robber passes."""
    deal = about_to_add(preset, N=FLUSH, tail="1m").do("W gang [9999s], nobody")
    assert [event["do"] for event in deal.events[-2:]] == ["gang", "draw"]
    assert deal.session.melds(2) == ["[9999s]"]
    deal.do("W throws").finish()


@EVERYWHERE
def test_a_concealed_gang_cannot_be_robbed(preset):
    """Guards against robbing what nobody sees."""
    deal = Scripted(preset, "E gang (9999s)", caishen="8m 9m", E="9999s", N=FLUSH, tail="1p")
    assert deal.events[-1]["do"] == "draw"
    deal.finish()


READY = "123p 456p 789p 1m"


def test_a_gang_completed_by_a_caishen_cannot_be_robbed():
    """Guards against robbing the caishen, or the tile it stands for."""
    deal = about_to_add("bao", W=f"99s 北 {READY}", S=FLUSH, draws="1p 2p 3p 8m")
    assert deal.do("W gang [999*s] with 8m").events[-1]["do"] == "draw"
    deal.finish()


def test_a_natural_tile_added_to_a_caishen_peng_can_be_robbed():
    """Guards against robbing that asks whether the gang, instead of the added tile, is natural."""
    script = TO_THE_GANG.replace("[999s]", "[99*s] with 8m")
    deal = about_to_add("bao", W=f"9s 8m 北 {READY}", S=FLUSH, script=script)
    assert deal.do("W gang [99*9s] with 8m").may("S") == {"hu"}
    result = deal.do("S hu").result()
    assert (result["loser"], result["by"]) == ("W", "rob")
    assert deal.session.melds(2) == ["[99*s]"]


def test_a_robbed_tile_that_is_caishen_for_the_robber_counts_as_itself():
    """Guards against a robbed caishen that is wild, or leaves the hand 无财."""
    own = {"E": "1m", "S": "9s", "W": "1m", "N": "9s"}
    deal = about_to_add("ziyou", caishen=own, S=FLUSH, N="22p 456p 456p 456p 78p").do("W gang [9999s]")
    assert deal.may("N") == set(), "it is no 9p"
    result = deal.do("S hu").result()
    assert result["items"] == {"pinghu": 1, "qingyise": 3, "robbing": 1}


# Who may rob whom


@pytest.mark.parametrize(
    ("declarer", "robber", "robs"), [("W", "N", True), ("N", "N", True), ("E", "N", False), ("S", "N", False)]
)
def test_in_dongfeng_a_defender_robs_the_declarer_alone(declarer, robber, robs):
    """Guards against defenders who rob each other, and a declarer who may not rob."""
    deal = about_to_add("dongfeng", declarer=declarer, N=FLUSH).do("W gang [9999s]")
    assert ("hu" in deal.may(robber)) == robs
    free = about_to_add("bao", declarer=declarer, N=FLUSH).do("W gang [9999s]")
    assert free.may(robber) == {"hu"}


def test_in_dongfeng_without_contract_anybody_robs():
    """Guards against defenders where there is no declarer."""
    script = f"E pass, S pass, W pass, N pass, {TO_THE_GANG}, W gang [9999s], N hu"
    result = Scripted("dongfeng", script, E="9s", W="99s 北", N=FLUSH, draws="1p 2p 3p 9s").result()
    assert (result["winner"], result["loser"], result["declarer"]) == ("N", "W", None)


@EVERYWHERE
def test_the_declarer_robs_only_for_his_level(preset):
    """Guards against robbing that does not ask for the minimum."""
    if preset in ("bao", "dongfeng"):
        for level, robs in ((2, True), (3, False)):
            deal = about_to_add(preset, declarer="N", level=level, N=PEASANT).do("W gang [9999s]")
            assert ("hu" in deal.may("N")) == robs, "无财 and 抢杠 are two tai"
    else:
        for tai, robs in ((1, True), (3, False)):
            deal = about_to_add(preset, N=PEASANT, minimum_tai=tai, tai_no_caishen_floor=0)
            assert ("hu" in deal.do("W gang [9999s]").may("N")) == robs


# Exposed gangs on a discard


@pytest.mark.parametrize("preset", ["bao", "heping", "dongfeng"])
def test_the_discard_of_an_exposed_gang_could_have_been_won_on(preset):
    """Guards against a second chance on the same tile after the gang is laid."""
    deal = Scripted(preset, "E discard 9s", caishen="8m 9m", E="9s", W="999s", N=FLUSH, tail="1p")
    assert deal.may("N") == {"hu"}
    assert deal.do("W gang [9999s]").events[-1] == {"seat": "W", "do": "draw", "tile": "1p", "tail": True}
    deal.finish()


def exposed(rob_exposed=True, **more):
    """W lays an exposed gang in ziyou."""
    hands = {"E": "9s", "W": "999s", "S": FLUSH, "tail": "1p", "caishen": "8m 9m"} | more
    return Scripted("ziyou", "E discard 9s, W gang [9999s]", rob_exposed=rob_exposed, **hands)


def test_in_ziyou_an_exposed_gang_is_robbed_only_under_its_option():
    """Guards against ziyou players who win on a discard by way of its gang, and against a dead option."""
    assert exposed(rob_exposed=False).events[-1]["do"] == "draw"
    deal = exposed()
    assert deal.may("S") == {"hu"}
    result = deal.do("S hu").result()
    assert (result["winner"], result["loser"], result["by"]) == ("S", "W", "rob")
    assert exposed().do("nobody").session.melds(2) == ["[9999s]"]
    exposed().do("nobody").finish()


def test_the_discarder_does_not_rob_his_own_discard():
    """Guards against the discarder being asked again through the gang."""
    deal = exposed(E=f"9s {FLUSH}", S="")
    assert deal.events[-1]["do"] == "draw"
    deal.finish()


def test_an_unclaimable_caishen_is_not_robbed_out_of_an_exposed_gang():
    """Guards against winning on an untouchable discard by way of its gang."""
    own = {"E": "1m", "S": "9s", "W": "1m", "N": "1m"}
    assert exposed(caishen=own, discarded_caishen="unclaimable").events[-1]["do"] == "draw"
    assert exposed(caishen=own).may("S") == {"hu"}


# What a robbed gang costs


def test_in_ziyou_everybody_pays_for_a_robbed_gang_unless_the_robbed_player_pays_alone():
    """Guards against `robbed_pays` that looks at discards, or pays a share only."""
    for option, points in (("all", (-64, 192, -64, -64)), ("robbed_only", (0, 192, -192, 0))):
        deal = about_to_add("ziyou", S=FLUSH, robbed_pays=option).do("W gang [9999s], S hu")
        assert tuple(deal.result()["points"].values()) == points


def test_elsewhere_a_robbed_gang_pays_like_a_discard():
    """Guards against a robbed gang that pays like a self-draw."""
    heping = about_to_add("heping", S=PEASANT).do("W gang [9999s], S hu").result()
    assert tuple(heping["points"].values()) == (-2, 8, -4, -2)
    bao = about_to_add("bao", S=PEASANT, declarer="W").do("W gang [9999s], S hu").result()
    assert tuple(bao["points"].values()) == (-2 + 5, 8 + 5, -4 - 15, -2 + 5)
