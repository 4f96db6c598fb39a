"""The name that a bid is judged under is the nearest of those that come into question; here all are tried."""

import numpy as np
import pytest

from zhuji_sim.batches import seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import NO_TILE
from zhuji_sim.engine.distance import distance_to_tai
from zhuji_sim.engine.from_tiles import holding_of
from zhuji_sim.policies import load
from zhuji_sim.policies.bid_model import contract_features, odds_under_name
from zhuji_sim.rules import Ruleset
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.reference import Hand

OPTIONS = (
    {},
    {"wucai_bonus": "off"},
    {"wucai_bonus": "mode"},
    {"tai_no_caishen": 3},
    {"tai_no_caishen_floor": 4},
    {"tai_three_caishen": 2},
    {"loose_all_honours": True},
)
CONTRACTS = ("2", "3", "5", "独2", "独3", "独4")


def nearest_name(table, rules, tiles, seat, contract):
    """The first of the nearest names, those held most before those held once less; by trying all of them."""
    counts, names = np.bincount(tiles, minlength=34), []
    for first in range(34):
        second = int(table.rules.successors[first]) if contract.mode == Mode.DUAL else NO_TILE
        if contract.mode != Mode.DUAL or second >= 0:
            name = (first,) if second == NO_TILE else (first, second)
            names.append((int(counts[list(name)].sum()), name))
    most = max(held for held, _ in names)
    found = []
    for wanted in (most, most - 1):
        for held, name in names:
            if held == wanted >= 1:
                holding = holding_of(rules, Hand(tuple(tiles), (), tuple(sorted(name)), seat))
                missing = distance_to_tai(
                    holding, np.int64(contract.level), np.int64(0), table.rules, table.tables
                )
                found.append((int(missing), name))
    return min(found, key=lambda each: each[0])[1]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
def test_a_bid_is_judged_under_the_nearest_name(preset, options):
    """Guards against a bound that leaves out names which would bring the hand nearer."""
    rules = Ruleset.preset(preset, **options)
    table = seat_table(rules, (load("champion"),) * 4)
    for index in range(25):
        session = DealSession(rules, 31, index)
        scene, seat = session.scene, session.seat
        mind = table.minds[seat]
        tiles = [kind for kind in range(34) for _ in range(int(scene["hand"][kind]))]
        for text in CONTRACTS:
            contract = Contract.parse(text)
            name = nearest_name(table, rules, tiles, seat, contract)
            kinds = [np.int64(kind) for kind in (*name, NO_TILE)[:2]]
            rank = np.int64(contract.rank)
            expected = odds_under_name(scene, mind, rank, *kinds, table.rules, table.tables)
            assert contract_features(scene, mind, rank, table.rules, table.tables) == expected, (index, text)
