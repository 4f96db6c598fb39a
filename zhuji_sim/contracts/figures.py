"""From walls to tables, each figure with an interval whose unit is the wall.

A figure `f` has its interval in `f_low` and `f_high`; what cannot be estimated is missing. Rows that choose
among the walls stand on `MIN_CLUSTERS` of them at least: rarer ones are pooled or left out, and counted
(`Tables.left_out`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.contract_charts import ALL
from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Estimate, proportion
from zhuji_sim.analysis.student import student
from zhuji_sim.contracts.estimates import needed_chance, rate_difference
from zhuji_sim.contracts.study import Study
from zhuji_sim.duplicate.figures import columns, mean, ratio, sums
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.tiles import SEATS

__all__ = ["FEW_MADE", "OTHER", "Tables", "tables_of"]

Array = NDArray[np.float64]

OTHER: Final = -1
"""Stands for the starting hands that are pooled, in place of distance and caishen."""
FEW_MADE: Final = 5
"""Points of a contract that was made on fewer walls have no interval: all that they show is the loss."""


@dataclass(frozen=True)
class Tables:
    """What a study gave.

    Attributes
    ----------
    forced : DataFrame
        By `seat` (or all), `mode` and `level`, a contract held by that seat on every wall, whatever it was
        dealt: `contract`, `walls`, `made`, `drawn` (rates), `points` of the declarer, `points_from_big_wins`
        (the part of them from deals won with 8 tai or more), `pass_points` (what the same seat scores on the
        same walls when it stays out of the auction), `against_pass` (`points` less these, paired), and the
        chances to make it at which the points are 0 (`break_even`) and those of passing (`break_even_pass`).
    steps : DataFrame
        By `seat`, `mode` and `level`: `walls`, `drop`, how much less often the contract of the next level is
        made on the same walls under the same caishen.
    strength : DataFrame
        By `mode`, `level` and the starting hand: `distance` (tiles missing to the contract under the caishen
        named) and `caishen` held. `hands` on so many `walls`, all seats together, and `made`, `points`,
        `against_pass` of them. Hands that are too rare are pooled, with OTHER in place of both.
    auction : DataFrame
        Contracts that auctions reached, a selected sample: by `contract` (`level`, `mode`) and `seat`, or
        all. `walls`, `share` (of all walls), and as in `forced`, with `pass_points` those of the bidder
        where he passes in place of the bid that won.
    left_out : dict
        By the name of a table, the rows left out of it and the walls (in `strength`: hands) they stood on.
    """

    forced: pd.DataFrame
    steps: pd.DataFrame
    strength: pd.DataFrame
    auction: pd.DataFrame
    left_out: dict[str, tuple[int, int]] = field(default_factory=dict)

    def frames(self) -> dict[str, pd.DataFrame]:
        """The tables by name."""
        return {name: getattr(self, name) for name in ("forced", "steps", "strength", "auction")}


def tables_of(study: Study, walls: NDArray[np.void]) -> Tables:
    """All tables of walls that have been played (`walls.wall_type`)."""
    left_out: dict[str, tuple[int, int]] = {}
    return Tables(
        pd.DataFrame([_forced_row(study, walls, *key) for key in _keys(study)]),
        pd.DataFrame(
            [_step_row(study, walls, *key) for key in _keys(study) if key[-1] < len(study.levels) - 1]
        ),
        _strength(study, walls, left_out),
        _auction(study, walls, left_out),
        left_out,
    )


def _seats() -> Iterator[tuple[str, list[int]]]:
    yield ALL, list(range(len(SEATS)))
    for i, seat in enumerate(SEATS):
        yield seat, [i]


def _keys(study: Study) -> Iterator[tuple[str, list[int], Mode, int]]:
    """Seats, mode, and place of the level."""
    for name, seats in _seats():
        for mode in Mode:
            for step in range(len(study.levels)):
                yield name, seats, mode, step


def _contract(study: Study, mode: Mode, step: int) -> dict[str, Any]:
    level = study.levels[step]
    return {"contract": str(Contract(level, mode)), "level": level, "mode": mode.key}


def _forced_row(
    study: Study, walls: NDArray[np.void], name: str, seats: list[int], mode: Mode, step: int
) -> dict[str, Any]:
    row = {"seat": name, **_contract(study, mode, step), "walls": len(walls)}
    made, drawn, points, big = (
        walls[part][:, seats, mode, step].astype(float) for part in ("made", "drawn", "points", "big_points")
    )
    passing = walls["passing"][:, seats].astype(float)
    trials = np.full(len(walls), float(len(seats)))
    t = student(study.confidence, len(walls) - 1)
    row |= columns("drawn", proportion(sums(trials, drawn.sum(axis=1)), t))
    return row | _outcome(study, made, points, big, passing)


def _outcome(study: Study, made: Array, points: Array, big: Array, passing: Array) -> dict[str, float]:
    """Columns of contracts, from arrays by wall and deal."""
    trials = np.full(len(made), float(made.shape[1]))
    t = student(study.confidence, len(made) - 1)
    row = columns("made", proportion(sums(trials, made.sum(axis=1)), t))
    for name, values, shown_by in (
        ("points", points, made),
        ("points_from_big_wins", big, big),
        ("pass_points", passing, trials[:, None]),
        ("against_pass", points - passing, made),
    ):
        estimate = mean(values.mean(axis=1), study.confidence)
        row |= columns(name, _believed(estimate, shown_by))
    for name, instead in (("break_even", np.zeros_like(points)), ("break_even_pass", passing)):
        row |= columns(name, needed_chance(made, points, instead, study.confidence))
    return row


def _believed(estimate: Estimate, shown_by: Array) -> Estimate:
    """An estimate, without interval where fewer than `FEW_MADE` walls show what its mean hangs on."""
    if np.count_nonzero(shown_by.any(axis=1)) >= FEW_MADE:
        return estimate
    return Estimate(estimate.value, np.array(np.nan), np.array(np.nan))


def _step_row(
    study: Study, walls: NDArray[np.void], name: str, seats: list[int], mode: Mode, step: int
) -> dict[str, Any]:
    made = walls["made"][:, seats, mode].astype(float)
    drop = rate_difference((made[..., step] - made[..., step + 1]).mean(axis=1), study.confidence)
    return {"seat": name, **_contract(study, mode, step), "walls": len(walls)} | columns("drop", drop)


def _strength(study: Study, walls: NDArray[np.void], left_out: dict[str, tuple[int, int]]) -> pd.DataFrame:
    rows: list[dict[str, Any]] = []
    rare_rows = rare_hands = 0
    for mode in Mode:
        caishen = walls["caishen"][:, :, mode]
        for step in range(len(study.levels)):
            distance = walls["distance"][:, :, mode, step]
            pooled = np.zeros(distance.shape, bool)
            for away, held in sorted({*zip(distance.ravel().tolist(), caishen.ravel().tolist())}):
                hands = (distance == away) & (caishen == held)
                if np.count_nonzero(hands.any(axis=1)) < MIN_CLUSTERS:
                    pooled |= hands
                else:
                    rows.append(_strength_row(study, walls, mode, step, away, held, hands))
            if np.count_nonzero(pooled.any(axis=1)) >= MIN_CLUSTERS:
                rows.append(_strength_row(study, walls, mode, step, OTHER, OTHER, pooled))
            elif pooled.any():
                rare_rows, rare_hands = rare_rows + 1, rare_hands + int(pooled.sum())
    left_out["strength"] = (rare_rows, rare_hands)
    return pd.DataFrame(rows)


def _strength_row(
    study: Study,
    walls: NDArray[np.void],
    mode: Mode,
    step: int,
    away: int,
    held: int,
    hands: NDArray[np.bool_],
) -> dict[str, Any]:
    there = np.flatnonzero(hands.any(axis=1))
    walls, which = walls[there], hands[there].astype(float)
    trials = which.sum(axis=1)
    points = walls["points"][:, :, mode, step]
    t = student(study.confidence, len(walls) - 1)
    row = _contract(study, mode, step) | {"distance": away, "caishen": held}
    row |= {"hands": int(trials.sum()), "walls": len(walls)}
    made = which * walls["made"][:, :, mode, step]
    row |= columns("made", proportion(sums(trials, made.sum(axis=1)), t))
    for name, values in (("points", points), ("against_pass", points - walls["passing"])):
        estimate = ratio(sums(trials, (which * values).sum(axis=1)), t)
        row |= columns(name, _believed(estimate, made))
    return row


def _auction(study: Study, walls: NDArray[np.void], left_out: dict[str, tuple[int, int]]) -> pd.DataFrame:
    rows: list[dict[str, Any]] = []
    bid = walls["rank"] >= 0
    t = student(study.confidence, len(walls) - 1)
    rare_rows = rare_walls = 0
    found: list[int | None] = [None, *np.unique(walls["rank"][bid]).tolist()]
    for rank in found:
        for name, seats in _seats():
            there = bid & np.isin(walls["declarer"], seats)
            if rank is not None:
                there &= walls["rank"] == rank
            part = walls[there]
            if len(part) < MIN_CLUSTERS:
                rare_rows += len(part) > 0
                rare_walls += len(part) if name != ALL else 0
                continue
            share = proportion(sums(np.ones(len(walls)), there.astype(float)), t)
            contract = None if rank is None else Contract.from_rank(rank)
            row = {
                "seat": name,
                "contract": ALL if contract is None else str(contract),
                "level": 0 if contract is None else contract.level,
                "mode": ALL if contract is None else contract.mode.key,
                "walls": len(part),
            }
            made, points, big, passing = (
                part[each].astype(float)[:, None]
                for each in ("won", "bid_points", "bid_big_points", "pass_points")
            )
            rows.append(row | columns("share", share) | _outcome(study, made, points, big, passing))
    left_out["auction"] = (rare_rows, rare_walls)
    return pd.DataFrame(rows) if rows else pd.DataFrame(columns=["seat", "contract", "level", "mode"])
