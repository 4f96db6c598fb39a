"""The judge, slow, obvious, without tables: is a hand complete, what is it worth, what does it wait for.

Every fast way to answer these questions is held against this one (RULES.md §5).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from zhuji_sim.rules.arrangements import Group, arrangements
from zhuji_sim.rules.notation import Meld
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import COPIES, EAST, HONOURS, KINDS, RED, is_dragon, is_honour, suit_of
from zhuji_sim.rules.winning import By, Item

HAND_SIZE: Final = 14
"""Tiles of a complete hand, a gang counted as three."""

MELDS: Final = 4
"""Melds of a complete hand, beside the pair."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's tiles and how he came by the last one.

    Attributes
    ----------
    tiles : tuple of int
        Concealed tiles, the winning one included.
    melds : tuple of Meld
        Melds on the table.
    caishen : tuple of int
        The kinds that are wild for this player; empty where the mode is 无财.
    seat : int
        Seat 0–3, 0 the dealer.
    by : By
        How the winning tile came.
    win : int or None
        The winning tile. Only one that another player gave matters: it stands for itself.
    """

    tiles: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    caishen: tuple[int, ...] = ()
    seat: int = 0
    by: By = By.SELF_DRAW
    win: int | None = None

    @property
    def caishen_held(self) -> int:
        """Caishen in hand and melds, those used as themselves too."""
        held = sum(tile in self.caishen for tile in self.tiles)
        return held + sum(
            wild or tile in self.caishen
            for meld in self.melds
            for tile, wild in zip(meld.tiles, meld.wild, strict=True)
        )

    @property
    def circumstances(self) -> "Circumstances":
        """What the worth of any arrangement depends on beside its groups."""
        return Circumstances(self.seat, self.by, self.caishen_held, not self.caishen)

    @property
    def melds_left(self) -> int:
        """Melds to be formed by the concealed tiles."""
        return MELDS - len(self.melds)

    def split(self, rules: Ruleset) -> tuple[list[int], int]:
        """The concealed tiles that stand for themselves, and the number of wildcards among the others."""
        tiles = [tile for tile in self.tiles if tile not in self.caishen]
        wilds = len(self.tiles) - len(tiles)
        if self.win in self.caishen and given_by_another(rules, self.by):
            assert self.win is not None
            return [*tiles, self.win], wilds - 1
        return tiles, wilds


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a hand is worth, read in one way.

    Attributes
    ----------
    tai : int
        Its tai; the items add up to it.
    items : dict
        Tai of each item. A floor that applies is here even if it adds nothing, unless an earlier floor does.
    no_minimum : bool
        Whether it wins whatever the minimum.
    groups : tuple of Group
        Melds on the table, then those found in the hand, the pair last; empty for 14 loose honours.
    """

    tai: int
    items: dict[Item, int]
    no_minimum: bool
    groups: tuple[Group, ...]

    def wins(self, minimum: int) -> bool:
        """Whether the hand may be declared under this minimum; a hand of 0 tai never wins."""
        return self.tai > 0 and (self.no_minimum or self.tai >= minimum)


def given_by_another(rules: Ruleset, by: By) -> bool:
    """Whether the winning tile came from another player, so that it stands for itself."""
    return by in (By.DISCARD, By.ROB) or (by == By.EARTHLY and rules.earthly_on == "first_discard")


class Circumstances(NamedTuple):
    """What an arrangement's worth depends on beside its groups."""

    seat: int
    """Seat 0–3 of the player."""
    by: By
    """How the winning tile came."""
    caishen: int
    """Caishen held in hand and melds."""
    mode_none: bool
    """Whether no tile is wild for the player at all."""

    def is_wucai(self, rules: Ruleset) -> bool:
        """Whether the hand counts as 无财."""
        allowed = {"hand": True, "mode": self.mode_none, "off": False}[rules.wucai_bonus]
        return allowed and self.caishen == 0


def is_complete(tiles: Sequence[int], caishen: Collection[int] = (), melds: int = 0) -> bool:
    """Whether concealed tiles, the caishen all wild, make four melds and a pair with `melds` on the table."""
    naturals = [tile for tile in tiles if tile not in caishen]
    return any(True for _ in arrangements(naturals, len(tiles) - len(naturals), MELDS - melds))


def readings(rules: Ruleset, hand: Hand) -> Iterator[Verdict]:
    """Every way to read a complete hand, each with its worth; nothing for a hand that is not complete."""
    naturals, wilds = hand.split(rules)
    circumstances = hand.circumstances
    laid = tuple(Group.from_meld(meld) for meld in hand.melds)
    for groups in arrangements(naturals, wilds, hand.melds_left):
        yield appraise(rules, circumstances, laid + groups)
    tiles = naturals + [tile for meld in hand.melds for tile in meld.tiles]
    full = len(hand.tiles) == 3 * hand.melds_left + 2
    if rules.loose_all_honours and full and all(is_honour(tile) for tile in tiles):
        yield appraise(rules, circumstances, laid, loose=True)


def judge(rules: Ruleset, hand: Hand) -> Verdict | None:
    """The best reading of a hand, None where it is not complete.

    The best is the one of most tai; among equals, one that needs no minimum, then one in which more caishen
    stand for themselves.
    """

    def rank(verdict: Verdict) -> tuple[int, bool, int]:
        as_itself = sum(
            wild and tile in hand.caishen
            for group in verdict.groups
            for tile, wild in zip(group.tiles, group.wild, strict=True)
        )
        return verdict.tai, verdict.no_minimum, as_itself

    best = max(readings(rules, hand), key=rank, default=None)
    if best is None:
        return None
    on_table, found = best.groups[: len(hand.melds)], best.groups[len(hand.melds) :]
    return replace(
        best, groups=(*on_table, *sorted(found, key=lambda group: (group.kind == "pair", group.tiles)))
    )


def minimum(rules: Ruleset, hand: Hand, level: int | None = None) -> int:
    """Tai the hand has to have; `level` is the contract's for the declarer, None for everybody else.

    Where 无财 is a floor that needs some tai (ziyou), a hand without caishen never wins with less.
    """
    needed = rules.minimum_tai if level is None else level
    if rules.tai_no_caishen_floor and hand.circumstances.is_wucai(rules):
        return max(needed, rules.floor_needs_tai)
    return needed


def waits(rules: Ruleset, hand: Hand) -> dict[int, Verdict]:
    """The tiles that would complete a hand that is one short, with the verdict on each.

    A tile of which the player holds all four is none of them. `hand.by` says how the tile would come.
    """
    held = list(hand.tiles) + [tile for meld in hand.melds for tile in meld.naturals]
    if len(hand.caishen) == 1:
        held += list(hand.caishen) * sum(meld.wilds for meld in hand.melds)
    found = {}
    for tile in range(KINDS):
        if held.count(tile) < COPIES:
            verdict = judge(rules, replace(hand, tiles=(*hand.tiles, tile), win=tile))
            if verdict is not None:
                found[tile] = verdict
    return found


def appraise(
    rules: Ruleset, circumstances: Circumstances, groups: tuple[Group, ...], loose: bool = False
) -> Verdict:
    """Worth of one arrangement (RULES.md §5).

    Parameters
    ----------
    rules : Ruleset
        The table's rules.
    circumstances : Circumstances
        Seat, the way of winning, caishen held.
    groups : tuple of Group
        Four melds and a pair; for 14 loose honours (`loose_all_honours`) only the melds on the table.
    loose : bool
        Whether the concealed tiles are loose honours, which are worth nothing by themselves.
    """
    items = _triplet_items(rules, circumstances.seat, groups)
    if not loose:
        items |= _pattern_items(rules, circumstances.seat, groups)
    wucai = circumstances.is_wucai(rules)
    items |= {
        Item.GANG_DRAW: rules.tai_gang_draw * (circumstances.by == By.GANG),
        Item.ROBBING: rules.tai_robbing * (circumstances.by == By.ROB),
        Item.NO_CAISHEN: rules.tai_no_caishen * wucai,
        Item.THREE_CAISHEN: rules.tai_three_caishen * (circumstances.caishen >= 3),
    }
    items = {item: tai for item, tai in items.items() if tai}
    honours_only = loose or all(is_honour(group.tiles[0]) for group in groups)
    no_minimum = _add_floors(rules, circumstances, items, honours_only, wucai)
    if rules.limit is not None:
        _trim(items, rules.limit)
    return Verdict(sum(items.values()), items, no_minimum, groups)


def _triplet_items(rules: Ruleset, seat: int, groups: tuple[Group, ...]) -> dict[Item, int]:
    """Tai of dragon and wind triplets and gangs; where dragons count once, the first of 中, 发, 白 does."""
    items: dict[Item, int] = {}
    for kind, tiles, _ in sorted(groups, key=lambda group: group.tiles[0]):
        if kind == "pair" or not is_honour(tiles[0]):
            continue
        honour = tiles[0]
        if is_dragon(honour):
            item = Item(Item.DRAGON_RED + honour - RED)
            if rules.dragon_tai == "once" and any(each < Item.WIND_EAST for each in items):
                continue
        else:
            item = Item(Item.WIND_EAST + honour - EAST)
        items[item] = items.get(item, 0) + rules.honour_tai(seat, honour)
    return items


def _pattern_items(rules: Ruleset, seat: int, groups: tuple[Group, ...]) -> dict[Item, int]:
    """Tai of the whole hand's shape and suits."""
    items: dict[Item, int] = {}
    pair = next(tiles[0] for kind, tiles, _ in groups if kind == "pair")
    runs = sum(kind == "chi" for kind, _, _ in groups)
    if runs == MELDS:
        if not is_dragon(pair) and not rules.honour_tai(seat, pair):
            items[Item.PINGHU] = rules.tai_pinghu
    elif runs == 0:
        items[Item.DUIDUIHU] = rules.tai_duiduihu
    suits = {suit_of(tiles[0]) for _, tiles, _ in groups}
    if len(suits) == 1 and HONOURS not in suits:
        items[Item.QINGYISE] = rules.tai_qingyise
    elif len(suits) == 2 and HONOURS in suits:
        items[Item.HUNYISE] = rules.tai_hunyise
    return items


def _add_floors(
    rules: Ruleset, circumstances: Circumstances, items: dict[Item, int], honours_only: bool, wucai: bool
) -> bool:
    """Add to `items` what each floor that applies lifts the tai by; gives whether the minimum falls away."""
    ordinary = sum(items.values())
    enough = ordinary >= rules.floor_needs_tai
    unconditional = rules.floor_needs_tai == 0
    floors = (
        (Item.ALL_HONOURS, rules.tai_all_honours, honours_only, True),
        (Item.HEAVENLY, rules.tai_heavenly, enough and circumstances.by == By.HEAVENLY, unconditional),
        (Item.EARTHLY, rules.tai_earthly, enough and circumstances.by == By.EARTHLY, unconditional),
        (Item.NO_CAISHEN, rules.tai_no_caishen_floor, enough and wucai, unconditional),
    )
    in_force = [(item, floor, free) for item, floor, applies, free in floors if floor and applies]
    total = ordinary
    for place, (item, floor, _) in enumerate(in_force):
        lift = max(0, floor - total)
        total += lift
        if lift or place == 0:
            items[item] = items.get(item, 0) + lift
    return any(free for _, _, free in in_force)


def _trim(items: dict[Item, int], limit: int) -> None:
    """Take from the last items what goes beyond the limit."""
    excess = sum(items.values()) - limit
    for item in sorted(items, reverse=True):
        if excess <= 0:
            return
        taken = min(excess, items[item])
        excess -= taken
        items[item] -= taken
        if not items[item]:
            del items[item]
