"""What the rules put at stake, and intervals of points in which it was seldom met, or never."""

import numpy as np
import pytest

from zhuji_sim.analysis.estimates import wilson
from zhuji_sim.engine.arms import ENDS, OUTCOME
from zhuji_sim.odds.estimating import difference, points_through, row_estimates
from zhuji_sim.odds.playing import Deals
from zhuji_sim.odds.samples import Sample
from zhuji_sim.odds.screening import IF_I_BID
from zhuji_sim.odds.situation import read_situation
from zhuji_sim.odds.stakes import Stakes, stakes_of
from zhuji_sim.rules import Ruleset
from zhuji_sim.rules.contracts import Contract

HAND = "中中 发发 23m 99p 78s 5m 1s 东"
SEVEN = Stakes(contract=2_000.0, limit_tai=8, limit=-127.0)
PASS = Stakes(contract=None, limit_tai=8, limit=-127.0)


def situation(preset, **options):
    known = {"caishen": "4p5p"} if preset == "heping" else {}
    stays = options.pop("stays", 0)
    return read_situation(HAND, "S", Ruleset.preset(preset, **options), lao_zhuang=stays, **known)


@pytest.mark.parametrize(
    ("contract", "worth"),
    [
        ("3", 30 + 2 * 8 + 30 + 1),
        ("独3", 60 + 2 * 8 + 60 + 1),
        ("7", 480 + 2 * 128 + 480 + 1),
    ],
)
def test_a_contract_is_worth_what_rules_pay(contract, worth):
    found = stakes_of(situation("bao"), Contract.parse(contract).rank)
    assert found.contract == worth
    assert stakes_of(situation("bao", stays=1), Contract.parse(contract).rank).contract == 2 * worth


@pytest.mark.parametrize(
    ("preset", "tai", "worth"),
    [("bao", 8, -127), ("dongfeng", 7, -63), ("heping", 8, -127), ("ziyou", 8, -63)],
)
def test_anothers_limit_hand_costs_what_rules_pay(preset, tai, worth):
    found = stakes_of(situation(preset), -1)
    assert found == Stakes(None, tai, worth)


def test_a_cap_on_tai_is_the_limit():
    assert stakes_of(situation("heping", tai_limit=4), -1) == Stakes(None, 4, -7.0)


def sample_of(points, stakes, *, won=False, tai=0, weights=None):
    outcomes = np.zeros((len(points), 1), OUTCOME)
    outcomes["points"][:, 0], outcomes["tai"][:, 0], outcomes["held"] = points, tai, 1
    outcomes["end"][:, 0] = np.where(won, ENDS.index("won"), ENDS.index("other_discard"))
    weights = np.ones(len(points)) if weights is None else weights
    return Sample(Deals(outcomes, weights), 0, IF_I_BID, stakes)


def test_a_contract_never_made_may_have_been_made():
    """Guards against intervals of next to no width for contracts of seven that were just not met."""
    points = np.where(np.arange(500) % 2, -481, -482)
    found, made = row_estimates(sample_of(points, SEVEN))["points"], wilson(0, 500)[1]
    assert found.value == -481.5
    assert found.high == pytest.approx(-481.5 + 2_000 * made, abs=0.1)
    assert found.low == pytest.approx(-481.5 - 127 * made, abs=0.1)


def test_a_contract_always_made_may_fail():
    found = row_estimates(sample_of(np.full(400, 996), SEVEN, won=True, tai=7))["points"]
    assert found.low == pytest.approx(996 - 2_000 * (1 - wilson(400, 400)[0]), abs=0.1)
    assert found.high > 996 - 1e-9


def gamble(lot, chance, n):
    """A contract of seven, made with some chance, and a pass over the same deals."""
    won = lot.random(n) < chance
    points = np.where(won, 992 + 256 * (lot.random(n) < 0.2), -480 - 2.0 ** lot.integers(0, 3, n))
    passing = lot.normal(scale=8, size=n).round()
    weights = lot.gamma(4.0, size=n)
    one = sample_of(points, SEVEN, won=won, tai=np.where(won, 7, 2), weights=weights)
    return one, sample_of(passing, PASS, weights=weights)


@pytest.mark.parametrize("chance", [0.0006, 0.004, 0.05, 0.5])
def test_intervals_cover_contracts_that_are_seldom_made(chance):
    """Guards against normal intervals, of which far fewer cover where a contract is made once or never."""
    lot = np.random.default_rng(5)
    truth = chance * (992 + 0.2 * 256) + (1 - chance) * (-480 - 7 / 3)
    covered = []
    for _ in range(400):
        one, passing = gamble(lot, chance, 512)
        shorter = sample_of(
            one.points[:300], SEVEN, won=one.won[:300], tai=one.tai[:300], weights=one.weights[:300]
        )
        found = (
            row_estimates(one)["points"],
            difference(one, passing)[0],
            points_through(shorter, passing),
        )
        covered.append([each.low <= truth <= each.high for each in found])
    assert (np.mean(covered, axis=0) > 0.93).all()
    if chance > 0.01:  # where it is seldom met at all, intervals have to be wider than 95 % need
        assert (np.mean(covered, axis=0) < 0.975).all()


@pytest.mark.parametrize(("made", "beaten"), [(0.5, 0.02), (0.85, 0.02), (0.9, 0.05), (0.0, 0.05)])
def test_intervals_cover_where_contracts_are_made_and_limit_hands_come(made, beaten):
    """Guards against two kinds of deals taken as independent, though more of one are fewer of the other."""
    lot = np.random.default_rng(10)
    stakes = Stakes(contract=77.0, limit_tai=8, limit=-127.0)
    truth = made * 46 + (1 - made - beaten) * -31 - beaten * 160
    covered = []
    for _ in range(800):
        luck = lot.random(512)
        won, lost = luck < made, luck > 1 - beaten
        points = np.where(won, 46, np.where(lost, -160, -31))
        found = row_estimates(sample_of(points, stakes, won=won, tai=np.where(lost, 8, 3)))["points"]
        covered.append(found.low <= truth <= found.high)
    assert 0.93 < np.mean(covered) < 0.98


def test_a_difference_reads_the_same_from_both_sides():
    one, passing = gamble(np.random.default_rng(6), 0.002, 400)
    there, back = difference(one, passing)[0], difference(passing, one)[0]
    assert (there.value, there.low, there.high) == pytest.approx((-back.value, -back.high, -back.low))


def test_of_two_contracts_the_rarer_one_counts():
    lot = np.random.default_rng(7)
    rare, _ = gamble(lot, 0.0, 400)
    usual, _ = gamble(lot, 0.4, 400)
    found = difference(usual, rare)[0]
    plain = difference(*(sample_of(each.points, None, won=each.won) for each in (usual, rare)))[0]
    assert found.low < plain.low - 2_000 * wilson(0, 400)[1] / 3


def test_mean_tai_knows_that_limit_hands_come():
    lot = np.random.default_rng(8)
    covered = []
    for _ in range(400):
        tai = np.where(lot.random(60) < 0.01, 8, 2 + (lot.random(60) < 0.2))
        found = row_estimates(sample_of(np.ones(60), SEVEN, won=True, tai=tai))["tai"]
        covered.append(found.low <= 0.01 * 8 + 0.99 * 2.2 <= found.high)
    assert np.mean(covered) > 0.93


def test_without_stakes_intervals_are_normal():
    points = np.rint(np.random.default_rng(9).normal(scale=100, size=400))
    found = row_estimates(sample_of(points, None))["points"]
    assert found.high - found.value == pytest.approx(found.value - found.low)
    assert found.high - found.low == pytest.approx(2 * 1.96 * points.std(ddof=1) / 20, rel=2e-3)
