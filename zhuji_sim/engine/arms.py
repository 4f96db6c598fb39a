"""What a seat can do before the first discard, played out over hidden tiles dealt anew.

The seat knows its own tiles and what was bid and named so far. The others' tiles are dealt from what is left
and the auction is played again over them; how likely the others would have bid and named so is the weight of
the deal.
"""

from typing import Final

import numpy as np

from .apply import apply
from .batch import choose
from .codes import DEALER, MAX_AUCTION, NO_TILE, NOBODY, Action, By, Outcome, Phase
from .deal import start_on_wall
from .drawing import start_streams
from .jit import inner, kernel
from .options import MODES
from .streams import REDEAL_STREAM, below, start_stream, unit

__all__ = [
    "ARM",
    "DONE",
    "ENDS",
    "FORCE",
    "ILLEGAL",
    "OUTCOME",
    "PLAY",
    "SITUATION",
    "STATES",
    "TAKE",
    "play_arms",
    "play_on",
]

SITUATION = np.dtype(
    (
        np.record,
        [
            ("seat", "i1"),
            ("hand", "i1", (34,)),  # its 13 tiles, the dealer's 14
            ("seen", "i1", (34,)),  # tiles known to lie where nobody draws them
            ("indicator", "i1"),  # NO_TILE where none is turned
            ("lao_zhuang", "i2"),
            ("declarer", "i1"),  # of a contract held without an auction, NOBODY without
            ("rank", "i1"),
            ("callers", "i1"),  # bit s: seat s is another and has bid, passed or named
            ("at_least", "i1"),  # 1 where a bid tells no more than that its seat would have bid so high
            ("length", "i2"),
            ("history", "i2", (MAX_AUCTION + 4,)),  # codes.Action of bids and names so far, in order
        ],
    )
)
"""What a seat knows."""

ARM = np.dtype(
    (
        np.record,
        [
            ("kind", "i1"),  # PLAY, TAKE or FORCE
            ("action", "i2"),  # what is taken: a bid, a pass or a name
            ("rank", "i1"),  # of the contract, NO_TILE without
            ("first", "i1"),  # caishen to name for it, NO_TILE to leave it to the policy
            ("second", "i1"),
            ("if_held", "i1"),  # 1: nothing is played once another has gone over the contract
        ],
    )
)
"""One of the things the seat can do, and the caishen it names if the contract becomes its own."""

PLAY: Final = 0
"""Nothing is chosen: the policies play on."""
TAKE: Final = 1
"""`action` is taken."""
FORCE: Final = 2
"""The contract is the seat's own without an auction."""

OUTCOME = np.dtype(
    (np.record, [("points", "i8"), ("tai", "i1"), ("held", "i1"), ("end", "i1"), ("at_once", "i1")])
)
"""What came of an arm: the seat's points, the winner's tai (0: nobody won), 1 if the arm's contract became
its own (or there was none to get), a place in `ENDS`, and 1 if the seat won by 天胡 or 地胡."""

ENDS: Final = ("won", "self_draw", "my_discard", "other_discard", "wall_out", "redeal", "not_held")
"""The seat won; another did: by its own draw, on a tile of this seat, of a third; nobody did, twice; the deal
was not played to its end, the arm being `if_held`."""
_WON: Final = 0
_SELF_DRAW: Final = 1
_MINE: Final = 2
_ANOTHERS: Final = 3
_WALL_OUT: Final = 4
_REDEALT: Final = 5
_NOT_HELD: Final = 6

DONE: Final = 0
ILLEGAL: Final = 1
"""A policy chose a position outside the list of legal actions."""

STATES: Final = 4
"""States that `play_arms` works on: the last one is blank and stays so."""
_BASE: Final = 0
_CANDIDATE: Final = 1
_TRIAL: Final = 2
_BLANK: Final = 3

_HAND: Final = 13
_DEALT: Final = 52
_TILES: Final = 136
_COPIES: Final = 4


@inner
def _list_unknown(situation, work):
    """List the tiles whose places the seat does not know; their number."""
    count = np.int64(0)
    for kind in range(34):
        left = _COPIES - situation.hand[kind] - situation.seen[kind]
        if kind == situation.indicator:
            left -= 1
        for _ in range(left):
            work.tiles[count] = kind
            count += 1
    return count


@inner
def _take_hand(work, taken, count, seat, rng):
    """Draw a hand from the unknown tiles beyond the first `taken`, next to them; its number of tiles."""
    size = _HAND + 1 if seat == DEALER else _HAND
    for at in range(taken, taken + size):
        pick = at + below(rng, count - at)
        work.tiles[at], work.tiles[pick] = work.tiles[pick], work.tiles[at]
    return np.int64(size)


@inner
def _lay_wall(state, situation, work, rules):
    """A wall that deals the seat its tiles, and the others in turn the unknown ones as they are listed."""
    me = np.int64(situation.seat)
    turned = np.int64(0) if situation.indicator == NO_TILE else np.int64(1)
    wall = state.wall
    own = np.int64(0)
    for kind in range(34):
        for _ in range(situation.hand[kind]):
            wall[me * _HAND + own if own < _HAND else _DEALT + turned] = kind
            own += 1
    if turned == 1:
        wall[_DEALT] = situation.indicator
    next_one = np.int64(0)
    for step in range(1, 4):
        seat = (me + step) & 3
        for i in range(_HAND):
            wall[seat * _HAND + i] = work.tiles[next_one]
            next_one += 1
        if seat == DEALER:
            wall[_DEALT + turned] = work.tiles[next_one]
            next_one += 1
    reserve = np.int64(_TILES) - np.int64(rules.wall_reserve)
    out = reserve
    for kind in range(34):
        for _ in range(situation.seen[kind]):
            wall[out] = kind
            out += 1
    for at in range(_DEALT + turned + 1, _TILES):
        if at < reserve or at >= out:
            wall[at] = work.tiles[next_one]
            next_one += 1


@inner
def _start(state, situation, work, seed, deal, lanes, rules, tables):
    """Deal the tiles as they are listed."""
    start_streams(state, seed, deal)
    _lay_wall(state, situation, work, rules)
    holder, rank = np.int64(situation.declarer), np.int64(situation.rank)
    start_on_wall(state, np.int64(situation.lao_zhuang), lanes, holder, rank, rules, tables)


@inner
def _play_history(state, situation, judged, chances, minds, rules, tables):
    """Play what was bid and named; the probability that the seat `judged` would have (NOBODY: 1)."""
    weight = 1.0
    for i in range(situation.length):
        seat = np.int64(state.scene.seat)
        action = np.int64(situation.history[i])
        if seat == judged and weight > 0.0 and state.legal.count > 1:
            chances[seat](state.scene, state.legal, rules, tables, minds[seat], state.rng[seat])
            weight *= _chance_of(state.legal, minds[seat], action, situation.at_least == 1)
        apply(state, action, rules, tables)
    return weight


@inner
def _deal_likely(states, situation, work, chances, minds, candidates, lanes, seed, deal, rng, rules, tables):
    """List hands of the others that go with what they bid and named; the weight of the deal.

    One seat after the other: its hand is one of `candidates` from the tiles that are left, taken in
    proportion to how likely it would have called so with it; the mean of these is its part of the weight.
    """
    candidate = states[_CANDIDATE]
    me = np.int64(situation.seat)
    count = _list_unknown(situation, work)
    taken = np.int64(0)
    weight = 1.0
    for step in range(1, 4):
        seat = (me + step) & 3
        if (situation.callers >> seat) & 1 == 0:
            taken += _take_hand(work, taken, count, seat, rng)
            continue
        total = 0.0
        size = np.int64(0)
        for k in range(candidates):
            size = _take_hand(work, taken, count, seat, rng)
            states[_CANDIDATE] = states[_BLANK]
            _start(candidate, situation, work, seed, deal, lanes, rules, tables)
            likely = _play_history(candidate, situation, seat, chances, minds, rules, tables)
            total += likely
            if k == 0 or unit(rng) * total < likely:
                for i in range(size):
                    work.live[i] = work.tiles[taken + i]
        weight *= total / candidates
        for i in range(size):
            at = taken + i
            while work.tiles[at] != work.live[i]:
                at += 1
            work.tiles[at] = work.tiles[taken + i]
            work.tiles[taken + i] = work.live[i]
        taken += size
    for at in range(taken, count):
        pick = at + below(rng, count - at)
        work.tiles[at], work.tiles[pick] = work.tiles[pick], work.tiles[at]
    return weight


@inner
def _chance_of(legal, mind, action, at_least):
    """Probability of an action by what `chances` told; `at_least`: of a bid or any higher one."""
    bids = action >= Action.BID and action < Action.SOLO
    found = 0.0
    for i in range(legal.count):
        other = np.int64(legal.actions[i])
        if other == action or (at_least and bids and other > action and other < Action.SOLO):
            found += mind.scratch[i]
    return found


@inner
def _is_ours(scene, me, rank):
    return scene.declarer == me and (np.int64(scene.level) - 2) * MODES + np.int64(scene.mode) == rank


@inner
def _is_lost(scene, me, rank):
    """Whether a contract that the seat has bid is no longer to be had."""
    if scene.phase == Phase.BID:
        return scene.bid_rank > rank
    return not _is_ours(scene, me, rank)


@inner
def _named(state, arm):
    """Position of the arm's caishen in the list of names."""
    action = (Action.SOLO if arm.second == NO_TILE else Action.DUAL) + np.int64(arm.first)
    for i in range(state.legal.count):
        if state.legal.actions[i] == action:
            return np.int64(i)
    return np.int64(-1)


@inner
def play_on(state, arm, me, deciders, minds, rules, tables):
    """Play to the end; the seat names the arm's caishen when the arm's contract is its own."""
    scene, legal = state.scene, state.legal
    while scene.phase != Phase.OVER:
        if arm.if_held == 1 and _is_lost(scene, me, np.int64(arm.rank)):
            return DONE
        seat = np.int64(scene.seat)
        names = scene.phase == Phase.NAME_CAISHEN and seat == me and arm.first != NO_TILE
        if names and (arm.rank == NO_TILE or _is_ours(scene, me, np.int64(arm.rank))):
            choice = _named(state, arm)
        else:
            choice = choose(state, deciders, minds, seat, rules, tables)
        if choice < 0 or choice >= legal.count:
            return ILLEGAL
        apply(state, np.int64(legal.actions[choice]), rules, tables)
    return DONE


@inner
def _end_of(state, me):
    if state.outcome == Outcome.EXHAUSTED:
        return _WALL_OUT
    if state.outcome == Outcome.REDEAL:
        return _REDEALT
    if state.winner == me:
        return _WON
    if state.loser == NOBODY:
        return _SELF_DRAW
    return _MINE if state.loser == me else _ANOTHERS


@kernel
def play_arms(
    situation,
    arms,
    going,
    states,
    work,
    deciders,
    chances,
    minds,
    candidates,
    lanes,
    seed,
    first,
    rules,
    tables,
    outcomes,
    weights,
):
    """Play every arm that is going over the same `len(outcomes)` deals.

    Deal i is number `first` + i of `seed`, whatever is played over it. Each hand that has been bid on is one
    of `candidates`, taken in proportion to how likely its seat would have bid and named so; the mean
    likelihoods are the deal's weight, so that weighted means are those over all deals there may be.

    Parameters
    ----------
    situation : record of SITUATION
        Its history is legal, and ends where the seat has to choose, or where PLAY is the only arm.
    arms : ARM[a]
    going : bool[a]
    states : STATE[STATES]
        Blank.
    work : record of determinize.WORKSPACE
    deciders, chances : four policy functions each, by seat
    minds : `MIND`[4], by seat
    candidates, lanes, seed, first : int
    rules, tables : records
    outcomes : OUTCOME[n, a]
        Filled; arms that are not going are left as they are, and so are points and tai of what is not played
        to its end.
    weights : float64[n]
        Filled.

    Returns
    -------
    int
        DONE or ILLEGAL.
    """
    base, trial = states[_BASE], states[_TRIAL]
    me = np.int64(situation.seat)
    stays = np.int64(situation.lao_zhuang)
    rng = work.rng
    for i in range(len(outcomes)):
        start_stream(rng, seed, first + i, REDEAL_STREAM)
        deal = first + i
        weights[i] = _deal_likely(
            states, situation, work, chances, minds, candidates, lanes, seed, deal, rng, rules, tables
        )
        states[_BASE] = states[_BLANK]
        _start(base, situation, work, seed, deal, lanes, rules, tables)
        _play_history(base, situation, NOBODY, chances, minds, rules, tables)
        for a in range(len(arms)):
            if not going[a]:
                continue
            arm = arms[a]
            if arm.kind == FORCE:
                states[_TRIAL] = states[_BLANK]
                trial.wall[:] = base.wall
                start_streams(trial, seed, first + i)
                start_on_wall(trial, stays, lanes, me, np.int64(arm.rank), rules, tables)
            else:
                states[_TRIAL] = states[_BASE]
                if arm.kind == TAKE:
                    apply(trial, np.int64(arm.action), rules, tables)
            if play_on(trial, arm, me, deciders, minds, rules, tables) != DONE:
                return ILLEGAL
            row = outcomes[i, a]
            if trial.scene.phase != Phase.OVER:
                row.end, row.held = _NOT_HELD, 0
                continue
            row.points = trial.points[me]
            row.end = _end_of(trial, me)
            row.tai = 0 if row.end == _WALL_OUT or row.end == _REDEALT else trial.tai
            row.at_once = 1 if row.end == _WON and trial.by >= By.HEAVENLY else 0
            held = arm.rank == NO_TILE or _is_ours(trial.scene, me, np.int64(arm.rank))
            row.held = 1 if held else 0
    return DONE
