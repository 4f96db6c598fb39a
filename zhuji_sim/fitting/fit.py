"""Fit, play with what was found, and fit again, until chances and thresholds have settled."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from zhuji_sim.batches import seat_table
from zhuji_sim.engine.state import new_states
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.ruleset import Ruleset

from .collect import BIDS, DISCARDS, HANDS, collect
from .estimates import blank_model, fit_bids, fit_danger, fit_prospects

__all__ = ["Plan", "Rows", "fit", "gather"]

HANDS_A_DEAL = 45
DISCARDS_A_DEAL = 60
BIDS_A_DEAL = 20
CHUNK = 2_500


class Plan(NamedTuple):
    """How a fit goes.

    `deals` are played a round; `rounds` fit everything anew, `bid_rounds` after them only what bids lead to,
    on the auctions of all these rounds together, so that no round overshoots the last. `explore`: chance that
    a bid is drawn by lot. `seed`: of the first round; each round has its own.
    """

    deals: int = 20_000
    rounds: int = 3
    bid_rounds: int = 5
    explore: float = 0.02
    seed: int = 1


class Rows(NamedTuple):
    """What was written down: arrays of HANDS, DISCARDS and BIDS (`fitting.collect`)."""

    hands: NDArray[Any]
    discards: NDArray[Any]
    bids: NDArray[Any]


def gather(
    rules: Ruleset, policy: Policy, model: Any, deals: int, seed: int, explore: float, jobs: int
) -> Rows:
    """Rows of `deals` deals that four times the same policy plays; `model` None for its own."""
    starts = range(0, deals, CHUNK)
    pieces = Parallel(n_jobs=jobs)(
        delayed(_chunk)(rules, policy, model, seed, start, min(CHUNK, deals - start), explore)
        for start in starts
    )
    return Rows(*(np.concatenate(each) for each in zip(*pieces)))


def _chunk(
    rules: Ruleset, policy: Policy, model: Any, seed: int, start: int, deals: int, explore: float
) -> Rows:
    table = seat_table(rules, (policy, policy, policy, policy))
    if model is not None:
        table.minds["model"][:, : len(model)] = model
    hands, discards = np.zeros(deals * HANDS_A_DEAL, HANDS), np.zeros(deals * DISCARDS_A_DEAL, DISCARDS)
    bids = np.zeros(deals * BIDS_A_DEAL, BIDS)
    chance = explore if rules.has_bidding else 0.0
    filled = collect(new_states(2), hands, discards, bids, *table, seed, start, deals, chance)
    rows = Rows(hands[: filled[0]], discards[: filled[1]], bids[: filled[2]])
    for each in rows:
        each["deal"] += start
    return rows


def fit(
    rules: Ruleset,
    policy: Policy,
    teacher: Policy,
    plan: Plan,
    jobs: int = 1,
    told: Callable[[str, NDArray[np.float64], Rows], None] = lambda *_: None,
) -> NDArray[np.float64]:
    """The model (float64[BID_NUMBERS]) of a value policy under `rules`.

    Parameters
    ----------
    rules : Ruleset
    policy : Policy
        Whose model it is.
    teacher : Policy
        Plays the first round, when there is no model yet.
    plan : Plan
    jobs : int
    told : callable
        Gets the name of each round, the model after it, and its rows.
    """

    def play(player: Policy, number: int) -> Rows:
        return gather(rules, player, model, plan.deals, plan.seed + number, plan.explore, jobs)

    model = blank_model()
    rows = play(teacher, 0)
    fit_prospects(model, rows.hands)
    fit_danger(model, rows.discards)
    if rules.has_bidding:
        rows = play(teacher, 1)
        fit_bids(model, rows.bids)
    told("teacher", model, rows)
    for number in range(plan.rounds):
        rows = play(policy, 2 + number)
        fit_prospects(model, rows.hands)
        fit_danger(model, rows.discards)
        fit_bids(model, rows.bids)
        told(f"round {number + 1}", model, rows)
    auctions: list[NDArray[Any]] = []
    for number in range(plan.bid_rounds if rules.has_bidding else 0):
        rows = play(policy, 2 + plan.rounds + number)
        auctions.append(_numbered(rows.bids, number))
        fit_bids(model, np.concatenate(auctions))
        told(f"auctions {number + 1}", model, rows)
    return model


def _numbered(bids: NDArray[Any], round_: int) -> NDArray[Any]:
    """Bids whose deals are told apart from those of other rounds."""
    bids = bids.copy()
    bids["deal"] += round_ * 10_000_000
    return bids
