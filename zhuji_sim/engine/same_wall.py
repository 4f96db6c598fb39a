"""One wall played in several ways: with rising contracts, every caishen, contracts of other rules, passes.

Every way starts from the same tiles and the same coins, each seat with its own, so what differs between two
rows of a wall comes from the contract, or from the pass, alone.
"""

from typing import Final

import numpy as np

from .apply import apply
from .batch import choose, fill_result, playout
from .codes import NOBODY, Action, Phase
from .deal import start_deal
from .jit import inner, kernel
from .options import MODES

__all__ = [
    "BID",
    "INSTEAD",
    "STATES",
    "STAYS_OUT",
    "WAYS",
    "play_held",
    "play_levels",
    "play_names",
    "play_passes",
]

STATES: Final = 3
"""States that the kernels here work on: the last one is blank and stays so."""
_NAMED: Final = 1
_BLANK: Final = 2

BID: Final = 0
"""The way an auction goes by itself."""
INSTEAD: Final = 1
"""The same with a pass in place of the bid that won it."""
STAYS_OUT: Final = 2
"""+ seat: the same with this seat passing whenever it is asked to bid."""
WAYS: Final = 6

_NO_STAYS: Final = np.int64(0)
_NO_RANK: Final = np.int64(-1)
_PLAYER_EAST: Final = np.int64(0)
_NO_PLACE: Final = np.int64(-1)
_EVERYWHERE: Final = np.int64(-2)


@kernel
def play_levels(states, results, deciders, minds, rules, tables, seed, first, lanes, declarer, mode):
    """Have `declarer` hold the contracts of a mode, from level 2 on, on walls from `first` on.

    He names by his policy for the lowest level, and whatever he named there for the others; the coins it cost
    him are gone on every level.

    Parameters
    ----------
    states : STATE[STATES]
        Blank.
    results : RESULT[walls, levels]
        Filled, a row per deal.
    deciders, minds, rules, tables
        As in `batch.play_batch`.
    seed, first, lanes, declarer, mode : int

    Returns
    -------
    int
        How many deals were finished: fewer than asked for means that a policy made an impossible choice in
        the next one.
    """
    state, named = states[0], states[_NAMED]
    levels = results.shape[1]
    name = np.int64(0)
    for i in range(results.shape[0]):
        for step in range(levels):
            states[0] = states[_BLANK]
            rank = np.int64(step * MODES + mode)
            start_deal(state, seed, first + i, _NO_STAYS, lanes, declarer, rank, rules, tables)
            if state.scene.phase == Phase.NAME_CAISHEN:
                if step == 0:
                    choice = choose(state, deciders, minds, declarer, rules, tables)
                    if choice < 0 or choice >= state.legal.count:
                        return np.int64(i * levels)
                    name = np.int64(state.legal.actions[choice])
                    states[_NAMED] = states[0]
                else:
                    state.rng[declarer] = named.rng[declarer]
                apply(state, name, rules, tables)
            if playout(state, deciders, minds, _PLAYER_EAST, rules, tables) != NOBODY:
                return np.int64(i * levels + step)
            results[i, step].deal = first + i
            fill_result(state, results[i, step], rules, tables)
    return np.int64(results.shape[0] * levels)


@kernel
def play_names(states, results, named, deciders, minds, rules, tables, seed, first, lanes, declarer, rank):
    """Have `declarer` hold a contract on walls from `first` on, once under each caishen there is for it.

    Parameters
    ----------
    results : RESULT[walls, names]
        Filled in the order of the legal names; their number is that of the columns.
    named : int64[walls]
        Filled with the place of the name that the declarer's policy would have chosen.
    states, deciders, minds, rules, tables, seed, first, lanes
        As in `play_levels`.

    Returns
    -------
    int
        How many rows were finished, as in `play_levels`.
    """
    state, start = states[0], states[_NAMED]
    names = results.shape[1]
    for i in range(results.shape[0]):
        states[0] = states[_BLANK]
        start_deal(state, seed, first + i, _NO_STAYS, lanes, declarer, rank, rules, tables)
        states[_NAMED] = states[0]
        named[i] = choose(state, deciders, minds, declarer, rules, tables)
        for place in range(names):
            states[0] = states[_NAMED]
            apply(state, np.int64(start.legal.actions[place]), rules, tables)
            if playout(state, deciders, minds, _PLAYER_EAST, rules, tables) != NOBODY:
                return np.int64(i * names + place)
            results[i, place].deal = first + i
            fill_result(state, results[i, place], rules, tables)
    return np.int64(results.shape[0] * names)


@kernel
def play_held(states, results, deciders, minds, rules, tables, seed, first, lanes, declarers, ranks):
    """Play walls from `first` on, each with a contract of its own.

    Parameters
    ----------
    results : RESULT[walls]
        Filled.
    declarers, ranks : int64[walls]
        Who holds which contract; NOBODY where the auction decides.
    states, deciders, minds, rules, tables, seed, first, lanes
        As in `play_levels`.

    Returns
    -------
    int
        How many rows were finished, as in `play_levels`.
    """
    state = states[0]
    for i in range(results.shape[0]):
        states[0] = states[_BLANK]
        holder, rank = np.int64(declarers[i]), np.int64(ranks[i])
        start_deal(state, seed, first + i, _NO_STAYS, lanes, holder, rank, rules, tables)
        if playout(state, deciders, minds, _PLAYER_EAST, rules, tables) != NOBODY:
            return np.int64(i)
        results[i].deal = first + i
        fill_result(state, results[i], rules, tables)
    return np.int64(results.shape[0])


@inner
def _winning_bid(row):
    """Place of the last bid in a deal's auction, _NO_PLACE where nobody has bid."""
    for i in range(np.int64(row.auction_length) - 1, -1, -1):
        if row.auction[i] % 64 > 0:
            return np.int64(i)
    return _NO_PLACE


@inner
def _bids(row, seat):
    """How often a seat has bid in a deal's auction."""
    count = np.int64(0)
    for i in range(row.auction_length):
        if row.auction[i] // 64 == seat and row.auction[i] % 64 > 0:
            count += 1
    return count


@inner
def _play_passing(state, row, deciders, minds, rules, tables, seed, deal, lanes, seat, place):
    """Play a deal by auction with passes by `seat` at this place of the auction, or _EVERYWHERE.

    His policy is asked there too, so that its coins fall as they would have. Returns whether all choices were
    possible.
    """
    start_deal(state, seed, deal, _NO_STAYS, lanes, NOBODY, _NO_RANK, rules, tables)
    scene, legal = state.scene, state.legal
    while scene.phase == Phase.BID:
        asked = np.int64(scene.seat)
        choice = choose(state, deciders, minds, asked, rules, tables)
        if choice < 0 or choice >= legal.count:
            return False
        action = np.int64(legal.actions[choice])
        if asked == seat and (place == _EVERYWHERE or place == scene.auction_length):
            action = np.int64(Action.PASS)
        apply(state, action, rules, tables)
    if playout(state, deciders, minds, _PLAYER_EAST, rules, tables) != NOBODY:
        return False
    row.deal = deal
    fill_result(state, row, rules, tables)
    return True


@kernel
def play_passes(states, results, deciders, minds, rules, tables, seed, first, lanes):
    """Play walls from `first` on by auction: as it goes, a pass for the winning bid, a seat that stays out.

    Parameters
    ----------
    results : RESULT[walls, WAYS]
        Filled: BID, INSTEAD, and STAYS_OUT + seat. Where nothing would be another bid, a row is that of BID:
        INSTEAD where nobody bid, STAYS_OUT of a seat that did not.
    states, deciders, minds, rules, tables, seed, lanes
        As in `play_levels`.

    Returns
    -------
    int
        How many rows were finished, as in `play_levels`.
    """
    state = states[0]
    for i in range(results.shape[0]):
        for way in range(WAYS):
            seat, place = NOBODY, _NO_PLACE
            if way == INSTEAD:
                place = _winning_bid(results[i, BID])
                if place != _NO_PLACE:
                    seat = np.int64(results[i, BID].auction[place]) // 64
            elif way >= STAYS_OUT and _bids(results[i, BID], way - STAYS_OUT) > 0:
                seat, place = np.int64(way - STAYS_OUT), _EVERYWHERE
            if way != BID and seat == NOBODY:
                results[i, way] = results[i, BID]
                continue
            states[0] = states[_BLANK]
            if not _play_passing(
                state, results[i, way], deciders, minds, rules, tables, seed, first + i, lanes, seat, place
            ):
                return np.int64(i * WAYS + way)
    return np.int64(results.shape[0] * WAYS)
