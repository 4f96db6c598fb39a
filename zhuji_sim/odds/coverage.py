"""Proof that the printed intervals are right: how many of those of very many hands cover the truth.

``python -m zhuji_sim.odds.coverage --out DIR`` takes situations from the table, has each answered on a small
budget, and then plays some of the rows again on very many fresh deals, which is as good as the truth. A 95 %
interval should cover it in 95 % of them; what the truth itself is off is allowed for.
"""

import sys
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Z95, wilson
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import MOST_DEALS, check_whole

from .commands import options, tabled
from .intervals import COVERED, Intervals
from .screening import VIEWS

__all__ = ["coverage", "main"]

_ROUNDING: Final = 1e-9
"""An end at 0 or 1 may miss it by so much."""


def coverage(rows: pd.DataFrame) -> pd.DataFrame:
    """How often intervals cover the truth.

    The truth is an estimate too: ends are moved outward as if their distance to the value and the truth's
    own half-width were those of independent errors.

    Returns
    -------
    DataFrame
        `view` and `estimate` (both also `all`), `intervals`, `covered` (a share) with its Wilson interval,
        `below` and `above`, the shares that lie on that side of the truth, and `plain`, the share that cover
        it as they are printed.
    """
    parts = []
    for name in COVERED:
        part = rows[["view", *(f"{name}{end}" for end in ("", "_low", "_high", "_truth", "_error"))]]
        part = part.set_axis(["view", "value", "low", "high", "truth", "error"], axis=1).dropna()
        parts.append(part.assign(estimate=name))
    ends = pd.concat(parts, ignore_index=True)
    ends = ends[ends["high"] > ends["low"]]
    found = []
    for view in ("all", *VIEWS):
        for name in ("all", *COVERED):
            part = ends[
                ((ends["view"] == view) | (view == "all")) & ((ends["estimate"] == name) | (name == "all"))
            ]
            if len(part):
                found.append({"view": view, "estimate": name} | _covered(part))
    return pd.DataFrame(found)


def _covered(part: pd.DataFrame) -> dict[str, Any]:
    n = len(part)
    noise = Z95 * part["error"]
    low = part["value"] - np.hypot(part["value"] - part["low"], noise)
    high = part["value"] + np.hypot(part["high"] - part["value"], noise)
    below, above = (high < part["truth"]).sum(), (low > part["truth"]).sum()
    covered = n - int(below) - int(above)
    covered_low, covered_high = wilson(covered, n)
    plain = (part["low"] <= part["truth"] + _ROUNDING) & (part["truth"] <= part["high"] + _ROUNDING)
    return {
        "intervals": n,
        "covered": covered / n,
        "covered_low": float(covered_low),
        "covered_high": float(covered_high),
        "below": below / n,
        "above": above / n,
        "plain": float(plain.mean()),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows)."""
    parser = options("coverage", __doc__, "a preset with bidding")
    parser.add_argument("--policy", default="champion", help="in all seats")
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--deals", type=int, default=512, help="of each answer")
    parser.add_argument("--times", type=int, default=50, help="so many times the deals are the truth")
    asked = parser.parse_args(arguments)

    def study() -> Intervals:
        for name in ("hands", "deals", "times"):
            check_whole(name, getattr(asked, name), 1, MOST_DEALS)
        return Intervals(
            rules=Ruleset.of(asked.rules),
            policy=load(asked.policy),
            hands=asked.hands,
            deals=asked.deals,
            times=asked.times,
            seed=asked.seed,
        )

    return tabled("coverage", asked, study, lambda _, rows: coverage(rows))


if __name__ == "__main__":
    sys.exit(main())
