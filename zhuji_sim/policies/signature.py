"""The frozen signature of a policy's decision function, and the decorator that compiles it.

    decide(scene, legal, rules, tables, weights, data, scratch, rng) -> position in legal.actions

=========  =====================  ==============================================================================
argument   type                   what it is
=========  =====================  ==============================================================================
scene      `engine.state.SCENE`   what the seat to act sees; `scene.trial` is working memory
legal      `engine.state.LEGAL`   its legal actions (`engine.codes.Action`), the first `legal.count` of `actions`
rules      `rules.encoding.RULES` the ruleset
tables     `tables.TABLES`        hand tables of the ruleset
weights    float64[:]             the policy's own weights, in the order of its `WEIGHTS`
data       float32[:]             a fitted model, where the policy has one
scratch    float64[SCRATCH]       working memory, contents undefined
rng        uint64[4]              the seat's random stream (`engine.streams`)
=========  =====================  ==============================================================================

All deciders have this one type, so that one compiled engine serves every mixture of policies.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import numba
from numba import types

from zhuji_sim.engine.jit import CACHE_FOLDER
from zhuji_sim.engine.state import LEGAL, SCENE
from zhuji_sim.rules.encoding import RULES
from zhuji_sim.tables import TABLES

__all__ = ["DECIDE", "SCRATCH", "decider"]

SCRATCH: Final = 512
"""Numbers in a policy's working memory."""

DECIDE = types.int64(
    numba.from_dtype(SCENE),
    numba.from_dtype(LEGAL),
    numba.from_dtype(RULES),
    numba.from_dtype(TABLES),
    types.Array(types.float64, 1, "C"),
    types.Array(types.float32, 1, "C"),
    types.Array(types.float64, 1, "C"),
    types.Array(types.uint64, 1, "C"),
)
"""The numba type of a decision function."""

Function = TypeVar("Function", bound=Callable[..., Any])


def decider(function: Function) -> Function:
    """Compile a decision function for `DECIDE` when its module is imported; the machine code is kept on disk."""
    assert CACHE_FOLDER
    compiled: Function = numba.njit(DECIDE, cache=True, nogil=True, error_model="numpy")(function)
    return compiled
