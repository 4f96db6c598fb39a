"""`python -m zhuji_sim.regret POLICY…`: measure regret and write a folder; see `--help`."""

import argparse
import sys
from pathlib import Path

from zhuji_sim.errors import ZhujiError
from zhuji_sim.policies.registry import load
from zhuji_sim.rollouts import CANDIDATES
from zhuji_sim.rules.ruleset import Ruleset

from .measuring import Study
from .study import run


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted (what is finished is kept)."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.regret", description=__doc__)
    parser.add_argument("judged", nargs="+", metavar="POLICY", help="judged; the last is the yardstick")
    parser.add_argument("--rules", default="bao", help="a preset or a TOML file")
    parser.add_argument("--table", help="who plays the deals (default: the first policy)")
    parser.add_argument("--continuation", help="who plays the rollouts on (default: the first policy)")
    parser.add_argument("--points", type=int, default=2000, help="decision points, as many of each kind")
    parser.add_argument("--redeals", type=int, default=400, help="for each decision point")
    parser.add_argument(
        "--candidates",
        type=int,
        default=CANDIDATES,
        help="redeals among which each is taken by the likelihood of bids and names",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True, help="the folder; the same command goes on in it")
    given = parser.parse_args(arguments)
    try:
        for name in ("points", "redeals", "candidates", "jobs"):
            if getattr(given, name) < 1:
                raise ZhujiError(f"--{name} {getattr(given, name)}: expected at least 1")
        if given.redeals < 2:
            raise ZhujiError(
                f"--redeals {given.redeals}: expected at least 2, a half to choose and one to judge by"
            )
        judged = tuple(load(name) for name in given.judged)
        table = load(given.table or judged[0])
        study = Study(
            rules=Ruleset.of(given.rules),
            table=(table,) * 4,
            judged=judged,
            continuation=load(given.continuation or judged[0]),
            redeals=given.redeals,
            seed=given.seed,
            candidates=given.candidates,
        )
        summary = run(study, given.points, given.out, given.jobs, _note)
    except ZhujiError as error:
        _note(f"regret: {error}")
        return 2
    except KeyboardInterrupt:
        _note("regret: interrupted; the same command goes on")
        return 130
    sys.stdout.write(summary.to_string(index=False, float_format="%.4f") + "\n")
    return 0


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
