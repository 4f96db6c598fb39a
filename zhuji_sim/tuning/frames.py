"""What a tuning found, as frames: its path, its candidates, the choice and the last estimates."""

from dataclasses import asdict

import pandas as pd

from zhuji_sim.analysis.student import student
from zhuji_sim.tuning.plan import Tuning
from zhuji_sim.tuning.record import Record
from zhuji_sim.tuning.run import CONFIDENCE

__all__ = ["candidates", "choices", "path", "results"]


def path(tuning: Tuning, record: Record) -> pd.DataFrame:
    """A row per generation.

    `generation`, `step` (share of a weight's range), `score` of the mean of the search with its standard
    error `score_error`, its `gain` over the start, the best candidate's `best_gain` (too good, being the
    best), each with its interval, and the mean's weights. Points per deal.
    """
    t = student(CONFIDENCE, tuning.walls - 1)
    rows = []
    for number, each in enumerate(record.generations, 1):
        best = each.gains.index(max(each.gains))
        row = {
            "generation": number,
            "step": each.step,
            **_columns("score", each.mean_score, t * each.mean_error),
            "score_error": each.mean_error,
            **_columns("gain", each.mean_gain, t * each.mean_gain_error),
            **_columns("best_gain", each.gains[best], t * each.gain_errors[best]),
        }
        rows.append(row | _named(tuning, each.mean))
    return pd.DataFrame(rows)


def candidates(tuning: Tuning, record: Record) -> pd.DataFrame:
    """A row per candidate.

    `generation`, `candidate`, `score` with its standard error `score_error`, and `gain` over the start, each
    with its interval (that of a gain is missing where an older version searched), and its weights.
    """
    t = student(CONFIDENCE, tuning.walls - 1)
    rows = []
    for number, each in enumerate(record.generations, 1):
        for place, weights in enumerate(each.candidates):
            row = {
                "generation": number,
                "candidate": place + 1,
                **_columns("score", each.scores[place], t * each.errors[place]),
                "score_error": each.errors[place],
                **_columns("gain", each.gains[place], t * each.gain_errors[place]),
            }
            rows.append(row | _named(tuning, weights))
    return pd.DataFrame(rows)


def choices(tuning: Tuning, record: Record) -> pd.DataFrame:
    """A row for each of the best: `generation`, `candidate` (0: the mean), `gain` with interval, weights."""
    t = student(CONFIDENCE, tuning.check_walls - 1)
    rows = []
    for each in record.choices:
        row = {
            "generation": each.source[0],
            "candidate": each.source[1],
            **_columns("gain", each.gain, t * each.error),
        }
        rows.append(row | _named(tuning, each.weights))
    return pd.DataFrame(rows)


def results(record: Record) -> pd.DataFrame:
    """A row per result, as `Result` has it."""
    return pd.DataFrame([asdict(each) for each in record.results])


def _columns(name: str, value: float, half: float) -> dict[str, float]:
    """A figure with its interval."""
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def _named(tuning: Tuning, weights: list[float]) -> dict[str, float]:
    return {weight.name: value for weight, value in zip(tuning.weights, weights, strict=True)}
