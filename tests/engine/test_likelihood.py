"""Redeals weighed by bids and names, held against exact probabilities and plain rejection sampling."""

import random
from math import comb

import numpy as np
import pytest

from tests.engine.redealt_worlds import left_the_hand, redealt
from tests.engine.scenarios_players import eager, policies
from tests.engine.scenarios_walls import stacked_wall
from tests.policies.hidden_worlds import History
from tests.policies.judged_policy import EAGER, MANY, SHOWN, SHY, chances
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.determinize import new_workspace
from zhuji_sim.engine.likelihood import likelihood
from zhuji_sim.engine.mind import new_minds
from zhuji_sim.engine.rollout import STATES, redeal
from zhuji_sim.engine.state import new_states
from zhuji_sim.engine.streams import start_stream
from zhuji_sim.policies.unjudged import chances as unjudged
from zhuji_sim.rules import Ruleset
from zhuji_sim.rules.contracts import Contract

SUIT = slice(0, 9)


class Redealer:
    """Redeals at the present decision point of a session."""

    def __init__(self, session, judged=(chances,) * 4):
        self.session, self.judged = session, judged
        self.states, self.work, self.minds = new_states(STATES), new_workspace(), new_minds()

    def hands(self, times, candidates):
        """Everybody's hands (times, 4, 34) and the effective number of candidates of each redeal."""
        found, effective = np.zeros((times, 4, 34), int), np.zeros(times)
        session = self.session
        for i in range(times):
            start_stream(self.work["rng"], 7, i, 4)
            effective[i] = redeal(
                session.scene,
                self.states,
                self.work,
                candidates,
                self.judged,
                self.minds,
                self.work["rng"],
                session.encoded,
                session.tables,
            )
            found[i] = self.states[0]["hands"]
        return found, effective


def act(session, *codes):
    for code in codes:
        legal = session.state["legal"]
        session.act([int(each) for each in legal["actions"][: int(legal["count"])]].index(code))


def unseen_by(session):
    scene = session.scene
    return np.repeat(np.arange(34), 4 - scene["hand"] - scene["visible"])


def uniform_hands(session, sizes, times):
    """Hands of these sizes dealt from the unseen tiles: times arrays of counts, a hand after the other."""
    coin, unseen = np.random.default_rng(1), unseen_by(session)
    for _ in range(times):
        tiles = coin.permutation(unseen)
        start, hands = 0, []
        for size in sizes:
            hands.append(np.bincount(tiles[start : start + size], minlength=34))
            start += size
        yield hands


@pytest.mark.parametrize("candidates", [4, 16])
def test_a_bid_is_weighed_exactly(candidates):
    """Guards against weights that are squared, inverted, or given to another seat."""
    session = DealSession(Ruleset.preset("bao"), 3, 5)
    act(session, Action.BID)
    hands, effective = Redealer(session).hands(2000, candidates)
    many = hands[:, 0, SUIT].sum(axis=1) >= MANY
    unseen = unseen_by(session)
    suited = int((unseen < 9).sum())
    ways = [comb(suited, m) * comb(len(unseen) - suited, 14 - m) for m in range(15)]
    prior = sum(ways[MANY:]) / sum(ways)
    # Of `candidates` redeals, j have many; one is taken in proportion to its weight.
    expected = sum(
        comb(candidates, j)
        * prior**j
        * (1 - prior) ** (candidates - j)
        * (EAGER * j / (EAGER * j + SHY * (candidates - j)))
        for j in range(1, candidates + 1)
    )
    assert abs(many.mean() - expected) < 4 * np.sqrt(expected * (1 - expected) / len(many))
    assert expected > prior + 0.15
    assert effective.max() <= candidates + 1e-9
    assert effective.min() >= 1 - 1e-9


def test_bids_and_passes_of_all_others_count():
    """Guards against a product that leaves somebody's call out."""
    session = DealSession(Ruleset.preset("bao"), 3, 6)
    act(session, Action.BID, Action.PASS, Action.PASS)
    hands, _ = Redealer(session).hands(1500, 200)
    found = (hands[:, :3, SUIT].sum(axis=2) >= MANY).mean(axis=0)
    total, expected = 0.0, np.zeros(3)
    for dealt in uniform_hands(session, (14, 13, 13), 40_000):
        many = np.array([hand[SUIT].sum() >= MANY for hand in dealt])
        chance = np.where(many, EAGER, SHY)
        weight = chance[0] * (1 - chance[1]) * (1 - chance[2])
        total += weight
        expected += weight * many
    assert np.abs(found - expected / total).max() < 0.045


def test_the_named_caishen_are_weighed_with_the_discard_counted_in():
    """Guards against a declarer who is judged by the tiles that he kept alone."""
    session = DealSession(Ruleset.preset("bao"), 3, 8, contract=Contract.parse("独2"), declarer=0)
    act(session, Action.SOLO + 4)
    held = [kind for kind in range(9, 34) if session.state["hands"][0][kind]]
    act(session, Action.DISCARD + held[0])
    while session.scene["phase"] == Phase.CLAIM:
        act(session, Action.PASS)
    assert session.seat == 1
    assert session.scene["phase"] == Phase.TURN
    hands, _ = Redealer(session).hands(1500, 64)
    total, expected = 0.0, 0.0
    for (dealt,) in uniform_hands(session, (13,), 40_000):
        weight = 0.01 + dealt[4]
        total += weight
        expected += weight * dealt[4]
    plain = 13 * (unseen_by(session) == 4).sum() / len(unseen_by(session))
    expected /= total
    assert abs(hands[:, 0, 4].mean() - expected) < 0.07
    assert expected > plain + 0.5


def test_in_ziyou_every_name_is_weighed():
    """Guards against names of which only the dealer's is asked about."""
    session = DealSession(Ruleset.preset("ziyou"), 3, 8)
    act(session, Action.SOLO + 4, Action.SOLO + 13, Action.SOLO + 22)
    hands, _ = Redealer(session).hands(600, 32)
    plain, _ = Redealer(session).hands(600, 1)
    for seat, kind in enumerate((4, 13, 22)):
        assert hands[:, seat, kind].mean() > plain[:, seat, kind].mean() + 0.4


def test_who_tells_nothing_of_himself_is_redealt_uniformly():
    """Guards against weights where a policy has no `chances`."""
    session = DealSession(Ruleset.preset("bao"), 3, 5)
    act(session, Action.BID)
    _, effective = Redealer(session, (unjudged,) * 4).hands(50, 8)
    assert (effective == 8).all()


@pytest.mark.parametrize("preset", ["bao", "ziyou"])
def test_the_hand_that_is_judged_was_the_seats_own(preset):
    """Guards against claimed tiles in a starting hand, and against own ones that are left out."""
    rules = Ruleset.preset(preset)
    session = DealSession(rules, 5, 2, wall=stacked_wall({"W": "1111m"}))
    history = History(session)
    if preset == "bao":
        for code in (Action.BID, Action.PASS, Action.PASS, Action.PASS):
            history.act(0 if code == Action.PASS else 1)
    choose = eager(policies(rules, ("random",) * 4), random.Random(4), zeal=0.7, wins=False)
    while session.scene["river_length"] < 24 and not session.over:
        history.act(choose(session))
    assert session.scene["claims"] > 2
    me = session.seat
    minds, sums, times = new_minds(), np.zeros((4, 34)), 400
    owned = np.zeros((4, 34))
    for seed in range(times):
        state = redealt(session, seed)
        work = new_workspace()
        start_stream(work["rng"], 1, seed, 0)
        arguments = (new_states(1)[0], work, (chances,) * 4, minds, work["rng"])
        assert likelihood(state, *arguments, session.encoded, session.tables) > 0
        for seat in range(4):
            if seat != me:
                shown = minds["scratch"][seat][SHOWN : SHOWN + 34]
                assert shown.sum() == (14 if seat == 0 else 13)
                own = own_tiles(history, state, seat)
                assert (shown <= own).all()
                sums[seat] += shown
                owned[seat] += own * (shown.sum() / own.sum())
    for seat in range(4):
        assert np.abs(sums[seat] - owned[seat]).max() < 5 * np.sqrt(times)


def own_tiles(history, state, seat):
    """What a seat was dealt or drew, from its part of the public log and its redealt tiles."""
    own = np.array(state["hands"][seat], int)
    for kind in left_the_hand(history, state, seat):
        own[kind] += 1
    assert own.sum() == len(history.received[seat])
    return own
