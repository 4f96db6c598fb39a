"""The answer to one situation: a row for everything the player can do, and what to make of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Estimate
from zhuji_sim.errors import ExperimentError, PolicyError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_JOBS, check_whole

from .estimating import FAILS, Sample, break_even, difference, quantile_of, row_estimates
from .playing import Arm, Dealer, Four, is_pass
from .screening import FORCED, IF_I_BID, VIEWS, groups_of, names_of
from .search import MOST_DEALS, STREAM_LENGTH, Budget, Found, search
from .situation import Situation

__all__ = ["OPPONENTS", "Answer", "Asked", "Opponents", "answer", "name_map"]

OPPONENTS: Final = ("speed", "tai", "champion")
"""Other players that the verdict is tried against, from weak to strong."""
OPPONENT_DEALS: Final = 1_536
OPPONENT_ROWS: Final = 3
OPPONENT_STREAM: Final = 8
MAP_DEALS: Final = 192
MAP_STREAM: Final = 16
FEW_EFFECTIVE: Final = 100.0
"""Effective deals below which the bidding is too unlikely under the policies to say much."""
UNLIKELY: Final = 1e-4
"""Probability, on average over hands, below which the others would hardly have bid so."""
ESTIMATES: Final = (
    "make",
    "at_once",
    "points",
    "to_best",
    "to_pass",
    "break_even",
    "hold",
    "win",
    "tai",
    "points_q05",
    "points_q95",
    *(f"fail_{name}" for name in FAILS),
)
"""Columns that are estimates: each has `…_low` and `…_high` beside it."""


@dataclass(frozen=True)
class Asked:
    """How an answer is to be found.

    Attributes
    ----------
    policies : four Policy
        Who plays the seats, E S W N.
    view : str
        One of `VIEWS`.
    budget : Budget
    seed, jobs : int
    opponents : tuple of str
        Other players of the other seats, against whom the verdict is tried.
    """

    policies: Four
    view: str = IF_I_BID
    budget: Budget = field(default_factory=Budget)
    seed: int = 1
    jobs: int = 1
    opponents: tuple[str, ...] = OPPONENTS

    def __post_init__(self) -> None:
        if self.view not in VIEWS:
            raise ExperimentError(f"view {self.view!r}: expected {', '.join(VIEWS[:-1])} or {VIEWS[-1]}")
        if self.budget.deals is not None:
            check_whole("deals", self.budget.deals, 1, MOST_DEALS)
        if not 0.001 <= self.budget.precision <= 0.5:
            raise ExperimentError(
                f"precision {100 * self.budget.precision:g}: expected 0.1 to 50 points of per cent"
            )
        if self.budget.seconds is not None and not 0 < self.budget.seconds < 1e6:
            raise ExperimentError(f"seconds {self.budget.seconds:g}: expected a time above 0")
        if self.budget.seconds is not None and self.budget.deals is not None:
            raise ExperimentError("deals and seconds: expected one of them")
        check_whole("seed", self.seed, 0, HIGHEST_SEED)
        check_whole("jobs", self.jobs, 1, MOST_JOBS)


@dataclass(frozen=True)
class Opponents:
    """What the verdict is against other players.

    `name`: who plays the other seats; `holds`: True if the chosen row is best there too, None if that cannot
    be told; `rival`: place of the row that is best there, or comes nearest; `lead`: points of the chosen row
    more than that.
    """

    name: str
    holds: bool | None
    rival: int
    lead: Estimate


@dataclass(frozen=True)
class Answer:
    """A situation answered.

    Attributes
    ----------
    situation : Situation
    asked : Asked
    frame : DataFrame
        A row for everything that was played out, the best first: `contract` (`pass`, `2`, …; `-` where there
        is nothing to bid), `caishen` (text), `deals`, `effective`, and for each of `ESTIMATES` the value,
        `…_low` and `…_high`. Shares are of the deals in which the contract is held
        (`make`, `at_once`, which is by 天胡 or 地胡, `tai`, `fail_…`) or of all (`hold`, `win`); where there is
        no contract to get, `make` is the chance to win.
    best : int
        Row of the verdict, chosen on other deals than the frame's.
    deals : int
        For a contender: asking for so many gives the same frame.
    effective : float
        Deals of equal weight that would say as much.
    likelihood : float
        How likely the others bid as they did, on average over the hands they may hold; 1 without bidding.
    conditioned : bool
        Whether hands are weighed by what the others bid.
    opponents : tuple of Opponents
    tai : dict
        Of the best row: share of the held deals by tai won, 0 where it fails.
    seconds : float
    """

    situation: Situation
    asked: Asked
    frame: pd.DataFrame
    best: int
    deals: int
    effective: float
    likelihood: float
    conditioned: bool
    opponents: tuple[Opponents, ...]
    tai: dict[int, float]
    seconds: float

    @property
    def unlikely(self) -> bool:
        """Whether the others' bids are too unlikely under their policies to be relied on."""
        return self.conditioned and (self.effective < FEW_EFFECTIVE or self.likelihood < UNLIKELY)

    def lead(self, rival: int | None = None) -> Estimate:
        """Points of the best row more than another (by default the second)."""
        place = rival if rival is not None else self.second
        row = self.frame.iloc[place]
        return Estimate(
            np.array(-row["to_best"]), np.array(-row["to_best_high"]), np.array(-row["to_best_low"])
        )

    @property
    def second(self) -> int:
        """Row that comes nearest to the best."""
        others = [i for i in range(len(self.frame)) if i != self.best]
        return max(others, key=lambda i: self.frame["to_best"].fillna(-np.inf).iloc[i], default=self.best)

    def document(self) -> dict[str, Any]:
        """Everything as plain values."""
        rows = [
            {
                key: value if isinstance(value, str) else None if pd.isna(value) else _plain(value)
                for key, value in row.items()
            }
            for row in self.frame.to_dict("records")
        ]
        return {
            "hand": "".join(format_tile(kind) for kind in self.situation.hand),
            "seat": SEATS[self.situation.seat],
            "rules": self.situation.rules.preset,
            "policies": [policy.name for policy in self.asked.policies],
            "view": self.asked.view,
            "seed": self.asked.seed,
            "deals": self.deals,
            "effective": round(self.effective, 1),
            "likelihood": self.likelihood,
            "conditioned": self.conditioned,
            "unlikely": self.unlikely,
            "rows": rows,
            "best": {"contract": rows[self.best]["contract"], "caishen": rows[self.best]["caishen"]},
            "opponents": [
                {
                    "policy": each.name,
                    "holds": each.holds,
                    "rival": rows[each.rival]["contract"],
                    "lead": _plain(each.lead.value),
                    "lead_low": _plain(each.lead.low),
                    "lead_high": _plain(each.lead.high),
                }
                for each in self.opponents
            ],
            "tai": {str(tai): share for tai, share in self.tai.items()},
            "seconds": round(self.seconds, 2),
        }


def answer(situation: Situation, asked: Asked) -> Answer:
    """Play a situation out and say what is best.

    Raises
    ------
    PolicyError
        A policy chose no legal action.
    """
    began = perf_counter()
    dealer = Dealer(situation, asked.policies, asked.seed, asked.jobs)
    found = search(dealer, groups_of(situation, asked.view), asked.view, asked.budget)
    samples = [Sample(row.deals, 0, asked.view) for row in found.rows]
    frame = _frame(found.rows, samples, found.best, asked.view)
    order = _order(frame, found.best)
    best = order.index(found.best)
    arms = [found.rows[i].arm for i in order]
    chosen = found.rows[found.best].deals
    weights = chosen.weights
    held = samples[found.best].counted & samples[found.best].held
    return Answer(
        situation=situation,
        asked=asked,
        frame=frame.iloc[order].reset_index(drop=True),
        best=best,
        deals=found.deals,
        effective=chosen.effective,
        likelihood=float(weights.mean()),
        conditioned=dealer.conditioned,
        opponents=tuple(_against(situation, asked, name, arms, best) for name in _others(asked, situation)),
        tai=_tai(samples[found.best], held),
        seconds=perf_counter() - began,
    )


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
    arms = [Arm(kind=2, rank=contract.rank, caishen=name) for name in names]
    played = dealer.play(arms, MAP_STREAM * STREAM_LENGTH, MAP_DEALS)
    rows = []
    for place, name in enumerate(names):
        estimates = row_estimates(Sample(played, place, FORCED))
        first, second = (*name, -1, -1)[:2]
        row: dict[str, Any] = {"caishen": _text(name), "first": first, "second": second}
        row["held"] = sum(situation.hand.count(kind) for kind in name)
        for key in ("make", "points"):
            row |= _columns(key, estimates[key])
        rows.append(row)
    return pd.DataFrame(rows)


def _frame(rows: Sequence[Found], samples: Sequence[Sample], best: int, view: str) -> pd.DataFrame:
    passing = next((i for i, row in enumerate(rows) if is_pass(row.arm)), None)
    table = []
    for i, (found, sample) in enumerate(zip(rows, samples, strict=True)):
        entry: dict[str, Any] = {
            "contract": _contract(found.arm),
            "caishen": _text(found.arm.caishen),
            "deals": len(sample.weights),
            "effective": round(found.deals.effective, 1),
        }
        estimates = row_estimates(sample)
        estimates["to_best"] = _flipped(difference(samples[best], sample)[0]) if i != best else _nothing()
        if passing is not None:
            to_pass = difference(sample, samples[passing])[0] if i != passing else _nothing()
            estimates["to_pass"] = to_pass
            if found.arm.rank >= 0:
                estimates["break_even"] = break_even(sample, samples[passing])
        estimates["points_q05"] = quantile_of(sample, 0.05)
        estimates["points_q95"] = quantile_of(sample, 0.95)
        if is_pass(found.arm):
            for key in ("make", "at_once", "tai", *(f"fail_{name}" for name in FAILS)):
                estimates.pop(key)
        for key in ESTIMATES:
            entry |= _columns(key, estimates.get(key))
        table.append(entry)
    return pd.DataFrame(table)


def _order(frame: pd.DataFrame, best: int) -> list[int]:
    """Rows by points, the chosen one first."""
    points = frame["points"].fillna(-np.inf)
    return sorted(range(len(frame)), key=lambda i: (i != best, -points[i]))


def _others(asked: Asked, situation: Situation) -> list[str]:
    """Opponents that do not already sit in the other seats."""
    there = {policy.name for seat, policy in enumerate(asked.policies) if seat != situation.seat}
    return [name for name in asked.opponents if there != {name}]


def _against(situation: Situation, asked: Asked, name: str, arms: list[Arm], best: int) -> Opponents:
    other = load(name)
    four = [asked.policies[seat] if seat == situation.seat else other for seat in range(len(SEATS))]
    dealer = Dealer(situation, _four(four), asked.seed, asked.jobs)
    places = [i for i in range(len(arms)) if i == best or i < OPPONENT_ROWS or is_pass(arms[i])]
    played = dealer.play([arms[i] for i in places], OPPONENT_STREAM * STREAM_LENGTH, OPPONENT_DEALS)
    samples = [Sample(played, place, asked.view) for place in range(len(places))]
    mine = samples[places.index(best)]
    leads = {i: difference(mine, samples[k])[0] for k, i in enumerate(places) if i != best}
    if not leads:
        return Opponents(name, True, best, _nothing())
    rival = min(leads, key=lambda i: _or_most(leads[i].value))
    lead = leads[rival]
    holds = None if not lead.low * lead.high > 0 else bool(lead.value > 0)
    return Opponents(name, holds, rival, lead)


def _tai(sample: Sample, held: np.ndarray) -> dict[int, float]:
    x = np.where(held, sample.weights, 0.0)
    if not x.any():
        return {}
    tai = np.where(sample.won, sample.tai, 0).astype(int)
    found = np.bincount(tai, x) / x.sum()
    return {int(each): float(found[each]) for each in np.flatnonzero(found)}


def _contract(arm: Arm) -> str:
    if arm.rank >= 0:
        return str(Contract.from_rank(arm.rank))
    return "pass" if is_pass(arm) else "-"


def _text(caishen: Sequence[int]) -> str:
    return "".join(format_tile(kind) for kind in caishen)


def _columns(key: str, found: Estimate | None) -> dict[str, float]:
    if found is None:
        return {key: np.nan, f"{key}_low": np.nan, f"{key}_high": np.nan}
    return {key: float(found.value), f"{key}_low": float(found.low), f"{key}_high": float(found.high)}


def _flipped(found: Estimate) -> Estimate:
    return Estimate(-found.value, -found.high, -found.low)


def _nothing() -> Estimate:
    return Estimate(np.array(0.0), np.array(0.0), np.array(0.0))


def _or_most(value: Any) -> float:
    return float(value) if np.isfinite(value) else np.inf


def _plain(value: Any) -> float | int | None:
    if isinstance(value, int | np.integer):
        return int(value)
    return float(value) if np.isfinite(value) else None


def _four(policies: Sequence[Policy]) -> Four:
    east, south, west, north = policies
    return east, south, west, north


def four_of(policies: str | Path | Policy | Sequence[str | Path | Policy]) -> Four:
    """One policy for all seats, or four for E S W N.

    Raises
    ------
    PolicyError
        Another number, or no such policy.
    """
    given = [policies] * 4 if isinstance(policies, str | Path | Policy) else list(policies)
    if len(given) not in (1, len(SEATS)):
        raise PolicyError(f"{len(given)} policies: expected one for all seats, or four for E S W N")
    return _four([load(each) for each in (given * 4 if len(given) == 1 else given)])
