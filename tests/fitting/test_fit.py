"""Self-play and fit: the same for any number of workers, and better than knowing nothing."""

from itertools import pairwise

import numpy as np
import pytest

from zhuji_sim.engine.codes import Action
from zhuji_sim.fitting import fit as fitting
from zhuji_sim.fitting.checking import ROLE_NAMES, TENTHS, check
from zhuji_sim.fitting.collect import BIDS, FIRSTS, HANDS
from zhuji_sim.fitting.estimates import blank_model, fit_firsts
from zhuji_sim.fitting.fit import Plan, Rows, fit, gather
from zhuji_sim.policies import load
from zhuji_sim.policies.bid_model import MODEL_START
from zhuji_sim.policies.first_discard import FIRST_START, SORTS
from zhuji_sim.rules import PRESETS, Ruleset

TAI = load("tai")


def gathered(preset, deals=240, jobs=1, seed=3, **more):
    return gather(Ruleset.preset(preset), TAI, None, deals, seed, 0.1, jobs, **more)


def same(some, others):
    return all(one.tobytes() == other.tobytes() for one, other in zip(some, others, strict=True))


def test_rows_do_not_depend_on_the_workers(monkeypatch):
    """Guards against rows in the order in which workers finish, and deals numbered by chunk."""
    monkeypatch.setattr(fitting, "CHUNK", 50)
    rows = gathered("bao")
    assert same(gathered("bao", jobs=2), rows)
    assert set(rows.bids["deal"].tolist()) == set(range(240))
    assert (np.diff(rows.bids["deal"]) >= 0).all()
    assert not same(gathered("bao", seed=4), rows)


def test_bids_alone_are_the_same_bids():
    """Guards against rounds of auctions that play other deals than rounds of everything."""
    rows, bids = gathered("dongfeng"), gathered("dongfeng", only_bids=True)
    assert bids.bids.tobytes() == rows.bids.tobytes()
    assert (len(bids.hands), len(bids.discards)) == (0, 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_rows_tell_what_came_of_it(preset):
    """Guards against outcomes of another deal or seat."""
    rules = Ruleset.preset(preset)
    rows = gathered(preset)
    winners = rows.hands[rows.hands["won"] >= 0]
    assert set(np.unique(rows.hands["role"])) <= set(range(len(ROLE_NAMES)))
    for deal in np.unique(winners["deal"]):
        assert len(np.unique(winners["seat"][winners["deal"] == deal])) == 1
    assert len(np.unique(winners["deal"])) > 120
    assert 0 < rows.discards["wins"].sum() < len(rows.discards) / 10 or not rules.win_on_discard
    held = rows.bids[rows.bids["holds"] == 1]
    assert (len(held) > 0) == rules.has_bidding
    assert len(np.unique(held["deal"])) == len(held)
    assert (np.sign(held["points"]) == np.where(held["made"] == 1, 1, -1)).all()
    assert ((rows.bids["rank"] >= -1) & (rows.bids["rank"] < Action.DISCARD)).all()


def test_a_fit_does_not_depend_on_the_workers_and_beats_one_chance_for_all(monkeypatch):
    """Guards against rounds that share a seed with the check, and a model that learned nothing."""
    monkeypatch.setattr(fitting, "CHUNK", 100)
    rules, champion, plan = Ruleset.preset("heping"), load("champion"), Plan(400, 1, 3, seed=5)
    told = []
    model = fit(rules, champion, TAI, plan, 1, lambda name, *_: told.append(name))
    assert told == ["teacher", "round 1"]
    assert (fit(rules, champion, TAI, plan, 2) == model).all()
    found = check(model, gather(rules, champion, model, 300, 77, 0.0, 1))
    needed, once, _ = found["prospects"]
    assert (needed["role"], needed["step"], once["step"]) == ("plain", 0, 1)
    for row in (needed, once):
        assert row["low"] < row["log_loss"] < row["high"]
        assert row["high"] < row["log_loss_of_share"]
    assert found["bids"] == []


def test_an_auction_is_fitted_round_after_round():
    """Guards against rounds of auctions that are left out, or that forget those before them."""
    rules, champion = Ruleset.preset("bao"), load("champion")
    told = {}
    model = fit(
        rules, champion, TAI, Plan(500, 1, 2, 0.02), 1, lambda name, model, rows: told.update({name: rows})
    )
    assert list(told) == ["teacher", "round 1", "auctions 1", "auctions 2"]
    assert len(told["auctions 1"].hands) == 0
    assert told["auctions 1"].bids.tobytes() != told["auctions 2"].bids.tobytes()
    assert model[MODEL_START:].any()


@pytest.mark.parametrize("preset", PRESETS)
def test_the_first_discards_are_those_of_dealers_who_know_another_s_caishen(preset):
    """Guards against a dealer's own contracts, second discards, and caishen among the tiles he may throw."""
    rows = gathered(preset)
    firsts, held = rows.firsts, rows.bids[rows.bids["holds"] == 1]
    others = held["deal"][held["seat"] != 0]
    assert set(firsts["deal"]) <= set(others)
    assert len(firsts) >= 0.9 * len(others)
    assert (len(firsts) > 0) == Ruleset.preset(preset).has_bidding
    assert len(np.unique(firsts["deal"])) == len(firsts)
    assert (firsts["held"].sum(axis=1) <= 14).all()
    assert (firsts["held"][np.arange(len(firsts)), firsts["thrown"]] > 0).all()


def test_how_often_a_sort_goes_first_is_found_again():
    """Guards against shares of all discards in place of shares of the tiles held."""
    rng = np.random.default_rng(2)
    likely = rng.uniform(0.01, 1.0, SORTS)
    firsts = np.zeros(40_000, FIRSTS)
    firsts["held"] = rng.multinomial(14, np.full(SORTS, 1 / SORTS), len(firsts))
    weights = firsts["held"] * likely
    firsts["thrown"] = (weights.cumsum(1) > rng.random((len(firsts), 1)) * weights.sum(1)[:, None]).argmax(1)
    model = blank_model()
    fit_firsts(model, firsts)
    found = model[FIRST_START : FIRST_START + SORTS]
    assert found / found.sum() == pytest.approx(likely / likely.sum(), rel=0.15)
    assert not model[:FIRST_START].any()


# The check itself, on rows whose truth is known


def test_a_check_finds_the_calibration_that_is_there():
    """Guards against tenths that are not in order, and chances of another mode."""
    rng = np.random.default_rng(1)
    bids = np.zeros(20_000, BIDS)
    bids["rank"], bids["holds"] = rng.integers(0, 9, len(bids)), 1
    bids["features"][:, 0], bids["features"][:, 1] = 1, rng.normal(size=len(bids))
    model = blank_model()
    for mode in range(3):
        model[MODEL_START + mode * 6 : MODEL_START + mode * 6 + 2] = mode - 1, 1.0
    odds = bids["rank"] % 3 - 1 + bids["features"][:, 1]
    bids["made"] = rng.random(len(bids)) < 1 / (1 + np.exp(-odds))
    (passes := np.zeros(50, BIDS))["rank"] = -1
    found = check(model, Rows(np.zeros(0, HANDS), np.zeros(0), np.concatenate([bids, passes]), np.zeros(0)))
    assert found["prospects"] == []
    tenths = found["bids"]
    assert [row["contracts"] for row in tenths] == [len(bids) // TENTHS] * TENTHS
    assert all(low["chance"] < high["chance"] for low, high in pairwise(tenths))
    assert all(abs(row["made"] - row["chance"]) < 0.05 for row in tenths)
    covered = sum(row["low"] < row["chance"] < row["high"] for row in tenths)
    assert covered >= 8


def test_a_check_of_sure_mistakes_is_finite():
    """Guards against a log loss without end."""
    hands = np.zeros(40, HANDS)
    hands["deal"], hands["missing"], hands["won"] = np.arange(40), 1, -1
    model = blank_model()
    model[0] = 900.0
    row = check(model, Rows(hands, np.zeros(0), np.zeros(0, BIDS), np.zeros(0)))["prospects"][0]
    assert row["won"] == 0
    assert 10 < row["log_loss"] < 30


def test_hands_of_a_single_deal_have_no_interval():
    """Guards against ends that are no numbers, which no JSON reader takes."""
    hands = np.zeros(3, HANDS)
    hands["missing"] = 1
    row = check(blank_model(), Rows(hands, np.zeros(0), np.zeros(0, BIDS), np.zeros(0)))["prospects"][0]
    assert row["hands"] == 3
    assert row["low"] is row["high"] is None
