"""The study files of `experiments/`, made small enough for tests."""

from pathlib import Path
from typing import Any

import tomli_w

from zhuji_sim.runner.toml_tables import load_toml
from zhuji_sim.studies.asking import is_study

FOLDER = Path(__file__).parents[2] / "experiments"
FILES = {path.stem: path for path in sorted(FOLDER.glob("*.toml")) if is_study(path)}

WALLS = {
    "contracts": 40,
    "caishen": 40,
    "dealer": 30,
    "options": 60,
    "strategies": 30,
    "wins": 80,
    "deals": 60,
}
FEWER: dict[str, dict[str, Any]] = {
    "dealer": {"match_deals": 4},
    "options": {
        "options": {"wall_reserve": [14, 26], "lao_zhuang": ["double", "off"], "max_level": [8, 2]},
        "disputed": ["wall_reserve", "lao_zhuang"],
        "match_deals": 3,
    },
    "strategies": {
        "curves": {"bid_margin": [-8, 8], "call_margin": [0.3]},
        "strength": str(FOLDER.parent / "reports" / "strength"),
        "ablations": str(FOLDER.parent / "reports" / "ablations"),
    },
}


def small_file(name: str, folder: Path) -> Path:
    """The study's file with few walls and few of its grid, in a folder."""
    asked = load_toml(FILES[name]) | {"walls": WALLS[name]} | FEWER.get(name, {})
    path = folder / f"{name}.toml"
    path.write_text(tomli_w.dumps(asked), encoding="utf-8")
    return path
