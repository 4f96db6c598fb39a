"""Which policy serves the odds better: what the study's figures mean."""

import numpy as np
import pandas as pd

from zhuji_sim.odds.parts import study_rows
from zhuji_sim.odds.serving import Serving, served
from zhuji_sim.policies import load
from zhuji_sim.rules import Ruleset


def made_up(slow_off: float, fast_off: float, error: float, faster: float) -> pd.DataFrame:
    """Answers that are off by these, besides an error of their own."""
    lot = np.random.default_rng(3)
    rows = []
    for hand in range(4_000):
        for policy, off, seconds in (("slow", slow_off, 1.0), ("fast", fast_off, 1.0 / faster)):
            row = {"hand": hand, "policy": policy, "seconds": seconds, "lost": off}
            for name in ("make", "to_pass"):
                row |= {f"{name}_truth": 0.5, name: 0.5 + off + lot.normal(0, error), f"{name}_error": error}
            rows.append(row)
    return pd.DataFrame(rows)


def test_what_is_off_and_what_is_chance_are_told_apart():
    """Guards against a faster policy that is called wrong for the scatter of its few deals."""
    table = served(made_up(0.0, 0.03, 0.04, faster=4)).set_index(["policy", "figure"])
    value, low, high = (table[name] for name in ("value", "low", "high"))
    assert value["slow", "make_off"] < 1.5
    assert abs(value["slow", "make_both"] - 4.0) < 0.2
    assert abs(value["fast", "make_off"] - 3.0) < 0.2
    assert abs(value["fast", "make_both"] - np.hypot(3.0, 4.0 / 2)) < 0.2
    assert abs(value["fast", "lost"] - 0.03) < 1e-9
    assert (low <= value + 1e-9).all()
    assert (value <= high + 1e-9).all()


def test_the_truth_is_that_of_the_first_policy(tmp_path):
    """Guards against a second policy that is held against itself."""
    policies = (load("tai"), load("speed"))
    study = Serving(Ruleset.preset("bao"), policies, hands=3, deals=64, times=2, seed=5)
    rows = study_rows(study, tmp_path)
    assert rows["policy"].tolist() == ["tai", "speed"] * 3
    by_hand = rows.groupby("hand")
    assert (by_hand["make_truth"].nunique() == 1).all()
    other = Serving(Ruleset.preset("bao"), policies[::-1], hands=3, deals=64, times=2, seed=5)
    again = study_rows(other, tmp_path / "other")
    assert again["make_truth"].tolist() != rows["make_truth"].tolist()
