"""Reads what a user says of a hand: tiles, melds, caishen, seat, contract; each refused in his own words."""

from collections.abc import Iterable

from zhuji_sim.errors import ContractError, HandError
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.notation import (
    Meld,
    fifth_copy,
    format_tile,
    format_tiles,
    parse_melds,
    parse_tile,
    parse_tiles,
)
from zhuji_sim.rules.reference import HAND_SIZE, MELDS, Hand, given_by_another
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import COPIES, SEATS
from zhuji_sim.rules.winning import BY_KEYS, By

_MOST_CAISHEN = 2
_MODES = {0: Mode.NONE, 1: Mode.SOLO, 2: Mode.DUAL}


def read_seat(text: str, what: str = "seat") -> int:
    """Seat 0–3 of a letter E, S, W or N.

    Raises
    ------
    HandError
        Any other text.
    """
    if isinstance(text, str) and len(text) == 1 and text.upper() in SEATS:
        return SEATS.index(text.upper())
    raise HandError(f"{what} {text!r}: expected {', '.join(SEATS[:-1])} or {SEATS[-1]}")


def read_by(text: str, seat: int) -> By:
    """How the winning tile came, as it is possible for the seat.

    Raises
    ------
    HandError
        An unknown way, 天胡 for another seat than the dealer's, or 地胡 for the dealer.
    """
    if text not in BY_KEYS:
        raise HandError(f"by {text!r}: expected {', '.join(BY_KEYS[:-1])} or {BY_KEYS[-1]}")
    by = By(BY_KEYS.index(text))
    if by == By.HEAVENLY and seat != 0:
        raise HandError(f"by {text!r}: only the dealer wins so; expected seat E, not {SEATS[seat]}")
    if by == By.EARTHLY and seat == 0:
        raise HandError(f"by {text!r}: the dealer never wins so; expected seat S, W or N")
    return by


def read_caishen(text: str, rules: Ruleset) -> tuple[int, ...]:
    """Kinds that are wild: none, one, or a tile and its successor, the tile first.

    Raises
    ------
    HandError
        Too many kinds, the same kind twice, or two kinds that do not follow each other.
    """
    kinds = parse_tiles(text)
    if len(kinds) > _MOST_CAISHEN or len(set(kinds)) != len(kinds):
        raise HandError(f"caishen {text!r}: expected no tile, one tile, or a tile and its successor")
    if len(kinds) < _MOST_CAISHEN:
        return tuple(kinds)
    first, second = kinds
    if rules.successor(first) == second:
        return first, second
    if rules.successor(second) == first:
        return second, first
    following = rules.successor(first)
    problem = f"expected {format_tile(first)} alone"
    if following is not None:
        problem += f" or with its successor {format_tile(following)}"
    raise HandError(f"caishen {text!r}: {problem}")


def read_contract(contract: str | int | Contract | None, rules: Ruleset) -> Contract | None:
    """A contract of a table that has bidding.

    Raises
    ------
    ContractError
        A text that is no contract, or rules without bidding.
    """
    if contract is None:
        return None
    read = contract if isinstance(contract, Contract) else Contract.parse(str(contract))
    if not rules.has_bidding:
        raise ContractError(
            f"contract {read}: no bidding under the rules of {rules.preset} "
            f"with caishen_source = {rules.caishen_source!r}"
        )
    return read


def check_mode(contract: Contract, caishen: tuple[int, ...]) -> None:
    """Refuse caishen that the contract's mode does not have.

    Raises
    ------
    ContractError
        The number of kinds is not the mode's.
    """
    if _MODES[len(caishen)] == contract.mode:
        return
    expected = {
        Mode.DUAL: "a tile and its successor as caishen",
        Mode.SOLO: "one tile as caishen",
        Mode.NONE: "no caishen",
    }[contract.mode]
    given = repr("".join(format_tile(kind) for kind in caishen)) if caishen else "none"
    raise ContractError(f"contract {contract}: expected {expected}, not {given}")


def read_hand(
    hand: str,
    *,
    win: str | None = None,
    caishen: str = "",
    seat: str = "E",
    by: str = "self_draw",
    melds: Iterable[str | Meld] = (),
    rules: Ruleset,
    sizes: tuple[int, ...] = (HAND_SIZE,),
) -> Hand:
    """A hand from its texts, checked as a whole.

    Parameters
    ----------
    hand : str
        Concealed tiles, without the winning tile if `win` names it.
    win : str or None
        The winning tile. None: it is among `hand`, or there is none yet.
    caishen, seat, by, melds :
        As in `zhuji_sim.score`.
    rules : Ruleset
        The table's rules.
    sizes : tuple of int
        How many tiles the hand may have, the winning one included, a meld counted as three.

    Raises
    ------
    ZhujiError
        Something that is no tile or meld, too many or too few tiles, a fifth copy, a `*` without caishen, an
        unknown seat or way of winning, a caishen set that does not exist.
    """
    place = read_seat(seat)
    way = read_by(by, place)
    kinds = read_caishen(caishen, rules)
    laid = parse_melds((melds,) if isinstance(melds, str | Meld) else melds)
    tiles = parse_tiles(hand)
    winning = None if win is None else parse_tile(win)
    if winning is None and given_by_another(rules, way):
        raise HandError(f"by {by!r}: expected the winning tile, named apart from the hand")
    if len(laid) > MELDS:
        raise HandError(f"{len(laid)} melds: expected at most {MELDS}")
    apart = winning is not None
    expected = [size - 3 * len(laid) - apart for size in sizes]
    if len(tiles) not in expected:
        beside = [f"{len(laid)} meld{'s' * (len(laid) > 1)}"] * bool(laid) + ["the winning tile"] * apart
        raise HandError(
            f"hand {hand!r} has {len(tiles)} tile{'s' * (len(tiles) != 1)}: expected "
            + " or ".join(map(str, expected))
            + (f" beside {' and '.join(beside)}" if beside else "")
            + (" (or one less, and the winning tile apart)" if not apart and HAND_SIZE in sizes else "")
        )
    if winning is not None:
        tiles.append(winning)
    _check_copies(tiles, laid, kinds)
    return Hand(tuple(tiles), laid, kinds, place, way, winning)


def _check_copies(tiles: list[int], melds: tuple[Meld, ...], caishen: tuple[int, ...]) -> None:
    fifth = fifth_copy(tiles, melds)
    if fifth is not None:
        where = " and ".join([format_tiles(tiles), *map(str, melds)])
        raise HandError(f"a fifth {format_tile(fifth)} in {where}; there are four of each tile")
    wild = next((meld for meld in melds if meld.wilds), None)
    if wild is not None and not caishen:
        raise HandError(f"meld {wild}: a * is a caishen, but no caishen is given")
    held = Hand(tuple(tiles), melds, caishen).caishen_held
    if held > COPIES * len(caishen):
        raise HandError(
            f"{held} caishen in hand and melds: there are {COPIES * len(caishen)} of {format_tiles(caishen)}"
        )
