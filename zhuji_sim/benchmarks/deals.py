"""Deals per second by preset, policy and workers, beside the time of a bare shuffle in the same run."""

import statistics
import time
from typing import Any, Final

import numpy as np
from joblib import Parallel, delayed

from zhuji_sim.batches import BatchSpec, play
from zhuji_sim.engine.jit import kernel
from zhuji_sim.engine.streams import STREAM, shuffle, start_stream
from zhuji_sim.policies.catalogue import BUILT_IN
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.options import PRESETS
from zhuji_sim.rules.ruleset import Ruleset

__all__ = ["rows", "shuffle_time"]

SEED: Final = 1
ROUNDS: Final = 5
SECONDS: Final = 0.4
"""Aim for the length of one timed call."""
FIRST: Final = 500
"""Deals of the call that finds out how many fit."""
SHUFFLES: Final = 200_000


@kernel
def _shuffle_often(times: int, seed: int) -> Any:
    """Shuffle one wall again and again; the sum keeps the work from being thrown away."""
    tiles = np.zeros(136, np.int8)
    rng = np.zeros(1, STREAM)[0]
    start_stream(rng, seed, np.int64(0), np.int64(0))
    for i in range(136):
        tiles[i] = i >> 2
    total = np.int64(0)
    for _ in range(times):
        shuffle(tiles, rng)
        total += tiles[0]
    return total


def shuffle_time() -> float:
    """Seconds that one bare shuffle of 136 tiles takes: the median of five timings."""
    _shuffle_often(1, SEED)
    return statistics.median(_timed(lambda: _shuffle_often(SHUFFLES, SEED)) / SHUFFLES for _ in range(ROUNDS))


QUICK: Final = "quick"
BIDDERS: Final = ("tai", "champion", QUICK)
"""Policies measured by auction too."""


def rows() -> list[dict[str, Any]]:
    """Measure; the figures are medians of five rounds in this process and of two workers side by side.

    Returns
    -------
    list of dict
        `rules`, `policy`, `contract` (None where none is forced), `deals_per_second` in one process,
        `two_workers` (deals per second of two processes together) and their `ratio`, `shuffles` (a deal's
        time in bare shuffles of this run, which a noisy machine moves less than the speed itself).
    """
    one_shuffle = shuffle_time()
    bare = {"rules": "bare shuffle", "deals_per_second": 1 / one_shuffle, "shuffles": 1.0}
    found: list[dict[str, Any]] = [bare]
    with Parallel(n_jobs=2) as workers:
        for preset in PRESETS:
            for policy in (*BUILT_IN, QUICK):
                contract = Contract.parse("2") if Ruleset.preset(preset).has_bidding else None
                found.append(_row(preset, policy, contract, one_shuffle, workers))
        found += [_row("bao", policy, None, one_shuffle, workers) for policy in BIDDERS]
    return found


def _row(
    preset: str, policy: str, contract: Contract | None, one_shuffle: float, workers: Parallel
) -> dict[str, Any]:
    player = load(policy)
    spec = BatchSpec(
        Ruleset.preset(preset),
        (player, player, player, player),
        SEED,
        contract=contract,
        declarer=None if contract is None else 0,
    )
    deals = _fitting(spec)
    workers(delayed(play)(spec, 0, 1) for _ in range(4))
    alone, together = [], []
    for round_ in range(ROUNDS):
        start = round_ * 2 * deals
        alone.append(deals / _timed(lambda start=start: play(spec, start, start + deals)))
        halves = [(start, start + deals), (start + deals, start + 2 * deals)]
        pair = [delayed(_count)(spec, *half) for half in halves]
        together.append(2 * deals / _timed(lambda pair=pair: workers(pair)))
    speed, both = statistics.median(alone), statistics.median(together)
    return {
        "rules": preset,
        "policy": policy,
        "contract": None if contract is None else str(contract),
        "deals_per_second": speed,
        "two_workers": both,
        "ratio": statistics.median(b / a for a, b in zip(alone, together, strict=True)),
        "shuffles": 1 / speed / one_shuffle,
    }


def _count(spec: BatchSpec, start: int, stop: int) -> int:
    """Play deals and send back no more than their number."""
    return len(play(spec, start, stop))


def _fitting(spec: BatchSpec) -> int:
    """Deals that take about `SECONDS`."""
    play(spec, 0, 1)
    return max(FIRST, int(FIRST * SECONDS / _timed(lambda: play(spec, 0, FIRST))))


def _timed(action: Any) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
