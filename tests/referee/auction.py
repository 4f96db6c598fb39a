"""The bidding (叫包), call by call (RULES.md §3)."""

from typing import Any

from tests.referee.fouls import Foul, demand, field
from tests.referee.tiles import SEATS, Contract, read_contract


class Auction:
    """Whose call it is, the highest bid, and whether the bidding is over."""

    def __init__(self, max_level: int, pass_is_final: bool) -> None:
        self.max_level = max_level
        self.pass_is_final = pass_is_final
        self.turn = 0
        self.out: frozenset[int] = frozenset()
        self.passes_in_succession = 0
        self.declarer: int | None = None
        self.contract: Contract | None = None
        self.over = False

    def call(self, seat: int, event: dict[str, Any]) -> None:
        """Take one bid or pass."""
        demand(seat == self.turn, f"it is {SEATS[self.turn]} who bids or passes now")
        if event["do"] == "bid":
            self._bid(seat, read_contract(field(event, "contract")))
        elif event["do"] == "pass":
            self.out |= {seat}
            self.passes_in_succession += 1
        else:
            raise Foul(f"{event['do']!r} during the bidding")
        self._go_on()

    def _bid(self, seat: int, contract: Contract) -> None:
        demand(contract.level <= self.max_level, "a bid above max_level")
        demand(
            self.contract is None or contract.rank > self.contract.rank,
            "a bid that is not above the last one",
        )
        self.declarer, self.contract = seat, contract
        self.passes_in_succession = 0

    def _go_on(self) -> None:
        if self.pass_is_final:
            asked = [seat for seat in range(4) if seat not in self.out]
            self.over = not asked or asked == [self.declarer]
        else:
            self.over = self.passes_in_succession == (4 if self.contract is None else 3)
        if self.over:
            return
        self.turn = (self.turn + 1) % 4
        while self.pass_is_final and self.turn in self.out:
            self.turn = (self.turn + 1) % 4
