from pathlib import Path

import pytest

from zhuji_sim.runner import plan


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of 300 deals, so that a thousand deals make several."""
    monkeypatch.setattr(plan, "SHARD_DEALS", 300)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "run"
