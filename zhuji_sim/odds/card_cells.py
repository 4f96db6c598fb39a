"""The cells of a card: what a choice brings with so many tiles missing and so many caishen held.

Cells with few hands are pooled with a neighbour. So are neighbours in the wrong order (a nearer hand, or one
with more caishen, that seems to bring less), unless the figures say clearly that it is no accident: pooling
adjacent violators (Ayer et al. 1955, Ann. Math. Statist. 26:641) on a grid.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Sums, mean, proportion, wilson
from zhuji_sim.engine.counted import READY, SURE
from zhuji_sim.rules.contracts import Mode
from zhuji_sim.rules.ruleset import Ruleset

from .card_points import AT_ONCE, BID, CHANCE, Points, choices_of, kind_of

__all__ = ["CLOSE", "DO", "DONT", "FEWEST_HANDS", "Advice", "advised", "cells_of", "grid_groups"]

FEWEST_HANDS: Final = 100
"""Hands that a figure on the card rests on at least, where there are so many."""
ACCIDENT: Final = 3.0
"""Standard errors up to which neighbours in the wrong order are an accident; many pairs are looked at."""
DO: Final = "bid"
"""The interval lies above zero."""
DONT: Final = "pass"
"""The interval lies below zero."""
CLOSE: Final = "close"

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Shape(NamedTuple):
    """Rows and columns of a block: the fewest and the most that have one of their own."""

    missing: tuple[int, int]
    held: tuple[int, int]


def shape_of(kind: str, mode: Mode, *, once: bool = False) -> Shape:
    """Rows and columns of the blocks of a card; `once`: columns are READY and SURE."""
    if once:
        return Shape((1, 1), (READY, SURE))
    if kind == CHANCE:
        return Shape((1, 6), (0, 4))
    if mode == Mode.NONE:
        return Shape((1, 6), (0, 0))
    return Shape((1, 6), (1, 4 if kind == BID or mode == Mode.SOLO else 5))


def cells_of(rules: Ruleset, sample: Points, fewest: int = FEWEST_HANDS) -> pd.DataFrame:
    """Estimate every cell.

    Parameters
    ----------
    rules : Ruleset
    sample : Points
    fewest : int
        Hands below which a cell is pooled.

    Returns
    -------
    DataFrame
        `block` (a contract, a mode of caishen, or `deal`; with `!` for hands that may win before anybody
        draws), `dealer`, `missing`, `held` (the last row and column mean so many or more, the first row so
        many or fewer; READY or SURE in blocks with `!`), `hands` of the cell itself, `pooled` (hands behind
        the figures), `group` (cells of a block with the same number share their figures; none do with `!`),
        `points` with `_low` and `_high` (of bidding less those of passing; of the deal where nothing is bid,
        and with `!`, as who passes such a hand is played by one who bids it later), `make` with `_low` and
        `_high` (share of the deals held that were made; of all deals won where there is no contract to get)
        and `advice` (`bid`, `pass`, `close`; `-` where nothing is bid).
    """
    kind = kind_of(rules)
    blocks: dict[tuple[str, Shape], list[int]] = {}
    for q, choice in enumerate(choices_of(rules)):
        shape = shape_of(kind, choice.mode, once=choice.once)
        blocks.setdefault((choice.block, shape), []).append(q)
    tables = []
    for (name, shape), places in blocks.items():
        once = name.endswith(AT_ONCE)
        for dealer in (True, False):
            seats = (sample.points["seat"] == 0) == dealer
            counts = sample.counts[:, places]
            chosen = (counts["open"] == 1) & seats[:, None]
            values = counts["points"].astype(float)
            if kind == BID and not once:
                values -= sample.points["passing"][:, None]
            if chosen.any():
                table = _block(shape, counts[chosen], values[chosen], 0 if once else fewest)
                if once:
                    _by_chance(table, counts[chosen], counts[counts["open"] == 1])
                table.insert(0, "dealer", dealer)
                table.insert(0, "block", name)
                tables.append(table)
    found = pd.concat(tables, ignore_index=True)
    advice = np.where(found["points_low"] > 0, DO, np.where(found["points_high"] < 0, DONT, CLOSE))
    found["advice"] = advice if kind == BID else "-"
    return found


class Advice(NamedTuple):
    """What the card says at each decision.

    `choice`: place in `choices_of`, -1 for a pass; `value`: points by the card, 0 for a pass.
    """

    choice: Ints
    value: Floats


def advised(rules: Ruleset, cells: pd.DataFrame, sample: Points) -> Advice:
    """Follow the card: of the choices that are open and advised, the one with the highest figure."""
    kind = kind_of(rules)
    best = np.zeros(len(sample.points)) if kind == BID else np.full(len(sample.points), -np.inf)
    chosen = np.full(len(sample.points), -1)
    dealer = sample.points["seat"] == 0
    for q, choice in enumerate(choices_of(rules)):
        shape = shape_of(kind, choice.mode, once=choice.once)
        counts = sample.counts[:, q]
        at = _places(shape, counts)
        for dealing in (True, False):
            block = cells[(cells["block"] == choice.block) & (cells["dealer"] == dealing)]
            if block.empty:
                continue
            value = block["points"].to_numpy()[at]
            if kind == BID:
                value = np.where(block["advice"].to_numpy()[at] == DO, value, -np.inf)
            better = (counts["open"] == 1) & (dealer == dealing) & (value > best)
            best[better], chosen[better] = value[better], q
    return Advice(chosen, np.where(chosen >= 0, best, 0.0))


def grid_groups(hands: Ints, total: Floats, squares: Floats, fewest: int) -> Ints:
    """Which cells of a grid are pooled: a number for each, the same for those that share their figures.

    Parameters
    ----------
    hands, total, squares : arrays[rows, columns]
        Number, sum and sum of squares of what was found; rows from the nearest hand on, columns from the
        fewest caishen on, so that figures should fall along a column and rise along a row.
    fewest : int
        Hands below which a cell is pooled; 0: nothing is.
    """
    groups = np.arange(hands.size).reshape(hands.shape)
    while fewest and len(np.unique(groups)) > 1:
        pair = _scarce(groups, hands, fewest) or _disordered(groups, hands, total, squares)
        if pair is None:
            break
        groups[groups == max(pair)] = min(pair)
    return np.unique(groups, return_inverse=True)[1].reshape(hands.shape)


def _scarce(groups: Ints, hands: Ints, fewest: int) -> tuple[int, int] | None:
    """The group with fewest hands, if they are too few, and the smallest of its neighbours.

    Neighbours with as many tiles missing come first: caishen held matter less than tiles missing.
    """
    sizes = {int(group): int(hands[groups == group].sum()) for group in np.unique(groups)}
    least = min(sizes, key=lambda group: (sizes[group], group))
    if sizes[least] >= fewest:
        return None
    for across in (True, False):
        near = {
            other
            for one, two in _neighbours(groups, across)
            for other in (one, two)
            if least in (one, two) and other != least
        }
        if near:
            return least, min(near, key=lambda group: (sizes[group], group))
    return None


def _disordered(groups: Ints, hands: Ints, total: Floats, squares: Floats) -> tuple[int, int] | None:
    """The two neighbours that are most in the wrong order, where that may be an accident."""
    found: dict[int, tuple[float, float]] = {}
    for group in np.unique(groups):
        here = groups == group
        n, s, ss = hands[here].sum(), total[here].sum(), squares[here].sum()
        found[int(group)] = (s / n, max(ss / n - (s / n) ** 2, 0) / n)
    worst, pair = 0.0, None
    for across in (True, False):
        for one, two in _neighbours(groups, across):
            better, worse = (two, one) if across else (one, two)
            lack = found[worse][0] - found[better][0]
            error = np.sqrt(found[worse][1] + found[better][1])
            if worst < lack <= ACCIDENT * error:
                worst, pair = lack, (better, worse)
    return pair


def _neighbours(groups: Ints, across: bool) -> list[tuple[int, int]]:
    """Groups that touch along a row (fewer caishen first) or along a column (the nearer first)."""
    one, two = (groups[:, :-1], groups[:, 1:]) if across else (groups[:-1], groups[1:])
    pairs = zip(one.ravel().tolist(), two.ravel().tolist(), strict=True)
    return sorted({(a, b) for a, b in pairs if a != b})


def _places(shape: Shape, counts: NDArray[Any]) -> Ints:
    """The cell of each count, row by row."""
    row = np.clip(counts["missing"].astype(int), *shape.missing) - shape.missing[0]
    column = np.clip(counts["held"].astype(int), *shape.held) - shape.held[0]
    return row * (shape.held[1] - shape.held[0] + 1) + column


def _block(shape: Shape, counts: NDArray[Any], values: Floats, fewest: int) -> pd.DataFrame:
    rows, columns = (last - first + 1 for first, last in shape)
    at = _places(shape, counts)

    def summed(weights: NDArray[Any]) -> Floats:
        sums: Floats = np.bincount(at, weights, rows * columns).astype(float)
        return sums

    one = np.ones(len(at))
    hands, total, squares = summed(one), summed(values), summed(values**2)
    held, made = summed(counts["made"]), summed(np.minimum(counts["made"], counts["won"]))
    grid = (rows, columns)
    groups = grid_groups(
        hands.astype(int).reshape(grid), total.reshape(grid), squares.reshape(grid), fewest
    ).ravel()

    def together(each: Floats) -> Floats:
        sums: Floats = np.bincount(groups, each)[groups].astype(float)
        return sums

    n, y, yy = together(hands), together(total), together(squares)
    points = mean(Sums(n, n, y, n, y, yy))
    x, successes = together(held), together(made)
    make = proportion(Sums(x, x, successes, x, successes, successes))
    table = pd.DataFrame(
        {
            "missing": np.repeat(np.arange(shape.missing[0], shape.missing[1] + 1), columns),
            "held": np.tile(np.arange(shape.held[0], shape.held[1] + 1), rows),
            "hands": hands.astype(int),
            "pooled": n.astype(int),
            "group": groups,
        }
    )
    for key, estimate in (("points", points), ("make", make)):
        table[key], table[f"{key}_low"], table[f"{key}_high"] = estimate
    return table


def _by_chance(table: pd.DataFrame, counts: NDArray[Any], everybody: NDArray[Any]) -> None:
    """Points with intervals by the chance to win, for hands too rare, and too much alike, for those of means.

    The ends are those of the chance, with the cell's mean points of a deal won and those of a deal lost by a
    hand of `everybody`.
    """
    lost = everybody["points"][everybody["won"] == 0]
    loss = float(lost.mean()) if len(lost) else np.nan
    ends = []
    for held in table["held"]:
        here = counts["held"] == held
        won = here & (counts["won"] == 1)
        gain = float(counts["points"][won].mean()) if won.any() else loss
        ends.append(
            [float(share) * gain + (1 - float(share)) * loss for share in wilson(won.sum(), here.sum())]
        )
    low, high = np.array(ends).T
    table["points_low"] = np.minimum(low, table["points"])
    table["points_high"] = np.maximum(high, table["points"])
