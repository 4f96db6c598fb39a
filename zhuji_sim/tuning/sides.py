"""Tunings side by side."""

from collections.abc import Mapping
from pathlib import Path

from zhuji_sim.analysis.search_path import gains_by_run
from zhuji_sim.analysis.side_by_side import Part, Side, canvas_of, stacked, write_page
from zhuji_sim.tuning import wording
from zhuji_sim.tuning.report import frames_of, sections
from zhuji_sim.tuning.run import read_tuning

__all__ = ["write_tunings"]


def write_tunings(folders: Mapping[str, Path], out: Path, lang: str) -> Path:
    """Write the page of several tunings, by their labels; returns it.

    Raises
    ------
    RunFolderError
        One holds no tuning, is not complete, or is damaged.
    OSError
        A file cannot be written.
    """
    sides = []
    for label, folder in folders.items():
        tuning, record = read_tuning(folder)
        parts = [
            Part(each.name, each.heading, each.sentence, each.table)
            for each in sections(tuning, record, "", lang)
        ]
        sides.append(
            Side(
                label,
                tuning.search_deals,
                tuning.seed,
                wording.verdicts(tuning, record, lang),
                wording.conditions(tuning, lang),
                parts,
                frames_of(tuning, record),
            )
        )
    canvas = canvas_of(sides, lang, {}, {})
    return write_page(out, sides, {"path": gains_by_run(stacked(sides, "path"), canvas)}, canvas, lang)
