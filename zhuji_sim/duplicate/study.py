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
from zhuji_sim.duplicate.walls import FAULT, SEATINGS, A, B, finished, frame_of
from zhuji_sim.errors import BotError
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
        `ended`: `width` or `deals`; `left_out`, how many walls there are beside `walls`, on which a bot broke
        off.
    policies : pandas.DataFrame
        A row per policy and opponent: `policy`, `against`, `deals` in which it sat alone among three
        opponents, and of these deals `points` per deal, the rates `win`, `deal_in`, `declared` (of contracts
        by auction) and `made` (of contracts held), and `tai`, the mean tai of its wins.
    faults : pandas.DataFrame
        A row per wall that is left out, both ways round, since a bot raised an exception or gave an illegal
        answer: `a`, `b`, `wall`, `players` (who sat E S W N), `bot`, `seat`, `move` (its number in the log of
        that deal) and `problem` (empty where it was played in another session).
    played : dict of int to array of `WALL`
        The walls of each pair that were played to the end, by its index.
    """

    comparison: Comparison
    pairs: pd.DataFrame
    policies: pd.DataFrame
    faults: pd.DataFrame
    played: Mapping[int, NDArray[np.void]]

    @property
    def walls(self) -> pd.DataFrame:
        """A row per pair and wall: `a`, `b`, `wall`, `points_per_deal`, `a_alone`, `b_alone`, and their sums.

        Sums are those of `walls.frame_of`, over the four deals in which a, or b, sat alone.
        """
        frames = []
        for pair in self.comparison.pairs:
            walls = self.played[pair.index]
            frame = frame_of(walls).drop(columns=[f"fault_{name}" for name in FAULT.names or ()])
            frame.insert(1, "points_per_deal", figures.points(walls))
            frame.insert(2, "a_alone", figures.alone(walls, A))
            frame.insert(3, "b_alone", figures.alone(walls, B))
            frame.insert(0, "a", pair.names[A])
            frame.insert(1, "b", pair.names[B])
            frames.append(frame)
        return pd.concat(frames, ignore_index=True)


def study_of(
    comparison: Comparison,
    played: Mapping[int, NDArray[np.void]],
    problems: Mapping[tuple[int, int], str] | None = None,
) -> Study:
    """The figures of walls that have been played, by the index of their pair.

    `problems`: by pair and wall, what is known of what a bot did there.

    Raises
    ------
    BotError
        Of a pair no wall was played to the end.
    """
    confidence, stopping = comparison.confidence, comparison.stopping
    others = other_luck(comparison.rules, comparison.seed, max(len(walls) for walls in played.values()))
    faults = _faults(comparison, played, problems or {})
    pairs, policies = [], []
    for pair in comparison.pairs:
        walls = finished(played[pair.index])
        a, b = pair.names
        if not len(walls):
            first = faults[(faults["a"] == a) & (faults["b"] == b)].iloc[0]
            said = f"{first['problem']} (and so, or alike, on every other wall)"
            raise BotError(first["bot"], first["seat"], int(first["move"]), f"wall {first['wall']}: {said}")
        pairs.append(
            {"a": a, "b": b, "walls": len(walls), "deals": SEATINGS * len(walls)}
            | figures.points_row(walls, others, confidence)
            | {"ended": ENDS[0] if stopping.narrow(played[pair.index]) else ENDS[1]}
            | {"left_out": len(played[pair.index]) - len(walls)}
        )
        for side, policy, against in ((A, a, b), (B, b, a)):
            row = {"policy": policy, "against": against, "deals": len(SEATS) * len(walls)}
            row |= figures.columns("points", figures.mean(figures.alone(walls, side), confidence))
            for name, estimate in figures.rates(walls, side, confidence).items():
                row |= figures.columns(name, estimate)
            policies.append(row)
    kept = {index: finished(walls) for index, walls in played.items()}
    return Study(comparison, pd.DataFrame(pairs), pd.DataFrame(policies), faults, kept)


def _faults(
    comparison: Comparison, played: Mapping[int, NDArray[np.void]], problems: Mapping[tuple[int, int], str]
) -> pd.DataFrame:
    """See `Study.faults`."""
    rows = []
    for pair in comparison.pairs:
        walls = played[pair.index]
        for wall in walls[walls["fault"]["faults"] > 0]:
            fault, index = wall["fault"], int(wall["wall"])
            lone, seat = divmod(int(fault["seating"]), len(SEATS))
            rows.append(
                {
                    "a": pair.names[A],
                    "b": pair.names[B],
                    "wall": index,
                    "players": [pair.names[lone if at == seat else 1 - lone] for at in range(len(SEATS))],
                    "bot": pair.names[int(fault["side"])],
                    "seat": SEATS[int(fault["seat"])],
                    "move": int(fault["move"]),
                    "problem": problems.get((pair.index, index), ""),
                }
            )
    return pd.DataFrame(rows, columns=["a", "b", "wall", "players", "bot", "seat", "move", "problem"])
