"""The frame of an answer: a row for everything that was played out, with its estimates."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Estimate
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import format_tile

from .estimating import FAILS, break_even, difference, points_through, quantile_of, row_estimates
from .playing import Arm, is_pass
from .samples import Sample, effective
from .search import Found
from .situation import Situation
from .stakes import stakes_of

__all__ = ["ESTIMATES", "caishen_text", "columns", "contract_text", "frame_of", "nothing", "order_of"]

ESTIMATES: Final = (
    "make",
    "at_once",
    "points",
    "to_best",
    "to_pass",
    "break_even",
    "hold",
    "win",
    "tai",
    "points_q05",
    "points_q95",
    *(f"fail_{name}" for name in FAILS),
)
"""Columns that are estimates: each has `…_low` and `…_high` beside it."""


def frame_of(situation: Situation, rows: Sequence[Found], view: str, best: int) -> pd.DataFrame:
    """The rows in their order; `best` is the one that the others are compared with.

    Rows with fewer deals than the best one have their points through it, unless other deals count for each
    row. Where a row's deals weigh less than `MIN_CLUSTERS` of equal weight nothing is estimated.
    """
    passing = next((i for i, row in enumerate(rows) if is_pass(row.arm)), None)
    table = []
    stakes = [stakes_of(situation, row.arm.rank) for row in rows]
    samples = [Sample(row.deals, 0, view, each) for row, each in zip(rows, stakes, strict=True)]
    withheld = {name: value for key in ESTIMATES for name, value in columns(key, None).items()}
    for i, (found, sample) in enumerate(zip(rows, samples, strict=True)):
        entry: dict[str, Any] = {
            "contract": contract_text(found.arm),
            "caishen": caishen_text(found.arm.caishen),
            "deals": len(sample.weights),
            "auctions": len(found.auctions.weights),
            "effective": round(effective(np.where(sample.counted, sample.weights, 0.0)), 1),
        }
        if found.deals.weighted and found.deals.effective < MIN_CLUSTERS:
            table.append(entry | withheld)
            continue
        estimates = row_estimates(sample, Sample(found.auctions, 0, view, stakes[i]))
        fewer = len(sample.weights) < len(samples[best].weights)
        if fewer and sample.counted.all() and samples[best].counted.all():
            estimates["points"] = points_through(sample, samples[best])
        estimates["to_best"] = flipped(difference(samples[best], sample)[0]) if i != best else nothing()
        if passing is not None:
            to_pass = difference(sample, samples[passing])[0] if i != passing else nothing()
            estimates["to_pass"] = to_pass
            if found.arm.rank >= 0:
                estimates["break_even"] = break_even(sample, samples[passing])
        estimates["points_q05"] = quantile_of(sample, 0.05)
        estimates["points_q95"] = quantile_of(sample, 0.95)
        if is_pass(found.arm):
            for key in ("hold", "make", "at_once", "tai", *(f"fail_{name}" for name in FAILS)):
                estimates.pop(key)
        for key in ESTIMATES:
            entry |= columns(key, estimates.get(key))
        table.append(entry)
    return pd.DataFrame(table)


def order_of(frame: pd.DataFrame, best: int) -> list[int]:
    """Rows by points, the chosen one first."""
    points = frame["points"].fillna(-np.inf)
    return sorted(range(len(frame)), key=lambda i: (i != best, -points[i]))


def contract_text(arm: Arm) -> str:
    """A contract, `pass`, or `-` where there is nothing to bid."""
    if arm.rank >= 0:
        return str(Contract.from_rank(arm.rank))
    return "pass" if is_pass(arm) else "-"


def caishen_text(caishen: Sequence[int]) -> str:
    """Tiles in the order given."""
    return "".join(format_tile(kind) for kind in caishen)


def columns(key: str, found: Estimate | None) -> dict[str, float]:
    """A value and its interval as columns, nan where there is none."""
    if found is None:
        return {key: np.nan, f"{key}_low": np.nan, f"{key}_high": np.nan}
    return {key: float(found.value), f"{key}_low": float(found.low), f"{key}_high": float(found.high)}


def flipped(found: Estimate) -> Estimate:
    return Estimate(-found.value, -found.high, -found.low)


def nothing() -> Estimate:
    """What differs from itself."""
    return Estimate(np.array(0.0), np.array(0.0), np.array(0.0))
