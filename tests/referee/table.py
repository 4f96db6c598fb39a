"""The table as the referee sees it: wall, hands, caishen, draws and gangs on offer (RULES.md §1, §2, §4)."""

import copy
from enum import Enum, auto
from typing import Any

from tests.referee.auction import Auction
from tests.referee.fouls import Foul, demand, field
from tests.referee.tiles import KINDS, SEATS, Contract, Meld, read_contract, read_tile, successor

WALL = 136
DEALT = 13


class Phase(Enum):
    """What the table waits for."""

    AUCTION = auto()
    CAISHEN = auto()
    TURN = auto()
    """The seat has drawn (or the dealer was dealt 14): hu, gang or discard."""
    DISCARD = auto()
    """After chi or peng: discard only."""
    CLAIM = auto()
    """A discard lies there: claims, or the next draw."""
    REPLACE = auto()
    """A gang was laid: its replacement, or a robber."""
    OVER = auto()


def _of_type(value: Any, kind: type, name: str) -> Any:
    demand(isinstance(value, kind), f"{name} is no {kind.__name__}")
    return value


class Table:
    """Everything that is known when the whole log is open on the desk."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.rules: dict[str, Any] = field(log, "rules")
        self.lanes = log.get("draws", "wall") == "lanes"
        self.stays = int(_of_type(field(log, "lao_zhuang"), int, "lao_zhuang"))
        self.declarer: int | None = None
        self.contract: Contract | None = None
        self.caishen: list[frozenset[int]] = [frozenset()] * 4
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.laid: list[list[tuple[int, ...]]] = [[], [], [], []]
        self.actor = 0
        self.drawn: int | None = None
        self.opening = True
        self.after_gang = False
        self.exposed_claims = 0
        self.draws = [0, 0, 0, 0]
        self.discards = 0
        self.discard: int | None = None
        self.discarder: int | None = None
        self.robbable = False
        self.gang_on_discard = False
        self.gang_kind = 0
        self.outcome: dict[str, Any] = {}
        self._deal(log)
        self._open(log)

    def copy(self) -> "Table":
        """A table on which a move can be tried."""
        twin = copy.copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.melds = [list(melds) for melds in self.melds]
        twin.laid = [list(laid) for laid in self.laid]
        twin.draws = list(self.draws)
        twin.used = set(self.used)
        twin.namers = list(self.namers)
        twin.auction = copy.copy(self.auction)
        twin.outcome = dict(self.outcome)
        return twin

    def _deal(self, log: dict[str, Any]) -> None:
        self.wall = [read_tile(text) for text in _of_type(field(log, "wall"), list, "wall")]
        demand(len(self.wall) == WALL, f"the wall has {len(self.wall)} tiles")
        demand(all(self.wall.count(kind) == 4 for kind in range(KINDS)), "the wall is not four of each kind")
        self.hands = [[0] * KINDS for _ in SEATS]
        for seat in range(4):
            for tile in self.wall[seat * DEALT : (seat + 1) * DEALT]:
                self.hands[seat][tile] += 1
        self.front = 4 * DEALT
        indicator = field(log, "indicator")
        if self.rules["caishen_source"] == "indicator":
            turned = self.wall[self.front]
            demand(indicator is not None and read_tile(indicator) == turned, "the wrong tile is turned")
            self.caishen = [self._dual_of_indicator(turned)] * 4
            self.front += 1
        else:
            demand(indicator is None, "no tile is turned under these rules")
        self.drawn = self.wall[self.front]
        self.hands[0][self.drawn] += 1
        self.front += 1
        self.first_undealt = self.front
        self.tail = WALL - 1
        self.left = WALL - self.front
        self.used: set[int] = set()

    def _dual_of_indicator(self, turned: int) -> frozenset[int]:
        following = successor(turned, self.rules["honour_cycle"])
        return frozenset({turned} if following is None else {turned, following})

    def _open(self, log: dict[str, Any]) -> None:
        source = self.rules["caishen_source"]
        forced = log.get("forced")
        self.auction = Auction(self.rules["max_level"], self.rules["pass_is_final"])
        self.namers: list[int] = []
        if source == "declarer" and forced is None:
            self.phase = Phase.AUCTION
        elif source == "declarer":
            demand(field(forced, "declarer") in tuple(SEATS), "the forced contract has no declarer")
            self._contract_stands(SEATS.index(forced["declarer"]), read_contract(field(forced, "contract")))
        else:
            demand(forced is None, "a contract is forced where there is no bidding")
            if source == "each_player":
                self.namers = [0] if self.rules["ziyou_caishen"] == "dealer" else [0, 1, 2, 3]
            self.phase = Phase.CAISHEN if self.namers else Phase.TURN

    def _contract_stands(self, declarer: int, contract: Contract) -> None:
        self.declarer, self.contract = declarer, contract
        self.namers = [declarer]
        self.phase = Phase.CAISHEN

    def call(self, seat: int, event: dict[str, Any]) -> None:
        """A bid or a pass."""
        demand(self.phase is Phase.AUCTION and not self.auction.over, "the bidding is not open")
        self.auction.call(seat, event)
        if not self.auction.over:
            return
        if self.auction.contract is not None and self.auction.declarer is not None:
            self._contract_stands(self.auction.declarer, self.auction.contract)
        elif self.rules["all_pass"] == "dealer_must_bid":
            self._contract_stands(0, Contract(2, 0))
        elif self.rules["all_pass"] == "no_caishen":
            self.phase = Phase.TURN

    def redeal(self) -> None:
        """Four passes under `all_pass = redeal`."""
        demand(
            self.phase is Phase.AUCTION and self.auction.over and self.rules["all_pass"] == "redeal",
            "no redeal is due",
        )
        self.phase = Phase.OVER
        self.outcome = {"how": "redeal"}

    def name_caishen(self, seat: int, event: dict[str, Any]) -> None:
        """The declarer, or in ziyou every player, names the caishen."""
        demand(self.phase is Phase.CAISHEN, "no caishen is to be named now")
        demand(seat == self.namers[0], f"it is {SEATS[self.namers[0]]} who names the caishen now")
        kinds = [read_tile(text) for text in _of_type(field(event, "tiles"), list, "tiles")]
        if self.contract is not None:
            expected = {0: 2, 1: 1, 2: 0}[self.contract.mode]
            demand(len(kinds) == expected, f"the contract's mode asks for {expected} kinds of caishen")
        else:
            demand(len(kinds) in (1, 2), "a player's own caishen are one kind or two")
        if len(kinds) == 2:
            cycle = self.rules["honour_cycle"]
            demand(
                successor(kinds[0], cycle) == kinds[1] or successor(kinds[1], cycle) == kinds[0],
                "the two kinds are not a tile and its successor",
            )
        named = frozenset(kinds)
        if self.contract is not None or self.rules["ziyou_caishen"] == "dealer":
            self.caishen = [named] * 4
        else:
            self.caishen = [*self.caishen[:seat], named, *self.caishen[seat + 1 :]]
        self.namers = self.namers[1:]
        if not self.namers:
            self.phase = Phase.TURN

    def may_draw(self) -> bool:
        """Whether more than the reserve is left."""
        return bool(self.left > self.rules["wall_reserve"])

    def draw(self, seat: int, event: dict[str, Any]) -> None:
        """A draw from the front, or a gang's replacement from the tail."""
        tail = event.get("tail", False)
        if self.phase is Phase.REPLACE:
            demand(seat == self.actor, f"it is {SEATS[self.actor]} who draws the replacement")
            demand(tail is True, "a gang's replacement comes off the tail")
        else:
            demand(self.phase is Phase.CLAIM and self.discarder is not None, "nobody draws now")
            self.actor = (int(self.discarder or 0) + 1) % 4
            demand(seat == self.actor, f"it is {SEATS[self.actor]} who draws now")
            demand(not tail, "only a gang's replacement comes off the tail")
        demand(self.may_draw(), "a draw into the reserve")
        position = field(event, "position") if self.lanes else self.tail if tail else self.front
        if self.lanes:
            demand(
                isinstance(position, int) and self.first_undealt <= position < WALL,
                f"position {position!r} is not in the live wall",
            )
            demand(position not in self.used, f"position {position} is drawn twice")
            self.used.add(position)
        elif tail:
            self.tail -= 1
        else:
            self.front += 1
        tile = read_tile(field(event, "tile"))
        demand(self.wall[position] == tile, "not the tile that the wall gives")
        self.left -= 1
        self.hands[seat][tile] += 1
        self.drawn = tile
        self.draws[seat] += 1
        self.after_gang = bool(tail)
        self.robbable = False
        self.discard = None
        self.phase = Phase.TURN

    def exhausted(self) -> None:
        """The wall has run out."""
        demand(self.phase is Phase.CLAIM, "the wall runs out only when a tile has to be drawn")
        demand(not self.may_draw(), "more than the reserve is left")
        self.phase = Phase.OVER
        self.outcome = {"how": "exhausted"}

    def put_down(self, seat: int, event: dict[str, Any]) -> None:
        """A discard."""
        demand(self.phase in (Phase.TURN, Phase.DISCARD), "nobody discards now")
        demand(seat == self.actor, f"it is {SEATS[self.actor]} who discards now")
        tile = read_tile(field(event, "tile"))
        self.take(seat, tile, 1)
        self.discards += 1
        self.discard, self.discarder = tile, seat
        self.opening = self.after_gang = False
        self.drawn = None
        self.phase = Phase.CLAIM

    def take(self, seat: int, tile: int, copies: int) -> None:
        """Take tiles out of a hand that has to hold them."""
        demand(self.hands[seat][tile] >= copies, f"{SEATS[seat]} does not hold enough of {tile}")
        self.hands[seat][tile] -= copies

    def source(self, event: dict[str, Any]) -> int | None:
        """The seat that `from` names."""
        name = event.get("from")
        if name is None:
            return None
        if name not in tuple(SEATS):
            raise Foul(f"{name!r} is no seat")
        return SEATS.index(name)

    def not_untouchable(self, seat: int) -> None:
        """Under `unclaimable` a discard that is caishen for either side cannot be claimed (RULES.md §2)."""
        if self.rules["discarded_caishen"] == "unclaimable" and self.discarder is not None:
            touched = self.caishen[seat] | self.caishen[self.discarder]
            demand(self.discard not in touched, "a discarded caishen cannot be claimed")
