"""`simulate` and `simulate_matches`: the deals frame, in Python."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from zhuji_sim.analysis.frames import frame
from zhuji_sim.analysis.provenance import noted
from zhuji_sim.errors import ExperimentError
from zhuji_sim.policies import load
from zhuji_sim.reading import read_forced
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.engines import standard
from zhuji_sim.runner.execute import execute, plays_here, workers
from zhuji_sim.runner.experiment import (
    DRAWS,
    HIGHEST_SEED,
    MOST_DEALS,
    MOST_JOBS,
    Cell,
    Experiment,
    check_whole,
    check_word,
)
from zhuji_sim.runner.plan import Chunks, gaps, shards

Rules = Ruleset | str | Path | Mapping[str, Any]
"""A ruleset, a preset's name, a TOML file, or options."""

Policies = Any
"""One policy or name for everybody, or four of them."""


def simulate(
    deals: int = 10_000,
    seed: int = 1,
    rules: Rules = "bao",
    policies: Policies = "champion",
    contract: Contract | str | int | None = None,
    declarer: str | None = None,
    *,
    draws: str = "wall",
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    chunk: int | None = None,
) -> pd.DataFrame:
    """Play independent deals and give them back as a frame, a row per deal.

    Parameters
    ----------
    deals : int
        How many.
    seed : int
        With the deal's index it fixes the tiles: the same seed gives the same rows, whatever `jobs`,
        `backend` and `chunk` are.
    rules : Ruleset, str, Path or mapping
        A ruleset, a preset's name, a TOML file, or options.
    policies : str, Policy, or sequence of 4
        Who plays: one for all seats, or by seat E S W N.
    contract, declarer : optional
        A forced contract such as `独2` and the seat that holds it (`E` if missing). Without, the auction
        decides.
    draws : str
        `wall`, the real order of drawing, or `lanes`, a share of the wall for each seat.
    jobs : int
        Workers; one plays in this process. A cluster plays with all that it has.
    backend : str
        `loky` (processes), `threading`, `sequential`, `dask` (a cluster), or `ray` (that of `RAY_ADDRESS`).
    scheduler : str, optional
        Address of the cluster's scheduler, such as `tcp://10.0.0.5:8786`.
    chunk : int, optional
        Deals played at a time; by measured speed if missing.

    Returns
    -------
    pandas.DataFrame
        In the order of the deals; the seed is noted in its `attrs`.

    Raises
    ------
    ZhujiError
        Wrong rules, policies, contract, or numbers.
    """
    ruleset = Ruleset.of(rules)
    bid, seat = read_forced(contract, declarer, ruleset)
    cell = Cell(0, "", rules_name(rules), ruleset, _four(policies), bid, seat)
    return _simulate(cell, 0, deals, seed, draws, jobs, backend, scheduler, chunk)


def simulate_matches(
    matches: int = 1000,
    deals: int = 16,
    seed: int = 1,
    rules: Rules = "bao",
    policies: Policies = "champion",
    *,
    draws: str = "wall",
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    chunk: int | None = None,
) -> pd.DataFrame:
    """Play matches: chains of deals in which the dealer and 老庄 rounds carry on.

    Parameters
    ----------
    matches, deals : int
        How many matches, and how many deals each of them has.
    policies : str, Policy, or sequence of 4
        Who plays: one for all, or by player; the first player deals first.
    seed, rules, draws, jobs, backend, scheduler, chunk
        As in `simulate`.

    Returns
    -------
    pandas.DataFrame
        As `simulate` gives it, with `match`, `round`, `dealer` (the player who deals) and `player_E` …
        `player_N` (which player sits where).

    Raises
    ------
    ZhujiError
        Wrong rules, policies or numbers.
    """
    check_whole("matches", matches, 1, MOST_DEALS)
    cell = Cell(0, "", rules_name(rules), Ruleset.of(rules), _four(policies))
    return _simulate(cell, matches, deals, seed, draws, jobs, backend, scheduler, chunk)


def _simulate(
    cell: Cell,
    matches: int,
    deals: int,
    seed: int,
    draws: str,
    jobs: int,
    backend: str,
    scheduler: str | None,
    chunk: int | None,
) -> pd.DataFrame:
    check_whole("deals", deals, 1, MOST_DEALS)
    check_whole("seed", seed, 0, HIGHEST_SEED)
    check_whole("jobs", jobs, 1, MOST_JOBS)
    check_word("draws", draws, DRAWS)
    if chunk is not None:
        check_whole("chunk", chunk, 1, MOST_DEALS)
    jobs = workers(jobs, backend, scheduler)
    experiment = Experiment(seed=seed, deals=deals, cells=(cell,), matches=matches, draws=draws)
    engine = standard()
    spec = engine.spec(experiment, cell)
    if plays_here(backend):
        engine.warm(spec)
    missing = (each for shard in shards(experiment) for each in gaps(shard, []))
    chunks = Chunks(missing, experiment.unit_deals, chunk)
    with closing(
        execute(chunks, {0: cell}, {0: spec}, engine, jobs=jobs, backend=backend, scheduler=scheduler)
    ) as finished:
        pieces = {each.chunk.start: each.rows for each in finished}
    found = frame(
        np.concatenate([pieces[start] for start in sorted(pieces)]),
        cell.rules_name,
        cell.policy_names,
        own_caishen=cell.rules.caishen_source == "each_player",
        match=matches > 0,
    )
    return noted(found, seed)


def _four(policies: Policies) -> tuple[Any, ...]:
    given = list(policies) if isinstance(policies, Sequence) and not isinstance(policies, str) else [policies]
    if len(given) not in (1, len(SEATS)):
        raise ExperimentError(
            f"policies: {len(given)} of them: expected one for all seats, or four (E, S, W, N)"
        )
    return tuple(load(policy) for policy in given * (len(SEATS) // len(given)))


def rules_name(rules: Rules) -> str:
    """What to call these rules: by their file, or by the preset they started from."""
    if isinstance(rules, Path) or (isinstance(rules, str) and rules.endswith(".toml")):
        return Path(rules).stem
    return Ruleset.of(rules).preset
