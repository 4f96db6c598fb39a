"""What an option of a `Ruleset` can be: the building blocks of its declarations and of its checks."""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field
from typing import Any, Final

from zhuji_sim.errors import RulesError

PRESETS: Final = ("bao", "heping", "ziyou", "dongfeng")
"""包麻将, 和平麻将, 自由麻将, 东风包."""

NO_LIMIT: Final = "none"
"""Value of `tai_limit` that caps nothing."""

HIGHEST_TAI: Final = 20
"""The most a single tai value can be set to."""

_METADATA: Final = "zhuji"

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a `Ruleset`: its meaning, what it may be, and what each preset sets.

    Attributes
    ----------
    meaning : str
        One line, in English.
    by_preset : tuple
        The value in `bao`, `heping`, `ziyou`, `dongfeng`.
    values : tuple of str
        The values to choose from; for numbers without a word among them, empty.
    low, high : int or None
        Bounds of a number, both included.
    flag : bool
        Whether the option is true or false.
    """

    meaning: str
    by_preset: tuple[Value, ...]
    values: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    flag: bool = False

    @property
    def expected(self) -> str:
        """The valid values in words: `any or declarer_only`, `a whole number from 0 to 60`."""
        if self.flag:
            return "true or false"
        choices = list(self.values)
        if self.low is not None:
            choices.append(f"a whole number from {self.low} to {self.high}")
        return ", ".join(choices[:-1]) + (" or " if len(choices) > 1 else "") + choices[-1]

    def accepts(self, value: object) -> bool:
        """Whether the option may have this value; a number is never a truth value, nor the reverse."""
        if self.flag or isinstance(value, bool):
            return self.flag and isinstance(value, bool)
        if isinstance(value, str):
            return value in self.values
        return (
            isinstance(value, int)
            and self.low is not None
            and self.high is not None
            and self.low <= value <= self.high
        )

    def code(self, value: Value) -> int:
        """The value as kernels see it: a word by its place among the values, `tai_limit` none as 0."""
        if isinstance(value, str):
            return self.values.index(value)
        return int(value)


def choice(values: Sequence[str], by_preset: str | Sequence[str], meaning: str) -> Any:
    """A dataclass field for one of several words."""
    return _declare(Option(meaning, _spread(by_preset), values=tuple(values)))


def flag(by_preset: bool | Sequence[bool], meaning: str) -> Any:
    """A dataclass field for true or false."""
    return _declare(Option(meaning, _spread(by_preset), flag=True))


def number(low: int, high: int, by_preset: int | Sequence[int], meaning: str) -> Any:
    """A dataclass field for a whole number within bounds."""
    return _declare(Option(meaning, _spread(by_preset), low=low, high=high))


def tai(by_preset: int | Sequence[int], meaning: str) -> Any:
    """A dataclass field for the tai an item is worth."""
    return number(0, HIGHEST_TAI, by_preset, meaning)


def limit(high: int, meaning: str) -> Any:
    """A dataclass field for a cap, `none` in every preset."""
    return _declare(Option(meaning, _spread(NO_LIMIT), values=(NO_LIMIT,), low=1, high=high))


def declared(fields: Sequence[Field[Any]]) -> dict[str, Option]:
    """The options among dataclass fields, by name."""
    return {each.name: each.metadata[_METADATA] for each in fields if _METADATA in each.metadata}


def check(options: Mapping[str, Option], given: Mapping[str, object], source: str = "") -> None:
    """Refuse unknown options and values.

    Parameters
    ----------
    options : mapping
        The options there are.
    given : mapping
        The options given, in TOML types.
    source : str
        Where they come from, such as a file name; begins the error's text.

    Raises
    ------
    RulesError
        Names the option or the value, and lists the valid ones.
    """
    prefix = f"{source}: " if source else ""
    for name, value in given.items():
        if name not in options:
            raise RulesError(f"{prefix}unknown option {name!r}; the options are {', '.join(options)}")
        if not options[name].accepts(value):
            raise RulesError(f"{prefix}{name} = {value!r}: expected {options[name].expected}")


def check_preset(name: object, source: str = "") -> str:
    """The preset's name, if there is such a preset."""
    if isinstance(name, str) and name in PRESETS:
        return name
    prefix = f"{source}: " if source else ""
    raise RulesError(f"{prefix}unknown preset {name!r}; the presets are {', '.join(PRESETS)}")


def _spread(by_preset: Value | Sequence[Value]) -> tuple[Value, ...]:
    if isinstance(by_preset, str | int):
        return (by_preset,) * len(PRESETS)
    return tuple(by_preset)


def _declare(option: Option) -> Any:
    return field(default=option.by_preset[0], metadata={_METADATA: option})
