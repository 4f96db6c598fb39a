"""The study of coverage: right intervals are found right, narrow ones are not, and rows are played again."""

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.odds.coverage import coverage, main
from zhuji_sim.odds.intervals import COVERED, ROWS, Intervals
from zhuji_sim.odds.parts import study_rows
from zhuji_sim.policies import load
from zhuji_sim.rules import Ruleset


def intervals(count, truth_noise, width=1.0):
    """Rows with normal errors, of which the truth has some too."""
    lot = np.random.default_rng(1)
    rows = pd.DataFrame({"view": ["bid"] * count})
    for name in COVERED:
        value = lot.normal(size=count)
        rows[name], rows[f"{name}_low"], rows[f"{name}_high"] = (
            value,
            value - 1.96 * width,
            value + 1.96 * width,
        )
        rows[f"{name}_truth"] = truth_noise * lot.normal(size=count)
        rows[f"{name}_error"] = truth_noise
    return rows


def test_right_intervals_cover_the_truth_though_it_is_noisy_itself():
    """Guards against intervals blamed for the noise of what they are compared with."""
    row = coverage(intervals(4_000, 0.5)).set_index(["view", "estimate"]).loc[("all", "all")]
    assert abs(row["covered"] - 0.95) < 0.006
    assert row["plain"] < 0.93
    assert row["covered"] + row["below"] + row["above"] == pytest.approx(1)


def test_intervals_that_are_too_narrow_are_found():
    table = coverage(intervals(1_000, 0.14, width=0.8)).set_index(["view", "estimate"])
    assert (table.loc["all", "covered_high"] < 0.95).all()


@pytest.mark.slow
def test_rows_are_played_again_and_are_the_same_for_any_number_of_jobs(tmp_path, monkeypatch):
    """Guards against a truth that is of another arm, and against situations that hang on who deals them."""
    monkeypatch.setattr(Intervals, "chunk", 2)
    asked = Intervals(Ruleset.preset("bao"), load("tai"), hands=6, deals=64, times=4, seed=2)
    rows = study_rows(asked, tmp_path / "one")
    assert study_rows(asked, tmp_path / "two", jobs=2).equals(rows)
    assert len(rows) == 6 * ROWS
    assert rows["seat"].tolist() == [hand % 4 for hand in range(6) for _ in range(ROWS)]
    for name in ("make", "points"):
        both = rows.dropna(subset=[name, f"{name}_truth", f"{name}_low"])
        error = (both[f"{name}_high"] - both[f"{name}_low"]) / 3.92
        assert (abs(both[name] - both[f"{name}_truth"]) < 6 * np.hypot(error, both[f"{name}_error"])).all()


def test_it_is_one_command(tmp_path, capsys):
    asked = f"--out {tmp_path / 'out'} --policy tai --hands 1 --deals 64 --times 2 --jobs 1"
    assert main(asked.split()) == 0
    assert "covered_low" in capsys.readouterr().out
    assert main([*asked.split(), "--times", "0"]) == 2
    assert "times = 0" in capsys.readouterr().err
