"""Discards held against exact solutions: hands a tile or two from their tai, drawing alone.

A puzzle is a hand of 14 tiles, the tai it needs, what it has thrown away, and a number of draws. Its exact
solution is the chance to finish after each discard when everything after it is played best
(`engine.solitaire`). A policy chooses one discard as the declarer of a contract, at a table where as many
draws are left to him; what it loses is the best chance less the chance of its discard, the rest played best.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import joblib
import numpy as np
import pandas as pd

from zhuji_sim.batches import Table, seat_table
from zhuji_sim.engine.codes import NO_TILE, NOBODY, Action, MeldKind, Phase
from zhuji_sim.engine.from_tiles import holding_of
from zhuji_sim.engine.options import MODES, Mode
from zhuji_sim.engine.solitaire import ALONE, MEMORY, best_chances
from zhuji_sim.engine.state import new_states
from zhuji_sim.engine.streams import STREAM, start_stream
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.encoding import encode
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import KINDS
from zhuji_sim.tables import load as load_tables

from .puzzles import Puzzle

__all__ = ["judge", "scene_of", "solve", "summary"]

_MEMORY: Final = 1 << 22


def solve(puzzle: Puzzle) -> dict[int, float]:
    """The chance to finish after each discard, everything after it played best."""
    encoded, tables = encode(puzzle.rules), load_tables(puzzle.rules)
    alone = np.zeros(1, ALONE)[0]
    alone["holding"] = holding_of(puzzle.rules, puzzle.hand)
    alone["hand"] = np.bincount(puzzle.hand.tiles, minlength=KINDS)
    alone["wild"][list(puzzle.hand.caishen)] = 1
    alone["pool"] = puzzle.pool
    alone["left"] = puzzle.pool.sum()
    chances = np.zeros(KINDS)
    best_chances(
        alone, puzzle.tai, puzzle.draws, encoded, tables, np.zeros(_MEMORY, MEMORY).view(np.recarray), chances
    )
    return {kind: float(chances[kind]) for kind in sorted(set(puzzle.hand.tiles))}


def judge(policies: Sequence[Policy], given: Sequence[Puzzle], jobs: int = 1) -> pd.DataFrame:
    """What each policy's discard loses, a row each.

    Columns: `puzzle`, `melds`, `missing`, `draws`, `policy`, `discard`, `best` (the chance after the best
    discard), `lost` (that less the chance after the policy's). `jobs` worker processes.
    """
    with joblib.Parallel(n_jobs=jobs) as workers:
        found = workers(
            joblib.delayed(_judge)(tuple(policies), number, puzzle) for number, puzzle in enumerate(given)
        )
    return pd.DataFrame([row for rows in found for row in rows])


def _judge(policies: tuple[Policy, ...], number: int, puzzle: Puzzle) -> list[dict[str, Any]]:
    solution = solve(puzzle)
    best = max(solution.values())
    scene, legal = scene_of(puzzle)
    rows = []
    for policy in policies:
        table = _seated(puzzle.rules, policy)
        coin = np.zeros(1, STREAM)[0]
        start_stream(coin, 1, number, 0)
        choice = int(table.deciders[0](scene, legal, table.rules, table.tables, table.minds[0], coin))
        kind = int(legal["actions"][choice]) - Action.DISCARD
        rows.append(
            {
                "puzzle": str(puzzle),
                "melds": len(puzzle.hand.melds),
                "missing": puzzle.missing,
                "draws": puzzle.draws,
                "policy": policy.name,
                "discard": format_tile(kind),
                "best": best,
                "lost": best - solution[kind],
            }
        )
    return rows


@lru_cache(maxsize=16)
def _seated(rules: Ruleset, policy: Policy) -> Table:
    return seat_table(rules, (policy,) * 4)


def summary(rows: pd.DataFrame) -> pd.DataFrame:
    """By policy and draws, and over all: mean best chance and loss, and their ratio with a 95 % interval."""
    found = []
    for policy, mine in rows.groupby("policy", sort=False):
        parts = [(str(draws), part) for draws, part in mine.groupby("draws")]
        for draws, part in [*parts, ("all", mine)]:
            share = part["lost"].sum() / part["best"].sum()
            error = (part["lost"] - share * part["best"]).std() / np.sqrt(len(part)) / part["best"].mean()
            found.append(
                {
                    "policy": policy,
                    "draws": draws,
                    "hands": len(part),
                    "best": part["best"].mean(),
                    "lost": part["lost"].mean(),
                    "share": share,
                    "share_low": share - 1.96 * error,
                    "share_high": share + 1.96 * error,
                }
            )
    return pd.DataFrame(found)


def scene_of(puzzle: Puzzle) -> tuple[np.record, np.record]:
    """The puzzle as the declarer at a table sees it after a claim, with its discards as his actions."""
    state = new_states(1)[0]
    scene, legal, hand = state["scene"], state["legal"], puzzle.hand
    scene["own"] = holding_of(puzzle.rules, hand)
    scene["hand"] = np.bincount(hand.tiles, minlength=KINDS)
    scene["phase"] = Phase.DISCARD
    scene["declarer"], scene["level"] = 0, puzzle.tai
    scene["mode"] = Mode.SOLO if len(hand.caishen) == 1 else Mode.DUAL
    scene["minimum"] = puzzle.rules.minimum_tai
    scene["minimum"][0] = puzzle.tai
    scene["caishen"][:, : len(hand.caishen)] = hand.caishen
    scene["bidder"], scene["bid_rank"] = 0, (puzzle.tai - 2) * MODES + int(scene["mode"])
    scene["draws_left"] = 4 * puzzle.draws
    scene["wall_left"] = 4 * puzzle.draws + puzzle.rules.wall_reserve
    scene["concealed"] = [len(hand.tiles), 13, 13, 13]
    scene["meld_count"][0] = scene["claims"] = len(hand.melds)
    river = [(tile, 0, 0) for tile in puzzle.thrown]
    for place, meld in enumerate(hand.melds):
        giver = 3 if meld.kind == "chi" else 1
        scene["meld_kind"][0][place] = MeldKind.CHI if meld.kind == "chi" else MeldKind.PENG
        scene["meld_tile"][0][place] = meld.tiles[0]
        scene["meld_from"][0][place] = giver
        river.insert(min(2 * place, len(river)), (meld.tiles[-1], giver, 1))
        scene["visible"] += np.bincount(meld.tiles, minlength=KINDS).astype(np.int8)
    scene["visible"] += np.bincount(puzzle.thrown, minlength=KINDS).astype(np.int8)
    scene["river_length"] = len(river)
    for at, (tile, seat, claimed) in enumerate(river):
        scene["river_tile"][at], scene["river_seat"][at], scene["river_claimed"][at] = tile, seat, claimed
    held = sorted(set(hand.tiles))
    legal["count"] = len(held)
    legal["actions"][: len(held)] = [Action.DISCARD + kind for kind in held]
    assert int(scene["drawn"]) == NO_TILE
    assert int(scene["offered_by"]) == NOBODY
    return scene, legal
