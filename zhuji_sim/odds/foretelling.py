"""Decisions at the table: what the odds foretell of the action that was taken, and what came of it.

Which decision of a deal is looked at is drawn as the deal goes on: each is stopped at with a chance that
depends on nothing but the action taken there. Were one drawn when all are known, those of short auctions
would be drawn more often, and how long an auction goes on is part of what is foretold.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import pandas as pd

from zhuji_sim.batches import Table, seat_table
from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.batch import playout
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.deal import start_deal
from zhuji_sim.engine.options import MODES
from zhuji_sim.engine.state import new_states
from zhuji_sim.errors import PolicyError, RulesError
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.ruleset import Ruleset

from .at_table import situation_at
from .parts import RowStudy
from .playing import Arm, Dealer, Deals, Four, arm_of
from .samples import Sample
from .screening import IF_I_BID
from .situation import Situation

__all__ = [
    "BID",
    "HALVES",
    "NAME",
    "PASS",
    "QUANTITIES",
    "Decision",
    "Foretold",
    "decision_of",
    "foretell",
    "kind_of",
    "seed_of",
]

PASS: Final = "pass"
BID: Final = "bid"
NAME: Final = "name"
_STOPS: Final = {PASS: 0.05, BID: 0.5, NAME: 1.0}
"""Chance to stop at such an action: of all points a sixth are passes, and a quarter names."""
QUANTITIES: Final = ("hold", "win", "points")
"""Chance that the contract is held, chance that it is held and the seat wins, mean points."""
HALVES: Final = (1, 2)
_DEALS_A_POINT: Final = 1 << 20
"""Deals of which a point is the first that gives one."""
_EAST: Final = np.int64(0)


@dataclass(frozen=True)
class Foretold(RowStudy):
    """A study of decisions at the table, a row each.

    Attributes
    ----------
    rules : Ruleset
        With bidding.
    policy : Policy
        Whose decisions are looked at.
    opponents : Policy
        In the other three seats of the deals.
    assumed : Policy
        Who is thought to sit in all seats when the odds are found.
    points : int
        Decisions, each of a deal of its own.
    deals : int
        Redeals for each, in two halves.
    seed : int
    """

    rules: Ruleset
    policy: Policy
    opponents: Policy
    assumed: Policy
    points: int
    deals: int
    seed: int

    chunk: ClassVar[int] = 50

    def __post_init__(self) -> None:
        if not self.rules.has_bidding:
            raise RulesError(f"rules {self.rules.preset}: expected rules with bidding")

    @property
    def total_deals(self) -> int:
        """Points, each with a deal of its own."""
        return self.points

    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows."""
        return {
            "kind": "odds foretold",
            "rules": self.rules.options(),
            "policy_specs": {
                "policy": self.policy.spec,
                "opponents": self.opponents.spec,
                "assumed": self.assumed.spec,
            },
            "points": self.points,
            "deals": self.deals,
            "seed": self.seed,
            "stops": _STOPS,
        }

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """As `foretell` of these points."""
        return pd.DataFrame([foretell(self, point) for point in range(start, stop)])

    def seated(self, seat: int) -> Four:
        """Who plays the deals when the seat looked at is this one."""
        east, south, west, north = (self.policy if each == seat else self.opponents for each in range(4))
        return east, south, west, north


def foretell(study: Foretold, point: int) -> dict[str, Any]:
    """One decision: what was foretold, and what happened.

    Returns
    -------
    dict
        `point`, `deal`, `seat`, `kind` (`PASS`, `BID` or `NAME`), `mode` and `level` of the contract (-1
        without), `calls` before it; what happened: `held`, `won` (1 or 0; held and won), `points`; what was
        foretold, for each of the `HALVES` of the redeals: `hold_1`, `win_1`, `points_1`, and `make_1`, the
        share made of those held (nan if none was); `effective` deals and `likelihood`.
    """
    deal, situation, action, states = decision_of(study, point)
    seat, arm = situation.seat, arm_of(situation, action)
    rank = arm.rank
    row: dict[str, Any] = {
        "point": point,
        "deal": deal,
        "seat": seat,
        "kind": kind_of(action),
        "mode": rank % MODES if rank >= 0 else -1,
        "level": rank // MODES + 2 if rank >= 0 else -1,
        "calls": len(situation.auction),
    }
    row |= _happened(states, _table(study, seat), seat, action, rank)
    return row | _foretold(study, situation, arm, deal)


class Decision(NamedTuple):
    """A decision that is looked at.

    `deal`, the number of its deal; `situation`, what its seat knows; `action`, the code of what it took;
    `states`, the deal before that (STATE[1]).
    """

    deal: int
    situation: Situation
    action: int
    states: np.ndarray


def decision_of(study: Foretold, point: int) -> Decision:
    """The decision of a point: of each seat in turn, the first one looked at in any of the point's deals."""
    seat = point % 4
    table = _table(study, seat)
    for deal in range(point * _DEALS_A_POINT, (point + 1) * _DEALS_A_POINT):
        found = _stopped_at(study, table, seat, deal)
        if found is not None:
            return found
    raise PolicyError(f"point {point} (seed {study.seed}): no deal in which seat {seat} decides anything")


def kind_of(action: int) -> str:
    """`PASS`, `BID` or `NAME`."""
    if action >= Action.SOLO:
        return NAME
    return BID if action >= Action.BID else PASS


@lru_cache(maxsize=8)
def _table(study: Foretold, seat: int) -> Table:
    return seat_table(study.rules, study.seated(seat))


def _stopped_at(study: Foretold, table: Table, seat: int, deal: int) -> Decision | None:
    """The seat's decision of a deal that is looked at, or None."""
    coin = np.random.default_rng((study.seed, deal))
    states = new_states(1)
    state = states[0]
    start_deal(state, study.seed, deal, 0, 0, -1, -1, table.rules, table.tables)
    scene, legal = state["scene"], state["legal"]
    while int(scene["phase"]) in (Phase.BID, Phase.NAME_CAISHEN):
        turn = int(scene["seat"])
        choice = int(
            table.deciders[turn](
                scene, legal, table.rules, table.tables, table.minds[turn], state["rng"][turn]
            )
        )
        if not 0 <= choice < int(legal["count"]):
            raise PolicyError(f"deal {deal} (seed {study.seed}): a policy chose no legal action")
        action = int(legal["actions"][choice])
        if turn == seat and int(legal["count"]) > 1 and coin.random() < _STOPS[kind_of(action)]:
            return Decision(deal, situation_at(scene, legal, study.rules), action, states)
        apply(state, action, table.rules, table.tables)
    return None


def _happened(states: np.ndarray, table: Table, seat: int, action: int, rank: int) -> dict[str, Any]:
    """Take the action and play the deal to its end."""
    state = states[0]
    apply(state, action, table.rules, table.tables)
    if int(playout(state, table.deciders, table.minds, _EAST, table.rules, table.tables)) >= 0:
        raise PolicyError(f"seat {seat}: a policy chose no legal action")
    scene = state["scene"]
    standing = (int(scene["level"]) - 2) * MODES + int(scene["mode"])
    held = rank < 0 or (int(scene["declarer"]) == seat and standing == rank)
    won = int(state["winner"]) == seat
    return {"held": int(held), "won": int(held and won), "points": int(state["points"][seat])}


def _foretold(study: Foretold, situation: Situation, arm: Arm, deal: int) -> dict[str, Any]:
    dealer = Dealer(situation, (study.assumed,) * 4, seed_of(study.seed, deal))
    played = dealer.play([arm], 0, study.deals)
    row: dict[str, Any] = {}
    for half, part in zip(HALVES, np.array_split(np.arange(study.deals), len(HALVES)), strict=True):
        sample = Sample(Deals(played.outcomes[part], played.weights[part]), 0, IF_I_BID)
        total, held = sample.weights.sum(), (sample.weights * sample.held).sum()
        win = (sample.weights * (sample.held & sample.won)).sum()
        row[f"hold_{half}"] = held / total
        row[f"win_{half}"] = win / total
        row[f"make_{half}"] = win / held if held > 0 else np.nan
        row[f"points_{half}"] = (sample.weights * sample.points).sum() / total
    return row | {"effective": played.effective, "likelihood": float(played.weights.mean())}


def seed_of(seed: int, deal: int) -> int:
    """A seed for the redeals of this deal alone."""
    return int(np.random.SeedSequence((seed, deal)).generate_state(1, np.uint64)[0] >> 1)
