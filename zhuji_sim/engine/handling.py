"""Tiles into a hand and out of it: the counts, the set of kinds held, and the caishen apart."""

from .holding import WEIGHTS
from .jit import inner
from .kinds import KIND_BIT
from .legal import is_wild

__all__ = ["put_tile", "take_from_hand"]


@inner
def put_tile(state, seat, kind):
    """Count a tile into a hand; the holding is the caller's affair."""
    state.hands[seat, kind] += 1
    if state.hands[seat, kind] == 4:
        state.quads[seat] += 1
    state.held[seat] |= KIND_BIT[kind]


@inner
def take_from_hand(state, seat, kind, count):
    """Take `count` tiles of one kind out of the hand; a caishen as the wildcard it is."""
    if state.hands[seat, kind] == 4:
        state.quads[seat] -= 1
    state.hands[seat, kind] -= count
    if state.hands[seat, kind] == 0:
        state.held[seat] ^= KIND_BIT[kind]
    state.scene.concealed[seat] -= count
    holding = state.holdings[seat]
    if is_wild(state.scene, seat, kind):
        holding.caishen -= count
    else:
        holding.keys[kind // 9] -= WEIGHTS[kind] * count
