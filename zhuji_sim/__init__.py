"""Monte Carlo simulator and odds for Zhuji mahjong (诸暨麻将).

>>> import zhuji_sim as zj
>>> zj.score("123m456s567m789p中", win="中", caishen="8m", seat="S").items
{'no_caishen': 1}

Names are imported when they are first used, so that ``import zhuji_sim`` costs next to nothing.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Action": "zhuji_sim.deals.actions",
    "Contract": "zhuji_sim.rules.contracts",
    "ExternalBot": "zhuji_sim.deals.external",
    "Meld": "zhuji_sim.rules.notation",
    "Ruleset": "zhuji_sim.rules.ruleset",
    "Score": "zhuji_sim.scoring",
    "View": "zhuji_sim.deals.views",
    "ZhujiError": "zhuji_sim.errors",
    "bid_odds": "zhuji_sim.odds.api",
    "compare": "zhuji_sim.duplicate.compare",
    "distance": "zhuji_sim.hands_api",
    "play": "zhuji_sim.deals.games",
    "score": "zhuji_sim.scoring",
    "settle": "zhuji_sim.scoring",
    "simulate": "zhuji_sim.runner.simulate",
    "simulate_matches": "zhuji_sim.runner.simulate",
    "waits": "zhuji_sim.scoring",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
