"""Tables: known answers on six deals, and the same answers however the deals are cut into shards."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from synthetic import bao_results, blank, deals_frame, settle

from zhuji_sim.analysis import frame, summarise
from zhuji_sim.analysis.estimates import wilson
from zhuji_sim.analysis.tables import NoDealsError
from zhuji_sim.rules.tiles import SEATS

NAMES = {
    *["by_seat", "by_policy", "by_role", "contracts", "contract_outcomes", "endings"],
    *["tai_by_mode", "big_wins", "turns_to_win", "win_by_distance"],
}


def six_deals() -> pd.DataFrame:
    """Contract 2 by East: made, made with 8 tai, lost to his own discard, drawn; all passed; a redeal."""
    rows = blank(6)
    rows["declarer"][:4], rows["level"][:4], rows["mode"][:4] = 0, 2, 0
    rows["caishen"][:4] = [4, 5]
    rows["auction"][:4, 0], rows["auction_length"][:4] = 1, 1
    rows["auction"][4:, :4], rows["auction_length"][4:] = np.arange(4) * 64, 4
    wins = [(0, 0, -1, 0, 3), (1, 0, 2, 1, 8), (2, 1, 0, 1, 1), (4, 3, -1, 0, 2)]
    for deal, winner, loser, by, tai in wins:
        row = rows[deal]
        row["winner"], row["loser"], row["by"], row["tai"], row["outcome"] = winner, loser, by, tai, 0
        row["turns"] = 10 * (deal + 1)
    rows["distance"] = [2, 3, 4, 4]
    for row in rows[:5]:
        settle(row)
    rows["turns"][5], rows["wall_left"][5], rows["outcome"][5] = 0, 83, 2
    return deals_frame(rows)


@pytest.fixture(scope="module")
def tables() -> dict[str, pd.DataFrame]:
    return summarise(six_deals())


def row(table: pd.DataFrame, **keys: object) -> pd.Series:
    """The only row with these keys."""
    for name, value in keys.items():
        table = table[table[name] == value]
    assert len(table) == 1
    return table.iloc[0]


def test_every_table_is_there_with_an_interval_beside_each_figure(tables):
    assert set(tables) == NAMES
    for table in tables.values():
        lows = [name.removesuffix("_low") for name in table if name.endswith("_low")]
        assert lows
        assert {f"{name}_high" for name in lows} | set(lows) <= set(table)


def test_the_contract_was_made_in_two_of_four_deals(tables):
    contract = row(tables["contracts"], contract="2")
    assert contract[["source", "level", "mode", "deals", "made"]].tolist() == ["auction", 2, "dual", 4, 2]
    assert contract["make_rate"] == 0.5
    assert (contract["make_rate_low"], contract["make_rate_high"]) == pytest.approx(wilson(2, 4))


def test_the_declarer_won_39_and_527_and_lost_17_and_15(tables):
    """Self-draw of 3 tai: 3·(8+5). Discard of 8: 256 + 2·128 + 3·5. Dealt in to 1 tai: 2 + 15. Drawn: 15."""
    contract = row(tables["contracts"], contract="2")
    assert contract["points"] == (39 + 527 - 17 - 15) / 4
    assert contract["points_from_big_wins"] == 527 / 4
    assert (contract["points_made"], contract["points_failed"]) == (283, -16)
    assert contract["break_even"] == pytest.approx(16 / (283 + 16))


def test_how_the_contract_ended(tables):
    ended = tables["contract_outcomes"].set_index("outcome")
    assert ended["deals"].to_dict() == {"made": 2, "dealt_in": 1, "drawn": 1}
    assert ended["share"].to_dict() == {"made": 0.5, "dealt_in": 0.25, "drawn": 0.25}
    assert ended["points"].to_dict() == {"made": 283, "dealt_in": -17, "drawn": -15}


def test_how_deals_ended(tables):
    ended = tables["endings"].set_index("ending")
    assert ended["deals"].to_dict() == {"self_draw": 2, "discard": 2, "drawn": 1, "redeal": 1}
    assert ended["share"].sum() == pytest.approx(1)


def test_who_won(tables):
    assert tables["by_seat"]["seat"].tolist() == list(SEATS)
    assert tables["by_seat"]["wins"].tolist() == [2, 1, 0, 1]
    assert row(tables["by_seat"], seat="E")["deal_in"] == pytest.approx(1 / 6)
    assert tables["by_seat"]["points"].sum() == pytest.approx(0)
    speed = row(tables["by_policy"], policy="speed")
    assert speed[["players", "wins"]].tolist() == [12, 1]
    tai = row(tables["by_policy"], policy="tai")
    assert (tai["declared"], tai["made"]) == (1.0, 0.5)


def test_roles_are_told_apart(tables):
    roles = tables["by_role"].set_index("role")
    assert roles["players"].to_dict() == {"declarer": 4, "defender": 12, "none": 8}
    assert roles["wins"].to_dict() == {"declarer": 2, "defender": 1, "none": 1}


def test_tai_by_mode_keeps_deals_that_all_passed_apart(tables):
    tai = tables["tai_by_mode"]
    assert tai[tai["mode"] == "dual"]["tai"].tolist() == [1, 3, 8]
    assert row(tai, mode="all_pass")[["tai", "wins", "share"]].tolist() == [2, 1, 1.0]


def test_one_big_win_brings_most_of_the_points(tables):
    big = tables["big_wins"].iloc[0]
    gains = 39 + 527 + (9 + 4 + 4) + 15 + 12
    assert big[["deals", "big_wins"]].tolist() == [6, 1]
    assert big["share_of_points"] == pytest.approx(527 / gains)


def test_turns_and_distances(tables):
    turns = tables["turns_to_win"].iloc[0]
    assert (turns["mean"], turns["median"]) == (27.5, 20)
    near = row(tables["win_by_distance"], role="declarer", distance=2)
    assert near[["players", "wins", "win"]].tolist() == [4, 2, 0.5]


def test_a_forced_contract_is_no_selected_one():
    assert summarise(deals_frame(bao_results(20, 1, "独3")))["contracts"]["source"].tolist() == ["forced"]


def test_players_with_caishen_of_their_own_are_counted_under_the_winners_mode():
    rows = blank(2)
    rows["caishen"] = [[0, 1], [5, -1], [8, 0], [33, -1]]
    rows["winner"], rows["by"], rows["tai"] = [1, 2], 0, 3
    tai = summarise(frame(rows, "ziyou", ["tai"] * 4, own_caishen=True))["tai_by_mode"]
    assert tai["mode"].tolist() == ["dual", "solo"]


def test_rules_without_contracts_leave_the_contract_tables_empty():
    tables = summarise(frame(blank(5), "heping", ["tai"] * 4))
    assert tables["contracts"].empty
    assert tables["contract_outcomes"].empty
    assert tables["turns_to_win"].empty
    assert row(tables["endings"], ending="drawn")["share"] == 1
    assert tables["by_role"]["role"].tolist() == ["none"]


def assert_same(one: dict[str, pd.DataFrame], other: dict[str, pd.DataFrame]) -> None:
    assert set(one) == set(other)
    for name in one:
        pd.testing.assert_frame_equal(one[name], other[name], rtol=1e-9)


def test_shards_give_the_same_tables_as_the_whole():
    whole = pd.concat(
        [deals_frame(bao_results(400, 1), cell=0), deals_frame(bao_results(300, 2, "独2"), cell=1)],
        ignore_index=True,
    )
    cuts = [0, 1, 90, 91, 350, 520, 700]
    shards = (whole.iloc[start:stop] for start, stop in pairwise(cuts))
    assert_same(summarise(whole), summarise(shards))


def test_shards_of_matches_give_the_same_tables_as_the_whole():
    whole = deals_frame(bao_results(800, 3, deals_per_match=8))
    assert_same(summarise(whole), summarise(whole.iloc[i : i + 80] for i in range(0, 800, 80)))


def test_deals_of_a_match_are_one_cluster():
    """Each match has the same deal eight times over: its error is that of 50 deals, not of 400."""
    rows = np.repeat(bao_results(50, 4, "2"), 8)
    alone = summarise(deals_frame(rows[::8]))["contracts"].iloc[0]
    rows["match"], rows["round"] = np.divmod(np.arange(400), 8)
    together = summarise(deals_frame(rows))["contracts"].iloc[0]
    for figure in ("make_rate", "points", "points_failed"):
        assert together[figure] == pytest.approx(alone[figure])
        assert together[f"{figure}_high"] == pytest.approx(alone[f"{figure}_high"], rel=0.02)


def test_the_generator_keeps_points_at_zero():
    rows = bao_results(200, 9)
    assert (rows["points"].sum(axis=1) == 0).all()


def test_no_deals_at_all_is_an_error():
    with pytest.raises(NoDealsError, match="no deals"):
        summarise([])
