"""Options of the encoded ruleset as the kernels read them: a value's place in its list (`rules.encoding`)."""

from enum import IntEnum
from typing import Final

from zhuji_sim.rules.contracts import Mode

__all__ = [
    "MODES",
    "AllPass",
    "CaishenGang",
    "CaishenSource",
    "DefenderRon",
    "DiscardedCaishen",
    "DragonTai",
    "DrawPays",
    "EarthlyOn",
    "LaoZhuang",
    "Mode",
    "NextDealer",
    "Payment",
    "RobbedPays",
    "WucaiBonus",
    "ZiyouCaishen",
]

MODES: Final = 3
"""Caishen modes of contracts; a contract's rank is (level - 2) * MODES + mode."""


class CaishenSource(IntEnum):
    """Values of `caishen_source`."""

    DECLARER = 0
    INDICATOR = 1
    EACH_PLAYER = 2


class ZiyouCaishen(IntEnum):
    """Values of `ziyou_caishen`."""

    EACH_PLAYER = 0
    DEALER = 1


class DiscardedCaishen(IntEnum):
    """Values of `discarded_caishen`."""

    AS_ITSELF = 0
    UNCLAIMABLE = 1


class AllPass(IntEnum):
    """Values of `all_pass`."""

    NO_CAISHEN = 0
    DEALER_MUST_BID = 1
    REDEAL = 2


class CaishenGang(IntEnum):
    """Values of `caishen_gang`."""

    WHEN_READY = 0
    NEVER = 1


class DefenderRon(IntEnum):
    """Values of `defender_ron`."""

    ANY = 0
    DECLARER_ONLY = 1


class DragonTai(IntEnum):
    """Values of `dragon_tai`."""

    EACH = 0
    ONCE = 1


class WucaiBonus(IntEnum):
    """Values of `wucai_bonus`."""

    HAND = 0
    MODE = 1
    OFF = 2


class EarthlyOn(IntEnum):
    """Values of `earthly_on`."""

    FIRST_DISCARD = 0
    FIRST_DRAW = 1


class Payment(IntEnum):
    """Values of `payment`."""

    BY_DISCARD = 0
    EQUAL = 1


class RobbedPays(IntEnum):
    """Values of `robbed_pays`."""

    ALL = 0
    ROBBED_ONLY = 1


class DrawPays(IntEnum):
    """Values of `draw_pays`."""

    DECLARER = 0
    DEALER = 1
    NOBODY = 2


class LaoZhuang(IntEnum):
    """Values of `lao_zhuang`."""

    DOUBLE = 0
    CUMULATIVE = 1
    OFF = 2


class NextDealer(IntEnum):
    """Values of `next_dealer`."""

    ROTATE = 0
    WINNER = 1
