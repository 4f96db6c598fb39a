"""Comparisons side by side."""

from collections.abc import Mapping
from pathlib import Path

from zhuji_sim.analysis.matchups import matchups
from zhuji_sim.analysis.side_by_side import Part, Side, canvas_of, stacked, write_page
from zhuji_sim.duplicate import wording
from zhuji_sim.duplicate.report import frames_of, sections, short
from zhuji_sim.duplicate.run import read_study
from zhuji_sim.labels import text

__all__ = ["write_comparisons"]

_PERCENT = 100


def write_comparisons(folders: Mapping[str, Path], out: Path, lang: str) -> Path:
    """Write the page of several comparisons, by their labels; returns it.

    Raises
    ------
    RunFolderError
        One holds no comparison, is not complete, or is damaged.
    OSError
        A file cannot be written.
    """
    studies = {label: read_study(folder) for label, folder in folders.items()}
    sides = [
        Side(
            label,
            int(study.pairs["deals"].sum()),
            study.comparison.seed,
            wording.verdicts(study, lang),
            wording.conditions(study, lang),
            [Part(each.name, each.heading, each.sentence, each.table) for each in sections(study, {}, lang)],
            frames_of(study),
        )
        for label, study in studies.items()
    ]
    canvas = canvas_of(sides, lang, {}, {})
    pairs = stacked(sides, "pairs")
    named = [
        text("side.series", canvas.lang, run=run, name=short(name))
        for run, name in zip(pairs["run"], pairs["a"])
    ]
    confidence = min(study.comparison.confidence for study in studies.values())
    figure = matchups(pairs.assign(a=named, b=pairs["b"].map(short)), canvas, _PERCENT * confidence)
    return write_page(out, sides, {"points": figure}, canvas, lang)
