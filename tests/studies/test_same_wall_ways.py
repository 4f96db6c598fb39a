"""Contracts under every name, or given to each wall, are the deals that they would be by themselves."""

import numpy as np
import pytest

from zhuji_sim.batches import BatchSpec, play, play_held, play_names
from zhuji_sim.policies import load
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset

FOUR = (load("speed"),) * 4
TOLD = [
    "deal",
    "declarer",
    "level",
    "mode",
    "caishen",
    "winner",
    "loser",
    "by",
    "tai",
    "items",
    "turns",
    "points",
]


def same(rows, others) -> bool:
    return all(rows[name].tolist() == others[name].tolist() for name in TOLD)


@pytest.mark.parametrize("preset", ["bao", "heping", "ziyou", "dongfeng"])
def test_without_contracts_held_deals_are_those_of_the_auction(preset):
    spec = BatchSpec(Ruleset.preset(preset), FOUR, 5, draws="lanes")
    nobody = np.full(20, -1, np.int64)
    held = play_held(spec, 3, nobody, nobody)
    assert same(held, play(spec, 3, 23))


@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
def test_every_wall_has_the_contract_that_it_was_given(preset):
    spec = BatchSpec(Ruleset.preset(preset), FOUR, 5, draws="lanes")
    declarers, ranks = np.array([0, 1, 2, 3, 2]), np.array([0, 1, 2, 3, 4])
    rows = play_held(spec, 7, declarers, ranks)
    for place, (row, declarer, rank) in enumerate(zip(rows, declarers, ranks, strict=True)):
        contract = Contract.from_rank(int(rank))
        assert (row["declarer"], row["level"], row["mode"]) == (declarer, contract.level, contract.mode)
        forced = BatchSpec(spec.rules, FOUR, 5, contract, int(declarer), "lanes")
        assert same(row, play(forced, 7 + place, 8 + place)[0])


@pytest.mark.parametrize("contract", ["2", "独2"])
def test_every_name_is_played_once_and_the_policys_own_is_among_them(contract):
    held = Contract.parse(contract)
    spec = BatchSpec(Ruleset.preset("bao"), FOUR, 5, held, 2, "lanes")
    rows, named = play_names(spec, 0, 12, 34)
    own = play(spec, 0, 12)
    for wall in range(12):
        assert sorted(rows[wall]["caishen"][:, 0, 0].tolist()) == list(range(34))
        chosen = rows[wall, named[wall]]
        assert same(chosen, own[wall])
