"""Made-up walls for tests of figures: no deal is played."""

import numpy as np

from zhuji_sim.duplicate.walls import COUNTS, WALL


def walls_of(points: np.ndarray, luck: np.ndarray | None = None) -> np.ndarray:
    """Walls on which a makes `points` per deal against b, all of it by a alone; no wins are counted."""
    walls = np.zeros(len(points), WALL)
    walls["wall"] = np.arange(len(points))
    walls["points"][:, 0, :] = np.round(points * 1000)[:, None] * 2
    if luck is not None:
        walls["luck"] = luck
    return walls


def random_walls(count: int, seed: int = 1) -> np.ndarray:
    """Walls with everything at random."""
    rng = np.random.default_rng(seed)
    walls = walls_of(rng.normal(1, 3, count))
    walls["points"] += rng.integers(-50, 50, walls["points"].shape)
    for name in COUNTS:
        walls[name] = rng.integers(0, 3, (count, 2))
    walls["luck"]["distance"] = rng.integers(1, 6, (count, 4))
    walls["luck"]["caishen"] = rng.integers(0, 4, (count, 4))
    return walls
