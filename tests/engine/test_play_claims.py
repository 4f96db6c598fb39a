"""Claims on a discard, sentence by sentence (RULES.md §4): which there are, and which is the strongest."""

import pytest

from tests.engine.scenarios_script import Scripted
from zhuji_sim.rules import PRESETS

pytestmark = pytest.mark.small
EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
WITH_RON = pytest.mark.parametrize("preset", ["bao", "heping", "dongfeng"])

WAITS = "123m 456p 789p 东东 78s"
"""Thirteen tiles that wait for 6s and 9s; without caishen worth a tai."""
FLUSH = "22s 456s 456s 456s 78s"
"""Thirteen tiles of one suit that wait for 6s and 9s; enough tai for every preset."""


def offered(preset, tile, **hands):
    """The deal in which E, who declared, has just discarded `tile`; 5m and 6m are caishen."""
    caishen = hands.pop("caishen", "5m 6m")
    hands["E"] = f"{tile} {hands.get('E', '')}"
    return Scripted(preset, f"E discard {tile}", caishen=caishen, **hands)


def taken_by(deal, script):
    """Who takes the discard if everybody claims as the script says, and the meld."""
    at = len(deal.events)
    event = deal.do(script).events[at]
    deal.finish()
    return event["seat"], event.get("meld", event["do"])


# Which claims there are


@pytest.mark.parametrize(
    ("preset", "claims"),
    [
        ("bao", {"chi [789s]", "peng [999s]", "gang [9999s]", "peng [99*s] with 5m"}),
        ("dongfeng", {"chi [789s]", "peng [999s]", "gang [9999s]", "peng [99*s] with 5m"}),
        ("ziyou", {"chi [789s]", "peng [999s]", "gang [9999s]"}),
        (
            "heping",
            {
                "chi [789s]", "peng [999s]", "gang [9999s]", "peng [99*s] with 5m", "chi [*89s] with 5m",
                "chi [7*9s] with 5m",
            },
        ),
    ],
)  # fmt: skip
def test_each_preset_has_its_claims(preset, claims):
    """Guards against 财吃 outside heping and 财碰 in ziyou."""
    assert offered(preset, "9s", S="999s 78s 5m").may("S") == claims


@EVERYWHERE
def test_the_options_give_and_take_caishen_claims(preset):
    """Guards against options that are read from the preset instead of the ruleset."""
    hands = {"S": "9s 8s 5m", "W": "9s 6m"}
    given = offered(preset, "9s", caishen_peng=True, caishen_chi=True, **hands)
    assert given.may("S") == {"peng [99*s] with 5m", "chi [*89s] with 5m"}
    assert given.may("W") == {"peng [99*s] with 6m"}
    taken = offered(preset, "9s", caishen_peng=False, caishen_chi=False, **hands)
    assert not taken.may("S")
    assert not taken.may("W")


@EVERYWHERE
def test_only_the_next_player_may_chi(preset):
    """Guards against chi by everybody, or by the seat before."""
    deal = offered(preset, "9s", S="78s", W="78s", N="78s")
    assert [deal.may(seat) for seat in "SWN"] == [{"chi [789s]"}, set(), set()]


@EVERYWHERE
@pytest.mark.parametrize(
    ("tile", "hand", "chis"),
    [
        ("南", "东西北", set()),
        ("中", "发白", set()),
        ("9m", "1p 2p", set()),
        ("1p", "8m 9m", set()),
        ("9p", "1s 2s 8p", set()),
        ("3p", "1245p", {"chi [123p]", "chi [234p]", "chi [345p]"}),
        ("1s", "23s 9p", {"chi [123s]"}),
    ],
)
def test_chi_is_for_suit_tiles_within_one_suit(preset, tile, hand, chis):
    """Guards against sequences of honours and over the border of two suits."""
    assert offered(preset, tile, S=hand).may("S") == chis


@EVERYWHERE
def test_after_chi_and_peng_the_player_only_discards(preset):
    """Guards against a gang, a win or a draw between claim and discard."""
    hands = {"S": "99s 白白白白 78s", "tail": "1p"}
    for claim in ("peng [999s]", "chi [789s]"):
        deal = offered(preset, "9s", **hands).do(f"S {claim}")
        assert all(action.startswith("discard") for action in deal.offers()["S"])
        assert len(deal.events) == len(deal.do("S discard 白").events) - 2, "nothing happens in between"
        deal.finish()


@EVERYWHERE
def test_a_gang_on_a_discard_draws_from_the_tail_and_goes_on(preset):
    """Guards against a discard without replacement, or one from the front of the wall."""
    deal = offered(preset, "9s", W="999s 白白白白", tail="1p 2p").do("W gang [9999s]")
    assert deal.events[-1] == {"seat": "W", "do": "draw", "tile": "1p", "tail": True}
    assert "gang (白白白白)" in deal.may("W")
    assert deal.do("W gang (白白白白)").events[-1]["tile"] == "2p"
    deal.do("W discard 2p").finish()


@EVERYWHERE
def test_nobody_has_to_claim(preset):
    """Guards against claims carried out without being asked for."""
    deal = offered(preset, "9s", S="78s", W="999s", draws="1p").do("nobody")
    assert deal.events[-1] == {"seat": "S", "do": "draw", "tile": "1p"}
    deal.finish()


# Which claim is the strongest


@WITH_RON
def test_of_several_hu_the_nearest_takes_it_alone(preset):
    """Guards against a split pot, and against the lowest seat number instead of the nearest."""
    script = "E discard 1p, nobody, S throws, nobody, W throws"
    hands = {"E": f"{WAITS} 1p", "N": WAITS, "draws": "2p 9s"}
    deal = Scripted(preset, script, caishen="5m 6m", declarer="W", **hands)
    both = deal.do("N hu & E hu").result()
    assert (both["winner"], both["loser"]) == ("N", "W")
    assert both["points"]["E"] < both["points"]["N"]


@WITH_RON
def test_hu_beats_peng_and_gang_of_nearer_seats(preset):
    """Guards against ranking by distance first."""
    deal = offered(preset, "9s", S="999s", N=WAITS)
    assert taken_by(deal, "S gang [9999s] & N hu") == ("N", "hu")
    deal = offered(preset, "9s", S="999s", N=WAITS)
    assert taken_by(deal, "S peng [999s] & N hu") == ("N", "hu")


@EVERYWHERE
@pytest.mark.parametrize(("hand", "claim"), [("99s", "peng [999s]"), ("999s", "gang [9999s]")])
@pytest.mark.parametrize("seat", "WN")
def test_a_natural_peng_or_gang_far_away_beats_the_next_players_chi(preset, hand, claim, seat):
    """Guards against the next player's chi being settled before the others are asked."""
    deal = offered(preset, "9s", S="78s", **{seat: hand})
    assert taken_by(deal, f"S chi [789s] & {seat} {claim}") == (seat, claim.split()[1])


@WITH_RON
def test_a_natural_chi_beats_a_caishen_peng(preset):
    """Guards against 财碰 ranking with 正碰."""
    deal = offered(preset, "9s", S="78s", W="9s 5m")
    assert taken_by(deal, "S chi [789s] & W peng [99*s] with 5m") == ("S", "[789s]")


def test_a_caishen_peng_beats_a_caishen_chi():
    """Guards against 财吃 ranking with 正吃."""
    deal = offered("heping", "9s", S="8s 5m", N="9s 6m")
    assert taken_by(deal, "S chi [*89s] with 5m & N peng [99*s] with 6m") == ("N", "[99*s]")


def test_a_natural_chi_beats_a_caishen_peng_and_a_natural_peng_beats_both():
    """Guards against an order that holds for pairs of claims only."""
    deal = offered("heping", "9s", S="78s", W="9s 5m", N="99s")
    assert taken_by(deal, "S chi [789s] & W peng [99*s] with 5m & N peng [999s]") == ("N", "[999s]")


@WITH_RON
def test_of_two_caishen_pengs_the_nearest_takes_it(preset):
    """Guards against the last asked seat taking it."""
    deal = offered(preset, "9s", S="9s 5m", N="9s 6m")
    claims = "S peng [99*s] with 5m & N peng [99*s] with 6m"
    assert taken_by(deal, claims) == ("S", "[99*s]")


READY_BUT_FOR_A_GANG = "123p 456p 789p 1m 9s 5m 6m"
"""With caishen 5m 6m a gang of 9s leaves it waiting for 1m."""


def test_a_gang_that_needs_caishen_ranks_with_a_caishen_peng():
    """Guards against such a gang ranking with a gang of natural tiles."""
    gang = "N gang [99**s] with 5m 6m"
    assert taken_by(offered("bao", "9s", S="78s", N=READY_BUT_FOR_A_GANG), f"S chi [789s] & {gang}")[0] == "S"
    near = offered("bao", "9s", S="9s 5m", N=READY_BUT_FOR_A_GANG)
    assert taken_by(near, f"S peng [99*s] with 5m & {gang}")[0] == "S"
    far = offered("bao", "9s", S=READY_BUT_FOR_A_GANG, N="9s 5m")
    assert taken_by(far, "S gang [99**s] with 5m 6m & N peng [99*s] with 5m") == ("S", "[99**s]")


@EVERYWHERE
def test_a_claim_that_loses_leaves_everything_with_its_owner(preset):
    """Guards against tiles laid down by a claim that another one beats."""
    deal = offered(preset, "9s", S="78s 1p", N="99s 1p").do(
        "S chi [789s] & N peng [999s], N discard 1p, nobody"
    )
    log = deal.finish()
    assert [event["do"] for event in log["events"]].count("peng") == 1
    assert not deal.session.melds(1)


# Letting go, and the reserve


@WITH_RON
def test_whoever_let_a_win_pass_may_win_later(preset):
    """Guards against a furiten rule, which this game does not have."""
    later = offered(preset, "9s", E="6s", N=WAITS, draws="1p 2p 3p 4p")
    assert later.may("N") == {"hu"}
    assert later.do("nobody, around 3, E discard 6s, N hu").result()["loser"] == "E"
    drawn = offered(preset, "9s", N=WAITS, draws="1p 2p 9s").do("nobody, around 2, N hu")
    assert drawn.result()["by"] == "self_draw"


@EVERYWHERE
def test_a_win_on_the_own_draw_may_be_let_pass(preset):
    """Guards against wins that are carried out without being asked for."""
    deal = offered(preset, "1p", S=FLUSH, caishen="1m 2m", draws="9s 1p 2p 3p 6s").do(
        "nobody, S throws, around 3"
    )
    assert deal.do("S hu").result()["tai"] >= 4


@EVERYWHERE
def test_chi_and_peng_are_possible_at_the_reserve_and_a_gang_is_not(preset):
    """Guards against a deal that ends with its last draw instead of the next draw that is due."""
    last = int(Scripted(preset, wall_reserve=60).session.scene["draws_left"])
    claimer, other = "SWNE"[last % 4], "SWNE"[(last + 1) % 4]
    harmless = [f"{rank}{suit}" for suit in "pm" for rank in range(1, 10)] + list("东东南南西西")
    draws = "".join(harmless[: last - 1]) + "9s"
    hands = {"E": "发", claimer: "78s 白", other: "999s 白"} | ({"E": "78s 发 白"} if claimer == "E" else {})
    hands |= {"E": "999s 发 白"} if other == "E" else {}
    for claim in ("chi [789s]", "peng [999s]"):
        deal = Scripted(preset, "E discard 发", caishen="8m 9m", wall_reserve=60, draws=draws, **hands)
        deal.do(f"around {last}")
        assert (deal.may(claimer), deal.may(other)) == ({"chi [789s]"}, {"peng [999s]"})
        assert int(deal.session.scene["draws_left"]) == 0
        seat = claimer if claim.startswith("chi") else other
        assert deal.do(f"{seat} {claim}, {seat} discard 白").result()["winner"] is None
