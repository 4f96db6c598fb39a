"""Batches with bots: the rows of `batches.play`, and faults that end their own deal only."""

from dataclasses import replace

import numpy as np
import pytest

import zhuji_sim as zj
from zhuji_sim import batches
from zhuji_sim.batches import BatchSpec
from zhuji_sim.deals import bot_batches
from zhuji_sim.errors import BotError, PolicyError
from zhuji_sim.policies import Policy, load
from zhuji_sim.policies.catalogue import RANDOM
from zhuji_sim.rules import PRESETS
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.tiles import SEATS

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
MIXED = tuple(load(name) for name in ("tai", "random", "speed", "random"))


def spec_of(preset, **more):
    return BatchSpec(zj.Ruleset.preset(preset), MIXED, 11, **more)


class Last:
    """Always the last legal action."""

    def choose(self, view, legal):
        return legal[-1]


class Fearful(Last):
    """Gives up with an exception or, at some seats, a silly answer where it has two of a dragon."""

    def __init__(self):
        self.told = []

    def choose(self, view, legal):
        if view.decision in ("turn", "discard") and view.hand.count("白") > 1:
            if view.seat in "EW":
                raise RuntimeError("two of 白")
            return "白"
        return super().choose(view, legal)

    def deal_over(self, seat, result):
        self.told.append((seat, result))


@EVERYWHERE
@pytest.mark.parametrize("more", [{}, {"draws": "lanes"}, {"deals_per_match": 6}], ids=str)
def test_with_policies_alone_every_row_is_that_of_batches_play(preset, more):
    """Guards against bots' opponents who play other tiles or coins than they would without bots."""
    spec = spec_of(preset, **more)
    rows, faults = bot_batches.play(spec, MIXED, 3, 12)
    assert rows.tobytes() == batches.play(spec, 3, 12).tobytes()
    assert faults == []


@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
def test_a_forced_contract_is_held(preset):
    """Guards against an auction where a contract was asked for."""
    spec = spec_of(preset, contract=Contract.parse("独3"), declarer=2)
    rows, _ = bot_batches.play(spec, MIXED, 0, 8)
    assert rows.tobytes() == batches.play(spec, 0, 8).tobytes()
    rows, _ = bot_batches.play(spec, (MIXED[0], Last(), *MIXED[2:]), 0, 8)
    assert set(rows["declarer"]) == {2}
    assert set(rows["level"]) == {3}


@EVERYWHERE
@pytest.mark.parametrize("draws", ["wall", "lanes"])
def test_rows_with_bots_are_the_deals_that_play_logs(preset, draws):
    """Guards against answers that are carried out as another seat's, or as another move."""
    players = (Last(), MIXED[1], Last(), MIXED[0])
    rows, faults = bot_batches.play(spec_of(preset, draws=draws), players, 0, 12)
    assert faults == []
    for row in rows:
        log = zj.play(preset, players, seed=11, index=int(row["deal"]), draws=draws)
        assert list(log["result"]["points"].values()) == row["points"].tolist()
        assert sum(event["do"] == "draw" for event in log["events"]) == row["turns"]


def test_bots_keep_their_places_through_a_match():
    """Guards against a bot that stays in its seat while the deal goes round."""
    spec = spec_of("heping", deals_per_match=8)
    seats = []

    class Witness(Last):
        def deal_over(self, seat, result):
            seats.append(seat)

    rows, _ = bot_batches.play(spec, (*MIXED[:3], Witness()), 0, 6)
    assert len(set(rows["dealer"].tolist())) > 1
    assert [SEATS.index(seat) for seat in seats] == [(3 - dealer) % 4 for dealer in rows["dealer"]]
    assert all(row["players"][seat] == 3 for row, seat in zip(rows, map(SEATS.index, seats), strict=True))


@EVERYWHERE
def test_a_fault_ends_its_deal_only_and_is_the_error_of_play(preset):
    """Guards against one bad answer that ends a study, is played on, or is told of another move."""
    bot = Fearful()
    players = (bot, MIXED[0], MIXED[1], bot)
    rows, faults = bot_batches.play(spec_of(preset), players, 0, 25)
    assert len(rows) > 3
    assert len({fault.move for fault in faults}) > 1
    assert sorted([*rows["deal"].tolist(), *(fault.deal for fault in faults)]) == list(range(25))
    assert [seat for seat, _ in bot.told] == ["E", "N"] * len(rows)
    assert [result["points"]["S"] for _, result in bot.told[::2]] == rows["points"][:, 1].tolist()
    for fault in faults:
        with pytest.raises(BotError) as caught:
            zj.play(preset, players, seed=11, index=fault.deal)
        error = caught.value
        assert str(fault) == f"deal {fault.deal} (seed 11): {error}"
        assert (fault.bot, fault.seat, fault.move) == ("Fearful", error.seat, error.move)
        assert players[fault.player] is bot
        assert ("RuntimeError: two of 白" if fault.seat == "E" else "answered '白'") in fault.problem
    alone, _ = bot_batches.play(spec_of(preset), players, int(rows["deal"][-1]), 25)
    assert np.array_equal(alone[0], rows[-1])


def test_a_fault_in_a_match_leaves_dealer_and_stays_as_they_were():
    """Guards against a match that goes on from a deal without a result."""

    class Once(Last):
        """Fails in the second deal of the match."""

        def __init__(self):
            self.deals, self.views = 0, []

        def choose(self, view, legal):
            self.views.append((self.deals, view.stays))
            if self.deals == 1:
                self.deals = 2
                raise ValueError
            return super().choose(view, legal)

        def deal_over(self, seat, result):
            self.deals += 1

    bot = Once()
    spec = replace(spec_of("heping", deals_per_match=4), seed=2)
    rows, (fault,) = bot_batches.play(spec, (bot, *MIXED[1:]), 0, 1)
    whole, _ = bot_batches.play(spec, (Last(), *MIXED[1:]), 0, 1)
    assert (fault.deal, fault.problem) == (1, "ValueError")
    assert rows["deal"].tolist() == [0, 2, 3]
    assert rows["dealer"][1] == whole["dealer"][1]
    assert rows["lao_zhuang"][1] == whole["lao_zhuang"][1]


def test_a_policy_that_chooses_no_legal_action_ends_the_batch():
    """Guards against a broken policy that passes for a bot, and against an endless loop."""
    lost = Policy("lost", replace(RANDOM, name="lost", module="tests.policies.lost_policy"), (0.9,))
    with pytest.raises(PolicyError, match=r"deal 4 \(seed 11\): policy lost at W chose no legal action"):
        bot_batches.play(spec_of("heping"), (Last(), MIXED[0], lost, MIXED[0]), 4, 6)


def test_players_are_four():
    with pytest.raises(PolicyError, match="2 players: expected four for E S W N"):
        bot_batches.play(spec_of("bao"), MIXED[:2], 0, 1)
