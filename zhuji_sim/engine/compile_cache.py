"""Where compiled kernels are kept: one folder for each state of the package's sources.

numba looks only at the file a kernel stands in, so a change in a helper elsewhere would leave stale machine
code behind. A folder named after a hash of every source that can end up in a kernel has no such memory, and
neither do the switches that change what is compiled. This module must not import numba: `configure` has to
run first.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Final

import platformdirs

__all__ = ["configure", "source_hash"]

VARIABLE: Final = "NUMBA_CACHE_DIR"
SWITCHES: Final = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_DEBUGINFO")
"""Settings of numba that change the machine code but not the name it is kept under."""
COMPILED: Final = ("rules", "tables", "engine", "policies", "benchmarks")
"""Sub-packages whose code or numbers end up in kernels."""
PREFIX: Final = "zhuji_sim-"
KEPT: Final = 8
"""Folders that stay in the user's cache, the last ones used."""


def source_hash() -> str:
    """Sixteen hexadecimal digits for the sources, numba's version and its switches."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for part in COMPILED:
        for path in sorted((package / part).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    digest.update(f"{version('numba')} {version('numpy')} {sys.version}".encode())
    for switch in SWITCHES:
        digest.update(f"{switch}={os.environ.get(switch, '')}".encode())
    return digest.hexdigest()[:16]


def configure() -> Path:
    """Point numba's cache at the folder of the present sources and return it.

    The folder lies in `NUMBA_CACHE_DIR` where the user has set it, else in the user's cache folder, else
    (where that cannot be written) in the system's temporary folder. Worker processes inherit the setting.
    """
    name = PREFIX + source_hash()
    given = os.environ.get(VARIABLE)
    if given is None:
        home = Path(platformdirs.user_cache_dir("zhuji_sim")) / "kernels"
        fresh = not (home / name).exists()
        folder = _writable(home / name)
        if fresh:
            _forget_oldest(home)
    elif Path(given).name == name:
        folder = Path(given)
    elif Path(given).name.startswith(PREFIX):
        folder = Path(given).with_name(name)
    else:
        folder = Path(given) / name
    os.environ[VARIABLE] = str(folder)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(folder)
    return folder


def _writable(folder: Path) -> Path:
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    if os.access(folder, os.W_OK):
        return folder
    user = os.getuid() if hasattr(os, "getuid") else "user"
    shared = Path(tempfile.gettempdir()) / f"{PREFIX}kernels-{user}"
    with contextlib.suppress(OSError):
        shared.mkdir(mode=0o700, exist_ok=True)
        if not hasattr(os, "getuid") or shared.stat().st_uid == user:
            return shared / folder.name
    return Path(tempfile.mkdtemp(prefix=PREFIX)) / folder.name


def _forget_oldest(home: Path) -> None:
    """Remove the folders of sources that have not been run for long."""
    with contextlib.suppress(OSError):
        found = sorted(home.glob(f"{PREFIX}*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in found[KEPT:]:
            shutil.rmtree(path, ignore_errors=True)
