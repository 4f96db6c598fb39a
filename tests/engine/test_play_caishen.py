"""Caishen, sentence by sentence (RULES.md §2)."""

import pytest

from tests.engine.scenarios_script import Scripted
from zhuji_sim.rules import PRESETS
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import successor

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
WITH_RON = pytest.mark.parametrize("preset", ["bao", "heping", "dongfeng"])
CYCLES = pytest.mark.parametrize("cycle", ["4+3", "7", "none"])
KINDS = range(34)


def duals(cycle):
    """All dual sets there are, as they are named."""
    pairs = [(kind, successor(kind, cycle)) for kind in KINDS]
    return {f"caishen {format_tile(a)} {format_tile(b)}" for a, b in pairs if b is not None}


SOLOS = {f"caishen {format_tile(kind)}" for kind in KINDS}


def caishen_of(deal):
    """The kinds wild for each seat."""
    rows = deal.session.scene["caishen"]
    return ["".join(format_tile(int(kind)) for kind in row if kind >= 0) for row in rows]


# Who sets it, and what there is to choose


@CYCLES
def test_the_declarer_names_any_kind_that_has_a_successor(cycle):
    """Guards against a wrong successor of 9, 北 or 白, and against names that the option takes away."""
    named = Scripted("bao", "E bid 2, S pass, W pass, N pass", honour_cycle=cycle).may("E")
    assert named == duals(cycle)
    assert ("caishen 9m 1m" in named) == (cycle != "none")
    assert ("caishen 北 东" in named, "caishen 北 中" in named) == (cycle == "4+3", cycle == "7")
    assert ("caishen 白 中" in named, "caishen 白 东" in named) == (cycle == "4+3", cycle == "7")
    assert Scripted("bao", "E bid 独2, S pass, W pass, N pass", honour_cycle=cycle).may("E") == SOLOS


@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
def test_what_the_declarer_names_is_wild_for_all(preset):
    """Guards against caishen for the declarer alone."""
    assert caishen_of(Scripted(preset, caishen="9s 1s", declarer="W")) == ["9s1s"] * 4
    assert caishen_of(Scripted(preset, caishen="中", declarer="W")) == ["中"] * 4


@CYCLES
def test_the_turned_tile_and_its_successor_are_caishen(cycle):
    """Guards against the successor alone, and against a dual set that the option does not have."""
    for turned in ("5m", "9p", "北", "白"):
        deal = Scripted("heping", turned=turned, honour_cycle=cycle)
        kind = next(kind for kind in KINDS if format_tile(kind) == turned)
        second = successor(kind, cycle)
        assert caishen_of(deal) == [turned + ("" if second is None else format_tile(second))] * 4
        deal.finish()


def test_the_turned_tile_is_out_of_play():
    """Guards against an indicator that is drawn, counted in the wall, or held."""
    deal = Scripted("heping", turned="5m", E="555m", S="6666m")
    scene = deal.session.scene
    assert (format_tile(int(scene["indicator"])), int(scene["wall_left"])) == ("5m", 136 - 54)
    assert int(scene["draws_left"]) == 136 - 54 - 14
    assert int(scene["visible"][4]) == 1, "everybody sees it"
    log = deal.finish()
    in_play = log["wall"][:52] + log["wall"][53:]
    assert sum(tile in ("5m", "6m") for tile in in_play) == 7
    assert sum(event["do"] == "draw" for event in log["events"]) == 68


def test_in_ziyou_everybody_names_his_own_in_seat_order():
    """Guards against one caishen for all, and against naming before the tiles are seen."""
    deal = Scripted("ziyou")
    for seat, name in zip("ESWN", ("5m", "9p 1p", "5m 6m", "白 中"), strict=True):
        assert deal.may(seat) == duals("4+3") | SOLOS
        assert int(deal.session.scene["hand"].sum()) == (14 if seat == "E" else 13)
        deal.do(f"{seat} caishen {name}")
    assert caishen_of(deal) == ["5m", "9p1p", "5m6m", "白中"]
    assert [event["seat"] for event in deal.events] == list("ESWN")
    deal.finish()


def test_in_ziyou_the_dealer_may_name_for_all():
    """Guards against an option that still asks the others."""
    deal = Scripted("ziyou", "E caishen 5m 6m, E discard 9s", E="9s", ziyou_caishen="dealer")
    assert caishen_of(deal) == ["5m6m"] * 4
    deal.finish()


def test_in_ziyou_a_caishen_is_wild_for_its_owner_alone():
    """Guards against a tile that is wild for everybody once somebody named it."""
    flush = "22s 456s 456s 456s 7s"
    own = {"E": "1m", "S": "5m", "W": "1m", "N": "1m"}
    deal = Scripted("ziyou", "E discard 1p", caishen=own, S=f"{flush} 5m", E="1p", draws="8s")
    assert deal.do("nobody").may("S") == {"hu"}
    another = own | {"S": "1m", "W": "5m"}
    deal = Scripted("ziyou", "E discard 1p", caishen=another, S=f"{flush} 5m", E="1p", draws="8s")
    assert deal.do("nobody").may("S") == set()


# Wild


@pytest.mark.parametrize(("caishen", "wins"), [("5m 6m", True), ("5m", True), ("9p", False), ("", False)])
def test_a_caishen_stands_for_any_tile(caishen, wins):
    """Guards against caishen that are wild in one mode only."""
    hand = "123m 456m 789m 中中 11s"
    script = "E discard 9p, nobody, S throws, nobody, W throws"
    deal = Scripted("bao", script, caishen=caishen, E="9p", N=hand, draws="1p 2p 5m")
    assert ("hu" in deal.may("N")) == wins


def test_two_hands_without_a_tai_do_not_win():
    """Guards against 无财 for a hand that holds a caishen, even as itself (both examples of §5)."""
    for caishen, hand, tile in (
        ("5m", "222m 555p 789s 345m 8p", "8p"),
        ("9p", "123m 456s 567m 789p 中", "中"),
    ):
        deal = Scripted("bao", "E discard 1p, nobody", caishen=caishen, E="1p", S=hand, draws=tile)
        assert "hu" not in deal.may("S")
        deal.finish()


def test_a_caishen_may_stand_for_a_fifth_copy():
    """Guards against a limit of four copies: 东东东东 with two caishen is two triplets of 东."""
    hand = "东东东东 5m 6m 789p 789p 1s"
    deal = Scripted("bao", "E discard 1p, nobody", caishen="5m 6m", E="1p", S=hand, draws="1s")
    result = deal.do("S hu").result()
    assert result["items"]["wind_east"] == 2


# Discarded


@WITH_RON
def test_a_discarded_caishen_is_claimed_as_itself_only(preset):
    """Guards against a discarded caishen that stands for another tile in a meld or a win."""
    deal = Scripted(
        preset,
        "E discard 5m",
        caishen="5m 6m",
        E="5m",
        S="55m 67m 4m",
        W="1p1p 6m",
        N="123m 456p 789p 东东 78s",
    )
    assert deal.may("S") == {"peng [555m]", "chi [456m]", "chi [567m]"}
    assert (deal.may("W"), deal.may("N")) == (set(), set())
    deal.do("S peng [555m]").finish()


@WITH_RON
def test_a_hand_won_on_a_caishen_is_not_wucai(preset):
    """Guards against 无财 for a hand whose only caishen is the tile it won on."""
    hand = "123m 456p 789p 中中中 5m"
    result = Scripted(preset, "E discard 5m, S hu", caishen="5m", E="5m", S=hand, tai_earthly=0).result()
    assert result["items"] == {"dragon_red": 1}


@WITH_RON
def test_a_hand_worth_only_wucai_does_not_win_on_a_caishen(preset):
    """Guards against a win that is offered as 无财 although the tile won on is a caishen."""
    hands = {"E": "1p", "S": "5m", "N": "123p 456p 789p 东东 46m"}
    for caishen, wins in (("5m", False), ("8s", True)):
        deal = Scripted(preset, "E discard 1p, nobody", caishen=caishen, draws="2p", **hands)
        assert ("hu" in deal.do("S discard 5m").may("N")) == (wins and preset != "dongfeng")
        late = Scripted(preset, "E discard 1p, nobody", caishen=caishen, declarer="S", draws="2p", **hands)
        assert ("hu" in late.do("S discard 5m").may("N")) == wins


@WITH_RON
def test_an_unclaimable_caishen_is_left_alone_by_everybody(preset):
    """Guards against claims, or wins, on a discarded caishen under `unclaimable`."""
    hands = {"E": "5m 7m", "S": "55m 46m", "N": "123m 456p 789p 中中 46m"}
    deal = Scripted(preset, "E discard 5m", caishen="5m 6m", discarded_caishen="unclaimable", **hands)
    assert deal.may("S") == deal.may("N") == set()
    deal = Scripted(preset, "E discard 7m", caishen="5m 6m", discarded_caishen="unclaimable", **hands)
    assert "chi [567m]" in deal.may("S"), "only the discarded caishen is untouchable"


def test_in_ziyou_a_discard_is_untouchable_if_it_is_caishen_for_either():
    """Guards against an option that looks at one side only."""
    own = {"E": "1m", "S": "5m", "W": "1m", "N": "1m"}
    rules = {"discarded_caishen": "unclaimable", "caishen": own}
    deal = Scripted("ziyou", "E discard 5m", E="5m", S="46m 1p", W="55m 1p", **rules)
    assert (deal.may("S"), deal.may("W")) == (set(), {"peng [555m]"})
    deal = Scripted("ziyou", "E discard 1m", E="1m", S="23m 1p", W="11m 1p", **rules)
    assert (deal.may("S"), deal.may("W")) == (set(), set())


@EVERYWHERE
def test_a_caishen_at_its_own_place_is_natural(preset):
    """Guards against 正吃 and 正碰 with one's own caishen being taken for caishen claims, or refused."""
    deal = Scripted(preset, "E discard 4m", caishen="5m 6m", E="4m", S="56m 1p", W="44m 1p")
    natural = {"chi [456m]"}
    assert natural <= deal.may("S")
    assert deal.may("W") >= {"peng [444m]"}
    pair = Scripted(preset, "E discard 5m", caishen="5m 6m", E="5m", S="46m 1p", W="55m 1p")
    assert pair.may("S") == {"chi [456m]"}
    assert pair.may("W") == {"peng [555m]"}
    log = pair.do("S chi [456m] & W peng [555m], W discard 1p").finish()
    assert "laid" not in next(event for event in log["events"] if event["do"] == "peng")


def test_a_caishen_chi_lays_a_caishen_for_another_tile_and_one_natural_tile():
    """Guards against one caishen used twice, and against a star at the caishen's own place."""
    for hand, chis in (
        ("5m", set()),
        ("55m", {"chi [45*m] with 5m", "chi [*45m] with 5m"}),
        ("56m", {"chi [456m]", "chi [*45m] with 6m"}),
        ("3m 6m", {"chi [34*m] with 6m", "chi [*34m] with 6m"}),
    ):
        deal = Scripted("heping", "E discard 4m", caishen="5m 6m", E="4m", S=f"{hand} 北")
        assert {action for action in deal.may("S") if action.startswith("chi")} == chis, hand


@pytest.mark.parametrize("preset", ["bao", "heping"])
def test_a_natural_chi_with_caishen_at_their_places_beats_a_caishen_peng(preset):
    """Guards against ranking a chi by the tiles in it instead of by what they stand for."""
    deal = Scripted(preset, "E discard 4m", caishen="5m 6m", E="4m", S="56m 1p", W="4m 5m 1p")
    assert deal.do("S chi [456m] & W peng [44*m] with 5m").events[-1]["do"] == "chi"


def test_a_caishen_in_a_meld_stays_what_it_stands_for():
    """Guards against a caishen that comes back, and against a hand that is 无财 again once it is laid."""
    hands = {"E": "9s", "W": "9s 5m 北 123m 456p 东东东", "draws": "1p 2p 3p 9s"}
    deal = Scripted("dongfeng", "E discard 9s, W peng [99*s] with 5m, W discard 北", caishen="5m 6m", **hands)
    assert deal.session.melds(2) == ["[99*s]"]
    deal.do("nobody, around 3, nobody")
    assert deal.may("W") == set(), "no gang, no caishen back"
    deal.finish()


def test_a_caishen_laid_in_a_meld_is_held():
    """Guards against 无财 for a hand with a caishen in a meld."""
    hands = {"E": "9s", "W": "9s 5m 北 123m 456p 东东东 8p", "draws": "1p 2p 3p 8p"}
    script = "E discard 9s, W peng [99*s] with 5m, W discard 北, nobody, around 3, nobody, W hu"
    result = Scripted("dongfeng", script, caishen="5m 6m", **hands).result()
    assert result["items"] == {"wind_east": 2}


@pytest.mark.parametrize(
    ("claim", "hand", "wucai"),
    [("peng [555m]", "55m", False), ("chi [567m]", "67m", False), ("peng [888m]", "88m", True)],
)
def test_caishen_claimed_or_laid_as_themselves_are_held(claim, hand, wucai):
    """Guards against 无财 for a hand with caishen in a natural meld."""
    given = "8m" if wucai else "5m"
    hands = {"E": given, "S": f"{hand} 北 中中中 123p 789p 8s", "draws": "1m 2m 3m 8s"}
    script = f"E discard {given}, S {claim}, S discard 北, nobody, around 3, nobody, S hu"
    items = Scripted("bao", script, caishen="5m 6m", **hands).result()["items"]
    assert items == {"dragon_red": 1} | ({"no_caishen": 1} if wucai else {})


def test_in_ziyou_caishen_in_a_natural_meld_count_among_three():
    """Guards against three caishen that are looked for in the hand only."""
    own = {"E": "1m", "S": "1m", "W": "5s", "N": "1m"}
    hands = {"E": "5s", "W": "55s 北 123s 456s 789s 8s", "draws": "1m 2m 3m 8s", "caishen": own}
    script = "E discard 5s, W peng [555s], W discard 北, nobody, around 3, nobody, W hu"
    assert Scripted("ziyou", script, **hands).result()["items"] == {"qingyise": 3, "three_caishen": 2}
