"""The bid card: what to bid, by what a player can count, for people at a table without a computer."""

import json
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import pandas as pd

from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.reading import read_rules
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_JOBS, check_whole

from .card_cells import FEWEST_HANDS, cells_of
from .card_loss import losses
from .card_points import CHANCE, kind_of, play_card_points

__all__ = ["DECISIONS", "FULL_DECISIONS", "Card", "check_card", "make_card"]

DECISIONS: Final = 60_000
"""Deals that a card is made from; a third as many fresh ones say what it costs to follow it."""
FULL_DECISIONS: Final = 200
"""Fresh decisions at which everything is calculated in full."""
MOST_DECISIONS: Final = 50_000_000
FRESH: Final = 1_000_000_000
"""First deal of those that a card is judged by."""


@dataclass(frozen=True)
class Card:
    """A card and how it was found.

    Attributes
    ----------
    rules : Ruleset
    policy : Policy
        Who plays all seats.
    kind : str
        `bid`, `name` (the caishen) or `chance` (there is nothing to choose).
    deals, full, seed : int
        Deals it was made from, decisions calculated in full, seed.
    decisions : int
        Decisions that those deals gave, one each where there was one.
    cells : DataFrame
        See `card_cells.cells_of`.
    losses : DataFrame
        See `card_loss.losses`; empty where there is nothing to choose.
    seconds : float
    """

    rules: Ruleset
    policy: Policy
    kind: str
    deals: int
    full: int
    seed: int
    decisions: int
    cells: pd.DataFrame
    losses: pd.DataFrame
    seconds: float

    def document(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "kind": self.kind,
            "rules": self.rules.options(),
            "policy": self.policy.spec,
            "seed": self.seed,
            "deals": self.deals,
            "full": self.full,
            "decisions": self.decisions,
            "cells": _plain(self.cells),
            "losses": _plain(self.losses),
            "seconds": round(self.seconds, 2),
        }


def make_card(
    rules: Ruleset | str = "bao",
    policy: Policy | str = "champion",
    deals: int = DECISIONS,
    seed: int = 1,
    jobs: int = 1,
    full: int = FULL_DECISIONS,
) -> Card:
    """Make the card of a ruleset.

    Parameters
    ----------
    rules : Ruleset, or what `Ruleset.of` reads
    policy : Policy or str
        Who plays all seats.
    deals : int
        Deals it is made from. A third as many fresh ones say what is lost against the policy.
    seed, jobs : int
        Figures do not depend on `jobs`.
    full : int
        Fresh decisions at which the card is held against a full calculation.

    Raises
    ------
    ZhujiError
        Says what is wrong and what was expected.
    """
    began = perf_counter()
    check_card(deals, seed, jobs, full)
    table, player = read_rules(rules), load(policy)
    sample = play_card_points(table, player, 0, deals, seed, jobs, thorough=False)
    cells = cells_of(table, sample, FEWEST_HANDS)
    lost = pd.DataFrame()
    if kind_of(table) != CHANCE:
        fresh = play_card_points(table, player, FRESH, deals // 3, seed, jobs, thorough=True)
        lost = losses(table, player, cells, fresh, full, seed, jobs)
    return Card(
        rules=table,
        policy=player,
        kind=kind_of(table),
        deals=deals,
        full=full,
        seed=seed,
        decisions=len(sample.points),
        cells=cells,
        losses=lost,
        seconds=perf_counter() - began,
    )


def check_card(deals: int, seed: int, jobs: int, full: int) -> None:
    """Refuse what no card can be made with.

    Raises
    ------
    ExperimentError
        No such number.
    """
    check_whole("deals", deals, 3, MOST_DECISIONS)
    check_whole("full", full, 0, deals // 3)
    check_whole("seed", seed, 0, HIGHEST_SEED)
    check_whole("jobs", jobs, 1, MOST_JOBS)


def _plain(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows as plain values, what is missing as None."""
    rows: list[dict[str, Any]] = json.loads(table.to_json(orient="records", double_precision=15))
    return rows
