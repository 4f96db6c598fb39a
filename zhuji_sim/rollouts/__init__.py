"""Rollouts: what each action of a decision point is worth, by playing it out over hidden tiles dealt anew."""

from .bot import ROLLOUT, RolloutBot
from .evaluation import CANDIDATES, Evaluation, Rollouts, evaluate

__all__ = ["CANDIDATES", "ROLLOUT", "Evaluation", "RolloutBot", "Rollouts", "evaluate"]
