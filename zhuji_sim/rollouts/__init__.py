"""Rollouts: what each action of a decision point is worth, by playing it out over hidden tiles dealt anew."""

from .evaluation import Evaluation, Rollouts, evaluate

__all__ = ["Evaluation", "Rollouts", "evaluate"]
