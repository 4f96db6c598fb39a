"""What a win is worth: by who pays it, where that is known."""

import numpy as np
import pytest

from zhuji_sim.batches import seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.jit import kernel
from zhuji_sim.policies import load
from zhuji_sim.policies.stakes import gain_now, gain_of
from zhuji_sim.rules import PRESETS, Ruleset


@kernel
def _gains(scene, mind, tai, rules, found):
    """By self-draw, on a discard, and of a win to come."""
    found[0] = gain_now(scene, mind, tai, True, rules)
    found[1] = gain_now(scene, mind, tai, False, rules)
    found[2] = gain_of(scene, mind, tai, rules)


@pytest.mark.parametrize("payment", ["by_discard", "equal"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_win_on_a_discard_is_worth_less_than_a_self_drawn_one(preset, payment):
    """Guards against a win that is let pass, or taken, as if anybody's tile paid alike."""
    rules = Ruleset.preset(preset, payment=payment)
    table = seat_table(rules, (load("champion"),) * 4)
    session = DealSession(rules, 1, 2)
    for tai in (1, 3, 6):
        found = np.zeros(3)
        _gains(session.scene, table.minds[session.seat], np.int64(tai), table.rules, found)
        drawn, claimed, ahead = found
        if payment == "equal":
            assert drawn == claimed == ahead
        else:
            assert drawn - claimed == pytest.approx(2.0**tai)
            assert claimed < ahead < drawn
