"""`OddsBot`: a player that bids and names by the odds, and plays its tiles as its policy does."""

import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

from zhuji_sim.batches import Table, seat_table
from zhuji_sim.engine.codes import NO_TILE, Action, Phase
from zhuji_sim.engine.streams import STREAM, start_stream
from zhuji_sim.errors import PolicyError
from zhuji_sim.policies.bid_model import odds_under_name
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.rules.ruleset import Ruleset

from .at_table import situation_at
from .estimating import difference
from .playing import Dealer, Deals, arm_of
from .samples import Sample
from .screening import IF_I_BID
from .situation import Choice, Situation

__all__ = ["OddsBot"]

_FIRST: Final = 64
"""Deals for every action; then as many again for those still in the running, and so on."""
_BEHIND: Final = 2.0
"""Standard errors by which an action is out of the running."""
_COIN: Final = 7
"""Number of the random stream that the policy tosses."""
_NAMES: Final = 5
_MOST_KEPT: Final = 4_096
"""Answers remembered: duplicate deals come to the same decision again."""


class OddsBot:
    """Plays out a pass and the next few bids, or the likeliest caishen, over deals that fit the bidding.

    It does what its policy does unless another action is better by more than `caution` standard errors: with
    a small budget the policy's own bid is a good guess, and the best of several noisy means is not.

    Parameters
    ----------
    policy : Policy, or its name
        Who is thought to sit everywhere; its card play, and its bids where nothing better is found.
    deals : int
        The most for each action of a decision.
    bids : int
        How many of the lowest bids are looked at, besides the pass and the policy's own.
    caution : float
    seed : int
    """

    name = "odds"

    def __init__(
        self,
        policy: str | Path | Policy = "champion",
        deals: int = 512,
        bids: int = 4,
        caution: float = 1.5,
        seed: int = 1,
    ) -> None:
        if deals < _FIRST or bids < 1:
            raise PolicyError(f"deals = {deals}, bids = {bids}: expected at least {_FIRST} and 1")
        self.policy, self.deals, self.bids, self.caution = load(policy), deals, bids, caution
        self.seed = seed
        self._tables: dict[Ruleset, Table] = {}
        self._known: dict[Any, int] = {}

    @property
    def spec(self) -> dict[str, Any]:
        """What decides its moves, as plain values."""
        settings = {name: getattr(self, name) for name in ("name", "deals", "bids", "caution", "seed")}
        return settings | {"base": self.name, "policy": self.policy.spec}

    def choose_by_scene(self, scene: np.record, legal: np.record, rules: Ruleset) -> int:
        """Position of the chosen action in `legal`, the actions of the seat to act in this scene."""
        if int(legal["count"]) == 1:
            return 0
        seen = scene["hand"].tobytes() + scene["auction"][: int(scene["auction_length"])].tobytes()
        own = self._own(scene, legal, rules, zlib.crc32(seen))
        if rules.caishen_source != "declarer" or int(scene["phase"]) not in (Phase.BID, Phase.NAME_CAISHEN):
            return own
        key = (rules, seen, *(int(scene[name]) for name in ("seat", "phase", "lao_zhuang")))
        if key not in self._known:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            self._known[key] = self.better(situation_at(scene, legal, rules), own)
        return self._known[key]

    def _own(self, scene: np.record, legal: np.record, rules: Ruleset, coins: int) -> int:
        """What the policy chooses, with coins of this number."""
        if rules not in self._tables:
            self._tables[rules] = seat_table(rules, (self.policy,) * 4)
        table, seat = self._tables[rules], int(scene["seat"])
        coin = np.zeros(1, STREAM)[0]
        start_stream(coin, self.seed, coins, _COIN)
        return int(table.deciders[seat](scene, legal, table.rules, table.tables, table.minds[seat], coin))

    def better(self, situation: Situation, own: int) -> int:
        """Position in `situation.legal` of what is clearly better than the policy's own choice, or that."""
        positions = [own, *(each for each in self._rivals(situation) if each != own)]
        arms = [arm_of(situation, situation.legal[each]) for each in positions]
        dealer = Dealer(situation, (self.policy,) * 4, self.seed)
        alive = list(range(1, len(arms)))
        pieces: list[list[Deals]] = [[] for _ in arms]
        leads: dict[int, tuple[float, float]] = {}
        played = 0
        while alive and played < self.deals:
            count = min(max(_FIRST, played), self.deals - played)
            found = dealer.play([arms[i] for i in (0, *alive)], played, count)
            played += count
            for place, i in enumerate((0, *alive)):
                pieces[i].append(Deals(found.outcomes[:, [place]], found.weights))
            mine = _joined(pieces[0])
            for i in alive:
                estimate, error = difference(_joined(pieces[i]), mine)
                leads[i] = float(estimate.value), error
            alive = [i for i in alive if not leads[i][0] < -_BEHIND * leads[i][1]]
        clear = {i: leads[i][0] - self.caution * leads[i][1] for i in alive}
        best = max(clear, key=lambda i: clear[i], default=0)
        return positions[best] if best and clear[best] > 0 else own

    def _rivals(self, situation: Situation) -> list[int]:
        """Positions worth a look: the pass and the lowest bids, or the likeliest caishen."""
        if situation.choice == Choice.BID:
            return list(range(min(self.bids + 1, len(situation.legal))))
        return self._likely_names(situation)

    def _likely_names(self, situation: Situation) -> list[int]:
        """Positions of the caishen under which the contract is likeliest to be made, by the bid model."""
        contract = situation.contract
        assert contract is not None, "the declarer names"
        rules = situation.rules
        table = seat_table(rules, (load("champion"),) * 4)
        mind, odds = table.minds[situation.seat], []
        for code in situation.legal:
            solo = code < Action.DUAL
            first = code - int(Action.SOLO if solo else Action.DUAL)
            second = NO_TILE if solo else table.rules["successors"][first]
            kinds = np.int64(first), np.int64(second)
            odds.append(
                odds_under_name(situation.scene, mind, contract.rank, *kinds, table.rules, table.tables)
            )
        return [int(each) for each in np.argsort(odds)[::-1][:_NAMES]]


def _joined(pieces: list[Deals]) -> Sample:
    outcomes = np.concatenate([piece.outcomes for piece in pieces])
    return Sample(Deals(outcomes, np.concatenate([piece.weights for piece in pieces])), 0, IF_I_BID)
