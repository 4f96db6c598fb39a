"""Tables on disk: built once for each shape of rules, kept in the user's cache folder under a checksum."""

import contextlib
import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import platformdirs

from zhuji_sim.tables.build import Shape, build
from zhuji_sim.tables.layout import TABLES

__all__ = ["FOLDER_VARIABLE", "folder", "load_shape"]

FOLDER_VARIABLE: Final = "ZHUJI_TABLES_DIR"
"""Environment variable that names another folder."""
KEPT: Final = 6
"""Tables that stay on disk, the last ones used; each takes some 30 MB."""
_DIGEST: Final = 32
_SUFFIX: Final = ".tables"


def folder() -> Path:
    """Where tables are kept."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else Path(platformdirs.user_cache_dir("zhuji_sim")) / "tables"


def load_shape(shape: Shape) -> np.ndarray[tuple[()], Any]:
    """The tables of a shape, from disk if an intact copy lies there, else built and, if possible, kept.

    Returns
    -------
    ndarray of TABLES, 0-dimensional
    """
    path = folder() / f"{_sources()}-{hashlib.sha256(repr(shape).encode()).hexdigest()[:16]}{_SUFFIX}"
    record = _read(path)
    if record is None:
        record = build(shape)
        _write(path, record)
    return record


@cache
def _sources() -> str:
    """Hash of this package's sources: tables built by other code are not read."""
    digest = hashlib.sha256(np.dtype(np.intp).byteorder.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _read(path: Path) -> np.ndarray[tuple[()], Any] | None:
    """The tables in a file; None if it is missing, torn or damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    body = memoryview(content)[_DIGEST:]
    if len(body) != TABLES.itemsize or hashlib.sha256(body).digest() != content[:_DIGEST]:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    record = np.zeros((), TABLES)
    record.reshape(1).view(np.uint8)[:] = np.frombuffer(body, np.uint8)
    return record


def _write(path: Path, record: np.ndarray[tuple[()], Any]) -> None:
    """Keep the tables, whole or not at all; a full or read-only disk only costs time at the next start."""
    body = record.tobytes()
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            temporary = Path(file.name)
            file.write(hashlib.sha256(body).digest())
            file.write(body)
        temporary.replace(path)
        _forget_oldest(path.parent)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _forget_oldest(kept_in: Path) -> None:
    """Remove all tables but the last ones used, those of other versions among them."""
    found = sorted(kept_in.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[KEPT:]:
        path.unlink(missing_ok=True)
