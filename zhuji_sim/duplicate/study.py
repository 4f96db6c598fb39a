"""What a comparison gave: frames of pairs, policies and walls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.duplicate import figures
from zhuji_sim.duplicate.comparison import Comparison
from zhuji_sim.duplicate.luck import other_luck
from zhuji_sim.duplicate.walls import SEATINGS, A, B, frame_of
from zhuji_sim.rules.tiles import SEATS

__all__ = ["Study", "study_of"]

ENDS: Final = ("width", "deals")
"""How a pair ended: its interval was narrow enough, or all its deals were played."""


@dataclass(frozen=True)
class Study:
    """What a comparison gave.

    A figure `f` has its interval in `f_low` and `f_high`; the points per deal have theirs in `low` and
    `high`. What could not be estimated is missing.

    Attributes
    ----------
    comparison : Comparison
        What was asked.
    pairs : pandas.DataFrame
        A row per pair: `a`, `b`, `walls`, `deals`; `points_per_deal` = (`a_alone` - `b_alone`) / 2, where
        `a_alone` is the mean of one a among three b and `b_alone` that of one b among three a;
        `points_from_big_wins`, the part of the points per deal that comes from deals won with 8 tai or more,
        and `big_share`, its share;
        `fewer_deals`, how many times as many deals, each on a wall of its own and half of them with a alone
        (as often in every seat), it would take for an interval as narrow;
        `adjusted`, the points per deal less the luck of the deal, `adjusted_gain`, how many times smaller
        that makes the variance, and `adjusted_gain_independent`, the same for deals on walls of their own;
        `ended`: `width` or `deals`.
    policies : pandas.DataFrame
        A row per policy and opponent: `policy`, `against`, `deals` in which it sat alone among three
        opponents, and of these deals `points` per deal, the rates `win`, `deal_in`, `declared` (of contracts
        by auction) and `made` (of contracts held), and `tai`, the mean tai of its wins.
    played : dict of int to array of `WALL`
        The walls of each pair, by its index.
    """

    comparison: Comparison
    pairs: pd.DataFrame
    policies: pd.DataFrame
    played: Mapping[int, NDArray[np.void]]

    @property
    def walls(self) -> pd.DataFrame:
        """A row per pair and wall: `a`, `b`, `wall`, `points_per_deal`, `a_alone`, `b_alone`, and their sums.

        Sums are those of `walls.frame_of`, over the four deals in which a, or b, sat alone.
        """
        frames = []
        for pair in self.comparison.pairs:
            walls = self.played[pair.index]
            frame = frame_of(walls)
            frame.insert(1, "points_per_deal", figures.points(walls))
            frame.insert(2, "a_alone", figures.alone(walls, A))
            frame.insert(3, "b_alone", figures.alone(walls, B))
            frame.insert(0, "a", pair.names[A])
            frame.insert(1, "b", pair.names[B])
            frames.append(frame)
        return pd.concat(frames, ignore_index=True)


def study_of(comparison: Comparison, played: Mapping[int, NDArray[np.void]]) -> Study:
    """The figures of walls that have been played, by the index of their pair."""
    confidence, stopping = comparison.confidence, comparison.stopping
    others = other_luck(comparison.rules, comparison.seed, max(len(walls) for walls in played.values()))
    pairs, policies = [], []
    for pair in comparison.pairs:
        walls = played[pair.index]
        a, b = pair.names
        pairs.append(
            {"a": a, "b": b, "walls": len(walls), "deals": SEATINGS * len(walls)}
            | figures.points_row(walls, others, confidence)
            | {"ended": ENDS[0] if stopping.narrow(walls) else ENDS[1]}
        )
        for side, policy, against in ((A, a, b), (B, b, a)):
            row = {"policy": policy, "against": against, "deals": len(SEATS) * len(walls)}
            row |= figures.columns("points", figures.mean(figures.alone(walls, side), confidence))
            for name, estimate in figures.rates(walls, side, confidence).items():
                row |= figures.columns(name, estimate)
            policies.append(row)
    return Study(comparison, pd.DataFrame(pairs), pd.DataFrame(policies), played)
