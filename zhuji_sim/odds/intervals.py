"""Situations from the table answered on a small budget, and some rows of the answers on very many deals."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Z95, Estimate
from zhuji_sim.batches import Table, seat_table
from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.arms import FORCE, TAKE
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.deal import start_deal
from zhuji_sim.engine.state import new_states
from zhuji_sim.errors import RulesError
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import parse_tiles
from zhuji_sim.rules.ruleset import Ruleset

from .answer import Answer, answer
from .asked import Asked
from .at_table import situation_at
from .estimating import difference, row_estimates
from .parts import RowStudy
from .playing import Arm, Dealer
from .samples import Sample
from .screening import FORCED, VIEWS
from .search import STREAM_LENGTH, Budget
from .situation import Choice, Situation

__all__ = ["COVERED", "ROWS", "Intervals", "situation_of"]

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


def _looked_at(study: Intervals, hand: int) -> list[dict[str, Any]]:
    """An answer's best row, its pass, and another: printed intervals, the truth and its error."""
    situation = situation_of(study, hand)
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
        if samples[i].held.all():
            truth.pop("hold")  # nothing to get, or nobody to go over it
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


def situation_of(study: Intervals, hand: int) -> Situation:
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
