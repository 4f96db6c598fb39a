"""A comparison stops at the end of a round, when its interval is narrow enough and can be believed."""

from itertools import pairwise

import numpy as np
import pytest
from meetings import walls_of

from zhuji_sim.duplicate import figures
from zhuji_sim.duplicate.rounds import FIRST_ROUND, SKEWED, Stopping, gather


class Table:
    """Gives walls of made-up points per deal, and remembers what it was asked for."""

    def __init__(self, *points: np.ndarray) -> None:
        self.walls = [walls_of(part) for part in points]
        self.asked: list[tuple[list[int], int, int]] = []

    def __call__(self, pairs, start, stop):
        self.asked.append((list(pairs), start, stop))
        return {pair: self.walls[pair][start:stop] for pair in pairs}


def normal(seed: int, spread: float, count: int = 20_000) -> np.ndarray:
    return np.random.default_rng(seed).normal(0.5, spread, count)


def width(walls: int, spread: float) -> float:
    """The width that about so many walls give; made-up points are in thousandths."""
    return 2 * 1.96 * 1000 * spread / walls**0.5


def test_rounds_grow_and_end_at_the_cap():
    ends = list(Stopping(10_000).rounds())
    assert ends[0] == FIRST_ROUND
    assert ends[-1] == 10_000
    assert all(more <= 1.5 * fewer for fewer, more in pairwise(ends))
    assert list(Stopping(7).rounds()) == [7]
    assert list(Stopping(FIRST_ROUND).rounds()) == [FIRST_ROUND]


def test_without_a_width_everything_is_played():
    table = Table(normal(1, 1e-3))
    assert len(gather([0], Stopping(3000), table)[0]) == 3000


def test_it_stops_at_the_first_round_that_is_narrow():
    stopping = Stopping(20_000, width(2000, 1.0))
    found = gather([0], stopping, Table(normal(2, 1.0)))[0]
    ends = list(stopping.rounds())
    at = ends.index(len(found))
    assert stopping.narrow(found)
    assert not any(stopping.narrow(found[:end]) for end in ends[:at])
    assert 0 < at < len(ends) - 1


def test_nothing_is_looked_at_before_the_first_round():
    stopping = Stopping(20_000, 1e9)
    walls = walls_of(normal(3, 1.0))
    assert not stopping.narrow(walls[: FIRST_ROUND - 1])
    assert stopping.narrow(walls[:FIRST_ROUND])


def test_each_pair_stops_by_itself_and_the_walls_are_in_order():
    table = Table(normal(4, 0.1), normal(5, 1.0), normal(6, 0.1))
    found = gather([0, 1, 2], Stopping(20_000, width(2000, 1.0)), table)
    assert len(found[0]) == len(found[2]) == FIRST_ROUND < len(found[1])
    assert table.asked[0] == ([0, 1, 2], 0, FIRST_ROUND)
    assert all(pairs == [1] for pairs, _, _ in table.asked[1:])
    assert found[1]["wall"].tolist() == list(range(len(found[1])))


def test_a_lopsided_sample_is_not_believed_before_it_is_large():
    """Rare big wins: the interval is narrow enough at once, and too sure of itself."""
    rng = np.random.default_rng(8)
    points = np.where(rng.random(60_000) < 0.004, 30.0, 0.0) + rng.normal(0, 1, 60_000)
    found = gather([0], Stopping(60_000, 1e9), Table(points))[0]
    values = figures.points(found)
    skewness = ((values - values.mean()) ** 3).mean() / values.std() ** 3
    assert skewness > 5
    assert len(found) >= SKEWED * skewness**2 > FIRST_ROUND


@pytest.mark.parametrize("law", ["normal", "lopsided"])
def test_intervals_that_stopped_themselves_cover_the_truth(law):
    """The whole path on laws whose mean is known, thousands of times."""
    rng = np.random.default_rng(9)
    studies, hits = 800, 0
    stopping = Stopping(6000, width(1300, 1.0))
    for _ in range(studies):
        points = rng.normal(0, 1, 6000) if law == "normal" else rng.exponential(1, 6000) - 1
        walls = gather([0], stopping, Table(points))[0]
        found = figures.mean(figures.points(walls), 0.95)
        hits += bool(found.low <= 0 <= found.high)
    assert 0.925 < hits / studies < 0.975
