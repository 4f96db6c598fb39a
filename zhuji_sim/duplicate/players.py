"""Has walls played, on all cores, and kept in a folder if there is one."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from zhuji_sim.duplicate.bots import Played, play_bot_walls, travels
from zhuji_sim.duplicate.walls import SEATINGS, Pair, frame_of, play_walls, wall_sums, walls_of
from zhuji_sim.errors import RunFolderError
from zhuji_sim.runner.execute import Engine, execute, plays_here
from zhuji_sim.runner.plan import Chunk, Chunks, Shard, gaps
from zhuji_sim.runner.progress import Progress, Silent
from zhuji_sim.runner.store import Store

__all__ = ["Players", "kept_walls"]

SHARD_WALLS: Final = 25_000
"""The most walls in one file."""
BOT_WALLS: Final = 5
"""Walls with bots that are played at a time."""


class Players:
    """Plays walls of pairs; its method `play` is the source of `rounds.gather`.

    Parameters
    ----------
    pairs : sequence of Pair
    jobs, backend, scheduler, chunk
        As in `simulate`. Bots in Python may remember, so all walls are then played in this process; programs
        and `rollout` are copied to worker processes of this machine.
    progress : Progress, optional
        Told how far things are.

    Attributes
    ----------
    problems : dict
        By pair and wall, what a bot did that ended a wall.
    store : Store, optional
        Set to keep what is finished, and to play nothing that was kept before.
    played : int
        Deals that were played, and not found in the store.
    """

    def __init__(
        self,
        pairs: Sequence[Pair],
        *,
        jobs: int = 1,
        backend: str = "loky",
        scheduler: str | None = None,
        chunk: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.store: Store | None = None
        self.played = 0
        self._pairs = {pair.index: pair for pair in pairs}
        self.problems: dict[tuple[int, int], str] = {}
        self._engine = Engine(spec=lambda _, pair: pair, warm=_warm, play=_play)
        if any(pair.has_bots for pair in pairs):
            copied = all(travels(player) for pair in pairs for player in (pair.a, pair.b))
            backend = backend if copied and backend == "loky" else "sequential"
            chunk = chunk or BOT_WALLS * SEATINGS
        self._jobs, self._backend, self._scheduler, self._chunk = jobs, backend, scheduler, chunk
        self._progress = progress or Silent()
        self._warmed: set[int] = set()

    def play(self, pairs: Sequence[int], start: int, stop: int) -> dict[int, NDArray[np.void]]:
        """The walls `start` to `stop` - 1 of each of these pairs, in index order."""
        shards = [shard for pair in pairs for shard in _shards(pair, start, stop)]
        missing = [gap for shard in shards for gap in self._missing(shard)]
        fresh: dict[int, dict[int, NDArray[np.void]]] = {pair: {} for pair in pairs}
        if plays_here(self._backend):
            for pair in sorted({each.shard.cell for each in missing} - self._warmed):
                self._engine.warm(self._pairs[pair])
                self._warmed.add(pair)
        chunks = Chunks(missing, SEATINGS, self._chunk)
        with closing(
            execute(
                chunks,
                self._pairs,
                self._pairs,
                self._engine,
                jobs=self._jobs,
                backend=self._backend,
                scheduler=self._scheduler,
            )
        ) as finished:
            for each in finished:
                deals = each.chunk.units * SEATINGS
                self.played += deals
                pair = each.chunk.shard.cell
                self.problems |= {(pair, wall): said for wall, said in each.rows.problems.items()}
                if self.store is not None:
                    self.store.add(each.chunk, _table_of(each.rows.walls))
                else:
                    fresh[pair][each.chunk.start] = each.rows.walls
                self._progress.advance(self._pairs[pair].name, deals)
        if self.store is not None:
            return {pair: kept_walls(self.store, pair, start, stop) for pair in pairs}
        return {pair: np.concatenate([fresh[pair][first] for first in sorted(fresh[pair])]) for pair in pairs}

    def _missing(self, shard: Shard) -> list[Chunk]:
        done = [] if self.store is None else self.store.done(shard)
        kept = sum(high - low for low, high in done)
        if kept:
            self._progress.advance(self._pairs[shard.cell].name, kept * SEATINGS)
        return list(gaps(shard, done))


def kept_walls(store: Store, pair: int, start: int, stop: int) -> NDArray[np.void]:
    """The walls `start` to `stop` - 1 of a pair, all of which have been kept.

    Raises
    ------
    RunFolderError
        Some are missing or damaged.
    """
    found = []
    for shard in _shards(pair, start, stop):
        if list(gaps(shard, store.done(shard))):
            raise RunFolderError(
                f"{store.deals / shard.name} is missing or damaged: run the comparison again"
            )
        found.append(walls_of(store.read(shard).to_pandas()))
    return np.concatenate(found)


def _shards(pair: int, start: int, stop: int) -> Iterator[Shard]:
    """The files of a round; numbered by their first wall."""
    for low in range(start, stop, SHARD_WALLS):
        yield Shard(pair, low, low, min(low + SHARD_WALLS, stop))


def _table_of(walls: NDArray[np.void]) -> pa.Table:
    return pa.Table.from_pandas(frame_of(walls), preserve_index=False).replace_schema_metadata()


def _warm(pair: Pair) -> None:
    """Compile, or load from the cache, everything that walls of a pair need; bots are not asked."""
    _play(pair, 0, 0 if pair.has_bots else 1)


def _play(pair: Pair, start: int, stop: int) -> Any:
    """Walls `start` to `stop` - 1 of a pair, as `Played`."""
    if pair.has_bots:
        return play_bot_walls(pair, start, stop)
    return Played(wall_sums(play_walls(pair, start, stop), pair), {})
