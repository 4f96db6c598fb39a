"""A comparison in a folder: interrupted, it goes on; what it holds can be read and reported again."""

import json
from pathlib import Path

import pandas as pd
import pytest

from zhuji_sim.duplicate import players
from zhuji_sim.duplicate.comparison import Comparison, plan
from zhuji_sim.duplicate.report import write_report
from zhuji_sim.duplicate.run import read_study, run
from zhuji_sim.duplicate.walls import play_walls
from zhuji_sim.errors import RunFolderError, Stopped


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return plan(["speed", "random", "tai"], walls=90, rules="heping")


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "SHARD_WALLS", 40)


@pytest.fixture(scope="module")
def expected(comparison) -> pd.DataFrame:
    return run(comparison).pairs


def test_the_folder_gives_the_figures_again(comparison, expected, tmp_path):
    folder = tmp_path / "out"
    pd.testing.assert_frame_equal(run(comparison, folder).pairs, expected)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["status"] == "complete"
    assert manifest["policies"] == ["speed", "random", "tai"]
    assert (manifest["seed"], manifest["walls"], manifest["rules_name"]) == (1, 90, "heping")
    assert len(list((folder / "walls").iterdir())) == 9
    pd.testing.assert_frame_equal(read_study(folder).pairs, expected)


def test_interrupted_it_goes_on_and_plays_nothing_twice(comparison, expected, tmp_path, monkeypatch):
    folder, played = tmp_path / "out", []

    def play(pair, start, stop):
        if len(played) == 4:
            raise KeyboardInterrupt
        played.append((pair.index, start, stop))
        return play_walls(pair, start, stop)

    monkeypatch.setattr(players, "play_walls", play)
    with pytest.raises(Stopped) as stopped:
        run(comparison, folder, backend="sequential", chunk=160)
    assert stopped.value.exit_code == 130
    assert "same command again" in str(stopped.value)
    assert json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["status"] == "interrupted"
    with pytest.raises(RunFolderError, match="unfinished"):
        read_study(folder)
    kept = [each for each in played if each[2] > 1]
    played.clear()
    monkeypatch.setattr(players, "play_walls", lambda *walls: played.append(walls) or play_walls(*walls))
    found = run(comparison, folder, backend="sequential")
    pd.testing.assert_frame_equal(found.pairs, expected)
    again = {(pair.index, wall) for pair, start, stop in played if stop > 1 for wall in range(start, stop)}
    assert kept
    assert not again & {(pair, wall) for pair, start, stop in kept for wall in range(start, stop)}


def test_without_a_folder_an_interruption_is_just_one(comparison, monkeypatch):
    def play(pair, start, stop):
        raise KeyboardInterrupt

    monkeypatch.setattr(players, "play_walls", play)
    with pytest.raises(KeyboardInterrupt):
        run(comparison)


def test_another_comparison_is_kept_out_of_the_folder(comparison, tmp_path):
    run(comparison, tmp_path / "out")
    other = plan(["speed", "random"], walls=30, rules="heping", seed=2)
    with pytest.raises(RunFolderError, match="seed 1 there, 2 here, walls 90 there, 30 here"):
        run(other, tmp_path / "out")
    assert len(run(other, tmp_path / "out", fresh=True).pairs) == 1
    assert len(list((tmp_path / "out" / "walls").iterdir())) == 1


def test_a_damaged_file_is_played_again_and_not_reported(comparison, expected, tmp_path):
    folder = tmp_path / "out"
    run(comparison, folder)
    path = min((folder / "walls").iterdir())
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)
    with pytest.raises(RunFolderError, match="run the comparison again"):
        read_study(folder)
    pd.testing.assert_frame_equal(run(comparison, folder).pairs, expected)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_report_is_one_file_with_everything_in_it(comparison, tmp_path, lang):
    folder = tmp_path / "out"
    study = run(comparison, folder)
    page = write_report(folder, study, lang).read_text(encoding="utf-8")
    assert "http" not in page.replace("http://www.w3.org", "")
    for name in ("speed", "random", "tai", "wall_reserve", "data:image/svg+xml"):
        assert name in page
    charts = sorted(path.name for path in (folder / "charts").iterdir())
    assert charts == ["matchups.png", "matchups.svg", "matrix.png", "matrix.svg"]
    pairs = pd.read_csv(folder / "tables" / "pairs.csv")
    assert pairs["points_per_deal"].tolist() == pytest.approx(study.pairs["points_per_deal"].tolist())
    assert len(pd.read_csv(folder / "tables" / "policies.csv")) == 6


def test_a_folder_of_something_else_is_left_alone(comparison, tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(RunFolderError, match="is not empty and holds no run"):
        run(comparison, Path(tmp_path))
