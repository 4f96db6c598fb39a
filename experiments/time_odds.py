"""How long the odds of a dealer's hand take, and how sure they are.

    python experiments/time_odds.py [--hands 30] [--seed 26] [--rules bao] [--out FILE.csv]

Each hand is fourteen tiles of a shuffled wall, and is answered by `zhuji odds` as a user starts it, on all
cores; the first answer, for which kernels may be compiled, does not count. Told are the seconds from start to
end and the half-width of the best contract's chance.
"""

import argparse
import csv
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import COPIES, KINDS

TILES: Final = 14
COLUMNS: Final = ("hand", "seconds", "contract", "caishen", "deals", "make", "make_half", "hold", "win_half")


def answered(hand: str, rules: str) -> dict[str, Any]:
    """One line of the table."""
    command = [sys.executable, "-m", "zhuji_sim", "odds", hand, "--rules", rules, "--json"]
    began = time.perf_counter()
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - began
    best = next(row for row in json.loads(told.stdout)["rows"] if row["contract"] != "pass")
    line = {"hand": hand, "seconds": seconds, "make": best["make"], "hold": best["hold"]}
    for name in ("make", "win"):
        line[f"{name}_half"] = (best[f"{name}_high"] - best[f"{name}_low"]) / 2
    return line | {name: best[name] for name in ("contract", "caishen", "deals")}


def main() -> None:
    """Time the hands and say how many are within ten seconds and within 1.5 points."""
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--seed", type=int, default=26)
    parser.add_argument("--rules", default="bao")
    parser.add_argument("--out", type=Path, help="also write the table here")
    asked = parser.parse_args()
    lot = np.random.default_rng(asked.seed)
    wall = np.repeat(np.arange(KINDS), COPIES)
    lines = []
    for number in range(asked.hands + 1):
        drawn = sorted(int(kind) for kind in lot.permutation(wall)[:TILES])
        line = answered("".join(format_tile(kind) for kind in drawn), asked.rules)
        if number:
            lines.append({name: _short(line[name]) for name in COLUMNS})
            print(*lines[-1].values(), flush=True)
    _sum_up("seconds", [float(line["seconds"]) for line in lines], 10.0)
    _sum_up("half-width in points", [100 * float(line["make_half"]) for line in lines], 1.5)
    if asked.out:
        with asked.out.open("w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)


def _sum_up(name: str, values: list[float], goal: float) -> None:
    within = float(np.mean(np.array(values) <= goal))
    middle = float(np.median(values))
    print(f"{name}: median {middle:.2f}, {within:.0%} within {goal:g}, most {max(values):.2f}")


def _short(value: Any) -> Any:
    return f"{value:.4g}" if isinstance(value, float) else value


if __name__ == "__main__":
    main()
