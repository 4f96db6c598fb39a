"""A study of regret in a folder: parts that are kept, and what they give together."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import joblib
import pandas as pd

from zhuji_sim import __version__
from zhuji_sim.errors import RunFolderError
from zhuji_sim.runner.files import write_atomic, write_json

from .measuring import CHUNK, Study, measure_chunk
from .sampling import kinds_of
from .summary import by_kind, worst

__all__ = ["run"]

MANIFEST: Final = "manifest.json"
PARTS: Final = "parts"
_PATIENCE: Final = 60
"""Deals looked at for each point that is wanted, before a rare kind is left as it is."""


def run(
    study: Study,
    points: int,
    folder: Path,
    jobs: int = 1,
    note: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """Measure regret at so many decision points, as many of each kind, and write what they give.

    The folder gets `points.parquet`, `by_kind.csv`, a `worst_NAME.md` for each policy and `manifest.json`.
    The same call goes on where it was interrupted, and gives the same for any number of jobs.

    Parameters
    ----------
    study : Study
    points : int
        Of all kinds together.
    folder : Path
    jobs : int
        Worker processes.
    note : function
        Told of progress, a line a time.

    Returns
    -------
    DataFrame
        As `summary.by_kind`.

    Raises
    ------
    RunFolderError
        The folder holds another study.
    """
    (folder / PARTS).mkdir(parents=True, exist_ok=True)
    _claim(folder, study)
    kinds = kinds_of(study.rules.caishen_source)
    found = [_measure_kind(study, kind, -(-points // len(kinds)), folder, jobs, note) for kind in kinds]
    rows = pd.concat([each for each in found if len(each)], ignore_index=True)
    names = [policy.name for policy in study.judged]
    summary = by_kind(rows, names)
    write_atomic(folder / "points.parquet", rows.to_parquet())
    write_atomic(folder / "by_kind.csv", summary.to_csv(index=False, float_format="%.5g").encode())
    for name in names:
        write_atomic(folder / f"worst_{name}.md", worst(rows, name).encode())
    return summary


def _claim(folder: Path, study: Study) -> None:
    """Enter the study into an empty folder, or see that it is the one begun there."""
    path = folder / MANIFEST
    wanted = {"version": __version__, **study.describe()}
    if path.exists():
        begun = json.loads(path.read_text(encoding="utf-8"))
        differing = [key for key in wanted if begun.get(key) != wanted[key]]
        if differing:
            raise RunFolderError(
                f"{folder} holds another study ({differing[0]} differs): choose another with --out"
            )
    else:
        write_json(path, wanted)


def _measure_kind(
    study: Study, kind: str, wanted: int, folder: Path, jobs: int, note: Callable[[str], None]
) -> pd.DataFrame:
    """The first `wanted` points of a kind, in order of deals."""
    found: list[pd.DataFrame] = []
    chunk = count = 0
    with joblib.Parallel(n_jobs=jobs) as workers:
        while count < wanted and chunk * CHUNK < _PATIENCE * wanted:
            wave = range(chunk, chunk + max(1, jobs) * 2)
            parts = workers(joblib.delayed(_part)(study, kind, each, folder) for each in wave)
            found += [part for part in parts if len(part)]
            count = sum(map(len, found))
            chunk = wave.stop
            note(f"{kind}: {min(count, wanted)} of {wanted} points, {chunk * CHUNK} deals")
    return pd.concat(found, ignore_index=True).head(wanted) if found else pd.DataFrame()


def _part(study: Study, kind: str, chunk: int, folder: Path) -> pd.DataFrame:
    """A chunk from the folder, or measured and kept there."""
    path = folder / PARTS / f"{kind}-{chunk:05d}.parquet"
    if path.exists():
        return pd.read_parquet(path)
    rows = measure_chunk(study, kind, chunk)
    write_atomic(path, rows.to_parquet())
    return rows
