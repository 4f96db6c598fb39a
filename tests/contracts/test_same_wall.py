"""A wall played in several ways: each is the deal that a table would play; only what is asked for differs."""

from dataclasses import replace

import numpy as np
import pytest

from zhuji_sim import batches
from zhuji_sim.batches import BatchSpec, seat_table
from zhuji_sim.contracts.study import plan
from zhuji_sim.contracts.walls import auction_rows, forced_rows
from zhuji_sim.deals.games import play
from zhuji_sim.deals.players import decide
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.same_wall import BID, INSTEAD, STAYS_OUT, WAYS
from zhuji_sim.errors import PolicyError
from zhuji_sim.policies import Policy
from zhuji_sim.policies.catalogue import RANDOM
from zhuji_sim.rules import Contract, Mode, Ruleset
from zhuji_sim.rules.tiles import SEATS

WALLS = 25
FIRST = 30
EVERYWHERE = pytest.mark.parametrize(
    ("rules", "policy"), [("bao", "champion"), ("dongfeng", "tai"), ("bao", "random")]
)
"""Under both presets with bidding, with and without coins that are tossed."""


def study(rules, policy):
    return plan(100, 7, rules, policy)


def fields(row):
    """All that a row tells of the deal."""
    return {
        name: row[name].tolist()
        for name in row.dtype.names
        if name not in ("match", "round", "dealer", "players")
    }


def by_hand(asked, deal, replaced, **forced):
    """The result of a deal played move by move; `replaced` gives a position in place of the policy's."""
    session = DealSession(asked.rules, asked.seed, deal, lanes=True, **forced)
    table = seat_table(asked.rules, (asked.policy,) * 4)
    while not session.over:
        chosen = decide(session, table, session.seat, asked.policy)
        session.act(replaced(session, chosen))
    return session.result()


def same(result, row):
    """Whether a row tells of that result."""
    winner = None if row["winner"] < 0 else SEATS[row["winner"]]
    assert list(result["points"].values()) == row["points"].tolist()
    assert (result["winner"], result["tai"] or 0) == (winner, row["tai"])
    assert result["declarer"] == (None if row["declarer"] < 0 else SEATS[row["declarer"]])


def contract_of(row):
    return Contract(int(row["level"]), Mode(row["mode"]))


def bidding(session):
    return int(session.scene["phase"]) == Phase.BID


@EVERYWHERE
def test_the_lowest_level_is_the_deal_that_everybody_plays(rules, policy):
    """Guards against other tiles, coins or draws than those of `simulate`."""
    asked = study(rules, policy)
    rows = forced_rows(asked, FIRST, FIRST + WALLS)
    for seat in (0, 2):
        for mode in Mode:
            spec = BatchSpec(asked.rules, (asked.policy,) * 4, asked.seed, Contract(2, mode), seat, "lanes")
            for row, played in zip(rows[seat, mode, :, 0], batches.play(spec, FIRST, FIRST + WALLS)):
                assert fields(row) == fields(played)
    log = play(rules, policy, asked.seed, FIRST, contract="独2", declarer="W", draws="lanes")
    same(log["result"], rows[2, Mode.SOLO, 0, 0])


@EVERYWHERE
def test_a_name_holds_for_all_levels_and_the_deals_are_those_played_with_it(rules, policy):
    """Guards against a name chosen anew on each level, and against coins that it leaves elsewhere."""
    asked = study(rules, policy)
    rows = forced_rows(asked, FIRST, FIRST + WALLS)
    assert (rows["caishen"] == rows["caishen"][:, :, :, :1]).all()
    assert (rows["points"].sum(axis=-1) == 0).all()
    assert (rows["level"] == np.array(asked.levels)).all()
    for deal in range(WALLS):
        for mode in (Mode.DUAL, Mode.SOLO):
            row = rows[1, mode, deal, 1]
            name = [kind for kind in row["caishen"][0].tolist() if kind >= 0]
            code = (Action.DUAL if len(name) == 2 else Action.SOLO) + name[0]

            def named(session, chosen, code=code):
                if int(session.scene["phase"]) != Phase.NAME_CAISHEN:
                    return chosen
                return session.state["legal"]["actions"].tolist().index(code)

            same(by_hand(asked, FIRST + deal, named, contract=Contract(3, mode), declarer=1), row)


@EVERYWHERE
def test_auctions_go_as_they_do_for_everybody(rules, policy):
    asked = study(rules, policy)
    spec = BatchSpec(asked.rules, (asked.policy,) * 4, asked.seed, draws="lanes")
    for row, played in zip(auction_rows(asked, 0, 40)[:, BID], batches.play(spec, 0, 40)):
        assert fields(row) == fields(played)


@EVERYWHERE
def test_a_pass_takes_the_place_of_the_winning_bid_and_moves_nothing_before(rules, policy):
    """Guards against another bid replaced, and against decisions that the replay makes differently."""
    asked = study(rules, policy)
    rows = auction_rows(asked, 0, 40)
    changed = 0
    for row, instead in zip(rows[:, BID], rows[:, INSTEAD]):
        bids = [place for place in range(row["auction_length"]) if row["auction"][place] % 64]
        if not bids:
            assert fields(row) == fields(instead)
            continue
        place = bids[-1]
        before, after = row["auction"][: place + 1].tolist(), instead["auction"][: place + 1].tolist()
        declarer = int(row["declarer"])
        assert before[place] == declarer * 64 + contract_of(row).rank + 1
        assert after == [*before[:-1], declarer * 64]
        changed += 1

        def passing(session, chosen, place=place):
            here = bidding(session) and int(session.scene["auction_length"]) == place
            return 0 if here else chosen

        same(by_hand(asked, int(row["deal"]), passing), instead)
    assert changed > 5
    assert (rows["points"].sum(axis=-1) == 0).all()


@EVERYWHERE
def test_a_seat_that_stays_out_only_passes_and_changes_nothing_where_it_did_not_bid(rules, policy):
    """Guards against passes that end with the first round of bids."""
    asked = study(rules, policy)
    rows = auction_rows(asked, 0, 40)
    stayed = 0
    for deal in rows:
        for seat in range(4):
            out, row = deal[STAYS_OUT + seat], deal[BID]
            said = [int(code) % 64 for code in out["auction"][: out["auction_length"]] if code // 64 == seat]
            assert said
            assert not any(said)
            assert out["declarer"] != seat
            if not any(code // 64 == seat and code % 64 for code in row["auction"][: row["auction_length"]]):
                assert fields(out) == fields(row)
                continue
            stayed += 1
            if stayed <= 10:

                def silent(session, chosen, seat=seat):
                    return 0 if bidding(session) and session.seat == seat else chosen

                same(by_hand(asked, int(row["deal"]), silent), out)
    assert stayed > 10
    assert rows.shape == (40, WAYS)


def test_a_policy_that_chooses_no_legal_action_is_named_with_its_deal():
    """Guards against rows of deals that were never finished."""
    lost = Policy("lost", replace(RANDOM, name="lost", module="tests.policies.lost_policy"), (0.9,))
    for rows in (forced_rows, auction_rows):
        with pytest.raises(PolicyError, match=r"deal \d+ \(seed 7\): .* \(of lost\) chose no legal action"):
            rows(study("bao", lost), 0, 40)


def test_levels_end_where_the_rules_do():
    """Guards against contracts that nobody could bid."""
    rules = Ruleset.preset("bao", max_level=3)
    rows = forced_rows(plan(100, 1, rules, "speed"), 0, 3)
    assert rows.shape == (4, 3, 3, 2)
    assert rows["level"].max() == 3
