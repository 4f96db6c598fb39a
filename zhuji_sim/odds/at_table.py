"""Situations as they come at a table, from what the seat to act sees."""

from typing import Final

import numpy as np

from zhuji_sim.engine.arms import SITUATION
from zhuji_sim.engine.codes import NO_TILE, NOBODY, Action, Phase
from zhuji_sim.engine.options import MODES
from zhuji_sim.engine.state import SCENE
from zhuji_sim.errors import ContractError
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import KINDS

from .situation import Choice, Situation

__all__ = ["situation_at"]

_BIDDER: Final = 64
"""Step from seat to seat in the codes of `scene.auction`."""


def situation_at(scene: np.record, legal: np.record, rules: Ruleset) -> Situation:
    """What the seat to act knows at a bid, or when it names the caishen of the contract it holds.

    Parameters
    ----------
    scene, legal : records of SCENE and LEGAL
        Copied, so that the deal may go on.
    rules : Ruleset
        In which the declarer names.

    Raises
    ------
    ContractError
        There is no bid to make and no name to give.
    """
    phase = int(scene["phase"])
    if phase not in (Phase.BID, Phase.NAME_CAISHEN) or rules.caishen_source != "declarer":
        raise ContractError("a situation at the table: expected a bid, or a declarer who names his caishen")
    seat = int(scene["seat"])
    calls = [divmod(int(code), _BIDDER) for code in scene["auction"][: int(scene["auction_length"])]]
    history = [int(Action.BID) + bid - 1 if bid else int(Action.PASS) for _, bid in calls]
    contract, declarer = None, None
    if int(scene["declarer"]) != NOBODY:
        declarer = int(scene["declarer"])
        contract = Contract.from_rank((int(scene["level"]) - 2) * MODES + int(scene["mode"]))
    record = np.zeros(1, SITUATION)[0]
    record["seat"], record["hand"] = seat, scene["hand"]
    record["indicator"] = NO_TILE
    record["lao_zhuang"] = scene["lao_zhuang"]
    forced = contract is not None and not calls
    record["declarer"] = declarer if forced else NOBODY
    record["rank"] = contract.rank if forced and contract is not None else NO_TILE
    record["callers"] = sum(1 << who for who in {who for who, _ in calls} - {seat})
    record["length"] = len(history)
    record["history"][: len(history)] = history
    seen = np.zeros(1, SCENE)
    seen[0] = scene
    return Situation(
        rules=rules,
        seat=seat,
        hand=tuple(kind for kind in range(KINDS) for _ in range(int(scene["hand"][kind]))),
        auction=tuple((who, Contract.from_rank(bid - 1) if bid else None) for who, bid in calls),
        plain=False,
        contract=contract,
        declarer=declarer,
        caishen=(),
        seen=(),
        stays=int(scene["lao_zhuang"]),
        choice=Choice.BID if phase == Phase.BID else Choice.NAME,
        legal=tuple(int(code) for code in legal["actions"][: int(legal["count"])]),
        scene=seen[0],
        record=record,
    )
