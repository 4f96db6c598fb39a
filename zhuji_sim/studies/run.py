"""Plays a study into its folder, and reads it from there."""

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from zhuji_sim.analysis.run_folder import check_manifest, read_manifest
from zhuji_sim.errors import RunFolderError
from zhuji_sim.odds.parts import kept_rows, study_rows
from zhuji_sim.runner import folder as folders
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.runner.files import cannot_start
from zhuji_sim.runner.store import DEALS
from zhuji_sim.studies.asking import question_of
from zhuji_sim.studies.question import Question, Tables
from zhuji_sim.tables import load as load_tables

__all__ = ["play", "read"]


def play(
    question: Question, folder: Path, *, jobs: int, fresh: bool = False, note: Callable[[str], None]
) -> dict[str, pd.DataFrame]:
    """Play a study as far as its folder does not hold it yet; its tables.

    Parameters
    ----------
    question : Question
    folder : Path
        Gets the rows and the manifest; the same command goes on in it.
    jobs : int
        Worker processes; no figure depends on them.
    fresh : bool
        Start anew instead of going on.
    note : function
        Told of progress, a line a time.

    Raises
    ------
    RunFolderError
        The folder holds something else, or cannot be used.
    Stopped
        Interrupted, a full disk, a killed worker. What is finished is kept.
    """
    try:
        folders.prepare(folder, fresh)
    except OSError as error:
        raise cannot_start(error, folder) from error
    for rules in question.rules.values():
        load_tables(rules)
    question.warm()  # what workers compile at the same time, each of them would compile
    return question.tables(study_rows(question, folder, jobs, note))


def read(folder: Path) -> tuple[Question, Tables]:
    """The finished study that a folder holds, and its tables.

    Raises
    ------
    RunFolderError
        The folder holds something else, is not complete, or is damaged.
    """
    manifest = read_manifest(folder)
    check_manifest(manifest, folder)
    path = folder / manifests.NAME
    question = question_of(manifest, path)
    if manifest["status"] != manifests.COMPLETE:
        raise RunFolderError(f"{folder}: the study is unfinished, the same `zhuji run` goes on")
    if not (folder / DEALS).is_dir():
        raise RunFolderError(f"{folder} holds a report without its rows: expected the folder of the run")
    if not manifests.agrees(manifest):
        described = json.loads(json.dumps(question.describe()))
        changed = [key for key, value in described.items() if manifest.get(key) != value]
        raise RunFolderError(
            f"{path} is damaged: {', '.join(changed) or 'it'} has changed since it was written"
        )
    return question, question.tables(kept_rows(question, folder))
