from itertools import pairwise

import pytest

from zhuji_sim.rules import (
    KINDS,
    SEATS,
    dual_set,
    is_honour,
    parse_tile,
    parse_tiles,
    rank_of,
    successor,
    suit_of,
)
from zhuji_sim.rules.tiles import is_dragon, is_wind


def test_the_kinds_stand_in_the_order_of_the_rules():
    assert parse_tiles("123456789m123456789p123456789s东南西北中发白") == list(range(KINDS))


def test_the_dealer_is_east_and_the_turn_goes_east_south_west_north():
    assert SEATS == "ESWN"


def test_winds_and_dragons_are_honours_and_have_no_suit_of_their_own():
    honours = [kind for kind in range(KINDS) if is_honour(kind)]
    assert honours == parse_tiles("东南西北中发白")
    assert [kind for kind in honours if is_wind(kind)] == parse_tiles("东南西北")
    assert [kind for kind in honours if is_dragon(kind)] == parse_tiles("中发白")
    assert {suit_of(kind) for kind in honours} == {3}
    assert [suit_of(parse_tile(text)) for text in ("9m", "1p", "5s")] == [0, 1, 2]
    assert [rank_of(parse_tile(text)) for text in ("9m", "1p", "5s")] == [9, 1, 5]


@pytest.mark.parametrize(
    ("cycle", "order"),
    [
        ("4+3", ["1m2m3m4m5m6m7m8m9m1m", "9p1p", "9s1s", "东南西北东", "中发白中"]),
        ("7", ["1m2m3m4m5m6m7m8m9m1m", "9p1p", "9s1s", "东南西北中发白东"]),
        ("none", ["1m2m3m4m5m6m7m8m9m", "1p2p", "8s9s"]),
    ],
)
def test_the_successor_goes_round_as_honour_cycle_says(cycle, order):
    for text in order:
        tiles = parse_tiles(text)
        for tile, following in pairwise(tiles):
            assert successor(tile, cycle) == following
            assert dual_set(tile, cycle) == (tile, following)


@pytest.mark.parametrize("text", ["9m", "9p", "9s", "东", "北", "中", "白"])
def test_without_a_cycle_nines_and_honours_head_no_dual_set(text):
    tile = parse_tile(text)
    assert successor(tile, "none") is None
    with pytest.raises(ValueError, match="no successor"):
        dual_set(tile, "none")


@pytest.mark.parametrize("cycle", ["4+3", "7"])
def test_every_kind_is_the_successor_of_exactly_one_other(cycle):
    assert sorted(successor(kind, cycle) for kind in range(KINDS)) == list(range(KINDS))
