"""Files on disk are whole, belong to the run, and do not tell how the work was cut."""

from itertools import pairwise

import pytest

from tests.runner.fakes import FakeSpec, experiment, rows
from zhuji_sim.errors import Stopped
from zhuji_sim.runner import files
from zhuji_sim.runner.plan import Chunk, Shard
from zhuji_sim.runner.store import Store, table_of

SHARD = Shard(0, 0, 0, 40)
CELL = experiment().cells[0]


def table(start, stop):
    return table_of(rows(FakeSpec(1, 0, 0), start, stop), CELL, match=False)


def add(store, *edges):
    for start, stop in pairwise(edges):
        store.add(Chunk(SHARD, start, stop), table(start, stop))


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def shard_bytes(folder):
    return (folder / "deals" / SHARD.name).read_bytes()


def test_a_shard_made_of_parts_is_the_same_file_as_one_made_at_once(tmp_path):
    add(Store(tmp_path / "whole", "run"), 0, 40)
    store = Store(tmp_path / "parts", "run")
    add(store, 10, 40)
    assert not (tmp_path / "parts" / "deals" / SHARD.name).exists()
    add(store, 0, 10)
    store.close()
    assert shard_bytes(tmp_path / "whole") == shard_bytes(tmp_path / "parts")
    assert not (tmp_path / "parts" / "parts").exists()


def test_parts_survive_and_are_joined_by_a_later_store(tmp_path):
    add(Store(tmp_path, "run"), 0, 10)
    add(Store(tmp_path, "run"), 25, 40)
    later = Store(tmp_path, "run")
    assert sorted(later.done(SHARD)) == [(0, 10), (25, 40)]
    add(later, 10, 25)
    assert Store(tmp_path, "run").done(SHARD) == [(0, 40)]


def test_parts_left_beside_their_finished_shard_are_cleared_away(tmp_path):
    store = Store(tmp_path, "run")
    add(store, 0, 10)
    part = next((tmp_path / "parts").glob("*.parquet"))
    kept = part.read_bytes()
    add(store, 10, 40)
    part.write_bytes(kept)
    later = Store(tmp_path, "run")
    assert later.done(SHARD) == [(0, 40)]
    later.close()
    assert not (tmp_path / "parts").exists()


@pytest.mark.parametrize(
    "harm", ["cut short", "emptied", "scribbled over", "a byte flipped", "a byte of the footer flipped"]
)
def test_a_torn_shard_counts_as_missing(tmp_path, harm):
    add(Store(tmp_path, "run"), 0, 40)
    path = tmp_path / "deals" / SHARD.name
    whole = path.read_bytes()
    harmed = {
        "cut short": whole[:-20],
        "emptied": b"",
        "scribbled over": b"x" * len(whole),
        "a byte flipped": flipped(whole, len(whole) // 3),
        "a byte of the footer flipped": flipped(whole, len(whole) - 60),
    }
    path.write_bytes(harmed[harm])
    store = Store(tmp_path, "run")
    assert store.done(SHARD) == []
    assert store.remade == 1
    assert not path.exists()


def test_a_torn_part_counts_as_missing_and_the_others_stay(tmp_path):
    add(Store(tmp_path, "run"), 0, 10, 20)
    first = min((tmp_path / "parts").glob("*.parquet"))
    first.write_bytes(first.read_bytes()[:100])
    assert Store(tmp_path, "run").done(SHARD) == [(10, 20)]


def test_a_part_with_a_flipped_byte_counts_as_missing(tmp_path):
    add(Store(tmp_path, "run"), 0, 10, 20)
    first = min((tmp_path / "parts").glob("*.parquet"))
    first.write_bytes(flipped(first.read_bytes(), 200))
    assert Store(tmp_path, "run").done(SHARD) == [(10, 20)]


def test_every_byte_of_a_shard_is_under_the_seal(tmp_path):
    add(Store(tmp_path, "run"), 0, 40)
    path = tmp_path / "deals" / SHARD.name
    whole = path.read_bytes()
    for place in range(0, len(whole), 37):
        path.write_bytes(flipped(whole, place))
        assert Store(tmp_path, "run").done(SHARD) == [], place
    path.write_bytes(whole)
    assert Store(tmp_path, "run").done(SHARD) == [(0, 40)]


def test_a_shard_of_another_run_or_length_is_no_shard_of_this_one(tmp_path):
    add(Store(tmp_path, "other"), 0, 40)
    assert Store(tmp_path, "run").done(SHARD) == []
    store = Store(tmp_path, "run")
    store.add(Chunk(SHARD, 0, 40), table(0, 39))
    assert store.done(SHARD) == []


def test_a_draft_left_by_a_crash_is_cleared_away(tmp_path):
    Store(tmp_path, "run")
    draft = tmp_path / "deals" / f".{SHARD.name}.draft"
    draft.write_bytes(b"half")
    Store(tmp_path, "run")
    assert not draft.exists()


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "file"
    files.write_atomic(path, b"old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_full_disk_and_a_closed_folder_are_told_apart(tmp_path):
    full = files.cannot_go_on(OSError(28, "No space left on device", "deals/a"), tmp_path, "go on")
    closed = files.cannot_go_on(PermissionError(13, "Permission denied", "deals/a"), tmp_path, "go on")
    assert isinstance(full, Stopped)
    assert str(full) == "the disk is full, writing deals/a; finished chunks are kept, go on"
    assert str(closed) == "deals/a: Permission denied; finished chunks are kept, go on"


def test_a_bare_file_name_is_told_with_its_folder(tmp_path):
    bare = files.cannot_go_on(PermissionError(13, "Permission denied", "cell0.parquet"), tmp_path, "go on")
    assert str(bare).startswith(f"{tmp_path / 'cell0.parquet'}: Permission denied")
