"""The auction (叫包, RULES.md §3)."""

import numpy as np

from .codes import DEALER, NOBODY, Action, Phase
from .ending import end_redeal
from .jit import inner
from .legal import list_bids
from .naming import set_contract
from .options import AllPass
from .scene import show_to
from .turns import begin_play

__all__ = ["apply_bid", "start_auction"]


@inner
def start_auction(state, rules):
    """The dealer bids first."""
    _ask_bid(state, DEALER, rules)


@inner
def _ask_bid(state, seat, rules):
    state.scene.phase = Phase.BID
    list_bids(state, rules)
    show_to(state, seat)


@inner
def apply_bid(state, action, rules, tables):
    """Enter a bid or pass, and go on: the next seat, the contract, or what four passes mean."""
    scene = state.scene
    seat = np.int64(scene.seat)
    code = seat * 64
    if action == Action.PASS:
        state.passes += 1
        state.passed[seat] = 1
    else:
        scene.bid_rank = action - Action.BID
        scene.bidder = seat
        state.passes = 0
        code += scene.bid_rank + 1
    scene.auction[scene.auction_length] = code
    scene.auction_length += 1
    following = (seat + 1) & 3
    if rules.pass_is_final == 1:
        for _ in range(3):
            if state.passed[following] == 1 and following != scene.bidder:
                following = (following + 1) & 3
    if scene.bidder == NOBODY:
        if state.passes == 4:
            _all_passed(state, rules, tables)
        else:
            _ask_bid(state, following, rules)
    elif following == scene.bidder:
        set_contract(state, np.int64(scene.bidder), np.int64(scene.bid_rank), rules, tables)
    else:
        _ask_bid(state, following, rules)


@inner
def _all_passed(state, rules, tables):
    if rules.all_pass == AllPass.NO_CAISHEN:
        begin_play(state, rules, tables)
    elif rules.all_pass == AllPass.DEALER_MUST_BID:
        set_contract(state, DEALER, np.int64(0), rules, tables)
    else:
        end_redeal(state)
