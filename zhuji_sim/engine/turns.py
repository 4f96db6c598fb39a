"""Turns: the first move, drawing, and what follows a claim (RULES.md §4)."""

import numpy as np

from .codes import DEALER, FRONT, NO_TILE, NOBODY, TAIL, MeldKind, Phase
from .distance import distance_any, distance_to_tai
from .drawing import draw_tile
from .ending import end_exhausted
from .handling import put_tile
from .holding import add_tile
from .jit import inner
from .kinds import KIND_BIT
from .legal import is_wild, list_discards, list_turn
from .melds import lay_natural, lay_wild
from .scene import show_to

__all__ = ["ask_discard", "ask_turn", "begin_play", "complete_added", "draw"]


@inner
def begin_play(state, rules, tables):
    """The caishen are known: the dealer, who has fourteen tiles, makes the first move."""
    for seat in range(4):
        holding = state.holdings[seat]
        state.missing[seat] = distance_any(holding, tables)
        state.starting_distance[seat] = distance_to_tai(holding, state.scene.minimum[seat], 0, rules, tables)
        state.starting_caishen[seat] = holding.caishen
    ask_turn(state, DEALER, np.int64(state.wall[state.front - 1]), FRONT, rules, tables)


@inner
def ask_turn(state, seat, drawn, replacement, rules, tables):
    """A full hand: list what `seat` may do and show it to him."""
    scene = state.scene
    scene.phase = Phase.TURN
    scene.seat = seat
    scene.replacement = replacement
    list_turn(state, rules, tables)
    show_to(state, seat)
    scene.drawn = drawn
    scene.offered = NO_TILE
    scene.offered_by = NOBODY


@inner
def draw(state, seat, from_tail, rules, tables):
    """`seat` draws and is asked for its turn, or the deal is drawn."""
    scene = state.scene
    if scene.draws_left <= 0:
        end_exhausted(state, rules)
        return
    tile = draw_tile(state, seat, from_tail)
    put_tile(state, seat, tile)
    scene.concealed[seat] += 1
    holding = state.holdings[seat]
    if is_wild(scene, seat, tile):
        holding.caishen += 1
    else:
        add_tile(holding, tile)
    state.missing[seat] -= 1
    if state.missing[seat] <= 1:
        state.missing[seat] = distance_any(holding, tables)
    ask_turn(state, seat, tile, from_tail, rules, tables)


@inner
def ask_discard(state, seat):
    """After chi or peng: discard only."""
    scene = state.scene
    scene.phase = Phase.DISCARD
    scene.seat = seat
    scene.offered = NO_TILE
    scene.offered_by = NOBODY
    list_discards(state)
    show_to(state, seat)


@inner
def complete_added(state, seat, kind, which, rules, tables):
    """Lay the fourth tile (natural, or the caishen `which`) onto the peng of `kind`, and draw."""
    scene = state.scene
    place = np.int64(0)
    for i in range(scene.meld_count[seat]):
        if scene.meld_kind[seat, i] == MeldKind.PENG and scene.meld_tile[seat, i] == kind:
            place = i
    scene.meld_kind[seat, place] = MeldKind.ADDED_GANG
    state.pengs[seat] ^= KIND_BIT[kind]
    if which == 0:
        lay_natural(state, seat, kind, np.int64(1))
    else:
        lay_wild(state, seat, place, np.int64(3), np.int64(scene.caishen[seat, which - 1]))
        state.holdings[seat].tame += 1
    draw(state, seat, TAIL, rules, tables)
