"""Hidden tiles dealt anew: the same scene and choices, every unseen tile equally likely everywhere."""

import copy
import random
from collections import Counter

import numpy as np
import pytest

from tests.engine.redealt_worlds import BEFORE_PLAY, redealt, replayed
from tests.engine.scenarios_players import MIXTURE, eager, policies
from tests.engine.scenarios_walls import stacked_wall
from tests.engine.test_play_robbing import FLUSH, about_to_add, exposed
from tests.policies.hidden_worlds import History, other_world
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.codes import Action, MeldKind, Phase
from zhuji_sim.rules import PRESETS, Ruleset

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
SEATS = range(4)
KNOWN = (
    *("hands", "held", "pengs", "quads", "hidden_gangs", "gang_tile", "gang_wild", "gang_laid"),
    *("passes", "passed", "front", "tail", "draws", "lanes"),
)
"""What a redealt state has to hold exactly as the engine does."""


def decisions(preset, deals, seed, rob_exposed=None):
    """Histories at every decision point of deals with many melds and gangs."""
    options = {} if rob_exposed is None else {"rob_exposed": rob_exposed}
    rules, coin = Ruleset.preset(preset, **options), random.Random(seed)
    choose = eager(policies(rules, MIXTURE), coin, zeal=0.6, wins=False)
    for index in range(deals):
        quads = {
            seat: coin.choice(["1111m", "9999s", "白白白白", "5555p"]) for seat in coin.sample("ESWN", 1)
        }
        wall = stacked_wall(quads, coin=coin) if index % 2 else None
        history = History(DealSession(rules, seed, index, wall=wall))
        while not history.session.over:
            yield history
            history.act(choose(history.session))


def legal_bytes(state):
    return state["legal"]["actions"][: int(state["legal"]["count"])].tobytes()


def all_tiles(state):
    """Tiles in the wall, the hands, the melds and on the table, by kind."""
    scene, found = state["scene"], Counter()
    found.update(int(kind) for kind in state["wall"][int(state["front"]) : int(state["tail"])])
    for kind in range(34):
        found[kind] += int(state["hands"][:, kind].sum() + scene["visible"][kind])
    for seat in SEATS:
        for place in range(int(scene["meld_count"][seat])):
            if int(scene["meld_kind"][seat][place]) == MeldKind.CONCEALED_GANG:
                laid = [int(kind) for kind in state["gang_laid"][seat][place] if kind >= 0]
                found.update(laid)
                found[int(state["gang_tile"][seat][place])] += 4 - len(laid)
    return found


@EVERYWHERE
def test_a_redealt_state_is_what_the_engine_comes_to_over_those_tiles(preset):
    """Guards against a counter, a meld or a claim that the redeal enters otherwise than play would."""
    seen, lost, gangs, looked_at = Counter(), 0, 0, 0
    for number, history in enumerate(decisions(preset, 12, 41, rob_exposed=True)):
        here = history.session
        state = redealt(here, number)
        phase = Phase(int(here.scene["phase"]))
        assert state["scene"].tobytes() == here.scene.tobytes()
        assert legal_bytes(state) == legal_bytes(here.state), (here.index, phase.name)
        looked_at += 1
        if number % 12 and phase not in (Phase.ROB, Phase.NAME_CAISHEN):
            continue
        assert all_tiles(state) == dict.fromkeys(range(34), 4)
        assert Counter(state["wall"].tolist()) == dict.fromkeys(range(34), 4)
        assert state["hands"].sum(axis=1).tolist() == here.scene["concealed"].tolist()
        seen[phase.name] += 1
        there = replayed(history, state)
        if there is None or there.scene["claims"] != here.scene["claims"]:
            lost += 1
            continue
        assert there.scene.tobytes() == here.scene.tobytes()
        gangs += int(state["hidden_gangs"])
        for name in KNOWN:
            assert state[name].tolist() == there.state[name].tolist(), (name, phase.name)
        for name in state["holdings"].dtype.names:
            assert state["holdings"][name].tolist() == there.state["holdings"][name].tolist(), (name, phase)
        front, tail = int(state["front"]), int(state["tail"])
        assert (state["wall"][front:tail] == there.state["wall"][front:tail]).all()
        if phase in (Phase.CLAIM, Phase.ROB):
            assert int(state["asking"]) == int(there.state["asking"])
            assert int(state["claimed"]) == int(there.state["claimed"])
        if phase == Phase.ROB:
            assert int(state["robbed_action"]) == int(there.state["robbed_action"])
            assert int(state["exposed_from"]) == int(there.state["exposed_from"])
        if phase not in BEFORE_PLAY:
            for seat in SEATS:
                assert int(there.state["missing"][seat]) <= int(state["missing"][seat])
    expected = {"TURN", "DISCARD", "CLAIM"} | ({"BID"} if preset in ("bao", "dongfeng") else set())
    expected |= {"NAME_CAISHEN"} if preset != "heping" else set()
    assert expected <= set(seen)
    # A caishen gang tells that the hand is ready: some of bao's histories do not fit other hands.
    assert lost <= (0.4 if preset == "bao" else 0) * sum(seen.values())
    assert gangs > 5
    assert looked_at > 700


ROBBERIES = [(about_to_add, preset) for preset in PRESETS] + [(exposed, "ziyou")]


@pytest.mark.small
@pytest.mark.parametrize(("begin", "preset"), ROBBERIES)
def test_a_gang_that_may_be_robbed_is_still_being_laid(begin, preset):
    """Guards against the added tile in another hand, and against a gang that is forgotten or doubled."""
    added = begin is about_to_add
    session = (begin(preset, S=FLUSH).do("W gang [9999s]") if added else begin()).session
    assert session.scene["phase"] == Phase.ROB
    nine = int(session.scene["offered"])
    for seed in range(20):
        state = redealt(session, seed)
        assert legal_bytes(state) == legal_bytes(session.state)
        for name in ("robbed_action", "exposed_from", "asking", "front", "tail", "draws"):
            assert int(state[name]) == int(session.state[name]), name
        assert state["hands"][2][nine] == added
        assert all_tiles(state) == dict.fromkeys(range(34), 4)
        apply(state, Action.PASS.value, session.encoded, session.tables)
        while state["scene"]["phase"] == Phase.ROB:
            apply(state, Action.PASS.value, session.encoded, session.tables)
        assert all_tiles(state) == dict.fromkeys(range(34), 4)
        assert int(state["scene"]["seat"]) == 2
        assert int(state["scene"]["replacement"]) == 1
        assert int(state["hands"][2].sum()) == 11


@pytest.mark.small
@EVERYWHERE
def test_first_decisions_are_redealt_alike(preset):
    """Guards against numbers that wrap in compiled kernels and not without them, and against places beyond an
    array."""
    session = DealSession(Ruleset.preset(preset), 3, 4)
    choose = policies(session.rules, ("random",) * 4)
    for number in range(9):
        state = redealt(session, number, lanes=number % 2)
        assert state["scene"].tobytes() == session.scene.tobytes()
        assert legal_bytes(state) == legal_bytes(session.state)
        assert all_tiles(state) == dict.fromkeys(range(34), 4)
        session.act(choose(session))


@EVERYWHERE
def test_nothing_hidden_is_read(preset):
    """Guards against redeals that know more than the seat to act: other hidden tiles, the same redeal."""
    coin = random.Random(5)
    compared = changes = 0
    for number, history in enumerate(decisions(preset, 8, 42)):
        if coin.random() > 0.08:
            continue
        there, changed = other_world(history, coin)
        if there is None:
            continue
        one, other = redealt(history.session, number), redealt(there, number)
        assert one.tobytes() == other.tobytes()
        assert one.tobytes() != redealt(there, number + 1).tobytes()
        compared += 1
        changes += changed
    assert compared > 30
    assert changes > 20 * compared, "the hidden tiles did change"


@EVERYWHERE
@pytest.mark.parametrize("lanes", [0, 1])
def test_redealt_deals_are_played_to_their_end(preset, lanes):
    """Guards against redeals that the engine cannot play on: tiles drawn twice, a hand one tile short."""
    deals = 0
    for number, history in enumerate(decisions(preset, 6, 43)):
        if number % 12:
            continue
        here = history.session
        state = redealt(here, number, lanes)
        drawn = set()
        choose = policies(here.rules, ("random",) * 4)
        here_again = copy.copy(here)
        here_again.states = np.zeros(1, state.dtype)
        here_again.states[0] = state
        here_again.state, here_again.events = here_again.states[0], []
        scene = here_again.scene
        first, last = int(state["front"]), int(state["tail"])
        left, reserve = int(scene["wall_left"]), int(scene["wall_left"]) - int(scene["draws_left"])
        while not here_again.over:
            before = int(here_again.state["draws"])
            here_again.act(choose(here_again))
            if int(here_again.state["draws"]) > before:
                position = int(here_again.state["drawn_at"])
                assert first <= position < last
                assert position not in drawn
                drawn.add(position)
            if not here_again.over:
                melds = scene["meld_count"].sum()
                assert 52 <= here_again.state["hands"].sum() + 3 * melds <= 53
        assert len(drawn) == left - int(scene["wall_left"])
        assert int(scene["wall_left"]) >= reserve
        assert int(here_again.state["points"].sum()) == 0
        deals += 1
    assert deals > 25


def test_every_unseen_tile_is_equally_likely_everywhere():
    """Guards against redeals that favour a place: a hand, the wall's next tile, its last."""
    histories = decisions("heping", 30, 44)
    history = next(
        each
        for each in histories
        if each.session.scene["river_length"] > 12 and int(each.session.state["hidden_gangs"]) == 0
    )
    here = history.session
    others = [seat for seat in SEATS if seat != here.seat]
    counts, times = np.zeros((6, 34)), 4000
    for seed in range(times):
        state = redealt(here, seed)
        for place, seat in enumerate(others):
            counts[place] += state["hands"][seat]
        for place, at in enumerate((int(state["front"]), int(state["tail"]) - 1), start=3):
            counts[place, int(state["wall"][at])] += 1
        counts[5] += np.bincount(state["wall"][int(state["front"]) : int(state["tail"])], minlength=34)
    unseen = counts[:3].sum(axis=0) + counts[5]
    assert (unseen % times == 0).all()
    unseen = unseen / times
    for place in range(5):
        size = counts[place].sum() / times
        expected = counts[place].sum() * unseen / unseen.sum()
        kept = unseen > 0
        # Tiles of one hand are drawn without replacement, which narrows the spread.
        shrink = 1 if place >= 3 else (unseen.sum() - size) / (unseen.sum() - 1)
        value = (((counts[place] - expected) ** 2)[kept] / expected[kept]).sum() / shrink
        freedom = kept.sum() - 1
        assert abs(value - freedom) < 4 * np.sqrt(2 * freedom), place


def test_a_hidden_gang_may_be_of_any_kind_nobody_has_seen():
    """Guards against redeals that give away a concealed gang, and against gangs of a tile that lies open."""
    histories = decisions("heping", 60, 45)
    history = next(
        each
        for each in histories
        if each.session.scene["river_length"] > 5
        and any(
            MeldKind.CONCEALED_GANG in each.session.scene["meld_kind"][seat]
            for seat in SEATS
            if seat != each.session.seat
        )
    )
    here = history.session
    scene = here.scene
    possible = {
        kind
        for kind in range(34)
        if scene["visible"][kind] + scene["hand"][kind] == 0 and kind not in scene["caishen"][0]
    }
    found = Counter()
    for seed in range(100 * len(possible)):
        state = redealt(here, seed)
        found.update(int(kind) for kind in state["gang_tile"].ravel() if kind >= 0)
    assert set(found) == possible
    assert min(found.values()) > 50
