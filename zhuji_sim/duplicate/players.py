"""Has walls played, on all cores, and kept in a folder if there is one."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from zhuji_sim.duplicate.walls import SEATINGS, Pair, frame_of, play_walls, wall_sums, walls_of
from zhuji_sim.runner.execute import Engine, execute
from zhuji_sim.runner.plan import Chunk, Chunks, Shard, gaps
from zhuji_sim.runner.progress import Progress, Silent
from zhuji_sim.runner.store import Store

__all__ = ["Players"]

SHARD_WALLS: Final = 25_000
"""The most walls in one file."""


class Players:
    """Plays walls of pairs; its method `play` is the source of `rounds.gather`.

    Parameters
    ----------
    pairs : sequence of Pair
    jobs, backend, chunk
        As in `simulate`.
    store : Store, optional
        Keeps what is finished, and knows what was finished before.
    progress : Progress, optional
        Told how far things are.

    Attributes
    ----------
    played : int
        Deals that were played, and not found in the store.
    """

    def __init__(
        self,
        pairs: Sequence[Pair],
        *,
        jobs: int = 1,
        backend: str = "loky",
        chunk: int | None = None,
        store: Store | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.played = 0
        self._pairs = {pair.index: pair for pair in pairs}
        self._engine = Engine(spec=lambda _, pair: pair, warm=_warm, play=play_walls)
        self._jobs, self._backend, self._chunk = jobs, backend, chunk
        self._store = store
        self._progress = progress or Silent()
        self._warmed: set[int] = set()

    def play(self, pairs: Sequence[int], start: int, stop: int) -> dict[int, NDArray[np.void]]:
        """The walls `start` to `stop` - 1 of each of these pairs, in index order."""
        shards = [shard for pair in pairs for shard in _shards(pair, start, stop)]
        missing = [gap for shard in shards for gap in self._missing(shard)]
        fresh: dict[Shard, dict[int, NDArray[np.void]]] = {shard: {} for shard in shards}
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
                shape=wall_sums,
            )
        ) as finished:
            for each in finished:
                deals = each.chunk.units * SEATINGS
                self.played += deals
                if self._store is not None:
                    self._store.add(each.chunk, _table_of(each.rows))
                else:
                    fresh[each.chunk.shard][each.chunk.start] = each.rows
                self._progress.advance(self._pairs[each.chunk.shard.cell].name, deals)
        found: dict[int, list[NDArray[np.void]]] = {pair: [] for pair in pairs}
        for shard in shards:
            found[shard.cell].append(self._walls(shard, fresh[shard]))
        return {pair: np.concatenate(pieces) for pair, pieces in found.items()}

    def _missing(self, shard: Shard) -> list[Chunk]:
        done = [] if self._store is None else self._store.done(shard)
        kept = sum(high - low for low, high in done)
        if kept:
            self._progress.advance(self._pairs[shard.cell].name, kept * SEATINGS)
        return list(gaps(shard, done))

    def _walls(self, shard: Shard, fresh: dict[int, NDArray[np.void]]) -> NDArray[np.void]:
        if self._store is not None:
            return walls_of(self._store.read(shard).to_pandas())
        return np.concatenate([fresh[start] for start in sorted(fresh)])


def _shards(pair: int, start: int, stop: int) -> Iterator[Shard]:
    """The files of a round; numbered by their first wall."""
    for low in range(start, stop, SHARD_WALLS):
        yield Shard(pair, low, low, min(low + SHARD_WALLS, stop))


def _table_of(walls: NDArray[np.void]) -> pa.Table:
    return pa.Table.from_pandas(frame_of(walls), preserve_index=False).replace_schema_metadata()


def _warm(pair: Any) -> None:
    """Compile, or load from the cache, everything that walls of a pair need."""
    wall_sums(play_walls(pair, 0, 1), pair)
