"""What the odds are worth: a wrong choice is found, and its loss is that of fresh deals."""

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.odds import choosing
from zhuji_sim.odds.choosing import Choosing
from zhuji_sim.odds.parts import study_rows
from zhuji_sim.odds.worth import main, worth
from zhuji_sim.policies import load
from zhuji_sim.rules import Ruleset


def study(points=8, policy="tai", **more):
    known = {"deals": 64, "bids": 2, "caution": 1.5, "fresh": 200, "seed": 3} | more
    return Choosing(Ruleset.preset("bao"), load(policy), points, **known)


def test_gains_are_means_with_intervals_by_kind():
    """Guards against shares and means over decisions that could not be told."""
    lot = np.random.default_rng(1)
    gain = np.where(lot.random(4_000) < 0.25, lot.normal(2, 4, 4_000), 0)
    kinds = np.tile(["pass", "bid", "bid", "name"], 1_000)
    rows = pd.DataFrame({"kind": kinds, "other": (gain != 0).astype(int), "gain": gain})
    rows.loc[0, "gain"] = np.nan
    table = worth(rows).set_index("kind")
    assert table["decisions"].to_dict() == {"all": 3_999, "pass": 999, "bid": 2_000, "name": 1_000}
    assert table["untold"].to_dict() == {"all": 1, "pass": 1, "bid": 0, "name": 0}
    assert table.loc["all", "gain"] == pytest.approx(rows["gain"].mean())
    assert (table["gain_high"] - table["gain_low"])["all"] == pytest.approx(
        2 * 1.96 * rows["gain"].std() / np.sqrt(3_999), rel=0.01
    )
    assert table.loc["all", "other_low"] < 0.25 < table.loc["all", "other_high"]


def test_the_same_choice_gains_nothing_and_another_is_played_on_fresh_deals(monkeypatch):
    """Guards against advice judged by the deals that led to it, or against the choice it replaces."""
    looked = []

    class Other(choosing.OddsBot):
        def better(self, situation, own):
            looked.append(own)
            return own if len(looked) % 2 else (own + 1) % len(situation.legal)

    started = []
    monkeypatch.setattr(choosing, "OddsBot", Other)
    dealt = choosing.Dealer.play
    monkeypatch.setattr(
        choosing.Dealer,
        "play",
        lambda self, arms, first, deals: started.append((first, deals)) or dealt(self, arms, first, deals),
    )
    rows = study(6).rows(0, 6)
    assert rows["other"].tolist() == [0, 1] * 3
    assert (rows.loc[rows["other"] == 0, ["gain", "error"]] == 0).all(axis=None)
    assert (rows.loc[rows["other"] == 1, "error"] > 0).all()
    assert started == [(choosing.STREAM_LENGTH, 200)] * 3


@pytest.mark.slow
def test_the_same_rows_for_any_number_of_jobs(tmp_path, monkeypatch):
    """Guards against decisions that hang on who finds them."""
    monkeypatch.setattr(Choosing, "chunk", 2)
    rows = study_rows(study(), tmp_path / "one")
    assert study_rows(study(), tmp_path / "two", jobs=2).equals(rows)
    assert rows["seat"].tolist() == [0, 1, 2, 3] * 2


def test_it_is_one_command(tmp_path, capsys):
    asked = f"--out {tmp_path / 'out'} --policy tai --points 2 --deals 64 --bids 1 --fresh 64 --jobs 1"
    assert main(asked.split()) == 0
    assert "decisions" in capsys.readouterr().out
    assert (tmp_path / "out" / "worth.csv").exists()
    assert main([*asked.split(), "--rules", "ziyou"]) == 2
    assert main([*asked.split(), "--deals", "8"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert all(line.startswith("worth: ") for line in told)
