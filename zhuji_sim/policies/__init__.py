"""Policies: how a seat decides. Kernels live in their own modules and are imported only to play."""

from .kinds import PolicyKind, Weight
from .registry import Policy, kinds, load, names

__all__ = ["Policy", "PolicyKind", "Weight", "kinds", "load", "names"]
