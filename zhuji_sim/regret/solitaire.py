"""`python -m zhuji_sim.regret.solitaire POLICY…`: discards held against exact solutions; see `--help`."""

import argparse
import sys

from zhuji_sim.errors import ZhujiError
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.ruleset import Ruleset

from .alone import judge, summary
from .puzzles import puzzles

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.regret.solitaire")
    parser.add_argument("policies", nargs="+", metavar="POLICY")
    parser.add_argument("--rules", default="bao", help="a preset or a TOML file")
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", help="a CSV file: every hand and discard")
    given = parser.parse_args(arguments)
    try:
        for name in ("hands", "jobs"):
            if getattr(given, name) < 1:
                raise ZhujiError(f"--{name} {getattr(given, name)}: expected at least 1")
        policies = [load(name) for name in given.policies]
        rows = judge(policies, list(puzzles(Ruleset.of(given.rules), given.hands, given.seed)), given.jobs)
    except ZhujiError as error:
        sys.stderr.write(f"solitaire: {error}\n")
        return 2
    if given.out:
        rows.to_csv(given.out, index=False, float_format="%.6g")
    sys.stdout.write(summary(rows).to_string(index=False, float_format="%.4f") + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
