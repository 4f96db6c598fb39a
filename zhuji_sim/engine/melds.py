"""Laying tiles down: chi, peng and gang, with the caishen in them (RULES.md §4)."""

import numpy as np

from .codes import CHI_VARIANTS, NO_TILE, NOBODY, Action, MeldKind
from .handling import take_from_hand
from .holding import lay_sequence
from .jit import inner
from .kinds import KIND_BIT
from .legal import is_wild

__all__ = ["hide_gang", "lay_chi", "lay_natural", "lay_set_tiles", "lay_wild", "new_meld"]


@inner
def new_meld(state, seat, meld_kind, lowest, taken_from):
    """Enter a meld; returns its place among the seat's melds."""
    scene = state.scene
    place = np.int64(scene.meld_count[seat])
    if meld_kind == MeldKind.PENG:
        state.pengs[seat] |= KIND_BIT[lowest]
    scene.meld_count[seat] += 1
    scene.meld_kind[seat, place] = meld_kind
    scene.meld_tile[seat, place] = lowest
    scene.meld_wild[seat, place] = 0
    scene.meld_from[seat, place] = taken_from
    return place


@inner
def lay_wild(state, seat, place, at, kind):
    """A caishen of `kind` goes to place `at` of a meld, standing for the tile there."""
    scene = state.scene
    slot = 0 if scene.meld_wild[seat, place] == 0 else 1
    scene.meld_wild[seat, place] |= 1 << at
    scene.meld_laid[seat, place, slot] = kind
    take_from_hand(state, seat, kind, np.int64(1))
    scene.visible[kind] += 1


@inner
def lay_natural(state, seat, kind, count):
    """Lay tiles of one kind that stand for themselves."""
    take_from_hand(state, seat, kind, count)
    state.scene.visible[kind] += count


@inner
def lay_set_tiles(state, seat, place, kind, natural, of_first, of_second):
    """Lay the hand's part of a peng or gang: natural tiles first, then caishen of either kind.

    Places are counted from the end, so that the claimed tile, at place 0, is never a caishen.
    """
    scene = state.scene
    lay_natural(state, seat, kind, natural)
    at = natural + (1 if scene.meld_from[seat, place] != NOBODY else 0)
    for which in range(2):
        for _ in range(of_first if which == 0 else of_second):
            lay_wild(state, seat, place, at, np.int64(scene.caishen[seat, which]))
            at += 1


@inner
def lay_chi(state, seat, action, tile, discarder):
    """Lay a sequence with the offered tile and count it into the holding."""
    scene = state.scene
    at = (action - Action.CHI) // CHI_VARIANTS
    variant = (action - Action.CHI) % CHI_VARIANTS
    low = tile - at
    place = new_meld(state, seat, MeldKind.CHI.value, low, discarder)
    wild_other = (variant - 1) // 2 if variant > 0 else NOBODY
    tame = 1 if is_wild(scene, seat, tile) else 0
    other = 0
    for position in range(3):
        if position == at:
            continue
        if other == wild_other:
            lay_wild(state, seat, place, position, np.int64(scene.caishen[seat, (variant - 1) % 2]))
            tame += 1
        else:
            lay_natural(state, seat, low + position, np.int64(1))
            if is_wild(scene, seat, low + position):
                tame += 1
        other += 1
    lay_sequence(state.holdings[seat], low, tame)


@inner
def hide_gang(state, seat, place):
    """Move what lies in a concealed gang out of the public part of the scene."""
    scene = state.scene
    kind = np.int64(scene.meld_tile[seat, place])
    state.gang_tile[seat, place] = kind
    state.gang_wild[seat, place] = scene.meld_wild[seat, place]
    natural = 4
    for slot in range(2):
        laid = scene.meld_laid[seat, place, slot]
        state.gang_laid[seat, place, slot] = laid
        if laid != NO_TILE:
            scene.visible[laid] -= 1
            natural -= 1
    scene.visible[kind] -= natural
    state.hidden_gangs += 1
