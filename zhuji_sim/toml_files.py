"""Reads a TOML file, or says in one line why it cannot be read."""

import tomllib
from pathlib import Path
from typing import Any

from zhuji_sim.errors import ZhujiError

__all__ = ["read_toml"]


def read_toml(path: str | Path, error: type[ZhujiError]) -> dict[str, Any]:
    """The content of a TOML file; a byte order mark, which some editors write, is no part of it.

    Raises
    ------
    error
        The file cannot be read, is not UTF-8 text, or is not valid TOML.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise error(f"{path}: cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise error(f"{path}: cannot be read: it is not UTF-8 text") from None
    try:
        return tomllib.loads(text)
    except ValueError as problem:  # also of numbers that Python does not read
        raise error(f"{path}: not valid TOML: {problem}") from None
    except RecursionError:
        raise error(f"{path}: not valid TOML: nested too deeply") from None
