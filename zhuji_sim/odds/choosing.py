"""Decisions at the table, and what a player who bids by the odds would have done there instead."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import pandas as pd

from zhuji_sim.errors import RulesError
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.ruleset import Ruleset

from .bot import OddsBot
from .estimating import difference
from .foretelling import Foretold, decision_of, kind_of, seed_of
from .parts import RowStudy
from .playing import Dealer, arm_of
from .samples import Sample
from .screening import IF_I_BID
from .search import STREAM_LENGTH

__all__ = ["Choosing"]


@dataclass(frozen=True)
class Choosing(RowStudy):
    """A study of decisions at the table and what the odds would do there, a row each.

    Attributes
    ----------
    rules : Ruleset
        With bidding.
    policy : Policy
        In all seats, and thought to sit there.
    points : int
        Decisions, each of a deal of its own.
    deals, bids : int
    caution : float
        As of `OddsBot`.
    fresh : int
        Deals over which another choice is played against the policy's own.
    seed : int
    """

    rules: Ruleset
    policy: Policy
    points: int
    deals: int
    bids: int
    caution: float
    fresh: int
    seed: int

    chunk: ClassVar[int] = 10

    def __post_init__(self) -> None:
        if self.rules.caishen_source != "declarer":
            raise RulesError(f"rules {self.rules.preset}: expected rules in which the declarer names")
        self.bot(0)

    @property
    def total_deals(self) -> int:
        """Points, each with a deal of its own."""
        return self.points

    @cached_property
    def met(self) -> Foretold:
        """The decisions that are looked at."""
        return Foretold(self.rules, self.policy, self.policy, self.policy, self.points, 2, self.seed)

    def bot(self, seed: int) -> OddsBot:
        """Who bids by the odds, with redeals of this seed."""
        return OddsBot(self.policy, self.deals, self.bids, self.caution, seed)

    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows."""
        return {
            "kind": "odds worth",
            "rules": self.rules.options(),
            "policy_specs": {"odds": self.bot(self.seed).spec, "policy": self.policy.spec},
            "points": self.points,
            "fresh": self.fresh,
            "seed": self.seed,
            "stops": self.met.describe()["stops"],
        }

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """A row for each of these points.

        `point`, `seat`, `kind` of what the policy did, `calls` before; `other`, 1 where the odds do something
        else; `gain` of that in points, and its `error`; `effective` deals of the fresh ones.
        """
        return pd.DataFrame([self._row(point) for point in range(start, stop)])

    def _row(self, point: int) -> dict[str, Any]:
        deal, situation, action, _ = decision_of(self.met, point)
        seed = seed_of(self.seed, deal)
        own = situation.legal.index(action)
        chosen = self.bot(seed).better(situation, own)
        row = {
            "point": point,
            "seat": situation.seat,
            "kind": kind_of(action),
            "calls": len(situation.auction),
        }
        row |= {"other": int(chosen != own), "gain": 0.0, "error": 0.0, "effective": float(self.fresh)}
        if chosen != own:
            arms = [arm_of(situation, situation.legal[each]) for each in (chosen, own)]
            dealer = Dealer(situation, (self.policy,) * 4, seed)
            played = dealer.play(arms, STREAM_LENGTH, self.fresh)
            found, error = difference(*(Sample(played, place, IF_I_BID) for place in range(2)))
            row |= {"gain": float(found.value), "error": error, "effective": played.effective}
        return row
