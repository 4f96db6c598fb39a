"""What stands in for the `chances` of a policy that has none: its bids and names tell nothing of its hand."""

from .signature import decider

__all__ = ["chances"]


@decider
def chances(scene, legal, rules, tables, mind, rng):
    """Call everything equally likely, whatever the hand."""
    for i in range(legal.count):
        mind.scratch[i] = 1.0
    return 0
