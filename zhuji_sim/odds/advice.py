"""Proof that advice pays: a player who bids by the odds against one who bids by the model of his policy.

``python -m zhuji_sim.odds.advice --out DIR`` has both meet in the duplicate format: the same walls, each
alone in every seat among three of the other. Both play their tiles alike; only bids and names differ.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pandas as pd

from zhuji_sim.duplicate.figures import points, points_row, rates
from zhuji_sim.duplicate.luck import other_luck
from zhuji_sim.duplicate.walls import SEATINGS, A, B, walls_of
from zhuji_sim.errors import Stopped, ZhujiError
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_DEALS, check_whole
from zhuji_sim.runner.files import write_atomic

from .meeting import Meeting
from .parts import study_rows

__all__ = ["gains", "main"]

_CONFIDENCE: Final = 0.95


def gains(meeting: Meeting, rows: pd.DataFrame) -> pd.DataFrame:
    """What bidding by the odds gains, in points a deal, and the rates of both alone among three of the other.

    Returns
    -------
    DataFrame
        A row a figure: `figure`, `value`, `low`, `high` (95 %, the unit is the wall). `points_per_deal` is
        half of what the one gains alone over what the other gains alone; `adjusted` the same less the luck of
        the deal; `differ` the share of walls on which anything came out otherwise.
    """
    walls = walls_of(rows)
    row = points_row(walls, other_luck(meeting.rules, meeting.seed + 1, len(walls)), _CONFIDENCE)
    row |= {f"points_per_deal_{end}": row[end] for end in ("low", "high")}
    found = [
        {"figure": name, "value": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}
        for name in ("points_per_deal", "adjusted", "a_alone", "b_alone")
    ]
    for side, who in ((A, "a"), (B, "b")):
        for name, estimate in rates(walls, side, _CONFIDENCE).items():
            value, low, high = map(float, estimate)
            found.append({"figure": f"{who}_{name}", "value": value, "low": low, "high": high})
    found.append({"figure": "differ", "value": float((points(walls) != 0).mean())})
    return pd.DataFrame(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows)."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.odds.advice", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder; the same command goes on in it")
    parser.add_argument("--rules", default="bao", help="a preset in which the declarer names, or a TOML file")
    parser.add_argument("--policy", default="champion", help="who plays, and whose bids are put to the test")
    parser.add_argument("--walls", type=int, default=1_000, help=f"of {SEATINGS} deals each")
    parser.add_argument("--deals", type=int, default=512, help="the most for each action of a decision")
    parser.add_argument("--bids", type=int, default=4, help="lowest bids looked at, besides the policy's own")
    parser.add_argument(
        "--caution", type=float, default=1.5, help="standard errors by which another bid has to be better"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    try:
        check_whole("walls", asked.walls, 1, MOST_DEALS)
        check_whole("seed", asked.seed, 0, HIGHEST_SEED)
        meeting = Meeting(
            rules=Ruleset.of(asked.rules),
            policy=load(asked.policy),
            walls=asked.walls,
            deals=asked.deals,
            bids=asked.bids,
            caution=asked.caution,
            seed=asked.seed,
        )
        table = gains(meeting, study_rows(meeting, asked.out, asked.jobs, _note))
    except ZhujiError as error:
        _note(f"advice: {error}")
        return 2
    except Stopped as stopped:
        _note(f"advice: {stopped}")
        return stopped.exit_code
    content = table.to_csv(index=False, float_format="%.5g", lineterminator="\n")
    write_atomic(asked.out / "gains.csv", content.encode())
    sys.stdout.write(table.to_string(index=False, float_format="%.4f") + "\n")
    return 0


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
