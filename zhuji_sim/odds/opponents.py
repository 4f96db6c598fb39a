"""Whether the verdict holds against other players."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zhuji_sim.analysis.estimates import Estimate
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.tiles import SEATS

from .asked import Asked, four_seats
from .estimating import difference
from .playing import Arm, Dealer, is_pass
from .rows import nothing
from .samples import Sample
from .search import MOST_BY_PRECISION, SHARE, STREAM_LENGTH
from .situation import Choice, Situation
from .stakes import stakes_of

__all__ = ["Opponents", "against", "opponents_deals", "others"]

OPPONENT_DEALS: Final = 1_536
"""Deals of each row; all of the answer's where those are fewer, or a quarter where that is more."""
OPPONENT_ROWS: Final = 3
"""Rows in front that are played again, beside the chosen one and a pass."""
OPPONENT_STREAM: Final = 8


@dataclass(frozen=True)
class Opponents:
    """What the verdict is against other players.

    `name`: who plays the other seats; `holds`: True if the chosen row is best there too, None if that cannot
    be told (`lead` is nan where too few of those deals fit the bidding); `rival`: place of the row that is
    best there, or comes nearest; `lead`: points of the chosen row more than that.
    """

    name: str
    holds: bool | None
    rival: int
    lead: Estimate


def others(asked: Asked, situation: Situation) -> list[str]:
    """Opponents that do not already sit in the other seats; none where there is nothing to choose."""
    if situation.choice == Choice.NOTHING:
        return []
    there = {policy.name for seat, policy in enumerate(asked.policies) if seat != situation.seat}
    return [name for name in asked.opponents if there != {name}]


def opponents_deals(deals: int) -> int:
    """Deals of each row against other players, where contenders of the answer got `deals`."""
    return max(min(deals, OPPONENT_DEALS), min(deals // SHARE, MOST_BY_PRECISION))


def against(
    situation: Situation, asked: Asked, name: str, arms: list[Arm], best: int, deals: int
) -> Opponents:
    """The verdict against others of that name, on `deals` deals of their own."""
    other = load(name)
    four = [asked.policies[seat] if seat == situation.seat else other for seat in range(len(SEATS))]
    dealer = Dealer(situation, four_seats(four), asked.seed, asked.jobs)
    places = [i for i in range(len(arms)) if i == best or i < OPPONENT_ROWS or is_pass(arms[i])]
    played = dealer.play([arms[i] for i in places], OPPONENT_STREAM * STREAM_LENGTH, deals)
    samples = [
        Sample(played, k, asked.view, stakes_of(situation, arms[i].rank)) for k, i in enumerate(places)
    ]
    mine = samples[places.index(best)]
    leads = {i: difference(mine, samples[k])[0] for k, i in enumerate(places) if i != best}
    if not leads:
        return Opponents(name, True, best, nothing())
    rival = min(leads, key=lambda i: _or_most(leads[i].value))
    lead = leads[rival]
    holds = None if not lead.low * lead.high > 0 else bool(lead.value > 0)
    return Opponents(name, holds, rival, lead)


def _or_most(value: Any) -> float:
    return float(value) if np.isfinite(value) else np.inf
