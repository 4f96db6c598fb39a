"""`python -m zhuji_sim.studies REPORTS RUN...`: reports of studies to keep, and a page that leads to them.

Each RUN is a folder that `zhuji run` has made of a study's file; its report goes to REPORTS/NAME. The page,
REPORTS/index.html, has the answers of all of them, and links to whatever other reports lie in REPORTS.
"""

import argparse
import sys
from pathlib import Path

from zhuji_sim.errors import ZhujiError
from zhuji_sim.studies.index import write_index
from zhuji_sim.studies.report import publish
from zhuji_sim.studies.run import read


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.studies", description=__doc__)
    parser.add_argument("reports", type=Path, metavar="REPORTS", help="the folder of all reports")
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="a study's folder")
    given = parser.parse_args(arguments)
    try:
        found = {}
        for run in given.runs:
            question, tables = read(run)
            publish(run, question, tables, given.reports / question.name)
            found[question.name] = (question, tables)
        pages = write_index(given.reports, found)
    except ZhujiError as error:
        sys.stderr.write(f"studies: {error}\n")
        return 2
    sys.stderr.write(f"{pages[0]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
