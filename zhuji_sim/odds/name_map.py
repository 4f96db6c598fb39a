"""What a contract is worth under every caishen there can be for it."""

from typing import Any, Final

import pandas as pd

from zhuji_sim.engine.arms import FORCE
from zhuji_sim.rules.contracts import Contract

from .asked import Asked
from .estimating import row_estimates
from .playing import Arm, Dealer
from .rows import caishen_text, columns
from .samples import Sample
from .screening import FORCED, names_of
from .search import STREAM_LENGTH
from .situation import Situation
from .stakes import stakes_of

__all__ = ["MAP_DEALS", "name_map"]

MAP_DEALS: Final = 192
MAP_STREAM: Final = 16


def name_map(situation: Situation, asked: Asked, contract: Contract) -> pd.DataFrame:
    """What a contract is worth under every caishen there can be for it.

    Every set is played over the same deals, the contract held without an auction (view "forced").

    Returns
    -------
    DataFrame
        `caishen`, `first`, `second` (kinds, -1 without), `held` (copies in hand), `make` and `points` with
        `…_low` and `…_high`.
    """
    dealer = Dealer(situation, asked.policies, asked.seed, asked.jobs)
    names = names_of(situation.rules, contract.mode)
    arms = [Arm(FORCE, rank=contract.rank, caishen=name) for name in names]
    played = dealer.play(arms, MAP_STREAM * STREAM_LENGTH, MAP_DEALS)
    stakes = stakes_of(situation, contract.rank)
    rows = []
    for place, name in enumerate(names):
        estimates = row_estimates(Sample(played, place, FORCED, stakes))
        first, second = (*name, -1, -1)[:2]
        row: dict[str, Any] = {"caishen": caishen_text(name), "first": first, "second": second}
        row["held"] = sum(situation.hand.count(kind) for kind in name)
        for key in ("make", "points"):
            row |= columns(key, estimates[key])
        rows.append(row)
    return pd.DataFrame(rows)
