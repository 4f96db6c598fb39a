"""Each kind of event happens often enough among the judged deals of every preset that allows it."""

import random
from collections import Counter
from functools import cache

import pytest

from tests.engine.scenarios_events import (
    ALL,
    ALLOWED,
    BIDDING,
    SETUPS,
    contested,
    events_of,
    stacked,
    wall_out_after_gang,
)
from tests.engine.scenarios_players import Choose, eager, play_on, policies
from tests.engine.scenarios_script import Scripted
from tests.referee.referee import judge
from zhuji_sim.deals.replay import replay
from zhuji_sim.deals.session import DealSession
from zhuji_sim.rules import PRESETS, Ruleset

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
PASSES = "E pass, S pass, W pass, N pass"
ENOUGH = 50
STACKED = 52
"""Stacked deals for each event and preset."""
EAGER = 45
"""Deals of lovers of rare moves for each preset, with wins and without."""


@cache
def table(rules: Ruleset, number: int) -> Choose:
    """One of a few tables of players."""
    return policies(rules, (("tai",) * 4, ("tai", "random", "speed", "tai"))[number])


def judged(session: DealSession, coin: random.Random, zeal: float = 0.7, wins: bool = True) -> Counter[str]:
    """Events of a deal that players with some zeal for rare moves play to its end and the referee accepts."""
    choose = table(session.rules, coin.choice([0, 0, 1]))
    log = play_on(session, eager(choose, coin, zeal, wins)).log()
    judge(log)
    if coin.random() < 0.04:
        replay(log)
    return events_of(log)


def stacked_deals(preset: str, coin: random.Random) -> Counter[str]:
    """Events of the deals made for rare events."""
    found: Counter[str] = Counter()
    for event, (presets, _) in SETUPS.items():
        if preset in presets:
            for _ in range(STACKED):
                found += judged(stacked(event, preset, coin).session, coin)
    for _ in range(STACKED):
        deal = wall_out_after_gang(preset, coin)
        log = deal.finish() if coin.random() < 0.1 else None
        found += events_of(log) if log else judged(deal.session, coin, zeal=0)
        if preset in BIDDING:
            found += judged(Scripted(preset, PASSES, coin=coin).session, coin)
            for _ in range(2):
                found += judged(contested(preset, coin).session, coin)
    return found


@EVERYWHERE
def test_every_event_that_a_preset_allows_happens_often_and_no_other_does(preset):
    """Guards against tests that never meet a rule: counts among judged deals, by kind of event."""
    coin = random.Random(PRESETS.index(preset))
    rules = Ruleset.preset(preset)
    found = stacked_deals(preset, coin)
    for index in range(EAGER):
        found += judged(DealSession(rules, 11, index), coin)
        found += judged(DealSession(rules, 12, index), coin, zeal=0.9, wins=index % 4 == 0)
    allowed = {event for event, presets in ALLOWED.items() if preset in presets}
    rare = {event: found[event] for event in allowed if found[event] < ENOUGH}
    assert not rare, f"too few of these under {preset}"
    assert set(found) <= allowed, "an event that the preset does not have"


@pytest.mark.parametrize("preset", BIDDING)
def test_four_passes_happen_often_under_each_option(preset):
    """Guards against options of the bidding that are met in scenarios only."""
    for option, event in (("dealer_must_bid", "contract_dual"), ("redeal", "redeal")):
        coin = random.Random(3)
        found: Counter[str] = Counter()
        for _ in range(ENOUGH):
            deal = Scripted(preset, PASSES, coin=coin, all_pass=option)
            found += judged(deal.session, coin)
        assert found[event] == found["all_pass"] == ENOUGH


def test_exposed_gangs_are_robbed_often_under_their_option():
    """Guards against an option that is met in one scenario only."""
    coin = random.Random(4)
    found: Counter[str] = Counter()
    for at in range(ENOUGH):
        hands = {"E": "9s", "W": "999s", coin.choice("SN"): "22s 456s 456s 456s 78s"}
        deal = Scripted("ziyou", "E discard 9s, W gang [9999s]", "8m", coin=coin, rob_exposed=True, **hands)
        robbed = judged(deal.session, coin, zeal=1)
        assert robbed["robbed_exposed_gang"] == 1, at
        found += robbed
    assert found["win_rob"] == ENOUGH


@pytest.mark.parametrize("preset", ALL)
def test_events_of_the_option_when_ready_happen_outside_bao(preset):
    """Guards against caishen gangs that work under bao's other options only."""
    coin = random.Random(5)
    found: Counter[str] = Counter()
    ready = "123p 456p 789p 1m"
    for _ in range(ENOUGH):
        hands = {"E": "9s", "W": f"9s 5m 6m {ready}"}
        deal = Scripted(preset, "E discard 9s", "5m 6m", coin=coin, caishen_gang="when_ready", **hands)
        found += judged(deal.do("W gang [99**s] with 5m 6m").session, coin)
    assert found["caishen_gang_exposed"] >= ENOUGH
