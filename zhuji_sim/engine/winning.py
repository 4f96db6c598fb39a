"""Everything the course of a deal asks about a hand, in one place."""

from .distance import distance_any, distance_to_melds, distance_to_tai
from .tai import best_tai, wins

__all__ = ["best_tai", "distance_any", "distance_to_melds", "distance_to_tai", "wins"]
