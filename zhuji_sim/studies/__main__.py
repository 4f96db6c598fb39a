"""`python -m zhuji_sim.studies REPORTS RUN...`: reports of studies to keep, and a page that leads to them.

Each RUN is a folder that `zhuji run` has made of a study's file; its report goes to REPORTS/NAME. The page,
REPORTS/index.html, has the answers of all studies whose reports lie in REPORTS, written now or before, and
links to whatever other reports lie there.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from zhuji_sim.errors import RunFolderError, ZhujiError
from zhuji_sim.studies.index import write_index
from zhuji_sim.studies.kept import kept_reports
from zhuji_sim.studies.question import Question, Tables
from zhuji_sim.studies.report import publish
from zhuji_sim.studies.run import read


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 done, 1 a file could not be written, 2 wrong input."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.studies", description=__doc__)
    parser.add_argument("reports", type=Path, metavar="REPORTS", help="the folder of all reports")
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="a study's folder")
    given = parser.parse_args(arguments)
    try:
        page = keep(given.reports, given.runs)
    except ZhujiError as error:
        sys.stderr.write(f"studies: {error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"studies: {error.filename or given.reports}: {error.strerror or error}\n")
        return 1
    sys.stderr.write(f"{page}\n")
    return 0


def keep(reports: Path, runs: Sequence[Path]) -> Path:
    """Write the reports of runs into the folder of all reports, and the page that leads there; the page.

    Raises
    ------
    RunFolderError
        The folder of reports cannot be used, a run or a report that is kept there cannot be read, or two runs
        ask one question.
    OSError
        A file cannot be written.
    """
    found: dict[str, tuple[Question, Tables]] = {}
    run_of: dict[str, Path] = {}
    for run in runs:
        question, tables = read(run)
        if question.name in run_of:
            raise RunFolderError(
                f"{run} asks {question.name} as {run_of[question.name]} does: "
                "expected one run of each question"
            )
        found[question.name], run_of[question.name] = (question, tables), run
    try:
        reports.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunFolderError(f"{reports}: expected the folder of all reports ({error.strerror})") from None
    kept = kept_reports(reports, found)
    for name, (question, tables) in found.items():
        publish(run_of[name], question, tables, reports / name)
    return write_index(reports, kept | found)[0]


if __name__ == "__main__":
    sys.exit(main())
