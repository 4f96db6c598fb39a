"""The evaluation kernels under one ruleset, asked with hands of the rules."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from zhuji_sim import tables
from zhuji_sim.engine.distance import UNREACHABLE, distance_any, distance_to_melds, distance_to_tai
from zhuji_sim.engine.from_tiles import holding_of
from zhuji_sim.engine.helpful import helpful_kinds, live_helpful, spare_kinds
from zhuji_sim.engine.items import items_of
from zhuji_sim.engine.tai import INCOMPLETE, best_tai, verdict, wins
from zhuji_sim.engine.waits import waits
from zhuji_sim.rules import KINDS, PRESETS, Item, Ruleset
from zhuji_sim.rules.reference import Hand, given_by_another
from zhuji_sim.tables.build import Shape, build, complete

PRESET_SHAPES = {Shape.of(Ruleset.preset(name)) for name in PRESETS}


def tables_of(rules: Ruleset) -> np.record:
    """The tables of these rules; those that no preset has are not left on disk."""
    if Shape.of(rules) in PRESET_SHAPES:
        return tables.load(rules)
    record = build(Shape.of(rules))
    complete(record, rules)
    return record[()]


class Kernels:
    """What the kernels say of a hand; None stands for "not complete" and "not within reach"."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.encoded = rules.encode()
        self.tables = tables_of(rules)

    def tai(self, hand: Hand) -> int | None:
        tai = int(best_tai(holding_of(self.rules, hand), int(hand.by), self.encoded, self.tables))
        return None if tai == INCOMPLETE else tai

    def no_minimum(self, hand: Hand) -> bool:
        return bool(verdict(holding_of(self.rules, hand), int(hand.by), self.encoded, self.tables)[1])

    def wins(self, hand: Hand, minimum: int) -> bool:
        holding = holding_of(self.rules, hand)
        return wins(holding, int(hand.by), minimum, self.encoded, self.tables) != INCOMPLETE

    def items(self, hand: Hand) -> dict[str, int] | None:
        found = np.zeros(len(Item), np.int8)
        tai = items_of(holding_of(self.rules, hand), int(hand.by), self.encoded, self.tables, found)
        if tai == INCOMPLETE:
            return None
        assert found.sum() == tai
        return {item.key: int(found[item]) for item in Item if found[item]}

    def distance(self, hand: Hand, tai: int = 0, extra: int = 0) -> int | None:
        missing = int(distance_to_tai(holding_of(self.rules, hand), tai, extra, self.encoded, self.tables))
        return None if missing == UNREACHABLE else missing

    def distance_any(self, hand: Hand) -> int:
        return int(distance_any(holding_of(self.rules, hand), self.tables))

    def distance_to_melds(self, hand: Hand) -> int:
        return int(distance_to_melds(holding_of(self.rules, hand), self.tables))

    def helpful(self, hand: Hand, tai: int = 0) -> set[int]:
        return _kinds(helpful_kinds(holding_of(self.rules, hand), tai, self.encoded, self.tables))

    def live_helpful(self, hand: Hand, live: list[int], tai: int = 0) -> int:
        copies = np.array(live, np.int8)
        return int(live_helpful(holding_of(self.rules, hand), tai, copies, self.encoded, self.tables))

    def spare(self, hand: Hand, tai: int = 0) -> set[int]:
        kinds = _kinds(spare_kinds(holding_of(self.rules, hand), tai, self.encoded, self.tables))
        return kinds & set(hand.tiles)

    def waits(self, hand: Hand) -> dict[int, int]:
        found = np.zeros(KINDS, np.int16)
        given = int(given_by_another(self.rules, hand.by))
        holding = holding_of(self.rules, replace(hand, win=None))
        count = waits(holding, int(hand.by), given, self.encoded, self.tables, found)
        tai = {kind: int(found[kind]) for kind in range(KINDS) if found[kind] != INCOMPLETE}
        assert len(tai) == count
        return tai


def _kinds(bits: int) -> set[int]:
    return {kind for kind in range(KINDS) if (int(bits) >> kind) & 1}


@lru_cache(maxsize=10)
def kernels(rules: Ruleset) -> Kernels:
    """The kernels under these rules."""
    return Kernels(rules)
