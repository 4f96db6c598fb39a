"""A wall is played eight times, with each of the two in every seat, and its sums are those of the rows."""

import numpy as np
import pytest

from zhuji_sim.duplicate import figures
from zhuji_sim.duplicate.comparison import plan
from zhuji_sim.duplicate.walls import A, B, Pair, frame_of, play_walls, wall_sums, walls_of
from zhuji_sim.rules.options import PRESETS
from zhuji_sim.rules.tiles import SEATS

BIDDING = ("bao", "dongfeng")


def pair_of(*policies: str, **options) -> Pair:
    return plan(policies, walls=1, **options).pairs[0]


def test_each_sits_alone_in_every_seat_and_then_the_other():
    names = [[policy.name for policy in table] for table in pair_of("tai", "speed").tables()]
    assert [table.index("tai") for table in names[:4]] == [0, 1, 2, 3]
    assert [table.index("speed") for table in names[4:]] == [0, 1, 2, 3]
    assert all(table.count("tai") == 1 for table in names[:4])
    assert all(table.count("speed") == 1 for table in names[4:])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("draws", ["lanes", "wall"])
def test_policies_that_are_equal_in_everything_score_exactly_nothing_on_every_wall(preset, draws):
    """Guards against a coin, a table or a memory that one seating leaves for the next."""
    pair = pair_of("random", "random", rules=preset, draws=draws)
    rows = play_walls(pair, 0, 40)
    assert (rows == rows[0]).all()
    assert rows[0]["points"].any()
    walls = wall_sums(rows, pair)
    assert not figures.points(walls).any()
    assert not figures.alone(walls, A).any()
    assert not figures.alone(walls, B).any()


@pytest.mark.parametrize("preset", PRESETS)
def test_sums_are_those_of_the_lone_players_deals(preset):
    pair = pair_of("tai", "speed", rules=preset)
    rows = play_walls(pair, 5, 65)
    walls = wall_sums(rows, pair)
    assert walls["wall"].tolist() == list(range(5, 65))
    for side in (A, B):
        lone = [(rows[4 * side + seat], seat) for seat in range(len(SEATS))]
        for i in range(len(walls)):
            deals = [(deals[i], seat) for deals, seat in lone]
            assert walls[i]["points"][side].tolist() == [deal["points"][seat] for deal, seat in deals]
            big = sum(deal["points"][seat] for deal, seat in deals if deal["tai"] >= 8)
            held = [(deal, seat) for deal, seat in deals if deal["declarer"] == seat]
            won = [(deal, seat) for deal, seat in deals if deal["winner"] == seat]
            expected = {
                "big_points": big,
                "wins": len(won),
                "deal_ins": sum(deal["loser"] == seat for deal, seat in deals),
                "auctions": sum(deal["declarer"] >= 0 and deal["auction_length"] > 0 for deal, _ in deals),
                "declared": sum(deal["auction_length"] > 0 for deal, _ in held),
                "contracts": len(held),
                "made": sum(deal["winner"] == seat for deal, seat in held),
                "tai": sum(deal["tai"] for deal, _ in won),
            }
            assert {name: walls[i][name][side] for name in expected} == expected
    assert walls["wins"].any()
    assert walls["contracts"].any() == (preset in BIDDING)


def test_a_forced_contract_is_held_once_and_defended_against_three_times():
    pair = pair_of("tai", "speed", contract="2", declarer="W")
    walls = wall_sums(play_walls(pair, 0, 30), pair)
    assert (walls["contracts"] == 1).all()
    assert not walls["declared"].any()
    assert not walls["auctions"].any()


def test_a_wall_does_not_depend_on_which_others_are_played_with_it():
    pair = pair_of("tai", "speed")
    together = wall_sums(play_walls(pair, 0, 30), pair)
    apart = [wall_sums(play_walls(pair, start, start + 10), pair) for start in (0, 10, 20)]
    assert (np.concatenate(apart) == together).all()


def test_walls_survive_their_frame():
    pair = pair_of("tai", "speed")
    walls = wall_sums(play_walls(pair, 0, 30), pair)
    assert (walls_of(frame_of(walls)) == walls).all()
    assert len(wall_sums(play_walls(pair, 0, 0), pair)) == 0
