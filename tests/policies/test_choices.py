"""What policies choose: always something legal, and of the plain ones what their descriptions promise."""

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from tests.engine.scenarios_players import codes_of, policies
from tests.engine.scenarios_script import Scripted
from tests.engine.test_play_options import options_of_chance
from zhuji_sim import batches
from zhuji_sim.batches import BatchSpec
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.errors import PolicyError
from zhuji_sim.policies import Policy, load, names
from zhuji_sim.policies.kinds import PolicyKind
from zhuji_sim.rules import PRESETS, Contract, Ruleset

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
EVERYBODY = pytest.mark.parametrize("name", names())
PLAIN = pytest.mark.parametrize("name", ["random", "speed", "tai"])
DEALS = 300


def at_extremes(name, coin):
    """The policy with every weight at one end of what is allowed."""
    policy = load(name)
    ends = tuple(coin.choice([weight.low, weight.high]) for weight in policy.kind.weights)
    return Policy(policy.name, policy.kind, ends)


@EVERYWHERE
@EVERYBODY
def test_every_choice_is_legal(preset, name):
    """Guards against positions outside the list, which would stop the batch, also with extreme weights."""
    coin = random.Random(1)
    for draws in ("wall", "lanes"):
        four = (load(name), at_extremes(name, coin), load(name), at_extremes(name, coin))
        rows = batches.play(BatchSpec(Ruleset.preset(preset), four, 21, draws=draws), 0, DEALS)
        assert len(rows) == DEALS
        assert (rows["points"].sum(axis=1) == 0).all()


@pytest.mark.parametrize("seed", range(8))
def test_every_choice_is_legal_under_options_of_chance(seed):
    """Guards against policies that only know the presets, and not what no preset combines."""
    coin = random.Random(seed)
    rules = Ruleset.preset(PRESETS[seed % 4], **options_of_chance(coin))
    four = tuple(
        at_extremes(coin.choice(names()), coin) if coin.random() < 0.3 else load(coin.choice(names()))
        for _ in range(4)
    )
    rows = batches.play(BatchSpec(rules, four, seed), 0, 200)
    assert (rows["points"].sum(axis=1) == 0).all()


MANY = 10_000_000
"""Draws of the long test: there are a few more decisions."""


@pytest.mark.slow
@EVERYWHERE
def test_every_choice_of_ten_million_is_legal(preset):
    """All policies, with their weights and with extreme ones, under a preset and options nobody asked for."""
    coin = random.Random(77)
    draws = batch = 0
    while draws < MANY:
        options = options_of_chance(coin) if batch % 4 == 3 else {}
        rules = Ruleset.preset(preset, **options)
        four = tuple(
            at_extremes(name, coin) if coin.random() < 0.25 else load(name)
            for name in coin.choices(names(), k=4)
        )
        spec = BatchSpec(rules, four, 1000 + batch, draws=coin.choice(["wall", "lanes"]))
        rows = batches.play(spec, 0, 1000)
        assert (rows["points"].sum(axis=1) == 0).all()
        draws += int(rows["turns"].sum())
        batch += 1


def test_a_policy_that_chooses_nothing_legal_is_named_with_its_deal():
    """Guards against a batch that goes on with an impossible move, or stops without a word."""
    kind = PolicyKind("lost", "Chooses nothing.", load("random").kind.weights, "tests.policies.lost_policy")
    lost = Policy("lost", kind, (0.5,))
    four = (load("random"), load("random"), lost, load("random"))
    with pytest.raises(PolicyError, match=r"deal 3 \(seed 8\).*at W.*lost"):
        batches.play(BatchSpec(Ruleset.preset("heping"), four, 8), 3, 9)


# What they promise


FLUSH = "22s 456s 456s 456s 78s"
"""Waits for 6s and 9s."""
CHANCES = {
    "self-draw": ("E discard 1p, nobody", {"E": "1p", "S": FLUSH, "draws": "9s"}),
    "discard": ("E discard 9s", {"E": "9s", "S": FLUSH}),
    "robbing": (
        "E discard 9s, W peng [999s], W discard 北, nobody, around 3, nobody, W gang [9999s]",
        {"E": "9s", "W": "99s 北", "N": FLUSH, "draws": "1p 2p 3p 9s", "declarer": "W"},
    ),
}


@PLAIN
@pytest.mark.parametrize(
    ("preset", "chance"),
    [
        (preset, chance)
        for preset in PRESETS
        for chance in CHANCES
        if (preset, chance) != ("ziyou", "discard")
    ],
)
def test_all_of_them_win_when_they_can(preset, name, chance):
    """Guards against wins that are let pass: on the own draw, on a discard, and by robbing."""
    script, hands = CHANCES[chance]
    for seed in range(6):
        deal = Scripted(preset, script, caishen="8m 9m", coin=random.Random(seed), **hands)
        choose = policies(deal.session.rules, (name,) * 4)
        winner = {"self-draw": 1, "discard": 1, "robbing": 3}[chance]
        while deal.session.seat != winner:
            deal.session.act(0)
        codes = codes_of(deal.session)
        assert Action.HU in codes
        assert codes[choose(deal.session)] == Action.HU


def spoken(rows):
    """Every call: the highest bid before it (-1 for none), and the rank bid or None for a pass."""
    for row in rows:
        highest = -1
        for code in row["auction"][: row["auction_length"]]:
            bid = int(code) % 64 - 1
            yield highest, bid if bid >= 0 else None
            highest = max(highest, bid)


@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
def test_random_passes_nine_times_in_ten_and_else_makes_the_lowest_bid_of_a_random_mode(preset):
    """Guards against a random bidder who jumps levels, or names one mode more often than another."""
    rows = batches.play(BatchSpec(Ruleset.preset(preset), (load("random"),) * 4, 17), 0, 4000)
    calls = [(highest, bid) for highest, bid in spoken(rows) if highest < 18]
    steps = Counter(bid - highest for highest, bid in calls if bid is not None)
    assert set(steps) == {1, 2, 3}
    bids = sum(steps.values())
    assert abs(bids / len(calls) - 0.1) < 4 * np.sqrt(0.09 / len(calls))
    for step in steps:
        assert abs(steps[step] / bids - 1 / 3) < 4 * np.sqrt(2 / 9 / bids)


def test_speed_bids_2_at_most():
    """Guards against a blind bidder who outbids others."""
    rows = batches.play(BatchSpec(Ruleset.preset("bao"), (load("speed"),) * 4, 17), 0, 300)
    assert {bid for _, bid in spoken(rows)} == {None, 0}
    assert all(bid is None for highest, bid in spoken(rows) if highest >= 0)


def test_tai_bids_and_never_outbids_itself():
    """Guards against an auction without bids, and against a bidder who raises when all the others passed."""
    rows = batches.play(BatchSpec(Ruleset.preset("bao"), (load("tai"),) * 4, 4), 0, 400)
    assert (rows["declarer"] >= 0).mean() > 0.3
    for row in rows:
        calls = [divmod(int(code), 64) for code in row["auction"][: row["auction_length"]]]
        bidders = [seat for seat, bid in calls if bid]
        assert all(one != another for one, another in pairwise(bidders))


@EVERYWHERE
def test_steering_pays(preset):
    """Guards against policies whose names promise more than they do: random is beaten by all."""
    rules = Ruleset.preset(preset)
    for name in ("speed", "tai", "champion"):
        four = (load(name), load("random"), load(name), load("random"))
        rows = batches.play(BatchSpec(rules, four, 6), 0, 1500)
        won = Counter(int(seat) for seat in rows["winner"])
        assert won[0] + won[2] > 5 * (won[1] + won[3])


@EVERYWHERE
def test_a_complete_hand_after_a_claim_is_no_problem(preset):
    """Guards against a hand complete after a claim, of which no tile can be spared: one has to be."""
    hands = {"E": "9s", "S": "78s 北北北 11p 白白白 发发发"}
    deal = Scripted(preset, "E discard 9s, S chi [789s]", caishen="5m 6m", **hands)
    assert int(deal.session.scene["phase"]) == Phase.DISCARD
    for name in names():
        position = policies(deal.session.rules, (name,) * 4)(deal.session)
        assert 0 <= position < len(codes_of(deal.session))


def test_forced_contracts_are_steered_for():
    """Guards against a declarer who does not look at his level: make rates fall with it."""
    rules, four = Ruleset.preset("bao"), (load("tai"),) * 4
    rates = []
    for level in (2, 4, 6):
        spec = BatchSpec(rules, four, 2, contract=Contract.parse(str(level)), declarer=0)
        rows = batches.play(spec, 0, 800)
        assert (rows["declarer"] == 0).all()
        made = rows["winner"] == 0
        assert (rows["tai"][made] >= level).all()
        rates.append(made.mean())
    assert rates[0] > rates[1] > rates[2]
    assert rates[0] > 0.2
