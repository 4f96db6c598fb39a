"""Every deal is played once, however the work is cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runner.fakes import experiment
from zhuji_sim.runner import plan
from zhuji_sim.runner.plan import Chunk, Chunks, Shard, chunk_seconds, gaps, shard_deals, shards


@pytest.mark.parametrize("deals", [1, 299, 300, 301, 1000])
def test_shards_cover_each_cell_once(deals):
    found = list(shards(experiment(deals)))
    for cell in (0, 1):
        mine = [shard for shard in found if shard.cell == cell]
        assert mine[0].start == 0
        assert mine[-1].stop == deals
        assert all(first.stop == second.start for first, second in pairwise(mine))
        assert all(shard.stop - shard.start <= 300 for shard in mine)
    assert len({shard.name for shard in found}) == len(found)


def test_a_shard_of_matches_holds_whole_matches():
    found = list(shards(experiment(deals=70, matches=10, cells=1)))
    assert [(shard.start, shard.stop) for shard in found] == [(0, 4), (4, 8), (8, 10)]


def test_a_match_longer_than_a_shard_has_one_of_its_own():
    assert len(list(shards(experiment(deals=1000, matches=3, cells=1)))) == 3


@given(st.sets(st.integers(1, 99)), st.integers(1, 150))
def test_chunks_and_what_was_done_before_make_the_shard(cuts, size):
    shard = Shard(0, 0, 0, 100)
    edges = [0, *sorted(cuts), 100]
    done = list(pairwise(edges))[::2]
    chunks = list(Chunks(gaps(shard, done), size=size))
    assert all(chunk.units <= size for chunk in chunks)
    covered = sorted([*done, *((chunk.start, chunk.stop) for chunk in chunks)])
    assert covered[0][0] == 0
    assert covered[-1][1] == 100
    assert all(first[1] == second[0] for first, second in pairwise(covered))


def test_chunks_grow_to_about_a_second():
    chunks = Chunks([Chunk(Shard(0, 0, 0, 10**6), 0, 10**6)])
    sizes = []
    for chunk in chunks:
        sizes.append(chunk.units)
        chunks.observe(chunk, chunk.units / 20_000)
    assert sizes[0] <= 200
    assert 19_000 <= sizes[5] <= 20_000


@pytest.mark.parametrize(("workers", "seconds"), [(1, 1.0), (20, 1.0), (1000, 50.0)])
def test_a_thousand_workers_end_no_more_chunks_a_second_than_twenty(workers, seconds):
    """One process hands out all chunks and writes all files."""
    chunks = Chunks([Chunk(Shard(0, 0, 0, 10**7), 0, 10**7)], seconds=chunk_seconds(workers))
    sizes = []
    for chunk in chunks:
        sizes.append(chunk.units)
        chunks.observe(chunk, chunk.units / 20_000)
    assert 0.9 * seconds <= sizes[5] / 20_000 <= 1.1 * seconds


def test_a_shard_that_takes_little_longer_than_a_chunk_is_played_whole():
    """Else a process that writes for a thousand workers would have to join the parts of every shard."""
    shards = [Shard(0, number, 1000 * number, 1000 * number + 1000) for number in range(3)]
    chunks = Chunks([Chunk(shard, shard.start, shard.stop) for shard in shards], seconds=50.0)
    chunks.observe(Chunk(shards[0], 0, 1000), 70.0)
    assert [chunk.whole for chunk in chunks] == [True, True, True]


def test_a_run_of_very_many_deals_has_larger_files_instead_of_more():
    assert shard_deals(20_000 * plan.SHARD_DEALS) == plan.SHARD_DEALS
    assert shard_deals(10**10) == 500_000


def test_every_cell_is_measured_for_itself():
    fast, slow = Shard(0, 0, 0, 10_000), Shard(1, 0, 0, 10_000)
    chunks = Chunks([Chunk(fast, 0, 10_000), Chunk(slow, 0, 10_000)])
    sizes: dict[Shard, list[int]] = {fast: [], slow: []}
    for chunk in chunks:
        sizes[chunk.shard].append(chunk.units)
        chunks.observe(chunk, chunk.units / (5_000 if chunk.shard == fast else 50))
    assert max(sizes[fast]) > 4_000
    assert max(sizes[slow]) <= 200
    assert sizes[slow][1] <= 50


def test_chunks_of_matches_are_sized_by_their_deals():
    chunks = Chunks([Chunk(Shard(0, 0, 0, 10), 0, 10)], unit_deals=16, size=33)
    assert {chunk.units for chunk in chunks} == {2}
