"""Made-up comparisons, tunings and studies of contracts: figures of every kind, and no deal is played."""

from pathlib import Path

import numpy as np

from zhuji_sim.contracts import study as contracts
from zhuji_sim.contracts.figures import Tables, tables_of
from zhuji_sim.contracts.walls import NO_BID, wall_type
from zhuji_sim.duplicate.comparison import plan as plan_comparison
from zhuji_sim.duplicate.study import Study, study_of
from zhuji_sim.duplicate.walls import COUNTS, WALL
from zhuji_sim.runner.manifest import COMPLETE, Described, Manifest
from zhuji_sim.tuning.plan import Tuning
from zhuji_sim.tuning.plan import plan as plan_tuning
from zhuji_sim.tuning.record import Choice, Generation, Record, Result

WALLS = 120


def comparison(seed: int = 5) -> Study:
    """Three policies of bao; the first is the best."""
    asked = plan_comparison(["speed", "tai", "random"], walls=WALLS, seed=seed, rules="bao")
    played = {pair.index: _walls(WALLS, seed + pair.index) for pair in asked.pairs}
    return study_of(asked, played)


def _walls(count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    walls = np.zeros(count, WALL)
    walls["wall"] = np.arange(count)
    walls["points"] = rng.integers(-60, 61, walls["points"].shape)
    walls["points"][:, 0] += 12
    walls["points"][:, 1] -= 12
    walls["big_points"] = rng.integers(0, 5, walls["big_points"].shape) * 10
    for name in COUNTS:
        walls[name] = rng.integers(0, 2, (count, 2))
    for name in ("auctions", "contracts"):
        walls[name] += 1
    walls["tai"] = walls["wins"] * rng.integers(1, 4, (count, 2))
    walls["luck"]["distance"] = rng.integers(1, 6, (count, 4))
    walls["luck"]["caishen"] = rng.integers(0, 4, (count, 4))
    return walls


def contract_study(seed: int = 3, walls: int = 400) -> tuple[contracts.Study, Tables]:
    """A study of contracts in which lower levels are made more often."""
    study = contracts.plan(walls, seed, "bao", "speed")
    return study, tables_of(study, contract_walls(study, seed))


def contract_walls(study: contracts.Study, seed: int) -> np.ndarray:
    """Walls of a study, at random."""
    rng = np.random.default_rng(seed)
    walls = np.zeros(study.walls, wall_type(len(study.levels)))
    walls["wall"] = np.arange(study.walls)
    level = np.arange(len(study.levels)) + 2
    walls["made"] = rng.random(walls["made"].shape) < 0.9 / level
    walls["drawn"] = (rng.random(walls["drawn"].shape) < 0.1) & (walls["made"] == 0)
    gain = 3.0 * 2**level + rng.exponential(8, walls["points"].shape)
    walls["points"] = np.where(walls["made"], gain, -3.0 * 2**level - rng.integers(0, 9, gain.shape))
    walls["big_points"] = np.where(rng.random(gain.shape) < 0.05, walls["points"], 0)
    walls["distance"] = rng.integers(2, 5, walls["distance"].shape)
    walls["caishen"] = rng.integers(0, 3, walls["caishen"].shape)
    walls["passing"] = rng.integers(-12, 9, walls["passing"].shape)
    bid = rng.random(study.walls) < 0.8
    walls["rank"] = np.where(bid, np.minimum(rng.geometric(0.5, study.walls) - 1, 4), NO_BID)
    walls["declarer"] = np.where(bid, rng.integers(0, 4, study.walls), -1)
    walls["won"] = bid & (rng.random(study.walls) < 0.45)
    walls["bid_points"] = np.where(walls["won"], 30 + rng.integers(0, 40, study.walls), -20) * bid
    walls["bid_big_points"] = np.where(rng.random(study.walls) < 0.1, walls["bid_points"], 0)
    walls["pass_points"] = rng.integers(-12, 9, study.walls) * bid
    return walls


def tuning(seed: int = 1) -> tuple[Tuning, Record]:
    """A tuning of three generations that gained something."""
    asked = plan_tuning(
        "tai",
        ["speed"],
        ["dual_distance", "solo_distance"],
        rules=["heping"],
        seed=seed,
        generations=3,
        population=4,
        walls=20,
        check_walls=40,
    )
    rng = np.random.default_rng(seed)
    start = np.array([asked.start.weights[place] for place in asked.places])
    record = Record(spreads=[10.0])
    for number in range(3):
        gains = (number * 0.5 + rng.normal(0, 0.3, 4)).tolist()
        record.generations.append(
            Generation(
                mean=(start + number * 0.1).tolist(),
                step=0.2 - number * 0.03,
                mean_score=1.0 + number * 0.4,
                mean_error=0.3,
                mean_gain=number * 0.4,
                mean_gain_error=0.2,
                candidates=(start + rng.normal(0, 0.2, (4, 2))).tolist(),
                scores=[1.0 + gain for gain in gains],
                errors=[0.3] * 4,
                gains=gains,
                gain_errors=[0.25] * 4,
            )
        )
    record.choices = [
        Choice((3, 0), (start + 0.2).tolist(), 0.9, 0.2),
        Choice((2, 1), start.tolist(), 0.1, 0.2),
    ]
    for against, held_out in (("", False), ("speed", False), ("random", True)):
        record.results.append(Result("", against, held_out, 40, 2.0, 1.5, 2.5, 1.0, 0.4, 1.6, 1.0, 0.6, 1.4))
    return asked, record


def folder_of(described: Described, folder: Path) -> Path:
    """A folder with the manifest of what it holds."""
    folder.mkdir(parents=True, exist_ok=True)
    Manifest(described, folder).write(COMPLETE)
    return folder
