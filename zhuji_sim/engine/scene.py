"""Preparing what the seat to act sees: its own tiles and everything public, nothing else."""

from .codes import NO_TILE, MeldKind
from .jit import inner

__all__ = ["show_to"]


@inner
def show_to(state, seat):
    """Make `state.scene` the view of `seat`, who is to act."""
    scene = state.scene
    scene.seat = seat
    scene.own = state.holdings[seat]
    for kind in range(34):
        scene.hand[kind] = state.hands[seat, kind]
    if state.hidden_gangs > 0:
        _show_own_gangs(state, seat)


@inner
def _show_own_gangs(state, seat):
    """Only their owner sees what lies in concealed gangs."""
    scene = state.scene
    for owner in range(4):
        for place in range(scene.meld_count[owner]):
            if scene.meld_kind[owner, place] != MeldKind.CONCEALED_GANG:
                continue
            shown = owner == seat
            for slot in range(2):
                scene.meld_laid[owner, place, slot] = (
                    state.gang_laid[owner, place, slot] if shown else NO_TILE
                )
            scene.meld_tile[owner, place] = state.gang_tile[owner, place] if shown else NO_TILE
            scene.meld_wild[owner, place] = state.gang_wild[owner, place] if shown else 0
