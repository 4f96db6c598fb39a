"""From rows of simulated deals to the numbers of the model, in the model's order."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.policies.bid_model import BID_NUMBERS, FEATURES, MODEL_START, OUTLOOK, PAYOFF
from zhuji_sim.policies.danger import DANGER_FEATURES, DANGER_START
from zhuji_sim.policies.prospects import (
    FARTHEST,
    MOST_GAP,
    PROSPECT_FEATURES,
    ROLES,
    STEPS,
    TURNS_UNIT,
)

from .regression import linear, logistic

__all__ = ["fit_bids", "fit_danger", "fit_prospects", "hand_features"]

ENOUGH: Final = 300
"""Rows below which a neighbour's numbers serve."""
MOST: Final = 60_000
"""Rows of one kind that are enough."""
LEAST_SHARE: Final = 0.2
"""Of what holding a contract brings, in what a bid brings: a bid may be outbid, but never all are."""
UNREACHABLE: Final = 64
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


def fit_bids(model: NDArray[np.float64], rows: NDArray[Any]) -> None:
    """Fill what bids and passes lead to."""
    if not len(rows):
        return
    held = rows[rows["holds"] == 1]
    for mode in range(MODES):
        of_mode = held[held["rank"] % MODES == mode]
        chosen = of_mode if len(of_mode) >= ENOUGH else held
        place = MODEL_START + mode * FEATURES
        model[place : place + FEATURES] = logistic(chosen["features"], chosen["made"])
    drawn = np.unique(rows["deal"][rows["free"] == 0])
    rows = rows[~np.isin(rows["deal"], drawn)]
    held = rows[rows["holds"] == 1]
    passes = rows[rows["rank"] < 0]
    model[OUTLOOK] = passes["points"][passes["over"] < 0].mean()
    for mode in range(MODES):
        under = passes[(passes["over"] >= 0) & (passes["over"] % MODES == mode)]
        stake = _stake(under["over"])
        place = OUTLOOK + 1 + 2 * mode
        if len(under) >= ENOUGH:
            model[place : place + 2] = linear(
                np.column_stack([np.ones(len(under)), stake]) / stake[:, None], under["points"] / stake
            )
        _fit_payoff(model, rows, held, mode)


def _fit_payoff(model: NDArray[np.float64], rows: NDArray[Any], held: NDArray[Any], mode: int) -> None:
    place = PAYOFF + 4 * mode
    of_mode = held[held["rank"] % MODES == mode]
    chosen = of_mode if len(of_mode) >= ENOUGH else held
    stake = 3 * _stake(chosen["rank"])
    unit = 2.0 ** (chosen["rank"] // MODES + 2)
    made = chosen["made"] == 1
    model[place] = ((chosen["points"] - stake) / unit)[made].mean() if made.any() else 1.0
    model[place + 1] = -((chosen["points"] + stake) / unit)[~made].mean() if (~made).any() else 1.0
    bids = rows[(rows["rank"] >= 0) & (rows["rank"] % MODES == mode)]
    if len(bids) < ENOUGH:
        model[place + 2 : place + 4] = 0.0, 1.0
        return
    odds = bids["features"] @ model[MODEL_START + mode * FEATURES : MODEL_START + (mode + 1) * FEATURES]
    chance = 1 / (1 + np.exp(-odds))
    stake = 3 * _stake(bids["rank"])
    unit = 2.0 ** (bids["rank"] // MODES + 2)
    holding = chance * (stake + model[place] * unit) - (1 - chance) * (stake + model[place + 1] * unit)
    weight = 1 / stake
    number, share = linear(
        np.column_stack([np.ones(len(bids)), holding]) * weight[:, None], bids["points"] * weight
    )
    model[place + 2 : place + 4] = number, np.clip(share, LEAST_SHARE, 1.0)


def _stake(rank: NDArray[np.integer]) -> NDArray[np.float64]:
    """Points of contracts by rank (RULES.md §3)."""
    return np.where(rank % MODES == 0, 5.0, 10.0) * 2.0 ** (rank // MODES)


def blank_model() -> NDArray[np.float64]:
    """A model of zeros, of the length that the policies use."""
    return np.zeros(BID_NUMBERS)
