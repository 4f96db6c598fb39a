"""`compare` and `study`: policies compared, in Python."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from zhuji_sim.deals.external import MOVE_SECONDS
from zhuji_sim.duplicate.comparison import plan
from zhuji_sim.duplicate.run import run
from zhuji_sim.duplicate.study import Study
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.runner.simulate import Rules

__all__ = ["compare", "study"]


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
    first_only: bool = False,
    bot_seconds: float = MOVE_SECONDS,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    chunk: int | None = None,
) -> Study:
    """Compare policies in duplicate format, every two of them.

    Each wall is played eight times: with a in every seat among three b, and with b in every seat among three
    a. The unit of all intervals is the wall. Every pair meets the same walls.

    Parameters
    ----------
    policies : sequence of str, Path, Policy or bot
        Two or more: names, TOML files, policies; `rollout`; bots, which are objects with `choose(view,
        legal)` or programs, `bot:COMMAND`. A bot's exception or illegal answer ends its wall, which is left
        out both ways round and told in `Study.faults`.
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
    first_only : bool
        Whether only the first policy meets each of the others, instead of every two.
    bot_seconds : float
        Time limit of each move of a program.
    jobs, backend, scheduler, chunk
        As in `simulate`; nothing depends on them, as long as bots remember nothing. Those in Python are asked
        in this process.

    Returns
    -------
    Study
        Frames of pairs, policies, walls and faults.

    Raises
    ------
    ZhujiError
        Wrong policies, rules, contract or numbers, or a bot that never came to the end of a wall.
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
        first_only=first_only,
        bot_seconds=bot_seconds,
    )
    return run(comparison, jobs=jobs, backend=backend, scheduler=scheduler, chunk=chunk)


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
        `a_tai`, `b_win`, … Look at `left_out` where bots take part.

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
        pairs = pairs.merge(
            rates.add_prefix(f"{who}_"),
            how="left",
            left_on=[who, against],
            right_on=[f"{who}_policy", f"{who}_against"],
        ).drop(columns=[f"{who}_policy", f"{who}_against"])
    return pairs
