"""The same hands put before `zhuji_sim.rules.reference`: a check of the referee, and the items."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.referee.hands import listed
from tests.referee.tiles import Meld
from zhuji_sim.rules import By, Ruleset
from zhuji_sim.rules import Meld as RulesMeld
from zhuji_sim.rules.reference import Hand, Verdict, readings


def best_readings(
    rules: dict[str, Any],
    seat: int,
    concealed: Sequence[int],
    claimed: int | None,
    melds: Iterable[Meld],
    caishen: Iterable[int],
    by: str,
) -> list[Verdict]:
    """All readings of most tai; none for a hand that is not complete."""
    tiles = listed(concealed) + ([] if claimed is None else [claimed])
    laid = tuple(RulesMeld(_KINDS[meld.form], meld.places, meld.wild) for meld in melds)
    hand = Hand(tuple(tiles), laid, tuple(sorted(caishen)), seat, By[by.upper()], claimed)
    found = list(readings(Ruleset.from_options(rules), hand))
    best = max((verdict.tai for verdict in found), default=0)
    return [verdict for verdict in found if verdict.tai == best]


def items_of(verdict: Verdict) -> dict[str, int]:
    """The items by name, without a floor that adds nothing."""
    return {item.key: tai for item, tai in verdict.items.items() if tai}


_KINDS: Any = {"chi": "chi", "peng": "peng", "gang": "gang", "concealed gang": "concealed_gang"}
