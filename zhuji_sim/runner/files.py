"""Files that are there whole or not at all."""

import contextlib
import errno
import json
import os
from pathlib import Path
from typing import Any

from zhuji_sim.errors import RunFolderError, Stopped

_FULL = (errno.ENOSPC, errno.EDQUOT)


def draft_of(path: Path) -> Path:
    """Where a file is written before it is moved to its place."""
    return path.with_name(f".{path.name}.draft")


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file beside its place, then move it there; a reader or a crash never sees half of it."""
    draft = draft_of(path)
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def write_json(path: Path, value: Any) -> None:
    """Write a JSON document, readable and atomic."""
    write_atomic(path, (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode())


def cannot_go_on(error: OSError, folder: Path, resume: str) -> Stopped:
    """The clear line for a run that the system does not let write or read."""
    place = _place(error, folder)
    if error.errno in _FULL:
        reason = f"the disk is full, writing {place}"
    else:
        reason = f"{place}: {error.strerror or error}"
    return Stopped(f"{reason}; finished chunks are kept, {resume}")


def cannot_start(error: OSError, folder: Path) -> RunFolderError | Stopped:
    """The clear line for a run that the system does not let play a single deal."""
    place = _place(error, folder)
    if error.errno in _FULL:
        return Stopped(f"the disk is full, writing {place}; nothing has been played yet")
    at = "" if place == str(folder) else f" at {place}"
    return RunFolderError(
        f"{folder} cannot be used as a run folder ({error.strerror or error}{at}): choose another with --out"
    )


def cannot_write_page(error: OSError, folder: Path) -> RunFolderError | Stopped:
    """The clear line for a page of several runs that the system does not let write."""
    place = _place(error, folder)
    if error.errno in _FULL:
        return Stopped(f"the disk is full, writing {place}")
    return RunFolderError(
        f"{place} cannot be written ({error.strerror or error}): choose another folder with --out"
    )


def _place(error: OSError, folder: Path) -> str:
    """What the system stumbled over, with the run folder where it names a bare file."""
    if not error.filename:
        return str(folder)
    path = Path(os.fsdecode(error.filename))
    return str(folder / path if len(path.parts) == 1 and path != folder else path)
