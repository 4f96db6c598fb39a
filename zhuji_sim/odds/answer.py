"""The answer to one situation: a row for everything the player can do, and what to make of it."""

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Estimate
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import SEATS

from .asked import Asked
from .estimating import tai_estimates
from .opponents import Opponents, against, opponents_deals, others
from .playing import Dealer
from .rows import columns, frame_of, order_of
from .samples import Sample
from .screening import groups_of
from .search import search
from .situation import Situation

__all__ = ["UNLIKELY", "Answer", "answer"]

FEW_EFFECTIVE: Final = 100.0
"""Effective deals below which, if they are also less than a quarter of the deals, the bidding is too unlikely
under the policies to say much."""
SEARCHED: Final = 0.7
"""Share of the seconds asked for that goes into the rows; the rest is for the verdict against others."""
UNLIKELY: Final = 1e-4
"""Probability, on average over hands, below which the others would hardly have bid so."""


@dataclass(frozen=True)
class Answer:
    """A situation answered.

    Attributes
    ----------
    situation : Situation
    asked : Asked
    frame : DataFrame
        A row for everything that was played out, the best first: `contract` (`pass`, `2`, …; `-` where there
        is nothing to bid), `caishen` (text), `deals`, `auctions`, `effective`, and for each of `ESTIMATES`
        the value, `…_low` and `…_high`. Shares are of the deals in which the contract is held (`make`,
        `at_once`, which is by 天胡 or 地胡, `tai`, `fail_…`) or of all (`hold`, `win`); where there is no
        contract to get, `make` is the chance to win. `auctions` counts the deals of `hold` and the former,
        `effective` those of the other figures by what they weigh; what cannot be told is nan.
    best : int
        Row of the verdict, chosen on other deals than the frame's.
    deals : int
        For a contender: asking for so many gives the same frame.
    effective : float
        Deals of equal weight that would say as much.
    likelihood : float
        How likely the others bid as they did, on average over the hands they may hold; 1 without bidding.
    conditioned : bool
        Whether hands are weighed by what the others bid.
    opponents : tuple of Opponents
    tai : DataFrame
        Of the best row: `tai` won with (0 where it fails), `share` of the deals held, `share_low`,
        `share_high`.
    seconds : float
    left_out : int
        Rows that were far behind at a first look and are not in the frame.
    """

    situation: Situation
    asked: Asked
    frame: pd.DataFrame
    best: int
    deals: int
    effective: float
    likelihood: float
    conditioned: bool
    opponents: tuple[Opponents, ...]
    tai: pd.DataFrame
    seconds: float
    left_out: int = 0

    @property
    def unlikely(self) -> bool:
        """Whether the others' bids are too unlikely under their policies to be relied on."""
        few = self.effective < min(FEW_EFFECTIVE, self.deals / 4)
        return self.conditioned and (few or self.likelihood < UNLIKELY)

    @property
    def withheld(self) -> bool:
        """Whether so few deals fit what was bid that nothing can be concluded."""
        return self.conditioned and self.effective < MIN_CLUSTERS

    @property
    def undecided(self) -> bool:
        """Whether there are too few deals for a verdict."""
        if self.withheld or np.isnan(self.frame["points_low"].iloc[self.best]):
            return True
        return len(self.frame) > 1 and bool(np.isnan(self.lead().low))

    def lead(self, rival: int | None = None) -> Estimate:
        """Points of the best row more than another (by default the second)."""
        place = rival if rival is not None else self.second
        row = self.frame.iloc[place]
        return Estimate(
            np.array(-row["to_best"]), np.array(-row["to_best_high"]), np.array(-row["to_best_low"])
        )

    @property
    def second(self) -> int:
        """Row that comes nearest to the best."""
        others = [i for i in range(len(self.frame)) if i != self.best]
        return max(others, key=lambda i: self.frame["to_best"].fillna(-np.inf).iloc[i], default=self.best)

    def document(self) -> dict[str, Any]:
        """Everything as plain values."""
        rows = [
            {
                key: value if isinstance(value, str) else None if pd.isna(value) else _plain(value)
                for key, value in row.items()
            }
            for row in self.frame.to_dict("records")
        ]
        return {
            "hand": "".join(format_tile(kind) for kind in self.situation.hand),
            "seat": SEATS[self.situation.seat],
            "auction": [
                {"seat": SEATS[seat], "call": "pass" if bid is None else str(bid)}
                for seat, bid in self.situation.auction
            ],
            "plain_auction": self.situation.plain,
            "rules": self.situation.rules.options(),
            "policies": [policy.name for policy in self.asked.policies],
            "view": self.asked.view,
            "seed": self.asked.seed,
            "deals": self.deals,
            "effective": round(self.effective, 1),
            "likelihood": self.likelihood,
            "conditioned": self.conditioned,
            "unlikely": self.unlikely,
            "withheld": self.withheld,
            "rows": rows,
            "best": None
            if self.withheld
            else {"contract": rows[self.best]["contract"], "caishen": rows[self.best]["caishen"]},
            "opponents": [
                {
                    "policy": each.name,
                    "holds": each.holds,
                    "rival": rows[each.rival]["contract"],
                    "lead": _plain(each.lead.value),
                    "lead_low": _plain(each.lead.low),
                    "lead_high": _plain(each.lead.high),
                }
                for each in self.opponents
            ],
            "tai": [
                {key: _plain(value) for key, value in row.items()} for row in self.tai.to_dict("records")
            ],
            "left_out": self.left_out,
            "seconds": round(self.seconds, 2),
        }


def answer(situation: Situation, asked: Asked) -> Answer:
    """Play a situation out and say what is best.

    Raises
    ------
    PolicyError
        A policy chose no legal action.
    """
    began = perf_counter()
    dealer = Dealer(situation, asked.policies, asked.seed, asked.jobs)
    groups = groups_of(situation, asked.view)
    names, budget = others(asked, situation), asked.budget
    if names and budget.seconds is not None:
        budget = replace(budget, seconds=SEARCHED * budget.seconds)
    found = search(dealer, groups, asked.view, budget)
    frame = frame_of(situation, found.rows, asked.view, found.best)
    order = order_of(frame, found.best)
    best = order.index(found.best)
    arms = [found.rows[i].arm for i in order]
    chosen = found.rows[found.best].deals
    answered = Answer(
        situation=situation,
        asked=asked,
        frame=frame.iloc[order].reset_index(drop=True),
        best=best,
        deals=found.deals,
        effective=chosen.effective,
        likelihood=float(chosen.weights.mean()) if dealer.conditioned else 1.0,
        conditioned=dealer.conditioned,
        opponents=(),
        tai=_tai(Sample(found.rows[found.best].auctions, 0, asked.view)),
        seconds=0.0,
        left_out=len(groups) - len(found.rows),
    )
    tried: tuple[Opponents, ...] = ()
    if not answered.undecided:
        deals = opponents_deals(found.deals)
        tried = tuple(against(situation, asked, name, arms, best, deals) for name in names)
    return replace(answered, opponents=tried, seconds=perf_counter() - began)


def _tai(sample: Sample) -> pd.DataFrame:
    rows = [{"tai": tai} | columns("share", share) for tai, share in tai_estimates(sample).items()]
    return pd.DataFrame(rows, columns=["tai", "share", "share_low", "share_high"])


def _plain(value: Any) -> float | int | None:
    if isinstance(value, int | np.integer):
        return int(value)
    return float(value) if np.isfinite(value) else None
