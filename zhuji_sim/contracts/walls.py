"""A wall with every contract forced on every seat, and its auctions with and without passes."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.measures import BIG_TAI
from zhuji_sim.batches import illegal_choice, seat_table
from zhuji_sim.contracts.study import Study
from zhuji_sim.engine.results import RESULT
from zhuji_sim.engine.same_wall import BID, INSTEAD, STATES, STAYS_OUT, WAYS, play_levels, play_passes
from zhuji_sim.engine.state import new_states
from zhuji_sim.interruptions import held_back
from zhuji_sim.rules.contracts import Mode
from zhuji_sim.rules.tiles import SEATS

__all__ = ["auction_rows", "forced_rows", "play_walls", "wall_type"]

NO_BID: Final = -1
"""Rank on walls where nobody bid."""
_LANES: Final = 1
_TIMES: Final = 64
"""Of the seat in an auction's codes (`RESULT`)."""


def wall_type(levels: int) -> np.dtype:
    """What is kept of a wall, by seat E S W N, caishen mode and level from 2 on where that matters."""
    seats, forced = (len(SEATS),), (len(SEATS), len(Mode), levels)
    return np.dtype(
        [
            ("wall", "i8"),  # deal index: with the seed it fixes the tiles
            ("made", "u1", forced),  # 1 where the declarer won
            ("drawn", "u1", forced),  # 1 where nobody did
            ("points", "i8", forced),  # of the declarer
            ("big_points", "i8", forced),  # of these, in deals won with `BIG_TAI` tai or more, by whomever
            ("distance", "i1", forced),  # tiles missing to the contract, under the caishen named
            ("caishen", "i1", forced[:2]),  # of those dealt to the declarer
            ("passing", "i8", seats),  # points of a seat that stays out of the auction
            ("rank", "i1"),  # of the contract that was bid, NO_BID where none was
            ("declarer", "i1"),  # who bid it
            ("won", "u1"),  # 1 where he made it
            ("bid_points", "i8"),  # his points
            ("bid_big_points", "i8"),  # of these, in deals won with `BIG_TAI` tai or more
            ("pass_points", "i8"),  # his points with a pass in place of that bid
        ]
    )


def forced_rows(study: Study, start: int, stop: int) -> NDArray[np.void]:
    """Every contract forced on every seat on walls `start` to `stop` - 1.

    The caishen are those that the policy names for the lowest level of the mode, on all levels.

    Returns
    -------
    array of `RESULT`, shape (seats, modes, walls, levels)

    Raises
    ------
    PolicyError
        The policy chose a position that is not in its list of legal actions.
    """
    levels = len(study.levels)
    rows = np.zeros((len(SEATS), len(Mode), stop - start, levels), RESULT)
    table = seat_table(study.rules, (study.policy,) * 4)
    for seat in range(len(SEATS)):
        for mode in Mode:
            states = new_states(STATES)
            part = rows[seat, mode]
            with held_back():
                done = play_levels(states, part, *table, study.seed, start, _LANES, seat, mode.value)
            _check(study, done, part, start, states)
    return rows


def auction_rows(study: Study, start: int, stop: int) -> NDArray[np.void]:
    """The auctions of walls `start` to `stop` - 1: as they go, and with passes (`same_wall.play_passes`).

    Returns
    -------
    array of `RESULT`, shape (walls, WAYS)

    Raises
    ------
    PolicyError
        The policy chose a position that is not in its list of legal actions.
    """
    rows = np.zeros((stop - start, WAYS), RESULT)
    states = new_states(STATES)
    table = seat_table(study.rules, (study.policy,) * 4)
    with held_back():
        done = play_passes(states, rows, *table, study.seed, start, _LANES)
    _check(study, done, rows, start, states)
    return rows


def play_walls(study: Study, start: int, stop: int) -> NDArray[np.void]:
    """Walls `start` to `stop` - 1 in every way, as `wall_type`, in order."""
    walls = np.zeros(stop - start, wall_type(len(study.levels)))
    walls["wall"] = np.arange(start, stop)
    _keep_forced(walls, forced_rows(study, start, stop))
    _keep_auctions(walls, auction_rows(study, start, stop))
    return walls


def _check(study: Study, done: int, rows: NDArray[np.void], start: int, states: np.ndarray) -> None:
    """See that all rows were finished."""
    if done < rows.size:
        deal = start + done // rows.shape[1]
        raise illegal_choice((study.policy,), study.seed, deal, states[0])


def _keep_forced(walls: NDArray[np.void], rows: NDArray[np.void]) -> None:
    by_wall: Any = np.moveaxis(rows, 2, 0)
    seats = np.arange(len(SEATS))[:, None, None]
    points = _of_seat(by_wall["points"], np.broadcast_to(seats, by_wall.shape))
    walls["made"] = by_wall["winner"] == seats
    walls["drawn"] = by_wall["winner"] < 0
    walls["points"] = points
    walls["big_points"] = np.where(by_wall["tai"] >= BIG_TAI, points, 0)
    walls["distance"] = _of_seat(by_wall["distance"], np.broadcast_to(seats, by_wall.shape))
    walls["caishen"] = _of_seat(by_wall["caishen_dealt"], np.broadcast_to(seats, by_wall.shape))[..., 0]


def _keep_auctions(walls: NDArray[np.void], rows: NDArray[np.void]) -> None:
    bid, instead = rows[:, BID], rows[:, INSTEAD]
    for seat in range(len(SEATS)):
        walls["passing"][:, seat] = rows[:, STAYS_OUT + seat]["points"][:, seat]
    any_bid = (bid["auction"] % _TIMES > 0).any(axis=1)
    rank = (bid["level"].astype(int) - 2) * len(Mode) + bid["mode"]
    walls["rank"] = np.where(any_bid, rank, NO_BID)
    walls["declarer"] = np.where(any_bid, bid["declarer"], NO_BID)
    held = np.maximum(walls["declarer"], 0)
    walls["won"] = any_bid & (bid["winner"] == bid["declarer"])
    walls["bid_points"] = np.where(any_bid, _of_seat(bid["points"], held), 0)
    walls["bid_big_points"] = np.where(bid["tai"] >= BIG_TAI, walls["bid_points"], 0)
    walls["pass_points"] = np.where(any_bid, _of_seat(instead["points"], held), 0)


def _of_seat(values: NDArray[Any], seats: NDArray[Any]) -> NDArray[Any]:
    """Of figures by seat (last axis), those of one seat each."""
    found: NDArray[Any] = np.take_along_axis(values, seats[..., None].astype(np.int64), axis=-1)[..., 0]
    return found
