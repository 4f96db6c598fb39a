"""What `champion` and its presets choose where everybody would agree, and that weights never break them."""

import random
from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest

from tests.engine.scenarios_players import MIXTURE, codes_of, eager, policies
from tests.engine.scenarios_script import Scripted
from tests.engine.test_play_options import options_of_chance
from zhuji_sim.batches import BatchSpec, play, seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import CONCEALED_STRIDE, Action, Phase
from zhuji_sim.policies import Policy, load
from zhuji_sim.policies.presets import PRESETS as POLICIES
from zhuji_sim.rules import PRESETS, Ruleset
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import parse_tile
from zhuji_sim.rules.tiles import COPIES

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
BIDDING = pytest.mark.parametrize("preset", ["bao", "dongfeng"])
FAMILY = ("champion", *POLICIES)
EVERYBODY = pytest.mark.parametrize("name", FAMILY)


def choice(deal, name="champion"):
    """The action that a policy chooses at this point of a scripted deal, as text."""
    return str(deal.session.legal()[policies(deal.session.rules, (name,) * 4)(deal.session)])


def with_weights(weights):
    """A champion with these weights, by their places."""
    champion = load("champion")
    return Policy("champion", champion.kind, tuple(weights))


# Bidding


HOPELESS = ("1m 4m 7m 2p 5p 8p 1s 4s 9s 东 西 北 中", "1m 9m 1p 4p 9p 1s 6s 9s 东 南 西 北 发")
PROMISING = (
    "中中中 发发发 23m 99p 78s 5m",
    "中中中 发发 白白 234m 678p",
    "1112345678999s",
    "东东 南南南 中中 发发 白白 33p",
    "123s 456s 789s 中中 发发",
    "222m 555m 888p 333s 7s",
)


@BIDDING
@EVERYBODY
@pytest.mark.parametrize("hand", HOPELESS)
def test_a_hand_that_nobody_would_bid_passes(preset, name, hand):
    """Guards against a bid model that takes the contract's points for what a bid is worth."""
    assert choice(Scripted(preset, "E pass", S=hand), name) == "pass"
    assert choice(Scripted(preset, "", E=f"{hand} 5p"), name) == "pass"


@BIDDING
@EVERYBODY
@pytest.mark.parametrize("hand", PROMISING)
def test_a_hand_that_everybody_would_bid_bids(preset, name, hand):
    """Guards against a bidder who sees no tai: dragons, one suit, triplets."""
    assert choice(Scripted(preset, "E pass", S=hand), name).startswith("bid ")


def asked_for_chances(session, weights=None):
    """The chances that the champion gives the legal actions, and the position that it chooses."""
    champion = load("champion")
    policy = champion if weights is None else with_weights(weights)
    table = seat_table(session.rules, (policy,) * 4)
    seat, legal = session.seat, session.state["legal"]
    mind = table.minds[seat]
    arguments = (session.scene, legal, table.rules, table.tables, mind, session.state["rng"][seat])
    position = int(table.deciders[seat](*arguments))
    assert champion.chances()(*arguments) == 0
    return mind["scratch"][: int(legal["count"])].copy(), position


def auctions(preset, deals, seed=5):
    """Sessions at bids that are not forced, in auctions of tai, random and champion."""
    coin = random.Random(seed)
    rules = Ruleset.preset(preset)
    choose = policies(rules, ("champion", "random", "tai", "champion"))
    for index in range(deals):
        session = DealSession(rules, seed, index)
        while int(session.scene["phase"]) == Phase.BID:
            if len(codes_of(session)) > 1:
                yield session
            bids = coin.random() < 0.2
            session.act(coin.randrange(min(len(codes_of(session)), 4)) if bids else choose(session))


@BIDDING
def test_chances_of_bids_add_up_and_are_highest_for_the_bid_it_makes(preset):
    """Guards against a champion that is judged by other bids than those he makes."""
    seen = Counter()
    for session in auctions(preset, 30):
        chances, position = asked_for_chances(session)
        assert chances.sum() == pytest.approx(1)
        assert chances.min() >= 0
        assert chances[position] == chances.max()
        seen[position > 0] += 1
    assert min(seen[True], seen[False]) > 10


@BIDDING
def test_a_margin_for_one_bid_moves_no_other(preset):
    """Guards against a threshold that shifts all bids, or that ends the search among higher ones."""
    champion = load("champion")
    margin, at = (champion.kind.position(name) for name in ("bid_margin", "bid_margin_at"))
    session = Scripted(preset, "E pass", S=PROMISING[1]).session
    soft = list(champion.weights)
    soft[champion.kind.position("bid_temperature")] = 5.0
    soft[champion.kind.position("at_once")] = 0.0
    plain, chosen = asked_for_chances(session, soft)
    shy = list(soft)
    shy[margin], shy[at] = 50.0, float(session.state["legal"]["actions"][chosen] - Action.BID)
    changed, other = asked_for_chances(session, shy)
    assert other not in (0, chosen)
    rest = plain > 1e-6
    rest[chosen] = False
    ratios = changed[rest] / plain[rest]
    assert rest.sum() >= 2
    assert np.allclose(ratios, ratios[0])
    assert changed[chosen] / plain[chosen] < 1e-3 * ratios[0]


@pytest.mark.parametrize("contract", ["2", "独2", "独4"])
def test_chances_of_names_add_up_and_favour_what_is_named(contract):
    """Guards against names that are judged as if they were bids, and against what bids left in the memory."""
    for index in range(20):
        session = DealSession(Ruleset(), 3, index, contract=Contract.parse(contract), declarer=index % 4)
        assert session.scene["phase"] == Phase.NAME_CAISHEN
        chances, position = asked_for_chances(session)
        assert chances.sum() == pytest.approx(1)
        assert chances[position] == chances.max()


@BIDDING
def test_a_higher_temperature_makes_bids_more_alike(preset):
    """Guards against a temperature that has no effect, or the opposite one."""
    place = load("champion").kind.position("bid_temperature")
    cold, hot = list(load("champion").weights), list(load("champion").weights)
    cold[place], hot[place] = 0.5, 30.0
    for session in auctions(preset, 5):
        sure, _ = asked_for_chances(session, cold)
        open_, _ = asked_for_chances(session, hot)
        assert sure.max() >= open_.max()


# Caishen, wins


@BIDDING
@EVERYBODY
def test_it_names_a_caishen_that_completes_its_hand(preset, name):
    """Guards against a name that does not look at what one holds."""
    deal = Scripted(preset, "E bid 独2, S pass, W pass, N pass", E="中中中 发发发 234m 678m 5p 9s")
    named = choice(deal, name)
    assert named in ("caishen 5p", "caishen 9s")
    deal.do(f"E {named}")
    assert choice(deal, name) == "hu"


@EVERYBODY
def test_in_ziyou_it_names_tiles_that_it_holds_three_of(name):
    """Guards against a name of tiles that others hold, where three caishen are worth two tai."""
    deal = Scripted("ziyou", E="555p 66p 123m 456m 78s 东")
    assert {*choice(deal, name).split()[1:]} <= {"4p", "5p", "6p", "7p"}


FLUSH = "22s 456s 456s 456s 78s"
CHANCES = {
    "self-draw": ("E discard 1p, nobody", {"E": "1p", "S": FLUSH, "draws": "9s"}),
    "discard": ("E discard 9s", {"E": "9s", "S": FLUSH}),
}


@EVERYBODY
@pytest.mark.parametrize(
    ("preset", "chance"),
    [
        (preset, chance)
        for preset in PRESETS
        for chance in CHANCES
        if (preset, chance) != ("ziyou", "discard")
    ],
)
def test_it_takes_an_obvious_win(preset, name, chance):
    """Guards against a patience that lets a good hand go: one suit, all sequences."""
    script, hands = CHANCES[chance]
    for seed in range(4):
        deal = Scripted(preset, script, caishen="8m 9m", coin=random.Random(seed), **hands)
        while deal.session.seat != 1:
            deal.session.act(0)
        assert choice(deal, name) == "hu"


@EVERYWHERE
@EVERYBODY
def test_it_does_not_throw_a_caishen_away(preset, name):
    """Guards against discards that look at the natural tile only."""
    hand = "123m 456m 78p 22s 8m 东 北 9s"
    deal = Scripted(preset, "", caishen="8m 9m", E=hand)
    thrown = choice(deal, name)
    assert thrown.startswith("discard ")
    assert parse_tile(thrown.split()[1]) in [parse_tile(tile) for tile in ("东", "北", "9s", "2s")]


# Weights never break it


@EVERYWHERE
@pytest.mark.parametrize("end", ["zero", "low", "high", "chance"])
def test_every_choice_is_legal_at_the_ends_of_what_weights_may_be(preset, end):
    """Guards against overflows, divisions by zero and choices outside the list."""
    coin = random.Random(3)
    kind = load("champion").kind
    weights = [
        {
            "zero": min(max(0.0, each.low), each.high),
            "low": each.low,
            "high": each.high,
            "chance": coin.choice([each.low, each.high]),
        }[end]
        for each in kind.weights
    ]
    policy = with_weights(weights)
    rows = play(BatchSpec(Ruleset.preset(preset), (policy,) * 4, 8), 0, 150)
    assert (rows["points"].sum(axis=1) == 0).all()


@pytest.mark.parametrize("seed", range(8))
def test_every_choice_is_legal_under_options_of_chance(seed):
    """Guards against a champion that only knows the presets, such as levels up to 12 and other tai."""
    coin = random.Random(seed)
    rules = Ruleset.preset(PRESETS[seed % 4], **options_of_chance(coin))
    four = tuple(load(coin.choice(FAMILY)) for _ in range(4))
    rows = play(BatchSpec(rules, four, seed), 0, 100)
    assert (rows["points"].sum(axis=1) == 0).all()


# Suits


def exchanged(code, kinds):
    """An action code where every kind of tile is another."""
    for base, end in pairwise((Action.SOLO, Action.DUAL, Action.DISCARD, Action.CHI)):
        if base <= code < end:
            return int(base + kinds[code - base])
    if Action.ADDED <= code < Action.CONCEALED:
        laid, kind = divmod(code - Action.ADDED, 34)
        return int(Action.ADDED + laid * 34 + kinds[kind])
    if code >= Action.CONCEALED:
        kind, fill = divmod(code - Action.CONCEALED, CONCEALED_STRIDE)
        return int(Action.CONCEALED + kinds[kind] * CONCEALED_STRIDE + fill)
    return int(code)


@EVERYWHERE
def test_suits_may_be_exchanged(preset):
    """Guards against a suit that is looked at in another way than the others.

    Where several tiles or names are worth the same the first of them is taken, so that not every choice is
    the same.
    """
    rules = Ruleset.preset(preset)
    coin = random.Random(2)
    choose, lead = (
        policies(rules, ("champion",) * 4),
        eager(policies(rules, MIXTURE), coin, zeal=0.3, wins=False),
    )
    same, seen = Counter(), Counter()
    for index, order in enumerate(list(permutations(range(3)))[1:] * 2):
        kinds = np.array([9 * order[kind // 9] + kind % 9 if kind < 27 else kind for kind in range(34)])
        here = DealSession(rules, 9, index)
        there = DealSession(rules, 9, index, wall=[int(kinds[tile]) for tile in here.state["wall"]])
        while not here.over:
            codes = codes_of(here)
            assert sorted(exchanged(code, kinds) for code in codes) == sorted(codes_of(there))
            if len(codes) > 1:
                phase = Phase(int(here.scene["phase"])).name
                chosen, mirrored = codes[choose(here)], codes_of(there)[choose(there)]
                seen[phase] += 1
                same[phase] += exchanged(chosen, kinds) == mirrored
            code = codes[lead(here)]
            here.act(codes.index(code))
            there.act(codes_of(there).index(exchanged(code, kinds)))
    assert seen["TURN"] > 300
    for phase in ("BID", "TURN", "CLAIM"):
        assert same[phase] >= 0.9 * seen[phase]
    assert seen["CLAIM"] > 20
    assert (np.bincount(here.state["wall"], minlength=34) == COPIES).all()


@BIDDING
def test_a_dealer_whose_fourteen_tiles_are_complete_under_a_name_bids(preset):
    """Guards against a complete hand that counts as one without helpful tiles."""
    deal = Scripted(preset, "", E="中中中 发发发 234m 678m 5p 9s")
    champion = load("champion")
    soft = list(champion.weights)
    soft[champion.kind.position("bid_temperature")] = 50.0
    soft[champion.kind.position("at_once")] = 0.0
    chances, _ = asked_for_chances(deal.session, soft)
    place = [str(action) for action in deal.session.legal()].index("bid 独2")
    assert chances[place] > chances[0]


@BIDDING
def test_chances_of_names_are_highest_for_the_name_it_gives(preset):
    """Guards against names that are judged as if they were bids."""
    for bid in ("2", "独2"):
        for hand in PROMISING:
            deal = Scripted(preset, f"E pass, S bid {bid}, W pass, N pass, E pass", S=hand)
            chances, position = asked_for_chances(deal.session)
            assert chances.sum() == pytest.approx(1)
            assert chances[position] == chances.max()
            assert chances.min() < chances.max()


@BIDDING
def test_who_never_bids_is_sure_to_pass(preset):
    """Guards against chances of bids that are left over from another hand."""
    weights = list(load("champion").weights)
    weights[load("champion").kind.position("bidding")] = 0.0
    for session in auctions(preset, 3):
        chances, position = asked_for_chances(session, weights)
        assert (position, chances[0]) == (0, pytest.approx(1))


@pytest.mark.parametrize("preset", ["bao", "heping"])
def test_a_heavenly_hand_is_won_at_once(preset):
    """Guards against a win on the deal that counts as the few tai of its tiles, not as eight."""
    deal = Scripted(preset, "", caishen="5p 6p", E="111m 222m 333m 444m 5p 9s")
    for name in FAMILY:
        assert choice(deal, name) == "hu"
