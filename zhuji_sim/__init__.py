"""Monte Carlo simulator and odds for Zhuji mahjong (诸暨麻将).

>>> import zhuji_sim as zj
>>> zj.Ruleset.preset("bao").minimum_tai
1

Names are imported when they are first used, so that ``import zhuji_sim`` costs next to nothing.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Ruleset": "zhuji_sim.rules.ruleset",
    "Contract": "zhuji_sim.rules.contracts",
    "simulate": "zhuji_sim.runner.simulate",
    "simulate_matches": "zhuji_sim.runner.simulate",
}

__all__ = ["Contract", "Ruleset", "simulate", "simulate_matches"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
