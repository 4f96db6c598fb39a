import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.hands import presets
from zhuji_sim.errors import SettlementError
from zhuji_sim.rules import Contract, Ruleset, settle

BAO = Ruleset.preset("bao")
ZIYOU = Ruleset.preset("ziyou")
HEPING = Ruleset.preset("heping")
TWO = Contract.parse("2")
E, S, W, N = range(4)


@pytest.mark.parametrize(
    ("winner", "tai", "loser", "declarer", "points"),
    [
        pytest.param(E, 3, None, E, (39, -13, -13, -13), id="declarer self-draws 3 tai"),
        pytest.param(S, 1, None, E, (-17, 11, 3, 3), id="defender self-draws 1 tai"),
        pytest.param(E, 3, S, E, (31, -13, -9, -9), id="declarer wins 3 tai on a discard"),
        pytest.param(S, 1, E, E, (-17, 9, 4, 4), id="declarer discards, defender wins 1 tai"),
        pytest.param(S, 1, W, E, (-16, 9, 3, 4), id="defender discards to another, 1 tai"),
    ],
)
def test_the_worked_settlements_of_the_rules(winner, tai, loser, declarer, points):
    assert settle(BAO, winner, tai, loser, declarer, TWO) == points


def test_heping_pays_all_for_a_self_draw_and_half_for_others_discards():
    assert settle(HEPING, S, 3, None, None, None) == (-8, 24, -8, -8)
    assert settle(HEPING, S, 3, W, None, None) == (-4, 16, -8, -4)


def test_a_bao_deal_without_contract_is_settled_as_heping():
    assert settle(BAO, S, 3, W, None, None) == settle(HEPING, S, 3, W, None, None)
    assert settle(BAO, None, None, None, None, None) == (0, 0, 0, 0)


def test_ziyou_pays_a_quarter_from_each():
    assert settle(ZIYOU, W, 5, None, None, None) == (-8, -8, 24, -8)


def test_robbed_pays_says_who_pays_for_a_robbed_gang_in_ziyou():
    assert settle(ZIYOU, W, 5, N, None, None) == (-8, -8, 24, -8)
    alone = ZIYOU.replace(robbed_pays="robbed_only")
    assert settle(alone, W, 5, N, None, None) == (0, 0, 24, -24)
    assert settle(alone, W, 5, None, None, None) == (-8, -8, 24, -8)


def test_where_discards_can_be_won_on_a_discarder_is_not_a_robbed_player():
    alone = ZIYOU.replace(robbed_pays="robbed_only", win_on_discard=True)
    assert settle(alone, W, 5, N, None, None) == (-8, -8, 24, -8)
    assert settle(alone, W, 5, N, None, None, robbed=True) == (0, 0, 24, -24)


def test_payment_can_be_exchanged_between_presets():
    assert settle(BAO.replace(payment="equal"), E, 3, S, E, TWO) == (21, -7, -7, -7)
    assert settle(ZIYOU.replace(payment="by_discard"), W, 3, N, None, None) == (-4, -4, 16, -8)


def test_an_equal_payment_is_at_least_a_point():
    assert settle(ZIYOU, W, 1, None, None, None) == (-1, -1, 3, -1)


@pytest.mark.parametrize(
    ("draw_pays", "points"),
    [("declarer", (5, -15, 5, 5)), ("dealer", (-15, 5, 5, 5)), ("nobody", (0, 0, 0, 0))],
)
def test_draw_pays_says_who_pays_for_a_drawn_contract(draw_pays, points):
    assert settle(BAO.replace(draw_pays=draw_pays), None, None, None, S, TWO) == points


@pytest.mark.parametrize("rules", [HEPING, ZIYOU, HEPING.replace(draw_pays="dealer")])
def test_a_draw_without_contract_costs_nothing(rules):
    assert settle(rules, None, None, None, None, None) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("lao_zhuang", "factors"), [("double", [1, 2, 2, 2]), ("cumulative", [1, 2, 4, 8]), ("off", [1, 1, 1, 1])]
)
def test_lao_zhuang_multiplies_everything(lao_zhuang, factors):
    rules = BAO.replace(lao_zhuang=lao_zhuang)
    for stays, factor in enumerate(factors):
        won = settle(rules, S, 1, None, E, TWO, lao_zhuang=stays)
        drawn = settle(rules, None, None, None, E, TWO, lao_zhuang=stays)
        assert won == tuple(factor * each for each in (-17, 11, 3, 3))
        assert drawn == tuple(factor * each for each in (-15, 5, 5, 5))


@given(
    rules=presets(),
    winner=st.none() | st.integers(0, 3),
    tai=st.integers(1, 15),
    loser=st.none() | st.integers(0, 3),
    declarer=st.none() | st.integers(0, 3),
    rank=st.integers(0, 32),
    stays=st.integers(0, 3),
    robbed_pays=st.sampled_from(["all", "robbed_only"]),
    draw_pays=st.sampled_from(["declarer", "dealer", "nobody"]),
    lao_zhuang=st.sampled_from(["double", "cumulative", "off"]),
)
def test_points_sum_to_zero(rules, winner, tai, loser, declarer, rank, stays, **options):
    contract = None if declarer is None else Contract.from_rank(rank)
    won = None if winner is None else tai
    payer = None if winner is None or loser == winner else loser
    points = settle(rules.replace(**options), winner, won, payer, declarer, contract, stays)
    assert sum(points) == 0
    if winner is not None:
        assert points[winner] > 0


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ({"winner": S, "tai": None, "loser": None}, "expected the winner's tai"),
        ({"winner": S, "tai": 0, "loser": None}, "expected the winner's tai"),
        ({"winner": S, "tai": 2, "loser": S}, "cannot be the winner"),
        ({"winner": None, "tai": 2, "loser": None}, "drawn deal has neither"),
        ({"winner": None, "tai": None, "loser": S}, "drawn deal has neither"),
        ({"winner": S, "tai": 1, "loser": None, "declarer": E}, "declarer without contract"),
        ({"winner": S, "tai": 1, "loser": None, "contract": TWO}, "contract without declarer"),
    ],
)
def test_a_result_that_cannot_be_is_refused(result, why):
    with pytest.raises(SettlementError, match=why):
        settle(BAO, **{"declarer": None, "contract": None, **result})
