"""Regret against rollouts: which decisions are looked at, what the figures are, and a folder that goes on."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.batches import BatchSpec, play, seat_table
from zhuji_sim.errors import RunFolderError
from zhuji_sim.policies import load
from zhuji_sim.regret.__main__ import main
from zhuji_sim.regret.measuring import Study
from zhuji_sim.regret.sampling import KINDS, kind_of, kinds_of, sample
from zhuji_sim.regret.study import run
from zhuji_sim.regret.summary import by_kind, worst
from zhuji_sim.rules import Ruleset


def study(preset="heping", **changes):
    speed, chance = load("speed"), load("random")
    given = {"judged": (speed, chance), "continuation": speed, "redeals": 4, "seed": 3} | changes
    return Study(rules=Ruleset.preset(preset), table=(speed,) * 4, **given)


@pytest.mark.parametrize("preset", ["bao", "heping", "ziyou"])
def test_points_are_of_the_kind_asked_for_and_leave_a_choice(preset):
    """Guards against points that a kind gets from another, and against forced moves."""
    rules = Ruleset.preset(preset)
    four = (load("tai"), load("speed"), load("tai"), load("random"))
    table = seat_table(rules, four)
    found = Counter()
    for deal in range(12):
        for kind in KINDS:
            point = sample(table, 5, deal, kind)
            if point is not None:
                assert kind_of(point.scene, point.legal) == kind
                assert 0 <= point.choice < point.legal["count"] >= 2
                found[kind] += 1
    assert set(found) | {"gang"} == set(kinds_of(rules.caishen_source))
    assert found["discard"] == 12
    assert len(play(BatchSpec(rules, four, 5), 0, 12)) == 12


def test_every_decision_of_a_deal_may_be_looked_at():
    """Guards against samples that favour the first or the last decision of a deal."""
    table = seat_table(Ruleset.preset("heping"), (load("speed"),) * 4)
    places = []
    for deal in range(150):
        point = sample(table, 8, deal, "discard")
        before = int(point.scene["river_length"])
        places.append((before + 0.5) / point.count)
    assert min(places) < 0.1
    assert abs(np.mean(places) - 0.5) < 4 * np.std(places) / np.sqrt(len(places)) + 0.05


def test_figures_are_means_over_points_with_intervals():
    """Guards against ratios of another policy, and against intervals of half their width."""
    points = pd.DataFrame(
        {
            "kind": ["bid", "bid", "claim", "claim"],
            "best": ["pass", "pass", "peng", "pass"],
            "choice_a": ["pass", "pass", "pass", "pass"],
            "choice_b": ["bid 2"] * 4,
            "regret_a": [1.0, 3.0, 0.0, 2.0],
            "regret_b": [2.0, 6.0, 4.0, 4.0],
        }
    )
    table = by_kind(points, ["a", "b"]).set_index(["policy", "kind"])
    assert table.loc[("a", "bid"), "regret"] == 2
    assert table.loc[("a", "bid"), "ratio"] == pytest.approx(0.5)
    assert table.loc[("a", "bid"), "ratio_low"] == pytest.approx(0.5)
    assert table.loc[("a", "all"), "regret"] == 1.5
    assert table.loc[("a", "all"), "agrees"] == 0.75
    assert table.loc[("b", "all"), "ratio"] == 1
    width = 1.959964 * np.std([1, 3, 0, 2], ddof=1) / 2
    assert table.loc[("a", "all"), "high"] - 1.5 == pytest.approx(width)


def test_a_study_goes_on_and_is_the_same_for_any_number_of_jobs(tmp_path):
    """Guards against parts measured twice, and against points that hang on who measured them."""
    first = run(study(), 16, tmp_path / "one")
    parts = sorted((tmp_path / "one" / "parts").iterdir())
    times = [part.stat().st_mtime_ns for part in parts]
    assert run(study(), 16, tmp_path / "one").equals(first)
    assert [part.stat().st_mtime_ns for part in parts] == times
    assert run(study(), 16, tmp_path / "two", jobs=2).equals(first)
    points = pd.read_parquet(tmp_path / "one" / "points.parquet")
    assert points.groupby("kind").size().tolist() == [4] * 4
    assert not points[["kind", "deal"]].duplicated().any()
    assert (points.apply(lambda row: row["choice_speed"] in row["actions"], axis=1)).all()
    readable = (tmp_path / "one" / "worst_random.md").read_text(encoding="utf-8")
    assert readable == worst(points, "random")
    assert points.nlargest(1, "regret_random")["choice_random"].iloc[0] in readable
    with pytest.raises(RunFolderError, match="seed differs"):
        run(study(seed=4), 16, tmp_path / "one")


def test_wrong_input_is_one_line_and_status_2(tmp_path, capsys):
    """Guards against tracebacks."""
    for arguments, part in ((["tie"], "'tie'"), (["tai", "--redeals", "1"], "--redeals 1")):
        assert main([*arguments, "--out", str(tmp_path / "out")]) == 2
        said = capsys.readouterr().err.strip()
        assert part in said
        assert "\n" not in said
