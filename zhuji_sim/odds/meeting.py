"""Walls on which a player who bids by the odds meets his policy."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pandas as pd

from zhuji_sim.duplicate.bots import play_bot_walls
from zhuji_sim.duplicate.walls import Pair, frame_of
from zhuji_sim.errors import RulesError
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.ruleset import Ruleset

from .bot import OddsBot
from .parts import RowStudy

__all__ = ["Meeting"]


@dataclass(frozen=True)
class Meeting(RowStudy):
    """Walls on which a player who bids by the odds meets his policy, a row each as `walls.frame_of`.

    Attributes
    ----------
    rules : Ruleset
        In which the declarer names.
    policy : Policy
    walls : int
        Of eight deals each.
    deals, bids : int
    caution : float
        As of `OddsBot`.
    seed : int
        Of the walls; the bot's redeals have their own.
    """

    rules: Ruleset
    policy: Policy
    walls: int
    deals: int
    bids: int
    caution: float
    seed: int

    chunk: ClassVar[int] = 4

    def __post_init__(self) -> None:
        if self.rules.caishen_source != "declarer":
            raise RulesError(f"rules {self.rules.preset}: expected rules in which the declarer names")

    @property
    def total_deals(self) -> int:
        """Walls."""
        return self.walls

    @property
    def bot(self) -> OddsBot:
        """Who bids by the odds."""
        return OddsBot(self.policy, self.deals, self.bids, self.caution)

    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows."""
        return {
            "kind": "odds advice",
            "rules": self.rules.options(),
            "policy_specs": {"odds": self.bot.spec, "policy": self.policy.spec},
            "walls": self.walls,
            "draws": "lanes",
            "seed": self.seed,
        }

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """These walls."""
        names = (OddsBot.name, self.policy.name)
        pair: Any = Pair(0, self.bot, self.policy, names, self.rules, self.seed, draws="lanes")  # type: ignore[arg-type]
        return frame_of(play_bot_walls(pair, start, stop).walls)
