"""Plays a comparison, in a folder if there is one: walls that are played are kept there."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.duplicate.comparison import KIND, Comparison, of_manifest
from zhuji_sim.duplicate.players import Players, kept_walls
from zhuji_sim.duplicate.rounds import gather
from zhuji_sim.duplicate.study import Study, study_of
from zhuji_sim.errors import RunFolderError, Stopped
from zhuji_sim.runner import folder as folders
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.runner.execute import workers
from zhuji_sim.runner.experiment import MOST_DEALS, MOST_JOBS, check_whole
from zhuji_sim.runner.files import cannot_go_on, cannot_start
from zhuji_sim.runner.manifest import Manifest
from zhuji_sim.runner.progress import Progress, Silent
from zhuji_sim.runner.run import RESUME
from zhuji_sim.runner.store import WALLS, Store

__all__ = ["read_study", "run"]


def run(
    comparison: Comparison,
    folder: Path | None = None,
    *,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    chunk: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Study:
    """Play a comparison, as far as its folder does not hold it yet.

    Parameters
    ----------
    comparison : Comparison
        What to play.
    folder : Path, optional
        Where walls and manifest go; without it, nothing is kept.
    jobs, backend, scheduler, chunk
        As in `runner.run.run`; nothing depends on them.
    fresh : bool
        Start anew instead of going on.
    progress : Progress, optional
        Told how far it is.

    Raises
    ------
    RunFolderError
        The folder holds something else, or cannot be used.
    ClusterError
        The cluster cannot be reached, or has another zhuji_sim.
    BotError
        A bot broke off on every wall.
    Stopped
        In a folder: interrupted, a full disk, a killed worker. Finished chunks are kept.
    """
    check_whole("jobs", jobs, 1, MOST_JOBS)
    if chunk is not None:
        check_whole("chunk", chunk, 1, MOST_DEALS)
    try:
        jobs = workers(jobs, backend, scheduler)
        players = Players(
            comparison.pairs, jobs=jobs, backend=backend, scheduler=scheduler, chunk=chunk, progress=progress
        )
        if folder is None:
            return _play(comparison, players, progress or Silent())
        return _play_in(folder, comparison, players, jobs, backend, fresh, progress or Silent())
    finally:
        for program in comparison.programs:
            program.close()


def _play_in(
    folder: Path,
    comparison: Comparison,
    players: Players,
    jobs: int,
    backend: str,
    fresh: bool,
    progress: Progress,
) -> Study:
    manifest = Manifest(comparison, folder)
    try:
        folders.prepare(folder, fresh)
        with folders.held(folder):
            if manifest.path.exists():
                manifest.continue_from(read_manifest(folder))
            manifest.begin(jobs, backend)
            players.store = Store(folder, manifest.fingerprint, home=WALLS)
            return _play_and_keep(comparison, players, manifest, progress)
    except OSError as error:
        if players.store is None:
            raise cannot_start(error, folder) from error
        raise cannot_go_on(error, folder, RESUME) from error


def read_study(folder: Path) -> Study:
    """The comparison that a folder holds.

    Raises
    ------
    RunFolderError
        The folder holds something else, is not complete, or is damaged.
    """
    manifest = read_manifest(folder)
    if manifest.get("kind") != KIND:
        raise RunFolderError(f"{folder} holds no comparison")
    if manifest.get("status") != manifests.COMPLETE:
        raise RunFolderError(f"{folder}: the comparison is unfinished, {RESUME}")
    comparison = of_manifest(manifest, folder / manifests.NAME)
    store = Store(folder, manifest["fingerprint"], home=WALLS)

    def source(pairs: Sequence[int], start: int, stop: int) -> dict[int, NDArray[np.void]]:
        return {pair: kept_walls(store, pair, start, stop) for pair in pairs}

    return study_of(comparison, gather(range(len(comparison.pairs)), comparison.stopping, source))


def _play(comparison: Comparison, players: Players, progress: Progress) -> Study:
    progress.start(comparison.total_deals, 0)
    try:
        played = gather(range(len(comparison.pairs)), comparison.stopping, players.play)
        return study_of(comparison, played, players.problems)
    finally:
        progress.stop()


def _play_and_keep(comparison: Comparison, players: Players, manifest: Manifest, progress: Progress) -> Study:
    began = perf_counter()
    try:
        study = _play(comparison, players, progress)
    except (KeyboardInterrupt, Stopped) as stopped:
        manifest.write(manifests.INTERRUPTED)
        if isinstance(stopped, Stopped):
            raise Stopped(f"{stopped}; finished chunks are kept, {RESUME}") from None
        raise Stopped(f"interrupted: finished chunks are kept, {RESUME}", 130) from None
    assert players.store is not None
    players.store.close()
    manifest.note(players.played, perf_counter() - began, {})
    manifest.write(manifests.COMPLETE)
    return study
