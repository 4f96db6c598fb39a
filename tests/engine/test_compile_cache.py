"""Compiled kernels are kept apart for each state of the sources and of numba's switches."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from zhuji_sim.engine import compile_cache
from zhuji_sim.engine.jit import CACHE_FOLDER

NAME = compile_cache.PREFIX + compile_cache.source_hash()


@pytest.fixture(autouse=True)
def _numba_stays_where_it_is(monkeypatch):
    monkeypatch.setattr(sys.modules["numba"].config, "CACHE_DIR", str(CACHE_FOLDER))
    monkeypatch.setenv(compile_cache.VARIABLE, str(CACHE_FOLDER))


def test_a_folder_of_the_users_choice_is_divided_by_the_sources(tmp_path, monkeypatch):
    monkeypatch.setenv(compile_cache.VARIABLE, str(tmp_path))
    assert compile_cache.configure() == tmp_path / NAME
    assert os.environ[compile_cache.VARIABLE] == str(tmp_path / NAME)
    assert str(tmp_path / NAME) == sys.modules["numba"].config.CACHE_DIR


def test_a_worker_that_inherits_the_setting_keeps_it(tmp_path, monkeypatch):
    monkeypatch.setenv(compile_cache.VARIABLE, str(tmp_path / NAME))
    assert compile_cache.configure() == tmp_path / NAME


def test_a_setting_inherited_from_other_sources_is_renamed(tmp_path, monkeypatch):
    monkeypatch.setenv(compile_cache.VARIABLE, str(tmp_path / (compile_cache.PREFIX + "0" * 16)))
    assert compile_cache.configure() == tmp_path / NAME


def test_switches_of_numba_have_caches_of_their_own(monkeypatch):
    before = compile_cache.source_hash()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1" if os.environ.get("NUMBA_BOUNDSCHECK") != "1" else "0")
    assert compile_cache.source_hash() != before


def test_a_change_in_any_source_moves_the_cache(tmp_path):
    package = Path(compile_cache.__file__).parents[1]
    copy = tmp_path / "zhuji_sim"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "tables" / "rows.py").open("a").write("\n")
    code = "from zhuji_sim.engine.compile_cache import source_hash; print(source_hash())"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert found.stdout.strip() != compile_cache.source_hash()


def test_the_folders_of_old_sources_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.delenv(compile_cache.VARIABLE)
    monkeypatch.setattr(compile_cache.platformdirs, "user_cache_dir", lambda name: str(tmp_path / name))
    home = tmp_path / "zhuji_sim" / "kernels"
    for age in range(20):
        old = home / f"{compile_cache.PREFIX}{age:016}"
        old.mkdir(parents=True)
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    assert compile_cache.configure() == home / NAME
    left = sorted(path.name for path in home.iterdir())
    youngest = [f"{compile_cache.PREFIX}{age:016}" for age in range(compile_cache.KEPT - 1)]
    assert left == sorted([NAME, *youngest])


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="users have numbers only on POSIX systems")
def test_without_a_cache_folder_of_ones_own_a_private_temporary_one_serves(tmp_path, monkeypatch):
    blocker = tmp_path / "file"
    blocker.write_text("no folder")
    monkeypatch.delenv(compile_cache.VARIABLE)
    monkeypatch.setattr(compile_cache.platformdirs, "user_cache_dir", lambda name: str(blocker / name))
    monkeypatch.setattr(compile_cache.tempfile, "gettempdir", lambda: str(tmp_path))
    folder = compile_cache.configure()
    assert folder.parent.parent == tmp_path
    assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
