"""Tunings that take a second."""

from typing import Any

from zhuji_sim.policies import Policy, load
from zhuji_sim.tuning.plan import Tuning, plan


def small(policy: Any = "speed", against: Any = ("random",), **changes: Any) -> Tuning:
    """Three generations of four candidates on a few walls of heping."""
    asked = {"rules": ["heping"], "generations": 3, "population": 4, "walls": 12, "check_walls": 40}
    return plan(policy, list(against), **asked | changes)


def changed(name: str, **weights: float) -> Policy:
    """A policy with some weights changed."""
    policy = load(name)
    values = [
        weights.get(weight.name, value)
        for weight, value in zip(policy.kind.weights, policy.weights, strict=True)
    ]
    return Policy(name, policy.kind, tuple(values))
