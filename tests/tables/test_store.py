"""Tables are built once, kept under a checksum, and built again where the copy on disk is not intact."""

import os

import numpy as np
import pytest

from zhuji_sim.rules import PRESETS, Ruleset
from zhuji_sim.tables import TABLES, load, store
from zhuji_sim.tables.build import Shape, build
from zhuji_sim.tables.layout import DUAL_CODE, HONOUR_JOINTS, ROWS, SOLO_CODE

SHAPE = Shape.of(Ruleset.preset("ziyou"))


@pytest.fixture
def builds(tmp_path, monkeypatch):
    """An empty cache folder; counts how often tables are built."""
    monkeypatch.setenv(store.FOLDER_VARIABLE, str(tmp_path / "tables"))
    counted = []

    def build(shape):
        counted.append(shape)
        record = np.zeros((), TABLES)
        record["suit_joint"][:3] = 7, 8, 9
        return record

    monkeypatch.setattr(store, "build", build)
    return counted


def the_file():
    (path,) = store.folder().iterdir()
    return path


def test_tables_are_built_once(builds):
    first, second = store.load_shape(SHAPE), store.load_shape(SHAPE)
    assert len(builds) == 1
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("damage", ["torn", "flipped", "empty", "longer"])
def test_a_damaged_copy_is_built_again(builds, damage):
    whole = store.load_shape(SHAPE)
    content = bytearray(the_file().read_bytes())
    if damage == "flipped":
        content[len(content) // 2] ^= 1
    changed = {"torn": content[:-100], "flipped": content, "empty": b"", "longer": content + b"x"}[damage]
    the_file().write_bytes(changed)
    assert store.load_shape(SHAPE).tobytes() == whole.tobytes()
    assert len(builds) == 2
    assert len(the_file().read_bytes()) == TABLES.itemsize + 32


def test_only_the_last_used_tables_stay_on_disk(builds, monkeypatch):
    monkeypatch.setattr(store, "KEPT", 2)
    shapes = [SHAPE._replace(honour_cycle=cycle) for cycle in ("4+3", "7", "none")]
    for number, shape in enumerate(shapes[:2]):
        store.load_shape(shape)
        for path in store.folder().iterdir():
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 100 - number))
    store.load_shape(shapes[0])
    store.load_shape(shapes[2])
    builds.clear()
    store.load_shape(shapes[0])
    assert not builds, "what was read last is still there"
    store.load_shape(shapes[1])
    assert len(builds) == 1
    assert len(list(store.folder().iterdir())) == 2


def test_a_folder_that_cannot_be_written_costs_only_time(builds, monkeypatch, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("no folder")
    monkeypatch.setenv(store.FOLDER_VARIABLE, str(blocker / "tables"))
    assert store.load_shape(SHAPE)["suit_joint"][1] == 8
    assert store.load_shape(SHAPE)["suit_joint"][1] == 8
    assert len(builds) == 2


def test_rulesets_that_judge_honours_alike_share_their_arrays():
    shapes = {preset: Shape.of(Ruleset.preset(preset)) for preset in PRESETS}
    assert shapes["bao"] == shapes["heping"]
    assert shapes["ziyou"] == shapes["dongfeng"]
    assert shapes["bao"] != shapes["ziyou"]
    assert shapes["bao"] != Shape.of(Ruleset.preset("bao", dragon_tai="once"))
    assert shapes["bao"] == Shape.of(Ruleset.preset("bao", tai_hunyise=5, wall_reserve=0))


def test_the_same_ruleset_gives_the_same_tables():
    assert load(Ruleset.preset("bao")) is load(Ruleset.preset("bao"))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tai_dragon": 1, "tai_east_dealer": 5, "tai_east_others": 5, "tai_own_wind": 17},
        {
            "tai_dragon": 4,
            "tai_east_others": 1,
            "tai_own_wind": 20,
            "dragon_tai": "once",
            "honour_cycle": "7",
        },
    ],
)
def test_the_arrays_have_room_for_rulesets_with_many_sums_of_tai(options):
    tables = build(Shape.of(Ruleset.preset("bao", **options)))[()]
    assert tables.honour_joint.max() < HONOUR_JOINTS
    assert tables.honours["rows"].max() < ROWS
    assert (np.diff(tables.level_tai[0, : tables.levels[0]]) > 0).all()


def test_every_set_of_caishen_has_an_entry():
    wild = load(Ruleset.preset("bao")).wild
    assert wild[0].group == -1
    assert wild[SOLO_CODE + 4].group == 0
    assert wild[DUAL_CODE + 17].group == 1
    assert wild[DUAL_CODE + 30].group == 3
    strict = build(Shape.of(Ruleset.preset("bao", honour_cycle="none")))[()].wild
    assert strict[DUAL_CODE + 8].group == -1
    assert strict[SOLO_CODE + 8].group == 0
