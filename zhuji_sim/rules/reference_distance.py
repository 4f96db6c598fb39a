"""The judge of distances: how many tiles a hand misses, by searching all arrangements (RULES.md §5)."""

from collections.abc import Iterator
from typing import Final

from zhuji_sim.rules.arrangements import Group, arrangements
from zhuji_sim.rules.reference import HAND_SIZE, Circumstances, Hand, appraise
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import is_honour
from zhuji_sim.rules.winning import By

_PAIR_SIZE: Final = 2


def distance(rules: Ruleset, hand: Hand, tai: int = 0, most: int = HAND_SIZE) -> int | None:
    """Tiles missing to a complete self-drawn hand worth at least `tai`: 0 complete, 1 ready.

    Tiles are replaced one for one; a hand that is one short gets one more. A fifth copy counts as obtainable,
    a missing tile may come as a caishen, and the caishen in hand may be thrown away for 无财.

    Parameters
    ----------
    rules : Ruleset
        The table's rules.
    hand : Hand
        The concealed tiles, one short or not; `by` and `win` do not matter.
    tai : int
        Tai the hand is to be worth.
    most : int
        Where to give up; the search grows steeply with every missing tile.

    Returns
    -------
    int or None
        None where no such hand is within `most` tiles.
    """
    return next((missing for missing in range(most + 1) if _reaches(rules, hand, missing, tai)), None)


def _reaches(rules: Ruleset, hand: Hand, missing: int, tai: int) -> bool:
    """Whether `missing` new tiles are enough."""
    laid = tuple(Group.from_meld(meld) for meld in hand.melds)
    naturals = [tile for tile in hand.tiles if tile not in hand.caishen]
    held = len(hand.tiles) - len(naturals)
    on_table = hand.caishen_held - held
    most = min(held + missing, 3 * hand.melds_left + _PAIR_SIZE) + on_table
    for groups in arrangements(naturals, held + missing, hand.melds_left, drop=True, avoid=hand.caishen):
        filled = [
            tile for group in groups for tile, wild in zip(group.tiles, group.wild, strict=True) if wild
        ]
        without = len(filled) <= missing and not any(tile in hand.caishen for tile in filled)
        for caishen in _caishen_counts(hand, most, on_table, without):
            circumstances = Circumstances(hand.seat, By.SELF_DRAW, caishen, not hand.caishen)
            if appraise(rules, circumstances, laid + groups).tai >= tai:
                return True
    return rules.loose_all_honours and _reaches_loose(rules, hand, missing, tai)


def _reaches_loose(rules: Ruleset, hand: Hand, missing: int, tai: int) -> bool:
    """Whether `missing` new tiles are enough for 14 honours of whatever shape."""
    laid = tuple(Group.from_meld(meld) for meld in hand.melds)
    if not all(is_honour(group.tiles[0]) for group in laid):
        return False
    held = sum(tile in hand.caishen for tile in hand.tiles)
    honours = sum(is_honour(tile) and tile not in hand.caishen for tile in hand.tiles)
    places = 3 * hand.melds_left + _PAIR_SIZE
    filled = max(0, places - honours)
    if filled > held + missing:
        return False
    on_table = hand.caishen_held - held
    most = min(held + missing, places) + on_table
    for caishen in _caishen_counts(hand, most, on_table, filled <= missing):
        circumstances = Circumstances(hand.seat, By.SELF_DRAW, caishen, not hand.caishen)
        if appraise(rules, circumstances, laid, loose=True).tai >= tai:
            return True
    return False


def _caishen_counts(hand: Hand, most: int, on_table: int, without: bool) -> Iterator[int]:
    """Caishen the final hand may hold: the most there can be (they may replace natural tiles), or none."""
    if hand.caishen:
        yield most
    if without and not on_table:
        yield 0
