"""What seldom happens and moves many points, by the rules: a contract that is made, another's limit hand.

A contract of seven is made once in some thousand deals and brings a thousand points. The scatter of deals in
which it was never made knows nothing of that; the rules do.
"""

from dataclasses import dataclass
from typing import Final

from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.settlement import settle

from .situation import Situation

__all__ = ["Stakes", "stakes_of"]

LEAST_TAI: Final = 1


@dataclass(frozen=True)
class Stakes:
    """Points at stake for a seat.

    Attributes
    ----------
    contract : float or None
        How much more a contract brings that is just made than one that fails by a hand of one tai; None
        without a contract.
    limit_tai : int
        From so many tai on a hand counts as a limit hand: the floor of 全字牌, 天胡 and 地胡 (RULES.md §5).
    limit : float
        How much more another's limit hand brings the seat than a hand of one tai, both on a third player's
        discard: a negative number, and the least that it can cost.
    """

    contract: float | None
    limit_tai: int
    limit: float


def stakes_of(situation: Situation, rank: int) -> Stakes:
    """Of one thing the player can do; `rank` is its contract's, -1 without."""
    rules, seat = situation.rules, situation.seat

    def pays(winner: int, tai: int, contract: Contract | None) -> int:
        third = next(each for each in range(4) if each not in (winner, seat))
        declarer = None if contract is None else seat
        return settle(rules, winner, tai, third, declarer, contract, situation.stays, robbed=False)[seat]

    another, limit_tai = (seat + 1) % 4, _limit_tai(rules)
    contract = None if rank < 0 else Contract.from_rank(rank)
    return Stakes(
        contract=None
        if contract is None
        else float(pays(seat, contract.level, contract) - pays(another, LEAST_TAI, contract)),
        limit_tai=limit_tai,
        limit=float(pays(another, limit_tai, None) - pays(another, LEAST_TAI, None)),
    )


def _limit_tai(rules: Ruleset) -> int:
    floors = [tai for tai in (rules.tai_all_honours, rules.tai_heavenly, rules.tai_earthly) if tai]
    floor = min(floors, default=rules.max_level)
    return floor if rules.limit is None else min(floor, rules.limit)
