"""Kept reports, read again: what `python -m zhuji_sim.studies` has written before."""

from collections.abc import Collection
from pathlib import Path

import pandas as pd

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.errors import RunFolderError
from zhuji_sim.labels import LANGUAGES
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.studies.asking import question_of
from zhuji_sim.studies.catalogue import QUESTIONS
from zhuji_sim.studies.question import KIND, Question, Tables

__all__ = ["kept_reports"]


def kept_reports(reports: Path, apart_from: Collection[str] = ()) -> dict[str, tuple[Question, Tables]]:
    """The studies whose reports lie in a folder of reports, and their tables, by name.

    Parameters
    ----------
    reports : Path
        The folder of all reports.
    apart_from : collection of str
        Studies to leave out.

    Raises
    ------
    RunFolderError
        A manifest or a table of theirs cannot be read, or lacks what their answers are made of.
    """
    found: dict[str, tuple[Question, Tables]] = {}
    for name in (name for name in QUESTIONS if name not in apart_from):
        path = reports / name / manifests.NAME
        if path.is_file():
            manifest = read_manifest(path.parent)
            if manifest.get("kind") == KIND and manifest.get("study") == name:
                question, tables = question_of(manifest, path), _tables(path.parent / "tables")
                try:
                    question.answer(tables, LANGUAGES[0])
                except (KeyError, IndexError) as error:
                    raise RunFolderError(
                        f"{path.parent}: its tables give no answer ({error!r}): write the report again"
                    ) from None
                found[name] = question, tables
    return found


def _tables(folder: Path) -> dict[str, pd.DataFrame]:
    """Tables by name; only what was left out is missing, since `none` and the like are names here."""
    return {path.stem: _table(path) for path in sorted(folder.glob("*.csv"))}


def _table(path: Path) -> pd.DataFrame:
    try:
        return pd.read_csv(path, keep_default_na=False, na_values=[""])
    except pd.errors.EmptyDataError:
        return pd.DataFrame()
    except (ValueError, OSError) as error:
        raise RunFolderError(f"{path} cannot be read: {error}") from None
