"""Which policy in the seats serves the odds better: the one that plays best, or one that plays faster.

``python -m zhuji_sim.odds.serving --out DIR`` answers situations from the table with either in all seats, on
as many deals, and once on very many with the one that plays best, which is taken for the truth. A faster
policy has more deals in the same time, so that its figures scatter less; but they are those of other players.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import thread_time
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Z95
from zhuji_sim.errors import RulesError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import MOST_DEALS, check_whole

from .answer import Answer, answer
from .asked import Asked
from .commands import options, tabled
from .intervals import Intervals, situation_of
from .parts import RowStudy
from .search import Budget

__all__ = ["Serving", "main", "served"]

JUDGED: Final = ("make", "to_pass")
"""Figures of the best bid that are held against the truth."""
DRAWN: Final = 1_000
"""Draws of a bootstrap."""
Figure = Callable[[pd.DataFrame], float]


@dataclass(frozen=True)
class Serving(RowStudy):
    """Answers of two policies to the same situations, and of the first on many times the deals.

    Attributes
    ----------
    rules : Ruleset
        With bidding.
    policies : two Policy
        The first is the one whose answers are the truth.
    hands, deals, times, seed : int
        Situations; deals of an answer; so many times of them are the truth.
    """

    rules: Ruleset
    policies: tuple[Policy, Policy]
    hands: int
    deals: int
    times: int
    seed: int

    unit_rows: ClassVar[int] = 2
    chunk: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if not self.rules.has_bidding:
            raise RulesError(f"rules {self.rules.preset}: expected rules with bidding")

    @property
    def total_deals(self) -> int:
        """Situations."""
        return self.hands

    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows but their seconds."""
        return {
            "kind": "odds serving",
            "rules": self.rules.options(),
            "policy_specs": {policy.name: policy.spec for policy in self.policies},
            "hands": self.hands,
            "deals": self.deals,
            "times": self.times,
            "seed": self.seed,
        }

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """A row for each of these situations and each policy."""
        return pd.DataFrame([row for hand in range(start, stop) for row in self._of(hand)])

    def _of(self, hand: int) -> list[dict[str, Any]]:
        best_players = self.policies[0]
        at = situation_of(Intervals(self.rules, best_players, self.hands, self.deals, 1, self.seed), hand)

        def found(policy: Policy, deals: int, seed: int) -> tuple[Answer, float]:
            began = thread_time()
            asked = Asked((policy,) * 4, budget=Budget(deals=deals), seed=seed, opponents=())
            return answer(at, asked), thread_time() - began

        truth = found(best_players, self.deals * self.times, self.seed + 2 * hand)[0].frame
        judged = truth[truth["contract"] != "pass"].head(1)
        rows = []
        for policy in self.policies:
            told, seconds = found(policy, self.deals, self.seed + 2 * hand + 1)
            row: dict[str, Any] = {"hand": hand, "policy": policy.name, "seconds": seconds}
            same = told.frame[told.frame["contract"].isin(judged["contract"])]
            for name in JUDGED:
                known = len(same) > 0
                row[f"{name}_truth"] = float(judged[name].iloc[0])
                row[name] = float(same[name].iloc[0]) if known else np.nan
                ends = float((same[f"{name}_high"] - same[f"{name}_low"]).iloc[0]) if known else np.nan
                row[f"{name}_error"] = ends / (2 * Z95)
            advised = truth[truth["contract"] == told.frame["contract"].iloc[told.best]]
            row["lost"] = -float(advised["to_best"].fillna(0.0).iloc[0]) if len(advised) else np.nan
            rows.append(row)
        return rows


def served(rows: pd.DataFrame) -> pd.DataFrame:
    """How far either policy's figures are from the truth, in the time the first one takes.

    Returns
    -------
    DataFrame
        A row for each policy and figure: `figure`, `value`, `low`, `high` (95 %; the unit is the situation).
        `seconds` an answer took; `lost`, points that its advice costs, by the truth; for each of `JUDGED`
        (`make` in points of per cent) `_off`, the root of the mean squared difference to the truth that the
        answer's own error does not explain, and `_both`, the same with that error as it would be had it
        played as long as the first policy.
    """
    first = float(rows[rows["policy"] == rows["policy"].iloc[0]]["seconds"].mean())
    found = []
    for policy, part in rows.groupby("policy", sort=False):
        faster = first / float(part["seconds"].mean())
        figures: dict[str, Figure] = {
            "seconds": lambda of: float(of["seconds"].mean()),
            "lost": lambda of: float(of["lost"].mean()),
        }
        for name, unit in zip(JUDGED, (100.0, 1.0), strict=True):
            figures[f"{name}_off"] = partial(_off, name=name, unit=unit, kept=0.0)
            figures[f"{name}_both"] = partial(_off, name=name, unit=unit, kept=1 / faster)
        for name, figure in figures.items():
            low, high = _ends(part, figure)
            found.append({"policy": policy, "figure": name, "value": figure(part), "low": low, "high": high})
    return pd.DataFrame(found)


def _off(rows: pd.DataFrame, name: str, unit: float, kept: float) -> float:
    """Root mean squared difference to the truth, of whose chance part this share is kept."""
    known = rows.dropna(subset=[name, f"{name}_error"])
    own = float((known[f"{name}_error"] ** 2).mean())
    off = float(((known[name] - known[f"{name}_truth"]) ** 2).mean()) - own
    return unit * float(np.sqrt(max(off, 0.0) + kept * own))


def _ends(rows: pd.DataFrame, figure: Figure) -> tuple[float, float]:
    """Ends of a 95 % interval by drawing situations again (percentile bootstrap)."""
    lot = np.random.default_rng(len(rows))
    drawn = [figure(rows.iloc[lot.integers(len(rows), size=len(rows))]) for _ in range(DRAWN)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows)."""
    parser = options("serving", __doc__, "a preset with bidding")
    parser.add_argument("--policies", nargs=2, default=["champion", "quick"], help="the first is the truth")
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--deals", type=int, default=512, help="of each answer")
    parser.add_argument("--times", type=int, default=16, help="so many times the deals are the truth")
    asked = parser.parse_args(arguments)

    def study() -> Serving:
        for name in ("hands", "deals", "times"):
            check_whole(name, getattr(asked, name), 1, MOST_DEALS)
        best, fast = (load(name) for name in asked.policies)
        rules = Ruleset.of(asked.rules)
        return Serving(rules, (best, fast), asked.hands, asked.deals, asked.times, asked.seed)

    return tabled("serving", asked, study, lambda _, rows: served(rows), shown="%.4g")


if __name__ == "__main__":
    sys.exit(main())
