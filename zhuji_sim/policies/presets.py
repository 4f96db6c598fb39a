"""The policies that are a kind with other weights: TOML files in `presets/`, written like any user's."""

from importlib.resources import files
from pathlib import Path
from typing import Final

__all__ = ["PRESETS", "preset_path"]

PRESETS: Final = ("careful", "greedy", "quick")
"""Their names, in the order in which they are listed."""


def preset_path(name: str) -> Path:
    """The TOML file of a preset."""
    return Path(str(files(__package__).joinpath("presets", f"{name}.toml")))
