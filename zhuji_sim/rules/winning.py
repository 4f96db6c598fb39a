"""How a deal is won, and the items a hand's tai is made of (RULES.md §5)."""

from enum import IntEnum
from typing import Final


class By(IntEnum):
    """How the winning tile came."""

    SELF_DRAW = 0
    """自摸: drawn from the front of the wall."""
    DISCARD = 1
    """点炮: another player's discard."""
    GANG = 2
    """杠开: a gang's replacement tile."""
    ROB = 3
    """抢杠: the tile of another player's gang."""
    HEAVENLY = 4
    """天胡: the dealer's 14 tiles as dealt."""
    EARTHLY = 5
    """地胡: a non-dealer's win on the first discard, or on his first draw (`earthly_on`)."""

    @property
    def key(self) -> str:
        """Name in frames, logs and options, such as `self_draw`."""
        return self.name.lower()


class Item(IntEnum):
    """One line of a hand's tai; the order is the order in which items are shown and trimmed."""

    DRAGON_RED = 0
    """中 triplets and gangs."""
    DRAGON_GREEN = 1
    """发 triplets and gangs."""
    DRAGON_WHITE = 2
    """白 triplets and gangs."""
    WIND_EAST = 3
    """东 triplets and gangs."""
    WIND_SOUTH = 4
    """南 triplets and gangs."""
    WIND_WEST = 5
    """西 triplets and gangs."""
    WIND_NORTH = 6
    """北 triplets and gangs."""
    PINGHU = 7
    """平胡: all sequences, the pair without value."""
    DUIDUIHU = 8
    """对对胡: all triplets or gangs."""
    HUNYISE = 9
    """混一色: one suit and honours."""
    QINGYISE = 10
    """清一色: one suit, no honours."""
    GANG_DRAW = 11
    """杠开: won on a gang's replacement tile."""
    ROBBING = 12
    """抢杠: won by robbing a gang."""
    NO_CAISHEN = 13
    """无财: no caishen tile in hand or melds; where it is a floor (ziyou), what the floor adds."""
    THREE_CAISHEN = 14
    """Three or more caishen held."""
    ALL_HONOURS = 15
    """全字牌: honours only; a floor, shows what it adds."""
    HEAVENLY = 16
    """天胡: a floor, shows what it adds."""
    EARTHLY = 17
    """地胡: a floor, shows what it adds."""

    @property
    def key(self) -> str:
        """Name in frames, logs and scores, such as `dragon_red`."""
        return self.name.lower()


BY_KEYS: Final = tuple(by.key for by in By)
ITEM_KEYS: Final = tuple(item.key for item in Item)
