"""The short cuts on the way to a discard: the same choice as without them."""

import random

import numpy as np
import pytest

from tests.engine.scenarios_players import MIXTURE, codes_of, policies
from zhuji_sim.batches import seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import Phase
from zhuji_sim.engine.helpful import live_helpful_from, spare_kinds_from
from zhuji_sim.engine.jit import kernel
from zhuji_sim.policies import load
from zhuji_sim.policies.danger import given_away, judge_discard
from zhuji_sim.policies.discards import NOTHING, most_worth, put_back, take_out
from zhuji_sim.policies.remembered import remembered_live
from zhuji_sim.policies.worth import DISTANCES, set_distances, value_at
from zhuji_sim.rules import PRESETS, Ruleset

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)


def _decisions(preset, deals=12):
    """Sessions on somebody's turn, with tables of champions that have looked at them."""
    coin = random.Random(5)
    rules, champion = Ruleset.preset(preset), load("champion")
    table = seat_table(rules, (champion,) * 4)
    choose = policies(rules, MIXTURE)
    for index in range(deals):
        session = DealSession(rules, 41, index)
        while not session.over:
            if session.scene["phase"] == Phase.TURN and len(codes_of(session)) > 2 and coin.random() < 0.5:
                mind, state = table.minds[session.seat], session.state
                arguments = (session.scene, state["legal"], table.rules, table.tables, mind, state["rng"][0])
                table.deciders[session.seat](*arguments)  # counts live tiles, judges the others
                yield session.scene, mind, table.rules, table.tables
            session.act(choose(session))


@kernel
def _compared(scene, mind, rules, tables, found):
    """The best of all tiles in hand as `most_worth` finds it, and each of them valued by itself."""
    seat, target = np.int64(scene.seat), np.int64(scene.minimum[scene.seat])
    turns = np.float64(scene.draws_left) / 4.0
    mind.trial = scene.own
    set_distances(mind, target, rules, tables)
    near, once = np.int64(mind.scratch[DISTANCES]), np.int64(mind.scratch[DISTANCES + 1])
    twice = np.int64(mind.scratch[DISTANCES + 2])
    spare = spare_kinds_from(mind.trial, target, near, rules, tables)
    spare_once = spare_kinds_from(mind.trial, target + 1, once, rules, tables)
    spare_twice = spare_kinds_from(mind.trial, target + 2, twice, rules, tables)
    held = np.int64(0)
    for kind in range(34):
        found[kind] = NOTHING
        if scene.hand[kind] == 0:
            continue
        held |= np.int64(1) << kind
        take_out(mind.trial, scene, seat, kind)
        judge_discard(scene, mind, kind, np.int64(0))
        found[kind] = value_at(
            mind,
            target,
            near + 1 - ((spare >> kind) & 1),
            once + 1 - ((spare_once >> kind) & 1),
            twice + 1 - ((spare_twice >> kind) & 1),
            turns,
            rules,
            tables,
        )
        found[kind] -= given_away(mind, np.int64(0), found[kind])
        put_back(mind.trial, scene, seat, kind)
    return most_worth(
        scene, mind, held, target, near, once, twice, spare, spare_once, spare_twice, turns, rules, tables
    )


@EVERYWHERE
def test_a_discard_that_is_not_judged_to_the_end_would_not_have_been_best(preset):
    """Guards against a bound below what the hand is worth, and against another choice among equal ones."""
    found, compared = np.zeros(34), 0
    for decision in _decisions(preset):
        kind, points = _compared(*decision, found)
        assert (kind, points) == (found.argmax(), found.max())
        compared += 1
    assert compared > 80


@kernel
def _live(scene, mind, rules, tables):
    """Live helpful tiles of what is left after each discard, as remembered and as counted anew."""
    seat, target = np.int64(scene.seat), np.int64(scene.minimum[scene.seat])
    alike = True
    for _ in range(2):
        mind.trial = scene.own
        for kind in range(34):
            if scene.hand[kind] > 0:
                take_out(mind.trial, scene, seat, kind)
                for more in range(3):
                    for missing in range(1, 5):
                        anew = live_helpful_from(mind.trial, target + more, missing, mind.live, rules, tables)
                        alike &= remembered_live(mind, target + more, missing, rules, tables) == anew
                put_back(mind.trial, scene, seat, kind)
    return alike


@EVERYWHERE
def test_what_is_remembered_of_a_hand_is_what_is_found_anew(preset):
    """Guards against hands that differ in something that matters and are taken for the same."""
    decisions = [_live(*decision) for decision in _decisions(preset, 6)]
    assert len(decisions) > 40
    assert all(decisions)
