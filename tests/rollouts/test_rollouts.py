"""Rollouts: common redeals, what only the seat to act sees, honest differences, and a player made of them."""

import random

import numpy as np
import pytest

import zhuji_sim as zj
from tests.engine.scenarios_players import policies
from tests.policies.hidden_worlds import History, other_world
from tests.referee.referee import judge
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.errors import PolicyError
from zhuji_sim.policies import Policy, load
from zhuji_sim.policies.kinds import PolicyKind
from zhuji_sim.rollouts import Evaluation, RolloutBot, Rollouts, evaluate
from zhuji_sim.rules import PRESETS, Ruleset

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)


def decisions(preset, deals, seed=11, names=("tai", "speed", "tai", "random")):
    """Histories at every decision of some deals that leaves a choice."""
    rules = Ruleset.preset(preset)
    choose = policies(rules, names)
    for index in range(deals):
        history = History(DealSession(rules, seed, index))
        while not history.session.over:
            if int(history.session.state["legal"]["count"]) > 1:
                yield history
            history.act(choose(history.session))


@EVERYWHERE
def test_rollouts_know_no_more_than_the_seat_to_act(preset):
    """Guards against play-outs over the real hands or the real wall."""
    coin, compared = random.Random(3), 0
    players = Rollouts(Ruleset.preset(preset), "speed")
    for history in decisions(preset, 3):
        if coin.random() > 0.15:
            continue
        there, _ = other_world(history, coin)
        if there is None:
            continue
        here = history.session
        one, other = (players.evaluate(each.scene, each.state["legal"], 6, 4) for each in (here, there))
        assert (one.points == other.points).all()
        assert one.actions.tolist() == here.state["legal"]["actions"][: len(one.actions)].tolist()
        compared += 1
    assert compared > 10


def test_every_action_meets_the_same_redeals_whatever_else_is_played_out():
    """Guards against redeals that hang on their number, or on the actions before."""
    players = Rollouts(Ruleset.preset("bao"), "tai")
    for number, history in enumerate(decisions("bao", 2)):
        if number % 7:
            continue
        scene, legal = history.session.scene, history.session.state["legal"]
        short, long = (players.evaluate(scene, legal, n, 9) for n in (5, 12))
        assert (long.points[:5] == short.points).all()
        pruned = players.evaluate(scene, legal, 40, 9, prune=True)
        full = players.evaluate(scene, legal, 40, 9)
        kept = ~np.isnan(pruned.points)
        assert (pruned.points[kept] == full.points[kept]).all()
        assert kept[:10].all()
        assert kept[:, full.best].all() or full.behind(pruned.best)[0][full.best] > -4


@EVERYWHERE
def test_a_win_is_worth_its_settlement(preset):
    """Guards against points of another seat, and against a win that is played on."""
    seen = 0
    for history in decisions(preset, 25, seed=5):
        session = history.session
        codes = session.state["legal"]["actions"][: int(session.state["legal"]["count"])].tolist()
        if Action.HU not in codes or session.scene["phase"] == Phase.CLAIM:
            continue
        found = evaluate(session, "speed", n=4)
        seat, at = session.seat, codes.index(Action.HU)
        won = session.states.copy()
        apply(won[0], Action.HU.value, session.encoded, session.tables)
        assert (found.points[:, at] == int(won["points"][0, seat])).all()
        seen += 1
        if seen > 3:
            break
    assert seen > 0


def test_claims_that_may_have_been_made_before_are_asked_again():
    """Guards against a claim that is judged as if nobody else wanted the tile."""
    players = Rollouts(Ruleset.preset("heping"), "speed")
    earlier = claims = 0
    for history in decisions("heping", 14, names=("speed",) * 4):
        session = history.session
        steps = (session.seat - int(session.scene["offered_by"])) & 3
        if session.scene["phase"] != Phase.CLAIM or steps < 2:
            continue
        for seed in range(40):
            players.evaluate(session.scene, session.state["legal"], 1, seed)
            state = players.states[0]
            tile, owner = int(session.scene["offered"]), int(session.scene["offered_by"])
            for step in range(1, 4):
                seat = (owner + step) & 3
                code = int(state["claim"][seat])
                assert step < steps or code == Action.PASS
                if step < steps:
                    earlier += 1
                    claims += code != Action.PASS
                    assert not Action.CHI <= code < Action.PENG or step == 1
                    if code == Action.PENG:
                        assert state["hands"][seat][tile] >= 2
            assert int(state["asking"]) == steps
    assert earlier > 300
    assert 0.02 < claims / earlier < 0.6


@pytest.mark.small
def test_two_redeals_of_a_first_decision():
    """Guards against kernels that need the compiler, or look beyond an array."""
    session = DealSession(Ruleset.preset("bao"), 1, 2)
    session.act(0)
    found = evaluate(session, "random", n=2)
    assert found.points.shape == (2, 22)
    assert np.isfinite(found.points).all()


def test_differences_are_judged_by_redeals_that_did_not_choose():
    """Guards against the best of noisy means being taken at its word."""
    coin = np.random.default_rng(2)
    naive, honest = [], []
    for _ in range(400):
        noise = Evaluation(np.arange(8, dtype=np.int16), coin.normal(size=(40, 8)), np.ones(40))
        naive.append(noise.behind()[0].mean())
        honest.append(noise.honest()[2].mean())
    assert np.mean(naive) > 0.15
    assert abs(np.mean(honest)) < 4 * np.std(honest) / 20
    plain = Evaluation(np.arange(2, dtype=np.int16), np.array([[1.0, 3], [2, 3], [0, 3], [1, 3]]), np.ones(4))
    assert plain.best == 1
    assert plain.honest() == (1, 1, pytest.approx([2.0, 0.0]))
    behind, errors = plain.behind()
    assert behind.tolist() == [2, 0]
    assert errors == pytest.approx([np.std([1, 2, 0, 1], ddof=1) / 2, 0])
    assert plain.frame()["mean"].tolist() == [1, 3]


@EVERYWHERE
def test_the_rollout_player_plays_by_the_rules_and_the_same_way_again(preset):
    """Guards against choices that hang on what the player did before, and against illegal ones."""
    bot = RolloutBot("speed", n=8)
    log = zj.play(preset, [bot, "tai", "random", bot], seed=3, index=1)
    judge(log)
    assert log["players"] == {"E": "rollout", "S": "tai", "W": "random", "N": "rollout"}
    assert zj.play(preset, [RolloutBot("speed", n=8), "tai", "random", bot], seed=3, index=1) == log


def test_rollout_is_a_player_by_name():
    """Guards against a name that only policies can have."""
    log = zj.play("heping", ["rollout", "speed", "speed", "speed"], seed=2)
    judge(log)
    assert log["players"]["E"] == "rollout"


def test_it_chooses_better_than_chance():
    """Guards against a choice of the worst action, and against points of somebody else."""
    coin, better = random.Random(1), []
    players = Rollouts(Ruleset.preset("bao"), "tai")
    for history in decisions("bao", 12, seed=21):
        session = history.session
        if session.scene["phase"] != Phase.TURN or coin.random() > 0.15:
            continue
        found = players.evaluate(session.scene, session.state["legal"], 200, 1)
        better.append(found.honest()[2].mean())
    assert len(better) > 30
    assert np.mean(better) > 4 * np.std(better) / np.sqrt(len(better))


def test_who_tells_how_likely_his_bids_are_is_judged_by_them():
    """Guards against `chances` that nobody asks, and against asking where nobody has them."""
    kind = PolicyKind("judged", "Bids with many 万.", (), "tests.policies.judged_policy")
    judged = Policy("judged", kind, ())
    session = DealSession(Ruleset.preset("bao"), 1, 2)
    session.act(1)
    for who, low, high in (([judged, "tai", "tai", "tai"], 2, 11.9), ("tai", 1, 1)):
        effective = evaluate(session, who, n=30).effective
        assert low <= effective.mean() <= high
    assert evaluate(session, ["tai", judged, "tai", "tai"], n=5).effective == pytest.approx(12)


def test_wrong_calls_are_refused_in_one_line():
    """Guards against tracebacks."""
    with pytest.raises(PolicyError, match="3 policies"):
        Rollouts(Ruleset.preset("bao"), ["tai"] * 3)
    with pytest.raises(PolicyError, match="n = 0"):
        RolloutBot(n=0)
    with pytest.raises(PolicyError, match="'tie'"):
        evaluate(DealSession(Ruleset.preset("bao")), "tie")
    assert Rollouts(Ruleset.preset("bao"), (load("tai"),) * 4).candidates == 1
