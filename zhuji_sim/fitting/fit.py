"""Fit, play with what was found, and fit again, until chances and thresholds have settled."""

from collections.abc import Callable
from contextlib import closing
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.batches import seat_table
from zhuji_sim.engine.state import new_states
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.execute import Engine, execute
from zhuji_sim.runner.plan import Chunks, Shard, gaps

from .collect import BIDS, DISCARDS, FIRSTS, HANDS, collect
from .estimates import MOST, blank_model, fit_bids, fit_danger, fit_firsts, fit_prospects

__all__ = ["Plan", "Rows", "Told", "fit", "gather"]

HANDS_A_DEAL: Final = 45
DISCARDS_A_DEAL: Final = 60
DISCARDS_ENOUGH: Final = 10 * MOST
"""Discards beyond which no more are written down."""
BIDS_A_DEAL: Final = 20
CHUNK: Final = 2_500
"""Deals played at a time, whatever the number of workers: the room for rows is counted by chunks."""
AT_ONCE: Final = "at_once"
ROUND_DEALS: Final = 10_000_000
"""More than the deals of a round."""


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
    """What was written down: arrays of HANDS, DISCARDS, BIDS and FIRSTS (`fitting.collect`)."""

    hands: NDArray[Any]
    discards: NDArray[Any]
    bids: NDArray[Any]
    firsts: NDArray[Any]


Told = Callable[[str, NDArray[np.float64], Rows], None]
"""Gets the name of each round (`teacher`, `round 1`, `auctions 1`), the model after it, and its rows."""


class _Play(NamedTuple):
    """Who plays, and what is written down: what workers get."""

    rules: Ruleset
    policy: Policy
    model: NDArray[np.float64] | None
    seed: int
    explore: float
    discards_a_deal: int
    only_bids: bool


def gather(
    rules: Ruleset,
    policy: Policy,
    model: NDArray[np.float64] | None,
    deals: int,
    seed: int,
    explore: float,
    jobs: int,
    only_bids: bool = False,
) -> Rows:
    """Rows of `deals` deals that four times the same policy plays, in order of deals.

    Nobody bids for a win before anybody draws (weight `at_once`): the model has no say in such bids, and what
    they bring is not what its own would.

    Parameters
    ----------
    rules : Ruleset
    policy : Policy
    model : float array, optional
        Takes the place of the policy's own.
    deals, seed : int
    explore : float
        Chance that a bid is drawn by lot.
    jobs : int
        Workers; the rows do not depend on it.
    only_bids : bool
        Hands and discards are not written down.

    Raises
    ------
    Stopped
        A worker process was killed.
    """
    room = min(DISCARDS_A_DEAL, -(-DISCARDS_ENOUGH // deals))
    spec = _Play(rules, policy, model, seed, explore if rules.has_bidding else 0.0, room, only_bids)
    engine = Engine(spec=lambda _, cell: cell, warm=_warm, play=_chunk)
    engine.warm(spec)
    chunks = Chunks(gaps(Shard(0, 0, 0, deals), []), size=CHUNK)
    finished = execute(chunks, {0: None}, {0: spec}, engine, jobs=jobs, backend="loky")
    with closing(finished):
        pieces = {each.chunk.start: each.rows for each in finished}
    in_order = [pieces[start] for start in sorted(pieces)]
    return Rows(*(np.concatenate(each) for each in zip(*in_order, strict=True)))


def _warm(spec: _Play) -> None:
    """Compile, or load from the cache, what workers need."""
    _chunk(spec, 0, 0)


def _chunk(spec: _Play, start: int, stop: int) -> Any:
    """`Rows` of the deals `start` to `stop` - 1."""
    deals, policy = stop - start, spec.policy
    table = seat_table(spec.rules, (policy, policy, policy, policy))
    if any(weight.name == AT_ONCE for weight in policy.kind.weights):
        table.minds["weights"][:, policy.kind.position(AT_ONCE)] = 0.0
    if spec.model is not None:
        table.minds["model"][:, : len(spec.model)] = spec.model
    noted = 0 if spec.only_bids else deals
    hands = np.zeros(noted * HANDS_A_DEAL, HANDS)
    discards = np.zeros(noted * spec.discards_a_deal, DISCARDS)
    bids = np.zeros(deals * BIDS_A_DEAL, BIDS)
    tables = (hands, discards, bids, np.zeros(noted, FIRSTS))
    filled = collect(new_states(2), *tables, *table, spec.seed, start, deals, spec.explore)
    rows = Rows(*(each[:count].copy() for each, count in zip(tables, filled, strict=True)))
    for each in rows:
        each["deal"] += start
    return rows


def fit(
    rules: Ruleset,
    policy: Policy,
    teacher: Policy,
    plan: Plan,
    jobs: int = 1,
    told: Told = lambda *_: None,
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
        Workers; the model does not depend on it.
    told : callable
        Told of each round.

    Raises
    ------
    Stopped
        A worker process was killed.
    """

    def play(player: Policy, number: int, only_bids: bool = False) -> Rows:
        return gather(rules, player, model, plan.deals, plan.seed + number, plan.explore, jobs, only_bids)

    model = blank_model()
    rows = play(teacher, 0)
    fit_prospects(model, rows.hands)
    fit_danger(model, rows.discards)
    fit_firsts(model, rows.firsts)
    if rules.has_bidding:  # the features of bids are prospects
        rows = play(teacher, 1, only_bids=True)
        fit_bids(model, rows.bids)
    told("teacher", model, rows)
    for number in range(plan.rounds):
        rows = play(policy, 2 + number)
        fit_prospects(model, rows.hands)
        fit_danger(model, rows.discards)
        fit_firsts(model, rows.firsts)
        fit_bids(model, rows.bids)
        told(f"round {number + 1}", model, rows)
    auctions: list[NDArray[Any]] = []
    for number in range(plan.bid_rounds if rules.has_bidding else 0):
        rows = play(policy, 2 + plan.rounds + number, only_bids=True)
        auctions.append(_numbered(rows.bids, number))
        fit_bids(model, np.concatenate(auctions))
        told(f"auctions {number + 1}", model, rows)
    return model


def _numbered(bids: NDArray[Any], round_: int) -> NDArray[Any]:
    """Bids whose deals are told apart from those of other rounds."""
    bids = bids.copy()
    bids["deal"] += round_ * ROUND_DEALS
    return bids
