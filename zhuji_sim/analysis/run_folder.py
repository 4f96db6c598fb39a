"""What a run folder says about itself, and its deals shard by shard."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from zhuji_sim.analysis.measures import COLUMNS
from zhuji_sim.analysis.seals import open_sealed
from zhuji_sim.errors import RunFolderError
from zhuji_sim.labels import contract_name, text

__all__ = [
    "MANIFEST",
    "CellInfo",
    "RunInfo",
    "check_manifest",
    "count_deals",
    "read_deals",
    "read_manifest",
    "read_run",
    "read_shards",
    "run_info",
]

MANIFEST: Final = "manifest.json"
_COMPLETE: Final = "complete"
_SEALED_SINCE: Final = 2
"""The format of the manifest since which shards are sealed."""
_IN_EVERY_MANIFEST: Final[Mapping[str, tuple[type, str]]] = {
    "version": (str, "a version of zhuji_sim"),
    "versions": (dict, "a table of versions"),
    "fingerprint": (str, "a text"),
    "seed": (int, "a whole number"),
    "total_deals": (int, "a whole number"),
    "status": (str, "a text"),
    "sessions": (list, "a list"),
}
"""What every run notes, whatever it plays; a report that is kept leaves the sessions out."""


@dataclass(frozen=True)
class CellInfo:
    """A cell of a run's grid.

    Attributes
    ----------
    index : int
        The column `cell` of the deals.
    name : str
        The run's own name for it.
    rules_name : str
        The preset and what was changed of it.
    rules : mapping
        Every option.
    policies : tuple of str
        By seat E S W N; in matches by player.
    contract, declarer : str or None
        The forced contract and the seat that holds it; None where the auction decides.
    """

    index: int
    name: str
    rules_name: str
    rules: Mapping[str, Any]
    policies: tuple[str, ...]
    contract: str | None
    declarer: str | None

    @property
    def players(self) -> str:
        """The policies in one word, `tai` or `tai/speed/tai/speed`."""
        return "/".join(self.policies if len(set(self.policies)) > 1 else self.policies[:1])

    @property
    def has_bidding(self) -> bool:
        """Whether deals of this cell can have a declarer."""
        return self.rules.get("caishen_source") == "declarer"


@dataclass(frozen=True)
class RunInfo:
    """What the manifest of a run folder says."""

    manifest: Mapping[str, Any]
    cells: tuple[CellInfo, ...]

    @property
    def seed(self) -> int:
        """The seed of the run."""
        return int(self.manifest["seed"])

    @property
    def complete(self) -> bool:
        """Whether all deals have been played."""
        return bool(self.manifest.get("status") == _COMPLETE)

    @property
    def total_deals(self) -> int:
        """Deals of the finished run."""
        return int(self.manifest["total_deals"])

    @property
    def sealed(self) -> bool:
        """Whether damage to its shards can be told."""
        return int(self.manifest.get("format", 1)) >= _SEALED_SINCE

    def told(self, key: str, lang: str) -> str:
        """A text for readers from the experiment (`title`, `about`), in this language if there is one."""
        texts = self.manifest.get(key) or {}
        return str(texts.get(lang) or next(iter(texts.values()), ""))

    def cell_labels(self, lang: str) -> dict[int, str]:
        """A short name for each cell, of what sets it apart."""
        return _labels(self.cells, lambda cell: self.bidding(cell, lang))

    def bidding(self, cell: CellInfo, lang: str) -> str:
        """Who declares what in a cell."""
        if cell.contract is None:
            return _source(cell, lang)
        seat, contract = text(f"names.wind_{cell.declarer}", lang), contract_name(cell.contract, lang)
        return text("names.declares_contract", lang, seat=seat, contract=contract)

    def series_labels(self, lang: str) -> dict[int, str]:
        """A name for each cell that leaves its contract out.

        Cells that differ by nothing but the contract share one, so that a chart by contract joins them; it is
        empty if all cells do.
        """
        apart = {_series(cell) for cell in self.cells}
        if len(apart) == 1:
            return {cell.index: "" for cell in self.cells}
        return _labels(self.cells, lambda cell: _source(cell, lang))


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a folder, whatever it describes.

    Raises
    ------
    RunFolderError
        There is none, or it is damaged.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RunFolderError(
            f"{folder} is not a run folder: {MANIFEST} cannot be read: {error.strerror}"
        ) from None
    except ValueError:
        raise _unreadable(path) from None
    if not isinstance(manifest, dict):
        raise _unreadable(path)
    return manifest


def check_manifest(manifest: Mapping[str, Any], folder: Path) -> None:
    """Refuse the manifest of a run folder that lacks what every run notes.

    Raises
    ------
    RunFolderError
        Names the key, and its value if it has a wrong one.
    """
    manifest = {"sessions": [], **manifest}
    for key, (kind, expected) in _IN_EVERY_MANIFEST.items():
        if not isinstance(manifest.get(key), kind):
            found = f"{key} = {manifest[key]!r}" if key in manifest else f"{key} is missing"
            raise RunFolderError(f"{folder / MANIFEST} is damaged: {found}: expected {expected}")


def read_run(folder: Path) -> RunInfo:
    """Read the manifest of a run folder.

    Raises
    ------
    RunFolderError
        There is none, or it does not describe a run.
    """
    manifest = read_manifest(folder)
    if "kind" in manifest:
        raise RunFolderError(f"{folder} holds a {manifest['kind']}: expected the folder of a run of deals")
    try:
        return run_info(manifest)
    except (ValueError, KeyError, TypeError):
        raise _unreadable(folder / MANIFEST) from None


def _unreadable(path: Path) -> RunFolderError:
    return RunFolderError(f"{path} is damaged: start anew with --fresh")


def run_info(manifest: Mapping[str, Any]) -> RunInfo:
    """What a manifest, or the description of an experiment, says."""
    cells = tuple(
        CellInfo(
            index=cell["index"],
            name=cell["name"],
            rules_name=cell["rules_name"],
            rules=cell["rules"],
            policies=tuple(cell["policies"]),
            contract=cell["contract"],
            declarer=cell["declarer"],
        )
        for cell in manifest["cells"]
    )
    return RunInfo(manifest, cells)


def count_deals(folder: Path) -> int:
    """How many deals the shards of a run hold.

    Raises
    ------
    RunFolderError
        A shard cannot be read.
    """
    found = 0
    for path in _shards(folder):
        try:
            found += pq.read_metadata(path).num_rows
        except (pa.ArrowException, OSError) as error:
            raise _damaged(path, error) from None
    return found


def read_deals(folder: Path) -> Iterator[pd.DataFrame]:
    """The deals of a run, a shard at a time, with the columns that the tables need.

    Raises
    ------
    RunFolderError
        A shard is damaged or cannot be read.
    """
    for table in read_shards(folder, COLUMNS):
        yield table.to_pandas(strings_to_categorical=True)


def read_shards(folder: Path, columns: Collection[str] | None = None) -> Iterator[pa.Table]:
    """The deals of a run as Arrow tables, a shard at a time; those of the columns that there are, or all.

    Raises
    ------
    RunFolderError
        A shard is damaged or cannot be read.
    """
    sealed = read_run(folder).sealed
    for path in _shards(folder):
        try:
            with open_sealed(path, required=sealed) as file:
                names = file.schema_arrow.names
                yield file.read(columns=[name for name in names if columns is None or name in columns])
        except (pa.ArrowException, OSError) as error:
            raise _damaged(path, error) from None


def _shards(folder: Path) -> list[Path]:
    return sorted((folder / "deals").glob("*.parquet"))


def _damaged(path: Path, error: Exception) -> RunFolderError:
    reason = (str(error).splitlines() or [type(error).__name__])[0]
    return RunFolderError(f"{path} cannot be read ({reason}): run the experiment again to mend it")


def _series(cell: CellInfo) -> tuple[Any, ...]:
    return cell.rules_name, cell.policies, cell.declarer, cell.contract is None


def _source(cell: CellInfo, lang: str) -> str:
    """Who comes to declare."""
    if cell.contract is None:
        return text("names.source_auction" if cell.has_bidding else "names.role_none", lang)
    return text("names.declares", lang, seat=text(f"names.wind_{cell.declarer}", lang))


def _labels(cells: Sequence[CellInfo], bidding: Callable[[CellInfo], str]) -> dict[int, str]:
    """Names of what varies, as short as tells them apart; of everything if nothing varies."""
    parts = [(cell.rules_name, cell.players, bidding(cell)) for cell in cells]
    varied = [i for i in range(3) if len({part[i] for part in parts}) > 1] or [0, 1, 2]
    for fewer in (varied[:1], varied[:2]):
        if len({tuple(part[i] for i in fewer) for part in parts}) == len(set(parts)) > 1:
            varied = fewer
            break
    return {cell.index: ", ".join(part[i] for i in varied) for cell, part in zip(cells, parts)}
