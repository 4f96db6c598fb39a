"""No policy sees hidden tiles: the same scene, to the byte, and the same choice, whatever the others hold."""

import random
from collections import Counter

import numpy as np
import pytest

from tests.engine.scenarios_players import MIXTURE, eager, policies
from tests.engine.scenarios_walls import stacked_wall
from tests.policies.hidden_worlds import History, other_world
from zhuji_sim.batches import seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.deals.views import view_of
from zhuji_sim.engine.codes import MeldKind, Phase
from zhuji_sim.policies import load, names
from zhuji_sim.rules import PRESETS, Ruleset

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
DEALS = 12
SAMPLED = 0.12
"""Share of the turns that are looked at; three times as many of the rarer decisions."""


def sampled(preset, deals, coin, share=SAMPLED):
    """Histories of deals that stand at a decision worth looking at."""
    rules = Ruleset.preset(preset)
    choose = eager(policies(rules, MIXTURE), coin, zeal=0.7, wins=False)
    for index in range(deals):
        quads = {
            seat: coin.choice(["1111m", "9999s", "白白白白", "5555p"]) for seat in coin.sample("ESWN", 1)
        }
        wall = stacked_wall(quads, coin=coin) if index % 2 else None
        history = History(DealSession(rules, 31, index, wall=wall))
        while not history.session.over:
            phase = int(history.session.scene["phase"])
            if coin.random() < share * (1 if phase == Phase.TURN else 3):
                yield history
            history.act(choose(history.session))


def legal_bytes(session):
    legal = session.state["legal"]
    return legal["actions"][: int(legal["count"])].tobytes()


def choices(session, names, garbage=0.0):
    """What each policy chooses here, with undefined working memory filled with garbage.

    Of an auction also the chances of its bids, where a policy tells them.
    """
    chosen = {}
    for name in names:
        table = TABLES[session.rules.preset, name]
        state, seat = session.state, session.seat
        mind, rng = table.minds[seat : seat + 1].copy(), state["rng"].copy()
        mind.view(np.uint8)[:] = int(garbage)
        for kept in ("weights", "model"):
            mind[kept] = table.minds[kept][seat]
        arguments = (state["scene"], state["legal"], table.rules, table.tables, mind[0], rng[seat])
        chosen[name] = int(table.deciders[seat](*arguments))
        judge = JUDGED.get(name)
        if judge is not None and int(state["scene"]["phase"]) == Phase.BID:
            judge(*arguments)
            chosen[f"{name}'s chances"] = mind["scratch"][0, : int(state["legal"]["count"])].tobytes()
    return chosen


TABLES = {}
JUDGED = {}
"""The functions that tell how likely bids are, by policy."""


@pytest.fixture(scope="module", autouse=True)
def tables():
    """Every shipped policy at every preset's table."""
    for preset in PRESETS:
        for name in names():
            TABLES[preset, name] = seat_table(Ruleset.preset(preset), (load(name),) * 4)
    JUDGED.update({name: load(name).chances() for name in names()})
    assert JUDGED["champion"] is not None


@EVERYWHERE
def test_changed_hidden_tiles_change_neither_scene_nor_choice(preset):
    """Guards against a scene with hidden tiles in it, in plain sight or left over from another seat."""
    coin = random.Random(PRESETS.index(preset))
    seen, lost, changes, hidden_gangs = Counter(), 0, 0, 0
    for history in sampled(preset, DEALS, coin):
        here = history.session
        there, changed = other_world(history, coin)
        if there is None:
            lost += 1
            continue
        scene = here.scene
        phase = Phase(int(scene["phase"]))
        assert there.scene.tobytes() == scene.tobytes(), (here.index, phase.name)
        assert legal_bytes(there) == legal_bytes(here)
        assert view_of(there.scene, there.rules) == view_of(scene, here.rules)
        assert choices(there, names()) == choices(here, names())
        seen[phase.name] += 1
        changes += changed
        others = [other for other in range(4) if other != here.seat]
        hidden_gangs += any(MeldKind.CONCEALED_GANG in scene["meld_kind"][other] for other in others)
    expected = {"TURN", "DISCARD", "CLAIM"} | ({"BID"} if preset in ("bao", "dongfeng") else set())
    expected |= {"NAME_CAISHEN"} if preset != "heping" else set()
    assert expected <= set(seen)
    assert sum(seen.values()) > 150
    # A caishen gang tells that the hand is ready: some of bao's histories do not fit other hands.
    assert lost <= (0.4 if preset == "bao" else 0) * sum(seen.values())
    assert changes > 20 * sum(seen.values()), "the hidden tiles did change"
    assert hidden_gangs > 5


@EVERYWHERE
def test_choices_do_not_hang_on_what_working_memory_held_before(preset):
    """Guards against policies that read their scratch before they write it, and so another deal's hands."""
    coin = random.Random(7)
    for history in sampled(preset, 3, coin, share=0.3):
        plain = choices(history.session, names())
        for garbage in (0x5A, 0xFF):
            assert choices(history.session, names(), garbage) == plain


@EVERYWHERE
def test_a_choice_changes_nothing_that_others_see(preset):
    """Guards against policies that write into the scene or the list of actions."""
    coin = random.Random(8)
    for history in sampled(preset, 3, coin, share=0.3):
        session = history.session
        scene, legal = session.scene.tobytes(), session.state["legal"].tobytes()
        choices(session, names())
        assert (session.scene.tobytes(), session.state["legal"].tobytes()) == (scene, legal)


@EVERYWHERE
def test_only_the_own_coin_is_tossed(preset):
    """Guards against a seat whose random stream another one's choices move."""
    coin = random.Random(9)
    rules = Ruleset.preset(preset)
    choose = policies(rules, ("random",) * 4)
    session = DealSession(rules, 3, coin.randrange(100))
    while not session.over:
        before, seat = session.state["rng"].copy(), session.seat
        position = choose(session)
        moved = [int(stream) for stream in range(5) if before[stream] != session.state["rng"][stream]]
        assert moved in ([], [seat])
        session.act(position)
