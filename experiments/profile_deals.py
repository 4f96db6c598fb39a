"""Where the time of a deal goes.

    python experiments/profile_deals.py POLICY [--rules bao] [--deals N] [--out FILE.csv]

Deals are played in this process while `perf record` samples it (Linux, the perf tool); each sample is
looked up among the functions of the compiled loop and of the policy. What the compiler has put into its
caller counts as its caller's. Compiles everything anew, since only then the symbols are at hand: a minute or
two.
"""

import argparse
import bisect
import csv
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

LEAST: Final = 0.005
"""Share of the samples from which a function has a line of its own."""
NAME: Final = re.compile(r"zhuji_sim\d+(?:[a-z]+\d+)*?(?P<module>[a-z_]+?)\d+(?P<function>[a-z_]+)(?=B|v\d)")


def symbols_of(dispatcher: Any, scratch: Path) -> Iterable[tuple[int, int, str]]:
    """Address, size and name of every function in the machine code of a compiled function."""
    for compiled in dispatcher.overloads.values():
        library = compiled.library
        path = scratch / "code.o"
        path.write_bytes(library._get_compiled_object())
        listed = subprocess.run(["nm", "--print-size", str(path)], capture_output=True, text=True, check=True)
        engine = library.codegen._engine._ee
        for line in listed.stdout.splitlines():
            parts = line.split()
            if len(parts) == 4 and parts[2] in "TtWw":
                address = engine.get_function_address(parts[3])
                if address:
                    yield address, int(parts[1], 16), parts[3]


def samples(play: Any, scratch: Path) -> list[int]:
    """Addresses at which this process was found while `play` ran."""
    data = scratch / "samples"
    recorder = subprocess.Popen(["perf", "record", "--output", str(data), "--pid", str(os.getpid())])
    time.sleep(1.0)
    play()
    recorder.send_signal(signal.SIGINT)
    recorder.wait()
    told = subprocess.run(
        ["perf", "script", "--input", str(data), "--fields", "ip"], capture_output=True, text=True, check=True
    )
    return [int(address, 16) for address in told.stdout.split()]


def shares(found: list[int], symbols: Iterable[tuple[int, int, str]]) -> list[tuple[str, float]]:
    """Share of the samples by function, the largest first; what is nobody's is `elsewhere`."""
    placed = sorted(set(symbols))
    starts = [start for start, _, _ in placed]
    counted: Counter[str] = Counter()
    for address in found:
        place = bisect.bisect(starts, address) - 1
        inside = place >= 0 and address < placed[place][0] + placed[place][1]
        counted[readable(placed[place][2]) if inside else "elsewhere"] += 1
    return [(name, count / len(found)) for name, count in counted.most_common()]


def readable(symbol: str) -> str:
    """`module.function` of a symbol."""
    match = NAME.search(symbol)
    return f"{match['module']}.{match['function']}" if match else symbol[:60]


def main() -> None:
    """Profile and print, or write a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("policy")
    parser.add_argument("--rules", default="bao")
    parser.add_argument("--deals", type=int, default=60_000)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    if shutil.which("perf") is None:
        sys.exit("profile_deals: needs the perf tool of Linux")
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        os.environ["NUMBA_CACHE_DIR"] = str(scratch / "kernels")
        from zhuji_sim.batches import BatchSpec, play, warm
        from zhuji_sim.engine.batch import play_batch
        from zhuji_sim.policies import load
        from zhuji_sim.rules.ruleset import Ruleset

        policy = load(asked.policy)
        spec = BatchSpec(Ruleset.of(asked.rules), (policy,) * 4, seed=1)
        warm(spec)
        symbols = [each for code in (play_batch, policy.decider()) for each in symbols_of(code, scratch)]
        found = samples(lambda: play(spec, 0, asked.deals), scratch)
    rows = [(name, round(share, 4)) for name, share in shares(found, symbols) if share >= LEAST]
    with asked.out.open("w", newline="") if asked.out else sys.stdout as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("function", "share"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
