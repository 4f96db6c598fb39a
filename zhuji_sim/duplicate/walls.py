"""A wall of a pair: the same tiles played eight times, with one of the two in every seat in turn."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.measures import BIG_TAI
from zhuji_sim.batches import BatchSpec, play
from zhuji_sim.deals.players import Bot
from zhuji_sim.duplicate.luck import LUCK, dealt_luck
from zhuji_sim.engine.results import RESULT
from zhuji_sim.policies import Policy
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

__all__ = [
    "COUNTS",
    "FAULT",
    "SEATINGS",
    "WALL",
    "A",
    "B",
    "Pair",
    "finished",
    "frame_of",
    "play_walls",
    "wall_sums",
    "walls_of",
]

SEATINGS: Final = 2 * len(SEATS)
"""Deals of a wall: a alone in each seat among three b, then b alone in each seat among three a."""

A: Final = 0
B: Final = 1

COUNTS: Final = ("wins", "deal_ins", "auctions", "declared", "contracts", "made", "tai")
"""What is counted of the lone player in his four deals: wins, deal-ins, deals with a contract by auction and
those of them that he declared, contracts he held and made, and the tai of his wins."""

FAULT = np.dtype(
    [
        ("faults", "u1"),  # 1 where a bot gave no legal answer
        ("side", "u1"),  # A or B: whose
        ("seating", "u1"),  # in which of the eight deals
        ("seat", "u1"),  # E S W N
        ("move", "i2"),  # as in `BotError`
    ]
)
"""Where a bot gave no legal answer. The wall is left out of all figures then, both ways round."""

WALL = np.dtype(
    [
        ("wall", "i8"),  # deal index: with the seed it fixes the tiles
        ("points", "i8", (2, len(SEATS))),  # of the lone a, then of the lone b, in seats E S W N
        ("big_points", "i8", (2,)),  # of these, in deals won with `BIG_TAI` tai or more, by whomever
        *((name, "u2", (2,)) for name in COUNTS),
        ("luck", LUCK),
        ("fault", FAULT),
    ]
)
"""What is kept of a wall of a pair: sums over the deals of the lone a and of the lone b."""


@dataclass(frozen=True)
class Pair:
    """Two policies or bots that meet, and under what conditions: small, and sent to workers as it is.

    Attributes
    ----------
    index : int
        Its place among the pairs of a comparison.
    a, b : Policy or Bot
    names : tuple of str
        What to call them; two of one name are told apart.
    rules, seed, contract, declarer, draws
        As in `BatchSpec`. A forced contract stays with its seat, so the lone player holds it in one of four
        seatings and defends in the others.
    """

    index: int
    a: Policy | Bot
    b: Policy | Bot
    names: tuple[str, str]
    rules: Ruleset
    seed: int
    contract: Contract | None = None
    declarer: int | None = None
    draws: str = "lanes"

    @property
    def name(self) -> str:
        """Both names, for people."""
        return f"{self.names[A]} – {self.names[B]}"

    @property
    def has_bots(self) -> bool:
        """Whether one of them is asked, and not compiled."""
        return not (isinstance(self.a, Policy) and isinstance(self.b, Policy))

    def tables(self) -> list[tuple[Any, Any, Any, Any]]:
        """Who sits where, E S W N, in the eight deals of a wall."""
        found = []
        for lone, others in ((self.a, self.b), (self.b, self.a)):
            for seat in range(len(SEATS)):
                east, south, west, north = (lone if place == seat else others for place in range(len(SEATS)))
                found.append((east, south, west, north))
        return found


def play_walls(pair: Pair, start: int, stop: int) -> NDArray[np.void]:
    """Play walls `start` to `stop` - 1 of a pair of policies; `duplicate.bots` plays those with bots.

    Returns
    -------
    array of `RESULT`, shape (8, walls)
        In the order of `Pair.tables`; `deal` is the wall's index.
    """
    rows = np.zeros((SEATINGS, stop - start), RESULT)
    for row, policies in zip(rows, pair.tables(), strict=True):
        spec = BatchSpec(pair.rules, policies, pair.seed, pair.contract, pair.declarer, pair.draws)
        row[:] = play(spec, start, stop)
    return rows


def wall_sums(rows: NDArray[np.void], pair: Pair) -> NDArray[np.void]:
    """What is kept of the rows of `play_walls`: an array of `WALL`, one for each wall, in order."""
    walls = np.zeros(rows.shape[1], WALL)
    if not len(walls):
        return walls
    walls["wall"] = rows[0]["deal"]
    for place, deals in enumerate(rows):
        side, seat = divmod(place, len(SEATS))
        points = deals["points"][:, seat]
        won, declares = deals["winner"] == seat, deals["declarer"] == seat
        auction = (deals["declarer"] >= 0) & (deals["auction_length"] > 0)
        walls["points"][:, side, seat] = points
        walls["big_points"][:, side] += np.where(deals["tai"] >= BIG_TAI, points, 0)
        for name, count in (
            ("wins", won),
            ("deal_ins", deals["loser"] == seat),
            ("auctions", auction),
            ("declared", auction & declares),
            ("contracts", declares),
            ("made", declares & won),
            ("tai", np.where(won, deals["tai"], 0)),
        ):
            walls[name][:, side] += count.astype(np.uint16)
    first = int(walls["wall"][0])
    walls["luck"] = dealt_luck(pair.rules, pair.seed, first, first + len(walls))
    return walls


def finished(walls: NDArray[np.void]) -> NDArray[np.void]:
    """The walls that were played to the end."""
    return walls[walls["fault"]["faults"] == 0]


def frame_of(walls: NDArray[np.void]) -> pd.DataFrame:
    """Walls as a frame, a row per wall: `a_points_E` … `b_points_N`, counts like `a_wins`, luck, faults.

    Counts and points are sums over the four deals in which a, or b, sat alone.
    """
    columns = {"wall": walls["wall"]}
    for side, who in ((A, "a"), (B, "b")):
        columns |= {f"{who}_points_{seat}": walls["points"][:, side, i] for i, seat in enumerate(SEATS)}
        columns |= {f"{who}_{name}": walls[name][:, side] for name in ("big_points", *COUNTS)}
    for name in ("distance", "caishen"):
        columns |= {f"{name}_{seat}": walls["luck"][name][:, i] for i, seat in enumerate(SEATS)}
    columns |= {f"fault_{name}": walls["fault"][name] for name in FAULT.names or ()}
    return pd.DataFrame(columns)


def walls_of(frame: pd.DataFrame) -> NDArray[np.void]:
    """The array of `WALL` that a frame was made of."""
    walls = np.zeros(len(frame), WALL)
    walls["wall"] = frame["wall"]
    for side, who in ((A, "a"), (B, "b")):
        for i, seat in enumerate(SEATS):
            walls["points"][:, side, i] = frame[f"{who}_points_{seat}"]
        for name in ("big_points", *COUNTS):
            walls[name][:, side] = frame[f"{who}_{name}"]
    for name in ("distance", "caishen"):
        for i, seat in enumerate(SEATS):
            walls["luck"][name][:, i] = frame[f"{name}_{seat}"]
    for name in FAULT.names or ():
        walls["fault"][name] = frame[f"fault_{name}"]
    return walls
