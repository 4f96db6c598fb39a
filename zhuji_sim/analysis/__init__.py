"""What a run shows: frames of deals, estimates with intervals, charts and the report.

Nothing here simulates; everything reads records. Names are loaded on first use, since the charts need a
library that takes a while to import.
"""

from importlib import import_module
from typing import Any

__all__ = ["frame", "summarise", "write_report"]

_HOMES = {"frame": "frames", "summarise": "tables", "write_report": "report"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
