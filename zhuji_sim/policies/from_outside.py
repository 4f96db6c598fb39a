"""The seat of a bot in the compiled loop: stops it, so that Python can ask the bot."""

from .signature import decider

__all__ = ["decide"]


@decider
def decide(scene, legal, rules, tables, mind, rng):
    """No action: `engine.batch.playout` comes back with this player."""
    return -1
