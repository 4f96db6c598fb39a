"""Proof that the printed intervals are right: how many of those of very many hands cover the truth.

``python -m zhuji_sim.odds.coverage --out DIR`` takes situations from the table, has each answered on a small
budget, and then plays some of the rows again on very many fresh deals, which is as good as the truth. A 95 %
interval should cover it in 95 % of them; what the truth itself is off is allowed for.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Z95, wilson
from zhuji_sim.errors import Stopped, ZhujiError
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_DEALS, check_whole
from zhuji_sim.runner.files import write_atomic

from .intervals import COVERED, Intervals
from .parts import study_rows
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
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.odds.coverage", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder; the same command goes on in it")
    parser.add_argument("--rules", default="bao", help="a preset with bidding, or a TOML file")
    parser.add_argument("--policy", default="champion", help="in all seats")
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--deals", type=int, default=512, help="of each answer")
    parser.add_argument("--times", type=int, default=50, help="so many times the deals are the truth")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    try:
        for name in ("hands", "deals", "times"):
            check_whole(name, getattr(asked, name), 1, MOST_DEALS)
        check_whole("seed", asked.seed, 0, HIGHEST_SEED)
        study = Intervals(
            rules=Ruleset.of(asked.rules),
            policy=load(asked.policy),
            hands=asked.hands,
            deals=asked.deals,
            times=asked.times,
            seed=asked.seed,
        )
        table = coverage(study_rows(study, asked.out, asked.jobs, _note))
    except ZhujiError as error:
        _note(f"coverage: {error}")
        return 2
    except Stopped as stopped:
        _note(f"coverage: {stopped}")
        return stopped.exit_code
    content = table.to_csv(index=False, float_format="%.5g", lineterminator="\n")
    write_atomic(asked.out / "coverage.csv", content.encode())
    sys.stdout.write(table.to_string(index=False, float_format="%.4f") + "\n")
    return 0


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
