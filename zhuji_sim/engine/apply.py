"""Carrying out actions: `apply` takes a deal from one decision point to the next (RULES.md §2–§4).

After every call the state is over or at a decision point: `state.scene` is prepared for the seat to act and
`state.legal` lists what it may do. Claims on a discard are collected from all seats before any is ranked.
"""

import numpy as np

from .auction import apply_bid
from .claims import ask_claims, ask_robbers, offer
from .codes import ADDED_STRIDE, CONCEALED_STRIDE, NO_TILE, NOBODY, TAIL, Action, MeldKind, Phase
from .distance import distance_any
from .ending import end_won
from .handling import take_from_hand
from .holding import lay_triplet
from .jit import inner, kernel, merged
from .legal import turn_circumstance
from .melds import hide_gang, lay_set_tiles, new_meld
from .naming import apply_name
from .turns import complete_added, draw

__all__ = ["apply"]


@inner
def _discard(state, seat, kind, rules, tables):
    scene = state.scene
    take_from_hand(state, seat, kind, np.int64(1))
    scene.visible[kind] += 1
    scene.river_tile[scene.river_length] = kind
    scene.river_seat[scene.river_length] = seat
    scene.river_claimed[scene.river_length] = 0
    scene.river_length += 1
    scene.replacement = 0
    scene.drawn = NO_TILE
    if state.missing[seat] <= 1:
        state.missing[seat] = distance_any(state.holdings[seat], tables)
    offer(state, seat, kind)
    ask_claims(state, rules, tables)


@merged
def _apply_concealed(state, action, rules, tables):
    scene = state.scene
    seat = np.int64(scene.seat)
    kind = (action - Action.CONCEALED) // CONCEALED_STRIDE
    of_first = (action - Action.CONCEALED) % CONCEALED_STRIDE // 3
    of_second = (action - Action.CONCEALED) % 3
    caishen = of_first + of_second
    place = new_meld(state, seat, MeldKind.CONCEALED_GANG.value, kind, NOBODY)
    lay_set_tiles(state, seat, place, kind, 4 - caishen, of_first, of_second)
    lay_triplet(state.holdings[seat], kind, caishen, tables)
    hide_gang(state, seat, place)
    draw(state, seat, TAIL, rules, tables)


@merged
def _apply_added(state, action, rules, tables):
    """Announce an added gang; a natural tile may be robbed first."""
    scene = state.scene
    seat = np.int64(scene.seat)
    which = (action - Action.ADDED) // ADDED_STRIDE
    kind = (action - Action.ADDED) % ADDED_STRIDE
    state.robbed_action = action
    if which == 0:
        scene.replacement = 0
        scene.drawn = NO_TILE
        offer(state, seat, kind)
        ask_robbers(state, rules, tables)
    else:
        complete_added(state, seat, kind, which, rules, tables)


@merged
def _apply_turn(state, action, rules, tables):
    scene = state.scene
    seat = np.int64(scene.seat)
    if action == Action.HU:
        by = turn_circumstance(state, rules)
        end_won(state, seat, np.int64(scene.drawn), by, NOBODY, rules, tables)
    elif action >= Action.CONCEALED:
        _apply_concealed(state, action, rules, tables)
    elif action >= Action.ADDED:
        _apply_added(state, action, rules, tables)
    else:
        _discard(state, seat, action - Action.DISCARD, rules, tables)


@kernel
def apply(state, action, rules, tables):
    """Carry out `action` (one of `state.legal`) for the seat to act and go on to the next decision point."""
    scene = state.scene
    phase = scene.phase
    state.taken_by = NOBODY
    if phase == Phase.BID:
        apply_bid(state, action, rules, tables)
    elif phase == Phase.NAME_CAISHEN:
        apply_name(state, action, rules, tables)
    elif phase == Phase.TURN:
        _apply_turn(state, action, rules, tables)
    elif phase == Phase.DISCARD:
        _discard(state, np.int64(scene.seat), action - Action.DISCARD, rules, tables)
    else:
        state.claim[scene.seat] = action
        if phase == Phase.CLAIM:
            ask_claims(state, rules, tables)
        else:
            ask_robbers(state, rules, tables)
