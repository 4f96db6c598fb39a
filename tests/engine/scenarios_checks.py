"""What is true of every state of a deal."""

from typing import Any

import numpy as np

from zhuji_sim.engine.codes import NO_TILE, MeldKind, Phase
from zhuji_sim.rules.tiles import COPIES, KINDS


def where_tiles_are(state: Any) -> np.ndarray:
    """How many of each kind are in hands, melds, the river, the wall and under the indicator."""
    scene = state["scene"]
    counts = state["hands"].sum(axis=0, dtype=np.int64)
    length = int(scene["river_length"])
    lying = scene["river_tile"][:length][scene["river_claimed"][:length] == 0]
    counts += np.bincount(lying, minlength=KINDS)
    counts += np.bincount(_undrawn(state), minlength=KINDS)
    if scene["indicator"] != NO_TILE:
        counts[scene["indicator"]] += 1
    for seat in range(4):
        for place in range(int(scene["meld_count"][seat])):
            kind = scene["meld_kind"][seat][place]
            hidden = kind == MeldKind.CONCEALED_GANG
            tile, wild, laid = (
                (state if hidden else scene)[f"{'gang' if hidden else 'meld'}_{name}"][seat][place]
                for name in ("tile", "wild", "laid")
            )
            stars = int(wild).bit_count()
            for at in range(3 if kind in (MeldKind.CHI, MeldKind.PENG) else 4):
                if not int(wild) >> at & 1:
                    counts[tile + (at if kind == MeldKind.CHI else 0)] += 1
            for each in laid[:stars]:
                counts[each] += 1
    return counts


def _undrawn(state: Any) -> np.ndarray:
    if not state["lanes"]:
        return state["wall"][int(state["front"]) : int(state["tail"])]
    lanes = zip(state["lane_low"], state["lane_high"], strict=True)
    return np.concatenate([state["wall"][low:high:4] for low, high in lanes])


def check_tables(state: Any) -> None:
    """What the scene says of tiles is true."""
    assert (where_tiles_are(state) == COPIES).all()
    scene = state["scene"]
    assert list(scene["concealed"]) == [int(hand.sum()) for hand in state["hands"]]
    assert int(scene["wall_left"]) == len(_undrawn(state))
    if scene["phase"] != Phase.OVER:
        assert (scene["hand"] == state["hands"][scene["seat"]]).all()
