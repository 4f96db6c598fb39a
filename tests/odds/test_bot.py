"""Who bids by the odds: what it knows, when it leaves its policy's bid, and how it meets its policy."""

import numpy as np
import pytest

from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import Phase
from zhuji_sim.errors import ContractError, PolicyError, RulesError
from zhuji_sim.odds.advice import gains, main
from zhuji_sim.odds.at_table import situation_at
from zhuji_sim.odds.bot import OddsBot
from zhuji_sim.odds.meeting import Meeting
from zhuji_sim.odds.situation import read_situation
from zhuji_sim.policies import load
from zhuji_sim.rules import Ruleset
from zhuji_sim.rules.notation import format_tiles
from zhuji_sim.rules.tiles import SEATS

BAO = Ruleset.preset("bao")


def legal_of(session):
    return session.state["legal"]


@pytest.mark.parametrize("preset", ["bao", "dongfeng"])
def test_a_situation_at_the_table_is_the_one_that_would_be_written_down(preset):
    """Guards against bids of another seat, and against hands that the other way of reading does not give."""
    rules = Ruleset.preset(preset)
    for deal in range(3):
        session = DealSession(rules, 5, deal)
        said = []
        for call in (1, 0, 2, 0, 0, 0, 0, 0):
            if session.scene["phase"] not in (Phase.BID, Phase.NAME_CAISHEN):
                break
            found = situation_at(session.scene, legal_of(session), rules)
            seat = session.seat
            text = read_situation(format_tiles(found.hand), SEATS[seat], rules, auction=" ".join(said))
            assert found.record == text.record
            for name in ("seat", "hand", "auction", "contract", "declarer", "choice", "legal"):
                assert getattr(found, name) == getattr(text, name)
            if session.scene["phase"] != Phase.BID:
                break
            said.append(f"{SEATS[seat]}:{session.legal()[call].contract or 'pass'}")
            session.act(call)


def test_there_is_no_situation_once_tiles_are_discarded():
    session = DealSession(Ruleset.preset("heping"), 1, 0)
    with pytest.raises(ContractError, match="expected a bid"):
        situation_at(session.scene, legal_of(session), session.rules)


def test_the_same_decision_is_answered_alike():
    """Guards against answers that hang on what was asked before."""
    sessions = [DealSession(BAO, 9, deal) for deal in range(3)]
    asked = [(session.scene, legal_of(session), BAO) for session in sessions]
    first = [OddsBot(deals=64).choose_by_scene(*each) for each in asked]
    bot = OddsBot(deals=64)
    assert [bot.choose_by_scene(*each) for each in reversed(asked)] == first[::-1]


def test_a_bid_that_is_far_too_high_is_not_made():
    """Guards against a bot that keeps to its policy whatever the odds: this one's bids are by lot."""
    lot = load("random")
    kept = 0
    for deal in range(6):
        session = DealSession(BAO, 4, deal)
        own = OddsBot(lot, deals=64, caution=1e9).choose_by_scene(session.scene, legal_of(session), BAO)
        better = OddsBot(lot, deals=256, caution=0.0).choose_by_scene(session.scene, legal_of(session), BAO)
        kept += own == better
        assert better <= max(own, 4)
    assert kept < 6


def test_who_never_finds_better_is_its_policy():
    """Guards against card play of its own, and against walls that differ between the two."""
    meeting = Meeting(BAO, load("tai"), walls=2, deals=64, bids=1, caution=1e9, seed=1)
    rows = meeting.rows(0, 2)
    table = gains(meeting, rows).set_index("figure")
    assert table.loc["points_per_deal", "value"] == 0
    assert table.loc["differ", "value"] == 0
    sides = [rows[[f"{who}_points_{seat}" for seat in SEATS]].to_numpy() for who in "ab"]
    assert np.array_equal(*sides)


def test_the_meeting_is_one_command(tmp_path, capsys):
    asked = f"--out {tmp_path / 'out'} --policy tai --walls 2 --deals 64 --bids 1 --jobs 1".split()
    assert main(asked) == 0
    assert "points_per_deal" in capsys.readouterr().out
    assert (tmp_path / "out" / "gains.csv").exists()
    assert main([*asked, "--rules", "heping"]) == 2
    assert "heping" in capsys.readouterr().err
    with pytest.raises(RulesError, match="names"):
        Meeting(Ruleset.preset("ziyou"), load("tai"), 1, 64, 1, 1.5, 1)
    with pytest.raises(PolicyError, match="deals = 3"):
        OddsBot(deals=3)
