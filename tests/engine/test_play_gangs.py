"""Gangs, their replacements and the reserve, sentence by sentence (RULES.md §4)."""

import pytest

from tests.engine.scenarios_script import Scripted
from zhuji_sim.deals.views import view_of
from zhuji_sim.rules import PRESETS

pytestmark = pytest.mark.small
EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
HAVE_CAISHEN_PENG = pytest.mark.parametrize("preset", ["bao", "heping", "dongfeng"])
NO_CAISHEN_GANG = pytest.mark.parametrize("preset", ["heping", "ziyou", "dongfeng"])
KINDS_OF_GANG = pytest.mark.parametrize("form", ["concealed", "added", "exposed"])

ROUND = "W discard 北, nobody, around 3, nobody"
"""W discards after a claim, and it is his turn again."""


def gangs(deal, seat):
    """Gangs that `seat` may make now."""
    return {action for action in deal.may(seat) if action.startswith("gang")}


def before_gang(preset, form, hand="", draws="1p 2p 3p 9s", **more):
    """W, who also holds `hand`, may make a gang of 9s; 5m and 6m are caishen. The deal and the gang."""
    more = {"caishen": "5m 6m"} | more
    if form == "concealed":
        deal = Scripted(
            preset, "E discard 1p, nobody, S throws, nobody", E="1p", W=f"999s {hand}", draws="2p 9s", **more
        )
        return deal, "gang (9999s)"
    if form == "exposed":
        return Scripted(preset, "E discard 9s", E="9s", W=f"999s {hand}", **more), "gang [9999s]"
    script = f"E discard 9s, W peng [999s], {ROUND}"
    return Scripted(preset, script, E="9s", W=f"99s 北 {hand}", draws=draws, **more), "gang [9999s]"


@EVERYWHERE
@KINDS_OF_GANG
def test_after_a_gang_the_player_draws_from_the_tail_and_goes_on(preset, form):
    """Guards against replacements from the front, and against gangs that end the turn."""
    deal, gang = before_gang(preset, form, tail="1m", hand="白白白 白" if form == "concealed" else "白白白白")
    assert deal.do(f"W {gang}").events[-1] == {"seat": "W", "do": "draw", "tile": "1m", "tail": True}
    assert "gang (白白白白)" in deal.may("W")
    deal.do("W discard 1m").finish()


@pytest.mark.parametrize("preset", ["bao", "heping", "dongfeng"])
@KINDS_OF_GANG
def test_a_win_on_the_replacement_counts_a_tai(preset, form):
    """Guards against 杠开 that is a plain self-draw, or that needs another tai first."""
    deal, gang = before_gang(
        preset, form, hand="123m 456p 789p 东", tail="东", declarer="W" if form == "added" else "E"
    )
    result = deal.do(f"W {gang}, W hu").result()
    assert (result["by"], result["loser"], result["items"]) == (
        "gang",
        None,
        {"gang_draw": 1, "no_caishen": 1},
    )


@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
def test_a_win_on_the_replacement_lifts_a_hand_without_tai(preset):
    """Guards against a minimum that is checked before 杠开 is added."""
    hand = "123m 456p 789p 5m"
    deal, gang = before_gang(preset, "concealed", hand=hand, tail="1p")
    assert deal.do(f"W {gang}, W hu").result()["items"] == {"gang_draw": 1}


def test_in_ziyou_a_win_on_the_replacement_needs_three_tai_with_it():
    """Guards against 杠开 left out of ziyou's minimum, or counted twice."""
    for hand, wins in (("东东 中中中 123s 78s", True), ("东东 中中中 123p 78s", False)):
        deal, gang = before_gang("ziyou", "concealed", hand=hand, tail="6s")
        assert "hu" not in deal.may("W")
        assert ("hu" in deal.do(f"W {gang}").may("W")) == wins


@EVERYWHERE
def test_an_added_gang_needs_the_own_peng_and_the_own_turn(preset):
    """Guards against a fourth tile laid at once after the peng, onto a chi, or onto another's peng."""
    deal = Scripted(preset, "E discard 9s, W peng [999s]", caishen="5m 6m", E="9s", W="999s 北")
    assert gangs(deal, "W") == set()
    deal.do(f"{ROUND}")
    assert gangs(deal, "W") == {"gang [9999s]"}
    other = Scripted(
        preset, f"E discard 9s, W peng [999s], {ROUND}, W throws", caishen="5m 6m", E="9s", W="99s 北", N="9s"
    )
    assert gangs(other.do("nobody"), "N") == set()


@EVERYWHERE
def test_others_do_not_see_what_a_concealed_gang_holds(preset):
    """Guards against a concealed gang that shows in the scene of another seat, or is lost to its owner."""
    deal = Scripted(preset, "E gang (9999s)", caishen="5m 6m", E="9999s 1p", S="11p", tail="1p")
    assert [meld.text for meld in view_of(deal.session.scene, deal.session.rules).melds["E"]] == ["(9999s)"]
    deal.do("E discard 1p")
    view = view_of(deal.session.scene, deal.session.rules)
    assert view.seat == "S"
    assert [(meld.kind, meld.text) for meld in view.melds["E"]] == [("concealed_gang", None)]
    assert int(deal.session.scene["visible"][26]) == 0
    deal.finish()


# The reserve


READY = "123p 456p 789p 1m"
"""Ten tiles that wait for 1m."""
HARMLESS = [f"{rank}{suit}" for suit in "pm" for rank in range(1, 10)] + list("东东东南南南西西")


def with_draws(preset, count, script, draws="", **hands):
    """A deal in which `count` tiles may be drawn in all; 中 and 发 are caishen."""
    reserve = 136 - 53 - (preset == "heping") - count
    return Scripted(preset, script, caishen="中 发", wall_reserve=reserve, draws=draws, **hands)


def last_turn(preset, form, left):
    """W, who could make a gang, with `left` tiles still to draw."""
    if form == "concealed":
        deal = with_draws(
            preset, 26 + left, "E discard 1p, around 25, nobody", E="1p", W="白白白白", tail="9p"
        )
    elif form == "added":
        script = "E discard 9s, W peng [999s], W discard 北, around 23, nobody"
        draws = "".join(HARMLESS[:23]) + "9s"
        deal = with_draws(preset, 24 + left, script, draws, E="9s", W="99s 北", tail="9p")
    else:
        draws = "".join(HARMLESS) + "白"
        deal = with_draws(preset, 27 + left, "E discard 9p, around 27", draws, E="9p", W="白白白", tail="9p")
    assert int(deal.session.scene["draws_left"]) == left
    assert int(deal.session.scene["seat"]) == 2
    return deal


@EVERYWHERE
@KINDS_OF_GANG
def test_no_gang_when_no_replacement_may_be_drawn(preset, form):
    """Guards against a gang that takes its replacement out of the reserve, and against one draw too few."""
    assert gangs(last_turn(preset, form, 0), "W") == set()
    assert len(gangs(last_turn(preset, form, 1), "W")) == 1


@pytest.mark.parametrize(("left", "may"), [(0, set()), (1, {"gang [99**s] with 中 发"})])
def test_no_gang_with_caishen_either(left, may):
    """Guards against a reserve that gangs with caishen may break into."""
    draws = "".join(HARMLESS) + "9s"
    deal = with_draws("bao", 27 + left, "E discard 9m, around 27", draws, E="9m", W=f"9s 中 发 {READY}")
    assert int(deal.session.scene["draws_left"]) == left
    assert gangs(deal, "W") == may


@EVERYWHERE
@KINDS_OF_GANG
def test_the_wall_runs_out_after_a_gang(preset, form):
    """Guards against a deal that goes on when a gang has taken the last tile."""
    deal = last_turn(preset, form, 1)
    log = deal.do(f"W {next(iter(gangs(deal, 'W')))}, W throws").finish()
    assert [event["do"] for event in log["events"][-4:]] == ["gang", "draw", "discard", "exhausted"]


@EVERYWHERE
def test_the_reserve_is_counted_the_same_whatever_gangs_were_made(preset):
    """Guards against a reserve that grows or shrinks with each gang."""
    plain = Scripted(preset, "E discard 1p", caishen="5m 6m", E="1p").finish()
    hands = {"E": "白白白白 发发发发 1p", "S": "中中中中 西西西西", "tail": "1m 2m 3m 4m"}
    script = (
        "E gang (白白白白), E gang (发发发发), E discard 1p, nobody, S gang (中中中中), S gang (西西西西)"
    )
    with_gangs = Scripted(preset, script, caishen="5m 6m", **hands)
    reserve = with_gangs.session.rules.wall_reserve
    log = with_gangs.finish()
    draws = [sum(event["do"] == "draw" for event in each["events"]) for each in (plain, log)]
    assert draws == [136 - 53 - (preset == "heping") - reserve] * 2
    assert int(with_gangs.session.scene["wall_left"]) == reserve


# Caishen in gangs

FAR = "147p 18m 36s 东南西"


@pytest.mark.parametrize("form", ["concealed", "exposed"])
def test_in_bao_caishen_fill_a_gang_of_two_naturals_where_the_hand_is_ready(form):
    """Guards against caishen gangs of one natural tile, or that leave the hand not listening."""
    deal, _ = before_gang("bao", form, hand="1m 123p 456p 5m 6m 8p")
    natural = {"concealed": "gang (9999s)", "exposed": "gang [9999s]"}[form]
    assert gangs(deal, "W") == {natural}, "with caishen it would not be ready"
    script = {"concealed": "E discard 1p, nobody, S throws, nobody", "exposed": "E discard 9s"}[form]
    more = {"E": "1p" if form == "concealed" else "9s", "draws": "2p 9s", "caishen": "5m 6m"}
    deal = Scripted("bao", script, W=f"9s 5m 6m {READY}", **more)
    text = {"concealed": "gang (99**s)", "exposed": "gang [99**s]"}[form]
    assert gangs(deal, "W") == {f"{text} with 5m 6m"}
    deal = Scripted("bao", script, W=f"9s 55m 6m {READY[:-3]}", **more)
    assert gangs(deal, "W") == {f"{text} with 5m 5m", f"{text} with 5m 6m"}, "three caishen fill no gang"
    deal = Scripted("bao", script, W=f"9s 5m 6m {FAR}", **more)
    assert gangs(deal, "W") == set()
    log = Scripted("bao", script, W=f"9s 5m 6m {READY}", **more).do(f"W {text} with 5m 6m").finish()
    assert log["events"][-1] == {"do": "exhausted"}


def test_ready_asks_for_no_tai():
    """Guards against readiness measured by the declarer's level."""
    deal = Scripted(
        "bao", "E discard 9s", caishen="5m 6m", level=8, declarer="W", E="9s", W=f"9s 5m 6m {READY}"
    )
    assert gangs(deal, "W") == {"gang [99**s] with 5m 6m"}


@NO_CAISHEN_GANG
def test_elsewhere_caishen_fill_no_gang(preset):
    """Guards against bao's gangs in other presets; and the option gives them."""
    hands = {"caishen": "5m 6m", "E": "9s", "W": f"9s 5m 6m {READY}"}
    assert gangs(Scripted(preset, "E discard 9s", **hands), "W") == set()
    given = Scripted(preset, "E discard 9s", caishen_gang="when_ready", **hands)
    assert gangs(given, "W") == {"gang [99**s] with 5m 6m"}
    given.do("W gang [99**s] with 5m 6m").finish()


def after_caishen_peng(preset, hand, last, **options):
    """W has made a caishen peng of 9s and has drawn `last`."""
    hands = {"E": "9s", "W": f"9s 5m 北 {hand}", "draws": f"1p 2p 3p {last}", "caishen": "5m 6m"}
    return Scripted(preset, f"E discard 9s, W peng [99*s] with 5m, {ROUND}", **hands, **options)


def test_in_bao_a_caishen_peng_grows_to_a_gang_where_the_hand_is_ready():
    """Guards against a natural fourth tile that escapes the option because it is no caishen itself."""
    assert gangs(after_caishen_peng("bao", READY, "9s"), "W") == {"gang [99*9s] with 5m"}
    assert gangs(after_caishen_peng("bao", READY, "6m"), "W") == {"gang [99**s] with 5m 6m"}
    assert gangs(after_caishen_peng("bao", FAR, "9s"), "W") == set()
    assert gangs(after_caishen_peng("bao", FAR, "6m"), "W") == set()


def test_in_bao_a_natural_peng_grows_by_a_caishen_where_the_hand_is_ready():
    """Guards against added gangs with caishen being left out, or needing no ready hand."""
    for hand, expected in ((READY, {"gang [999*s] with 6m"}), (FAR, set())):
        deal, _ = before_gang("bao", "added", hand=hand, draws="1p 2p 3p 6m")
        assert gangs(deal, "W") == expected


def test_a_gang_grows_from_the_peng_and_not_from_a_chi_that_begins_with_its_tile():
    """Guards against a meld looked up by its lowest tile: a chi of 789 beside a peng of 7."""
    hands = {"E": "7s", "W": "7s 5m 89s 北北 123p 456p 1m", "draws": "1p 2p 7s 3p 4p 8p 7s"}
    script = "E discard 7s, W peng [77*s] with 5m, W discard 北, nobody, around 3, W chi [789s], W discard 北"
    deal = Scripted("bao", f"{script}, nobody, around 3, nobody", caishen="5m 6m", **hands)
    assert gangs(deal, "W") == {"gang [77*7s] with 5m"}
    deal.do("W gang [77*7s] with 5m").finish()


@pytest.mark.parametrize("preset", ["heping", "dongfeng"])
def test_elsewhere_a_caishen_peng_never_grows(preset):
    """Guards against a gang that holds a caishen where there is none."""
    assert gangs(after_caishen_peng(preset, READY, "9s"), "W") == set()
    assert gangs(after_caishen_peng(preset, READY, "6m"), "W") == set()


@EVERYWHERE
def test_a_caishen_kind_never_forms_a_gang(preset):
    """Guards against gangs of caishen laid as themselves: concealed, exposed and added."""
    hands = {"caishen": "5m 6m", "E": "6666m 1p", "draws": "1p"}
    assert "gang (6666m)" not in Scripted(preset, **hands).may("E")
    discarded = Scripted(preset, "E discard 6m", caishen="5m 6m", E="6m", W="666m 北")
    assert gangs(discarded, "W") == set()
    discarded.do(f"W peng [666m], {ROUND}")
    assert gangs(discarded, "W") == set()


def test_in_ziyou_another_players_caishen_forms_a_gang():
    """Guards against the rule for caishen kinds being applied to kinds that are wild for others."""
    own = {"E": "6m", "S": "6m", "W": "1m", "N": "6m"}
    deal = Scripted("ziyou", "E discard 6m, W gang [6666m]", caishen=own, E="6m", W="666m")
    deal.finish()
