"""Plays deals and writes down what a decision could know and what came of it."""

from typing import Final

import numpy as np

from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.batch import choose
from zhuji_sim.engine.codes import DEALER, NO_TILE, NOBODY, Action, Phase
from zhuji_sim.engine.deal import start_deal
from zhuji_sim.engine.distance import distance_to_tai
from zhuji_sim.engine.foresight import count_live, foresee
from zhuji_sim.engine.helpful import live_helpful, wild_kinds
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.legal import win_on_discard_is, winning_tai
from zhuji_sim.engine.streams import below, unit
from zhuji_sim.policies.bid_model import FEATURE_PLACE, FEATURES, contract_features
from zhuji_sim.policies.danger import (
    DANGER_FEATURES,
    SEAT_FEATURES,
    can_win_from,
    meld_suits,
    passed_kinds,
    seat_features,
    tile_features,
)
from zhuji_sim.policies.first_discard import SORTS, sort_of
from zhuji_sim.policies.prospects import STEPS
from zhuji_sim.policies.stakes import role_of

__all__ = ["BIDS", "DISCARDS", "FIRSTS", "HANDS", "collect"]

HANDS: Final = np.dtype(
    [
        ("deal", "i4"),
        ("seat", "i1"),
        ("role", "i1"),
        ("tai", "i1"),  # needed
        ("missing", "i1", (STEPS,)),
        ("live", "i2", (STEPS,)),
        ("draws_left", "i2"),
        ("caishen", "i1"),
        ("melds", "i1"),
        ("won", "i1"),  # tai won beyond those needed, -1 if somebody else or nobody won
    ]
)
"""A hand after its own discard."""
DISCARDS: Final = np.dtype([("deal", "i4"), ("features", "f4", (DANGER_FEATURES,)), ("wins", "i1")])
"""A discard and another seat that may win on it: what can be seen, and whether he could win."""
BIDS: Final = np.dtype(
    [
        ("deal", "i4"),
        ("seat", "i1"),
        ("rank", "i1"),  # of the bid, -1 for a pass
        ("over", "i1"),  # rank of the highest bid before, -1 without
        ("features", "f4", (FEATURES,)),  # of a bid
        ("holds", "i1"),  # 1 if it became the contract
        ("made", "i1"),
        ("points", "i4"),
        ("free", "i1"),  # 1 if the policy chose it, 0 if it was drawn by lot
    ]
)
"""A bid or pass."""
FIRSTS: Final = np.dtype([("deal", "i4"), ("thrown", "i1"), ("held", "i1", (SORTS,))])
"""A dealer's first discard where another seat has named the caishen: its sort, and his tiles by sort."""
_EXPLORED: Final = 6
_MOST_BIDS: Final = 64


@kernel
def _note_hand(scene, mind, action, row, rules, tables):
    """Write down the hand after a discard."""
    foresee(scene, mind, action, tables)
    trial = mind.trial
    seat = np.int64(scene.seat)
    needed = np.int64(scene.minimum[seat])
    row.seat = seat
    row.role = role_of(scene)
    row.tai = needed
    row.draws_left = scene.draws_left
    row.caishen = trial.caishen
    row.melds = trial.melds
    for step in range(STEPS):
        row.missing[step] = distance_to_tai(trial, needed + step, np.int64(0), rules, tables)
        row.live[step] = live_helpful(trial, needed + step, mind.live, rules, tables)


@kernel
def _note_discard(state, mind, kind, rows, count, deal, rules, tables):
    """Write down every seat that may win on a discard of `kind`; the new count of rows."""
    scene = state.scene
    by = win_on_discard_is(scene, rules)
    for other in range(4):
        if count >= len(rows) or not can_win_from(scene, other, rules):
            continue
        if (passed_kinds(scene, other) >> kind) & 1 == 1:
            continue
        row = rows[count]
        row.deal = deal
        seat_features(scene, other, mind.scratch, np.int64(0))
        suits = meld_suits(scene, other)
        tile_features(scene, mind, other, kind, suits, mind.scratch, np.int64(SEAT_FEATURES))
        for i in range(DANGER_FEATURES):
            row.features[i] = mind.scratch[i]
        wins = winning_tai(state, np.int64(other), kind, by, rules, tables) >= 0
        row.wins = 1 if wins else 0
        count += 1
    return count


@kernel
def _note_first(scene, kind, row, rules):
    """Write down the dealer's first discard; 1, or 0 where he threw a caishen."""
    wilds = wild_kinds(scene.own, rules)
    if (wilds >> kind) & 1 == 1:
        return np.int64(0)
    row.thrown = sort_of(kind, wilds)
    for other in range(34):
        if (wilds >> other) & 1 == 0:
            row.held[sort_of(other, wilds)] += scene.hand[other]
    return np.int64(1)


@inner
def _explored(legal, chance, rng):
    """Position of a bid drawn by lot, or -1 to leave it to the policy."""
    if legal.count < 2 or unit(rng) >= chance:
        return np.int64(-1)
    return 1 + below(rng, min(np.int64(legal.count) - 1, np.int64(_EXPLORED)))


@kernel
def collect(
    states, hands, discards, bids, firsts, deciders, minds, rules, tables, seed, first, deals, explore
):
    """Play deals first, first + 1, ... and fill the tables of rows (HANDS, DISCARDS, BIDS, FIRSTS).

    `explore`: chance that a bid is drawn by lot from the next few. `states[1]` is a blank state. Returns the
    rows filled in each table; deals beyond the room of a table are played in vain.
    """
    state = states[0]
    n_hands = n_discards = n_bids = n_firsts = np.int64(0)
    for deal in range(deals):
        states[0] = states[1]
        start_deal(state, seed, first + deal, np.int64(0), np.int64(0), NOBODY, np.int64(-1), rules, tables)
        scene, legal = state.scene, state.legal
        from_hand, from_bid = n_hands, n_bids
        while scene.phase != Phase.OVER:
            seat = np.int64(scene.seat)
            mind = minds[seat]
            position = np.int64(-1)
            if scene.phase == Phase.BID:
                position = _explored(legal, explore, state.rng[seat])
            free = position < 0
            if free:
                position = choose(state, deciders, minds, seat, rules, tables)
            action = np.int64(legal.actions[position])
            if scene.phase == Phase.BID:
                if n_bids < len(bids):
                    row = bids[n_bids]
                    row.deal, row.seat, row.over = deal, seat, scene.bid_rank
                    row.free = 1 if free else 0
                    row.rank = -1
                    if action >= Action.BID:
                        row.rank = action - Action.BID
                        count_live(scene, mind)
                        contract_features(scene, mind, np.int64(row.rank), rules, tables)
                        for i in range(FEATURES):
                            row.features[i] = mind.scratch[FEATURE_PLACE + i]
                    n_bids += 1
            elif Action.DISCARD <= action < Action.CHI:
                if scene.river_length == 0 and scene.declarer > DEALER and n_firsts < len(firsts):
                    firsts[n_firsts].deal = deal
                    n_firsts += _note_first(scene, action - Action.DISCARD, firsts[n_firsts], rules)
                count_live(scene, mind)
                if n_hands < len(hands):
                    hands[n_hands].deal = deal
                    _note_hand(scene, mind, action, hands[n_hands], rules, tables)
                    n_hands += 1
                n_discards = _note_discard(
                    state, mind, action - Action.DISCARD, discards, n_discards, deal, rules, tables
                )
            apply(state, action, rules, tables)
        winner = np.int64(state.winner)
        for i in range(from_hand, n_hands):
            hands[i].won = state.tai - hands[i].tai if winner == hands[i].seat else NO_TILE
        rank = (np.int64(scene.level) - 2) * 3 + np.int64(scene.mode)
        for i in range(from_bid, n_bids):
            row = bids[i]
            row.points = state.points[row.seat]
            row.holds = 1 if row.seat == scene.declarer and row.rank == rank else 0
            row.made = 1 if row.holds == 1 and winner == scene.declarer else 0
    return n_hands, n_discards, n_bids, n_firsts
