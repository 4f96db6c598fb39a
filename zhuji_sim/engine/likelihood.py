"""How well redealt hands go with what was bid and named: the auction played again over them.

The probability of each bid, pass and name is what the policy at that seat says of itself (`chances`). What a
seat was dealt is not known once tiles have come and gone, and is drawn: of the tiles that have been its own
(in its hand now, laid down by it, or discarded), any thirteen, the dealer's fourteen, are equally likely.
"""

from typing import Final

import numpy as np

from .apply import apply
from .codes import DEALER, NO_TILE, NOBODY, Action, MeldKind, Phase
from .deal import start_on_wall
from .jit import inner, kernel
from .options import MODES, CaishenSource
from .streams import below

__all__ = ["likelihood"]

_HAND: Final = 13
_FOURTEENTH: Final = 52
"""Where the dealer's last tile lies in the wall."""
_NO_LANES: Final = np.int64(0)
_BIDDER: Final = 64
"""Step from seat to seat in the codes of `scene.auction`."""


@kernel
def likelihood(state, past, work, chances, minds, rng, rules, tables):
    """Probability of all that the others bid and named so far, had they been dealt these hands.

    Parameters
    ----------
    state : record of STATE
        A deal whose hidden tiles are to be judged; the seat to act is not judged.
    past : record of STATE
        Blank; played through the auction and the naming of caishen.
    work : record of WORKSPACE
    chances : four policy functions, by seat
        Fill `mind.scratch` with the probability of each position of `legal`.
    minds : `MIND`[4], by seat
    rng : record of STREAM
    rules, tables : records

    Returns
    -------
    float
        1 where there was nothing to choose.
    """
    scene, asked = state.scene, past.scene
    me = np.int64(scene.seat)
    if rules.caishen_source == CaishenSource.INDICATOR:
        return 1.0
    for seat in range(4):
        _deal_again(state, past, seat, work, rng)
    holder, rank = NOBODY, np.int64(-1)
    if scene.auction_length == 0 and scene.declarer != NOBODY:
        holder = np.int64(scene.declarer)
        rank = (np.int64(scene.level) - 2) * MODES + np.int64(scene.mode)
    start_on_wall(past, np.int64(scene.lao_zhuang), _NO_LANES, holder, rank, rules, tables)
    weight = 1.0
    calls = np.int64(0)
    while asked.phase == Phase.BID or asked.phase == Phase.NAME_CAISHEN:
        seat = np.int64(asked.seat)
        if asked.phase == Phase.BID:
            if calls == scene.auction_length:
                break
            bid = np.int64(scene.auction[calls]) % _BIDDER
            action = Action.PASS + np.int64(0) if bid == 0 else Action.BID + bid - 1
            calls += 1
        else:
            first = np.int64(scene.caishen[seat, 0])
            if first == NO_TILE:
                break
            action = (Action.SOLO if scene.caishen[seat, 1] == NO_TILE else Action.DUAL) + first
        if seat != me:
            chances[seat](asked, past.legal, rules, tables, minds[seat], rng)
            weight *= _chance_of(past.legal, minds[seat], action)
        apply(past, action, rules, tables)
    return weight


@inner
def _chance_of(legal, mind, action):
    for i in range(legal.count):
        if legal.actions[i] == action:
            return mind.scratch[i]
    return 0.0


@inner
def _deal_again(state, past, seat, work, rng):
    """Lay what the seat may have been dealt where the wall deals it from."""
    _count_own(state, seat, work)
    count = np.int64(0)
    for kind in range(34):
        for _ in range(work.live[kind]):
            work.tiles[count] = kind
            count += 1
    for at in range(_HAND + 1 if seat == DEALER else _HAND):
        pick = at + below(rng, count - at)
        tile = work.tiles[pick]
        work.tiles[pick] = work.tiles[at]
        past.wall[_FOURTEENTH if at == _HAND else _HAND * seat + at] = tile


@inner
def _count_own(state, seat, work):
    """Count the seat's own tiles: those it holds, has laid and has discarded, less what it claimed."""
    scene, own = state.scene, work.live
    for kind in range(34):
        own[kind] = state.hands[seat, kind]
    for place in range(scene.meld_count[seat]):
        meld = scene.meld_kind[seat, place]
        hidden = meld == MeldKind.CONCEALED_GANG
        tile = np.int64(state.gang_tile[seat, place] if hidden else scene.meld_tile[seat, place])
        wild = np.int64(state.gang_wild[seat, place] if hidden else scene.meld_wild[seat, place])
        slot = 0
        for at in range(3 if meld == MeldKind.CHI or meld == MeldKind.PENG else 4):
            if (wild >> at) & 1 == 1:
                own[state.gang_laid[seat, place, slot] if hidden else scene.meld_laid[seat, place, slot]] += 1
                slot += 1
            else:
                own[tile + at if meld == MeldKind.CHI else tile] += 1
    for i in range(scene.river_length):
        if scene.river_seat[i] == seat:
            own[scene.river_tile[i]] += 1
        if scene.river_claimed[i] == 1 and _claimer(scene, i) == seat:
            own[scene.river_tile[i]] -= 1


@inner
def _claimer(scene, i):
    """Who took a discard: the seat that discarded next, or that is at its turn now."""
    if i + 1 < scene.river_length:
        return np.int64(scene.river_seat[i + 1])
    if scene.phase == Phase.ROB:
        return np.int64(scene.offered_by)
    return np.int64(scene.seat)
