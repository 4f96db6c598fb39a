"""Studies of contracts side by side."""

from collections.abc import Mapping
from pathlib import Path

from zhuji_sim.analysis.contract_charts import against_pass, made_by_run, points_by_run
from zhuji_sim.analysis.side_by_side import Part, Side, canvas_of, stacked, write_page
from zhuji_sim.contracts import wording
from zhuji_sim.contracts.figures import tables_of
from zhuji_sim.contracts.report import sections
from zhuji_sim.contracts.run import read_study

__all__ = ["write_contracts"]

_PERCENT = 100


def write_contracts(folders: Mapping[str, Path], out: Path, lang: str) -> Path:
    """Write the page of several studies, by their labels; returns it.

    Raises
    ------
    RunFolderError
        One holds no study of contracts, is not complete, or is damaged.
    OSError
        A file cannot be written.
    """
    sides, confidence = [], 1.0
    for label, folder in folders.items():
        study, walls = read_study(folder)
        tables = tables_of(study, walls)
        parts = [
            Part(each.name, each.heading, each.sentence, each.table)
            for each in sections(study, tables, {}, lang)
        ]
        verdicts, conditions = wording.answer(tables, lang), wording.conditions(study, lang)
        frames = tables.frames()
        sides.append(Side(label, study.total_deals, study.seed, verdicts, conditions, parts, frames))
        confidence = min(confidence, study.confidence)
    labels = dict(enumerate(side.label for side in sides))
    canvas = canvas_of(sides, lang, labels, labels)
    forced, percent = stacked(sides, "forced"), _PERCENT * confidence
    charts = {
        "made": made_by_run(forced, canvas, percent),
        "seats": points_by_run(forced, canvas, percent),
        "auction": against_pass(stacked(sides, "auction"), canvas, percent),
    }
    return write_page(out, sides, charts, canvas, lang)
