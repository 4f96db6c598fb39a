"""Contracts taken up and caishen named (RULES.md §2, §3)."""

import numpy as np

from .codes import DEALER, NO_TILE, Action, Phase
from .holding import remove_tile, wild_code
from .jit import inner
from .legal import list_names
from .options import MODES, CaishenSource, Mode, ZiyouCaishen
from .scene import show_to
from .turns import begin_play

__all__ = ["apply_name", "named_kinds", "set_caishen", "set_contract", "start_naming"]


@inner
def set_contract(state, declarer, rank, rules, tables):
    """The auction is over: the declarer names his caishen, or play begins where there is none."""
    scene = state.scene
    scene.declarer = declarer
    scene.level = rank // MODES + 2
    scene.mode = rank % MODES
    scene.minimum[declarer] = scene.level
    start_naming(state, rules, tables)


@inner
def start_naming(state, rules, tables):
    """Ask for the caishen if somebody has to name one; else begin to play."""
    scene = state.scene
    if rules.caishen_source == CaishenSource.DECLARER:
        if scene.mode == Mode.NONE:
            begin_play(state, rules, tables)
        else:
            _ask_name(state, np.int64(scene.declarer), rules)
    elif rules.caishen_source == CaishenSource.EACH_PLAYER:
        _ask_name(state, DEALER, rules)
    else:
        begin_play(state, rules, tables)


@inner
def _ask_name(state, seat, rules):
    state.scene.phase = Phase.NAME_CAISHEN
    list_names(state, rules)
    show_to(state, seat)


@inner
def set_caishen(state, seat, first, second):
    """`first` and `second` (NO_TILE for solo) are wild for this seat from now on."""
    scene = state.scene
    scene.caishen[seat, 0] = first
    scene.caishen[seat, 1] = second
    holding = state.holdings[seat]
    holding.wild = wild_code(first, second)
    for which in range(2):
        kind = np.int64(scene.caishen[seat, which])
        if kind != NO_TILE:
            held = state.hands[seat, kind]
            holding.caishen += held
            for _ in range(held):
                remove_tile(holding, kind)


@inner
def named_kinds(action, rules):
    """The kinds that a naming action makes caishen; the second is NO_TILE for solo."""
    if action >= Action.DUAL:
        first = action - Action.DUAL
        return np.int64(first), np.int64(rules.successors[first])
    return np.int64(action - Action.SOLO), np.int64(NO_TILE)


@inner
def apply_name(state, action, rules, tables):
    """Make the named kinds wild for whom they are, and ask the next or begin to play."""
    scene = state.scene
    seat = np.int64(scene.seat)
    first, second = named_kinds(action, rules)
    own = (
        rules.caishen_source == CaishenSource.EACH_PLAYER and rules.ziyou_caishen == ZiyouCaishen.EACH_PLAYER
    )
    if own:
        set_caishen(state, seat, first, second)
        if seat < 3:
            _ask_name(state, seat + 1, rules)
            return
    else:
        for other in range(4):
            set_caishen(state, other, first, second)
    begin_play(state, rules, tables)
