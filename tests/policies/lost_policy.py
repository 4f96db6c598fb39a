"""A policy that always chooses one position too far."""

from typing import Any

from zhuji_sim.policies.signature import decider


@decider
def decide(scene: Any, legal: Any, rules: Any, tables: Any, mind: Any, rng: Any) -> Any:
    """No action."""
    return legal.count
