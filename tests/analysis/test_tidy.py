"""Frames to begin with: a run folder read whole, and a row for every player."""

import pandas as pd
import pytest
from runs import MadeUpCell, write_run
from synthetic import bao_results, deals_frame

from zhuji_sim.analysis import Canvas, frame, players, read, summarise
from zhuji_sim.analysis.columns import FrameError
from zhuji_sim.analysis.provenance import provenance
from zhuji_sim.analysis.tables import NoDealsError

SEATS = list("ESWN")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("run") / "one", MadeUpCell(), MadeUpCell("独2"), deals=60)


def test_a_run_is_read_with_the_names_of_its_cells(folder):
    deals = read(folder)
    assert deals.columns[:3].tolist() == ["cell", "cell_name", "deal"]
    assert deals["cell_name"].value_counts().to_dict() == {"auction": 60, "独2": 60}
    there = frame(MadeUpCell().rows(60, 7, 0), "bao", MadeUpCell().policies)
    first = deals[deals["cell"] == 0].reset_index(drop=True)
    for name in ("points_E", "contract", "winner", "auction"):
        assert (first[name].astype(object).fillna("-") == there[name].astype(object).fillna("-")).all()


def test_seed_deals_and_names_are_told_to_charts(folder):
    deals = read(folder)
    assert (provenance(deals)["seed"], provenance(deals)["deals"]) == (7, 120)
    canvas = Canvas.of(deals, "zh")
    assert (canvas.seed, canvas.lang) == (7, "zh")
    assert canvas.cells != Canvas.of(deals, "en").cells


def test_columns_can_be_chosen_and_tell_which_deal_it_is(folder):
    assert list(read(folder, ["winner"])) == ["cell", "cell_name", "deal", "winner"]


def test_a_run_without_a_shard_is_refused(tmp_path):
    folder = write_run(tmp_path / "run", MadeUpCell(), deals=20)
    for path in (folder / "deals").iterdir():
        path.unlink()
    with pytest.raises(NoDealsError, match="no finished shard"):
        read(folder)


def test_every_player_has_a_row_in_every_deal():
    deals = deals_frame(bao_results(50, 3))
    each = players(deals)
    assert len(each) == 200
    assert each["seat"].tolist() == SEATS * 50
    for seat in SEATS:
        mine = each[each["seat"] == seat].reset_index(drop=True)
        assert (mine["points"] == deals[f"points_{seat}"]).all()
        assert (mine["distance"] == deals[f"distance_{seat}"]).all()
        assert (mine["policy"].astype(str) == deals[f"policy_{seat}"].astype(str)).all()
        assert (mine["won"] == (deals["winner"] == seat)).all()
        assert (mine["dealt_in"] == (deals["loser"] == seat)).all()
        assert ((mine["role"] == "declarer") == (deals["declarer"] == seat)).all()


def test_rows_go_by_their_place_whatever_the_index_says():
    """Guards against frames put together whose index has each number twice."""
    parts = [deals_frame(bao_results(20, seed)).assign(seed=seed) for seed in (1, 2)]
    each = players(pd.concat(parts))
    assert each.equals(players(pd.concat(parts, ignore_index=True)))
    assert each["seed"].tolist() == [1] * 80 + [2] * 80
    assert each["points"].iloc[80:84].tolist() == parts[1].filter(like="points_").iloc[0].tolist()


def test_tai_are_those_of_the_winner_alone():
    each = players(deals_frame(bao_results(50, 3)))
    assert each.loc[~each["won"], "tai"].isna().all()
    assert (each.loc[each["won"], "tai"] >= 1).all()


@pytest.mark.parametrize("ask", [players, summarise])
@pytest.mark.parametrize("column", ["winner", "points_E"])
def test_deals_without_what_is_counted_are_refused(ask, column):
    with pytest.raises(FrameError, match=f"there is no column '{column}'"):
        ask(deals_frame(bao_results(5, 3)).drop(columns=column))


def test_matches_keep_match_and_round():
    each = players(deals_frame(bao_results(32, 3, deals_per_match=16)))
    assert each.groupby(["match", "round"]).size().eq(4).all()


def test_categories_survive_so_that_groups_stay_in_the_order_of_seats():
    each = players(deals_frame(bao_results(10, 3)))
    assert isinstance(each["seat"].dtype, pd.CategoricalDtype)
    assert each["seat"].cat.categories.tolist() == SEATS
