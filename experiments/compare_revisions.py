"""Two revisions side by side, in one run.

    python experiments/compare_revisions.py OLD NEW [--rounds N] [--case RULES:POLICY]

Each is checked out into a temporary worktree and played by a process of its own, with a compile cache of its
own (so the first minutes go by in compiling). The processes take turns, old new, new old, on the same deals,
and are timed by their CPU time, so that what else the machine does meets both. A ratio is the new speed over
the old one: the geometric mean over the rounds with its 95 % interval (Student's). Whether the rows are the
same is told too.
"""

import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

CASES: Final = ("bao:quick", "bao:champion", "bao:tai", "heping:champion", "dongfeng:speed")
ROUNDS: Final = 12
SECONDS: Final = 0.5
"""Aim for the length of one timed call."""
FIRST: Final = 300
"""Deals of the call that finds out how many fit."""
SEED: Final = 1


def play_for_ever() -> None:
    """In a worktree: play what is asked for, line by line; answer with CPU seconds and a digest of rows."""
    from zhuji_sim.batches import BatchSpec, play
    from zhuji_sim.policies import load
    from zhuji_sim.rules.ruleset import Ruleset

    for line in sys.stdin:
        asked = json.loads(line)
        rules, policy = asked["case"].split(":")
        spec = BatchSpec(Ruleset.preset(rules), (load(policy),) * 4, SEED)
        play(spec, 0, 1)
        began = time.process_time()
        rows = play(spec, asked["start"], asked["stop"])
        seconds = time.process_time() - began
        points = hashlib.sha256(rows["points"].tobytes()).hexdigest()
        sys.stdout.write(json.dumps({"seconds": seconds, "points": points}) + "\n")
        sys.stdout.flush()


class Player:
    """A process that plays in a checkout of a revision."""

    def __init__(self, revision: str, tree: Path) -> None:
        self.revision = revision
        keep = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        cache = {"PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": str(tree.with_name(f"{tree.name}-kernels"))}
        command = [sys.executable, str(Path(__file__).resolve()), "--play"]
        self.process = subprocess.Popen(
            command, cwd=tree, env=keep | cache, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, case: str, start: int, stop: int) -> dict[str, Any]:
        """CPU seconds that these deals take, and a digest of their points."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"case": case, "start": start, "stop": stop}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{case}: the process that plays {self.revision} has ended")
        found: dict[str, Any] = json.loads(line)
        return found


@contextmanager
def checkout(revision: str, place: Path) -> Iterator[Path]:
    """A worktree of a revision, removed afterwards."""
    git = ["git", "-C", str(Path(__file__).parent)]
    made = subprocess.run([*git, "worktree", "add", "--detach", str(place), revision], capture_output=True)
    if made.returncode:
        sys.exit(f"{revision}: {made.stderr.decode().strip()}")
    try:
        yield place
    finally:
        subprocess.run([*git, "worktree", "remove", "--force", str(place)], check=True)


def compare(old: Player, new: Player, case: str, rounds: int) -> dict[str, Any]:
    """Play a case by turns."""
    from zhuji_sim.analysis.student import student

    first = max(each.play(case, 0, FIRST)["seconds"] for each in (old, new))
    deals = max(FIRST, int(FIRST * SECONDS / max(first, 1e-3)))
    logs, spent, same = [], {old: 0.0, new: 0.0}, True
    for round_ in range(rounds):
        order = (old, new) if round_ % 2 == 0 else (new, old)
        found = {each: each.play(case, round_ * deals, (round_ + 1) * deals) for each in order}
        logs.append(math.log(found[old]["seconds"] / found[new]["seconds"]))
        same = same and found[old]["points"] == found[new]["points"]
        for each in order:
            spent[each] += found[each]["seconds"]
    mean = sum(logs) / rounds
    error = math.sqrt(sum((each - mean) ** 2 for each in logs) / (rounds - 1) / rounds)
    wide = student(0.95, rounds - 1) * error
    return {
        "case": case,
        "old_deals_per_second": rounds * deals / spent[old],
        "new_deals_per_second": rounds * deals / spent[new],
        "ratio": math.exp(mean),
        "ratio_low": math.exp(mean - wide),
        "ratio_high": math.exp(mean + wide),
        "same_rows": same,
    }


def main() -> None:
    """Compare two revisions and print a table, or with `--json` a document."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new", nargs="?", default="HEAD")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--case", action="append", help=f"RULES:POLICY; repeat for more; {', '.join(CASES)}")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.rounds < 2:
        parser.error(f"--rounds {asked.rounds}: expected at least 2")
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        players = []
        for name in ("old", "new"):
            tree = stack.enter_context(checkout(getattr(asked, name), place / name))
            players.append(Player(getattr(asked, name), tree))
            stack.callback(players[-1].process.kill)
        old, new = players
        rows = [compare(old, new, case, asked.rounds) for case in asked.case or CASES]
    if asked.json:
        print(
            json.dumps({"old": asked.old, "new": asked.new, "rounds": asked.rounds, "rows": rows}, indent=2)
        )
        return
    print(f"{'case':18}{asked.old[:12]:>14}{asked.new[:12]:>14}  deals/s    new/old (95 %)        rows")
    for row in rows:
        interval = f"{row['ratio']:.3f} ({row['ratio_low']:.3f}–{row['ratio_high']:.3f})"
        speeds = f"{row['old_deals_per_second']:>14,.0f}{row['new_deals_per_second']:>14,.0f}"
        print(f"{row['case']:18}{speeds}             {interval}   {'same' if row['same_rows'] else 'differ'}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--play"]:
        play_for_ever()
    else:
        main()
