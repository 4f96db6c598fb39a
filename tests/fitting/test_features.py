"""What a model is fitted to is what it is asked with: the same numbers in NumPy and in the kernels."""

import random

import numpy as np
import pytest

from tests.engine.scenarios_players import MIXTURE, codes_of, policies
from zhuji_sim.batches import seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.jit import kernel
from zhuji_sim.fitting.checking import bid_chances, hand_chances
from zhuji_sim.fitting.estimates import hand_features
from zhuji_sim.fitting.fit import gather
from zhuji_sim.policies import bid_model, load
from zhuji_sim.policies.danger import (
    DANGER_FEATURES,
    DANGER_START,
    can_win_from,
    given_away,
    judge_discard,
    meld_suits,
    passed_kinds,
    seat_features,
    set_dangers,
    tile_features,
)
from zhuji_sim.policies.first_discard import FIRST_START, SORTS
from zhuji_sim.policies.fitted import as_model
from zhuji_sim.policies.prospects import PROSPECTS, ROLES, STEPS, prospect
from zhuji_sim.rules import PRESETS, Ruleset

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)


@kernel
def _prospects(model, rows, role, step, found):
    """`prospect` for every row, asked as `policies.worth.worth` asks."""
    for i in range(len(rows)):
        row = rows[i]
        further = np.int64(row.missing[max(step, 1)]) - np.int64(row.missing[0])
        found[i] = prospect(
            model,
            role,
            step,
            np.int64(row.missing[step]),
            np.int64(row.live[step]),
            np.float64(row.draws_left) / 4.0,
            np.float64(row.caishen),
            np.float64(row.melds),
            further,
        )


@pytest.fixture(scope="module")
def rows():
    """Rows of every preset; with a contract's roles in bao and dongfeng."""
    return {name: gather(Ruleset.preset(name), load("tai"), None, 60, 5, 0.2, 1) for name in PRESETS}


def any_model(seed):
    """A model of numbers at random, so that every feature counts."""
    return as_model(np.random.default_rng(seed).normal(size=2_000) / 4)


@EVERYWHERE
@pytest.mark.parametrize("step", range(STEPS))
def test_prospects_are_the_same_in_the_kernel_and_where_they_are_fitted(rows, preset, step):
    """Guards against features that drift apart: a unit, a cap, another gap."""
    hands, model = rows[preset].hands, any_model(step)
    assert len(hands) > 500
    for role in range(ROLES):
        found = np.zeros(len(hands))
        _prospects(model, hands, np.int64(role), np.int64(step), found)
        assert hand_chances(model, hands, role, step) == pytest.approx(found, rel=1e-5)
        assert len(np.unique(found)) > 100


def test_every_feature_of_a_hand_varies(rows):
    """Guards against a feature that is always the same, and so could drift unseen."""
    features = hand_features(rows["bao"].hands, 1)
    assert (features.std(axis=0)[1:] > 0).all()


def decisions(preset, phases, deals=14):
    """Sessions at decisions of these phases."""
    coin = random.Random(3)
    rules = Ruleset.preset(preset)
    choose = policies(rules, MIXTURE)
    for index in range(deals):
        session = DealSession(rules, 12, index)
        while not session.over:
            if int(session.scene["phase"]) in phases and len(codes_of(session)) > 1 and coin.random() < 0.3:
                yield session
            session.act(choose(session))


@kernel
def _danger_features(scene, mind, other, kind, features):
    """As `fitting.collect` writes them down."""
    seat_features(scene, other, features, np.int64(0))
    tile_features(scene, mind, other, kind, meld_suits(scene, other), features, np.int64(6))


@kernel
def _may_win(scene, other, kind, rules):
    return can_win_from(scene, other, rules) and (passed_kinds(scene, other) >> kind) & 1 == 0


@kernel
def _given_away(scene, mind, kind, rules):
    set_dangers(scene, mind, rules)
    judge_discard(scene, mind, kind, 0)
    return given_away(mind, 0, 1.0)


@pytest.mark.parametrize("preset", ["bao", "heping", "dongfeng"])
def test_the_danger_of_a_discard_is_that_of_the_features_it_is_fitted_to(preset):
    """Guards against a tile that is looked at in one way where dangers are fitted, in another in play."""
    champion = load("champion")
    weights = champion.spec["weights"] | dict.fromkeys(("feed_declarer", "feed_fellow", "feed_tai"), 0.0)
    plain = type(champion)("plain", champion.kind, tuple(weights.values()))
    table = seat_table(Ruleset.preset(preset), (plain,) * 4)
    model = any_model(1)
    table.minds["model"][:] = model
    compared = 0
    for session in decisions(preset, (Phase.TURN,)):
        scene, mind = session.scene, table.minds[session.seat]
        arguments = (scene, session.state["legal"], table.rules, table.tables, mind, session.state["rng"][0])
        table.deciders[session.seat](*arguments)  # counts the live tiles
        for code in codes_of(session):
            if not Action.DISCARD <= code < Action.CHI:
                continue
            kind, lost = np.int64(code - Action.DISCARD), 0.0
            for other in range(4):
                if not _may_win(scene, np.int64(other), kind, table.rules):
                    continue
                features = np.zeros(DANGER_FEATURES)
                _danger_features(scene, mind, np.int64(other), kind, features)
                odds = features @ model[DANGER_START : DANGER_START + DANGER_FEATURES].astype(float)
                lost += 1 / (1 + np.exp(-odds))
            expected = weights["defence"] * lost
            assert _given_away(scene, mind, kind, table.rules) == pytest.approx(expected, rel=1e-9)
            compared += 1
    assert compared > 300


@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
def test_the_chance_to_make_a_bid_is_that_of_the_features_written_down(preset):
    """Guards against bids that are fitted to other features than those they are judged by."""
    rules, champion = Ruleset.preset(preset), load("champion")
    model = champion.model(rules)
    table = seat_table(rules, (champion,) * 4)
    rows = gather(rules, champion, None, 25, 12, 0.5, 1).bids
    session, compared = None, 0
    for row in rows:
        if session is None or session.index != row["deal"]:
            session = DealSession(rules, 12, int(row["deal"]))
        scene, mind = session.scene, table.minds[session.seat]
        assert (session.seat, int(scene["bid_rank"])) == (row["seat"], row["over"])
        position = 0
        if row["rank"] >= 0:
            position = codes_of(session).index(Action.BID + int(row["rank"]))
            rng = session.state["rng"][session.seat].copy()
            table.deciders[0](scene, session.state["legal"], table.rules, table.tables, mind, rng)
            chance = bid_model.make_chance(scene, mind, np.int64(row["rank"]), table.rules, table.tables)
            assert bid_chances(model, np.array([row])) == pytest.approx(chance, rel=1e-5)
            compared += 1
        session.act(position)
    assert compared > 30


def test_the_parts_of_a_model_do_not_overlap():
    """Guards against two parts that are fitted into the same numbers."""
    ends = [0, PROSPECTS, DANGER_START, bid_model.MODEL_START, bid_model.OUTLOOK, bid_model.PAYOFF]
    assert ends == sorted(ends)
    assert DANGER_START + DANGER_FEATURES == FIRST_START
    assert FIRST_START + SORTS == bid_model.MODEL_START
    assert bid_model.BID_NUMBERS > bid_model.PAYOFF
