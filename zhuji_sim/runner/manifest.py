"""`manifest.json`: what a run folder holds, how it was made, and whether a run may go on in it."""

import hashlib
import json
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Protocol

from zhuji_sim import __version__
from zhuji_sim.engine.compile_cache import source_hash
from zhuji_sim.errors import RunFolderError
from zhuji_sim.runner.files import write_json

NAME: Final = "manifest.json"
FORMAT: Final = 2
"""Layout of the manifest and of the shards; since 2 the shards are sealed."""
PACKAGES: Final = ("numba", "numpy", "pandas", "pyarrow", "joblib", "matplotlib", "cma")

_COMPARED: Final = (
    *("study", "seed", "deals", "walls", "matches", "until_width", "draws"),
    *("generations", "population", "check_walls", "step", "name", "weights", "version", "format"),
)
"""Keys whose values are short enough to be told where they differ."""
_PLAYED: Final = ("cells", "rules", "policies", "policy_specs", "contract", "declarer")
"""Keys that say what is played."""
_BESIDE: Final = ("fingerprint", "title", "about", "total_deals", "status", "versions", "sessions")
"""Keys that decide no row."""

RUNNING: Final = "running"
INTERRUPTED: Final = "interrupted"
COMPLETE: Final = "complete"


class Described(Protocol):
    """What a folder can be for: an experiment, a comparison, or a tuning."""

    @property
    def title(self) -> Mapping[str, str] | None:
        """Title for readers, by language."""

    @property
    def about(self) -> Mapping[str, str] | None:
        """Text for readers, by language."""

    @property
    def total_deals(self) -> int:
        """Deals of all of it."""

    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows, as plain values."""


class Manifest:
    """The manifest of a run folder.

    Parameters
    ----------
    experiment : Described
        What the folder is for.
    folder : Path
        The run folder.
    """

    def __init__(self, experiment: Described, folder: Path) -> None:
        self.path = folder / NAME
        rows = {"format": FORMAT, "version": __version__, "sources": source_hash(), **experiment.describe()}
        self.fingerprint = fingerprint_of(rows)
        self.content: dict[str, Any] = {
            **json.loads(json.dumps(rows)),
            "fingerprint": self.fingerprint,
            "title": dict(experiment.title or {}),
            "about": dict(experiment.about or {}),
            "total_deals": experiment.total_deals,
            "status": RUNNING,
            "versions": versions(),
            "sessions": [],
        }

    def continue_from(self, old: Mapping[str, Any]) -> None:
        """Go on with an earlier manifest of the folder.

        Raises
        ------
        RunFolderError
            It belongs to other rows, the text says what differs; or it is damaged.
        """
        if old.get("fingerprint") != self.fingerprint:
            raise RunFolderError(
                f"{self.path.parent} holds a run of another experiment ({self._difference(old)}): "
                "choose another folder with --out, or start anew with --fresh"
            )
        sessions = old.get("sessions", [])
        if not isinstance(sessions, list):
            raise RunFolderError(f"{self.path} is damaged: start anew with --fresh")
        self.content["sessions"] = sessions

    def begin(self, jobs: int, backend: str) -> None:
        """Note that a session begins."""
        self.content["sessions"].append({"began": now(), "jobs": jobs, "backend": backend})
        self.write(RUNNING)

    def note(self, deals: int, seconds: float, cells: Mapping[int, tuple[int, float]]) -> None:
        """Note what the session has played so far.

        Parameters
        ----------
        deals, seconds
            Deals played and the time since the session began.
        cells : mapping
            Deals and worker seconds of each cell.
        """
        self.content["sessions"][-1] |= {
            "deals": deals,
            "seconds": round(seconds, 3),
            "deals_per_second": _per_second(deals, seconds),
            "deals_per_worker_second": {
                str(cell): _per_second(*figures) for cell, figures in sorted(cells.items())
            },
        }

    def write(self, status: str) -> None:
        """Write the manifest."""
        self.content["status"] = status
        write_json(self.path, self.content)

    def _difference(self, old: Mapping[str, Any]) -> str:
        changed = [
            f"{key} {old.get(key)} there, {self.content[key]} here"
            for key in _COMPARED
            if key in self.content and old.get(key) != self.content[key]
        ]
        if any(old.get(key) != self.content.get(key) for key in _PLAYED):
            changed.append("other rules, policies or contracts")
        return ", ".join(changed) or "the simulator itself has changed since"


def fingerprint_of(rows: Mapping[str, Any]) -> str:
    """What stands for everything that decides the rows: format, versions, and what is described."""
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:16]


def agrees(manifest: Mapping[str, Any]) -> bool:
    """Whether a manifest still says what it said when it was written."""
    rows = {key: value for key, value in manifest.items() if key not in _BESIDE}
    return fingerprint_of(rows) == manifest.get("fingerprint")


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that can matter."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


def now() -> str:
    """The time, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _per_second(deals: int, seconds: float) -> float:
    return round(deals / seconds, 1) if seconds > 0 else 0.0
