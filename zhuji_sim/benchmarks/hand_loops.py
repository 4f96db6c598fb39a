"""Loops over hands for timing; each gives the sum of its answers, so that no call can be left out."""

from typing import Any

import numpy as np

from zhuji_sim.benchmarks.plain_hands import plain_best_tai, plain_distance_any, plain_distance_to_tai
from zhuji_sim.engine.distance import distance_any, distance_to_tai
from zhuji_sim.engine.helpful import helpful_kinds
from zhuji_sim.engine.jit import kernel
from zhuji_sim.engine.tai import best_tai

__all__ = [
    "complete",
    "helpful",
    "plain_complete",
    "plain_to_any",
    "plain_to_tai",
    "plain_worth",
    "to_any",
    "to_tai",
    "worth",
]

_SELF_DRAW = 0


@kernel
def complete(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """How many hands are complete."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            if distance_any(hands[i], tables) <= 0:
                total += 1
    return total


@kernel
def plain_complete(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """The same by (min,+) loops."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            if plain_distance_any(hands[i], tables, rows) <= 0:
                total += 1
    return total


@kernel
def to_any(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """Sum of the distances to any win."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            total += distance_any(hands[i], tables)
    return total


@kernel
def plain_to_any(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """The same by (min,+) loops."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            total += plain_distance_any(hands[i], tables, rows)
    return total


@kernel
def to_tai(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """Sum of the distances to `tai`."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            total += distance_to_tai(hands[i], tai, 0, rules, tables)
    return total


@kernel
def plain_to_tai(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """The same by (min,+) loops."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            total += plain_distance_to_tai(hands[i], tai, rules, tables, rows)
    return total


@kernel
def worth(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """Sum of the best tai."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            total += best_tai(hands[i], _SELF_DRAW, rules, tables)
    return total


@kernel
def plain_worth(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """The same by (min,+) loops."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            total += plain_best_tai(hands[i], _SELF_DRAW, rules, tables, rows)
    return total


@kernel
def helpful(hands: Any, tai: int, rules: Any, tables: Any, rows: Any, times: int) -> Any:
    """Sum of the sets of helpful kinds."""
    total = np.int64(0)
    for _ in range(times):
        for i in range(len(hands)):
            total += helpful_kinds(hands[i], tai, rules, tables)
    return total
