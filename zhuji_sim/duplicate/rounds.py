"""How long a comparison goes on: whole rounds of walls in index order, until the interval is narrow enough.

To look at the interval after every wall and stop when it pleases would make it too sure of itself: it is
narrowest when the sample happens to miss the rare big wins. So nothing is looked at before the first round is
played, and each round adds half of what there is, so that there are few looks and the last one decides.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.duplicate.figures import mean, points

__all__ = ["FIRST_ROUND", "Stopping", "gather"]

FIRST_ROUND: Final = 500
"""Walls of the first round."""
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
        """Whether the interval of the points per deal is narrow enough after these walls."""
        if self.width is None or len(walls) < min(FIRST_ROUND, self.cap):
            return False
        estimate = mean(points(walls), self.confidence)
        return bool(estimate.high - estimate.low <= self.width)


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
