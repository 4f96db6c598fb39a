"""Places that files are to be written to, checked before anything is played."""

import tempfile
from pathlib import Path

from zhuji_sim.errors import RunFolderError

__all__ = ["check_file", "check_folder", "check_ours", "place_of"]


def place_of(option: str, name: str | None) -> Path | None:
    """The path that an option names, None where it is left out.

    Raises
    ------
    RunFolderError
        An empty name.
    """
    if name is not None and not name.strip():
        raise RunFolderError(f"{option} {name!r}: expected the name of a file or a folder")
    return None if name is None else Path(name)


def check_folder(folder: Path) -> None:
    """Make a folder, and try whether files can be written there.

    Raises
    ------
    RunFolderError
        They cannot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise RunFolderError(f"{folder} cannot be used as a folder: {error.strerror or error}") from None


def check_file(path: Path) -> None:
    """Make the folder of a file, and try whether a file of that name can be written there.

    Raises
    ------
    RunFolderError
        It cannot, or the name is a folder's.
    """
    check_folder(path.parent)
    try:
        if path.is_dir():
            raise RunFolderError(f"{path} is a folder: expected the name of a file")
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}"):
            pass
    except OSError as error:
        raise RunFolderError(f"{path} cannot be written: {error.strerror or error}") from None


def check_ours(folder: Path, mark: str) -> None:
    """Refuse a folder that holds something and not the file by which ours are known.

    Hidden files count for nothing, nor do empty folders, which an interrupted command leaves.

    Raises
    ------
    RunFolderError
        Names what is there.
    """
    if not folder.is_dir() or (folder / mark).exists():
        return
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(".") and not (path.is_dir() and not any(path.iterdir())):
            raise RunFolderError(
                f"{folder} holds something else ({path.name}): expected a new or an empty folder"
            )
