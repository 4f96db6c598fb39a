"""The wall: dealing, and drawing from its front, its tail or a lane (RULES.md §1, §4)."""

from typing import Final

import numpy as np

from .codes import DEALER
from .handling import put_tile
from .holding import add_tile
from .jit import inner, kernel, merged
from .options import CaishenSource
from .streams import STREAMS, WALL_STREAM, shuffle, start_stream

__all__ = ["DEALT", "deal_tiles", "draw_tile", "shuffle_wall", "start_streams"]

DEALT: Final = 52
"""Tiles dealt before the dealer's fourteenth."""
TILES: Final = 136


@kernel
def start_streams(state, seed, deal):
    """Set all random streams of this deal."""
    for stream in range(STREAMS):
        start_stream(state.rng[stream], seed, deal, stream)


@inner
def shuffle_wall(state):
    """A fresh uniform wall from the wall's own stream."""
    wall = state.wall
    for i in range(TILES):
        wall[i] = i >> 2
    shuffle(wall, state.rng[WALL_STREAM])


@inner
def deal_tiles(state, rules):
    """Deal 13 tiles to each seat, turn the indicator where there is one, deal the dealer's 14th."""
    scene = state.scene
    for i in range(DEALT):
        _give(state, i // 13, np.int64(state.wall[i]))
    state.front = DEALT
    if rules.caishen_source == CaishenSource.INDICATOR:
        scene.indicator = state.wall[state.front]
        scene.visible[scene.indicator] += 1
        state.front += 1
    _give(state, DEALER, np.int64(state.wall[state.front]))
    state.front += 1
    state.tail = TILES
    scene.wall_left = state.tail - state.front
    scene.draws_left = scene.wall_left - rules.wall_reserve
    if scene.draws_left < 0:
        scene.draws_left = 0
    for seat in range(4):
        scene.concealed[seat] = 14 if seat == 0 else 13
        state.holdings[seat].seat = seat
        state.lane_low[seat] = state.front + seat
        spare = (TILES - 1 - state.lane_low[seat]) // 4
        state.lane_high[seat] = state.lane_low[seat] + (spare + 1) * 4


@inner
def _give(state, seat, tile):
    put_tile(state, seat, tile)
    add_tile(state.holdings[seat], tile)


@inner
def _lane_to_draw_from(state, seat):
    """The seat's own lane, or the longest one if that is spent."""
    if state.lane_low[seat] < state.lane_high[seat]:
        return seat
    longest = 0
    for lane in range(1, 4):
        if state.lane_high[lane] - state.lane_low[lane] > state.lane_high[longest] - state.lane_low[longest]:
            longest = lane
    return longest


@merged
def draw_tile(state, seat, from_tail):
    """Take the next tile of the wall, or with lanes of the seat's own share of it; returns its kind.

    A lane gives draws from its front and gang replacements from its end; a spent lane borrows from the end of
    the longest. At least one drawable tile is left.
    """
    scene = state.scene
    if state.lanes == 1:
        lane = _lane_to_draw_from(state, seat)
        if from_tail == 1 or lane != seat:
            state.lane_high[lane] -= 4
            state.drawn_at = state.lane_high[lane]
        else:
            state.drawn_at = state.lane_low[lane]
            state.lane_low[lane] += 4
    elif from_tail == 1:
        state.tail -= 1
        state.drawn_at = state.tail
    else:
        state.drawn_at = state.front
        state.front += 1
    state.draws += 1
    scene.wall_left -= 1
    scene.draws_left -= 1
    return np.int64(state.wall[state.drawn_at])
