"""When `champion` lets a win go for a call beside it."""

import random

import pytest

from tests.engine.scenarios_players import codes_of, eager, policies
from zhuji_sim.batches import seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import Action
from zhuji_sim.policies import Policy, load
from zhuji_sim.rules import Ruleset

HELD = ("bao", 216), ("bao", 223), ("heping", 14), ("heping", 116), ("dongfeng", 0), ("dongfeng", 360)
"""Deals in which a call is worth more than the win, by preset and index under seed 11."""
CALLERS = ("champion", "tai", "greedy", "speed")


def without_calls(rules):
    """Chooses as champion does, but for calls, which have to be worth twice the hand."""
    champion = load("champion")
    weights = list(champion.weights)
    for name in ("call_margin", "gang_margin"):
        weights[champion.kind.position(name)] = 1.0
    table = seat_table(rules, (Policy("champion", champion.kind, tuple(weights)),) * 4)

    def choose(session):
        state, seat = session.state, session.seat
        arguments = state["scene"], state["legal"], table.rules, table.tables, table.minds[seat]
        return int(table.deciders[seat](*arguments, state["rng"][seat]))

    return choose


@pytest.mark.parametrize(("preset", "index"), HELD)
def test_a_win_is_held_against_the_best_call_beside_it(preset, index):
    """Guards against a win that is only held against passing: who calls peng of dragons wins for more."""
    rules = Ruleset.preset(preset)
    champion, plain = policies(rules, ("champion",) * 4), without_calls(rules)
    lead = eager(policies(rules, CALLERS), random.Random(index), zeal=0.5, wins=False)
    session = DealSession(rules, 11, index)
    called = 0
    while not session.over:
        codes = codes_of(session)
        if Action.HU in codes and codes[champion(session)] >= Action.CHI:
            called += 1
            assert codes[plain(session)] in (Action.HU, Action.PASS)
        session.act(codes.index(codes[lead(session)]))
    assert called
