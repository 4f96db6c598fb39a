"""What a bot sees: the scene of its seat in readable types, nothing hidden."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any

import numpy as np

from zhuji_sim.engine.codes import MeldKind, Phase
from zhuji_sim.engine.state import SCENE
from zhuji_sim.hands_api import distance
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import COPIES, SEATS

from .actions import meld_on_table

__all__ = ["TableMeld", "View", "view_of"]

_MELD_NAMES = {
    MeldKind.CHI: "chi",
    MeldKind.PENG: "peng",
    MeldKind.EXPOSED_GANG: "gang",
    MeldKind.ADDED_GANG: "gang",
    MeldKind.CONCEALED_GANG: "concealed_gang",
}
_DECISIONS = {
    Phase.BID: "bid",
    Phase.NAME_CAISHEN: "caishen",
    Phase.TURN: "turn",
    Phase.DISCARD: "discard",
    Phase.CLAIM: "claim",
    Phase.ROB: "rob",
}
_FIELDS = [name for name in SCENE.names or () if name not in ("own", "trial")]


@dataclass(frozen=True)
class TableMeld:
    """A meld on the table.

    `kind`: `chi`, `peng`, `gang`, `concealed_gang`. `text`: such as `[7*7m]`; None for another player's
    concealed gang. `laid`: the caishen for each `*`. `taken_from`: who discarded the claimed tile, or None.
    """

    kind: str
    text: str | None
    laid: tuple[str, ...]
    taken_from: str | None


@dataclass(frozen=True)
class View:
    """Everything the player to act may know. Seats are E S W N relative to the dealer, tiles are text.

    Attributes
    ----------
    rules : Ruleset
        The table's rules.
    seat : str
        The player's own seat; the dealer is E.
    decision : str
        `bid`, `caishen`, `turn`, `discard`, `claim` or `rob`.
    hand : tuple of str
        His concealed tiles, the drawn one included, in order of kind.
    drawn : str or None
        The tile he has just drawn.
    from_tail : bool
        Whether that tile came after a gang.
    offered, offered_by : str or None
        The tile that may be claimed or robbed, and whose it is.
    live : dict of tile to int
        Copies of each of the 34 kinds that this player does not see.
    melds : dict of seat to tuple of TableMeld
    discards : tuple of (seat, tile, claimed)
        All discards in order, those that were claimed included.
    bids : tuple of (seat, contract or None)
        The auction in order, None for a pass.
    contract, declarer : str or None
    role : str
        `declarer`, `defender`, or `player` where there is no contract.
    minimum : int
        Tai this player needs: a declarer his level.
    caishen : dict of seat to tuple of str
        The kinds wild for each seat.
    indicator : str or None
    tiles_held : dict of seat to int
        Concealed tiles of each seat.
    wall_left, draws_left : int
        Tiles in the wall with its reserve, and those that may still be drawn.
    stays : int
        How often the dealer has stayed (老庄).
    stake : int
        Points of the contract, 0 without.
    """

    rules: Ruleset
    seat: str
    decision: str
    hand: tuple[str, ...]
    drawn: str | None
    from_tail: bool
    offered: str | None
    offered_by: str | None
    live: dict[str, int]
    melds: dict[str, tuple[TableMeld, ...]]
    discards: tuple[tuple[str, str, bool], ...]
    bids: tuple[tuple[str, str | None], ...]
    contract: str | None
    declarer: str | None
    role: str
    minimum: int
    caishen: dict[str, tuple[str, ...]]
    indicator: str | None
    tiles_held: dict[str, int]
    wall_left: int
    draws_left: int
    stays: int
    stake: int

    def missing(self, hand: Iterable[str] | None = None, tai: int | None = None) -> int | None:
        """Tiles still missing (`zj.distance`) under this player's melds and caishen.

        Parameters
        ----------
        hand : tiles, optional
            Other concealed tiles than he holds, 13 or 14 less three for each of his melds.
        tai : int, optional
            Tai the hand is to be worth; `minimum` if left out, 0 for any complete hand.

        Returns
        -------
        int or None
            0 complete, 1 ready; None where no tiles are enough.
        """
        melds = [meld.text for meld in self.melds[self.seat] if meld.text is not None]
        return distance(
            "".join(self.hand if hand is None else hand),
            melds,
            "".join(self.caishen[self.seat]),
            self.seat,
            self.minimum if tai is None else tai,
            self.rules,
        )

    def plain(self) -> dict[str, Any]:
        """The view in JSON's types, `rules` as the preset and every option."""
        shown = {field.name: getattr(self, field.name) for field in fields(self)}
        melds = {seat: [vars(meld) for meld in laid] for seat, laid in self.melds.items()}
        return shown | {"rules": self.rules.options(), "melds": melds}


def view_of(scene: np.record, rules: Ruleset) -> View:
    """The readable form of a scene."""
    shown = _numbers(scene)
    seat, declarer = shown["seat"], shown["declarer"]
    contract = None
    if declarer >= 0:
        contract = Contract.from_rank((shown["level"] - 2) * 3 + shown["mode"])
    role = "player" if declarer < 0 else "declarer" if seat == declarer else "defender"
    river = zip(shown["river_seat"], shown["river_tile"], shown["river_claimed"], strict=True)
    return View(
        rules=rules,
        seat=SEATS[seat],
        decision=_DECISIONS[Phase(shown["phase"])],
        hand=tuple(format_tile(kind) for kind, count in enumerate(shown["hand"]) for _ in range(count)),
        drawn=_tile(shown["drawn"]),
        from_tail=bool(shown["replacement"]),
        offered=_tile(shown["offered"]),
        offered_by=_seat(shown["offered_by"]),
        live=_live(shown, seat),
        melds={SEATS[owner]: _melds(shown, owner) for owner in range(len(SEATS))},
        discards=tuple(
            (SEATS[whose], format_tile(tile), bool(claimed))
            for whose, tile, claimed in islice(river, shown["river_length"])
        ),
        bids=tuple(map(_bid, shown["auction"][: shown["auction_length"]])),
        contract=None if contract is None else str(contract),
        declarer=_seat(declarer),
        role=role,
        minimum=shown["minimum"][seat],
        caishen={
            owner: tuple(format_tile(kind) for kind in kinds if kind >= 0)
            for owner, kinds in zip(SEATS, shown["caishen"], strict=True)
        },
        indicator=_tile(shown["indicator"]),
        tiles_held=dict(zip(SEATS, shown["concealed"], strict=True)),
        wall_left=shown["wall_left"],
        draws_left=shown["draws_left"],
        stays=shown["lao_zhuang"],
        stake=0 if contract is None else contract.points,
    )


def _numbers(scene: np.record) -> dict[str, Any]:
    """The fields as Python's numbers and lists of them: a record's own are slow to get at."""
    fields_of = np.asarray(scene)
    return {name: fields_of[name].tolist() for name in _FIELDS}


def _live(shown: Mapping[str, Any], seat: int) -> dict[str, int]:
    """Four of each kind, less what all see, his hand, and his concealed gangs, which he alone sees."""
    left = [COPIES - all_see - held for all_see, held in zip(shown["visible"], shown["hand"], strict=True)]
    for place in range(shown["meld_count"][seat]):
        if shown["meld_kind"][seat][place] == MeldKind.CONCEALED_GANG:
            wilds = shown["meld_wild"][seat][place].bit_count()
            left[shown["meld_tile"][seat][place]] -= COPIES - wilds
            for laid in shown["meld_laid"][seat][place][:wilds]:
                left[laid] -= 1
    return {format_tile(kind): copies for kind, copies in enumerate(left)}


def _tile(kind: int) -> str | None:
    return format_tile(kind) if kind >= 0 else None


def _seat(seat: int) -> str | None:
    return SEATS[seat] if seat >= 0 else None


def _bid(code: int) -> tuple[str, str | None]:
    seat, bid = divmod(code, 64)
    return SEATS[seat], str(Contract.from_rank(bid - 1)) if bid else None


def _melds(shown: Mapping[str, Any], owner: int) -> tuple[TableMeld, ...]:
    found = []
    for place in range(shown["meld_count"][owner]):
        kind = _MELD_NAMES[MeldKind(shown["meld_kind"][owner][place])]
        tile, wild = shown["meld_tile"][owner][place], shown["meld_wild"][owner][place]
        text: str | None = None
        laid: tuple[str, ...] = ()
        if tile >= 0:
            used = tuple(shown["meld_laid"][owner][place][: wild.bit_count()])
            text, laid = meld_on_table(kind, tile, wild, used)
        found.append(TableMeld(kind, text, laid, _seat(shown["meld_from"][owner][place])))
    return tuple(found)
