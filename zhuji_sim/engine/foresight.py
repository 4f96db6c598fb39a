"""What a seat would hold after an action: a policy's look one step ahead, from its own scene alone."""

import numpy as np

from .codes import ADDED_STRIDE, CHI_VARIANTS, CONCEALED_STRIDE, NO_TILE, Action, MeldKind
from .holding import WEIGHTS, lay_sequence, lay_triplet, wild_code
from .jit import inner, kernel
from .legal import is_wild

__all__ = ["count_live", "foresee", "foresee_caishen", "hu_position"]


@inner
def _take(scene, mind, kind, count):
    trial = mind.trial
    if is_wild(scene, np.int64(scene.seat), kind):
        trial.caishen -= count
    else:
        trial.keys[kind // 9] -= WEIGHTS[kind] * count


@kernel
def foresee(scene, mind, action, tables):
    """Set `mind.trial` to what the seat to act holds after a discard, chi, peng or gang.

    After chi and peng a discard is still to come, after a gang its replacement tile.
    """
    trial = mind.trial
    seat = np.int64(scene.seat)
    offered = np.int64(scene.offered)
    mind.trial = scene.own
    if action < Action.CHI:
        _take(scene, mind, action - Action.DISCARD, 1)
    elif action < Action.PENG:
        _foresee_chi(scene, mind, action)
    elif action < Action.ADDED:
        gang = action >= Action.GANG
        code = action - (Action.GANG if gang else Action.PENG)
        caishen = code // 3 + code % 3 if gang else (1 if code > 0 else 0)
        tame = caishen
        if is_wild(scene, seat, offered):
            tame = 3
        _take(scene, mind, offered, (3 if gang else 2) - caishen)
        trial.caishen -= caishen
        lay_triplet(trial, offered, tame, tables)
    elif action < Action.CONCEALED:
        if action < Action.ADDED + ADDED_STRIDE:
            _take(scene, mind, action - Action.ADDED, 1)
        else:
            trial.caishen -= 1
            trial.tame += 1
    else:
        kind = (action - Action.CONCEALED) // CONCEALED_STRIDE
        code = (action - Action.CONCEALED) % CONCEALED_STRIDE
        caishen = code // 3 + code % 3
        _take(scene, mind, kind, 4 - caishen)
        trial.caishen -= caishen
        lay_triplet(trial, kind, caishen, tables)


@inner
def _foresee_chi(scene, mind, action):
    seat = np.int64(scene.seat)
    at = (action - Action.CHI) // CHI_VARIANTS
    variant = (action - Action.CHI) % CHI_VARIANTS
    offered = np.int64(scene.offered)
    low = offered - at
    wild_other = (variant - 1) // 2 if variant > 0 else -1
    tame = 1 if is_wild(scene, seat, offered) else 0
    other = 0
    for position in range(3):
        if position == at:
            continue
        if other == wild_other:
            mind.trial.caishen -= 1
            tame += 1
        else:
            _take(scene, mind, low + position, 1)
            if is_wild(scene, seat, low + position):
                tame += 1
        other += 1
    lay_sequence(mind.trial, low, tame)


@inner
def foresee_caishen(scene, mind, first, second):
    """Set `mind.trial` to what the seat holds if `first` and `second` (NO_TILE: none) were its caishen."""
    trial = mind.trial
    mind.trial = scene.own
    trial.wild = wild_code(first, second)
    for which in range(2):
        kind = first if which == 0 else second
        if kind != NO_TILE:
            trial.caishen += scene.hand[kind]
            trial.keys[kind // 9] -= WEIGHTS[kind] * scene.hand[kind]


@inner
def count_live(scene, mind):
    """Fill `mind.live` with the copies of each kind that the seat to act does not see."""
    seat = np.int64(scene.seat)
    for kind in range(34):
        mind.live[kind] = 4 - scene.visible[kind] - scene.hand[kind]
    for place in range(scene.meld_count[seat]):
        if scene.meld_kind[seat, place] == MeldKind.CONCEALED_GANG:
            natural = 4
            for slot in range(2):
                laid = scene.meld_laid[seat, place, slot]
                if laid != NO_TILE:
                    mind.live[laid] -= 1
                    natural -= 1
            mind.live[scene.meld_tile[seat, place]] -= natural


@inner
def hu_position(legal):
    """Where hu stands among the legal actions, or -1: it comes first, or right after pass."""
    if legal.actions[0] == Action.HU:
        return 0
    if legal.count > 1 and legal.actions[1] == Action.HU:
        return 1
    return -1
