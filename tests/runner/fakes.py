"""An engine that plays nothing: rows of the right shape, made from (seed, deal) alone, and its accidents."""

import os
import signal
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zhuji_sim.engine.results import RESULT
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner import plan
from zhuji_sim.runner.execute import Engine
from zhuji_sim.runner.experiment import Cell, Experiment
from zhuji_sim.runner.run import run


@dataclass(frozen=True)
class FakePolicy:
    name: str

    @property
    def spec(self) -> dict[str, Any]:
        return {"name": self.name, "base": self.name, "weights": {}}


@dataclass(frozen=True)
class FakeSpec:
    seed: int
    cell: int
    match_deals: int
    deal_seconds: float = 0.0
    accident: str = ""


def rows(spec: FakeSpec, start: int, stop: int) -> np.ndarray:
    step = spec.match_deals or 1
    found = np.zeros((stop - start) * step, RESULT)
    for row, deal in zip(found, range(start * step, stop * step), strict=True):
        _fill(row, np.random.default_rng((spec.seed, spec.cell, deal)))
        row["deal"] = deal
        row["match"], row["round"] = divmod(deal, step)
    return found


def _fill(row: np.void, rng: np.random.Generator) -> None:
    row["players"] = np.arange(4)
    row["declarer"], row["level"], row["mode"] = rng.integers(4), 2, rng.integers(3)
    row["caishen"] = -1
    if row["mode"] < 2:
        row["caishen"][:] = (4, 5) if row["mode"] == 0 else (4, -1)
    row["winner"] = rng.integers(-1, 4)
    row["loser"] = row["by"] = -1
    row["auction_length"] = rng.integers(1, 4)
    row["auction"][: row["auction_length"]] = [1, 64, 128][: row["auction_length"]]
    if row["winner"] >= 0:
        row["by"], row["tai"] = 0, rng.integers(1, 9)
        row["items"][rng.integers(18)] = row["tai"]
        row["points"] = -(2 ** int(row["tai"]))
        row["points"][row["winner"]] = 3 * 2 ** int(row["tai"])
    else:
        row["outcome"] = 1


def play(spec: FakeSpec, start: int, stop: int) -> np.ndarray:
    if spec.deal_seconds:
        time.sleep(spec.deal_seconds * (stop - start))
    if spec.accident and start <= 450 < stop:
        _accident(spec.accident)
    return rows(spec, start, stop)


def _accident(what: str) -> None:
    if what == "interrupt":
        raise KeyboardInterrupt
    if what == "bug":
        raise ZeroDivisionError("the fake engine cannot divide")
    if what == "exit":
        os._exit(1)
    if threading.current_thread() is threading.main_thread():
        os.kill(os.getpid(), signal.SIGKILL)


def warm(spec: FakeSpec) -> None:
    pass


@dataclass(frozen=True)
class FakeEngine:
    """Makes an `Engine` whose deals take a while, or end badly."""

    deal_seconds: float = 0.0
    accident: str = ""

    def spec(self, experiment: Experiment, cell: Cell) -> FakeSpec:
        match_deals = experiment.deals if experiment.matches else 0
        return FakeSpec(experiment.seed, cell.index, match_deals, self.deal_seconds, self.accident)


def engine(deal_seconds: float = 0.0, accident: str = "") -> Engine:
    return Engine(FakeEngine(deal_seconds, accident).spec, warm, play)


def experiment(deals: int = 1000, matches: int = 0, seed: int = 1, cells: int = 2) -> Experiment:
    contracts = [None, *(Contract.parse(text) for text in ("2", "独2", "无财2"))]
    found = tuple(
        Cell(
            index,
            f"cell {index}",
            "bao",
            Ruleset.preset("bao"),
            (FakePolicy("tai"),) * 2 + (FakePolicy("speed"),) * 2,
            contracts[index],
            None if contracts[index] is None else 0,
        )
        for index in range(cells)
    )
    return Experiment(seed=seed, deals=deals, matches=matches, cells=found)


def main(folder: str, jobs: str, shard_deals: str = "50000", scheduler: str | None = None) -> None:
    plan.SHARD_DEALS = int(shard_deals)
    where = {"backend": "dask", "scheduler": scheduler} if scheduler else {}
    run(experiment(), Path(folder), jobs=int(jobs), chunk=50, engine=engine(0.002), **where)


if __name__ == "__main__":
    # Workers find the functions by the name of the module, not as those of a script.
    from tests.runner import fakes

    try:
        fakes.main(*sys.argv[1:])
    except RuntimeError as stopped:
        sys.exit(f"{stopped}")
