"""Decision points of one kind, sampled from self-play: at most one a deal."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from zhuji_sim.batches import Table
from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.deal import start_deal
from zhuji_sim.engine.state import LEGAL, SCENE, new_states
from zhuji_sim.errors import PolicyError

__all__ = ["KINDS", "Point", "kind_of", "kinds_of", "sample"]

KINDS: Final = ("bid", "caishen", "win", "gang", "claim", "discard")
"""Of decisions: a bid or pass; the caishen named; winning or not; a gang or not; another claim or none; a
discard. Each decision is of the first kind that fits."""


@dataclass(frozen=True)
class Point:
    """A decision point of a deal.

    `deal`: its index. `number`: decisions of the deal before this one. `count`: decisions of this kind in the
    deal that left a choice. `scene`, `legal`: one record each of SCENE and LEGAL. `choice`: the position that
    was chosen in play.
    """

    deal: int
    number: int
    count: int
    scene: np.record
    legal: np.record
    choice: int


def kinds_of(rules_source: str) -> tuple[str, ...]:
    """The kinds of decision that there are where the caishen come from this source (`caishen_source`)."""
    absent = {"declarer": (), "each_player": ("bid",), "indicator": ("bid", "caishen")}[rules_source]
    return tuple(kind for kind in KINDS if kind not in absent)


def kind_of(scene: np.record, legal: np.record) -> str | None:
    """What kind of decision this is; None where there is no choice."""
    codes = legal["actions"][: int(legal["count"])]
    phase = Phase(int(scene["phase"]))
    if len(codes) < 2:
        return None
    if phase == Phase.BID:
        return "bid"
    if phase == Phase.NAME_CAISHEN:
        return "caishen"
    if (codes == Action.HU).any():
        return "win"
    if (codes >= Action.GANG).any():
        return "gang"
    return "claim" if phase == Phase.CLAIM else "discard"


def sample(table: Table, seed: int, deal: int, kind: str) -> Point | None:
    """Any one decision of this kind of a deal, each equally likely; None if the deal has none.

    Parameters
    ----------
    table : Table
        Who plays, by seat.
    seed, deal : int
        The deal is the one that `simulate` plays for them.
    kind : str
        One of KINDS.
    """
    coin = np.random.default_rng((seed, deal, KINDS.index(kind)))
    states = new_states(1)
    state = states[0]
    start_deal(state, seed, deal, 0, 0, -1, -1, table.rules, table.tables)
    scene, legal = state["scene"], state["legal"]
    kept, number = None, 0
    count = 0
    while int(scene["phase"]) != Phase.OVER:
        seat = int(scene["seat"])
        fits = kind_of(scene, legal) == kind
        seen = (_copy(scene, SCENE), _copy(legal, LEGAL)) if fits else None
        choice = int(
            table.deciders[seat](
                scene, legal, table.rules, table.tables, table.minds[seat], state["rng"][seat]
            )
        )
        if not 0 <= choice < int(legal["count"]):
            raise PolicyError(f"deal {deal} (seed {seed}): a policy chose no legal action")
        if seen is not None:
            count += 1
            if coin.random() * count < 1:
                kept = (number, *seen, choice)
        number += 1
        apply(state, int(legal["actions"][choice]), table.rules, table.tables)
    if kept is None:
        return None
    return Point(deal, kept[0], count, *kept[1:])


def _copy(record: np.record, dtype: np.dtype) -> np.record:
    copies = np.zeros(1, dtype)
    copies[0] = record
    copy: np.record = copies[0]
    return copy
