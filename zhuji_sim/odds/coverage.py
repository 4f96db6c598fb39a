"""Proof that the printed intervals are right: how many of those of very many hands cover the truth.

``python -m zhuji_sim.odds.coverage --out DIR`` takes situations from the table, has each answered on a small
budget, and then plays some of the rows again on very many fresh deals, which is as good as the truth. A 95 %
interval should cover it in 95 % of them; what the truth itself is off is allowed for.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Z95, Estimate, wilson
from zhuji_sim.batches import Table, seat_table
from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.arms import FORCE, TAKE
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.deal import start_deal
from zhuji_sim.engine.state import new_states
from zhuji_sim.errors import RulesError, Stopped, ZhujiError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import parse_tiles
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_DEALS, check_whole
from zhuji_sim.runner.files import write_atomic

from .answer import Answer, Asked, answer
from .at_table import situation_at
from .estimating import Sample, difference, row_estimates
from .parts import RowStudy, study_rows
from .playing import Arm, Dealer
from .screening import FORCED, VIEWS
from .search import STREAM_LENGTH, Budget
from .situation import Choice, Situation

__all__ = ["COVERED", "Intervals", "coverage", "main"]

COVERED: Final = ("make", "hold", "win", "points", "tai", "to_pass", "to_best")
"""Estimates whose intervals are looked at."""
ROWS: Final = 3
"""Rows of an answer that are played again: the best, the pass, and another drawn by lot."""
_TRUTH_STREAM: Final = 32
"""Stream of deals that no answer plays on."""
_MOST_CALLS: Final = 6


@dataclass(frozen=True)
class Intervals(RowStudy):
    """A study of intervals: situations answered, and rows of these played again.

    Attributes
    ----------
    rules : Ruleset
        With bidding.
    policy : Policy
        In all seats.
    hands : int
        Situations: every seat, view, and length of the bidding so far.
    deals : int
        Of an answer.
    times : int
        So many times the deals are the truth.
    seed : int
    """

    rules: Ruleset
    policy: Policy
    hands: int
    deals: int
    times: int
    seed: int

    unit_rows: ClassVar[int] = ROWS
    chunk: ClassVar[int] = 2

    def __post_init__(self) -> None:
        if not self.rules.has_bidding:
            raise RulesError(f"rules {self.rules.preset}: expected rules with bidding")

    @property
    def total_deals(self) -> int:
        """Situations."""
        return self.hands

    def describe(self) -> dict[str, Any]:
        """Everything that decides the rows."""
        return {
            "kind": "odds coverage",
            "rules": self.rules.options(),
            "policy_specs": {"policy": self.policy.spec},
            "hands": self.hands,
            "deals": self.deals,
            "times": self.times,
            "seed": self.seed,
        }

    def rows(self, start: int, stop: int) -> pd.DataFrame:
        """`ROWS` rows for each of these situations, as `_looked_at`."""
        return pd.DataFrame([row for hand in range(start, stop) for row in _looked_at(self, hand)])


def coverage(rows: pd.DataFrame) -> pd.DataFrame:
    """How often intervals cover the truth.

    The truth is an estimate too: ends are moved outward as if their distance to the value and the truth's
    own half-width were those of independent errors.

    Returns
    -------
    DataFrame
        `view` and `estimate` (both also `all`), `intervals`, `covered` (a share) with its Wilson interval,
        `below` and `above`, the shares that lie on that side of the truth, and `plain`, the share that cover
        it as they are printed.
    """
    parts = []
    for name in COVERED:
        part = rows[["view", *(f"{name}{end}" for end in ("", "_low", "_high", "_truth", "_error"))]]
        part = part.set_axis(["view", "value", "low", "high", "truth", "error"], axis=1).dropna()
        parts.append(part.assign(estimate=name))
    ends = pd.concat(parts, ignore_index=True)
    ends = ends[ends["high"] > ends["low"]]
    found = []
    for view in ("all", *VIEWS):
        for name in ("all", *COVERED):
            part = ends[
                ((ends["view"] == view) | (view == "all")) & ((ends["estimate"] == name) | (name == "all"))
            ]
            if len(part):
                found.append({"view": view, "estimate": name} | _covered(part))
    return pd.DataFrame(found)


def _covered(part: pd.DataFrame) -> dict[str, Any]:
    n = len(part)
    noise = Z95 * part["error"]
    low = part["value"] - np.hypot(part["value"] - part["low"], noise)
    high = part["value"] + np.hypot(part["high"] - part["value"], noise)
    below, above = (high < part["truth"]).sum(), (low > part["truth"]).sum()
    covered = n - int(below) - int(above)
    covered_low, covered_high = wilson(covered, n)
    plain = (part["low"] <= part["truth"]) & (part["truth"] <= part["high"])
    return {
        "intervals": n,
        "covered": covered / n,
        "covered_low": float(covered_low),
        "covered_high": float(covered_high),
        "below": below / n,
        "above": above / n,
        "plain": float(plain.mean()),
    }


def _looked_at(study: Intervals, hand: int) -> list[dict[str, Any]]:
    """An answer's best row, its pass, and another: printed intervals, the truth and its error."""
    situation = _situation(study, hand)
    view = VIEWS[hand // 4 % len(VIEWS)]
    four = (study.policy,) * 4
    asked = Asked(four, view, Budget(deals=study.deals), study.seed + hand, opponents=())
    found = answer(situation, asked)
    places = _places(found, np.random.default_rng((study.seed, hand)))
    arms = [_arm(situation, view, found.frame.iloc[place]) for place in places]
    dealer = Dealer(situation, four, asked.seed)
    played = dealer.play(arms, _TRUTH_STREAM * STREAM_LENGTH, study.deals * study.times)
    samples = [Sample(played, i, view) for i in range(len(arms))]
    passing = next(
        (i for i, place in enumerate(places) if found.frame["contract"].iloc[place] == "pass"), None
    )
    rows = []
    for i, place in enumerate(places):
        truth = row_estimates(samples[i])
        if place != found.best:
            truth["to_best"] = difference(samples[places.index(found.best)], samples[i])[0]
        if passing is not None and i != passing:
            truth["to_pass"] = difference(samples[i], samples[passing])[0]
        rows.append({"hand": hand, "view": view} | _row(situation, found, place, truth))
    empty = {key: np.nan if isinstance(value, float) else value for key, value in rows[0].items()}
    return rows + [empty] * (ROWS - len(rows))


def _arm(situation: Situation, view: str, row: "pd.Series[Any]") -> Arm:
    """What a row of an answer plays out."""
    if row["contract"] == "pass":
        return Arm(TAKE)
    rank, kinds = Contract.parse(row["contract"]).rank, tuple(parse_tiles(row["caishen"]))
    if situation.choice == Choice.NAME:
        return Arm(TAKE, int(Action.SOLO if len(kinds) == 1 else Action.DUAL) + kinds[0], rank, kinds)
    if view == FORCED:
        return Arm(FORCE, 0, rank, kinds)
    return Arm(TAKE, int(Action.BID) + rank, rank, kinds)


def _places(found: Answer, lot: np.random.Generator) -> list[int]:
    contracts = found.frame["contract"].tolist()
    chosen = [found.best]
    if "pass" in contracts and contracts.index("pass") != found.best:
        chosen.append(contracts.index("pass"))
    rest = [place for place in range(len(contracts)) if place not in chosen]
    lot.shuffle(rest)
    return [*chosen, *rest][:ROWS]


def _row(situation: Situation, found: Answer, place: int, truth: dict[str, Estimate]) -> dict[str, Any]:
    printed = found.frame.iloc[place]
    row: dict[str, Any] = {
        "seat": situation.seat,
        "calls": len(situation.auction),
        "contract": printed["contract"],
        "caishen": printed["caishen"],
        "effective": float(printed["effective"]),
        "unlikely": int(found.unlikely),
    }
    for name in COVERED:
        for end in ("", "_low", "_high"):
            row[name + end] = float(printed[name + end]) if name in truth else np.nan
        known = truth.get(name)
        sign = -1.0 if name == "to_best" else 1.0
        row[f"{name}_truth"] = sign * float(known.value) if known is not None else np.nan
        row[f"{name}_error"] = float(known.high - known.low) / (2 * Z95) if known is not None else np.nan
    return row


def _situation(study: Intervals, hand: int) -> Situation:
    """A decision before the first discard: of each seat in turn, after any number of calls."""
    table, seat = _table(study), hand % 4
    lot = np.random.default_rng((study.seed, hand, 1))
    states = new_states(2)
    deal = hand << 20
    while True:
        state = states[0]
        states[0] = states[1]
        start_deal(state, study.seed, deal, 0, 0, -1, -1, table.rules, table.tables)
        scene, legal = state["scene"], state["legal"]
        wanted = int(lot.integers(_MOST_CALLS))
        while int(scene["phase"]) in (Phase.BID, Phase.NAME_CAISHEN):
            turn = int(scene["seat"])
            if turn == seat and int(scene["auction_length"]) >= wanted and int(legal["count"]) > 1:
                return situation_at(scene, legal, study.rules)
            coin = state["rng"][turn]
            choice = int(
                table.deciders[turn](scene, legal, table.rules, table.tables, table.minds[turn], coin)
            )
            apply(state, int(legal["actions"][choice]), table.rules, table.tables)
        deal += 1


@lru_cache(maxsize=2)
def _table(study: Intervals) -> Table:
    return seat_table(study.rules, (study.policy,) * 4)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows)."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.odds.coverage", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder; the same command goes on in it")
    parser.add_argument("--rules", default="bao", help="a preset with bidding, or a TOML file")
    parser.add_argument("--policy", default="champion", help="in all seats")
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--deals", type=int, default=512, help="of each answer")
    parser.add_argument("--times", type=int, default=50, help="so many times the deals are the truth")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    try:
        for name in ("hands", "deals", "times"):
            check_whole(name, getattr(asked, name), 1, MOST_DEALS)
        check_whole("seed", asked.seed, 0, HIGHEST_SEED)
        study = Intervals(
            rules=Ruleset.of(asked.rules),
            policy=load(asked.policy),
            hands=asked.hands,
            deals=asked.deals,
            times=asked.times,
            seed=asked.seed,
        )
        table = coverage(study_rows(study, asked.out, asked.jobs, _note))
    except ZhujiError as error:
        _note(f"coverage: {error}")
        return 2
    except Stopped as stopped:
        _note(f"coverage: {stopped}")
        return stopped.exit_code
    content = table.to_csv(index=False, float_format="%.5g", lineterminator="\n")
    write_atomic(asked.out / "coverage.csv", content.encode())
    sys.stdout.write(table.to_string(index=False, float_format="%.4f") + "\n")
    return 0


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
