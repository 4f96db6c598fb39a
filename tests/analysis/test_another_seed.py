"""A study made again with another seed: its figures differ as their intervals say, as often as they should.

Two figures of independent studies with standard errors se₁ and se₂ lie within 1.96·√(se₁² + se₂²) of each
other in 95 of 100 pairs. The errors are those that the intervals show. Medians move in steps, so that theirs
are wider.
"""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
import pytest

import zhuji_sim as zj
from zhuji_sim.analysis import estimate, paired, players, summarise
from zhuji_sim.analysis.estimates import Z95
from zhuji_sim.contracts.figures import tables_of
from zhuji_sim.contracts.study import plan
from zhuji_sim.contracts.walls import play_walls
from zhuji_sim.duplicate.comparison import plan as plan_comparison
from zhuji_sim.duplicate.run import run as run_comparison

Figures = Mapping[str, tuple[float, float]]
"""Value and standard error by name."""

STEPS = "median"
"""Names of figures that move in steps end so."""


def figure(row: pd.Series, name: str) -> tuple[float, float]:
    """A figure of a table and the standard error that its interval shows."""
    return float(row[name]), float(row[f"{name}_high"] - row[f"{name}_low"]) / (2 * Z95)


def agreement(studies: Iterable[Figures]) -> dict[str, float]:
    """How often two studies that follow one another agree, by figure, where both have an interval."""
    inside: dict[str, list[bool]] = {}
    for one, other in zip(*[iter(studies)] * 2):
        for name, (value, error) in one.items():
            again, its_error = other[name]
            agreed = inside.setdefault(name, [])
            if np.isfinite(error + its_error):
                agreed.append(bool(abs(value - again) <= Z95 * np.hypot(error, its_error)))
    assert all(len(found) > 50 for found in inside.values())
    return {name: float(np.mean(found)) for name, found in inside.items()}


def assert_as_often_as_it_should(found: dict[str, float], pairs: int) -> None:
    """No figure lies four standard errors below 95 %, and all together within three hundredths of it."""
    error = 4 * np.sqrt(0.95 * 0.05 / pairs)
    assert {name: share for name, share in found.items() if share < 0.95 - error} == {}
    even = [share for name, share in found.items() if not name.endswith(STEPS)]
    assert np.mean(even) == pytest.approx(0.95, abs=0.03)


def made_up(seed: int) -> pd.DataFrame:
    """Four players on each of 150 walls, who share the wall's mood; points are lopsided."""
    rng = np.random.default_rng(seed)
    mood = rng.normal(0, 1, (150, 1))
    skill = np.array([0.3, 0, 0, -0.3])
    points = mood + skill + rng.exponential(2, (150, 4))
    return pd.DataFrame(
        {
            "deal": np.repeat(np.arange(150), 4),
            "seat": np.tile(list("ESWN"), 150),
            "points": points.ravel(),
            "won": (mood + rng.normal(0, 1, (150, 4)) > 0.7).ravel(),
        }
    )


def of_made_up(seed: int) -> Figures:
    frame = made_up(seed)
    whole = estimate(frame, rate="won", mean="points").iloc[0]
    found = {"mean": figure(whole, "points"), "rate": figure(whole, "won")}
    middle = estimate(frame, median="points").iloc[0]
    pair = paired(frame, "points", "seat", "N").iloc[0]
    return found | {"points median": figure(middle, "points"), "paired": figure(pair, "difference")}


def test_means_rates_medians_and_pairs_of_clustered_rows_agree():
    found = agreement(of_made_up(seed) for seed in range(160))
    assert_as_often_as_it_should(found, 80)


def test_an_error_that_takes_rows_for_walls_is_found_out():
    """Guards against a test that lets everything pass."""

    def by_row(seed: int) -> Figures:
        rows = made_up(seed).reset_index(names="row")
        return {"mean": figure(estimate(rows, mean="points", cluster="row").iloc[0], "points")}

    found = agreement(by_row(seed) for seed in range(120))
    assert found["mean"] < 0.9


PAIRS = 100
FEWER_PAIRS = 80


def of_a_run(seed: int) -> Figures:
    """East declares 2 on 250 deals of bao."""
    deals = zj.simulate(deals=250, seed=seed, rules="bao", policies="speed", contract="2")
    tables = deals.pipe(summarise)
    contract, turns = tables["contracts"].iloc[0], tables["turns_to_win"].iloc[0]
    seats = tables["by_seat"].set_index("seat")
    endings = tables["endings"].set_index("ending")
    pair = deals.pipe(players).pipe(paired, "points", "seat", "N").set_index("seat")
    return {
        "make rate": figure(contract, "make_rate"),
        "declarer's points": figure(contract, "points"),
        "break-even": figure(contract, "break_even"),
        "points when made": figure(contract, "points_made"),
        "deal-ins of South": figure(seats.loc["S"], "deal_in"),
        "points of South": figure(seats.loc["S"], "points"),
        "defenders' wins": figure(tables["by_role"].set_index("role").loc["defender"], "win"),
        "discards": figure(endings.loc["discard"], "share"),
        "turns": figure(turns, "mean"),
        "turns, median": figure(turns, "median"),
        "South less North, paired": figure(pair.loc["S"], "difference"),
        "East less North, paired": figure(pair.loc["E"], "difference"),
    }


@pytest.mark.slow
def test_figures_of_a_run_agree():
    found = agreement(map(of_a_run, range(2 * PAIRS)))
    assert_as_often_as_it_should(found, PAIRS)


def of_contracts(seed: int) -> Figures:
    """Three contracts forced on 240 walls of bao up to level 2, and its auctions.

    On walls so few that a contract is made on hardly more than the 30 that an interval takes, chances to
    break even are surer of themselves than they should be: they hang on a few dear wins.
    """
    study = plan(240, seed, {"preset": "bao", "max_level": 2}, "speed")
    tables = tables_of(study, play_walls(study, 0, study.walls))
    forced = tables.forced[tables.forced["seat"] == "all"].set_index("mode")
    bids = tables.auction.iloc[0]
    found = {
        f"{mode}, {name}": figure(forced.loc[mode], name) for mode in forced.index for name in OF_CONTRACTS
    }
    return found | {f"auction, {name}": figure(bids, name) for name in OF_CONTRACTS}


OF_CONTRACTS = ("made", "points", "against_pass", "break_even_pass")


@pytest.mark.slow
def test_contracts_against_a_pass_agree():
    found = agreement(map(of_contracts, range(2 * FEWER_PAIRS)))
    assert_as_often_as_it_should(found, FEWER_PAIRS)


def of_a_comparison(seed: int) -> Figures:
    """`tai` and `speed` on 200 walls of heping."""
    study = run_comparison(plan_comparison(["tai", "speed"], walls=200, seed=seed, rules="heping"))
    pair, lone = study.pairs.iloc[0], study.policies.iloc[0]
    pair = pair.rename({"low": "points_per_deal_low", "high": "points_per_deal_high"})
    found = {name: figure(pair, name) for name in ("points_per_deal", "a_alone", "b_alone", "adjusted")}
    return found | {name: figure(lone, name) for name in ("win", "deal_in", "tai")}


@pytest.mark.slow
def test_comparisons_agree():
    found = agreement(map(of_a_comparison, range(2 * FEWER_PAIRS)))
    assert_as_often_as_it_should(found, FEWER_PAIRS)
