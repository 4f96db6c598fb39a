"""Hidden tiles dealt anew: a whole state that fits what one seat sees, and nothing else (`determinize`).

What is dealt anew: the other seats' hands, what lies in their concealed gangs, and the wall. Every unseen
tile is equally likely in each of those places. Two things that play tells are left out: that a gang with
caishen was laid by a ready hand, and what the others chose so far (`likelihood` weighs bids and names).
"""

from typing import Final

import numpy as np

from .codes import NO_TILE, NOBODY, Action, MeldKind, Outcome, Phase
from .distance import distance_any
from .foresight import count_live
from .handling import put_tile
from .holding import add_tile, lay_sequence, lay_triplet, wild_code
from .jit import inner, kernel
from .kinds import KIND_BIT
from .legal import is_wild, list_bids, list_claims, list_discards, list_names, list_robbery, list_turn
from .options import CaishenGang
from .streams import STREAM, below, next_word, shuffle_first, start_stream

__all__ = ["WORKSPACE", "determinize", "list_for_decider", "new_workspace"]

WORKSPACE = np.dtype(
    (
        np.record,
        [
            ("live", "i1", (34,)),  # copies of each kind not yet placed
            ("tiles", "i1", (136,)),  # the same as a list
            ("rng", STREAM),  # of the redeal being made
        ],
    )
)
"""Working memory of redeals."""

_TILES: Final = 136
_DEALT: Final = 53
"""Tiles of the hands, the dealer's fourteenth included."""
_COPIES: Final = 4
_HAND: Final = 14
_MOST_WILD: Final = 2
"""Caishen in a gang."""
_ATTEMPTS: Final = 1000
"""Of others' concealed gangs, which may use up each other's tiles."""


def new_workspace() -> np.record:
    """Working memory for `determinize` and `likelihood`."""
    workspace: np.record = np.zeros(1, WORKSPACE)[0]
    return workspace


@kernel
def determinize(scene, state, work, lanes, rng, rules, tables):
    """Make `state` a deal that looks to the seat to act exactly as `scene` does, the rest dealt anew.

    At a claim or a robbery the seats asked before have answered already, which the scene does not show: their
    answers are entered as passes, and the caller may ask them again.

    Parameters
    ----------
    scene : record of SCENE
        At a decision point; not changed, and not part of `state`.
    state : record of STATE
        Overwritten. Its streams start anew from `rng`; starting distances and caishen are not known, and 0.
    work : record of WORKSPACE
    lanes : int
        1: the rest of the wall is shared out in fresh lanes, whatever way it was drawn from so far.
    rng : record of STREAM

    Returns
    -------
    int
        1, or 0 where no tiles are left that could be others' concealed gangs: no deal comes to such a scene.
    """
    state.scene = scene
    seat = np.int64(scene.seat)
    _clear(state)
    added = _added_gang_offered(scene)
    for attempt in range(_ATTEMPTS):
        count_live(scene, work)
        if added:
            work.live[scene.offered] -= 1
        if _hide_gangs(state, seat, work, rng, rules):
            break
        if attempt == _ATTEMPTS - 1:
            return 0
    _deal_hands(state, scene, seat, work, added, rng)
    for owner in range(4):
        _count_into_holding(state, owner, tables)
        state.missing[owner] = distance_any(state.holdings[owner], tables)
    _lay_wall(state, work, lanes, rng)
    _enter_auction(state)
    if scene.phase == Phase.CLAIM or scene.phase == Phase.ROB:
        _enter_offer(state, seat, added)
    fresh = np.int64(next_word(rng) >> np.uint64(1))
    for stream in range(len(state.rng)):
        start_stream(state.rng[stream], fresh, np.int64(0), stream)
    list_for_decider(state, rules, tables)
    return 1


@inner
def list_for_decider(state, rules, tables):
    """List what the seat to act may do, as the engine did on its way to this decision point."""
    scene = state.scene
    seat = np.int64(scene.seat)
    if scene.phase == Phase.BID:
        list_bids(state, rules)
    elif scene.phase == Phase.NAME_CAISHEN:
        list_names(state, rules)
    elif scene.phase == Phase.TURN:
        list_turn(state, rules, tables)
    elif scene.phase == Phase.DISCARD:
        list_discards(state)
    elif scene.phase == Phase.CLAIM:
        list_claims(state, seat, rules, tables)
    elif scene.phase == Phase.ROB:
        list_robbery(state, seat, rules, tables)


@inner
def _clear(state):
    for seat in range(4):
        for kind in range(34):
            state.hands[seat, kind] = 0
        state.held[seat] = 0
        state.pengs[seat] = 0
        state.quads[seat] = 0
        state.starting_distance[seat] = 0
        state.starting_caishen[seat] = 0
        state.claim[seat] = Action.PASS
        state.claim_rank[seat] = 0
        state.points[seat] = 0
        for place in range(4):
            state.gang_tile[seat, place] = NO_TILE
            state.gang_wild[seat, place] = 0
            state.gang_laid[seat, place, 0] = NO_TILE
            state.gang_laid[seat, place, 1] = NO_TILE
    state.drawn_at = NO_TILE
    state.asking = 0
    state.claimed = 0
    state.robbed_action = 0
    state.exposed_from = NOBODY
    state.taken_by = NOBODY
    state.taken_action = 0
    state.outcome = Outcome.HU
    state.winner = NOBODY
    state.loser = NOBODY
    state.by = NOBODY
    state.winning_tile = NO_TILE
    state.tai = 0


@inner
def _added_gang_offered(scene):
    """Whether the tile that may be robbed is still in the hand of who lays it onto his peng."""
    if scene.phase != Phase.ROB:
        return False
    owner = np.int64(scene.offered_by)
    for place in range(scene.meld_count[owner]):
        if scene.meld_kind[owner, place] == MeldKind.PENG and scene.meld_tile[owner, place] == scene.offered:
            return True
    return False


@inner
def _hide_gangs(state, seat, work, rng, rules):
    """Enter own concealed gangs, and deal the others'; whether there were tiles for all.

    Every kind of which no copy has been seen is equally likely; where there is none, caishen fill the gang.
    """
    scene = state.scene
    state.hidden_gangs = 0
    for owner in range(4):
        for place in range(scene.meld_count[owner]):
            if scene.meld_kind[owner, place] != MeldKind.CONCEALED_GANG:
                continue
            state.hidden_gangs += 1
            if owner == seat:
                state.gang_tile[owner, place] = scene.meld_tile[owner, place]
                state.gang_wild[owner, place] = scene.meld_wild[owner, place]
                state.gang_laid[owner, place, 0] = scene.meld_laid[owner, place, 0]
                state.gang_laid[owner, place, 1] = scene.meld_laid[owner, place, 1]
            elif not _hide_gang(state, owner, place, work, rng, rules):
                return False
    return True


@inner
def _hide_gang(state, owner, place, work, rng, rules):
    scene = state.scene
    most = _MOST_WILD if rules.caishen_gang == CaishenGang.WHEN_READY else 0
    for caishen in range(most + 1):
        # Twice over the same gangs: to count them, and to take the one that was drawn.
        chosen = np.int64(-1)
        for _ in range(2):
            count = np.int64(0)
            for kind in range(34):
                if work.live[kind] < _COPIES - caishen or is_wild(scene, owner, kind):
                    continue
                for of_first in range(caishen + 1):
                    if not _has_caishen(scene, owner, work, of_first, caishen - of_first):
                        continue
                    if count == chosen:
                        _take_gang(state, owner, place, work, kind, of_first, caishen)
                        return True
                    count += 1
            if count == 0:
                break
            chosen = below(rng, count)
    return False


@inner
def _has_caishen(scene, owner, work, of_first, of_second):
    """Whether so many unseen caishen of the owner's two kinds are left."""
    first, second = np.int64(scene.caishen[owner, 0]), np.int64(scene.caishen[owner, 1])
    if of_first > 0 and (first < 0 or work.live[first] < of_first):
        return False
    return of_second == 0 or (second >= 0 and work.live[second] >= of_second)


@inner
def _take_gang(state, owner, place, work, kind, of_first, caishen):
    state.gang_tile[owner, place] = kind
    state.gang_wild[owner, place] = ((1 << caishen) - 1) << (_COPIES - caishen)
    work.live[kind] -= _COPIES - caishen
    for slot in range(_MOST_WILD):
        state.gang_laid[owner, place, slot] = NO_TILE
        if slot < caishen:
            laid = np.int64(state.scene.caishen[owner, 0 if slot < of_first else 1])
            state.gang_laid[owner, place, slot] = laid
            work.live[laid] -= 1


@inner
def _deal_hands(state, scene, seat, work, added, rng):
    """Shuffle what nobody has seen and deal the others as many tiles as they hold; the rest stays listed."""
    count = 0
    for kind in range(34):
        for _ in range(work.live[kind]):
            work.tiles[count] = kind
            count += 1
        for _ in range(scene.hand[kind]):
            put_tile(state, seat, kind)
    shuffle_first(work.tiles, count, rng)
    for owner in range(4):
        if owner == seat:
            continue
        wanted = np.int64(scene.concealed[owner])
        if added and owner == scene.offered_by:
            put_tile(state, owner, np.int64(scene.offered))
            wanted -= 1
        for _ in range(wanted):
            count -= 1
            put_tile(state, owner, np.int64(work.tiles[count]))


@inner
def _count_into_holding(state, owner, tables):
    """Count a seat's melds, in the order in which they were laid, and its tiles."""
    scene = state.scene
    holding = state.holdings[owner]
    for group in range(4):
        holding.keys[group] = 0
    for honour in range(7):
        holding.laid[honour] = 0
    holding.caishen = 0
    holding.tame = 0
    holding.melds = 0
    holding.sequences = 0
    holding.triplets = 0
    holding.scope = 0
    holding.dragons = 0
    holding.meld_tai = 0
    holding.seat = owner
    holding.wild = wild_code(np.int64(scene.caishen[owner, 0]), np.int64(scene.caishen[owner, 1]))
    for place in range(scene.meld_count[owner]):
        meld = scene.meld_kind[owner, place]
        tile, wild = np.int64(scene.meld_tile[owner, place]), np.int64(scene.meld_wild[owner, place])
        if meld == MeldKind.CONCEALED_GANG:
            tile, wild = np.int64(state.gang_tile[owner, place]), np.int64(state.gang_wild[owner, place])
        tame = np.int64(0)
        size = 3 if meld == MeldKind.CHI or meld == MeldKind.PENG else _COPIES
        for at in range(size):
            kind = tile + at if meld == MeldKind.CHI else tile
            if (wild >> at) & 1 == 1 or is_wild(scene, owner, kind):
                tame += 1
        if meld == MeldKind.CHI:
            lay_sequence(holding, tile, tame)
        else:
            lay_triplet(holding, tile, tame, tables)
        if meld == MeldKind.PENG:
            state.pengs[owner] |= KIND_BIT[tile]
    for kind in range(34):
        for _ in range(state.hands[owner, kind]):
            if is_wild(scene, owner, kind):
                holding.caishen += 1
            else:
                add_tile(holding, kind)


@inner
def _lay_wall(state, work, lanes, rng):
    """Lay the listed tiles where the rest of the wall stands, and all others where they may have come from.

    While nothing has been played the latter are the deal itself: thirteen tiles a seat, and any one of the
    dealer's as his fourteenth.
    """
    scene = state.scene
    dealt = _DEALT if scene.indicator == NO_TILE else _DEALT + 1
    gangs = np.int64(0)
    for owner in range(4):
        for place in range(scene.meld_count[owner]):
            if scene.meld_kind[owner, place] >= MeldKind.EXPOSED_GANG:
                gangs += 1
    if scene.phase == Phase.ROB and not _added_gang_offered(scene):
        gangs -= 1
    state.draws = _TILES - dealt - scene.wall_left
    front = dealt + np.int64(state.draws) - gangs
    tail = _TILES - gangs
    state.front = front
    state.tail = tail
    state.lanes = lanes
    for owner in range(4):
        state.lane_low[owner] = front + owner
        state.lane_high[owner] = front + owner + ((tail - 1 - front - owner) // 4 + 1) * 4
    for kind in range(34):
        work.live[kind] = _COPIES
    for at in range(tail - front):
        tile = np.int64(work.tiles[at])
        state.wall[front + at] = tile
        work.live[tile] -= 1
    last = np.int64(-1)
    if scene.phase == Phase.BID or scene.phase == Phase.NAME_CAISHEN:
        last = below(rng, np.int64(_HAND))
    at = np.int64(0)
    count = np.int64(0)
    for owner in range(5):
        for kind in range(34):
            for _ in range(state.hands[owner, kind] if owner < 4 else work.live[kind]):
                if owner < 4:
                    work.live[kind] -= 1
                if count == last:
                    state.wall[front - 1] = kind
                else:
                    state.wall[at if at < front else at + tail - front] = kind
                    at += 1
                count += 1


@inner
def _enter_auction(state):
    scene = state.scene
    state.passes = 0
    for seat in range(4):
        state.passed[seat] = 0
    for i in range(scene.auction_length):
        code = np.int64(scene.auction[i])
        if code % 64 == 0:
            state.passes += 1
            state.passed[code // 64] = 1
        else:
            state.passes = 0


@inner
def _enter_offer(state, seat, added):
    """The tile on offer has been refused by the seats before this one, as far as it can tell."""
    scene = state.scene
    owner = np.int64(scene.offered_by)
    state.asking = (seat - owner) & 3
    state.claimed = 1
    if scene.phase == Phase.ROB:
        state.claimed = 0
        if added:
            state.robbed_action = Action.ADDED + np.int64(scene.offered)
        else:
            state.robbed_action = Action.GANG
            state.exposed_from = scene.meld_from[owner, scene.meld_count[owner] - 1]
