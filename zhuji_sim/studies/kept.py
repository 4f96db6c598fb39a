"""Kept reports, read again: what `python -m zhuji_sim.studies` has written before."""

from pathlib import Path

import pandas as pd

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.errors import RunFolderError
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.studies.asking import question_of
from zhuji_sim.studies.catalogue import QUESTIONS
from zhuji_sim.studies.question import KIND, Question, Tables

__all__ = ["kept_reports"]


def kept_reports(reports: Path) -> dict[str, tuple[Question, Tables]]:
    """The studies whose reports lie in a folder of reports, and their tables, by name.

    Raises
    ------
    RunFolderError
        A manifest or a table of theirs cannot be read.
    """
    found: dict[str, tuple[Question, Tables]] = {}
    for name in QUESTIONS:
        path = reports / name / manifests.NAME
        if path.is_file():
            manifest = read_manifest(path.parent)
            if manifest.get("kind") == KIND and manifest.get("study") == name:
                found[name] = question_of(manifest, path), _tables(path.parent / "tables")
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
