"""The report of a run is made from one shard after another: ten times the deals need no more memory."""

import shutil
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.dataset as datasets
import pytest
from runs import MadeUpCell, write_run

from zhuji_sim.analysis.run_folder import count_deals, read_deals
from zhuji_sim.analysis.tables import summarise

SHARD_DEALS = 1_000


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> tuple[Path, Path]:
    """Runs of two and of twenty shards; the tallies of both have the same groups."""
    whole = write_run(tmp_path_factory.mktemp("whole") / "run", MadeUpCell(), deals=2 * SHARD_DEALS)
    found = []
    for shards in (2, 20):
        folder = tmp_path_factory.mktemp("runs") / "run"
        (folder / "deals").mkdir(parents=True)
        shutil.copy(whole / "manifest.json", folder)
        source = min((whole / "deals").iterdir())
        for number in range(shards):
            shutil.copy(source, folder / "deals" / f"cell0000-{number:06}.parquet")
        found.append(folder)
    return found[0], found[1]


def most_memory(folder: Path) -> tuple[int, int]:
    """The most bytes that Python and numpy, and that Arrow held while tables were made of a run."""
    before, held = pa.total_allocated_bytes(), [0]

    def watched() -> Iterator[pd.DataFrame]:
        for frame in read_deals(folder):
            held.append(pa.total_allocated_bytes() - before)
            yield frame

    tracemalloc.start()
    try:
        summarise(watched())
        return tracemalloc.get_traced_memory()[1], max(held)
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_shards(folders):
    few, many = folders
    most_memory(few)  # imports and caches of pandas
    for small, large in zip(most_memory(few), most_memory(many), strict=True):
        assert large < 1.2 * small + 100_000
    assert count_deals(many) == 10 * count_deals(few) == 20 * SHARD_DEALS


def test_all_at_once_would_need_more(folders):
    """What the test above measures does grow where frames are kept."""
    few, many = folders
    tracemalloc.start()
    try:
        kept = list(read_deals(few))
        small = tracemalloc.get_traced_memory()[1]
        kept += read_deals(many)
        assert tracemalloc.get_traced_memory()[1] > 4 * small
    finally:
        tracemalloc.stop()


def test_the_shards_are_a_dataset_that_is_read_in_pieces(folders):
    """What users do with pyarrow: filters and batches over all files, none of which is read whole."""
    shards = datasets.dataset(folders[1] / "deals")
    assert shards.count_rows() == 20 * SHARD_DEALS
    declared = shards.scanner(columns=["points_E"], filter=datasets.field("declarer") == "E", batch_size=500)
    sizes = [batch.num_rows for batch in declared.to_batches()]
    assert 0 < sum(sizes) < 20 * SHARD_DEALS
    assert max(sizes) <= 500
