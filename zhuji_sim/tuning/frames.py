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
    error `score_error`, its `gain` over the start with interval, the best candidate's `best_gain` (too good,
    being the best), and the mean's weights. Points per deal.
    """
    t = student(CONFIDENCE, tuning.walls - 1)
    rows = []
    for number, each in enumerate(record.generations, 1):
        half = t * each.mean_gain_error
        row = {
            "generation": number,
            "step": each.step,
            "score": each.mean_score,
            "score_error": each.mean_error,
            "gain": each.mean_gain,
            "gain_low": each.mean_gain - half,
            "gain_high": each.mean_gain + half,
            "best_gain": max(each.gains),
        }
        rows.append(row | _named(tuning, each.mean))
    return pd.DataFrame(rows)


def candidates(tuning: Tuning, record: Record) -> pd.DataFrame:
    """A row per candidate: `generation`, `candidate`, `score`, `score_error`, `gain` and its weights."""
    rows = []
    for number, each in enumerate(record.generations, 1):
        for place, weights in enumerate(each.candidates):
            row = {
                "generation": number,
                "candidate": place + 1,
                "score": each.scores[place],
                "score_error": each.errors[place],
                "gain": each.gains[place],
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
            "gain": each.gain,
            "gain_low": each.gain - t * each.error,
            "gain_high": each.gain + t * each.error,
        }
        rows.append(row | _named(tuning, each.weights))
    return pd.DataFrame(rows)


def results(record: Record) -> pd.DataFrame:
    """A row per result, as `Result` has it."""
    return pd.DataFrame([asdict(each) for each in record.results])


def _named(tuning: Tuning, weights: list[float]) -> dict[str, float]:
    return {weight.name: value for weight, value in zip(tuning.weights, weights, strict=True)}
