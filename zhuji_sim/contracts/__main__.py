"""`python -m zhuji_sim.contracts`: play the study and write its folder; see `--help`."""

import argparse
import sys
from pathlib import Path

from zhuji_sim.contracts.figures import tables_of
from zhuji_sim.contracts.report import write_report
from zhuji_sim.contracts.run import run
from zhuji_sim.contracts.study import plan
from zhuji_sim.contracts.wording import answer
from zhuji_sim.errors import Stopped, ZhujiError
from zhuji_sim.labels import LANGUAGES, resolve_language, text
from zhuji_sim.runner.progress import Bar


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted (what is finished is kept), 1 anything else."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.contracts", description=__doc__)
    parser.add_argument("--rules", default="bao", help="a preset with bidding, or a TOML file")
    parser.add_argument("--policy", default="champion", help="who sits in every seat: a name or a TOML file")
    parser.add_argument("--walls", type=int, default=20_000, help="each is played in 66 ways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--confidence", type=float, default=0.95, help="of all intervals")
    parser.add_argument("--jobs", type=int, default=2, help="workers; the figures do not depend on it")
    parser.add_argument("--lang", help=f"{' or '.join(LANGUAGES)}; by the locale if left out")
    parser.add_argument("--out", type=Path, required=True, help="the folder; the same command goes on in it")
    parser.add_argument("--fresh", action="store_true", help="throw away what the folder holds")
    given = parser.parse_args(arguments)
    try:
        lang = resolve_language(given.lang)
        study = plan(given.walls, given.seed, given.rules, given.policy, given.confidence)
        preparing, deals, per_second = (
            text(f"cli.word_{word}", lang) for word in ("preparing", "deals", "per_second")
        )
        progress = Bar(preparing, deals, per_second)
        walls = run(study, given.out, jobs=given.jobs, fresh=given.fresh, progress=progress)
        tables = tables_of(study, walls)
        page = write_report(given.out, study, tables, lang)
    except (ZhujiError, Stopped) as error:
        _note(f"contracts: {error}")
        return error.exit_code if isinstance(error, Stopped) else 2
    for sentence in answer(tables, lang):
        sys.stdout.write(sentence + "\n")
    _note(text("cli.report_is_at", lang, path=page))
    return 0


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
