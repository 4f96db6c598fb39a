"""What a run shows: tidy frames of deals, estimates with intervals, charts and the report.

Frames go in and frames come out, so that everything is a step of `DataFrame.pipe`:

    read (or zhuji_sim.simulate)   a row per deal
    players                        a row per player and deal
    estimate, paired               a row per group, figures with 95 % intervals
    summarise                      the tables of the report
    chart, charts.*                a matplotlib figure

Nothing here simulates; everything reads records. Names are loaded on first use, since the charts need a
library that takes a while to import.
"""

from importlib import import_module
from typing import Any

__all__ = [
    "Canvas",
    "chart",
    "charts",
    "estimate",
    "frame",
    "paired",
    "players",
    "read",
    "summarise",
    "write_report",
]

_HOMES = {
    "Canvas": "drawing",
    "chart": "estimate_chart",
    "estimate": "grouping",
    "frame": "frames",
    "paired": "grouping",
    "players": "tidy",
    "read": "tidy",
    "summarise": "tables",
    "write_report": "report",
}


def __getattr__(name: str) -> Any:
    if name == "charts":
        return import_module(f"{__name__}.charts")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
