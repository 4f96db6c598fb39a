"""The study of calibration: what is right is found right and what is wrong wrong, and a folder goes on."""

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.engine.codes import Phase
from zhuji_sim.errors import RulesError, RunFolderError
from zhuji_sim.odds.calibration import main
from zhuji_sim.odds.deviations import by_contract, by_tenth, outside, overall
from zhuji_sim.odds.foretelling import BID, NAME, PASS, Foretold
from zhuji_sim.odds.parts import study_rows
from zhuji_sim.policies import load
from zhuji_sim.rules import Ruleset


def study(points, deals=8, assumed="champion", **changes):
    champion = load("champion")
    given = {"policy": champion, "opponents": champion, "seed": 3} | changes
    return Foretold(Ruleset.preset("bao"), points=points, deals=deals, assumed=load(assumed), **given)


def foretold(count, redeals=40, seed=1):
    """Points whose chances are known, and estimated from so many redeals a half."""
    lot = np.random.default_rng(seed)
    hold, make = lot.beta(3, 2, count), lot.beta(4, 4, count)
    held = lot.random(count) < hold
    won = held & (lot.random(count) < make)
    points = pd.DataFrame(
        {"kind": BID, "level": 2, "mode": 0, "held": held.astype(int), "won": won.astype(int)}
    )
    points["points"] = np.where(won, 60, -60)
    for half in (1, 2):
        holds = lot.binomial(redeals, hold)
        makes = lot.binomial(holds, make)
        points[f"hold_{half}"], points[f"win_{half}"] = holds / redeals, makes / redeals
        points[f"make_{half}"] = makes / np.where(holds > 0, holds, np.nan)
        points[f"points_{half}"] = 120 * makes / redeals - 60
    return points


def test_chances_that_are_right_are_found_right_however_noisy():
    """Guards against tenths told by the same redeals as the chance, which lie too far out."""
    points = foretold(40_000)
    for table in (overall(points), by_tenth(points), by_contract(points)):
        assert outside(table).empty
        missed = (table["deviation_low"] > 0) | (table["deviation_high"] < 0)
        assert missed.mean() < 0.2
    naive = points.assign(**{f"{name}_2": points[f"{name}_1"] for name in ("hold", "win", "make")})
    assert not outside(by_tenth(naive)).empty


@pytest.mark.parametrize("quantity", ["hold", "win", "make"])
def test_a_chance_that_is_off_is_found(quantity):
    """Guards against a study that anything passes."""
    points = foretold(20_000)
    for half in (1, 2):
        points[f"{quantity}_{half}"] += 0.04
    for table in (overall(points), by_tenth(points), by_contract(points)):
        assert set(outside(table)["quantity"]) == {quantity}


def test_points_that_are_off_are_found():
    points = foretold(20_000)
    row = overall(points).set_index(["kind", "quantity"]).loc[("bid", "points")]
    assert row["deviation_low"] < 0 < row["deviation_high"]
    points[["points_1", "points_2"]] += 3
    row = overall(points).set_index(["kind", "quantity"]).loc[("bid", "points")]
    assert row["deviation_high"] < 0


def test_intervals_cover_as_often_as_they_say():
    """Guards against decisions that count twice, once for each half of their redeals."""
    ends = pd.concat([by_tenth(foretold(3_000, redeals=10, seed=seed)) for seed in range(60)])
    ends = ends[ends["points"] > 200]
    assert 0.93 < ((ends["deviation_low"] < 0) & (ends["deviation_high"] > 0)).mean() < 0.97


def test_contracts_that_are_rare_are_taken_together():
    points = foretold(600)
    points.loc[:99, "level"] = 5
    points.loc[100:149, "mode"] = 1
    table = by_contract(points, fewest=200).drop_duplicates("contract").set_index("contract")
    assert table["points"].to_dict() == {"2": 450, "others": 150}


def test_decisions_are_of_every_kind_and_what_happened_fits_them():
    """Guards against contracts taken for held that another seat holds, and against wins without holding."""
    rows = study(60, deals=2).rows(0, 60)
    assert set(rows["kind"]) == {PASS, BID, NAME}
    assert (rows["deal"] // (1 << 20) == rows["point"]).all()
    assert set(rows["seat"]) == {0, 1, 2, 3}
    assert (rows["won"] <= rows["held"]).all()
    assert (rows.loc[rows["kind"] != BID, "held"] == 1).all()
    assert 0 < rows.loc[rows["kind"] == BID, "held"].mean() < 1
    assert (rows.loc[rows["won"] == 1, "points"] > 0).all()
    assert (rows.loc[(rows["kind"] == NAME) & (rows["won"] == 0), "points"] <= 0).all()


def test_a_decision_is_drawn_without_looking_ahead(monkeypatch):
    """Guards against points drawn from a finished auction, of which short ones have fewer."""
    asked = []
    monkeypatch.setattr(
        "zhuji_sim.odds.foretelling.apply",
        lambda state, action, *rest: (
            asked.append(int(state["scene"]["phase"])) or apply(state, action, *rest)
        ),
    )
    from zhuji_sim.engine.apply import apply
    from zhuji_sim.odds import foretelling

    once = study(40)
    for deal in range(40):
        asked.clear()
        found = foretelling._stopped_at(once, foretelling._table(once, 0), 0, deal)
        if found is not None:
            assert len(asked) == len(found.situation.auction)
            assert found.states[0]["scene"]["phase"] in (Phase.BID, Phase.NAME_CAISHEN)


def test_other_players_than_are_assumed_are_found_out():
    """Guards against odds that do not hang on who plays: those who seldom bid let a contract stand."""
    table = overall(study(240, deals=16, assumed="tai").rows(0, 240)).set_index(["kind", "quantity"])
    row = table.loc[("bid", "hold")]
    assert row["deviation_low"] > 0 or row["deviation_high"] < 0


def test_a_study_goes_on_and_is_the_same_for_any_number_of_jobs(tmp_path, monkeypatch):
    """Guards against points found twice, and against points that hang on who finds them."""
    monkeypatch.setattr(Foretold, "chunk", 5)
    asked = study(20, deals=4)
    first = study_rows(asked, tmp_path / "one", jobs=1)
    assert study_rows(asked, tmp_path / "two", jobs=2).equals(first)
    monkeypatch.setattr(Foretold, "rows", None)
    assert study_rows(asked, tmp_path / "one").equals(first)
    with pytest.raises(RunFolderError, match="seed"):
        study_rows(study(20, deals=4, seed=4), tmp_path / "one")
    assert str(tmp_path) not in (tmp_path / "one" / "manifest.json").read_text(encoding="utf-8")


def test_it_is_one_command(tmp_path, capsys):
    asked = f"--out {tmp_path / 'out'} --points 50 --deals 4 --jobs 1 --fewest 30"
    assert main(asked.split()) == 0
    said = capsys.readouterr().out
    assert "deviation_low" in said
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *("manifest.json", "deals", "overall.csv", "by_tenth.csv", "by_contract.csv", "calibration.png"),
    }


def test_wrong_input_is_one_line_and_status_2(tmp_path, capsys):
    for asked, part in (
        ("--policy champio", "'champio'"),
        ("--deals 1", "deals = 1"),
        ("--rules heping", "heping"),
    ):
        assert main([*asked.split(), "--out", str(tmp_path / "out")]) == 2
        said = capsys.readouterr().err.strip()
        assert part in said
        assert "\n" not in said
    with pytest.raises(RulesError, match="bidding"):
        Foretold(Ruleset.preset("heping"), *[load("champion")] * 3, 1, 2, 3)
