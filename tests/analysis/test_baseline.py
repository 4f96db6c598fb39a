"""Charts look as they did: small pictures of every chart, held against stored ones.

They are written with fonts that come along, so that they hang on no machine; only another FreeType draws
letters a little otherwise. After a change that is meant, draw them anew and look at them before they are
committed: `ZHUJI_NEW_BASELINE=1 pytest tests/analysis/test_baseline.py`.
"""

import io
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.ft2font import __freetype_version__
from matplotlib.image import imread, imsave
from PIL import Image
from studies import comparison, contract_study, tuning
from synthetic import bao_results, deals_frame
from test_bids import named, rows

from zhuji_sim.analysis import Canvas, chart, estimate, players, summarise
from zhuji_sim.analysis.bids import caishen_map, points_of_rows, tai_shares
from zhuji_sim.analysis.charts import CHARTS
from zhuji_sim.analysis.contract_charts import CONTRACT_CHARTS, made_by_run, points_by_run
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.matchups import MATCHUPS
from zhuji_sim.analysis.search_path import gains_by_run, search_path
from zhuji_sim.tuning.report import frames_of

BASELINE = Path(__file__).parent / "baseline"
RENEW = bool(os.environ.get("ZHUJI_NEW_BASELINE"))
DPI = 40
"""Enough to see a mark that moves by a pixel."""
MOST_OFF, MOST_OFF_ELSEWHERE = 0.005, 0.06
"""Root mean square difference of two pictures, between 0 and 1; by the same FreeType, and by another."""

POLICIES = [("tai",) * 4, ("tai", "speed", "tai", "speed")]
CELLS = {0: "tai", 1: "tai/speed"}


def canvas(lang: str) -> Canvas:
    return Canvas(1200, 42, *chart_language(lang), cells=CELLS, series=CELLS)


@pytest.fixture(scope="module")
def tables():
    return summarise(
        deals_frame(bao_results(600, cell), policies, cell) for cell, policies in enumerate(POLICIES)
    )


@pytest.fixture(scope="module")
def contracts():
    return contract_study()[1].frames()


@pytest.fixture(scope="module")
def pairs():
    return comparison().pairs


def pixels(figure: Figure, of: Canvas) -> np.ndarray:
    """The picture in grey and colour, small."""
    buffer = io.BytesIO()
    with of.styled():
        figure.savefig(buffer, format="png", dpi=DPI)
    buffer.seek(0)
    return imread(buffer)[..., :3]


def off(one: np.ndarray, other: np.ndarray) -> float:
    """How far two pictures are apart: 0 the same, 1 black and white."""
    return 1.0 if one.shape != other.shape else float(np.sqrt(np.square(one - other).mean()))


def check(name: str, figure: Figure, of: Canvas) -> None:
    """Hold a chart against the stored one; whatever it shows, it says how many deals of which seed."""
    caption = figure.texts[1].get_text()
    assert caption.startswith({"en": "1,200 deals, seed 42.", "zh": "共1,200局，种子42。"}[of.lang])
    found, path = pixels(figure, of), BASELINE / f"{name}.png"
    if RENEW:
        told = {"Software": None, "Comment": __freetype_version__}
        imsave(path, found, metadata=told, pil_kwargs={"optimize": True})
    with Image.open(path) as stored:
        same = stored.info["Comment"] == __freetype_version__
    assert off(found, imread(path)[..., :3]) < (MOST_OFF if same else MOST_OFF_ELSEWHERE)


@pytest.mark.parametrize("name", CHARTS)
def test_charts_of_runs_look_as_they_did(tables, name):
    check(name, CHARTS[name](tables, canvas("zh")), canvas("zh"))


@pytest.mark.parametrize("name", CONTRACT_CHARTS)
def test_charts_of_contracts_look_as_they_did(contracts, name):
    check(f"contracts_{name}", CONTRACT_CHARTS[name](contracts, canvas("en"), 95), canvas("en"))


@pytest.mark.parametrize("draw", [made_by_run, points_by_run])
def test_charts_of_contracts_side_by_side_look_as_they_did(contracts, draw: Callable[..., Figure]):
    whole = contracts["forced"]
    both = [whole.assign(cell=place) for place in (0, 1)]
    both[1][["made", "made_low", "made_high"]] *= 0.8
    both[1][["points", "points_low", "points_high"]] += 4
    check(f"contracts_{draw.__name__}", draw(pd.concat(both), canvas("zh")), canvas("zh"))


@pytest.mark.parametrize("name", MATCHUPS)
def test_charts_of_comparisons_look_as_they_did(pairs, name):
    check(name, MATCHUPS[name](pairs, canvas("zh"), 95), canvas("zh"))


def test_charts_of_searches_look_as_they_did():
    asked, record = tuning()
    frames = frames_of(asked, record)
    bounds = {weight.name: (weight.low, weight.high) for weight in asked.weights}
    check(
        "search_path", search_path(frames["path"], frames["candidates"], bounds, canvas("en")), canvas("en")
    )
    both = pd.concat(
        [frames["path"].assign(run="one"), frames["path"].assign(run="two", gain=lambda of: of["gain"] / 2)]
    )
    check("gains_by_run", gains_by_run(both, canvas("zh")), canvas("zh"))


def test_charts_of_bids_look_as_they_did():
    frame = rows(4)
    frame.loc[0, "caishen"], frame.loc[1, "caishen"] = "中发", "4s5s"
    check("bid_points", points_of_rows(frame, canvas("zh"), 1), canvas("zh"))
    check("caishen_map", caishen_map(named(second=True), canvas("en"), "2"), canvas("en"))
    shares = estimate(
        deals_frame(bao_results(300, 1)).assign(tai=lambda of: of["tai"].fillna(0)), "tai", mean="turns"
    )
    tai = shares.assign(share=0.2, share_low=0.1, share_high=0.3).head(5)
    check("tai_shares", tai_shares(tai, canvas("zh"), "独2"), canvas("zh"))


def test_the_chart_of_estimates_looks_as_it_did():
    table = estimate(players(deals_frame(bao_results(400, 5))), ["role", "policy"], mean="points")
    figure = chart(table, "points", "role", "policy", title="Who gains 谁得分", canvas=canvas("en"))
    check("estimates", figure, canvas("en"))


def test_a_chart_of_other_figures_is_found_out(tables):
    """Guards against a tolerance that lets everything pass."""
    moved = tables["contracts"].assign(
        **{f"points{end}": tables["contracts"][f"points{end}"] + 4 for end in ("", "_low", "_high")}
    )
    figure = CHARTS["declarer_points"]({"contracts": moved}, canvas("zh"))
    check("declarer_points", CHARTS["declarer_points"](tables, canvas("zh")), canvas("zh"))
    assert off(pixels(figure, canvas("zh")), imread(BASELINE / "declarer_points.png")[..., :3]) > MOST_OFF
