"""Run folders with made-up deals, as the runner lays them out."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from synthetic import bao_results, blank

from zhuji_sim.analysis import frame
from zhuji_sim.rules.ruleset import Ruleset


@dataclass(frozen=True)
class MadeUpCell:
    contract: str | None = None
    policies: tuple[str, ...] = ("tai", "speed", "speed", "random")
    rules: Ruleset = field(default_factory=lambda: Ruleset.preset("bao"))
    rules_name: str = "bao"

    def rows(self, deals: int, seed: int, deals_per_match: int) -> np.ndarray:
        if self.rules.has_bidding:
            return bao_results(deals, seed, self.contract, deals_per_match=deals_per_match)
        rng = np.random.default_rng(seed)
        rows = blank(deals)
        rows["caishen"] = [4, 5]
        rows["winner"] = rng.integers(-1, 4, deals)
        won = rows["winner"] >= 0
        rows["by"], rows["tai"] = np.where(won, 0, -1), np.where(won, rng.geometric(0.5, deals), 0)
        for row in rows[won]:
            row["points"] = -(2 ** row["tai"])
            row["points"][row["winner"]] = 3 * 2 ** row["tai"]
        rows["distance"] = rng.integers(1, 5, (deals, 4))
        return rows


def write_run(
    folder: Path,
    *cells: MadeUpCell,
    deals: int = 300,
    seed: int = 7,
    matches: int = 0,
    title: dict[str, str] | None = None,
    status: str = "complete",
) -> Path:
    """A run folder with two shards a cell; with matches, `deals` are those of a match."""
    (folder / "deals").mkdir(parents=True)
    for index, cell in enumerate(cells):
        rows = cell.rows(deals * (matches or 1), seed + index, deals if matches else 0)
        table = frame(rows, cell.rules_name, cell.policies, match=bool(matches))
        table.insert(0, "cell", np.full(len(table), index, np.int16))
        texts = table.select_dtypes("category").columns
        table = table.astype(dict.fromkeys(texts, "str"))
        middle = len(table) // 2 // deals * deals if matches else len(table) // 2
        for part, piece in enumerate((table[:middle], table[middle:])):
            path = folder / "deals" / f"cell{index:05}-part{part:05}.parquet"
            arrow = pa.Table.from_pandas(piece, preserve_index=False)
            pq.write_table(arrow.replace_schema_metadata(), path)
    manifest = {
        "format": 1,
        "version": "0.1.0",
        "seed": seed,
        "deals": deals,
        "matches": matches,
        "draws": "wall",
        "cells": [
            {
                "index": index,
                "name": cell.contract or "auction",
                "rules_name": cell.rules_name,
                "rules": cell.rules.options(),
                "policies": list(cell.policies),
                "policy_specs": {},
                "contract": cell.contract,
                "declarer": "E" if cell.contract else None,
            }
            for index, cell in enumerate(cells)
        ],
        "title": title or {},
        "about": {},
        "total_deals": deals * (matches or 1) * len(cells),
        "status": status,
        "versions": {"python": "3.11.7", "numpy": "2.0.0"},
        "sessions": [{"jobs": 2, "backend": "loky", "deals": 300, "deals_per_second": 1234.5}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, ensure_ascii=False), encoding="utf-8")
    return folder
