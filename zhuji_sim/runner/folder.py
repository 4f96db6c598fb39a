"""A run folder: made, taken over or emptied, and held by one process at a time."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zhuji_sim.errors import RunFolderError
from zhuji_sim.runner import manifest, store
from zhuji_sim.runner.files import draft_of

SEARCH: Final = "search.json"
"""What a search of weights has found."""
OWNED: Final = (
    store.DEALS,
    store.WALLS,
    store.PARTS,
    SEARCH,
    "tables",
    "charts",
    "report.html",
    manifest.NAME,
)
"""Everything that a run puts into its folder."""
PAGE: Final = ("tables", "charts", "report.html")
"""Everything that a page of several runs puts into its own."""


def prepare(folder: Path, fresh: bool) -> None:
    """Make the folder if need be; with `fresh`, remove the run that it holds.

    A folder with nothing but the beginning of a manifest is that of a run that was killed at once.

    Raises
    ------
    RunFolderError
        It is a file, or holds something that is no run.
    """
    if folder.exists() and not folder.is_dir():
        raise RunFolderError(f"{folder} is a file: choose a folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    inside = {path.name for path in folder.iterdir()} - {draft_of(folder / manifest.NAME).name}
    if inside and manifest.NAME not in inside:
        raise RunFolderError(f"{folder} is not empty and holds no run: choose another folder with --out")
    if fresh:
        for name in OWNED:
            path = folder / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def check_page(folder: Path) -> None:
    """Whether a page of several runs may be written into a folder: it is new, empty, or has such a page.

    Raises
    ------
    RunFolderError
        It is a file, or holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise RunFolderError(f"{folder} is a file: choose a folder with --out")
    inside = {path.name for path in folder.iterdir()} if folder.exists() else set()
    if manifest.NAME in inside:
        raise RunFolderError(f"{folder} is a run folder of its own: choose another folder with --out")
    if inside and (PAGE[-1] not in inside or inside - set(PAGE)):
        raise RunFolderError(
            f"{folder} is not empty and holds no page of several runs: choose another folder with --out"
        )


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep other processes from running in the folder; where the system has no such locks, do nothing.

    Raises
    ------
    RunFolderError
        Another process runs in it.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise RunFolderError(f"another process is running in {folder}") from None
    finally:
        os.close(lock)
