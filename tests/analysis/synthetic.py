"""Result rows that look like real ones: schema-true, zero-sum, seeded; no engine needed."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from zhuji_sim.analysis.frames import frame
from zhuji_sim.engine.results import RESULT
from zhuji_sim.rules.contracts import Contract


def blank(deals: int) -> np.ndarray:
    """Rows of deals that nobody declared or won."""
    rows = np.zeros(deals, RESULT)
    rows["deal"] = np.arange(deals)
    for name in ("declarer", "mode", "caishen", "winner", "loser", "by"):
        rows[name] = -1
    rows["turns"], rows["wall_left"] = 50, 26
    rows["outcome"] = 1
    rows["players"] = np.arange(4)
    return rows


def bao_results(
    deals: int, seed: int, contract: str | None = None, declarer: int = 0, deals_per_match: int = 0
) -> np.ndarray:
    """Rows of a bao table: by auction, or with a forced contract."""
    rng = np.random.default_rng(seed)
    rows = blank(deals)
    ranks = np.minimum(rng.geometric(0.35, deals) - 1, 11)
    passed = rng.random(deals) < 0.05
    if contract is not None:
        ranks[:], passed[:] = Contract.parse(contract).rank, False
    for i in range(deals):
        fill(rows[i], rng, int(ranks[i]), bool(passed[i]), None if contract is None else declarer)
    if deals_per_match:
        rows["match"], rows["round"] = np.divmod(np.arange(deals), deals_per_match)
        rows["dealer"] = rows["round"] % 4
        rows["players"] = (rows["dealer"][:, None] + np.arange(4)) % 4
    return rows


def fill(row: np.void, rng: np.random.Generator, rank: int, passed: bool, forced: int | None) -> None:
    row["distance"] = rng.integers(2, 7, 4)
    row["turns"] = rng.integers(8, 56)
    row["wall_left"] = 82 - row["turns"]
    if passed:
        row["auction"][:4] = np.arange(4) * 64
        row["auction_length"] = 4
        chance, minimum = 0.7, 1
    else:
        contract = Contract.from_rank(rank)
        row["declarer"] = rng.integers(4) if forced is None else forced
        row["level"], row["mode"] = contract.level, contract.mode
        if contract.mode < 2:
            head = int(rng.integers(0, 8))
            row["caishen"] = [head, head + 1 if contract.mode == 0 else -1]
            row["caishen_dealt"] = rng.integers(0, 3, 4)
        if forced is None:
            calls = [s * 64 for s in range(row["declarer"])] + [int(row["declarer"]) * 64 + rank + 1]
            row["auction"][: len(calls)], row["auction_length"] = calls, len(calls)
        chance, minimum = 0.6 / contract.level, contract.level
    seat = int(row["declarer"]) if row["declarer"] >= 0 and rng.random() < chance else int(rng.integers(4))
    if rng.random() < 0.1:
        settle(row)
        return
    row["winner"], row["outcome"] = seat, 0
    row["by"] = rng.choice([0, 1, 2, 3], p=[0.4, 0.5, 0.06, 0.04])
    if row["by"] in (1, 3):
        row["loser"] = (seat + rng.integers(1, 4)) % 4
    row["tai"] = (minimum if seat == row["declarer"] else 1) + rng.geometric(0.6) - 1
    row["items"][rng.choice(17, 2, replace=False)] = 1
    settle(row)


def settle(row: np.void) -> None:
    """Points of RULES.md §6 (bao)."""
    points = np.zeros(4, int)
    base = 0 if row["declarer"] < 0 else Contract(int(row["level"]), row["mode"]).points  # type: ignore[arg-type]
    declarer, winner = int(row["declarer"]), int(row["winner"])
    if winner >= 0:
        full = 2 ** int(row["tai"])
        paid = [full if row["loser"] in (-1, seat) else full // 2 for seat in range(4)]
        points -= paid
        points[winner] = sum(paid) - paid[winner]
    if declarer >= 0:
        sign = 1 if winner == declarer else -1
        points -= sign * base
        points[declarer] += sign * 4 * base
    row["points"] = points


def deals_frame(
    rows: np.ndarray, policies: Sequence[str] = ("tai", "speed", "speed", "random"), cell: int = 0
) -> pd.DataFrame:
    """The frame of rows, with the cell column that shards have."""
    return frame(rows, "bao", policies, match=bool(rows["match"].any())).assign(cell=cell)
