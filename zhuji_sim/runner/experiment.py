"""What an experiment is: one question, asked of the cells of a grid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from zhuji_sim.errors import ExperimentError
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

AUCTION: Final = "auction"
"""What stands for `contract` where the players bid for it."""
DRAWS: Final = ("wall", "lanes")
BACKENDS: Final = ("loky", "threading", "sequential", "dask", "ray")
MOST_DEALS: Final = 10**10
MOST_JOBS: Final = 1024
HIGHEST_SEED: Final = 2**63 - 1


@dataclass(frozen=True)
class Cell:
    """One combination of an experiment's grid: everything that is the same for all of its deals.

    Attributes
    ----------
    index : int
        Its place in the grid, the column `cell` of the shards.
    name : str
        What sets it apart from the other cells, for people.
    rules_name : str
        Name of the rules: preset or file, and the options that were changed.
    policies : tuple of Policy
        By seat E S W N; in matches by player.
    contract, declarer
        A forced contract and the seat that holds it, or None: the auction decides.
    """

    index: int
    name: str
    rules_name: str
    rules: Ruleset
    policies: tuple[Any, ...]
    contract: Contract | None = None
    declarer: int | None = None

    @property
    def policy_names(self) -> tuple[str, ...]:
        """Names of the policies, in their order."""
        return tuple(policy.name for policy in self.policies)

    def describe(self) -> dict[str, Any]:
        """Everything that decides the cell's rows, as plain values."""
        return {
            "index": self.index,
            "name": self.name,
            "rules_name": self.rules_name,
            "rules": self.rules.options(),
            "policies": [policy.name for policy in self.policies],
            "policy_specs": {policy.name: policy.spec for policy in self.policies},
            "contract": None if self.contract is None else str(self.contract),
            "declarer": None if self.declarer is None else SEATS[self.declarer],
        }


@dataclass(frozen=True)
class Experiment:
    """A validated experiment.

    Attributes
    ----------
    title, about : dict of str
        Texts for readers, by language.
    deals : int
        Deals of each cell; where `matches` is not 0, deals of each match.
    matches : int
        Matches of each cell, 0 for independent deals.
    draws : str
        `wall`, the real order, or `lanes`, a share of the wall for each seat.
    jobs, backend, chunk
        How to run it; None leaves it to the command line.
    """

    seed: int
    deals: int
    cells: tuple[Cell, ...]
    matches: int = 0
    draws: str = "wall"
    title: Mapping[str, str] | None = None
    about: Mapping[str, str] | None = None
    jobs: int | None = None
    backend: str | None = None
    chunk: int | None = None

    @property
    def units(self) -> int:
        """What is counted off for each cell: matches, or deals where there are none."""
        return self.matches or self.deals

    @property
    def unit_deals(self) -> int:
        """Deals of one unit."""
        return self.deals if self.matches else 1

    @property
    def total_deals(self) -> int:
        """Deals of all cells together."""
        return len(self.cells) * self.units * self.unit_deals

    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows, as plain values."""
        return {
            "seed": self.seed,
            "deals": self.deals,
            "matches": self.matches,
            "draws": self.draws,
            "cells": [cell.describe() for cell in self.cells],
        }


def check_whole(name: str, value: Any, low: int, high: int) -> None:
    """Refuse what is no whole number within bounds.

    Raises
    ------
    ExperimentError
        Names the value and what was expected.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise ExperimentError(f"{name} = {value!r}: expected a whole number from {low} to {high}")


def check_word(name: str, value: Any, valid: Sequence[str]) -> None:
    """Refuse what is none of several words.

    Raises
    ------
    ExperimentError
        Names the value and the words.
    """
    if value not in valid:
        raise ExperimentError(f"{name} = {value!r}: expected one of {', '.join(valid)}")
