"""What a player can count before the first discard, and what came of every choice he had there.

For a caishen mode and a number of tai he counts the tiles that are missing under each set of caishen he
could name. One decision point of each deal is kept, and from there every choice is played out over the tiles
as they were dealt: no hand has to be guessed, and a mean over deals is what such hands bring at that table.
"""

from typing import Final

import numpy as np

from .apply import apply
from .arms import DONE, ILLEGAL, play_on
from .batch import choose
from .codes import DEALER, MAX_AUCTION, NO_TILE, NOBODY, Action
from .deal import start_deal
from .distance import UNREACHABLE, distance_any, distance_to_tai
from .foresight import foresee_caishen
from .helpful_any import ADD, UNKNOWN, kinds_of_any
from .jit import inner, kernel
from .options import MODES, EarthlyOn, Mode
from .streams import start_stream, unit

__all__ = ["COUNT", "POINT", "POINT_STATES", "QUESTION", "count_name", "count_once", "play_points"]

QUESTION = np.dtype(
    (
        np.record,
        [
            ("rank", "i1"),  # of the contract to bid, NO_TILE to name only
            ("mode", "i1"),
            ("tai", "i1"),  # that the hand is to be worth
            ("copies", "i1"),  # of the set that the player holds, -1 for any number
            ("once", "i1"),  # 1: the hand is to win before anybody draws, whatever its tai
        ],
    )
)
"""A choice that a player counts for."""

COUNT = np.dtype(
    (
        np.record,
        [
            ("open", "i1"),  # 1 if the choice is legal here, in reach, and played out
            ("missing", "i1"),
            ("held", "i1"),  # caishen; of a hand that is to win at once READY or SURE
            ("first", "i1"),  # the set, NO_TILE where there is none
            ("second", "i1"),
            ("points", "i8"),  # that the choice led to in this deal
            ("won", "i1"),
            ("made", "i1"),  # 1 if the bid became the contract, or there was none to get
        ],
    )
)
"""What was counted for a choice, and what came of it."""

POINT = np.dtype(
    (
        np.record,
        [
            ("there", "i1"),  # 0 if the deal had no such decision
            ("seat", "i1"),
            ("standing", "i1"),  # rank of the highest bid so far, NO_TILE without
            ("action", "i2"),  # that the policy took
            ("hand", "i1", (34,)),
            ("length", "i2"),
            ("auction", "i2", (MAX_AUCTION,)),  # bids so far as in the scene: seat * 64 + rank + 1, or + 0
            ("own", "i8"),  # points of the seat when the policy played on, 0 if that was not asked for
            ("passing", "i8"),  # and when it passed
        ],
    )
)
"""A decision point."""

POINT_STATES: Final = 4
"""States that `play_points` works on: the last one is blank and stays so."""
_DEAL: Final = 0
_KEPT: Final = 1
_TRIAL: Final = 2
_BLANK: Final = 3
FAR: Final = 6
"""Tiles missing with which a choice is hopeless: a few such hands tell enough."""
SPARE: Final = 8
READY: Final = 1
"""A hand that wins on the dealer's first discard if that is one of the tiles it waits for."""
SURE: Final = 2
"""The dealer's complete hand, and a hand that waits for every kind of tile but its caishen."""
_KINDS: Final = 34
_POINT_STREAM: Final = 7
"""Number of the random stream that says which decision of a deal is kept."""


@kernel
def count_name(scene, mind, mode, tai, copies, rules, tables):
    """The set of caishen under which fewest tiles are missing to `tai`; of those, the one held most of.

    Parameters
    ----------
    scene : record of SCENE
        Of the seat to act.
    mind : record of MIND
        Its `trial` is overwritten.
    mode, tai : int
    copies : int
        Look only at sets of which the seat holds so many tiles; -1 at all of which it holds one.

    Returns
    -------
    missing, held, first, second : int
        UNREACHABLE, 0, NO_TILE, NO_TILE where there is no such set.
    """
    missing, held = np.int64(UNREACHABLE), np.int64(0)
    one, other = np.int64(NO_TILE), np.int64(NO_TILE)
    if mode == Mode.NONE:
        foresee_caishen(scene, mind, one, other)
        return np.int64(distance_to_tai(mind.trial, tai, np.int64(0), rules, tables)), held, one, other
    for kind in range(34):
        first = np.int64(kind)
        second = np.int64(rules.successors[kind]) if mode == Mode.DUAL else np.int64(NO_TILE)
        if mode == Mode.DUAL and second == NO_TILE:
            continue
        has = np.int64(scene.hand[first])
        if second != NO_TILE:
            has += np.int64(scene.hand[second])
        if has == 0 or (copies >= 0 and has != copies):
            continue
        foresee_caishen(scene, mind, first, second)
        near = np.int64(distance_to_tai(mind.trial, tai, np.int64(0), rules, tables))
        if near < missing or (near == missing and has > held):
            missing, held, one, other = near, has, first, second
    return missing, held, one, other


@kernel
def count_once(scene, mind, mode, rules, tables):
    """The set of caishen under which the hand is likeliest to win before anybody draws (天胡, 地胡).

    Parameters
    ----------
    scene, mind, mode :
        As `count_name`.
    rules, tables : records

    Returns
    -------
    missing, place, first, second : int
        UNREACHABLE, 0, NO_TILE, NO_TILE where it cannot win so under any; else 0 for the dealer, 1 for the
        others, READY or SURE, and the set.
    """
    dealer = scene.seat == DEALER
    floor = np.int64(rules.tai_heavenly if dealer else rules.tai_earthly)
    if not dealer and (rules.earthly_on != EarthlyOn.FIRST_DISCARD or rules.win_on_discard == 0):
        floor = np.int64(0)
    wanted = np.int64(0) if dealer else np.int64(1)
    best, one, other = np.int64(0), np.int64(NO_TILE), np.int64(NO_TILE)
    if floor == 0 or rules.floor_needs_tai > 0:
        return np.int64(UNREACHABLE), best, one, other
    for kind in range(1 if mode == Mode.NONE else _KINDS):
        first = np.int64(NO_TILE) if mode == Mode.NONE else np.int64(kind)
        second = np.int64(rules.successors[kind]) if mode == Mode.DUAL else np.int64(NO_TILE)
        if mode == Mode.DUAL and second == NO_TILE:
            continue
        foresee_caishen(scene, mind, first, second)
        if distance_any(mind.trial, tables) > wanted:
            continue
        place = np.int64(SURE) if dealer else _place_of(kinds_of_any(mind.trial, ADD, tables), first, second)
        if place > best:
            best, one, other = place, first, second
    return (wanted if best > 0 else np.int64(UNREACHABLE)), best, one, other


@inner
def _place_of(kinds, first, second):
    """READY or SURE, of a hand that waits for these kinds but its caishen; 0 if that is unknown."""
    if kinds == UNKNOWN:
        return np.int64(0)
    for kind in range(_KINDS):
        if kind != first and kind != second and (kinds >> kind) & 1 == 0:
            return np.int64(READY)
    return np.int64(SURE)


@inner
def _is_open(legal, action):
    for i in range(legal.count):
        if legal.actions[i] == action:
            return 1
    return 0


@inner
def _keep(state, point, choice):
    """Put on record what the seat to act knows."""
    scene = state.scene
    point.there = 1
    point.seat = scene.seat
    point.standing = scene.bid_rank
    point.action = state.legal.actions[choice]
    for kind in range(34):
        point.hand[kind] = scene.hand[kind]
    point.length = scene.auction_length
    for i in range(scene.auction_length):
        point.auction[i] = scene.auction[i]


@inner
def _in_reach(scene, rank, reach):
    """Whether a contract is at most so many levels above the bid that stands, or above the lowest bid."""
    return rank == NO_TILE or rank // MODES <= max(np.int64(scene.bid_rank), 0) // MODES + reach


@inner
def _count(scene, legal, mind, question, reach, count, rules, tables):
    """Count for a choice; the code of its action."""
    mode, tai, copies = np.int64(question.mode), np.int64(question.tai), np.int64(question.copies)
    if question.once == 1:
        missing, held, first, second = count_once(scene, mind, mode, rules, tables)
    else:
        missing, held, first, second = count_name(scene, mind, mode, tai, copies, rules, tables)
    count.missing, count.held, count.first, count.second = missing, held, first, second
    if question.rank != NO_TILE:
        action = Action.BID + np.int64(question.rank)
    else:
        action = (Action.DUAL if mode == Mode.DUAL else Action.SOLO) + first
    found = missing < UNREACHABLE and (mode == Mode.NONE or first != NO_TILE)
    near = question.once == 1 or _in_reach(scene, np.int64(question.rank), reach)
    count.open = _is_open(legal, action) if found and near else 0
    return action


@kernel
def play_points(
    states,
    arms,
    rng,
    questions,
    reach,
    deciders,
    minds,
    phase,
    thorough,
    lanes,
    seed,
    first,
    rules,
    tables,
    points,
    counts,
):
    """Play deals `first` on by the policies, keep one decision of each, and play out all choices there.

    Parameters
    ----------
    states : STATE[POINT_STATES]
        Blank.
    arms : ARM[1]
        Working memory.
    rng : record of STREAM
        Working memory.
    questions : QUESTION[q]
    reach : int
        Bids of more levels above the one that stands are left out.
    deciders, minds : four policy functions and MIND[4], by seat
    phase : int
        BID or NAME_CAISHEN: which decisions.
    thorough : int
        1: play out what the policy chose too, and every choice; 0: not what it chose, and choices with `FAR`
        or more tiles missing at one decision in `SPARE`.
    lanes, seed, first : int
    rules, tables : records
    points : POINT[n]
        Filled.
    counts : COUNT[n, q]
        Filled.

    Returns
    -------
    int
        DONE or ILLEGAL.
    """
    state, kept, trial = states[_DEAL], states[_KEPT], states[_TRIAL]
    scene, legal = state.scene, state.legal
    arm = arms[0]
    for i in range(len(points)):
        states[_DEAL] = states[_BLANK]
        start_deal(state, seed, first + i, np.int64(0), lanes, NOBODY, NO_TILE, rules, tables)
        start_stream(rng, seed, first + i, _POINT_STREAM)
        point = points[i]
        seen = 0
        while scene.phase == phase:
            choice = choose(state, deciders, minds, np.int64(scene.seat), rules, tables)
            if choice < 0 or choice >= legal.count:
                return ILLEGAL
            if legal.count > 1:
                seen += 1
                if unit(rng) * seen < 1.0:
                    states[_KEPT] = states[_DEAL]
                    _keep(kept, point, choice)
            apply(state, np.int64(legal.actions[choice]), rules, tables)
        if seen == 0:
            continue
        me = np.int64(point.seat)
        for q in range(-2 if thorough == 1 else -1, len(questions)):
            action = np.int64(point.action) if q == -2 else np.int64(Action.PASS)
            arm.rank, arm.first, arm.second = NO_TILE, NO_TILE, NO_TILE
            if q >= 0:
                count = counts[i, q]
                action = _count(kept.scene, kept.legal, minds[me], questions[q], reach, count, rules, tables)
                if thorough == 0 and count.missing >= FAR and (first + i) % SPARE != 0:
                    count.open = 0
                if count.open == 0:
                    continue
                arm.rank, arm.first, arm.second = questions[q].rank, count.first, count.second
            elif q == -1 and _is_open(kept.legal, action) == 0:
                continue
            states[_TRIAL] = states[_KEPT]
            apply(trial, action, rules, tables)
            if play_on(trial, arm, me, deciders, minds, rules, tables) != DONE:
                return ILLEGAL
            if q == -2:
                point.own = trial.points[me]
            elif q == -1:
                point.passing = trial.points[me]
            else:
                count.points = trial.points[me]
                count.won = 1 if trial.winner == me else 0
                ours = trial.scene.declarer == me
                got = ours and (np.int64(trial.scene.level) - 2) * MODES + trial.scene.mode == arm.rank
                count.made = 1 if arm.rank == NO_TILE or got else 0
    return DONE
