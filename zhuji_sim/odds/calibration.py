"""Proof that the odds are honest: what they foretell at the table, and what happens there.

``python -m zhuji_sim.odds.calibration --out DIR`` stops very many deals at a decision, a deal each, foretells
what the action that was taken will lead to, and sees what it leads to in that very deal. Chances should be
right by tenths, and for every contract; points on average.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pandas as pd

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.errors import Stopped, ZhujiError
from zhuji_sim.labels import resolve_language
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_DEALS, check_whole
from zhuji_sim.runner.files import write_atomic

from .calibration_chart import calibration
from .deviations import ALLOWED, FEWEST, by_contract, by_tenth, outside, overall
from .foretelling import Foretold
from .parts import study_rows

__all__ = ["main", "write"]

CHART: Final = "calibration.png"
TABLES: Final = ("overall", "by_tenth", "by_contract")


def write(points: pd.DataFrame, folder: Path, seed: int, fewest: int = FEWEST) -> dict[str, pd.DataFrame]:
    """Write the tables and the chart of a study's points into its folder; the tables by name."""
    found = dict(zip(TABLES, (overall(points), by_tenth(points), by_contract(points, fewest)), strict=True))
    for name, table in found.items():
        content = table.to_csv(index=False, float_format="%.5g", lineterminator="\n")
        write_atomic(folder / f"{name}.csv", content.encode())
    canvas = Canvas(len(points), seed, *chart_language(resolve_language(None)))
    write_atomic(folder / CHART, canvas.save(calibration(found["by_tenth"], canvas), "png"))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows)."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.odds.calibration", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder; the same command goes on in it")
    parser.add_argument("--rules", default="bao", help="a preset with bidding, or a TOML file")
    parser.add_argument("--policy", default="champion", help="whose decisions are looked at")
    parser.add_argument("--opponents", help="who sits in the other seats (default: the same)")
    parser.add_argument("--assumed", help="who is thought to sit everywhere (default: the policy)")
    parser.add_argument("--points", type=int, default=50_000, help="decisions, each of a deal of its own")
    parser.add_argument("--deals", type=int, default=400, help="redeals for each decision")
    parser.add_argument("--fewest", type=int, default=FEWEST, help="contracts with fewer are taken together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    try:
        check_whole("points", asked.points, 1, MOST_DEALS)
        check_whole("deals", asked.deals, 2, MOST_DEALS)
        check_whole("seed", asked.seed, 0, HIGHEST_SEED)
        policy = load(asked.policy)
        study = Foretold(
            rules=Ruleset.of(asked.rules),
            policy=policy,
            opponents=load(asked.opponents or policy),
            assumed=load(asked.assumed or policy),
            points=asked.points,
            deals=asked.deals,
            seed=asked.seed,
        )
        points = study_rows(study, asked.out, asked.jobs, _note)
        found = write(points, asked.out, asked.seed, asked.fewest)
    except ZhujiError as error:
        _note(f"calibration: {error}")
        return 2
    except Stopped as stopped:
        _note(f"calibration: {stopped}")
        return stopped.exit_code
    for name, table in found.items():
        sys.stdout.write(f"{name}\n{table.to_string(index=False, float_format='%.4f')}\n\n")
        beyond = outside(table)
        sys.stdout.write(
            f"{len(beyond)} of these more than {100 * ALLOWED:g} points off beyond their interval\n\n"
        )
    return 0


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
