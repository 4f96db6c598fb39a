"""The policies that come with the project."""

from typing import Final

from .kinds import PolicyKind, Weight
from .value_weights import VALUE_WEIGHTS

__all__ = ["BUILT_IN", "CHAMPION", "RANDOM", "SPEED", "TAI"]

_GANG_SLACK: Final = Weight(
    "gang_slack",
    0.0,
    -2.0,
    2.0,
    "Tiles that a gang may take the hand farther from its goal, for a tile drawn.",
)

RANDOM: Final = PolicyKind(
    "random",
    "Any legal move with equal chance, but it always wins when it can and seldom bids.",
    (Weight("pass_chance", 0.9, 0.0, 1.0, "Chance to pass in the auction when a bid is possible."),),
    "zhuji_sim.policies.uniform",
)

SPEED: Final = PolicyKind(
    "speed",
    "Fewest tiles missing to any complete hand, blind to tai; ties by the live tiles that help.",
    (
        Weight(
            "bid_distance",
            2.0,
            -1.0,
            9.0,
            "Opens the auction with `2` if no more tiles are missing under the best two caishen.",
        ),
        _GANG_SLACK,
    ),
    "zhuji_sim.policies.speed",
)

TAI: Final = PolicyKind(
    "tai",
    "Fewest tiles missing to a hand of the tai it needs; ties by the live tiles that help, then by more tai.",
    (
        Weight(
            "dual_distance", 3.0, -1.0, 9.0, "Bids with two kinds of caishen if no more tiles are missing."
        ),
        Weight(
            "solo_distance", 3.0, -1.0, 9.0, "Bids with one kind of caishen if no more tiles are missing."
        ),
        Weight("none_distance", 2.0, -1.0, 9.0, "Bids without caishen if no more tiles are missing."),
        _GANG_SLACK,
    ),
    "zhuji_sim.policies.tai",
)

CHAMPION: Final = PolicyKind(
    "champion",
    "The best play found: every choice by the points it is worth.",
    VALUE_WEIGHTS,
    "zhuji_sim.policies.champion",
    takes_model=True,
)

BUILT_IN: Final = {kind.name: kind for kind in (RANDOM, SPEED, TAI, CHAMPION)}
