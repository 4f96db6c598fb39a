"""The regret of several policies at the same decision points, by rollouts over common redeals."""

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from zhuji_sim.batches import Table, seat_table
from zhuji_sim.deals.actions import legal_actions
from zhuji_sim.deals.views import View, view_of
from zhuji_sim.engine.streams import STREAM, start_stream
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rollouts import CANDIDATES, Rollouts
from zhuji_sim.rules.notation import format_tiles, parse_tile
from zhuji_sim.rules.ruleset import Ruleset

from .sampling import KINDS, Point, sample

__all__ = ["CHUNK", "Study", "measure_chunk"]

CHUNK = 20
"""Deals looked at in one piece of work."""
_COIN = 6
"""Number of the random stream that judged policies toss."""


@dataclass(frozen=True)
class Study:
    """What is measured.

    Attributes
    ----------
    rules : Ruleset
    table : tuple of four Policy
        By seat: who plays the deals that decision points are taken from.
    judged : tuple of Policy
        Whose choices are judged, all at the same points; the last one is the yardstick of the ratios.
    continuation : Policy
        Who plays the rollouts on, in every seat.
    redeals : int
        For each decision point, the same for every action.
    seed : int
    candidates : int
        Redeals among which each is taken by likelihood, where the continuation tells of it.
    """

    rules: Ruleset
    table: tuple[Policy, Policy, Policy, Policy]
    judged: tuple[Policy, ...]
    continuation: Policy
    redeals: int
    seed: int
    candidates: int = CANDIDATES

    def describe(self) -> dict[str, Any]:
        """As plain values, for the manifest."""
        return {
            "rules": self.rules.options(),
            "table": [policy.spec for policy in self.table],
            "judged": [policy.spec for policy in self.judged],
            "continuation": self.continuation.spec,
            **{key: value for key, value in asdict(self).items() if isinstance(value, int)},
        }


def measure_chunk(study: Study, kind: str, chunk: int) -> pd.DataFrame:
    """A row for each decision point that the deals of a chunk give; chunks of a kind have deals of their own.

    Columns
    -------
    kind, deal, number, seat : where the point is; the deal is that of `study.seed`
    count : decisions of the kind in that deal
    actions, means : lists by legal action: its text, and its mean points
    best : text of the action with the best mean
    effective : effective number of candidates each redeal was taken from, on average
    choice_NAME, regret_NAME : text and regret in points (`rollouts.Evaluation.honest`) of each judged policy
    shown : what the player saw, as text
    """
    playing, judging, rollouts = _loaded(study)
    rows = []
    for place in range(CHUNK):
        deal = (chunk * CHUNK + place) * len(KINDS) + KINDS.index(kind)
        point = sample(playing, study.seed, deal, kind)
        if point is not None:
            rows.append(_row(study, kind, point, judging, rollouts))
    return pd.DataFrame(rows)


@lru_cache(maxsize=2)
def _loaded(study: Study) -> tuple[Table, list[Table], Rollouts]:
    rollouts = Rollouts(study.rules, study.continuation, study.candidates)
    judging = [seat_table(study.rules, (policy,) * 4) for policy in study.judged]
    return seat_table(study.rules, study.table), judging, rollouts


def _row(study: Study, kind: str, point: Point, judging: list[Table], rollouts: Rollouts) -> dict[str, Any]:
    scene, legal = point.scene, point.legal
    seat = int(scene["seat"])
    found = rollouts.evaluate(scene, legal, study.redeals, _mixed(study.seed, point))
    _, _, regret = found.honest()
    actions = [str(action) for action in legal_actions(legal, scene, rollouts.table.rules["successors"])]
    row: dict[str, Any] = {
        "kind": kind,
        "deal": point.deal,
        "number": point.number,
        "seat": "ESWN"[seat],
        "count": point.count,
        "actions": actions,
        "means": found.means.tolist(),
        "best": actions[found.best],
        "effective": float(found.effective.mean()),
    }
    for policy, table in zip(study.judged, judging, strict=True):
        coin = np.zeros(1, STREAM)[0]
        start_stream(coin, study.seed, point.deal, _COIN)
        choice = int(table.deciders[seat](scene, legal, table.rules, table.tables, table.minds[seat], coin))
        row[f"choice_{policy.name}"] = actions[choice]
        row[f"regret_{policy.name}"] = float(regret[choice])
    row["shown"] = _shown(view_of(scene, study.rules))
    return row


def _mixed(seed: int, point: Point) -> int:
    """A seed for the redeals of this point alone."""
    return int(np.random.SeedSequence((seed, point.deal, point.number)).generate_state(1, np.uint64)[0] >> 1)


def _shown(view: View) -> str:
    """What a player sees, in a few lines."""
    lines = [
        f"{view.seat} ({view.role}, needs {view.minimum} tai) holds {_tiles(view.hand)}"
        + (f", drew {view.drawn}" if view.drawn else "")
        + (f"; {view.offered_by} offers {view.offered}" if view.offered else ""),
        f"contract {view.contract or '-'} of {view.declarer or '-'}; bids "
        + " ".join(f"{seat}:{bid or '-'}" for seat, bid in view.bids)
        + f"; {view.draws_left} draws left",
    ]
    for seat in view.melds:
        melds = " ".join(meld.text or "(????)" for meld in view.melds[seat])
        thrown = _tiles(tile for owner, tile, _ in view.discards if owner == seat)
        lines.append(
            f"{seat}: caishen {' '.join(view.caishen[seat]) or '-'}; melds {melds or '-'}; threw {thrown}"
        )
    return "\n".join(lines)


def _tiles(tiles: Any) -> str:
    """Tiles in the order given."""
    return "".join(format_tiles([parse_tile(tile)]) for tile in tiles) or "-"
