"""Auctions: read from a text and played, or the plainest one by which a contract is won."""

from typing import Final

from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import NOBODY, Action, Phase
from zhuji_sim.errors import ContractError, HandError
from zhuji_sim.reading import read_seat
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import narrow
from zhuji_sim.rules.tiles import SEATS

__all__ = ["PASSES", "Call", "call_code", "codes_of", "read_calls", "win_plainly"]

Call = tuple[int, Contract | None]
"""A seat, and what it bid; None for a pass."""

PASSES: Final = ("pass", "-", "过", "過")
"""What a pass is called in an auction."""


def read_calls(session: DealSession, auction: str | None, seat: int) -> list[Call]:
    """Play an auction up to the seat that asks; what was called.

    Parameters
    ----------
    session : DealSession
        At its first bid.
    auction : str, optional
        Such as `E:2 S:pass`; None: the seats before the one that asks have passed.
    seat : int

    Raises
    ------
    ContractError
        No such auction, one that leaves another seat's turn, or after which the tiles are dealt again.
    """
    calls: list[Call] = []
    said = (
        narrow(auction).replace(",", " ").split()
        if auction is not None
        else [f"{each}:pass" for each in SEATS[:seat]]
    )
    for token in said:
        who, bid = _read_call(token)
        if int(session.scene["phase"]) != Phase.BID:
            raise ContractError(f"auction {auction!r}: it is over before {token!r}")
        turn = SEATS[session.seat]
        if who != session.seat:
            raise ContractError(f"auction {token!r}: out of order, it is the turn of {turn}")
        codes = codes_of(session)
        if call_code(bid) not in codes:
            lowest = min((code for code in codes if code >= Action.BID), default=None)
            above = "" if lowest is None else f" or {Contract.from_rank(lowest - Action.BID)} or more"
            raise ContractError(
                f"auction {token!r}: not a call that {turn} may make here; expected pass{above}"
            )
        calls.append(_call(session, bid))
    if session.over:
        raise ContractError(
            f"auction {auction!r}: all four pass, and under all_pass = {session.rules.all_pass!r} "
            "the tiles are dealt again; expected a bid"
        )
    if int(session.scene["phase"]) == Phase.BID and session.seat != seat:
        raise ContractError(
            f"auction {auction!r}: it is the turn of {SEATS[session.seat]}, not of {SEATS[seat]}; "
            f"expected all calls before that of {SEATS[seat]}"
        )
    return calls


def win_plainly(session: DealSession, contract: Contract, declarer: int) -> list[Call]:
    """Play the auction in which all pass but the declarer, who bids his contract when it is his turn."""
    calls = []
    while int(session.scene["phase"]) == Phase.BID:
        opens = session.seat == declarer and int(session.scene["bidder"]) == NOBODY
        calls.append(_call(session, contract if opens else None))
    return calls


def call_code(bid: Contract | None) -> int:
    """Code of a bid, or of a pass."""
    return int(Action.PASS) if bid is None else int(Action.BID) + bid.rank


def codes_of(session: DealSession) -> list[int]:
    """Codes of what the seat to act may do."""
    legal = session.state["legal"]
    return [int(code) for code in legal["actions"][: int(legal["count"])]]


def _read_call(token: str) -> Call:
    who, _, call = token.partition(":")
    try:
        seat = read_seat(who)
    except HandError:
        seat = -1
    if seat < 0 or not call:
        raise ContractError(f"auction {token!r}: expected a seat and its call, such as E:2, S:独2 or W:pass")
    return seat, None if call.lower() in PASSES else Contract.parse(call)


def _call(session: DealSession, bid: Contract | None) -> Call:
    seat = session.seat
    session.act(codes_of(session).index(call_code(bid)))
    return seat, bid
