"""Plays a study in a folder: walls that are played are kept there."""

from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.contracts.study import KIND, Study, of_manifest
from zhuji_sim.contracts.walls import play_walls, wall_type
from zhuji_sim.errors import RunFolderError, Stopped
from zhuji_sim.runner import folder as folders
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.runner.execute import Engine, execute
from zhuji_sim.runner.experiment import MOST_JOBS, check_whole
from zhuji_sim.runner.files import cannot_go_on, cannot_start
from zhuji_sim.runner.manifest import Manifest
from zhuji_sim.runner.plan import Chunks, Shard, gaps
from zhuji_sim.runner.progress import Progress, Silent
from zhuji_sim.runner.run import RESUME
from zhuji_sim.runner.store import WALLS, Store

__all__ = ["read_study", "run", "table_of", "walls_of"]

SHARD_WALLS: Final = 5000
"""The most walls in one file."""
_BACKEND: Final = "loky"


def run(
    study: Study, folder: Path, *, jobs: int = 1, fresh: bool = False, progress: Progress | None = None
) -> NDArray[np.void]:
    """Play a study, as far as its folder does not hold it yet.

    Parameters
    ----------
    study : Study
    folder : Path
        Where walls and manifest go.
    jobs : int
        Workers; the walls do not depend on it.
    fresh : bool
        Start anew instead of going on.
    progress : Progress, optional
        Told how far it is.

    Returns
    -------
    array of `wall_type`
        All walls, in order.

    Raises
    ------
    RunFolderError
        The folder holds something else, or cannot be used.
    Stopped
        Interrupted, a full disk, a killed worker. Finished chunks are kept.
    """
    check_whole("jobs", jobs, 1, MOST_JOBS)
    manifest = Manifest(study, folder)
    manifest.content["command"] = study.command
    store = None
    try:
        folders.prepare(folder, fresh)
        with folders.held(folder):
            if manifest.path.exists():
                manifest.continue_from(read_manifest(folder))
            manifest.begin(jobs, _BACKEND)
            store = Store(folder, manifest.fingerprint, home=WALLS)
            return _play_and_keep(study, store, manifest, jobs, progress or Silent())
    except OSError as error:
        if store is None:
            raise cannot_start(error, folder) from error
        raise cannot_go_on(error, folder, RESUME) from error


def read_study(folder: Path) -> tuple[Study, NDArray[np.void]]:
    """The study that a folder holds, and its walls in order (`wall_type`).

    Raises
    ------
    RunFolderError
        The folder holds something else, is not complete, or is damaged.
    """
    manifest = read_manifest(folder)
    if manifest.get("kind") != KIND:
        raise RunFolderError(f"{folder} holds no study of contracts")
    if manifest.get("status") != manifests.COMPLETE:
        raise RunFolderError(f"{folder}: the study is unfinished, {RESUME}")
    study = of_manifest(manifest, folder / manifests.NAME)
    store = Store(folder, manifest["fingerprint"], home=WALLS)
    for shard in _shards(study):
        if list(gaps(shard, store.done(shard))):
            raise RunFolderError(f"{store.deals / shard.name} is missing or damaged: run the study again")
    return study, _walls(study, store)


def _shards(study: Study) -> list[Shard]:
    return [
        Shard(0, number, start, min(start + SHARD_WALLS, study.walls))
        for number, start in enumerate(range(0, study.walls, SHARD_WALLS))
    ]


def _walls(study: Study, store: Store) -> NDArray[np.void]:
    return np.concatenate([walls_of(store.read(shard), len(study.levels)) for shard in _shards(study)])


def _play_and_keep(
    study: Study, store: Store, manifest: Manifest, jobs: int, progress: Progress
) -> NDArray[np.void]:
    began = perf_counter()
    missing = [gap for shard in _shards(study) for gap in gaps(shard, store.done(shard))]
    left = sum(gap.units for gap in missing)
    played = 0
    progress.start(study.total_deals, (study.walls - left) * study.deals_per_wall)
    try:
        if missing:
            _ENGINE.warm(study)
        chunks = Chunks(missing, study.deals_per_wall)
        specs = {0: study}
        with closing(execute(chunks, specs, specs, _ENGINE, jobs=jobs, backend=_BACKEND)) as finished:
            for each in finished:
                store.add(each.chunk, table_of(each.rows))
                played += each.chunk.units * study.deals_per_wall
                progress.advance(study.policy.name, each.chunk.units * study.deals_per_wall)
    except (KeyboardInterrupt, Stopped) as stopped:
        manifest.write(manifests.INTERRUPTED)
        if isinstance(stopped, Stopped):
            raise Stopped(f"{stopped}; finished chunks are kept, {RESUME}") from None
        raise Stopped(f"interrupted: finished chunks are kept, {RESUME}", 130) from None
    finally:
        progress.stop()
    store.close()
    manifest.note(played, perf_counter() - began, {})
    manifest.write(manifests.COMPLETE)
    return _walls(study, store)


def table_of(walls: NDArray[np.void]) -> pa.Table:
    """Walls as an Arrow table; what there is by seat, mode and level has columns `made_0`, `made_1`, …."""
    columns: dict[str, NDArray[np.generic]] = {}
    for name in walls.dtype.names or ():
        flat = walls[name].reshape(len(walls), -1)
        columns |= {_column(name, place, flat.shape[1]): flat[:, place] for place in range(flat.shape[1])}
    return pa.table(columns)


def walls_of(table: pa.Table, levels: int) -> NDArray[np.void]:
    """The walls that a table was made of."""
    walls = np.zeros(table.num_rows, wall_type(levels))
    for name in walls.dtype.names or ():
        flat = walls[name].reshape(len(walls), -1)
        for place in range(flat.shape[1]):
            flat[:, place] = table[_column(name, place, flat.shape[1])].to_numpy()
        walls[name] = flat.reshape(walls[name].shape)
    return walls


def _column(name: str, place: int, places: int) -> str:
    return name if places == 1 else f"{name}_{place}"


def _warm(study: Study) -> None:
    """Compile, or load from the cache, everything that walls need, by playing none."""
    play_walls(study, 0, 0)


_ENGINE: Final = Engine(spec=lambda _, study: study, warm=_warm, play=play_walls)
