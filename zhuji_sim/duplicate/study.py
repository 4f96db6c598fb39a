"""`compare` and `study`: policies compared, in Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.duplicate import figures
from zhuji_sim.duplicate.comparison import Comparison, plan
from zhuji_sim.duplicate.luck import other_luck
from zhuji_sim.duplicate.players import Players
from zhuji_sim.duplicate.rounds import gather
from zhuji_sim.duplicate.walls import SEATINGS, A, B, frame_of
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.experiment import BACKENDS, MOST_DEALS, MOST_JOBS, check_whole, check_word
from zhuji_sim.runner.simulate import Rules

__all__ = ["Study", "compare", "study", "study_of"]

ENDS: Final = ("width", "deals")
"""How a pair ended: its interval was narrow enough, or all its deals were played."""


@dataclass(frozen=True)
class Study:
    """What a comparison gave.

    A figure `f` has its interval in `f_low` and `f_high`; the points per deal have theirs in `low` and
    `high`. What could not be estimated is missing.

    Attributes
    ----------
    comparison : Comparison
        What was asked.
    pairs : pandas.DataFrame
        A row per pair: `a`, `b`, `walls`, `deals`; `points_per_deal` = (`a_alone` - `b_alone`) / 2, where
        `a_alone` is the mean of one a among three b and `b_alone` that of one b among three a;
        `points_from_big_wins`, the part of the points per deal that comes from deals won with 8 tai or more;
        `fewer_deals`, how many times fewer deals this took than as many seatings on walls of their own would;
        `adjusted`, the points per deal less the luck of the deal, `adjusted_gain`, how many times smaller
        that makes the variance, and `adjusted_gain_independent`, the same for deals on walls of their own;
        `ended`: `width` or `deals`.
    policies : pandas.DataFrame
        A row per policy and opponent: `policy`, `against`, `deals` in which it sat alone among three
        opponents, and of these deals `points` per deal, the rates `win`, `deal_in`, `declared` (of contracts
        by auction) and `made` (of contracts held), and `tai`, the mean tai of its wins.
    walls : pandas.DataFrame
        A row per pair and wall: `a`, `b`, `wall`, `points_per_deal`, `a_alone`, `b_alone`, and the sums they
        are made of (`walls.frame_of`).
    """

    comparison: Comparison
    pairs: pd.DataFrame
    policies: pd.DataFrame
    walls: pd.DataFrame


def study(
    policies: Sequence[Any],
    deals: int | None = None,
    seed: int = 1,
    rules: Rules = "bao",
    contract: Contract | str | int | None = None,
    declarer: str | None = None,
    *,
    walls: int | None = None,
    draws: str = "lanes",
    until_width: float | None = None,
    confidence: float = 0.95,
    jobs: int = 1,
    backend: str = "loky",
    chunk: int | None = None,
) -> Study:
    """Compare policies in duplicate format, every two of them.

    Each wall is played eight times: with a in every seat among three b, and with b in every seat among three
    a. The unit of all intervals is the wall. Every pair meets the same walls.

    Parameters
    ----------
    policies : sequence of str, Path or Policy
        Two or more: names, TOML files, policies.
    deals : int, optional
        Deals of each pair, made up to whole walls of eight. Without `walls` too, 10,000; where `until_width`
        is set, this is the most that is played, 2,000,000 if missing.
    seed : int
        With a wall's index it fixes its tiles and every coin.
    rules : Ruleset, str, Path or mapping
        A ruleset, a preset's name, a TOML file, or options.
    contract, declarer : optional
        A forced contract such as `独2` and the seat that holds it (`E` if missing), which the lone player
        takes in one of four seatings. Without, the auction decides.
    walls : int, optional
        Walls of each pair, instead of `deals`.
    draws : str
        `lanes`, a share of the wall for each seat, which keeps the eight deals alike for longer, or `wall`.
    until_width : float, optional
        Stop a pair when the interval of its points per deal is at most that wide, in points. This is looked
        at after whole rounds of walls in index order only, so the result depends on neither `jobs` nor speed.
    confidence : float
        That of all intervals.
    jobs, backend, chunk
        As in `simulate`; nothing depends on them.

    Returns
    -------
    Study
        Frames of pairs, policies and walls.

    Raises
    ------
    ZhujiError
        Wrong policies, rules, contract or numbers.
    """
    comparison = plan(
        policies,
        deals,
        seed,
        rules,
        contract,
        declarer,
        walls=walls,
        draws=draws,
        until_width=until_width,
        confidence=confidence,
    )
    check_whole("jobs", jobs, 1, MOST_JOBS)
    check_word("backend", backend, BACKENDS)
    if chunk is not None:
        check_whole("chunk", chunk, 1, MOST_DEALS)
    players = Players(comparison.pairs, jobs=jobs, backend=backend, chunk=chunk)
    return study_of(comparison, gather(range(len(comparison.pairs)), comparison.stopping, players.play))


def compare(policies: Sequence[Any], deals: int | None = None, **options: Any) -> pd.DataFrame:
    """Compare policies in duplicate format: a row per pair.

    Parameters
    ----------
    policies, deals, **options
        As in `study`, which also gives the walls and a frame by policy.

    Returns
    -------
    pandas.DataFrame
        `Study.pairs`, with each policy's rates beside it: `a_win`, `a_deal_in`, `a_declared`, `a_made`,
        `a_tai`, `b_win`, …

    Examples
    --------
    >>> import zhuji_sim as zj
    >>> found = zj.compare(["speed", "random"], walls=500, rules="heping")
    >>> bool(found.loc[0, "low"] > 0)
    True
    """
    found = study(policies, deals, **options)
    rates = found.policies.drop(columns=["deals", "points", "points_low", "points_high"])
    pairs = found.pairs
    for who, against in (("a", "b"), ("b", "a")):
        known = rates.rename(columns=lambda name, who=who: f"{who}_{name}")
        pairs = pairs.merge(
            known,
            how="left",
            left_on=[who, against],
            right_on=[f"{who}_policy", f"{who}_against"],
        ).drop(columns=[f"{who}_policy", f"{who}_against"])
    return pairs


def study_of(comparison: Comparison, played: Mapping[int, NDArray[np.void]]) -> Study:
    """The figures of walls that have been played, by the index of their pair."""
    confidence, stopping = comparison.confidence, comparison.stopping
    others = other_luck(comparison.rules, comparison.seed, max(len(walls) for walls in played.values()))
    pairs, policies, frames = [], [], []
    for pair in comparison.pairs:
        walls = played[pair.index]
        a, b = pair.names
        pairs.append(
            {"a": a, "b": b, "walls": len(walls), "deals": SEATINGS * len(walls)}
            | figures.points_row(walls, others, confidence)
            | {"ended": ENDS[0] if stopping.narrow(walls) else ENDS[1]}
        )
        for side, policy, against in ((A, a, b), (B, b, a)):
            row = {"policy": policy, "against": against, "deals": len(SEATS) * len(walls)}
            row |= figures.columns("points", figures.mean(figures.alone(walls, side), confidence))
            for name, estimate in figures.rates(walls, side, confidence).items():
                row |= figures.columns(name, estimate)
            policies.append(row)
        frame = frame_of(walls)
        frame.insert(1, "points_per_deal", figures.points(walls))
        frame.insert(2, "a_alone", figures.alone(walls, A))
        frame.insert(3, "b_alone", figures.alone(walls, B))
        frame.insert(0, "a", a)
        frame.insert(1, "b", b)
        frames.append(frame)
    return Study(
        comparison, pd.DataFrame(pairs), pd.DataFrame(policies), pd.concat(frames, ignore_index=True)
    )
