"""Has several policies meet the same opponents on the same walls, and makes points of it."""

from collections.abc import Sequence
from contextlib import closing
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.duplicate.walls import SEATINGS, Pair, play_walls
from zhuji_sim.policies import Policy
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.execute import Engine, execute, plays_here
from zhuji_sim.runner.plan import Chunk, Chunks, Shard
from zhuji_sim.runner.progress import Progress
from zhuji_sim.tuning.plan import Tuning

__all__ = ["Meetings", "averaged", "differences", "spreads"]

Array = NDArray[np.float64]

_LONE: Final = len(SEATS)
"""The first so many deals of a wall have the policy alone, the rest the opponent."""


class Meetings:
    """Plays policies against opponents, under all rulesets of a tuning.

    Parameters
    ----------
    tuning : Tuning
    jobs, backend, scheduler, chunk
        As in `simulate`; nothing depends on them.
    progress : Progress
        Told how far things are.

    Attributes
    ----------
    played : int
        Deals played so far.
    """

    def __init__(
        self,
        tuning: Tuning,
        jobs: int,
        backend: str,
        chunk: int | None,
        progress: Progress,
        scheduler: str | None = None,
    ) -> None:
        self.played = 0
        self._tuning = tuning
        self._engine = Engine(spec=lambda _, pair: pair, warm=_warm, play=play_walls)
        self._jobs, self._backend, self._scheduler, self._chunk = jobs, backend, scheduler, chunk
        self._progress = progress

    def warm(self, opponents: Sequence[Policy]) -> None:
        """Compile, or load from the cache, what it takes to meet these."""
        if plays_here(self._backend):
            for pair in self._pairs([self._tuning.start], opponents, 0, [""]):
                self._engine.warm(pair)

    def play(
        self,
        policies: Sequence[Policy],
        opponents: Sequence[Policy],
        seed: int,
        start: int,
        stop: int,
        name: str,
    ) -> NDArray[np.int32]:
        """Play the walls `start` to `stop` - 1 of a seed with each policy against each opponent.

        Returns
        -------
        array, shape (policies, rulesets, opponents, walls, 8)
            Points of the lone player of each deal: four of the policy among three of the opponent, by seat,
            then four of the opponent.
        """
        pairs = self._pairs(policies, opponents, seed, [name] * len(policies))
        found = np.zeros((len(pairs), stop - start, SEATINGS), np.int32)
        whole = [Shard(pair.index, 0, start, stop) for pair in pairs]
        chunks = Chunks([Chunk(shard, start, stop) for shard in whole], SEATINGS, self._chunk)
        by_index = dict(enumerate(pairs))
        with closing(
            execute(
                chunks,
                by_index,
                by_index,
                self._engine,
                jobs=self._jobs,
                backend=self._backend,
                scheduler=self._scheduler,
                shape=_lone_points,
            )
        ) as finished:
            for each in finished:
                first = each.chunk.start - start
                found[each.chunk.shard.cell, first : first + each.chunk.units] = each.rows
                deals = each.chunk.units * SEATINGS
                self.played += deals
                self._progress.advance(name, deals)
        return found.reshape(len(policies), len(self._tuning.rules), len(opponents), stop - start, SEATINGS)

    def _pairs(
        self, policies: Sequence[Policy], opponents: Sequence[Policy], seed: int, names: Sequence[str]
    ) -> list[Pair]:
        tables = product(zip(policies, names, strict=True), self._tuning.rules, opponents)
        return [
            Pair(index, policy, opponent, (name, opponent.name), rules, seed, draws=self._tuning.draws)
            for index, ((policy, name), rules, opponent) in enumerate(tables)
        ]


def differences(points: NDArray[np.int32]) -> Array:
    """Points per deal against the opponent on each wall, from an array of `Meetings.play`.

    Half of what the policy makes alone over what the opponent makes alone.
    """
    found: Array = (points[..., :_LONE].mean(axis=-1) - points[..., _LONE:].mean(axis=-1)) / 2
    return found


def spreads(points: NDArray[np.int32]) -> Array:
    """Standard deviation of a deal's points under each ruleset, from an array of `Meetings.play`."""
    found: Array = points.transpose(1, 0, 2, 3, 4).reshape(points.shape[1], -1).std(axis=1)
    return found


def averaged(values: Array, spread: Array) -> Array:
    """Mean over rulesets (the axis before the last), each divided by its spread so that none dominates.

    Multiplied by the geometric mean of the spreads it is in points again; of a single ruleset it is what it
    was. Without any spread to be seen, the plain mean.
    """
    scale = np.exp(np.log(spread).mean()) / spread if (spread > 0).all() else np.ones(len(spread))
    found: Array = (values * scale[:, None]).mean(axis=-2)
    return found


def _lone_points(rows: NDArray[np.void], pair: Pair) -> NDArray[np.int32]:
    """Points of the lone player in the deals of each wall; `pair` has no say in it."""
    lone = [deals["points"][:, place % _LONE] for place, deals in enumerate(rows)]
    return np.stack(lone, axis=-1).astype(np.int32)


def _warm(pair: Pair) -> None:
    """Compile, or load from the cache, what walls of a pair need, by playing none."""
    play_walls(pair, 0, 0)
