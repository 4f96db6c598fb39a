"""What a player knows before the first discard: read from texts, checked, and as the kernels take it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from zhuji_sim.deals.session import MOST_STAYS, DealSession
from zhuji_sim.engine.arms import SITUATION
from zhuji_sim.engine.codes import NO_TILE, NOBODY, Action, Phase
from zhuji_sim.errors import ContractError, HandError
from zhuji_sim.reading import check_mode, read_caishen, read_forced, read_seat
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.notation import format_tile, format_tiles, parse_tiles
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import COPIES, KINDS, SEATS

from .auction import call_code, codes_of, read_calls, win_plainly

__all__ = ["Choice", "Situation", "read_situation"]

HAND: Final = 13
_TAIL_DRAWS: Final = 4
"""Tiles of the reserve that gang replacements may reach."""


class Choice:
    """What there is to choose."""

    BID: Final = "bid"
    """Pass or bid."""
    NAME: Final = "name"
    """The caishen."""
    NOTHING: Final = "nothing"
    """The player asks for his chances."""


@dataclass(frozen=True)
class Situation:
    """A hand and what its player knows besides.

    Attributes
    ----------
    rules : Ruleset
    seat : int
    hand : tuple of int
        Kinds, 13 or the dealer's 14, in order.
    auction : tuple of (int, Contract or None)
        Bids and passes so far by seat; the plain auction of a contract that is told without one.
    plain : bool
        Whether the auction is that plain one, of which nothing but the declarer's bid is known: his hand is
        one with which he bids at least as high.
    contract, declarer : Contract and int, or None
        Of an auction that is over.
    caishen : tuple of int
        Kinds that are wild, as far as they are known.
    seen : tuple of int
        Kinds of tiles known to lie where nobody draws them.
    stays : int
        How often the dealer has stayed (老庄).
    choice : str
        One of `Choice`.
    legal : tuple of int
        Codes of what the player may do (`engine.codes.Action`); empty where there is nothing to choose.
    scene : record of SCENE
        What the seat to act sees when all this has been said: the player, where he has to choose.
    record : record of SITUATION
    """

    rules: Ruleset
    seat: int
    hand: tuple[int, ...]
    auction: tuple[tuple[int, Contract | None], ...]
    plain: bool
    contract: Contract | None
    declarer: int | None
    caishen: tuple[int, ...]
    seen: tuple[int, ...]
    stays: int
    choice: str
    legal: tuple[int, ...]
    scene: np.record
    record: np.record

    @property
    def told(self) -> bool:
        """Whether others have bid or named, so that hands are not equally likely."""
        return bool(self.record["callers"])

    @property
    def named(self) -> bool:
        """Whether another player has named the caishen of his contract."""
        return self.declarer not in (None, self.seat) and bool(self.caishen)


def read_situation(
    hand: str,
    seat: str,
    rules: Ruleset,
    *,
    auction: str | None = None,
    contract: str | Contract | None = None,
    declarer: str | None = None,
    caishen: str = "",
    seen: str = "",
    lao_zhuang: int = 0,
) -> Situation:
    """Read a hand and what is known besides.

    Parameters
    ----------
    hand, seat : str
        13 tiles, the dealer's 14.
    rules : Ruleset
    auction : str, optional
        Bids so far in order, such as `E:2 S:pass`; None: the seats before this one have passed.
    contract, declarer : optional
        A contract that stands, and who holds it, the seat itself if that is not told; without an auction it
        is taken for a bid at the declarer's first turn, while the others pass.
    caishen : str
        Those named for it; in heping those turned up, the indicator first; in ziyou one's own.
    seen : str
        Tiles known to lie where nobody draws them.
    lao_zhuang : int
        How often the dealer has stayed.

    Raises
    ------
    HandError, NotationError
        No such hand: the number of tiles, a fifth copy, tiles that cannot be out of play.
    ContractError
        No such auction or contract.
    """
    place = read_seat(seat)
    tiles = _read_tiles(hand, place)
    kinds = read_caishen(caishen, rules)
    hidden = _read_seen(seen, hand, tiles, rules)
    _check_stays(lao_zhuang, rules)
    if contract is not None and declarer is None:
        declarer = SEATS[place]
    held, holder = read_forced(contract, declarer, rules)
    if auction is not None and not rules.has_bidding:
        raise ContractError(f"auction {auction!r}: no bidding under the rules of {rules.preset}")
    indicator = _indicator(kinds, caishen, tiles, hidden, rules)
    session = DealSession(rules, stays=lao_zhuang, wall=_wall(tiles, place, indicator))
    plain = held is not None and auction is None
    calls: list[tuple[int, Contract | None]] = []
    if plain and held is not None and holder is not None:
        calls = win_plainly(session, held, holder)
    elif rules.has_bidding:
        calls = read_calls(session, auction, place)
    history = [call_code(call) for _, call in calls]
    standing, who = _standing(session)
    if held is not None and (standing, who) != (held, holder):
        said = "nobody's contract" if standing is None or who is None else f"{standing} for {SEATS[who]}"
        raise ContractError(
            f"contract {held} for {SEATS[holder or 0]}: the auction {auction!r} ends with {said}"
        )
    if rules.has_bidding:
        history += _name(session, standing, kinds, caishen)
    choice, legal = _choice(session, place, kinds, rules)
    record = np.zeros(1, SITUATION)[0]
    record["seat"], record["lao_zhuang"] = place, lao_zhuang
    record["indicator"] = indicator
    record["declarer"], record["rank"] = NOBODY, NO_TILE
    callers = {who} if plain else {caller for caller, _ in calls}
    record["callers"] = sum(1 << each for each in callers - {place} if each is not None)
    record["at_least"] = plain
    record["length"] = len(history)
    record["history"][: len(history)] = history
    for kind in tiles:
        record["hand"][kind] += 1
    for kind in hidden:
        record["seen"][kind] += 1
    return Situation(
        rules,
        place,
        tuple(tiles),
        tuple(calls),
        plain,
        standing,
        who,
        kinds,
        tuple(hidden),
        lao_zhuang,
        choice,
        legal,
        session.scene,
        record,
    )


def _read_tiles(hand: str, seat: int) -> list[int]:
    tiles = sorted(parse_tiles(hand))
    wanted = HAND + (seat == 0)
    if len(tiles) != wanted:
        whose = "the dealer (E) holds" if seat == 0 else f"{SEATS[seat]} holds"
        raise HandError(
            f"hand {hand!r} has {len(tiles)} tiles: expected {wanted}, as {whose} before the first discard"
        )
    return tiles


def _read_seen(seen: str, hand: str, tiles: Sequence[int], rules: Ruleset) -> list[int]:
    kinds = parse_tiles(seen)
    room = max(0, rules.wall_reserve - _TAIL_DRAWS)
    if len(kinds) > room:
        raise HandError(
            f"seen {seen!r}: {len(kinds)} tiles; with wall_reserve = {rules.wall_reserve} "
            f"at most {room} can lie where nobody draws them"
        )
    for kind in set(kinds):
        if kinds.count(kind) + list(tiles).count(kind) > COPIES:
            raise HandError(
                f"a fifth {format_tile(kind)} in {hand!r} and seen {seen!r}; there are four of each tile"
            )
    return kinds


def _check_stays(stays: int, rules: Ruleset) -> None:
    whole = isinstance(stays, int | np.integer) and not isinstance(stays, bool)
    if not whole or not 0 <= stays <= MOST_STAYS:
        raise HandError(
            f"lao_zhuang {stays!r}: expected a whole number from 0 to {MOST_STAYS}, "
            "how often the dealer has stayed"
        )
    if stays and rules.lao_zhuang == "off":
        raise HandError(f'lao_zhuang {stays}: it counts nothing under lao_zhuang = "off"; expected 0')


def _indicator(
    kinds: tuple[int, ...], caishen: str, tiles: Sequence[int], hidden: Sequence[int], rules: Ruleset
) -> int:
    """The tile turned up, NO_TILE where the rules turn none."""
    if rules.caishen_source != "indicator":
        return int(NO_TILE)
    if not kinds:
        raise HandError("caishen: expected the two turned up, the indicator first, such as 5m6m")
    indicator = kinds[0]
    if rules.successor(indicator) != (kinds[1] if len(kinds) > 1 else None):
        raise HandError(
            f"caishen {format_tiles(kinds)!r}: expected the indicator and its successor, such as 5m6m"
        )
    if parse_tiles(caishen)[0] != indicator:
        right = "".join(map(format_tile, kinds))
        raise HandError(f"caishen {caishen!r}: expected the indicator first, such as {right}")
    if list(tiles).count(indicator) + list(hidden).count(indicator) == COPIES:
        raise HandError(f"caishen {format_tile(indicator)}: all four are in hand, so that none was turned up")
    return indicator


def _wall(tiles: Sequence[int], seat: int, indicator: int) -> list[int]:
    """Any wall that deals the seat these tiles."""
    rest = [kind for kind in range(KINDS) for _ in range(COPIES)]
    for kind in tiles:
        rest.remove(kind)
    own = list(tiles)
    turned = indicator >= 0
    if turned:
        rest.remove(indicator)
    wall = []
    for at in range(KINDS * COPIES):
        if turned and at == HAND * len(SEATS):
            wall.append(indicator)
        elif seat * HAND <= at < (seat + 1) * HAND or (seat == 0 and at == HAND * len(SEATS) + turned):
            wall.append(own.pop(0))
        else:
            wall.append(rest.pop())
    return wall


def _standing(session: DealSession) -> tuple[Contract | None, int | None]:
    scene = session.scene
    if int(scene["declarer"]) < 0:
        return None, None
    return Contract(int(scene["level"]), Mode(int(scene["mode"]))), int(scene["declarer"])


def _name(
    session: DealSession, contract: Contract | None, kinds: tuple[int, ...], caishen: str
) -> Iterable[int]:
    """Enter the declarer's caishen, where they are told; the code of that."""
    if not kinds:
        return []
    if contract is None:
        raise ContractError(
            f"caishen {caishen!r}: expected the contract too, as --contract or by the auction"
        )
    check_mode(contract, kinds)
    code = (Action.SOLO if len(kinds) == 1 else Action.DUAL) + kinds[0]
    session.act(codes_of(session).index(code))
    return [int(code)]


def _choice(
    session: DealSession, seat: int, kinds: tuple[int, ...], rules: Ruleset
) -> tuple[str, tuple[int, ...]]:
    phase = int(session.scene["phase"])
    if phase == Phase.BID:
        return Choice.BID, tuple(codes_of(session))
    if phase == Phase.NAME_CAISHEN and not kinds:
        everybody = rules.caishen_source == "each_player" and rules.ziyou_caishen == "each_player"
        if session.seat == seat or everybody:
            return Choice.NAME, tuple(codes_of(session))
    return Choice.NOTHING, ()
