"""How long a comparison goes on: whole rounds of walls in index order, until the interval is narrow enough.

To look at the interval after every wall and stop when it pleases would make it too sure of itself: it is
narrowest when the sample happens to miss the rare big wins, and then its middle is off as well. So nothing is
looked at before the first round is played, each round adds half of what there is, and the more lopsided the
points are, the more walls it takes before a narrow interval is believed. `coverage` measures what is left.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.duplicate.figures import mean, points
from zhuji_sim.duplicate.walls import finished

__all__ = ["FIRST_ROUND", "SKEWED", "Stopping", "gather"]

FIRST_ROUND: Final = 1000
"""Walls of the first round."""
SKEWED: Final = 100
"""So many times the squared skewness of the points is the least number of walls: four times as many as
Cochran's rule (1977, Sampling Techniques, §2.15) asks for where the number of walls is fixed beforehand."""
_GROWTH: Final = (3, 2)
"""Walls after a round, over walls before it."""

Source = Callable[[Sequence[int], int, int], dict[int, NDArray[np.void]]]
"""`(pairs, start, stop)` -> for each of these pairs the walls `start` to `stop` - 1, as arrays of `WALL`."""


@dataclass(frozen=True)
class Stopping:
    """When to stop.

    Attributes
    ----------
    cap : int
        The most walls for each pair.
    width : float, optional
        The interval of the points per deal that is narrow enough; without, all walls are played.
    confidence : float
        That of the interval.
    """

    cap: int
    width: float | None = None
    confidence: float = 0.95

    def rounds(self) -> Iterator[int]:
        """Walls after each round; the last ends at `cap`."""
        end = FIRST_ROUND
        while end < self.cap:
            yield end
            end = end * _GROWTH[0] // _GROWTH[1]
        yield self.cap

    def narrow(self, walls: NDArray[np.void]) -> bool:
        """Whether the interval of the points per deal is narrow enough after these walls, and believed."""
        if self.width is None or len(walls) < min(FIRST_ROUND, self.cap):
            return False
        values = points(finished(walls))
        if not len(values):
            return False
        estimate = mean(values, self.confidence)
        enough = SKEWED * _skewness(values) ** 2
        return bool(estimate.high - estimate.low <= self.width and len(values) >= enough)


def _skewness(values: NDArray[np.float64]) -> float:
    centred = values - values.mean()
    spread = centred.std()
    return float((centred**3).mean() / spread**3) if spread > 0 else 0.0


def gather(pairs: Sequence[int], stopping: Stopping, source: Source) -> dict[int, NDArray[np.void]]:
    """Play round after round; each pair stops by itself, and only at the end of a round.

    Parameters
    ----------
    pairs : sequence of int
        Their indices.
    source : callable
        What plays.

    Returns
    -------
    dict of int to array of `WALL`
        The walls of each pair in index order.
    """
    open_pairs, pieces, done = list(pairs), {index: [] for index in pairs}, 0  # type: ignore[var-annotated]
    for end in stopping.rounds():
        played = source(open_pairs, done, end)
        done = end
        for index in open_pairs:
            pieces[index].append(played[index])
        open_pairs = [index for index in open_pairs if not stopping.narrow(np.concatenate(pieces[index]))]
        if not open_pairs:
            break
    return {index: np.concatenate(found) for index, found in pieces.items()}
