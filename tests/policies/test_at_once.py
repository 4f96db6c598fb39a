"""Wins before anybody draws (天胡, 地胡): their chance against every tile, what is bid and named for them."""

import numpy as np
import pytest

import zhuji_sim as zj
from tests.engine.scenarios_players import policies
from tests.engine.scenarios_script import Scripted
from zhuji_sim.batches import seat_table
from zhuji_sim.engine.options import Mode
from zhuji_sim.policies import load
from zhuji_sim.policies.at_once import best_at_once
from zhuji_sim.policies.first_discard import FIRST_START
from zhuji_sim.rules.notation import format_tile, parse_tiles
from zhuji_sim.rules.tiles import COPIES, KINDS

HEAVENLY = "中中中 发发发 234m 678m 5p 9s"
"""Complete with 5p or 9s as the only caishen."""
WIDE = (
    "中中中 发发 23m 99p 78s 5m 1s",
    "5m5m 6m6m 123p 789p 3s 3s 东",
    "123m 456m 789m 11p 99s",
    "147m 258p 369s 东南西北",
    "1112345678999m",
)


def choice(deal, name="champion"):
    """The action that a policy chooses at this point of a scripted deal, as text."""
    return str(deal.session.legal()[policies(deal.session.rules, (name,) * 4)(deal.session)])


def chances(session):
    """Best chances by mode, as the policy has them."""
    champion = load("champion")
    table = seat_table(session.rules, (champion,) * 4)
    mind = table.minds[session.seat]
    mind["live"] = COPIES - session.scene["hand"] - session.scene["visible"]
    modes = (np.int64(mode.value) for mode in (Mode.DUAL, Mode.SOLO, Mode.NONE))
    return [float(best_at_once(session.scene, mind, mode, table.rules, table.tables)) for mode in modes]


def sort_by_hand(kind, wild):
    """The sort of a tile in the model, counted on the row of tiles."""
    if kind >= 27:
        return kind - 27
    suit, rank = divmod(kind, 9)
    near = sum(divmod(other, 9)[0] == suit and 1 <= abs(other - kind) <= 2 for other in wild if other < 27)
    return 7 + 3 * min(rank, 8 - rank) + near


def tried(hand, seat, names):
    """The share of first discards that complete the hand, under the best of the names."""
    held = parse_tiles(hand)
    model = load("champion").model(zj.Ruleset())
    best = 0.0
    for name in names:
        wild = parse_tiles(name)
        thrown = {
            kind: (COPIES - held.count(kind)) * float(model[FIRST_START + sort_by_hand(kind, wild)])
            for kind in range(KINDS)
            if held.count(kind) < COPIES and kind not in wild
        }
        wins = [
            thrown[kind]
            for kind in thrown
            if zj.score(hand, win=format_tile(kind), caishen=name, seat=seat, by="earthly").complete
        ]
        best = max(best, sum(wins) / sum(thrown.values()))
    return best


@pytest.mark.parametrize("hand", WIDE)
def test_chances_are_those_of_every_tile_tried(hand):
    """Guards against caishen that are counted as tiles drawn, and against names that are passed over."""
    rules = zj.Ruleset()
    kinds = [format_tile(kind) for kind in range(KINDS)]
    pairs = [kind + format_tile(rules.successor(i)) for i, kind in enumerate(kinds)]
    dual, solo, none = chances(Scripted("bao", "E pass", S=hand).session)
    assert dual == pytest.approx(tried(hand, "S", pairs))
    assert solo == pytest.approx(tried(hand, "S", kinds))
    assert none == pytest.approx(tried(hand, "S", [""]))


def test_a_dealer_keeps_the_middle_and_throws_winds():
    """Guards against a first discard that is taken for any tile: champion's own, on fresh deals."""
    model = load("champion").model(zj.Ruleset())
    south, middle, lonely = (float(model[FIRST_START + sort]) for sort in (1, sort_by_hand(4, ()), 9))
    assert south > 5 * middle
    assert lonely == float(model[FIRST_START + sort_by_hand(0, (1, 2))]) > south


def test_where_such_wins_are_ordinary_there_is_no_chance():
    """Guards against a dongfeng that is played like bao."""
    assert chances(Scripted("dongfeng", "", E=HEAVENLY).session) == [0, 0, 0]
    assert chances(Scripted("bao", "", E=HEAVENLY).session)[1] == 1


@pytest.mark.parametrize("name", ["champion", "quick"])
def test_a_dealer_who_has_won_bids_the_highest_contract(name):
    """Guards against a heavenly hand that is bid by the tai it has; it needs none."""
    assert choice(Scripted("bao", "", E=HEAVENLY), name) == "bid 独8"
    assert not choice(Scripted("dongfeng", "", E=HEAVENLY), name).endswith("8")
    deal = Scripted("bao", "E bid 独8, S pass, W pass, N pass", E=HEAVENLY)
    named = choice(deal, name)
    assert named in ("caishen 5p", "caishen 9s")
    deal.do(f"E {named}")
    assert choice(deal, name) == "hu"


def test_it_names_what_wins_and_not_what_brings_it_nearer_to_its_tai():
    """Guards against a name for three tai where another one wins as dealt."""
    hand = "3345m 77p 11s 77s 东东东 南"
    calls = "E bid 3, S pass, W pass, N pass"
    assert choice(Scripted("bao", calls, E=hand)) == "caishen 东 南"
    assert choice(Scripted("dongfeng", calls, E=hand)) != "caishen 东 南"
