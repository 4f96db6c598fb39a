"""Plays arms over common deals, in threads: the compiled deals need no interpreter."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from zhuji_sim.batches import seat_table
from zhuji_sim.engine.arms import ARM, DONE, OUTCOME, STATES, TAKE, play_arms
from zhuji_sim.engine.codes import Action
from zhuji_sim.engine.determinize import new_workspace
from zhuji_sim.engine.state import new_states
from zhuji_sim.errors import PolicyError
from zhuji_sim.interruptions import held_back
from zhuji_sim.policies.registry import Policy

from .situation import Situation

__all__ = ["CANDIDATES", "Arm", "Dealer", "Deals", "Four", "arm_of", "is_pass", "together"]

Four = tuple[Policy, Policy, Policy, Policy]

CANDIDATES: Final = 16
"""Hands of each other seat among which one is taken by the likelihood of what it bid and named."""
PLAIN_CANDIDATES: Final = 128
"""The same where a declarer's bid is all that is known: one hand to find, and one arm to play over it."""
CHUNK: Final = 64
"""Deals that a thread plays at a time."""


@dataclass(frozen=True)
class Arm:
    """Something the player can do.

    Attributes
    ----------
    kind : int
        `engine.arms.PLAY`, `TAKE` or `FORCE`.
    action : int
        Code of what is taken (`engine.codes.Action`), 0 for a pass and where nothing is.
    rank : int
        Of the contract, -1 without.
    caishen : tuple of int
        To name if the contract becomes one's own; empty: the policy names.
    if_held : bool
        Whether nothing is played once another has gone over the contract.
    """

    kind: int
    action: int = 0
    rank: int = -1
    caishen: tuple[int, ...] = ()
    if_held: bool = False


def arm_of(situation: Situation, action: int) -> Arm:
    """What taking an action (its code) is: a pass, a bid, or a name for the contract that one holds."""
    if situation.contract is not None:
        return Arm(TAKE, action, situation.contract.rank)
    return Arm(TAKE, action, action - int(Action.BID) if action >= Action.BID else -1)


def together(one: "Deals", more: "Deals") -> "Deals":
    """Deals of the same arms one after the other."""
    return Deals(np.concatenate([one.outcomes, more.outcomes]), np.concatenate([one.weights, more.weights]))


def is_pass(arm: Arm) -> bool:
    """Whether it is a pass in the bidding."""
    return arm.kind == TAKE and arm.rank < 0 and arm.action == int(Action.PASS)


@dataclass(frozen=True)
class Deals:
    """What came of some arms over common deals.

    Attributes
    ----------
    outcomes : OUTCOME[n, a]
    weights : float64[n]
        Of the deals; all 1 where nobody else has bid.
    """

    outcomes: NDArray[Any]
    weights: NDArray[np.float64]

    @property
    def effective(self) -> float:
        """Deals of equal weight that would say as much (Kish): (Σw)²/Σw²."""
        squares = float((self.weights**2).sum())
        return float(self.weights.sum()) ** 2 / squares if squares > 0 else 0.0

    @property
    def weighted(self) -> bool:
        """Whether some deals weigh more than others."""
        return bool((self.weights != 1).any())


class Dealer:
    """Deals and plays for one situation and four policies.

    Parameters
    ----------
    situation : Situation
    policies : four Policy
        By seat; their own bids and names so far are judged by them too.
    seed : int
    jobs : int
        Threads; figures do not depend on it.
    """

    def __init__(self, situation: Situation, policies: Four, seed: int, jobs: int = 1) -> None:
        self.situation, self.policies, self.seed, self.jobs = situation, policies, seed, jobs
        judged = [policy.chances() for policy in policies]
        self._chances = tuple(each or _unjudged() for each in judged)
        callers = int(situation.record["callers"])
        self.conditioned = any(chances for seat, chances in enumerate(judged) if callers >> seat & 1)
        likely = PLAIN_CANDIDATES if situation.plain else CANDIDATES
        self._candidates = likely if self.conditioned else 1
        self._table = seat_table(situation.rules, policies)

    def play(self, arms: list[Arm], first: int, deals: int) -> Deals:
        """Play all arms over the deals `first` to `first` + `deals` - 1.

        Raises
        ------
        PolicyError
            A policy chose no legal action.
        """
        records = np.zeros(len(arms), ARM).view(np.recarray)
        for record, arm in zip(records, arms, strict=True):
            first_kind, second_kind = (*arm.caishen, -1, -1)[:2]
            record.kind, record.action, record.rank = arm.kind, arm.action, arm.rank
            record.first, record.second = first_kind, second_kind
            record.if_held = arm.if_held
        starts = range(first, first + deals, CHUNK)
        sizes = [min(CHUNK, first + deals - start) for start in starts]
        if self.jobs == 1 or len(sizes) < 2:
            found = [self._chunk(records, start, size) for start, size in zip(starts, sizes, strict=True)]
        else:
            found = Parallel(n_jobs=self.jobs, backend="threading")(
                delayed(self._chunk)(records, start, size) for start, size in zip(starts, sizes, strict=True)
            )
        outcomes, weights = zip(*found, strict=True)
        return Deals(np.concatenate(outcomes), np.concatenate(weights))

    def _chunk(self, arms: NDArray[Any], first: int, deals: int) -> tuple[NDArray[Any], NDArray[np.float64]]:
        outcomes = np.zeros((deals, len(arms)), OUTCOME)
        weights = np.zeros(deals)
        table = self._table
        with held_back():
            status = play_arms(
                self.situation.record,
                arms,
                np.ones(len(arms), bool),
                new_states(STATES),
                new_workspace(),
                table.deciders,
                self._chances,
                table.minds.copy(),
                self._candidates,
                0 if self.situation.seen else 1,
                self.seed,
                first,
                table.rules,
                table.tables,
                outcomes,
                weights,
            )
        if status != DONE:
            names = ", ".join(policy.name for policy in self.policies)
            raise PolicyError(
                f"deals from {first} on (seed {self.seed}): one of {names} chose no legal action"
            )
        return outcomes, weights


def _unjudged() -> object:
    from zhuji_sim.policies.unjudged import chances

    return chances
