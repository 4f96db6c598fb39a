"""Reads the tables of a TOML file strictly: what is wrong is named with its file, key and value."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from zhuji_sim.errors import ExperimentError, did_you_mean
from zhuji_sim.toml_files import read_toml


def load_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file.

    Raises
    ------
    ExperimentError
        The file cannot be read or is not valid TOML.
    """
    return read_toml(path, ExperimentError)


class Reader:
    """One table of a TOML file.

    Parameters
    ----------
    path : Path
        The file, for errors.
    table : mapping
        Its content.
    keys : iterable of str
        The keys that the table may have.
    prefix : str
        What stands before a key in errors: `run.` for the table `[run]`.

    Raises
    ------
    ExperimentError
        A key that the table may not have; the text suggests the closest one.
    """

    def __init__(self, path: Path, table: Mapping[str, Any], keys: Iterable[str], prefix: str = "") -> None:
        self.path = path
        self.table = table
        self.prefix = prefix
        valid = list(keys)
        for key in table:
            if key not in valid:
                hint = did_you_mean(key, valid) or f"; the keys are {', '.join(valid)}"
                raise ExperimentError(f"{path}: unknown key {prefix}{key}{hint}")

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def wrong(self, key: str, expected: str, value: Any = None) -> ExperimentError:
        """The error to raise for a key's value, or for one value of the several it has."""
        shown = self.table.get(key) if value is None else value
        return ExperimentError(f"{self.path}: {self.prefix}{key} = {shown!r}: expected {expected}")

    def missing(self, key: str, expected: str) -> ExperimentError:
        """The error to raise for a key that has to be there."""
        return ExperimentError(f"{self.path}: {self.prefix}{key} is missing: expected {expected}")

    def subtable(self, key: str, keys: Iterable[str]) -> "Reader":
        """The reader of a table inside this one, empty where it is missing."""
        value = self.table.get(key, {})
        valid = list(keys)
        if not isinstance(value, dict):
            raise self.wrong(key, f"a table with keys such as {valid[0]}" if valid else "an empty table")
        return Reader(self.path, value, valid, f"{self.prefix}{key}.")

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        expected = f"a whole number from {low} to {high}"
        if key not in self.table:
            if default is None:
                raise self.missing(key, expected)
            return default
        value = self.table[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(key, expected)
        return value

    def word(self, key: str, valid: Iterable[str], default: str) -> str:
        """One of several words."""
        words = list(valid)
        value = self.table.get(key, default)
        if not isinstance(value, str) or value not in words:
            hint = did_you_mean(value, words) if isinstance(value, str) else ""
            raise self.wrong(key, f"one of {', '.join(words)}{hint}")
        return value

    def texts(self, key: str, languages: Iterable[str]) -> dict[str, str]:
        """A text by language: one string for all of them, or a table such as `{en = "…", zh = "…"}`."""
        known = list(languages)
        value = self.table.get(key, {})
        if isinstance(value, str):
            return dict.fromkeys(known, value)
        if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
            raise self.wrong(key, f"a text, or a table of texts with the keys {', '.join(known)}")
        return dict(self.subtable(key, known).table)

    def several(self, key: str, default: Any, read: Callable[[Any], Any]) -> list[Any]:
        """One value or a list of values, each read by `read`; a list makes a grid."""
        value = self.table.get(key, default)
        values = value if isinstance(value, list) else [value]
        if not values:
            raise self.wrong(key, "at least one value")
        found = [read(each) for each in values]
        for i, each in enumerate(found):
            if each in found[:i]:
                raise self.wrong(key, "each value once")
        return found
