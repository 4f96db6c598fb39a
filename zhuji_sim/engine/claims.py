"""Claims on a discard and robbed gangs: everybody is asked, then the answers are ranked (RULES.md §4)."""

import numpy as np

from .codes import FRONT, NOBODY, TAIL, Action, By, MeldKind, Phase
from .ending import end_won
from .handling import put_tile, take_from_hand
from .holding import add_tile, lay_triplet
from .jit import inner, merged
from .legal import claim_rank, is_wild, list_claims, list_robbery, may_claim, win_on_discard_is
from .melds import lay_chi, lay_set_tiles, new_meld
from .scene import show_to
from .turns import ask_discard, complete_added, draw

__all__ = ["ask_claims", "ask_robbers", "offer"]


@inner
def offer(state, seat, kind):
    """A tile of `seat` may be claimed or robbed: nobody has answered yet."""
    scene = state.scene
    scene.offered = kind
    scene.offered_by = seat
    state.asking = 0
    state.claimed = 0
    for other in range(4):
        state.claim[other] = Action.PASS


@inner
def ask_claims(state, rules, tables):
    """Ask the next seat that could claim the discard; when all have answered, the strongest claim stands."""
    scene = state.scene
    discarder = np.int64(scene.offered_by)
    for step in range(state.asking + 1, 4):
        seat = (discarder + step) & 3
        if may_claim(state, seat, rules) and list_claims(state, seat, rules, tables):
            state.asking = step
            state.claimed = 1
            scene.phase = Phase.CLAIM
            show_to(state, seat)
            return
    if state.claimed == 0:
        draw(state, (discarder + 1) & 3, FRONT, rules, tables)
    else:
        _settle_claims(state, rules, tables)


@merged
def _settle_claims(state, rules, tables):
    scene = state.scene
    strongest = 0
    taker = NOBODY
    for step in range(1, 4):
        seat = (np.int64(scene.offered_by) + step) & 3
        state.claim_rank[seat] = claim_rank(state.claim[seat])
        if state.claim_rank[seat] > strongest:
            strongest = state.claim_rank[seat]
            taker = seat
    if taker == NOBODY:
        draw(state, (np.int64(scene.offered_by) + 1) & 3, FRONT, rules, tables)
        return
    state.taken_by = taker
    state.taken_action = state.claim[taker]
    scene.river_claimed[scene.river_length - 1] = 1
    if state.taken_action == Action.HU:
        _win_offered(state, taker, rules, tables)
    else:
        _take_discard(state, taker, np.int64(state.taken_action), rules, tables)


@inner
def _win_offered(state, seat, rules, tables):
    """`seat` wins on the offered tile, which is discarded or robbed and counts as itself."""
    scene = state.scene
    tile = np.int64(scene.offered)
    robbed = scene.phase == Phase.ROB
    by = By.ROB.value if robbed else win_on_discard_is(scene, rules)
    put_tile(state, seat, tile)
    scene.concealed[seat] += 1
    holding = state.holdings[seat]
    add_tile(holding, tile)
    if is_wild(scene, seat, tile):
        holding.tame += 1
    end_won(state, seat, tile, by, np.int64(scene.offered_by), rules, tables)


@merged
def _take_discard(state, seat, action, rules, tables):
    """Chi, peng or gang with the offered discard."""
    scene = state.scene
    tile, discarder = np.int64(scene.offered), np.int64(scene.offered_by)
    scene.claims += 1
    state.missing[seat] -= 1
    if action < Action.PENG:
        lay_chi(state, seat, action, tile, discarder)
        ask_discard(state, seat)
        return
    gang = action >= Action.GANG
    code = action - (Action.GANG if gang else Action.PENG)
    of_first = code // 3 if gang else (1 if code == 1 else 0)
    of_second = code % 3 if gang else (1 if code == 2 else 0)
    caishen = of_first + of_second
    natural = (3 if gang else 2) - caishen
    place = new_meld(
        state, seat, MeldKind.EXPOSED_GANG.value if gang else MeldKind.PENG.value, tile, discarder
    )
    tame = caishen
    if is_wild(scene, seat, tile):
        tame = 3
    lay_set_tiles(state, seat, place, tile, natural, of_first, of_second)
    lay_triplet(state.holdings[seat], tile, tame, tables)
    if not gang:
        ask_discard(state, seat)
    elif rules.rob_exposed == 1 and caishen == 0:
        state.robbed_action = action
        _offer_gang(state, seat, tile, rules, tables)
    else:
        draw(state, seat, TAIL, rules, tables)


@inner
def _offer_gang(state, seat, kind, rules, tables):
    """An exposed gang just laid may be robbed (`rob_exposed`), by anybody but the discarder."""
    state.exposed_from = state.scene.offered_by
    offer(state, seat, kind)
    ask_robbers(state, rules, tables)


@inner
def ask_robbers(state, rules, tables):
    """Ask the next seat that could rob the gang; when all have answered, it is robbed or completed."""
    scene = state.scene
    while state.asking < 3:
        state.asking += 1
        seat = (np.int64(scene.offered_by) + state.asking) & 3
        if seat != state.exposed_from and list_robbery(state, seat, rules, tables):
            scene.phase = Phase.ROB
            show_to(state, seat)
            return
    _settle_robbery(state, rules, tables)


@merged
def _settle_robbery(state, rules, tables):
    scene = state.scene
    ganger, kind = np.int64(scene.offered_by), np.int64(scene.offered)
    for step in range(1, 4):
        seat = (ganger + step) & 3
        if state.claim[seat] == Action.HU:
            state.taken_by = seat
            state.taken_action = Action.HU
            _undo_gang(state, ganger, kind)
            scene.phase = Phase.ROB
            _win_offered(state, seat, rules, tables)
            return
    if state.robbed_action >= Action.ADDED:
        complete_added(state, ganger, kind, np.int64(0), rules, tables)
    else:
        state.exposed_from = NOBODY
        draw(state, ganger, TAIL, rules, tables)


@inner
def _undo_gang(state, ganger, kind):
    """The robbed tile leaves the ganger: an added one was still in his hand, an exposed gang loses one."""
    scene = state.scene
    if state.robbed_action >= Action.ADDED:
        take_from_hand(state, ganger, kind, np.int64(1))
    else:
        scene.meld_kind[ganger, scene.meld_count[ganger] - 1] = MeldKind.PENG
        scene.visible[kind] -= 1
