"""Which bids and caishen are worth playing out: a first look by the hand tables and the bid model."""

from typing import Final

import numpy as np

from zhuji_sim.batches import seat_table
from zhuji_sim.engine.arms import FORCE, PLAY, TAKE
from zhuji_sim.engine.codes import Action
from zhuji_sim.policies.bid_model import odds_under_name
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import KINDS

from .playing import Arm
from .situation import Choice, Situation

__all__ = ["FORCED", "IF_I_BID", "IF_I_GET_IT", "VIEWS", "Group", "groups_of", "names_of"]

IF_I_BID: Final = "bid"
"""The others may go over it."""
IF_I_GET_IT: Final = "get"
"""Of the deals after such a bid those in which the others pass it out."""
FORCED: Final = "forced"
"""Nobody has a choice: the contract is the player's."""
VIEWS: Final = (IF_I_BID, IF_I_GET_IT, FORCED)

NAMES: Final = 4
"""Caishen tried for each contract."""

Group = list[Arm]
"""Arms of which one row is printed: the same contract under several names."""


def groups_of(situation: Situation, view: str) -> list[Group]:
    """What is worth playing out: a group for each row, the likeliest caishen first.

    Bids: the pass first, then contracts in their order. Names: a group each. Otherwise one arm.
    """
    if situation.choice == Choice.BID:
        return [[Arm(TAKE)], *_bids(situation, view)]
    if situation.choice == Choice.NAME:
        return _names(situation)
    return [[Arm(PLAY, rank=_own_rank(situation), caishen=_own_name(situation))]]


def names_of(rules: Ruleset, mode: Mode) -> list[tuple[int, ...]]:
    """Every set of caishen of a mode: 34 kinds, or each with its successor; one empty set for none."""
    if mode == Mode.NONE:
        return [()]
    if mode == Mode.SOLO:
        return [(kind,) for kind in range(KINDS)]
    pairs = [(kind, rules.successor(kind)) for kind in range(KINDS)]
    return [(kind, after) for kind, after in pairs if after is not None]


def _own_rank(situation: Situation) -> int:
    mine = situation.contract is not None and situation.declarer == situation.seat
    return situation.contract.rank if mine and situation.contract is not None else -1


def _own_name(situation: Situation) -> tuple[int, ...]:
    """In ziyou, one's own caishen where they are told."""
    return situation.caishen if situation.rules.caishen_source == "each_player" else ()


def _bids(situation: Situation, view: str) -> list[Group]:
    ranks = [code - int(Action.BID) for code in situation.legal if code >= Action.BID]
    kind = FORCE if view == FORCED else TAKE
    groups = []
    for rank in ranks:
        chances = _chances(situation, rank)
        best = sorted(chances, key=lambda name: -chances[name])[:NAMES]
        action = 0 if view == FORCED else int(Action.BID) + rank
        groups.append([Arm(kind, action, rank, name) for name in best])
    return groups


def _names(situation: Situation) -> list[Group]:
    rules = situation.rules
    if situation.contract is None:
        return [[Arm(PLAY, rank=-1, caishen=_named(code, rules))] for code in situation.legal]
    rank = situation.contract.rank
    return [[Arm(TAKE, code, rank, _named(code, rules))] for code in situation.legal]


def _named(code: int, rules: Ruleset) -> tuple[int, ...]:
    if code < Action.DUAL:
        return (code - int(Action.SOLO),)
    first = code - int(Action.DUAL)
    after = rules.successor(first)
    return (first,) if after is None else (first, after)


def _chances(situation: Situation, rank: int) -> dict[tuple[int, ...], float]:
    """Chance by the bid model to make a contract under each name."""
    champion = load("champion")
    table = seat_table(situation.rules, (champion,) * 4)
    mind = table.minds[situation.seat]
    found = {}
    for name in names_of(situation.rules, Contract.from_rank(rank).mode):
        first, second = (*name, -1, -1)[:2]
        odds = odds_under_name(
            situation.scene, mind, rank, np.int64(first), np.int64(second), table.rules, table.tables
        )
        found[name] = float(1 / (1 + np.exp(-odds)))
    return found
