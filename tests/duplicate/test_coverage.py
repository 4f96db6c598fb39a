"""The study of coverage: its truth is that of the walls, and intervals of real studies cover it."""

import pytest

from zhuji_sim.duplicate.comparison import plan
from zhuji_sim.duplicate.coverage import coverage, main, truth


def test_the_truth_is_that_of_all_walls_together():
    from zhuji_sim.duplicate.compare import compare

    known = truth(plan(["speed", "random"], walls=200, rules="heping"))
    found = compare(["speed", "random"], walls=200, rules="heping").iloc[0]
    for name in ("points_per_deal", "a_alone", "b_win", "a_deal_in", "a_tai"):
        assert known.loc[name, "truth"] == pytest.approx(found[name])
    half = 1.972 * known.loc["points_per_deal", "error"]
    assert found["high"] - found["points_per_deal"] == pytest.approx(half, rel=1e-3)


def test_it_is_one_command(tmp_path, capsys):
    asked = f"--out {tmp_path} --policies speed random --rules heping --jobs 1"
    main([*asked.split(), *["--truth-walls", "300", "--studies", "3", "--deals", "400"]])
    said = capsys.readouterr().out
    assert "points_per_deal" in said
    assert "b_win" in (tmp_path / "coverage.csv").read_text(encoding="utf-8")
    assert (tmp_path / "manifest.json").exists()


@pytest.mark.slow
def test_small_studies_that_stopped_themselves_cover_the_truth():
    """The full-size study, a million walls and 2,000 studies, is a command of its own (`make proof`)."""
    asked = {"rules": "dongfeng", "policies": ["tai", "speed"]}
    known = truth(plan(**asked, walls=40_000, seed=1), jobs=2)
    table = coverage(plan(**asked, deals=40_000, seed=2, until_width=0.8), known, 200, jobs=2)
    table = table.set_index("figure")
    for name in ("points_per_deal", "a_alone", "b_alone", "adjusted", "a_win", "b_win", "a_made"):
        assert table.loc[name, "studies"] == 200
        assert 0.9 <= table.loc[name, "covered"] <= 0.99
