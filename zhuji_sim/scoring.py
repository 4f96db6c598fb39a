"""What a hand is worth, what it waits for, and who pays what: the public faces of the judge in `rules`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from zhuji_sim.errors import ContractError, SettlementError
from zhuji_sim.reading import (
    check_melds,
    check_mode,
    read_by,
    read_contract,
    read_hand,
    read_loser,
    read_rules,
    read_seat,
)
from zhuji_sim.rules import reference, settlement
from zhuji_sim.rules.arrangements import Group
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import Meld, format_tile
from zhuji_sim.rules.reference import HAND_SIZE, Hand, Verdict
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.rules.winning import By

Rules = Ruleset | str | Path | Mapping[str, Any] | None
"""Rules as a user gives them: a ruleset, a preset's name, a TOML file, options, or None for `bao`."""

WhyNot = Literal["incomplete", "no_tai", "below_minimum", "no_win_on_discard", "declarer_only"]
"""Why a hand does not win: not complete, 0 tai, less than the minimum, a discard where the rules know only
self-draws and robbing, or a tile that a defender has from a fellow defender (`defender_ron`)."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth.

    Attributes
    ----------
    complete : bool
        Whether it is four melds and a pair (or 14 honours under `loose_all_honours`).
    tai : int or None
        The most it can be worth; None where it is not complete.
    items : dict
        Item → tai, adding up to `tai`; a floor item shows what it adds.
    no_minimum : bool or None
        Whether it wins whatever the minimum; None where it is not complete.
    minimum : int
        Tai this player needs.
    wins : bool
        Whether he may declare hu.
    groups : tuple of Group
        Melds on the table, melds found, the pair; empty where not complete.
    stands_for : tuple of (str, str)
        Each concealed caishen used as a wildcard and the tile it stands for, itself perhaps.
    why_not : str or None
        Why he may not: `incomplete`, `no_tai`, `below_minimum`, `no_win_on_discard` or `declarer_only`.
    """

    complete: bool
    tai: int | None
    items: dict[str, int]
    no_minimum: bool | None
    minimum: int
    wins: bool
    groups: tuple[Group, ...] = field(default=(), repr=False)
    stands_for: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    why_not: WhyNot | None = field(default=None, repr=False)


def score(
    hand: str,
    win: str | None = None,
    caishen: str = "",
    seat: str = "E",
    by: str = "self_draw",
    melds: Iterable[str | Meld] = (),
    rules: Rules = None,
    declarer: bool | str | None = None,
    contract: str | int | Contract | None = None,
    loser: str | None = None,
) -> Score:
    """Count a hand's tai, the highest over every arrangement and use of the caishen (RULES.md §5).

    Parameters
    ----------
    hand : str
        Concealed tiles, without the winning tile if `win` names it; `123m456s567m789p中`.
    win : str or None
        The winning tile. It stands for itself where another player gave it. None: it is among `hand`.
    caishen : str
        Kinds that are wild for this player: none, one (独), or a tile and its successor (二财神).
    seat : {"E", "S", "W", "N"}
        The player's seat; E is the dealer.
    by : {"self_draw", "discard", "gang", "rob", "heavenly", "earthly"}
        How the winning tile came.
    melds : iterable of str or Meld
        Melds on the table, such as `[777m]`.
    rules : Ruleset, str, Path, mapping or None
        The rules, a preset's name, a TOML file or options; None is `bao`.
    declarer : bool, str or None
        Whether this player is the declarer (包家), or the declarer's seat.
    contract : str, Contract or None
        The contract; its level is the declarer's minimum.
    loser : str or None
        Who discarded the winning tile or was robbed of it, if that is known.

    Raises
    ------
    ZhujiError
        A hand, a seat or a contract that cannot be; one line that names what is wrong.

    Notes
    -----
    Under `defender_ron = "declarer_only"` a defender wins only on the declarer; without `loser`, or without
    the declarer's seat, the tile is taken to be the declarer's.

    Examples
    --------
    >>> score("123m456s567m789p中", win="中", caishen="9p", seat="S")
    Score(complete=True, tai=0, items={}, no_minimum=False, minimum=1, wins=False)
    """
    table = read_rules(rules)
    read = read_hand(hand, win=win, caishen=caishen, seat=seat, by=by, melds=melds, rules=table)
    giver = read_loser(loser, read.by, read.seat, table)
    level = _level(table, read, declarer, contract)
    minimum = reference.minimum(table, read, level)
    verdict = reference.judge(table, read)
    if verdict is None:
        return Score(False, None, {}, None, minimum, False, why_not="incomplete")
    why_not = _why_not(table, read, verdict, minimum, giver, _seat_of(declarer, read))
    return Score(
        complete=True,
        tai=verdict.tai,
        items={item.key: tai for item, tai in sorted(verdict.items.items())},
        no_minimum=verdict.no_minimum,
        minimum=minimum,
        wins=why_not is None,
        groups=verdict.groups,
        stands_for=_stands_for(table, read, verdict),
        why_not=why_not,
    )


def waits(
    hand: str,
    melds: Iterable[str | Meld] = (),
    caishen: str = "",
    seat: str = "E",
    rules: Rules = None,
    by: str = "self_draw",
) -> dict[str, int]:
    """The tiles that complete a hand of 13, each with the tai the hand is then worth.

    Parameters
    ----------
    hand : str
        Concealed tiles: 13, less three for each meld.
    melds, caishen, seat, rules, by :
        As in `score`; `by` says how the tile would come.

    Returns
    -------
    dict
        Tile → tai, before any minimum. A tile of which the player holds all four is none of them.

    Raises
    ------
    ZhujiError
        As in `score`.

    Examples
    --------
    >>> waits("23m456s567m789p中中", seat="S", rules="heping")
    {'1m': 1, '4m': 1}
    """
    table = read_rules(rules)
    read = read_hand(hand, caishen=caishen, seat=seat, melds=melds, rules=table, sizes=(HAND_SIZE - 1,))
    way = read_by(by, read.seat)
    check_melds(read.melds, way, table)
    found = reference.waits(table, replace(read, by=way))
    return {format_tile(tile): verdict.tai for tile, verdict in found.items()}


def settle(
    rules: Rules = None,
    winner: str | None = None,
    tai: int | None = None,
    loser: str | None = None,
    declarer: str | None = None,
    contract: str | int | Contract | None = None,
    lao_zhuang: bool | int = False,
    robbed: bool | None = None,
) -> dict[str, int]:
    """Points of the four seats after a deal (RULES.md §6); they add up to zero.

    Parameters
    ----------
    rules : Ruleset, str, Path, mapping or None
        As in `score`.
    winner, tai : str and int, or None
        The winner's seat and tai; None where the deal was drawn.
    loser : str or None
        Who discarded the winning tile or was robbed of it; None after a self-draw.
    declarer, contract : str or None
        The declarer's seat and contract; None in a deal without contract.
    lao_zhuang : bool or int
        Whether this is a 老庄 deal, or how many times in a row the dealer has stayed.
    robbed : bool or None
        Whether the loser was robbed of a gang's tile. None: he was, if the rules allow no win on a discard.

    Raises
    ------
    ZhujiError
        A seat, a contract or a result that cannot be.

    Examples
    --------
    >>> settle("bao", winner="S", tai=1, declarer="E", contract="2")
    {'E': -17, 'S': 11, 'W': 3, 'N': 3}
    """
    table = read_rules(rules)
    if tai is not None and (isinstance(tai, bool) or not isinstance(tai, int)):
        raise SettlementError(f"tai {tai!r}: expected a whole number from 1 up")
    if not isinstance(lao_zhuang, int) or lao_zhuang < 0:
        raise SettlementError(f"lao_zhuang {lao_zhuang!r}: expected True, False or the number of stays")
    points = settlement.settle(
        table,
        winner=None if winner is None else read_seat(winner, "winner"),
        tai=tai,
        loser=None if loser is None else read_seat(loser, "loser"),
        declarer=None if declarer is None else read_seat(declarer, "declarer"),
        contract=read_contract(contract, table),
        lao_zhuang=lao_zhuang,
        robbed=robbed,
    )
    return dict(zip(SEATS, points, strict=True))


def _level(
    rules: Ruleset, hand: Hand, declarer: bool | str | None, contract: str | int | Contract | None
) -> int | None:
    """The contract's level if the player is the declarer, else None."""
    bid = read_contract(contract, rules)
    if bid is not None:
        check_mode(bid, hand.caishen)
    if declarer is None or declarer is False:
        return None
    if bid is None:
        raise ContractError("declarer without contract: expected the contract too, such as 2, 独2 or 无财2")
    return bid.level if _seat_of(declarer, hand) == hand.seat else None


def _seat_of(declarer: bool | str | None, hand: Hand) -> int | None:
    """The declarer's seat, None where it is not known."""
    if declarer is None or declarer is False:
        return None
    return hand.seat if declarer is True else read_seat(declarer, "declarer")


def _why_not(
    rules: Ruleset, hand: Hand, verdict: Verdict, minimum: int, giver: int | None, declarer: int | None
) -> WhyNot | None:
    """Why a complete hand does not win, None where it does."""
    if verdict.tai == 0:
        return "no_tai"
    if not verdict.wins(minimum):
        return "below_minimum"
    given = reference.given_by_another(rules, hand.by)
    if given and hand.by != By.ROB and not rules.win_on_discard:
        return "no_win_on_discard"
    strangers = None not in (giver, declarer) and declarer not in (giver, hand.seat)
    if given and strangers and rules.defender_ron == "declarer_only":
        return "declarer_only"
    return None


def _stands_for(rules: Ruleset, hand: Hand, verdict: Verdict) -> tuple[tuple[str, str], ...]:
    """Which concealed caishen stands for what; one that can stand for itself does."""
    in_hand = verdict.groups[len(hand.melds) :]
    places = [tile for group in in_hand for tile, wild in zip(group.tiles, group.wild, strict=True) if wild]
    caishen = [tile for tile in hand.tiles if tile in hand.caishen]
    if hand.win in hand.caishen and reference.given_by_another(rules, hand.by):
        caishen.remove(hand.win)
    pairs = []
    for tile in list(places):
        if tile in caishen:
            places.remove(tile)
            caishen.remove(tile)
            pairs.append((tile, tile))
    pairs += zip(caishen, places, strict=False)
    return tuple((format_tile(tile), format_tile(meant)) for tile, meant in pairs)
