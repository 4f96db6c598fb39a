"""Batches of deals from plain specifications: what the runner and the tools call to have deals played."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.engine import same_wall
from zhuji_sim.engine.batch import play_batch
from zhuji_sim.engine.mind import new_minds
from zhuji_sim.engine.results import RESULT
from zhuji_sim.engine.state import new_states
from zhuji_sim.errors import PolicyError
from zhuji_sim.interruptions import held_back
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.encoding import encode
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.tables import load as load_tables

__all__ = ["BatchSpec", "Table", "illegal_choice", "play", "play_held", "play_names", "seat_table", "warm"]


@dataclass(frozen=True)
class BatchSpec:
    """What is played, in names and numbers that travel cheaply to workers.

    Attributes
    ----------
    rules : Ruleset
    policies : tuple of four Policy
        By seat E S W N; in matches by player, the first of whom deals first.
    seed : int
        With a deal's index it fixes its tiles and every coin.
    contract, declarer : Contract and int, or None
        A contract held by that seat without an auction; None lets the auction decide.
    draws : {"wall", "lanes"}
        The real wall, or a share of it for every seat: the same game in distribution, for paired comparisons.
    deals_per_match : int
        Deals of a match, in which dealer and 老庄 are carried on; 0 for independent deals.
    """

    rules: Ruleset
    policies: tuple[Policy, Policy, Policy, Policy]
    seed: int
    contract: Contract | None = None
    declarer: int | None = None
    draws: str = "wall"
    deals_per_match: int = 0


class Table(NamedTuple):
    """Four policies and a ruleset as the kernels take them.

    `deciders`: four decision functions; `minds`: `MIND`[4]; `rules`, `tables`: records.
    """

    deciders: tuple[Any, Any, Any, Any]
    minds: np.ndarray
    rules: np.record
    tables: np.record


def seat_table(rules: Ruleset, policies: tuple[Policy, Policy, Policy, Policy]) -> Table:
    """Load what four policies need to play under `rules`."""
    east, south, west, north = (policy.decider() for policy in policies)
    minds = new_minds()
    for mind, policy in zip(minds, policies, strict=True):
        mind["weights"][: len(policy.weights)] = policy.weights
        model = policy.model(rules)
        if model is not None:
            mind["model"] = model
    return Table((east, south, west, north), minds, encode(rules), load_tables(rules))


def play(spec: BatchSpec, start: int, stop: int) -> np.ndarray:
    """Rows of dtype `RESULT` for deals (in a match spec: for all deals of the matches) start to stop - 1.

    Raises
    ------
    PolicyError
        A policy chose a position that is not in its list of legal actions; names policy and deal.
    """
    table = seat_table(spec.rules, spec.policies)
    match_deals = max(1, spec.deals_per_match)
    results = np.zeros((stop - start) * match_deals, RESULT)
    states = new_states(2)
    forced = spec.contract is not None and spec.declarer is not None
    with held_back():
        done = play_batch(
            states,
            results,
            *table,
            spec.seed,
            start * match_deals,
            match_deals,
            1 if spec.draws == "lanes" else 0,
            spec.declarer if forced else -1,
            spec.contract.rank if spec.contract is not None and forced else -1,
        )
    if done < len(results):
        raise illegal_choice(spec.policies, spec.seed, start * match_deals + done, states[0])
    return results


def play_held(
    spec: BatchSpec, start: int, declarers: NDArray[np.int64], ranks: NDArray[np.int64]
) -> np.ndarray:
    """Rows of dtype `RESULT` for deals from `start` on, each with a contract of its own.

    Parameters
    ----------
    declarers, ranks : int64[deals]
        Who holds which contract (`Contract.rank`) without an auction; -1 where the auction decides.

    Raises
    ------
    PolicyError
        As in `play`.
    """
    results = np.zeros(len(declarers), RESULT)
    states = new_states(same_wall.STATES)
    lanes = 1 if spec.draws == "lanes" else 0
    with held_back():
        done = same_wall.play_held(
            states, results, *seat_table(spec.rules, spec.policies), spec.seed, start, lanes, declarers, ranks
        )
    if done < len(results):
        raise illegal_choice(spec.policies, spec.seed, start + done, states[0])
    return results


def play_names(spec: BatchSpec, start: int, stop: int, names: int) -> tuple[np.ndarray, NDArray[np.int64]]:
    """Rows for deals `start` to `stop` - 1 of a forced contract, once under each caishen there is for it.

    Parameters
    ----------
    spec : BatchSpec
        With contract and declarer.
    names : int
        How many names there are.

    Returns
    -------
    rows : array of `RESULT`, shape (deals, names)
        In the order in which names are offered.
    named : int64[deals]
        The place of the name that the declarer's policy would have chosen.

    Raises
    ------
    PolicyError
        As in `play`.
    """
    results = np.zeros((stop - start, names), RESULT)
    named = np.zeros(stop - start, np.int64)
    states = new_states(same_wall.STATES)
    lanes = 1 if spec.draws == "lanes" else 0
    assert spec.contract is not None
    assert spec.declarer is not None
    table = seat_table(spec.rules, spec.policies)
    with held_back():
        done = same_wall.play_names(
            states, results, named, *table, spec.seed, start, lanes, spec.declarer, spec.contract.rank
        )
    if done < results.size:
        raise illegal_choice(spec.policies, spec.seed, start + done // names, states[0])
    return results, named


def illegal_choice(policies: tuple[Policy, ...], seed: int, deal: int, state: np.record) -> PolicyError:
    """The error for a policy that stopped a deal in this state, by a choice that is no legal action."""
    seat = SEATS[state["scene"]["seat"]]
    names = ", ".join(policy.name for policy in policies)
    return PolicyError(f"deal {deal} (seed {seed}): the policy at {seat} (of {names}) chose no legal action")


def warm(spec: BatchSpec) -> None:
    """Compile, or load from the cache, everything that `play` needs for this spec, by playing nothing."""
    play(spec, 0, 0)
