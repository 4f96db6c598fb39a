"""Reads what a user says of a hand: tiles, melds, caishen, seat, contract; each refused in his own words."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from zhuji_sim.errors import ContractError, HandError, RulesError
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.notation import (
    Meld,
    fifth_copy,
    format_tile,
    format_tiles,
    narrow,
    parse_melds,
    parse_tile,
    parse_tiles,
)
from zhuji_sim.rules.reference import HAND_SIZE, MELDS, Hand, given_by_another
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import COPIES, SEATS
from zhuji_sim.rules.winning import BY_KEYS, By

_MOST_CAISHEN = 2
_WINDS = {"东": 0, "東": 0, "南": 1, "西": 2, "北": 3}
_MODES = {0: Mode.NONE, 1: Mode.SOLO, 2: Mode.DUAL}


def read_rules(rules: Ruleset | str | Path | Mapping[str, Any] | None) -> Ruleset:
    """The ruleset meant by a ruleset, a preset's name, a TOML file, options, or None for `bao`.

    Raises
    ------
    RulesError
        Anything else, or an unknown preset, option or value.
    """
    named = isinstance(rules, Mapping) and all(isinstance(name, str) for name in rules)
    if rules is None or named or isinstance(rules, Ruleset | str | Path):
        return Ruleset.of(rules)
    raise RulesError(f"rules {rules!r}: expected a Ruleset, a preset's name, a TOML file or options by name")


def read_seat(text: str, what: str = "seat") -> int:
    """Seat 0–3 of a letter E, S, W or N, or of its wind 东, 南, 西 or 北.

    Raises
    ------
    HandError
        Any other text.
    """
    if isinstance(text, str) and len(text) == 1:
        letter = narrow(text).upper()
        if letter in SEATS:
            return SEATS.index(letter)
        if letter in _WINDS:
            return _WINDS[letter]
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


def read_loser(text: str | None, by: By, seat: int, rules: Ruleset, what: str = "loser") -> int | None:
    """The seat that gave the winning tile: for 地胡 on the first discard the dealer, said or not.

    Raises
    ------
    HandError
        No seat, the winner's own, a seat though nobody gives the tile, or another than the dealer for 地胡.
    """
    loser = None if text is None else read_seat(text, what)
    way = BY_KEYS[by]
    if not given_by_another(rules, by):
        if loser is not None:
            raise HandError(f"{what} {text}: nobody gives the winning tile where it came by {way!r}")
        return None
    if loser == seat:
        raise HandError(f"{what} {text}: the loser cannot be the winner")
    if by == By.EARTHLY:
        if loser not in (None, 0):
            raise HandError(f"{what} {text}: by {way!r} is a win on the dealer's first discard; expected E")
        return 0
    return loser


def check_melds(melds: tuple[Meld, ...], by: By, rules: Ruleset) -> None:
    """Refuse melds that a hand of 天胡 or 地胡 cannot have.

    Raises
    ------
    HandError
        A meld; a concealed gang is none that contradicts 地胡 on a player's first draw.
    """
    if by not in (By.HEAVENLY, By.EARTHLY):
        return
    on_draw = by == By.EARTHLY and rules.earthly_on == "first_draw"
    wrong = next((meld for meld in melds if not (on_draw and meld.kind == "concealed_gang")), None)
    if wrong is not None:
        expected = "concealed gangs at most" if on_draw else "no melds on the table"
        raise HandError(f"by {BY_KEYS[by]!r} with the meld {wrong}: expected {expected}")


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


def read_forced(
    contract: str | int | Contract | None, declarer: str | None, rules: Ruleset
) -> tuple[Contract | None, int | None]:
    """A contract and the seat that holds it without an auction (`E` if not told), or None for both.

    Raises
    ------
    ZhujiError
        A declarer without a contract, a contract that the rules do not have, or no seat.
    """
    held = read_contract(contract, rules)
    if held is None:
        if declarer is not None:
            raise ContractError(
                f"declarer {declarer!r} without contract: expected the contract too, such as 2 or 独2"
            )
        return None, None
    if held.level > rules.max_level:
        raise ContractError(f"contract {held}: expected a level of at most {rules.max_level} (max_level)")
    return held, read_seat(SEATS[0] if declarer is None else declarer, "declarer")


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
        unknown seat or way of winning, melds that contradict it, a caishen set that does not exist.
    """
    place = read_seat(seat)
    way = read_by(by, place)
    kinds = read_caishen(caishen, rules)
    if not isinstance(melds, Iterable | Meld):
        raise HandError(f"melds {melds!r}: expected melds such as [777m], or () for none")
    laid = parse_melds((melds,) if isinstance(melds, str | Meld) else melds)
    check_melds(laid, way, rules)
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
