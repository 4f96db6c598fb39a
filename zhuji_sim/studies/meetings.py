"""Studies of policies that meet in duplicate format: each wall eight times, each of the two in every seat."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.duplicate.walls import SEATINGS, Pair, frame_of, play_walls, wall_sums, walls_of
from zhuji_sim.policies.registry import Policy
from zhuji_sim.studies.question import LANES, Question

__all__ = ["Meeting", "Meetings"]


class Meeting(NamedTuple):
    """Two policies that meet under the rules of this name."""

    rules: str
    a: Policy
    b: Policy


@dataclass(frozen=True)
class Meetings(Question):
    """A question that is answered by meetings."""

    conditions: ClassVar[str] = "conditions_meetings"

    @property
    @abstractmethod
    def meetings(self) -> list[Meeting]:
        """Who meets whom, under which rules."""

    @property
    def players(self) -> tuple[Policy, ...]:
        """Everybody who meets somebody."""
        return tuple(dict.fromkeys(policy for each in self.meetings for policy in (each.a, each.b)))

    @property
    def deals_per_wall(self) -> int:
        """Eight for each meeting."""
        return SEATINGS * len(self.meetings)

    @property
    def unit_rows(self) -> int:
        """A row for each meeting."""
        return len(self.meetings)

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """Walls `start` to `stop` - 1: a row for each meeting, with `pair` and the columns of `frame_of`."""
        parts = []
        for place, each in enumerate(self.meetings):
            names = (each.a.name, each.b.name)
            pair = Pair(place, each.a, each.b, names, self.rules[each.rules], self.seed, draws=LANES)
            found = frame_of(wall_sums(play_walls(pair, start, stop), pair))
            parts.append(found.assign(pair=np.int16(place)))
        return pd.concat(parts, ignore_index=True).sort_values("wall", kind="stable", ignore_index=True)

    def met(self, rows: pd.DataFrame) -> Iterator[tuple[Meeting, NDArray[np.void]]]:
        """Every meeting with its walls, in order."""
        for place, each in enumerate(self.meetings):
            yield each, walls_of(rows[rows["pair"] == place])
