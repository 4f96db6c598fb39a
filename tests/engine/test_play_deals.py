"""Whole deals under every preset: what holds in all of them, whoever plays."""

import random
from itertools import pairwise

import numpy as np
import pytest

from tests.engine.scenarios_checks import check_tables
from tests.engine.scenarios_players import ALL_POLICIES, MIXTURE, eager, policies
from tests.referee.referee import judge
from zhuji_sim import batches
from zhuji_sim.deals.games import play
from zhuji_sim.deals.replay import replay
from zhuji_sim.deals.session import DealSession
from zhuji_sim.policies import load
from zhuji_sim.rules import PRESETS, Contract, Ruleset
from zhuji_sim.rules.reference import Hand
from zhuji_sim.rules.reference_distance import distance
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.rules.winning import BY_KEYS, ITEM_KEYS

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
DRAWS = pytest.mark.parametrize("draws", ["wall", "lanes"])
TABLES = [*((name,) * 4 for name in ALL_POLICIES), MIXTURE]
SEED = 2024
DEALS = 20
"""Deals for each preset, way of drawing and table of players; `-m sweep` plays many more."""


def played(preset, index, names, draws="wall", watch=None, **options):
    """A deal between policies."""
    rules = Ruleset.preset(preset, **options)
    session = DealSession(rules, SEED, index, lanes=draws == "lanes")
    choose = policies(rules, names)
    while not session.over:
        if watch is not None:
            watch(session.state)
        session.act(choose(session))
    if watch is not None:
        watch(session.state)
    return session


def row_as_log(row):
    """Those fields of a log's result that a batch's row has too."""
    seat = {-1: None} | dict(enumerate(SEATS))
    won = row["winner"] >= 0
    contract = None
    if row["declarer"] >= 0:
        contract = str(Contract.from_rank(int(row["level"] - 2) * 3 + int(row["mode"])))
    return {
        "winner": seat[int(row["winner"])],
        "loser": seat[int(row["loser"])],
        "by": BY_KEYS[row["by"]] if won else None,
        "tai": int(row["tai"]) if won else None,
        "items": {key: int(tai) for key, tai in zip(ITEM_KEYS, row["items"], strict=True) if tai},
        "declarer": seat[int(row["declarer"])],
        "contract": contract,
        "points": {name: int(points) for name, points in zip(SEATS, row["points"], strict=True)},
    }


@EVERYWHERE
@DRAWS
@pytest.mark.parametrize("names", TABLES, ids="-".join)
def test_every_deal_is_judged_fair_and_is_what_the_batch_plays(preset, draws, names):
    """Guards against illegal moves, wrong tai and points, and a compiled loop that plays another game."""
    check_deals(preset, draws, names, range(DEALS))


def check_deals(preset, draws, names, indices):
    rules = Ruleset.preset(preset)
    four = tuple(load(name) for name in names)
    rows = batches.play(batches.BatchSpec(rules, four, SEED, draws=draws), indices.start, indices.stop)
    for index, row in zip(indices, rows, strict=True):
        session = played(preset, index, names, draws, check_tables if index % 8 == 0 else None)
        log = session.log()
        judge(log)
        result = log["result"]
        assert sum(result["points"].values()) == 0
        assert row_as_log(row) == {key: result[key] for key in row_as_log(row)}
        assert row["turns"] == sum(event["do"] == "draw" for event in log["events"])
        if index % 10 == 0:
            assert replay(log).log() == log


@EVERYWHERE
@DRAWS
def test_play_gives_the_deal_of_the_batch(preset, draws):
    """Guards against `zj.play` and `zj.simulate` meeting on different deals or coins."""
    rules = Ruleset.preset(preset)
    rows = batches.play(batches.BatchSpec(rules, tuple(load(name) for name in MIXTURE), 5, draws=draws), 0, 4)
    for row in rows:
        log = play(rules, list(MIXTURE), seed=5, index=int(row["deal"]), draws=draws)
        judge(log)
        assert row_as_log(row) == {key: log["result"][key] for key in row_as_log(row)}
        assert log["players"] == dict(zip(SEATS, MIXTURE, strict=True))


@EVERYWHERE
def test_rows_do_not_depend_on_how_a_range_is_cut(preset):
    """Guards against anything that is carried from one deal to the next."""
    four = tuple(load(name) for name in MIXTURE)
    for draws in ("wall", "lanes"):
        spec = batches.BatchSpec(Ruleset.preset(preset), four, 3, draws=draws)
        whole = batches.play(spec, 0, 60)
        cuts = [0, 1, 2, 9, 33, 60]
        parts = [batches.play(spec, low, high) for low, high in pairwise(cuts)]
        assert np.concatenate(parts).tobytes() == whole.tobytes()
        assert batches.play(spec, 50, 55).tobytes() == whole[50:55].tobytes()


@EVERYWHERE
def test_tiles_are_conserved_among_players_who_love_rare_moves(preset):
    """Guards against tiles lost or doubled by gangs, caishen in melds, and robbing."""
    coin = random.Random(PRESETS.index(preset))
    rules = Ruleset.preset(preset)
    choose = eager(policies(rules, MIXTURE), coin, zeal=0.9)
    for index in range(12):
        session = DealSession(rules, 77, index, lanes=index % 2 == 1)
        while not session.over:
            check_tables(session.state)
            session.act(choose(session))
        check_tables(session.state)
        judge(session.log())


@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
@pytest.mark.parametrize("contract", ["2", "独3", "无财2"])
def test_forced_contracts_are_judged_fair_and_replayed(preset, contract):
    """Guards against a forced contract that the log does not carry."""
    held = Contract.parse(contract)
    for index, seat in enumerate(SEATS):
        log = play(preset, "tai", seed=9, index=index, contract=contract, declarer=seat)
        assert log["forced"] == {"declarer": seat, "contract": contract}
        assert (log["result"]["declarer"], log["result"]["contract"]) == (seat, contract)
        judge(log)
        replay(log)
        four = (load("tai"),) * 4
        spec = batches.BatchSpec(Ruleset.preset(preset), four, 9, contract=held, declarer=index)
        row = batches.play(spec, index, index + 1)[0]
        assert row_as_log(row) == {key: log["result"][key] for key in row_as_log(row)}


@EVERYWHERE
def test_starting_distance_and_caishen_are_those_of_the_dealt_hands(preset):
    """Guards against figures taken before the caishen are known, after the first move, or for no minimum."""
    rules = Ruleset.preset(preset)
    rows = batches.play(batches.BatchSpec(rules, (load("tai"),) * 4, SEED), 0, 30)
    near = 0
    for row in rows:
        wall = DealSession(rules, SEED, int(row["deal"])).state["wall"]
        for seat in range(4):
            tiles = [int(tile) for tile in wall[13 * seat : 13 * seat + 13]]
            tiles += [int(wall[53 if preset == "heping" else 52])] if seat == 0 else []
            caishen = tuple(sorted(int(kind) for kind in row["caishen"][seat] if kind >= 0))
            assert row["caishen_dealt"][seat] == sum(tile in caishen for tile in tiles)
            minimum = int(row["level"]) if seat == row["declarer"] else rules.minimum_tai
            missing = int(row["distance"][seat])
            if missing <= 2:
                near += 1
                assert (
                    distance(rules, Hand(tuple(tiles), (), caishen, seat), minimum, most=missing) == missing
                )
    assert near > 5


@pytest.mark.sweep
@EVERYWHERE
@DRAWS
@pytest.mark.parametrize("names", TABLES, ids="-".join)
def test_many_deals_are_judged_fair(preset, draws, names):
    """The quick test's deals, many more of them."""
    check_deals(preset, draws, names, range(DEALS, DEALS + 1000))
