"""`zhuji run` of a study's file: its question is played and answered."""

import os
import sys
from pathlib import Path
from typing import Any

from zhuji_sim.cli.options import Speaker
from zhuji_sim.cli.report import report_study


def run_study(
    path: Path,
    out: Path,
    speaker: Speaker,
    *,
    walls: int | None,
    seed: int | None,
    jobs: int | None,
    fresh: bool,
) -> dict[str, Any]:
    """Play a study and write its report; its answer and files, for `--json`."""
    from zhuji_sim.analysis.estimates import MIN_CLUSTERS
    from zhuji_sim.runner.experiment import MOST_DEALS, check_whole
    from zhuji_sim.studies.asking import jobs_of, read_question
    from zhuji_sim.studies.run import play

    def note(line: str) -> None:
        if not speaker.quiet:
            print(line, file=sys.stderr)

    if walls is not None:
        check_whole("--deals", walls, MIN_CLUSTERS, MOST_DEALS)
    question = read_question(path, walls, seed)
    speaker.note("study_begins", walls=question.walls, deals=question.deals, folder=out)
    tables = play(question, out, jobs=jobs or jobs_of(path) or os.cpu_count() or 1, fresh=fresh, note=note)
    files = report_study(out, question, tables, speaker)
    answer = question.answer(tables, speaker.lang)
    if not speaker.json:
        speaker.paragraphs(*answer)
        speaker.lines(speaker.text("report_is_at", path=files["report"]))
    return {"folder": str(out), "answer": list(answer), **files}
