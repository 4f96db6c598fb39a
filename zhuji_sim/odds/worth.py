"""What following the odds is worth, decision by decision.

``python -m zhuji_sim.odds.worth --out DIR`` stops very many deals at a decision, a deal each, and lets a
player who bids by the odds decide there. Where he would do something else than his policy did, both are
played out over the same fresh deals that fit the bidding: their difference is what his advice is worth there.
It scatters far less than whole deals do, in which most comes from the luck of the tiles.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from zhuji_sim.analysis.estimates import Sums, mean, wilson
from zhuji_sim.errors import Stopped, ZhujiError
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_DEALS, check_whole
from zhuji_sim.runner.files import write_atomic

from .choosing import Choosing
from .foretelling import BID, NAME, PASS
from .parts import study_rows

__all__ = ["main", "worth"]


def worth(rows: pd.DataFrame) -> pd.DataFrame:
    """What the odds gain at a decision, by kind of what the policy did, with 95 % intervals.

    Decisions whose fresh deals were too few to tell (`gain` nan) count in `untold` and nowhere else.

    Returns
    -------
    DataFrame
        `kind` (also `all`), `decisions`, `untold`; `other`, the share at which the odds do something else,
        and `gain`, points a decision, each with `_low` and `_high`.
    """
    found = []
    for kind in ("all", PASS, BID, NAME):
        part = rows if kind == "all" else rows[rows["kind"] == kind]
        told = part.dropna(subset="gain")
        n, gain = len(told), told["gain"].to_numpy(float)
        if n == 0:
            continue
        low, high = wilson(told["other"].sum(), n)
        gains = mean(Sums(n, n, gain.sum(), n, gain.sum(), (gain * gain).sum()))
        found.append(
            {
                "kind": kind,
                "decisions": n,
                "untold": len(part) - n,
                "other": float(told["other"].mean()),
                "other_low": float(low),
                "other_high": float(high),
                "gain": float(gains.value),
                "gain_low": float(gains.low),
                "gain_high": float(gains.high),
            }
        )
    return pd.DataFrame(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows)."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.odds.worth", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder; the same command goes on in it")
    parser.add_argument("--rules", default="bao", help="a preset in which the declarer names, or a TOML file")
    parser.add_argument("--policy", default="champion", help="who plays, and whose bids are put to the test")
    parser.add_argument("--points", type=int, default=1_000, help="decisions, each of a deal of its own")
    parser.add_argument("--deals", type=int, default=512, help="the most for each action of a decision")
    parser.add_argument("--bids", type=int, default=4, help="lowest bids looked at, besides the policy's own")
    parser.add_argument(
        "--caution", type=float, default=1.5, help="standard errors by which another bid has to be better"
    )
    parser.add_argument("--fresh", type=int, default=2_048, help="deals over which another choice is judged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    try:
        for name in ("points", "fresh"):
            check_whole(name, getattr(asked, name), 1, MOST_DEALS)
        check_whole("seed", asked.seed, 0, HIGHEST_SEED)
        study = Choosing(
            rules=Ruleset.of(asked.rules),
            policy=load(asked.policy),
            points=asked.points,
            deals=asked.deals,
            bids=asked.bids,
            caution=asked.caution,
            fresh=asked.fresh,
            seed=asked.seed,
        )
        table = worth(study_rows(study, asked.out, asked.jobs, _note))
    except ZhujiError as error:
        _note(f"worth: {error}")
        return 2
    except Stopped as stopped:
        _note(f"worth: {stopped}")
        return stopped.exit_code
    content = table.to_csv(index=False, float_format="%.5g", lineterminator="\n")
    write_atomic(asked.out / "worth.csv", content.encode())
    sys.stdout.write(table.to_string(index=False, float_format="%.4f") + "\n")
    return 0


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
