"""Which deals lie in which file, and which are played together.

Shards, the files, are laid out by the experiment alone. Chunks, the work handed to a worker, are cut from
what is still missing of a shard, as long as suits the speed measured so far. Rows depend on neither.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from zhuji_sim.runner.experiment import Experiment

SHARD_DEALS: Final = 50_000
"""Deals in one file, unless there would be too many files."""
MOST_SHARDS: Final = 20_000
"""Files of a run; beyond them they grow instead, since each costs the process that writes them milliseconds
(`reports/scale`)."""
CHUNK_SECONDS: Final = 1.0
"""How long a chunk should take where workers are few."""
CHUNKS_PER_SECOND: Final = 20
"""How many chunks a second should end, all workers together: what one process hands out and writes down with
ease (`reports/scale`)."""
FIRST_CHUNK_DEALS: Final = 200
"""Deals of a chunk while nothing of its cell has been measured."""


@dataclass(frozen=True, order=True)
class Shard:
    """One file of the run: the units (deals or matches) `start` … `stop` − 1 of a cell."""

    cell: int
    number: int
    start: int
    stop: int

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return f"cell{self.cell:04}-{self.number:06}"

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.stem}.parquet"


@dataclass(frozen=True, order=True)
class Chunk:
    """What one worker plays at a time: a part of a shard, or all of it."""

    shard: Shard
    start: int
    stop: int

    @property
    def units(self) -> int:
        """How many deals or matches it has."""
        return self.stop - self.start

    @property
    def whole(self) -> bool:
        """Whether it is all of its shard."""
        return (self.start, self.stop) == (self.shard.start, self.shard.stop)


def shards(experiment: Experiment) -> Iterator[Shard]:
    """Every shard of the experiment, cell by cell."""
    step = max(1, shard_deals(experiment.total_deals) // experiment.unit_deals)
    for cell in experiment.cells:
        for number, start in enumerate(range(0, experiment.units, step)):
            yield Shard(cell.index, number, start, min(start + step, experiment.units))


def chunk_seconds(workers: int) -> float:
    """How long a chunk should take when so many workers play: longer ones for a thousand than for ten."""
    return max(CHUNK_SECONDS, workers / CHUNKS_PER_SECOND)


def shard_deals(deals: int) -> int:
    """Deals in one file of a run of so many deals."""
    return max(SHARD_DEALS, -(-deals // MOST_SHARDS))


def gaps(shard: Shard, done: Iterable[tuple[int, int]]) -> Iterator[Chunk]:
    """What is missing of a shard when these parts of it are done."""
    start = shard.start
    for low, high in sorted(done):
        if start < low:
            yield Chunk(shard, start, low)
        start = max(start, high)
    if start < shard.stop:
        yield Chunk(shard, start, shard.stop)


class Chunks:
    """Cuts what is missing into chunks, while it is being played.

    Parameters
    ----------
    missing : iterable of Chunk
        Everything to be played; read only as far as needed.
    unit_deals : int
        Deals of a unit.
    size : int, optional
        Deals of a chunk; by measured speed if missing.
    seconds : float
        How long a chunk should take, if its size is missing.
    """

    def __init__(
        self,
        missing: Iterable[Chunk],
        unit_deals: int = 1,
        size: int | None = None,
        seconds: float = CHUNK_SECONDS,
    ) -> None:
        self._missing = iter(missing)
        self._cut: deque[Chunk] = deque()
        self._unit_deals = unit_deals
        self._size = size
        self._seconds = seconds
        self._pace: dict[int, float] = {}

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        left = self._cut.popleft() if self._cut else next(self._missing)
        pieces = self._pieces(left)
        middle = left.start + -(-left.units // pieces)
        if middle < left.stop:
            self._cut.appendleft(Chunk(left.shard, middle, left.stop))
        return Chunk(left.shard, left.start, middle)

    def observe(self, chunk: Chunk, seconds: float) -> None:
        """Learn from a chunk that took so long."""
        cell = chunk.shard.cell
        pace = chunk.units / max(seconds, 1e-6)
        self._pace[cell] = (self._pace.get(cell, pace) + pace) / 2

    def _pieces(self, left: Chunk) -> int:
        """Into how many chunks it is cut; of a measured cell rather too few, since a whole shard is cheap."""
        pace = self._pace.get(left.shard.cell)
        if pace is not None and self._size is None:
            return max(1, round(left.units / max(1.0, pace * self._seconds)))
        size = FIRST_CHUNK_DEALS if self._size is None else self._size
        return -(-left.units // max(1, size // self._unit_deals))
