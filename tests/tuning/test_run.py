"""A tuning in a folder: the same whatever interrupts it or plays it, and honest about what it found."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from small import changed, small

from zhuji_sim.duplicate.compare import study
from zhuji_sim.errors import RunFolderError, Stopped
from zhuji_sim.policies import load
from zhuji_sim.tuning import playing, wording
from zhuji_sim.tuning.playing import play_walls
from zhuji_sim.tuning.record import Record
from zhuji_sim.tuning.report import write_report
from zhuji_sim.tuning.run import read_tuning, run


@pytest.fixture(scope="module")
def tuning():
    return small("tai", ["speed", "random"], weights=["dual_distance", "gang_slack"], rules=["bao"])


@pytest.fixture(scope="module")
def folder(tuning, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("tuning") / "out"
    run(tuning, folder)
    return folder


@pytest.fixture(scope="module")
def expected(folder) -> Record:
    return Record.read(folder)


def counting(monkeypatch, stop_after: int | None = None) -> list[tuple[int, int, int]]:
    """Seeds and walls that are played from now on; interrupts after so many chunks."""
    played: list[tuple[int, int, int]] = []

    def play(pair, start, stop):
        if stop > start:
            if len(played) == stop_after:
                raise KeyboardInterrupt
            played.append((pair.seed, start, stop))
        return play_walls(pair, start, stop)

    monkeypatch.setattr(playing, "play_walls", play)
    return played


@pytest.mark.parametrize("chunks", [0, 25, 39, 48])
def test_interrupted_anywhere_it_finds_the_same(tuning, expected, tmp_path, monkeypatch, chunks):
    """During the first generation, a later one, the choice and the estimate."""
    counting(monkeypatch, chunks)
    with pytest.raises(Stopped, match="of 3 generations are kept, run the same command again") as stopped:
        run(tuning, tmp_path / "out", backend="sequential", chunk=1000)
    assert stopped.value.exit_code == 130
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["status"] == "interrupted"
    with pytest.raises(RunFolderError, match="the tuning is unfinished"):
        read_tuning(tmp_path / "out")
    counting(monkeypatch)
    assert run(tuning, tmp_path / "out", backend="sequential") == expected


def test_finished_generations_are_not_played_again(tuning, tmp_path, monkeypatch):
    counting(monkeypatch, 25)
    with pytest.raises(Stopped, match="interrupted: 2 of 3 generations are kept"):
        run(tuning, tmp_path / "out", backend="sequential", chunk=1000)
    again = counting(monkeypatch)
    run(tuning, tmp_path / "out", backend="sequential", chunk=1000)
    assert {start for seed, start, _ in again if seed == tuning.seed} == {2 * tuning.walls}


def test_finished_it_plays_nothing(tuning, expected, folder, monkeypatch):
    played = counting(monkeypatch)
    assert run(tuning, folder, backend="sequential") == expected
    assert played == []
    assert read_tuning(folder) == (tuning, expected)


@pytest.mark.parametrize("how", [{"jobs": 2, "chunk": 16}, {"jobs": 3, "backend": "threading"}])
def test_workers_and_chunks_change_nothing(tuning, expected, tmp_path, how):
    assert run(tuning, tmp_path / "out", **how) == expected


def test_all_walls_are_fresh(tuning, tmp_path, monkeypatch):
    """Walls that the weights were fitted to would flatter them."""
    played = counting(monkeypatch)
    run(tuning, tmp_path / "out", backend="sequential", chunk=1000)
    walls = {(seed, start, stop) for seed, start, stop in played}
    assert {(1, 0, 12), (1, 12, 24), (1, 24, 36)} == {each for each in walls if each[0] == 1}
    assert {seed for seed, _, _ in played} == {1, 2, 3}


def test_the_estimate_is_that_of_comparisons(tuning, expected, folder):
    """Chosen and start, each compared with an opponent, on the walls of the last seed."""
    chosen = tuning.policy(expected.chosen.weights, "chosen")
    found = next(each for each in expected.results if each.against == "speed" and not each.rules)
    points = [
        study([policy, "speed"], walls=40, seed=3, rules="bao").walls["points_per_deal"]
        for policy in (chosen, tuning.start)
    ]
    assert found.tuned == pytest.approx(points[0].mean())
    assert found.start == pytest.approx(points[1].mean())
    assert found.gain == pytest.approx((points[0] - points[1]).mean())
    error = (points[0] - points[1]).std(ddof=1) / np.sqrt(40)
    assert found.gain_high - found.gain == pytest.approx(2.0227 * error, rel=1e-4)


def test_a_bad_start_is_left(tmp_path):
    """A `tai` that bids on any hand learns better, and better against an opponent it never met."""
    start = changed("tai", dual_distance=9.0, solo_distance=9.0, none_distance=9.0)
    weights = ["dual_distance", "solo_distance", "none_distance"]
    tuning = small(
        *(start, ["speed"]),
        weights=weights,
        held_out="tai",
        rules=["bao"],
        generations=6,
        population=8,
        walls=60,
        check_walls=300,
        step=0.2,
    )
    record = run(tuning, tmp_path / "out")
    assert record.adopted
    assert record.against_pool.gain_low > 2
    assert record.against_held_out.gain_low > 2
    assert min(record.chosen.weights) < 6


@pytest.mark.slow
def test_champion_learns_to_call_again(tmp_path):
    start = changed("champion", call_margin=1.0)
    tuning = small(
        *(start, ["speed", "tai"]),
        weights=["call_margin", "gang_margin"],
        rules=["ziyou"],
        generations=12,
        population=8,
        walls=100,
        check_walls=800,
        step=0.3,
    )
    record = run(tuning, tmp_path / "out", jobs=2)
    assert record.adopted
    assert record.chosen.weights[0] < 0.8


def test_without_gain_the_start_is_kept_and_said_to_be(tmp_path):
    """Heping has no auction: the weights searched decide nothing, and every candidate plays alike."""
    tuning = small("tai", ["speed"], weights=["dual_distance", "solo_distance"])
    record = run(tuning, tmp_path / "out")
    assert record.against_pool.gain == record.against_held_out.gain == 0
    assert not record.adopted
    assert "No gain" in wording.verdicts(tuning, record, "en")[0]
    write_report(tmp_path / "out", tuning, record, "en")
    kept = load(tmp_path / "out" / "tai-tuned.toml")
    assert (kept.name, kept.kind, kept.weights) == ("tai-tuned", tuning.start.kind, tuning.start.weights)


@pytest.mark.parametrize(
    ("pool", "held_out", "key"),
    [
        ((0.1, 0.5), (-0.2, 0.3), "gains"),
        ((-0.1, 0.5), (0.2, 0.3), "covers zero"),
        ((0.1, 0.5), (-0.4, -0.1), "fit the pool alone"),
        ((-0.5, -0.1), (0.2, 0.3), "lose to those of tai"),
    ],
)
def test_a_gain_counts_if_sure_and_not_bought_at_the_expense_of_others(tuning, expected, pool, held_out, key):
    ends = {False: pool, True: held_out}
    results = [
        replace(each, gain_low=ends[each.held_out][0], gain_high=ends[each.held_out][1])
        for each in expected.results
    ]
    record = replace(expected, results=results)
    assert key in wording.verdicts(tuning, record, "en")[0]
    assert record.adopted == (key == "gains")
    kept = wording.found(tuning, record).weights == tuning.start.weights
    assert kept != record.adopted


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_report_is_a_policy_tables_a_chart_and_a_page(tuning, expected, folder, lang):
    page = write_report(folder, tuning, expected, lang).read_text(encoding="utf-8")
    assert "http" not in page.replace("http://www.w3.org", "")
    for name in ("speed", "random", "dual_distance", "gang_slack", "wall_reserve", "data:image/svg+xml"):
        assert name in page
    assert sorted(path.name for path in (folder / "charts").iterdir()) == ["path.png", "path.svg"]
    tables = {path.stem: pd.read_csv(path) for path in (folder / "tables").iterdir()}
    assert {name: len(table) for name, table in tables.items()} == {
        **{"path": 3, "candidates": 12, "choices": len(expected.choices), "results": len(expected.results)}
    }
    assert {"generation", "step", "score", "score_error", "gain", "dual_distance", "gang_slack"} <= set(
        tables["path"]
    )
    policy = load(folder / "tai-tuned.toml")
    assert policy.weights == wording.found(tuning, expected).weights
    assert "seed 1" in (folder / "tai-tuned.toml").read_text(encoding="utf-8") or lang == "zh"


def test_what_is_written_is_what_was_estimated(tuning, expected):
    """A weight rounded afterwards would be another policy."""
    record = replace(
        expected,
        results=[replace(each, gain_low=1.0, gain_high=2.0) for each in expected.results],
    )
    for value in record.chosen.weights:
        assert value == round(value, 3)
    written = wording.found(tuning, record).spec["weights"]
    assert [written["dual_distance"], written["gang_slack"]] == record.chosen.weights


def test_other_figures_are_kept_out_of_the_folder(tuning, folder, tmp_path):
    other = small("tai", ["speed"], weights=["gang_slack"], rules=["bao"], generations=5)
    with pytest.raises(RunFolderError, match="generations 3 there, 5 here") as raised:
        run(other, folder)
    assert "--fresh" in str(raised.value)


def test_a_damaged_record_is_not_gone_on_with(tuning, expected, tmp_path):
    run(tuning, tmp_path / "out")
    path = tmp_path / "out" / "search.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["generations"][2]["candidates"][0][0] += 0.01
    path.write_text(json.dumps(content | {"choices": [], "results": []}), encoding="utf-8")
    with pytest.raises(RunFolderError, match="generation 3 had other candidates"):
        run(tuning, tmp_path / "out")
    path.write_text("{", encoding="utf-8")
    with pytest.raises(RunFolderError, match=r"search\.json is damaged .* --fresh"):
        run(tuning, tmp_path / "out")
    assert run(tuning, tmp_path / "out", fresh=True) == expected
