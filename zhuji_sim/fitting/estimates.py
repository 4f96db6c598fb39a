"""From rows of simulated deals to the numbers of the model, in the model's order."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.policies.bid_model import (
    BID_NUMBERS,
    FEATURES,
    LOWEST_LEVEL,
    MODEL_START,
    OUTLOOK,
    PAYOFF,
    PAYOFFS,
)
from zhuji_sim.policies.danger import DANGER_FEATURES, DANGER_START
from zhuji_sim.policies.first_discard import FIRST_START, SORTS
from zhuji_sim.policies.prospects import (
    FARTHEST,
    MOST_GAP,
    PROSPECT_FEATURES,
    ROLES,
    STEPS,
    TURNS_UNIT,
)

from .regression import linear, logistic

__all__ = ["fit_bids", "fit_danger", "fit_firsts", "fit_prospects", "hand_features"]

ENOUGH: Final = 300
"""Rows below which a neighbour's numbers serve."""
MOST: Final = 60_000
"""Rows of one kind that are enough."""
LEAST_HELD: Final = 0.5
"""Chance to hold a bid, at least.

Among players who nearly always go over a low bid it would seem to cost nothing, whatever the hand, until
others sit at the table.
"""
UNREACHABLE: Final = 64
TILES: Final = 14
"""Of a dealer; one of them goes first."""
MODES: Final = 3


def hand_features(rows: NDArray[Any], step: int) -> NDArray[np.float64]:
    """Features of `policies.prospects` for one step (float64[n, PROSPECT_FEATURES])."""
    log_live = np.log(np.clip(rows["live"][:, step], 0, 159) + 0.5)
    turns = rows["draws_left"] / 4 * TURNS_UNIT
    further = rows["missing"][:, max(step, 1)].astype(int) - rows["missing"][:, 0]
    return np.column_stack(
        [
            np.ones(len(rows)),
            log_live,
            turns,
            turns * turns,
            log_live * turns,
            rows["caishen"],
            rows["melds"],
            np.minimum(further, MOST_GAP),
        ]
    )


def fit_prospects(model: NDArray[np.float64], rows: NDArray[Any]) -> None:
    """Fill the prospects of every role that has rows; a role without takes those of the others."""
    table = model[: ROLES * STEPS * FARTHEST * PROSPECT_FEATURES].reshape(
        ROLES, STEPS, FARTHEST, PROSPECT_FEATURES
    )
    for role in range(ROLES):
        own = rows[rows["role"] == role]
        if len(own) < ENOUGH * FARTHEST:
            own = rows
        for step in range(STEPS):
            reached = own[own["missing"][:, step] < UNREACHABLE]
            bucket = np.clip(reached["missing"][:, step], 1, FARTHEST)
            for missing in range(1, FARTHEST + 1):
                chosen = reached[bucket == missing][:MOST]
                if len(chosen) < ENOUGH:
                    table[role, step, missing - 1] = table[role, step, max(missing - 2, 0)]
                    continue
                table[role, step, missing - 1] = logistic(
                    hand_features(chosen, step), (chosen["won"] >= step).astype(int)
                )


def fit_danger(model: NDArray[np.float64], rows: NDArray[Any]) -> None:
    """Fill the coefficients of danger."""
    if len(rows):
        model[DANGER_START : DANGER_START + DANGER_FEATURES] = logistic(
            rows["features"][: 10 * MOST], rows["wins"][: 10 * MOST]
        )


def fit_firsts(model: NDArray[np.float64], rows: NDArray[Any]) -> None:
    """Fill how often a tile of each sort that a dealer holds is the first he throws."""
    thrown = np.bincount(rows["thrown"], minlength=SORTS)
    held = rows["held"].sum(axis=0, dtype=np.int64)
    model[FIRST_START : FIRST_START + SORTS] = (thrown + 1) / (held + TILES)


def fit_bids(model: NDArray[np.float64], rows: NDArray[Any]) -> None:
    """Fill what bids and passes lead to."""
    if not len(rows):
        return
    held = rows[rows["holds"] == 1]
    for mode in range(MODES):
        chosen = _like_those_chosen(held, mode)
        place = MODEL_START + mode * FEATURES
        model[place : place + FEATURES] = logistic(chosen["features"], chosen["made"])
    drawn = np.unique(rows["deal"][rows["free"] == 0])
    rows = rows[~np.isin(rows["deal"], drawn)]
    held = rows[rows["holds"] == 1]
    passes = rows[rows["rank"] < 0]
    model[OUTLOOK] = _of_others(rows)
    for mode in range(MODES):
        under = passes[(passes["over"] >= 0) & (passes["over"] % MODES == mode)]
        stake = _stake(under["over"])
        place = OUTLOOK + 1 + 2 * mode
        if len(under) >= ENOUGH:
            model[place : place + 2] = linear(
                np.column_stack([np.ones(len(under)), stake]) / stake[:, None], under["points"] / stake
            )
        _fit_payoff(model, rows, held, mode)


def _like_those_chosen(held: NDArray[Any], mode: int) -> NDArray[Any]:
    """Contracts of a mode that a player chose to bid; with those drawn by lot, and of all modes, if too few.

    Those drawn by lot are mostly hopeless and would bend the log odds where bids are made.
    """
    of_mode = held[held["rank"] % MODES == mode]
    for chosen in (of_mode[of_mode["free"] == 1], of_mode):
        if len(chosen) >= ENOUGH:
            return chosen
    return held


def _of_others(rows: NDArray[Any]) -> float:
    """Mean points of the seats that do not hold a contract, whether they bid or not.

    Those of seats that passed before anybody bid would say more, but where everybody bids there are none.
    """
    _, last = np.unique(rows["deal"].astype(np.int64)[::-1] * 4 + rows["seat"][::-1], return_index=True)
    once = rows[::-1][last]
    others = once["points"][once["holds"] == 0]
    return float(others.mean()) if len(others) else 0.0


def _fit_payoff(model: NDArray[np.float64], rows: NDArray[Any], held: NDArray[Any], mode: int) -> None:
    """Fill what the bids of a mode bring; where there are too few of it, what all bids bring."""
    payoff = model[PAYOFF + PAYOFFS * mode : PAYOFF + PAYOFFS * (mode + 1)]
    of_mode = held[held["rank"] % MODES == mode]
    chosen = of_mode if len(of_mode) >= ENOUGH else held
    stake = 3 * _stake(chosen["rank"])
    unit = 2.0 ** (chosen["rank"] // MODES + LOWEST_LEVEL)
    made = chosen["made"] == 1
    if made.any() and not made.all():
        payoff[0] = ((chosen["points"] - stake) / unit)[made].mean()
        payoff[1] = -((chosen["points"] + stake) / unit)[~made].mean()
    bids = rows[rows["rank"] >= 0]
    of_mode = bids[bids["rank"] % MODES == mode]
    bids = of_mode if len(of_mode) >= ENOUGH else bids
    for place, chosen in ((2, bids[bids["rank"] < MODES]), (3, bids[bids["rank"] >= MODES])):
        payoff[place] = max((chosen["holds"].sum() + 1) / (len(chosen) + 2), LEAST_HELD)
    outbid = bids[bids["holds"] == 0]
    if len(outbid):
        payoff[4] = (outbid["points"] / _stake(outbid["rank"])).mean()


def _stake(rank: NDArray[np.integer]) -> NDArray[np.float64]:
    """Points of contracts by rank (RULES.md §3)."""
    return np.where(rank % MODES == 0, 5.0, 10.0) * 2.0 ** (rank // MODES)


def blank_model() -> NDArray[np.float64]:
    """A model of zeros, of the length that the policies use."""
    return np.zeros(BID_NUMBERS)
