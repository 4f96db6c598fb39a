"""Runs a tuning in a folder: search, choice among the best, estimate of the chosen, all on fresh walls."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.duplicate.figures import mean
from zhuji_sim.errors import RunFolderError, Stopped
from zhuji_sim.policies.kinds import Weight
from zhuji_sim.runner import folder as folders
from zhuji_sim.runner import manifest as manifests
from zhuji_sim.runner.execute import workers
from zhuji_sim.runner.experiment import MOST_DEALS, MOST_JOBS, check_whole
from zhuji_sim.runner.files import cannot_go_on, cannot_start
from zhuji_sim.runner.manifest import Manifest
from zhuji_sim.runner.progress import Progress, Silent
from zhuji_sim.runner.run import RESUME
from zhuji_sim.tuning.plan import CHOICES, KIND, Tuning, of_manifest
from zhuji_sim.tuning.playing import Meetings, averaged, differences, spreads
from zhuji_sim.tuning.record import Choice, Generation, Record, Result
from zhuji_sim.tuning.search import Search

__all__ = ["read_tuning", "run"]

CONFIDENCE: Final = 0.95
_DIGITS: Final = 3
"""Weights that are written keep so many digits of their range."""
_SAME: Final = 1e-9
"""How far candidates may be off when they are asked for again, as a share of their values."""

Array = NDArray[np.float64]


def run(
    tuning: Tuning,
    folder: Path,
    *,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    chunk: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Record:
    """Tune, as far as the folder does not hold it yet.

    Parameters
    ----------
    tuning : Tuning
        What to tune.
    folder : Path
        Where manifest and record go.
    jobs, backend, scheduler, chunk
        As in `runner.run.run`; nothing depends on them.
    fresh : bool
        Start anew instead of going on.
    progress : Progress, optional
        Told how far it is.

    Raises
    ------
    RunFolderError
        The folder holds something else, is damaged, or cannot be used.
    ClusterError
        The cluster cannot be reached, or has another zhuji_sim.
    Stopped
        Interrupted, a full disk, a killed worker. Finished generations are kept.
    """
    check_whole("jobs", jobs, 1, MOST_JOBS)
    jobs = workers(jobs, backend, scheduler)
    if chunk is not None:
        check_whole("chunk", chunk, 1, MOST_DEALS)
    session = None
    try:
        folders.prepare(folder, fresh)
        with folders.held(folder):
            manifest = Manifest(tuning, folder)
            if manifest.path.exists():
                manifest.continue_from(read_manifest(folder))
            progress = progress or Silent()
            meetings = Meetings(tuning, jobs, backend, chunk, progress, scheduler)
            session = _Session(tuning, folder, meetings, progress)
            manifest.begin(jobs, backend)
            return _keep(session, manifest)
    except OSError as error:
        if session is None:
            raise cannot_start(error, folder) from error
        raise cannot_go_on(error, folder, RESUME) from error


def read_tuning(folder: Path) -> tuple[Tuning, Record]:
    """The finished tuning that a folder holds.

    Raises
    ------
    RunFolderError
        The folder holds something else, is not complete, or is damaged.
    """
    manifest = read_manifest(folder)
    if manifest.get("kind") != KIND:
        raise RunFolderError(f"{folder} holds no tuning")
    if manifest.get("status") != manifests.COMPLETE:
        raise RunFolderError(f"{folder}: the tuning is unfinished, {RESUME}")
    record = Record.read(folder)
    if not record.results:
        raise RunFolderError(f"{folder}: {folders.SEARCH} is missing: run the tuning again")
    return of_manifest(manifest, folder / manifests.NAME), record


def _keep(session: "_Session", manifest: Manifest) -> Record:
    began = perf_counter()
    try:
        session.go_on()
    except (KeyboardInterrupt, Stopped) as stopped:
        manifest.write(manifests.INTERRUPTED)
        done, total = len(session.record.generations), session.tuning.generations
        kept = f"{done} of {total} generations are kept, {RESUME}"
        if isinstance(stopped, Stopped):
            raise Stopped(f"{stopped}; {kept}") from None
        raise Stopped(f"interrupted: {kept}", 130) from None
    manifest.note(session.meetings.played, perf_counter() - began, {})
    manifest.write(manifests.COMPLETE)
    return session.record


class _Session:
    """One go at a tuning."""

    def __init__(self, tuning: Tuning, folder: Path, meetings: Meetings, progress: Progress) -> None:
        self.tuning, self.folder = tuning, folder
        self.meetings, self.progress = meetings, progress
        self.record = Record.read(folder)
        self.search = Search(tuning)
        for number, generation in enumerate(self.record.generations, 1):
            if not np.allclose(self.search.ask(), generation.candidates, rtol=_SAME, atol=_SAME):
                raise RunFolderError(
                    f"{folder}: generation {number} had other candidates than this version of cma asks for: "
                    "start anew with --fresh"
                )
            self.search.tell(generation.scores)

    def go_on(self) -> None:
        """Do what is left to do, and keep each part when it is done."""
        tuning, record = self.tuning, self.record
        if record.results:
            return
        done = len(record.generations) / tuning.generations * tuning.search_deals
        self.progress.start(tuning.total_deals, round(done))
        try:
            self.meetings.warm((*tuning.against, tuning.held_out))
            for number in range(len(record.generations), tuning.generations):
                record.generations.append(self._generation(number))
                record.write(self.folder)
            if not record.choices:
                record.choices = self._choose()
                record.write(self.folder)
            record.results = self._estimate()
            record.write(self.folder)
        finally:
            self.progress.stop()

    def _generation(self, number: int) -> Generation:
        """The start, the mean of the search and its candidates on walls that no other generation meets."""
        tuning, search = self.tuning, self.search
        middle, step, candidates = search.mean, search.step, search.ask()
        rows = candidates if number == 0 else np.vstack([middle, candidates])
        policies = [tuning.start, *(tuning.policy(row, tuning.name) for row in rows)]
        first = number * tuning.walls
        points = self.meetings.play(
            policies,
            tuning.against,
            tuning.seed,
            first,
            first + tuning.walls,
            f"{tuning.start.name} {number + 1}/{tuning.generations}",
        )
        if number == 0:
            self.record.spreads = spreads(points[:1]).tolist()
        values = self._scores(differences(points))
        if number == 0:
            values = np.vstack([values[:1], values])
        scores, errors = values.mean(axis=1), _errors(values)
        gains, gain_errors = (values - values[0]).mean(axis=1), _errors(values - values[0])
        search.tell(scores[2:].tolist())
        return Generation(
            mean=middle.tolist(),
            step=step,
            mean_score=float(scores[1]),
            mean_error=float(errors[1]),
            mean_gain=float(gains[1]),
            mean_gain_error=float(gain_errors[1]),
            candidates=candidates.tolist(),
            scores=scores[2:].tolist(),
            errors=errors[2:].tolist(),
            gains=gains[2:].tolist(),
            gain_errors=gain_errors[2:].tolist(),
        )

    def _choose(self) -> list[Choice]:
        """The mean of the search and its best candidates, each over the start on fresh walls."""
        tuning = self.tuning
        sources = self._best()
        rows = [_rounded(weights, tuning.weights) for weights in sources.values()]
        policies = [tuning.start, *(tuning.policy(row, tuning.name) for row in rows)]
        points = self.meetings.play(
            policies, tuning.against, tuning.choice_seed, 0, tuning.check_walls, tuning.name
        )
        values = self._scores(differences(points))
        gains, errors = (values - values[0]).mean(axis=1), _errors(values - values[0])
        return [
            Choice(source, row, float(gain), float(error))
            for source, row, gain, error in zip(sources, rows, gains[1:], errors[1:], strict=True)
        ]

    def _best(self) -> dict[tuple[int, int], Sequence[float]]:
        """What is chosen from, by its source."""
        generations = self.record.generations
        found: dict[tuple[int, int], Sequence[float]] = {(len(generations), 0): self.search.mean.tolist()}
        candidates = [
            (gain, number, place)
            for number, generation in enumerate(generations, 1)
            for place, gain in enumerate(generation.gains, 1)
        ]
        best = sorted(candidates, key=lambda each: (-each[0], *each[1:]))[: CHOICES - 1]
        for _, number, place in best:
            found[number, place] = generations[number - 1].candidates[place - 1]
        return found

    def _estimate(self) -> list[Result]:
        """The chosen one beside the start, against everybody, on walls that nothing was chosen by."""
        tuning = self.tuning
        chosen = tuning.policy(self.record.chosen.weights, tuning.name)
        points = self.meetings.play(
            [tuning.start, chosen],
            [*tuning.against, tuning.held_out],
            tuning.check_seed,
            0,
            tuning.check_walls,
            tuning.name,
        )
        values = differences(points)
        names = [*tuning.against_names, tuning.held_out_name]
        groups = [(name, slice(place, place + 1), name == names[-1]) for place, name in enumerate(names)]
        groups.insert(len(names) - 1, ("", slice(0, len(names) - 1), False))
        found = []
        for against, part, held_out in groups:
            by_rules = values[:, :, part].mean(axis=2)
            for place, rules in enumerate(tuning.rules_names):
                found.append(_result(rules, against, held_out, by_rules[:, place]))
            found.append(_result("", against, held_out, self._averaged(by_rules)))
        return found

    def _scores(self, values: Array) -> Array:
        """Points per deal against the pool under all rulesets, shape (policies, walls)."""
        return self._averaged(values.mean(axis=2))

    def _averaged(self, by_rules: Array) -> Array:
        return averaged(by_rules, np.array(self.record.spreads))


def _result(rules: str, against: str, held_out: bool, values: Array) -> Result:
    """From points per deal of the start and of the chosen one on each wall."""
    start, tuned = values
    figures = [float(end) for part in (tuned, start, tuned - start) for end in mean(part, CONFIDENCE)]
    return Result(rules, against, held_out, values.shape[1], *figures)


def _errors(values: Array) -> Array:
    """Standard errors of the means of rows."""
    found: Array = values.std(axis=1, ddof=1) / np.sqrt(values.shape[1])
    return found


def _rounded(values: Sequence[float], weights: Sequence[Weight]) -> list[float]:
    """Weights as they are written into a file, so that what is estimated is what is written."""
    found = []
    for value, weight in zip(values, weights, strict=True):
        decimals = _DIGITS - int(np.floor(np.log10(weight.high - weight.low)))
        found.append(float(np.clip(round(value, decimals), weight.low, weight.high)))
    return found
