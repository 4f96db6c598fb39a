"""Verdicts where any player would agree, and figures that hold together."""

from itertools import count

import numpy as np
import pytest

import zhuji_sim as zj
from zhuji_sim.engine.arms import OUTCOME
from zhuji_sim.engine.codes import Action
from zhuji_sim.errors import ZhujiError
from zhuji_sim.odds import answer as answer_module
from zhuji_sim.odds import opponents as opponents_module
from zhuji_sim.odds import search
from zhuji_sim.odds.answer import answer
from zhuji_sim.odds.asked import Asked, four_of
from zhuji_sim.odds.name_map import name_map
from zhuji_sim.odds.playing import Deals
from zhuji_sim.odds.samples import Sample
from zhuji_sim.odds.screening import names_of
from zhuji_sim.odds.search import Budget
from zhuji_sim.odds.situation import read_situation
from zhuji_sim.odds.wording import explained
from zhuji_sim.rules import PRESETS, Ruleset
from zhuji_sim.rules.contracts import Contract, Mode

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
BIDDING = pytest.mark.parametrize("preset", ["bao", "dongfeng"])
NOTHING = "1m4m7m 2p5p8p 3s6s9s 东南西北"
SIX_CAISHEN = "555666m 123m 789m 9m"
"""Complete with any tile, so that the dealer's first discard wins, whatever the contract (地胡)."""
GOOD = "中中中 发发 23m 99p 78s 5m 1s"


def found(hand, seat="S", preset="bao", policies="champion", deals=512, view="bid", opponents=(), **known):
    """An answer from few deals."""
    if preset == "heping":
        known.setdefault("caishen", "4p5p")
    situation = read_situation(hand, seat, Ruleset.preset(preset), **known)
    return answer(situation, Asked(four_of(policies), view, Budget(deals), 5, 2, opponents))


def row(answered, contract):
    """The row of a contract."""
    return answered.frame.set_index("contract").loc[contract]


@BIDDING
@pytest.mark.parametrize("auction", [None, "E:2"])
def test_a_hand_of_nothing_passes(preset, auction):
    """Guards against a verdict that takes a contract's points for what it is worth."""
    best = found(NOTHING, preset=preset, auction=auction, policies="quick").frame.iloc[0]
    assert best["contract"] == "pass"


@BIDDING
@pytest.mark.parametrize("auction", [None, "E:3"])
def test_six_caishen_and_a_suit_bid_high(preset, auction):
    """Guards against the opposite, and against bids that are never looked at: it cannot lose at any level."""
    best = found(SIX_CAISHEN, preset=preset, auction=auction, deals=256).frame.iloc[0]
    assert best["caishen"][:2] in ("5m", "6m")
    assert best["make"] > 0.8
    # Who passes before anybody has bid may bid later, which is nearly as good.
    assert best["to_pass" if auction is None else "to_pass_low"] > 0
    if preset == "bao":
        assert best["contract"] == "独8"
        assert (best["make"], best["at_once"]) == (1, 1)


@BIDDING
def test_suits_may_be_exchanged(preset):
    """Guards against a suit that is looked at differently."""
    one = found(GOOD, preset=preset, policies="tai")
    other = found("中中中 发发 23p 99s 78m 5p 1m", preset=preset, policies="tai")
    assert one.frame["contract"].iloc[0] == other.frame["contract"].iloc[0]
    for name in ("make", "points"):
        a, b = one.frame.iloc[0], other.frame.iloc[0]
        errors = [(each[f"{name}_high"] - each[f"{name}_low"]) / 3.92 for each in (a, b)]
        assert abs(a[name] - b[name]) < 3.3 * np.hypot(*errors)


@BIDDING
@pytest.mark.parametrize(
    ("plain", "richer"),
    [
        ("5m 123m 78p 99p 45s 北 东 南", "5m5m 123m 78p 99p 45s 北 东"),
        ("5m5m 12m 789p 中 33s 北 西 东", "5m5m5m 12m 789p 中 33s 北 西"),
    ],
)
def test_another_caishen_for_a_lone_tile_never_hurts(preset, plain, richer):
    """Guards against chances that fall with caishen: contract, mode and name are the same."""
    chances = []
    for hand in (plain, richer):
        situation = read_situation(
            hand, "S", Ruleset.preset(preset), contract="独2", declarer="S", caishen="5m"
        )
        answered = answer(situation, Asked(four_of("champion"), budget=Budget(1024), opponents=(), jobs=2))
        chances.append(answered.frame.iloc[0])
    assert chances[1]["make"] > chances[0]["make_low"]


@BIDDING
def test_figures_hold_together(preset):
    """Guards against rows of other deals, shares that do not add up, and differences that are none."""
    answered = found(GOOD, preset=preset, auction="E:2", deals=512)
    frame = answered.frame
    assert frame["contract"].is_unique
    for _, each in frame[frame["contract"] != "pass"].iterrows():
        fails = sum(each[f"fail_{how}"] for how in ("self_draw", "my_discard", "other_discard", "wall_out"))
        assert each["make"] + fails == pytest.approx(1)
        assert each["make_low"] <= each["make"] <= each["make_high"]
        assert each["points_q05_low"] <= each["points_q05"] <= each["points_q95"] <= each["points_q95_high"]
        assert each["tai"] >= Contract.parse(each["contract"]).level
    whole = frame[frame["deals"] == frame["deals"].iloc[0]]
    assert np.allclose(whole["to_best"], whole["points"] - frame["points"].iloc[0])
    assert answered.conditioned
    assert 0 < answered.likelihood < 1
    assert 1 < answered.effective < 512
    tai = answered.tai.set_index("tai")
    assert tai["share"].sum() == pytest.approx(1)
    assert ((tai["share_low"] < tai["share"]) & (tai["share"] < tai["share_high"])).all()
    wins = "win" if frame["contract"].iloc[0] == "pass" else "make"
    share = frame.iloc[0]
    assert tai.loc[0, "share"] == pytest.approx(1 - share[wins])
    assert tai.loc[0, "share_low"] == pytest.approx(1 - share[f"{wins}_high"])
    assert answered.document()["tai"][0].keys() == {"tai", "share", "share_low", "share_high"}


@BIDDING
def test_views_differ_as_they_say(preset):
    """Guards against a view that is another one."""
    views = {
        view: found(GOOD, preset=preset, view=view, policies="tai", deals=256)
        for view in ("bid", "get", "forced")
    }
    assert row(views["bid"], "2")["hold"] < 0.9
    for view in ("get", "forced"):
        frame = views[view].frame
        assert (frame.loc[frame["contract"] != "pass", "hold"] == 1).all()
        assert frame.loc[frame["contract"] == "pass", "hold"].isna().all()
    held = views["bid"].frame.set_index("contract")["hold"]["2"] * 256
    assert row(views["get"], "2")["effective"] == pytest.approx(held, abs=0.1)
    got, bid = row(views["get"], "2"), row(views["bid"], "2")
    assert got["make"] == pytest.approx(bid["make"]) or got["caishen"] != bid["caishen"]
    assert row(views["get"], "2")["points"] != row(views["bid"], "2")["points"]


@EVERYWHERE
def test_every_preset_answers(preset):
    """Guards against a ruleset without an answer."""
    answered = found(GOOD, preset=preset, policies="tai", deals=128, opponents=("speed",))
    best = answered.frame.iloc[0]
    assert 0 <= best["win"] <= 1
    assert best["points_low"] < best["points"] < best["points_high"]
    assert [each.name for each in answered.opponents] == ["speed"] * (preset != "heping")
    document = answered.document()
    assert document["best"] == {"contract": best["contract"], "caishen": best["caishen"]}


def test_a_declarer_chooses_his_caishen():
    """Guards against names that are no choice once the contract stands."""
    answered = found("99p9p 123m 55m 78s 中 东 1s", contract="独2", declarer="S")
    assert answered.frame["caishen"].iloc[0] == "9p"
    assert len(answered.frame) > 5
    assert set(answered.frame["contract"]) == {"独2"}


def test_a_defender_learns_his_chances():
    """Guards against a defender who is asked to choose; more caishen in hand win more often."""
    poor = found(NOTHING, contract="独2", declarer="W", caishen="1p").frame.iloc[0]
    rich = found("1p1p1p 123m 456m 78s 99s", contract="独2", declarer="W", caishen="1p").frame.iloc[0]
    assert poor["contract"] == rich["contract"] == "-"
    assert rich["win_low"] > poor["win_high"]


def test_bids_that_nobody_would_make_are_called_so():
    """Guards against odds that rest on a handful of hands without a word."""
    answered = found(GOOD, auction="E:无财8", deals=256)
    assert answered.unlikely
    assert not answered.withheld or answered.frame["points"].isna().all()
    assert not found(GOOD, auction="E:pass", deals=256).unlikely


def test_seconds_print_deals_that_give_the_same(monkeypatch):
    """Guards against figures that nobody can have again: the clock decides only how many rounds there are."""
    clock = count()
    monkeypatch.setattr(search, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(search, "FEWEST_DEALS", 128)
    situation = read_situation(GOOD, "S", Ruleset())
    timed = answer(situation, Asked(four_of("tai"), budget=Budget(seconds=9), opponents=()))
    assert timed.deals == 8 * 128
    again = answer(situation, Asked(four_of("tai"), budget=Budget(timed.deals), opponents=(), jobs=3))
    assert timed.frame.equals(again.frame)


def test_seconds_print_deals_that_give_the_same_where_fresh_deals_prefer_another_row(monkeypatch):
    """Guards against a second stream that is cut short because the time of the first is over."""
    clock = count()
    monkeypatch.setattr(search, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(search, "FEWEST_DEALS", 64)
    monkeypatch.setattr(search, "_clearly_better", lambda rows, best, view: (best + 1) % len(rows))
    situation = read_situation(GOOD, "S", Ruleset())
    timed = answer(situation, Asked(four_of("tai"), budget=Budget(seconds=9), opponents=()))
    assert timed.deals == 8 * 64
    again = answer(situation, Asked(four_of("tai"), budget=Budget(timed.deals), opponents=()))
    assert timed.frame.equals(again.frame)


def test_of_the_seconds_some_are_left_for_the_verdict_against_others(monkeypatch):
    """Guards against an answer that takes half as long again as it was given."""
    given = []

    def searched(dealer, groups, view, budget):
        given.append(budget.seconds)
        return search.search(dealer, groups, view, Budget(64))

    monkeypatch.setattr(answer_module, "search", searched)
    situation = read_situation(GOOD, "S", Ruleset())
    for opponents in ((), ("speed",)):
        answer(situation, Asked(four_of("tai"), budget=Budget(seconds=10), opponents=opponents))
    assert given == [10, 7]


def test_precision_decides_the_deals():
    """Guards against intervals that are wider than asked for."""
    situation = read_situation(GOOD, "S", Ruleset())
    for precision in (0.03, 0.02):
        answered = answer(
            situation, Asked(four_of("tai"), budget=Budget(precision=precision), opponents=(), jobs=2)
        )
        contracts = answered.frame[answered.frame["contract"] != "pass"].iloc[0]
        assert (contracts["make_high"] - contracts["make_low"]) / 2 < 1.1 * precision


def test_a_precision_that_is_asked_for_takes_as_many_deals_as_it_needs():
    """Guards against half a point asked for and one told."""
    rows = np.zeros((400, 1), OUTCOME)
    rows["held"], rows["end"][::2] = 1, 1
    sample = Sample(Deals(rows, np.ones(400)), 0, "bid")
    assert search._deals_for(sample, None) == 4_608
    assert search._deals_for(sample, 0.005) == pytest.approx(1.05 * (0.98 / 0.005) ** 2, abs=search.STEP)
    assert search._deals_for(sample, 0.0025) <= search.MOST_DEALS
    assert search._deals_for(Sample(Deals(rows, np.zeros(400)), 0, "bid"), None) == search.MOST_BY_PRECISION


def test_rows_that_are_not_shown_are_counted():
    """Guards against a table that looks as if it had everything."""
    answered = found(GOOD, auction="E:2", policies="tai", deals=64)
    open_bids = len([code for code in answered.situation.legal if code >= Action.BID])
    assert answered.left_out == open_bids + 1 - len(answered.frame) > 0
    assert explained(answered, "en")[-1].startswith(f"Not shown: {answered.left_out} more")
    assert answered.document()["left_out"] == answered.left_out
    assert found(GOOD, policies="tai", deals=64, contract="无财2").left_out == 0


def test_the_best_contract_is_held_often_enough_though_most_of_its_bids_are_gone_over():
    """Guards against a chance that is told by the few deals in which nobody outbids."""
    hand = "2m5m6m3p7p9p2s7s东东南西西北"
    situation = read_situation(hand, "E", Ruleset())
    answered = answer(situation, Asked(four_of("quick"), budget=Budget(512), opponents=(), jobs=2))
    frame = answered.frame[answered.frame["contract"] != "pass"]
    best, rest = frame.iloc[0], frame.iloc[1:]
    assert best["hold"] < 0.5
    assert best["auctions"] > 2 * best["deals"]
    assert (rest["auctions"] == rest["deals"]).all()
    assert best["make_high"] - best["make_low"] < 1.15 * 2 * 1.96 * np.sqrt(
        best["make"] * (1 - best["make"]) / 512
    )
    plain = answer(situation, Asked(four_of("quick"), budget=Budget(512), seed=2, opponents=(), jobs=2)).frame
    other = plain[(plain["contract"] == best["contract"]) & (plain["caishen"] == best["caishen"])].iloc[0]
    for name in ("make", "hold", "fail_self_draw"):
        errors = [(each[f"{name}_high"] - each[f"{name}_low"]) / 3.92 for each in (best, other)]
        assert abs(best[name] - other[name]) < 3.5 * np.hypot(*errors)


@pytest.mark.parametrize(("mode", "count"), [(Mode.DUAL, 34), (Mode.SOLO, 34), (Mode.NONE, 1)])
def test_every_caishen_there_can_be_is_on_the_map(mode, count):
    """Guards against names that are left out."""
    assert len(names_of(Ruleset(), mode)) == count
    if mode == Mode.SOLO:
        situation = read_situation(SIX_CAISHEN, "S", Ruleset())
        table = name_map(situation, Asked(four_of("tai")), Contract.parse("独2"))
        assert {"5m", "6m"} <= set(table.loc[table["points"] == table["points"].max(), "caishen"])
        assert (table["points_low"] <= table["points"]).all()
        assert table.loc[table["held"] == 3, "caishen"].tolist() == ["5m", "6m"]


def test_many_hands_come_in_one_frame():
    """Guards against hands whose figures hang on their neighbours."""
    both = zj.bid_odds([GOOD, NOTHING], seat="S", policies="tai", deals=64)
    alone = zj.bid_odds(NOTHING, seat="S", policies="tai", deals=64, jobs=2)
    assert both["hand"].unique().tolist() == [GOOD, NOTHING]
    assert both[both["hand"] == NOTHING].reset_index(drop=True).equals(alone)
    assert both.groupby("hand")["best"].sum().tolist() == [1, 1]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"view": "mine"}, "view 'mine'"),
        ({"deals": 0}, "deals = 0"),
        ({"precision": 0}, "precision 0"),
        ({"seconds": -1}, "seconds -1"),
        ({"seconds": 1, "deals": 64}, "expected one of them"),
        ({"policies": ["tai", "tai"]}, "2 policies"),
        ({"policies": "nobody"}, "nobody"),
        ({"seed": -1}, "seed = -1"),
        ({"jobs": 0}, "jobs = 0"),
        ({"precision": "1"}, "precision '1': expected 0.25 to 50"),
        ({"precision": 1, "deals": 64}, "deals 64 and precision 1: expected one of them"),
        ({"seconds": "9"}, "seconds '9'"),
        ({"deals": "64"}, "deals = '64'"),
        ({"lao_zhuang": True}, "lao_zhuang True"),
        ({"policies": None}, "policies None"),
        ({"policies": [1, 2, 3, 4]}, "policy 1: expected a name"),
        ({"opponents": "speed"}, "opponents 'speed'"),
        ({"contract": "2", "caishen": "5m6m", "view": "get"}, "view 'get': the bidding is over"),
        ({"rules": "ziyou", "view": "bid"}, "view 'bid': no bidding under the rules of ziyou"),
    ],
)
def test_wrong_wishes_are_refused(wrong, problem):
    """Guards against a budget that is silently another."""
    with pytest.raises(ZhujiError, match=problem):
        zj.bid_odds(GOOD, seat="S", **wrong)


@pytest.mark.parametrize("hand", [[], None, 5, [None]])
def test_what_is_no_hand_is_refused_in_one_line(hand):
    """Guards against a traceback of pandas."""
    with pytest.raises(ZhujiError) as raised:
        zj.bid_odds(hand, seat="S", policies="tai", deals=64)
    assert len(str(raised.value).splitlines()) == 1


def test_points_of_many_stays_are_not_cut_off():
    """Guards against numbers of 32 bits: doubled thirty times, points have forty."""
    rules = Ruleset.preset("bao", lao_zhuang="cumulative")
    asked = Asked(four_of("tai"), budget=Budget(64), opponents=())
    known = {"contract": "独2", "declarer": "W", "caishen": "5m"}
    plain, stayed = (
        answer(read_situation(GOOD, "S", rules, **known, lao_zhuang=stays), asked).frame.iloc[0]
        for stays in (0, 30)
    )
    assert plain["points"] != 0
    assert stayed["points"] == pytest.approx(plain["points"] * 2**30)


def test_a_contract_without_its_auction_tells_of_its_declarer():
    """Guards against a declarer of solo 3 who holds any hand: with what he bids on he wins more."""
    known = {"contract": "独3", "declarer": "W", "caishen": "7s", "deals": 2048}
    weighed = found(GOOD, **known)
    assert weighed.conditioned
    assert 30 < weighed.effective < 2048 / 2
    assert 0 < weighed.likelihood < 0.01
    anything = found(GOOD, policies=["champion", "champion", "tai", "champion"], **known)
    assert (anything.conditioned, anything.likelihood) == (False, 1)
    assert weighed.frame["points_high"].iloc[0] < anything.frame["points_low"].iloc[0]


def test_too_few_deals_are_not_tried_against_others(monkeypatch):
    """Guards against "still best" of a verdict that was withheld, and more deals than were asked for."""
    played = []
    monkeypatch.setattr(opponents_module, "difference", lambda one, other: played.append(len(one.weights)))
    few = found(GOOD, policies="tai", deals=8, opponents=("speed",))
    assert few.undecided
    assert few.opponents == ()
    assert played == []
    assert [opponents_module.opponents_deals(deals) for deals in (64, 2_000, 8_192, 200_000)] == [
        64,
        1_536,
        2_048,
        8_192,
    ]
