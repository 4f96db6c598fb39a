"""What everybody pays (RULES.md §6), on seat numbers; the public `settle` is in `zhuji_sim.scoring`."""

from typing import Final

from zhuji_sim.errors import SettlementError
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

MOST_DOUBLINGS: Final = 32
"""Stays after which `lao_zhuang = "cumulative"` doubles no further: points stay numbers of 64 bits."""

_SEAT_NUMBERS: Final = range(len(SEATS))
_DEALER: Final = 0


def settle(
    rules: Ruleset,
    winner: int | None,
    tai: int | None,
    loser: int | None,
    declarer: int | None,
    contract: Contract | None,
    lao_zhuang: bool | int = False,
    robbed: bool | None = None,
) -> tuple[int, int, int, int]:
    """Points of the four seats after a deal; they add up to zero.

    Parameters
    ----------
    rules : Ruleset
        The table's rules.
    winner, tai : int or None
        The winner's seat 0–3 and his tai, from 1 up; None where the deal was drawn.
    loser : int or None
        The seat that discarded the winning tile or was robbed of it; None after a self-draw.
    declarer, contract : int, Contract or None
        The declarer's seat and what he bid; None in a deal without contract.
    lao_zhuang : bool or int
        Whether this is a 老庄 deal, or how many times in a row the dealer has stayed.
    robbed : bool or None
        Whether the loser was robbed of a gang's tile. None: he was, if the rules allow no win on a discard.

    Raises
    ------
    SettlementError
        A result that cannot be.

    Notes
    -----
    A win under `payment = "equal"` costs a point at least, where RULES.md §6 would give half a point for
    1 tai. With `draw_pays = "dealer"` the dealer takes the declarer's place and pays each of the others.
    """
    _check(winner, tai, loser, declarer, contract)
    points = [0, 0, 0, 0]
    if winner is None:
        payer = {"declarer": declarer, "dealer": _DEALER, "nobody": None}[rules.draw_pays]
        if contract is not None and payer is not None:
            _collect(points, payer, -contract.points)
    else:
        assert tai is not None
        _pay_win(points, rules, winner, tai, loser, not rules.win_on_discard if robbed is None else robbed)
        if contract is not None:
            assert declarer is not None
            _pay_contract(points, winner, declarer, contract.points)
    factor = stay_factor(rules, lao_zhuang)
    east, south, west, north = (factor * each for each in points)
    return east, south, west, north


def stay_factor(rules: Ruleset, lao_zhuang: bool | int) -> int:
    """What a 老庄 deal multiplies all points by, after the dealer stayed `lao_zhuang` times."""
    stays = int(lao_zhuang)
    if stays == 0 or rules.lao_zhuang == "off":
        return 1
    return 2 if rules.lao_zhuang == "double" else 1 << min(stays, MOST_DOUBLINGS)


def _pay_win(
    points: list[int], rules: Ruleset, winner: int, tai: int, loser: int | None, robbed: bool
) -> None:
    if rules.payment == "equal":
        share = max(1, 2**tai // 4)
        if loser is not None and robbed and rules.robbed_pays == "robbed_only":
            points[winner] += 3 * share
            points[loser] -= 3 * share
        else:
            _collect(points, winner, share)
        return
    for seat in _SEAT_NUMBERS:
        if seat != winner:
            amount: int = 2**tai if loser is None or seat == loser else 2 ** (tai - 1)
            points[seat] -= amount
            points[winner] += amount


def _pay_contract(points: list[int], winner: int, declarer: int, worth: int) -> None:
    if winner == declarer:
        _collect(points, declarer, worth)
        return
    points[declarer] -= 3 * worth
    points[winner] += 3 * worth
    for seat in _SEAT_NUMBERS:
        if seat not in (winner, declarer):
            points[seat] += worth
            points[winner] -= worth


def _collect(points: list[int], receiver: int, amount: int) -> None:
    """Each of the other three pays the receiver `amount`; a negative amount is paid by him."""
    for seat in _SEAT_NUMBERS:
        points[seat] += 3 * amount if seat == receiver else -amount


def _check(
    winner: int | None, tai: int | None, loser: int | None, declarer: int | None, contract: Contract | None
) -> None:
    if (declarer is None) != (contract is None):
        missing, given = ("contract", "declarer") if contract is None else ("declarer", "contract")
        raise SettlementError(f"{given} without {missing}: a contract and its declarer come together")
    if winner is None:
        if tai is not None or loser is not None:
            raise SettlementError("tai or loser without winner: a drawn deal has neither")
        return
    if tai is None or tai < 1:
        raise SettlementError(f"tai {tai}: expected the winner's tai, a whole number from 1 up")
    if loser == winner:
        raise SettlementError("the loser cannot be the winner; a self-draw has no loser")
