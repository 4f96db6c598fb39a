"""Every action of a decision point played out over the same redeals of what its seat cannot see."""

from typing import Final

import numpy as np

from .apply import apply
from .batch import choose, playout
from .codes import NOBODY, Phase
from .determinize import determinize, list_for_decider
from .jit import inner, kernel
from .legal import list_claims, list_robbery, may_claim
from .likelihood import likelihood
from .scene import show_to
from .streams import REDEAL_STREAM, start_stream, unit

__all__ = ["DONE", "ILLEGAL", "IMPOSSIBLE", "STATES", "redeal", "roll_out"]

DONE: Final = 0
IMPOSSIBLE: Final = 1
"""The scene or the list of actions is none that a deal comes to."""
ILLEGAL: Final = 2
"""A policy chose a position outside the list of legal actions."""

STATES: Final = 5
"""States that `roll_out` works on: the last one is blank and stays so."""
_BASE: Final = 0
_TRIAL: Final = 1
_CANDIDATE: Final = 2
_PAST: Final = 3
_BLANK: Final = 4
_PLAYER_EAST: Final = np.int64(0)


@kernel
def redeal(scene, states, work, candidates, chances, minds, rng, rules, tables):
    """Set `states[0]` to one of some redeals, taken in proportion to their likelihood (all 0: the first).

    Parameters are those of `roll_out`. Returns the effective number of candidates, (sum of weights)^2 / sum
    of squares, or -1 where no deal comes to this scene.
    """
    lanes = np.int64(1)
    total = squares = 0.0
    for i in range(candidates):
        if determinize(scene, states[_CANDIDATE], work, lanes, rng, rules, tables) == 0:
            return -1.0
        weight = 1.0
        if candidates > 1:
            states[_PAST] = states[_BLANK]
            weight = likelihood(states[_CANDIDATE], states[_PAST], work, chances, minds, rng, rules, tables)
        total += weight
        squares += weight * weight
        if i == 0 or unit(rng) * total < weight:
            states[_BASE] = states[_CANDIDATE]
    return total * total / squares if squares > 0.0 else 0.0


@inner
def _ask_earlier(state, deciders, minds, rules, tables):
    """Ask the seats that answer before this one about the offered tile; whether all answers are legal."""
    scene, legal = state.scene, state.legal
    claiming = scene.phase == Phase.CLAIM
    if not claiming and scene.phase != Phase.ROB:
        return True
    me, owner = np.int64(scene.seat), np.int64(scene.offered_by)
    for step in range(1, (me - owner) & 3):
        seat = (owner + step) & 3
        if claiming:
            asked = may_claim(state, seat, rules) and list_claims(state, seat, rules, tables)
        else:
            asked = seat != state.exposed_from and list_robbery(state, seat, rules, tables)
        if asked:
            show_to(state, seat)
            choice = choose(state, deciders, minds, seat, rules, tables)
            if choice < 0 or choice >= legal.count:
                return False
            state.claim[seat] = legal.actions[choice]
    show_to(state, me)
    list_for_decider(state, rules, tables)
    return True


@kernel
def roll_out(
    scene,
    actions,
    open_actions,
    states,
    work,
    deciders,
    chances,
    minds,
    candidates,
    seed,
    first,
    rules,
    tables,
    points,
    effective,
):
    """Play all open actions out, each over the same `len(points)` redeals.

    Redeal i is number `first` + i of `seed`, whatever is played out over it, and every seat draws from a lane
    of its own, so that two actions are compared over the same draws.

    Parameters
    ----------
    scene : record of SCENE
    actions : int16[a]
        All legal actions, in the engine's order.
    open_actions : bool[a]
        Those to be played out.
    states : STATE[STATES]
        Blank.
    work : record of WORKSPACE
    deciders, chances : four policy functions each, by seat
        Who plays on; and how likely they say their bids and names are (`likelihood`).
    minds : `MIND`[4], by seat
    candidates : int
        Redeals among which one is chosen by likelihood; 1 leaves them uniform.
    seed, first : int
    rules, tables : records
    points : int64[n, a]
        Filled with what the seat to act wins over each redeal; closed actions are left as they are.
    effective : float64[n]
        Filled with the effective number of candidates of each redeal.

    Returns
    -------
    int
        DONE, IMPOSSIBLE or ILLEGAL.
    """
    base, trial = states[_BASE], states[_TRIAL]
    rng = work.rng
    me = np.int64(scene.seat)
    for i in range(len(points)):
        start_stream(rng, seed, first + i, REDEAL_STREAM)
        effective[i] = redeal(scene, states, work, candidates, chances, minds, rng, rules, tables)
        if effective[i] < 0.0:
            return IMPOSSIBLE
        if not _ask_earlier(base, deciders, minds, rules, tables):
            return ILLEGAL
        if base.legal.count != len(actions):
            return IMPOSSIBLE
        for action in range(len(actions)):
            if base.legal.actions[action] != actions[action]:
                return IMPOSSIBLE
            if not open_actions[action]:
                continue
            states[_TRIAL] = states[_BASE]
            apply(trial, np.int64(actions[action]), rules, tables)
            if playout(trial, deciders, minds, _PLAYER_EAST, rules, tables) != NOBODY:
                return ILLEGAL
            points[i, action] = trial.points[me]
    return DONE
