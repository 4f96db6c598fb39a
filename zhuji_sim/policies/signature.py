"""The frozen signature of a policy's decision function, and the decorator that compiles it.

    decide(scene, legal, rules, tables, mind, rng) -> position in legal.actions

scene
    `engine.state.SCENE`: what the seat to act sees.
legal
    `engine.state.LEGAL`: its legal actions (`engine.codes.Action`), the first `count` of `actions`.
rules, tables
    `rules.encoding.RULES`, `tables.TABLES`: the ruleset and its hand tables.
mind
    `engine.mind.MIND`: the policy's weights, in the order of its kind's `weights`, its fitted
    model, and working memory.
rng
    `engine.streams.STREAM`: the seat's random stream.

All deciders have this one type, so that one compiled engine serves every mixture of policies.

A policy that wants to be judged by its bids and by the caishen it names (`engine.likelihood`) has a second
function of that type, `chances`, in its module. It is asked at auctions and namings, fills `mind.scratch[i]`
with the probability of position i of `legal`, and gives 0.
"""

from collections.abc import Callable
from typing import Any

from zhuji_sim.engine.jit import numba
from zhuji_sim.engine.mind import MIND
from zhuji_sim.engine.state import LEGAL, SCENE
from zhuji_sim.engine.streams import STREAM
from zhuji_sim.rules.encoding import RULES
from zhuji_sim.tables import TABLES

__all__ = ["DECIDE", "decider", "is_decider"]

DECIDE = numba.types.int64(
    numba.from_dtype(SCENE),
    numba.from_dtype(LEGAL),
    numba.from_dtype(RULES),
    numba.from_dtype(TABLES),
    numba.from_dtype(MIND),
    numba.from_dtype(STREAM),
)
"""The numba type of a decision function."""


def decider(function: Callable[..., Any]) -> Any:
    """Compile a decision function for `DECIDE` as its module is imported; machine code is kept on disk."""
    return numba.njit(DECIDE, cache=True, nogil=True, error_model="numpy")(function)


def is_decider(function: Any) -> bool:
    """Whether `decider` compiled it; without the compiler, whether it can be called."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return callable(function)
    signatures = getattr(function, "nopython_signatures", ())
    return any(each.args == DECIDE.args and each.return_type == DECIDE.return_type for each in signatures)
