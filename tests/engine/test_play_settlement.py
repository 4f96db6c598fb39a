"""What everybody pays, and who deals next (RULES.md §6): golden cases, the judge, and each sentence."""

import json
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.engine.scenarios_script import Scripted
from zhuji_sim.batches import BatchSpec, play
from zhuji_sim.engine.codes import Outcome
from zhuji_sim.engine.ending import settle as settle_kernel
from zhuji_sim.policies import load
from zhuji_sim.rules import PRESETS, Contract, Ruleset
from zhuji_sim.rules.encoding import encode
from zhuji_sim.rules.settlement import settle
from zhuji_sim.rules.tiles import SEATS

GOLDEN = Path(__file__).parents[1] / "golden" / "settle.jsonl"
EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
BIDDING = pytest.mark.parametrize("preset", ["bao", "dongfeng"])
NOBODY = -1


def settled(rules, winner, tai, loser, declarer, contract, stays, robbed=False):
    """Points by the engine."""
    points = np.zeros(4, np.int64)
    level, mode = (0, -1) if contract is None else (contract.level, int(contract.mode))
    seats = [np.int64(NOBODY if seat is None else seat) for seat in (winner, loser, declarer)]
    settle_kernel(
        seats[0], np.int64(tai or 0), seats[1], robbed, seats[2], level, mode, stays, encode(rules), points
    )
    return tuple(int(each) for each in points)


def test_golden_settlements():
    """Guards against a payment that differs from the worked cases."""
    count = 0
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        rules = Ruleset.preset(case["rules"])
        winner, loser, declarer = (
            None if case[name] is None else SEATS.index(case[name])
            for name in ("winner", "loser", "declarer")
        )
        contract = None if case["contract"] is None else Contract.parse(case["contract"])
        given = settled(rules, winner, case["tai"], loser, declarer, contract, int(case["lao_zhuang"]))
        assert given == tuple(case["points"][seat] for seat in SEATS), case
        count += 1
    assert count > 100


@EVERYWHERE
def test_settlement_is_that_of_the_judge_under_every_option(preset):
    """Guards against options that only the reference knows: contracts of any level, stays, robbing, draws."""
    coin = random.Random(PRESETS.index(preset))
    for _ in range(600):
        rules = Ruleset.preset(
            preset,
            payment=coin.choice(["by_discard", "equal"]),
            robbed_pays=coin.choice(["all", "robbed_only"]),
            draw_pays=coin.choice(["declarer", "dealer", "nobody"]),
            lao_zhuang=coin.choice(["double", "cumulative", "off"]),
        )
        winner = coin.choice([None, 0, 1, 2, 3])
        others = [seat for seat in range(4) if seat != winner]
        loser = coin.choice([None, *others]) if winner is not None else None
        tai = coin.randint(1, 20) if winner is not None else None
        contract = coin.choice([None, Contract.from_rank(coin.randrange(33))])
        declarer = None if contract is None else coin.randrange(4)
        robbed, stays = loser is not None and coin.random() < 0.5, coin.randrange(4)
        judged = settle(rules, winner, tai, loser, declarer, contract, stays, robbed)
        assert settled(rules, winner, tai, loser, declarer, contract, stays, robbed) == judged
        assert sum(judged) == 0


WAITS = "123m 456p 789p 东东 78s"


@pytest.mark.parametrize(
    ("script", "declarer", "points"),
    [
        ("E discard 1p, nobody, S throws, N hu", "E", (-1 - 15, -2 + 5, -1 + 5, 4 + 5)),
        ("E discard 1p, nobody, S throws, N hu", "S", (-1 + 5, -2 - 15, -1 + 5, 4 + 5)),
        ("E discard 1p, nobody, around 2, nobody, N hu", "W", (-2 + 5, -2 + 5, -2 - 15, 6 + 5)),
    ],
)
def test_a_defender_who_wins_gets_the_contract_from_the_declarer_for_all_three(script, declarer, points):
    """Guards against defenders who pay or are paid wrongly; a loss may turn into a gain."""
    draws = "9s" if "hu" in script and "throws" in script else "1p 2p 9s"
    deal = Scripted("bao", script, caishen="5m 6m", declarer=declarer, E="1p", N=WAITS, draws=draws)
    assert tuple(deal.result()["points"].values()) == points


@BIDDING
@pytest.mark.parametrize(
    ("option", "points"), [("declarer", (5, -15, 5, 5)), ("dealer", (-15, 5, 5, 5)), ("nobody", (0, 0, 0, 0))]
)
def test_who_pays_for_a_drawn_deal(preset, option, points):
    """Guards against `draw_pays` that changes nothing."""
    deal = Scripted(preset, caishen="5m 6m", declarer="S", draw_pays=option)
    assert tuple(deal.result()["points"].values()) == points


@EVERYWHERE
@pytest.mark.parametrize(
    ("option", "factors"), [("double", (1, 2, 2, 2)), ("cumulative", (1, 2, 4, 8)), ("off", (1, 1, 1, 1))]
)
def test_lao_zhuang_multiplies_all_points(preset, option, factors):
    """Guards against a flat doubling that grows, a growing one that is flat, and points left out of it."""
    hands = {"caishen": "1m 2m", "S": "22s 456s 456s 456s 78s", "E": "1p", "draws": "9s"}
    won_once = Scripted(preset, "E discard 1p, nobody, S hu", **hands).result()["points"]
    drawn_once = Scripted(preset, caishen="1m 2m").result()["points"]
    for stays, factor in enumerate(factors):
        won = Scripted(preset, "E discard 1p, nobody, S hu", lao_zhuang=option, stays=stays, **hands).result()
        assert won["points"] == {seat: factor * points for seat, points in won_once.items()}
        drawn = Scripted(preset, lao_zhuang=option, stays=stays, caishen="1m 2m").result()
        assert drawn["points"] == {seat: factor * points for seat, points in drawn_once.items()}


# Matches


def matches(preset, policy="tai", count=40, deals=8, **options):
    """Rows of matches, by match."""
    rules = Ruleset.preset(preset, **options)
    four = (load(policy),) * 4
    rows = play(BatchSpec(rules, four, seed=7, deals_per_match=deals), 0, count)
    assert len(rows) == count * deals
    return rows.reshape(count, deals)


@EVERYWHERE
@pytest.mark.parametrize("option", ["rotate", "winner"])
def test_the_deal_passes_on_unless_the_dealer_won_or_nobody_did(preset, option):
    """Guards against a dealer who stays after losing, leaves after a draw, or a wrong next dealer."""
    passed = stayed = 0
    for match in matches(preset, next_dealer=option):
        assert (match[0]["dealer"], match[0]["lao_zhuang"]) == (0, 0)
        for row, following in pairwise(match):
            assert list(row["players"]) == [(row["dealer"] + seat) % 4 for seat in range(4)]
            assert following["round"] == row["round"] + 1
            if row["winner"] in (NOBODY, 0):
                assert following["dealer"] == row["dealer"]
                assert following["lao_zhuang"] == row["lao_zhuang"] + 1
                stayed += 1
            else:
                step = row["winner"] if option == "winner" else 1
                assert following["dealer"] == (row["dealer"] + step) % 4
                assert following["lao_zhuang"] == 0
                passed += 1
    assert passed > 20
    assert stayed > 20


@BIDDING
def test_after_a_redeal_the_dealer_stays_for_single_points(preset):
    """Guards against 老庄 after a redeal, and against a redeal that passes the deal on."""
    seen = 0
    for match in matches(preset, policy="random", count=150, all_pass="redeal"):
        for row, following in pairwise(match):
            if row["outcome"] == Outcome.REDEAL:
                assert (following["dealer"], following["lao_zhuang"]) == (row["dealer"], 0)
                seen += row["lao_zhuang"] > 0
    assert seen > 5


@EVERYWHERE
@pytest.mark.parametrize("option", ["double", "cumulative", "off"])
def test_points_in_matches_are_settled_with_the_stays(preset, option):
    """Guards against a chain that counts stays without paying for them."""
    rules = Ruleset.preset(preset, lao_zhuang=option)
    stays = set()
    for row in matches(preset, lao_zhuang=option).reshape(-1):
        winner, loser, declarer = (
            None if row[name] == NOBODY else int(row[name]) for name in ("winner", "loser", "declarer")
        )
        contract = None if declarer is None else Contract.from_rank((row["level"] - 2) * 3 + row["mode"])
        tai = None if winner is None else int(row["tai"])
        count = int(row["lao_zhuang"])
        stays.add(count)
        assert tuple(row["points"]) == settle(
            rules, winner, tai, loser, declarer, contract, count, row["by"] == 3
        )
    assert max(stays) > 1


def test_very_long_stays_neither_wrap_nor_stop_summing_to_zero():
    """Guards against points and stays in too few bits: players who never win let the dealer stay for ever."""
    rules = Ruleset.preset("bao", lao_zhuang="cumulative", all_pass="dealer_must_bid", wall_reserve=60)
    spec = BatchSpec(rules, (load("random"),) * 4, seed=1, deals_per_match=200)
    rows = play(spec, 0, 3)
    assert rows["lao_zhuang"].max() > 128
    assert (rows["points"].sum(axis=1) == 0).all()
    drawn = rows[rows["winner"] == NOBODY]
    for row in drawn:
        contract = Contract.from_rank((row["level"] - 2) * 3 + row["mode"])
        stays = int(row["lao_zhuang"])
        assert tuple(row["points"]) == settle(rules, None, None, None, int(row["declarer"]), contract, stays)


def test_matches_are_the_deals_of_their_indices():
    """Guards against matches whose tiles depend on which matches are asked for together."""
    rules, four = Ruleset.preset("bao"), (load("random"),) * 4
    spec = BatchSpec(rules, four, seed=7, deals_per_match=4)
    together = play(spec, 0, 6)
    apart = np.concatenate([play(spec, at, at + 1) for at in range(6)])
    assert together.tobytes() == apart.tobytes()
