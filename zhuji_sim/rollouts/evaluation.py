"""Every action of a decision point played out over the same redeals, and what it brings on average."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from zhuji_sim.batches import seat_table
from zhuji_sim.engine.determinize import new_workspace
from zhuji_sim.engine.rollout import DONE, ILLEGAL, STATES, roll_out
from zhuji_sim.engine.state import new_states
from zhuji_sim.errors import PolicyError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.rules.ruleset import Ruleset

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CANDIDATES", "Evaluation", "Rollouts", "evaluate"]

CANDIDATES: Final = 12
"""Redeals among which one is taken by the likelihood of bids and names, where a policy tells of it."""
_FIRST_LOOK: Final = 4
"""A quarter of the redeals decides which actions are played out no further."""
_CLEARLY: Final = 3.0
"""Standard errors by which an action is behind when it is given up."""


class Position(Protocol):
    """What `evaluate` takes: a `DealSession`, or anything else that stands at a decision point."""

    @property
    def rules(self) -> Ruleset:
        """The rules of the deal."""

    @property
    def state(self) -> np.record:
        """A record of STATE, of which only `scene` and `legal` are looked at."""


@dataclass(frozen=True)
class Evaluation:
    """What the actions of one decision point brought over common redeals.

    Attributes
    ----------
    actions : int16[a]
        The legal actions (`engine.codes.Action`), in the engine's order.
    points : float64[n, a]
        Points of the seat to act by redeal and action; NaN where an action had been given up.
    effective : float64[n]
        Effective number of candidates each redeal was taken from (1 where all redeals count alike): where it
        is small, the redeals know little more of bids and names than the best candidate found.
    """

    actions: np.ndarray
    points: np.ndarray
    effective: np.ndarray

    @property
    def means(self) -> np.ndarray:
        """Mean points of each action (float64[a]), over the redeals it was played out on."""
        means: np.ndarray = np.nanmean(self.points, axis=0)
        return means

    @property
    def best(self) -> int:
        """Position of the action with the best mean, of those played out to the end; the first of equals."""
        played = ~np.isnan(self.points[-1])
        return int(np.argmax(np.where(played, self.means, -np.inf)))

    def behind(self, position: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """How far each action is behind that at `position` (None: the best), and the paired standard errors.

        Both float64[a], in points. The redeals are common, so that what they do to all actions cancels out.
        The best of several noisy means is too good on average; `Evaluation.honest` knows no such bias.
        """
        chosen = self.best if position is None else position
        behind = self.points[:, chosen, None] - self.points
        count = (~np.isnan(behind)).sum(axis=0)
        errors = np.nanstd(behind, axis=0, ddof=1) / np.sqrt(count)
        return np.nanmean(behind, axis=0), errors

    def honest(self) -> tuple[int, int, np.ndarray]:
        """The best by each half of the redeals, and how far all actions are behind it on the other half.

        Returns the two positions, and float64[a]: the mean over both ways of points of the chosen action less
        points of each action, in points. It has no selection bias: the choice by half the redeals is judged
        by redeals it has not seen. What it measures is therefore that choice, which may fall short of the
        truly best action, so that it can be negative for a good player's action.
        """
        half = len(self.points) // 2
        first, second = np.nanmean(self.points[:half], axis=0), np.nanmean(self.points[half:], axis=0)
        by_first, by_second = int(np.argmax(first)), int(np.argmax(second))
        return by_first, by_second, (second[by_first] - second + first[by_second] - first) / 2

    def frame(self) -> "pd.DataFrame":
        """A row an action: `action` (code), `mean`, `behind` the best, `error` of that difference, `n`."""
        import pandas as pd

        behind, errors = self.behind()
        return pd.DataFrame(
            {
                "action": self.actions,
                "mean": self.means,
                "behind": behind,
                "error": errors,
                "n": (~np.isnan(self.points)).sum(axis=0),
            }
        )


class Rollouts:
    """Rollouts under one ruleset, with policies that play on in every seat; loaded once, asked often.

    Parameters
    ----------
    rules : Ruleset
    policies : one policy, or four by seat
        Names, TOML files or `Policy` objects. Who plays on, and whose bids and names weigh the redeals.
    candidates : int
        Redeals among which each one is taken by likelihood, where a policy tells how likely its bids are.
    """

    def __init__(
        self,
        rules: Ruleset,
        policies: str | Path | Policy | Sequence[str | Path | Policy] = "tai",
        candidates: int = CANDIDATES,
    ) -> None:
        four = _four(policies)
        self.rules = rules
        self.table = seat_table(rules, four)
        judged = [policy.chances() for policy in four]
        self.chances = tuple(each or _unjudged() for each in judged)
        self.candidates = candidates if any(judged) else 1
        self.states = new_states(STATES)
        self.work = new_workspace()
        self.names = tuple(policy.name for policy in four)

    def evaluate(
        self, scene: np.record, legal: np.record, n: int = 200, seed: int = 1, prune: bool = False
    ) -> Evaluation:
        """Play every legal action out over `n` redeals.

        Parameters
        ----------
        scene, legal : records of SCENE and LEGAL
            What the seat to act sees, and what it may do.
        n : int
            Redeals; the same ones for every action. The first of `n` redeals do not hang on `n`.
        seed : int
        prune : bool
            Whether actions that are clearly behind after a quarter of the redeals are given up.

        Raises
        ------
        PolicyError
            A policy chose no legal action.
        """
        actions = np.array(legal["actions"][: int(legal["count"])], np.int16)
        points = np.full((n, len(actions)), np.nan)
        effective = np.ones(n)
        going = np.ones(len(actions), bool)
        stages = [0, n // _FIRST_LOOK, n] if prune and n >= 4 * _FIRST_LOOK and len(actions) > 2 else [0, n]
        for start, stop in pairwise(stages):
            if start:
                going = _in_the_running(points[:start])
            points[start:stop], effective[start:stop] = self._stage(scene, actions, going, seed, start, stop)
        return Evaluation(actions, points, effective)

    def _stage(
        self, scene: np.record, actions: np.ndarray, going: np.ndarray, seed: int, start: int, stop: int
    ) -> tuple[np.ndarray, np.ndarray]:
        points = np.zeros((stop - start, len(actions)), np.int64)
        effective = np.zeros(stop - start)
        status = roll_out(
            scene,
            actions,
            going,
            self.states,
            self.work,
            self.table.deciders,
            self.chances,
            self.table.minds,
            self.candidates,
            seed,
            start,
            self.table.rules,
            self.table.tables,
            points,
            effective,
        )
        if status == ILLEGAL:
            raise PolicyError(f"a rollout: one of {', '.join(self.names)} chose no legal action")
        assert status == DONE, "a scene and its actions, as they come from a deal"
        return np.where(going, points.astype(float), np.nan), effective


def evaluate(
    position: Position,
    policies: str | Path | Policy | Sequence[str | Path | Policy] = "tai",
    n: int = 200,
    seed: int = 1,
) -> Evaluation:
    """What each legal action of the seat to act brings over `n` redeals of what it cannot see.

    Parameters
    ----------
    position : DealSession
        At a decision point. Only what the seat to act sees is looked at.
    policies, n, seed
        As for `Rollouts`, which saves loading the players each time.

    Examples
    --------
    >>> from zhuji_sim.deals.session import DealSession
    >>> from zhuji_sim.rules import Ruleset
    >>> found = evaluate(DealSession(Ruleset.preset("heping")), "speed", n=20)
    >>> found.points.shape[0], len(found.actions) == len(found.means)
    (20, True)
    """
    return Rollouts(position.rules, policies).evaluate(
        position.state["scene"], position.state["legal"], n, seed
    )


def _in_the_running(points: np.ndarray) -> np.ndarray:
    """Actions that are not clearly behind the best so far (bool[a])."""
    best = int(np.argmax(points.mean(axis=0)))
    behind = points[:, best, None] - points
    errors = behind.std(axis=0, ddof=1) / np.sqrt(len(points))
    going: np.ndarray = behind.mean(axis=0) <= _CLEARLY * errors
    return going


def _four(
    policies: str | Path | Policy | Sequence[str | Path | Policy],
) -> tuple[Policy, Policy, Policy, Policy]:
    given = [policies] * 4 if isinstance(policies, str | Path | Policy) else list(policies)
    if len(given) != 4:
        raise PolicyError(f"{len(given)} policies: expected one for all seats, or four for E S W N")
    east, south, west, north = (load(each) for each in given)
    return east, south, west, north


def _unjudged() -> object:
    from zhuji_sim.policies.unjudged import chances

    return chances
