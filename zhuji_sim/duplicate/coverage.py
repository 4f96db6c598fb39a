"""Proof that the intervals are right: how many of very many small studies cover the truth.

``python -m zhuji_sim.duplicate.coverage --out DIR`` compares two different policies on very many walls, which
is as good as the truth, and then has them compared again and again in small studies on fresh walls, each
stopped by the rule that ``--until-width`` stops by. A 95 % interval should cover the truth in 95 % of them.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Sums, ratio_error, wilson
from zhuji_sim.duplicate import figures
from zhuji_sim.duplicate.comparison import Comparison, plan
from zhuji_sim.duplicate.luck import other_luck
from zhuji_sim.duplicate.players import Players
from zhuji_sim.duplicate.rounds import gather
from zhuji_sim.duplicate.walls import A, B
from zhuji_sim.runner.files import write_json
from zhuji_sim.runner.manifest import versions

__all__ = ["coverage", "truth"]

_PIECE: Final = 20_000
"""Walls played at a time."""
_POINTS: Final = ("points_per_deal", "a_alone", "b_alone", "adjusted")
_SIDES: Final = ((A, "a"), (B, "b"))

Figures = dict[str, tuple[float, float, float]]
"""Value, low and high end by the name of the figure."""


def truth(comparison: Comparison, jobs: int = 1) -> pd.DataFrame:
    """Points and rates of a pair over all its walls, in memory that does not grow.

    Returns
    -------
    pandas.DataFrame
        `truth` and its standard error `error`, by the name of the figure.
    """
    sums: dict[str, NDArray[np.float64]] = {}
    players = Players(comparison.pairs, jobs=jobs)
    for start in range(0, comparison.walls, _PIECE):
        walls = players.play([0], start, min(start + _PIECE, comparison.walls))[0]
        for name, parts in _parts(walls):
            sums[name] = sums.get(name, np.zeros(len(Sums._fields))) + np.array(parts, float)
    rows = {name: Sums(*part) for name, part in sums.items()}
    table = pd.DataFrame(
        {name: {"truth": part.y / part.x, "error": float(ratio_error(part))} for name, part in rows.items()}
    ).T
    table.loc["adjusted"] = table.loc["points_per_deal"]
    return table


def coverage(comparison: Comparison, known: pd.DataFrame, studies: int, jobs: int = 1) -> pd.DataFrame:
    """Have a pair compared again and again on fresh walls, and count how often the truth is covered.

    Parameters
    ----------
    comparison : Comparison
        What each study is asked, on a seed that the truth has not seen.
    known : DataFrame
        What `truth` gave.
    studies : int
        How many.

    Returns
    -------
    pandas.DataFrame
        A row per figure: `truth`, `error`, `studies` (those that could estimate it), `covered` (a share of
        them) with its Wilson interval, `below` and `above` (shares whose interval lies on that side of the
        truth), and `walls`, the mean of a study.
    """
    stream = _Stream(comparison, jobs)
    found: list[Figures] = []
    walls_used = 0
    for number in range(studies):
        walls = gather([0], comparison.stopping, lambda _, start, stop: {0: stream.take(stop - start)})[0]
        walls_used += len(walls)
        others = other_luck(comparison.rules, comparison.seed + 1 + number, len(walls))
        found.append(_figures(walls, others, comparison.confidence))
    rows = []
    for name, value, error in zip(known.index, known["truth"], known["error"]):
        ends = np.array([study[name] for study in found])
        ends = ends[np.isfinite(ends).all(axis=1)]
        if not len(ends):
            continue
        below, above = ends[:, 2] < value, ends[:, 1] > value
        covered = len(ends) - int(below.sum()) - int(above.sum())
        low, high = wilson(covered, len(ends))
        rows.append(
            {
                "figure": name,
                "truth": value,
                "error": error,
                "studies": len(ends),
                "covered": covered / len(ends),
                "covered_low": float(low),
                "covered_high": float(high),
                "below": below.mean(),
                "above": above.mean(),
                "walls": walls_used / studies,
            }
        )
    return pd.DataFrame(rows)


class _Stream:
    """Fresh walls of a pair, as many as are asked for, each given once."""

    def __init__(self, comparison: Comparison, jobs: int) -> None:
        self._players = Players(comparison.pairs, jobs=jobs)
        self._held: list[NDArray[np.void]] = []
        self._left = self._played = 0

    def take(self, count: int) -> NDArray[np.void]:
        while self._left < count:
            self._held.append(self._players.play([0], self._played, self._played + _PIECE)[0])
            self._played, self._left = self._played + _PIECE, self._left + _PIECE
        held = np.concatenate(self._held)
        self._held, self._left = [held[count:]], self._left - count
        return held[:count]


def _parts(walls: NDArray[np.void]) -> Iterator[tuple[str, Sums]]:
    """Sums of every figure that the truth is wanted of."""
    one = np.ones(len(walls))
    yield "points_per_deal", figures.sums(one, figures.points(walls))
    for side, who in _SIDES:
        yield f"{who}_alone", figures.sums(one, figures.alone(walls, side))
        for name, (trials, hits) in figures.counted(walls, side).items():
            if trials.any():
                yield f"{who}_{name}", figures.sums(trials, hits)


def _figures(walls: NDArray[np.void], others: NDArray[np.void], confidence: float) -> Figures:
    """What a study says of them."""
    row = figures.points_row(walls, others, confidence)
    row |= {f"points_per_deal_{end}": row[end] for end in ("low", "high")}
    found = {name: (row[name], row[f"{name}_low"], row[f"{name}_high"]) for name in _POINTS}
    for side, who in _SIDES:
        for name, (value, low, high) in figures.rates(walls, side, confidence).items():
            found[f"{who}_{name}"] = float(value), float(low), float(high)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Write `coverage.csv` and `manifest.json` into a folder."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.duplicate.coverage", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--policies", nargs=2, default=["tai", "speed"])
    parser.add_argument("--rules", default="bao")
    parser.add_argument("--truth-walls", type=int, default=1_000_000)
    parser.add_argument("--studies", type=int, default=2000)
    parser.add_argument("--until-width", type=float, default=1.0)
    parser.add_argument("--deals", type=int, default=200_000, help="the most of a study")
    parser.add_argument("--seed", type=int, default=1, help="of the truth; the studies have the next one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    whole = plan(asked.policies, seed=asked.seed, rules=asked.rules, walls=asked.truth_walls)
    small = plan(
        asked.policies, asked.deals, asked.seed + 1, rules=asked.rules, until_width=asked.until_width
    )
    table = coverage(small, truth(whole, asked.jobs), asked.studies, asked.jobs)
    asked.out.mkdir(parents=True, exist_ok=True)
    table.to_csv(asked.out / "coverage.csv", index=False, lineterminator="\n")
    content: dict[str, Any] = {"truth": whole.describe(), "studies": asked.studies, "study": small.describe()}
    write_json(asked.out / "manifest.json", content | {"versions": versions()})
    sys.stdout.write(table.to_string(index=False) + "\n")


if __name__ == "__main__":
    main()
