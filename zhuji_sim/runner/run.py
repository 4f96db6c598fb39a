"""Runs an experiment into a folder, and goes on where an earlier run of it was stopped."""

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.errors import RunFolderError, Stopped
from zhuji_sim.runner import folder as folders
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.runner.engines import standard
from zhuji_sim.runner.execute import execute, plays_here, workers
from zhuji_sim.runner.experiment import Experiment
from zhuji_sim.runner.files import cannot_go_on, cannot_start
from zhuji_sim.runner.manifest import Manifest
from zhuji_sim.runner.plan import Chunks, chunk_seconds, gaps, shards
from zhuji_sim.runner.progress import Progress, Silent
from zhuji_sim.runner.store import Store, packed_deals
from zhuji_sim.runner.tasks import Engine, Finished

RESUME: Final = "run the same command again to go on"
NOTE_SECONDS: Final = 30.0
"""How often the manifest's figures are brought up to date."""


@dataclass(frozen=True)
class Outcome:
    """What a finished run has done.

    Attributes
    ----------
    folder : Path
        Where its rows are.
    deals, played : int
        Deals in the folder, and those of them that were played this time.
    seconds : float
        Time this took.
    remade : int
        Files found damaged and made again.
    """

    folder: Path
    deals: int
    played: int
    seconds: float
    remade: int

    @property
    def deals_per_second(self) -> float:
        """Speed of this time, in deals per second."""
        return self.played / self.seconds if self.seconds > 0 else 0.0


def run(
    experiment: Experiment,
    folder: Path,
    *,
    jobs: int,
    backend: str = "loky",
    scheduler: str | None = None,
    chunk: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    engine: Engine | None = None,
) -> Outcome:
    """Play every deal of an experiment that its folder does not hold yet.

    Parameters
    ----------
    experiment : Experiment
        What to play.
    folder : Path
        Where the rows and the manifest go; made if need be.
    jobs : int
        Workers; one plays in this process. A cluster plays with all that it has.
    backend : str
        `loky` (processes), `threading`, `sequential`, `dask` (a cluster), or `ray` (that of `RAY_ADDRESS`).
    scheduler : str, optional
        Address of the cluster's scheduler, such as `tcp://10.0.0.5:8786`.
    chunk : int, optional
        Deals played at a time; by measured speed if missing. The rows do not depend on it, nor on `jobs` and
        `backend`.
    fresh : bool
        Start anew instead of going on.
    progress : Progress, optional
        Told how far the run is.
    engine : Engine, optional
        What plays the deals.

    Raises
    ------
    RunFolderError
        The folder holds something else, or cannot be written and holds no deals yet.
    ClusterError
        The cluster cannot be reached, or has another zhuji_sim.
    Stopped
        Interrupted, a full disk, a killed worker. Finished chunks are kept.
    """
    jobs = workers(jobs, backend, scheduler)
    session = None
    try:
        folders.prepare(folder, fresh)
        with folders.held(folder):
            session = _Session(experiment, folder, jobs, backend, scheduler, chunk)
            return session.play(engine or standard(), progress or Silent())
    except OSError as error:
        if session is None or not session.kept:
            raise cannot_start(error, folder) from error
        raise cannot_go_on(error, folder, RESUME) from error


class _Session:
    """One go at an experiment."""

    def __init__(
        self,
        experiment: Experiment,
        folder: Path,
        jobs: int,
        backend: str,
        scheduler: str | None,
        chunk: int | None,
    ) -> None:
        self.experiment = experiment
        self.folder = folder
        self.jobs = jobs
        self.backend = backend
        self.scheduler = scheduler
        self.manifest = Manifest(experiment, folder)
        if self.manifest.path.exists():
            there = read_manifest(folder)
            if "kind" in there:
                raise RunFolderError(f"{folder} holds a {there['kind']}: choose another folder with --out")
            self.manifest.continue_from(there)
        self.manifest.write(manifests.RUNNING)
        self.store = Store(folder, self.manifest.fingerprint, experiment.unit_deals)
        self.missing = [each for shard in shards(experiment) for each in gaps(shard, self.store.done(shard))]
        self.chunks = Chunks(self.missing, experiment.unit_deals, chunk, chunk_seconds(jobs))
        self.total = experiment.total_deals
        self.left = sum(each.units for each in self.missing) * experiment.unit_deals
        self.played = 0
        self.by_cell: dict[int, tuple[int, float]] = {}

    @property
    def kept(self) -> int:
        """Deals that are on disk."""
        return self.total - self.left + self.played

    def play(self, engine: Engine, progress: Progress) -> Outcome:
        """Play what is missing."""
        began = perf_counter()
        if self.missing:
            self.manifest.begin(self.jobs, self.backend)
            progress.start(self.total, self.total - self.left)
            try:
                began = self._play(engine, progress)
            except KeyboardInterrupt:
                self.manifest.write(manifests.INTERRUPTED)
                raise Stopped(
                    f"interrupted: {self.kept:,} of {self.total:,} deals are kept, {RESUME}", 130
                ) from None
            except Stopped as stopped:
                self.manifest.write(manifests.INTERRUPTED)
                raise Stopped(f"{stopped}; finished chunks are kept, {RESUME}") from None
            finally:
                progress.stop()
        self.store.close()
        self.manifest.write(manifests.COMPLETE)
        return Outcome(self.folder, self.total, self.played, perf_counter() - began, self.store.remade)

    def _play(self, engine: Engine, progress: Progress) -> float:
        cells = {cell.index: cell for cell in self.experiment.cells}
        specs = {index: engine.spec(self.experiment, cell) for index, cell in cells.items()}
        if plays_here(self.backend):
            for index in sorted({each.shard.cell for each in self.missing}):
                engine.warm(specs[index])
        shape = partial(packed_deals, match=self.experiment.matches > 0, run=self.manifest.fingerprint)
        began = noted = perf_counter()
        with closing(
            execute(
                self.chunks,
                cells,
                specs,
                engine,
                jobs=self.jobs,
                backend=self.backend,
                scheduler=self.scheduler,
                shape=shape,
            )
        ) as finished:
            for each in finished:
                self.store.keep(each.chunk, each.rows)
                deals = self._count(each)
                self.manifest.note(self.played, perf_counter() - began, self.by_cell)
                progress.advance(cells[each.chunk.shard.cell].name, deals)
                if perf_counter() - noted > NOTE_SECONDS:
                    noted = perf_counter()
                    self.manifest.write(manifests.RUNNING)
        return began

    def _count(self, finished: Finished) -> int:
        deals = finished.chunk.units * self.experiment.unit_deals
        self.played += deals
        before = self.by_cell.get(finished.chunk.shard.cell, (0, 0.0))
        self.by_cell[finished.chunk.shard.cell] = (before[0] + deals, before[1] + finished.seconds)
        return deals
