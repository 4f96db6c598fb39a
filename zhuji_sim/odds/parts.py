"""A study in a folder: its rows are kept as they are found, and the same command goes on."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import pandas as pd
import pyarrow as pa

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.errors import RunFolderError, Stopped
from zhuji_sim.runner import folder as folders
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.runner.execute import Engine, execute
from zhuji_sim.runner.experiment import MOST_JOBS, check_whole
from zhuji_sim.runner.files import cannot_go_on, cannot_start
from zhuji_sim.runner.manifest import Manifest
from zhuji_sim.runner.plan import Chunks, Shard, gaps
from zhuji_sim.runner.store import Store

__all__ = ["RowStudy", "kept_rows", "study_rows"]

RESUME: Final = "the same command goes on"
_NOTES: Final = 20
"""Lines of progress."""


class RowStudy(ABC):
    """A study that is made of units, each with so many rows, that depend on nothing but its number."""

    @property
    def unit_rows(self) -> int:
        """Rows of a unit."""
        return 1

    @property
    def shard(self) -> int:
        """The most units in one file; those worked at together lie in the same one."""
        return 5_000

    @property
    @abstractmethod
    def chunk(self) -> int:
        """Units to be worked at together: some seconds of work."""

    @property
    def title(self) -> Mapping[str, str] | None:
        """Title for readers, by language, if the study has one."""
        return None

    @property
    def about(self) -> Mapping[str, str] | None:
        """Text for readers, by language, if the study has one."""
        return None

    @property
    @abstractmethod
    def total_deals(self) -> int:
        """Units of all of it."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows, as plain values."""

    @abstractmethod
    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """The rows of the units `start` to `stop` - 1, in order."""


def study_rows(
    study: RowStudy, folder: Path, jobs: int = 1, note: Callable[[str], None] = lambda line: None
) -> pd.DataFrame:
    """All rows of a study, as far as its folder does not hold them yet found now, in order.

    Parameters
    ----------
    study : RowStudy
        Is copied to workers.
    folder : Path
        Gets `manifest.json` and the rows.
    jobs : int
        Worker processes; no row depends on them.
    note : function
        Told of progress, a line a time.

    Raises
    ------
    RunFolderError
        The folder holds something else, or cannot be used.
    Stopped
        Interrupted, a full disk, a killed worker. What is finished is kept.
    """
    check_whole("jobs", jobs, 1, MOST_JOBS)
    manifest = Manifest(study, folder)
    store = None
    try:
        folders.prepare(folder, fresh=False)
        with folders.held(folder):
            if manifest.path.exists():
                manifest.continue_from(read_manifest(folder))
            manifest.begin(jobs, "loky")
            store = Store(folder, manifest.fingerprint, study.unit_rows)
            return _find(study, manifest, store, jobs, note)
    except OSError as error:
        if store is None:
            raise cannot_start(error, folder) from error
        raise cannot_go_on(error, folder, RESUME) from error


def kept_rows(study: RowStudy, folder: Path) -> pd.DataFrame:
    """All rows of a finished study, from its folder, in order.

    Raises
    ------
    RunFolderError
        The folder holds something else, or not all of it.
    """
    manifest = read_manifest(folder)
    try:
        store = Store(folder, manifest.get("fingerprint", ""), study.unit_rows)
        shards = _shards(study)
        for shard in shards:
            if any(True for _ in gaps(shard, store.done(shard))):
                path = store.deals / shard.name
                raise RunFolderError(f"{path} is missing or damaged: run the study again to mend it")
        return pa.concat_tables(store.read(shard) for shard in shards).to_pandas()
    except OSError as error:
        raise RunFolderError(
            f"{error.filename or folder} cannot be read: {error.strerror or error}"
        ) from None


def _shards(study: RowStudy) -> list[Shard]:
    total = study.total_deals
    return [
        Shard(0, at, low, min(low + study.shard, total))
        for at, low in enumerate(range(0, total, study.shard))
    ]


def _find(
    study: RowStudy, manifest: Manifest, store: Store, jobs: int, note: Callable[[str], None]
) -> pd.DataFrame:
    total = study.total_deals
    shards = _shards(study)
    missing = [gap for shard in shards for gap in gaps(shard, store.done(shard))]
    left = sum(each.units for each in missing)
    engine = Engine(spec=lambda _, each: each, warm=lambda _: None, play=_rows_of)
    began, found = perf_counter(), 0
    chunks = Chunks(missing, size=study.chunk)
    try:
        with closing(execute(chunks, {0: study}, {0: study}, engine, jobs=jobs, backend="loky")) as finished:
            for each in finished:
                table = pa.Table.from_pandas(each.rows, preserve_index=False)
                store.add(each.chunk, table.replace_schema_metadata())
                before, found = found, found + each.chunk.units
                if found * _NOTES // left > before * _NOTES // left:
                    spent = perf_counter() - began
                    note(f"{total - left + found} of {total} ({spent:.0f} s, {spent / found:.3g} s each)")
    except (KeyboardInterrupt, Stopped) as stopped:
        manifest.write(manifests.INTERRUPTED)
        if isinstance(stopped, Stopped):
            raise Stopped(f"{stopped}; finished parts are kept, {RESUME}") from None
        raise Stopped(f"interrupted: finished parts are kept, {RESUME}", 130) from None
    store.close()
    manifest.note(found, perf_counter() - began, {})
    manifest.write(manifests.COMPLETE)
    return pa.concat_tables(store.read(shard) for shard in shards).to_pandas()


def _rows_of(study: RowStudy, start: int, stop: int) -> Any:
    return study.rows(start, stop)
