"""Files that are there whole or not at all."""

import contextlib
import errno
import json
import os
from pathlib import Path
from typing import Any

from zhuji_sim.errors import Stopped


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file beside its place, then move it there; a reader or a crash never sees half of it."""
    draft = path.with_name(f".{path.name}.draft")
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


def cannot_write(error: OSError, folder: Path, resume: str) -> Stopped:
    """The clear line for a run that could not write."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    reason = "the disk is full" if full else error.strerror or str(error)
    name = f" {error.filename}" if error.filename else f" in {folder}"
    return Stopped(f"cannot write{name}: {reason}; finished chunks are kept, {resume}")
