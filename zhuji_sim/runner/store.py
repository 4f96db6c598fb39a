"""The rows of a run on disk: Parquet shards, and parts of those that are not complete yet."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from zhuji_sim.analysis.frames import frame
from zhuji_sim.analysis.seals import open_sealed, sealed
from zhuji_sim.runner.experiment import Cell
from zhuji_sim.runner.files import write_atomic
from zhuji_sim.runner.plan import Chunk, Shard

DEALS: Final = "deals"
WALLS: Final = "walls"
"""Where a comparison keeps its walls instead."""
PARTS: Final = "parts"
_RUN: Final = b"zhuji_run"


def table_of(results: NDArray[np.void], cell: Cell, match: bool) -> pa.Table:
    """The frame of deals as an Arrow table, with the column `cell` in front.

    Texts are plain strings, so that a table joined from pieces is the same as one made at once.
    """
    deals = frame(
        results,
        cell.rules_name,
        cell.policy_names,
        own_caishen=cell.rules.caishen_source == "each_player",
        match=match,
    )
    deals.insert(0, "cell", np.full(len(deals), cell.index, np.int16))
    table = pa.Table.from_pandas(deals, preserve_index=False).replace_schema_metadata()
    fields = [
        pa.field(field.name, pa.string() if pa.types.is_dictionary(field.type) else field.type)
        for field in table.schema
    ]
    return table.cast(pa.schema(fields))


def packed(table: pa.Table, run: str) -> bytes:
    """A table as the bytes of a file of this run."""
    return sealed(table.combine_chunks().replace_schema_metadata({_RUN: run.encode()}))


def packed_deals(results: NDArray[np.void], cell: Cell, match: bool, run: str) -> bytes:
    """The frame of deals as the bytes of a file: what workers send, a fourteenth of the table."""
    return packed(table_of(results, cell, match), run)


class Store:
    """Keeps what workers have played, shard by shard, and knows what is missing.

    A chunk that is all of its shard becomes a file in its place at once. Others lie in `parts/` until their
    shard is complete, so that neither memory nor an interruption has to hold them.

    Parameters
    ----------
    folder : Path
        The run's folder.
    run : str
        Fingerprint of the experiment; a file with another one is taken for missing.
    unit_deals : int
        Rows of a unit.
    home : str
        Name of the folder of complete shards.
    """

    def __init__(self, folder: Path, run: str, unit_deals: int = 1, home: str = DEALS) -> None:
        self.deals = folder / home
        self.parts = folder / PARTS
        self.remade = 0
        self._run = run
        self._unit_deals = unit_deals
        self._parts: dict[str, dict[tuple[int, int], Path]] = {}
        for place in (self.deals, self.parts):
            place.mkdir(parents=True, exist_ok=True)
            for draft in place.glob(".*.draft"):
                draft.unlink()
        for path in self.parts.glob("*.parquet"):
            *shard, low, high = path.stem.split("-")
            self._parts.setdefault("-".join(shard), {})[int(low), int(high)] = path

    def done(self, shard: Shard) -> Sequence[tuple[int, int]]:
        """The parts of a shard that are on disk and sound; damaged files are removed and count as missing."""
        whole = (shard.start, shard.stop)
        parts = self._parts.get(shard.stem, {})
        if self._sound(self.deals / shard.name, *whole):
            self._forget_parts(shard)
            return [whole]
        for place, path in list(parts.items()):
            if not self._sound(path, *place):
                del parts[place]
        return [whole] if self._join_if_complete(shard) else list(parts)

    def add(self, chunk: Chunk, table: pa.Table) -> None:
        """Keep a finished chunk."""
        self.keep(chunk, packed(table, self._run))

    def keep(self, chunk: Chunk, content: bytes) -> None:
        """Keep a finished chunk that has been packed already."""
        if chunk.whole:
            write_atomic(self.deals / chunk.shard.name, content)
            return
        path = self.parts / f"{chunk.shard.stem}-{chunk.start:012}-{chunk.stop:012}.parquet"
        write_atomic(path, content)
        self._parts.setdefault(chunk.shard.stem, {})[chunk.start, chunk.stop] = path
        self._join_if_complete(chunk.shard)

    def read(self, shard: Shard) -> pa.Table:
        """The rows of a complete shard."""
        return _read(self.deals / shard.name)

    def close(self) -> None:
        """Remove the folder of parts, if no parts are left."""
        with contextlib.suppress(OSError):
            self.parts.rmdir()

    def _join_if_complete(self, shard: Shard) -> bool:
        parts = self._parts.get(shard.stem, {})
        if sum(high - low for low, high in parts) < shard.stop - shard.start:
            return False
        tables = [_read(parts[place]) for place in sorted(parts)]
        write_atomic(self.deals / shard.name, packed(pa.concat_tables(tables), self._run))
        self._forget_parts(shard)
        return True

    def _forget_parts(self, shard: Shard) -> None:
        for path in self._parts.pop(shard.stem, {}).values():
            path.unlink(missing_ok=True)

    def _sound(self, path: Path, start: int, stop: int) -> bool:
        """Whether a file is there, undamaged, of this run and of the right length; else it is removed."""
        if not path.exists():
            return False
        try:
            with open_sealed(path) as file:
                metadata: dict[bytes, bytes] = file.schema_arrow.metadata or {}
                rows = file.metadata.num_rows
                if metadata.get(_RUN) == self._run.encode() and rows == (stop - start) * self._unit_deals:
                    return True
        except (pa.ArrowException, OSError):
            pass
        path.unlink()
        self.remade += 1
        return False


def _read(path: Path) -> pa.Table:
    with open_sealed(path) as file:
        return file.read()
