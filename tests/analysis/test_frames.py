"""The frame of deals says in words what a result row says in numbers."""

import numpy as np
import pandas as pd
import pytest
from synthetic import bao_results, blank

from zhuji_sim.analysis import frame

POLICIES = ["tai", "speed", "random", "speed"]
PER_SEAT = ["distance", "caishen_dealt", "points"]


def seats(name: str) -> list[str]:
    return [f"{name}_{seat}" for seat in "ESWN"]


def one(**values: object) -> pd.Series:
    rows = blank(1)
    for name, value in values.items():
        rows[name][0] = value
    return frame(rows, "bao", POLICIES).iloc[0]


def test_the_columns_are_those_scripts_rely_on():
    assert list(frame(blank(3), "bao", POLICIES)) == [
        "deal",
        "rules",
        *seats("policy"),
        *["declarer", "contract", "level", "mode", "caishen", "winner", "loser", "by", "tai", "items"],
        *["turns", "wall_left", "auction"],
        *seats("distance"),
        *seats("caishen_dealt"),
        "lao_zhuang",
        *seats("points"),
    ]


def test_players_with_a_caishen_of_their_own_have_a_column_each():
    rows = blank(1)
    rows["caishen"][0] = [[0, 1], [8, 0], [31, -1], [-1, -1]]
    own = frame(rows, "ziyou", POLICIES, own_caishen=True)
    assert "caishen" not in own
    assert own[seats("caishen")].iloc[0].tolist()[:3] == ["1m2m", "9m1m", "中"]
    assert pd.isna(own["caishen_N"].iloc[0])


def test_deals_of_a_match_tell_who_sits_where():
    rows = bao_results(32, 3, deals_per_match=16)
    match = frame(rows, "bao", ["a", "b", "c", "d"], match=True)
    assert list(match)[1:8] == ["match", "round", "dealer", *seats("player")]
    second = match.iloc[1]
    assert second[["match", "round", "dealer"]].tolist() == [0, 1, "S"]
    assert second[seats("player")].tolist() == ["S", "W", "N", "E"]
    assert second[seats("policy")].tolist() == ["b", "c", "d", "a"]
    assert match["match"].tolist() == [0] * 16 + [1] * 16


@pytest.mark.parametrize(
    ("level", "mode", "contract", "named"),
    [(2, 0, "2", "dual"), (3, 1, "独3", "solo"), (2, 2, "无财2", "none"), (12, 2, "无财12", "none")],
)
def test_contracts_are_spelled_as_in_the_bidding(level, mode, contract, named):
    deal = one(declarer=2, level=level, mode=mode)
    assert deal[["declarer", "contract", "level", "mode"]].tolist() == ["W", contract, level, named]


def test_what_does_not_exist_is_missing():
    deal = one()
    missing = ["declarer", "contract", "level", "mode", "caishen", "winner", "loser", "by", "tai", "items"]
    assert deal[[*missing, "auction"]].isna().all()


def test_a_win_names_winner_payer_tai_and_items_in_order():
    items = np.zeros(18, int)
    items[[3, 13]] = 2, 1
    deal = one(winner=1, loser=3, by=1, tai=3, items=items)
    assert deal[["winner", "loser", "by", "tai", "items"]].tolist() == [
        *["S", "N", "discard", 3],
        "wind_east+no_caishen",
    ]


def test_an_auction_reads_call_by_call():
    rows = blank(3)
    rows["auction"][0, :3] = [0 * 64 + 1, 1 * 64, 2 * 64 + 2]
    rows["auction_length"][0] = 3
    rows["auction"][1, :4] = np.arange(4) * 64
    rows["auction_length"][1] = 4
    auctions = frame(rows, "bao", POLICIES)["auction"]
    assert auctions.tolist()[:2] == ["E:2 S:- W:独2", "E:- S:- W:- N:-"]
    assert pd.isna(auctions[2])


def test_rows_keep_their_order_and_their_points():
    rows = bao_results(500, 5)
    deals = frame(rows, "bao", POLICIES)
    assert (deals["deal"] == np.arange(500)).all()
    assert (deals[seats("points")].to_numpy() == rows["points"]).all()
    calls = deals["auction"].str.split().str.len().to_numpy()
    assert (calls == rows["auction_length"]).all()


def test_no_deals_give_an_empty_frame_with_all_columns():
    assert list(frame(blank(0), "bao", POLICIES)) == list(frame(blank(1), "bao", POLICIES))
