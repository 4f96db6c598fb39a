"""Every text a user reads, in English and Chinese.

The texts lie in `en/` and `zh/`, one TOML file a section: the key `report.title` is `title` in `report.toml`.
Both languages have the same keys and the same placeholders. Errors are in English only.
"""

import locale
import os
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from zhuji_sim.errors import ZhujiError

__all__ = ["LANGUAGES", "LanguageError", "contract_name", "keys", "resolve_language", "text"]

LANGUAGES: Final = ("en", "zh")

_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where POSIX looks for the language of messages, the strongest first."""

_CONTRACT_PREFIXES: Final = {"独": "solo", "无财": "none"}


class LanguageError(ZhujiError):
    """A language that the project does not speak."""


def resolve_language(option: str | None = None) -> str:
    """The language to use: the option given, else that of the locale, else English.

    Raises
    ------
    LanguageError
        `option` is none of `LANGUAGES`.
    """
    if option is not None:
        if option not in LANGUAGES:
            raise LanguageError(f"language {option!r}: expected one of {', '.join(LANGUAGES)}")
        return option
    named = next((os.environ[name] for name in _LOCALE_VARIABLES if os.environ.get(name)), None)
    if named is None:
        named = locale.getlocale()[0] or ""
    return "zh" if named.lower().startswith(("zh", "chinese")) else "en"


def text(key: str, lang: str, /, **values: object) -> str:
    """The text of `key`, such as `report.title`, its placeholders filled with `values`.

    Raises
    ------
    KeyError
        There is no such text, or a placeholder has no value.
    """
    return _texts(lang)[key].format(**values)


def keys(lang: str) -> list[str]:
    """All keys that a language has."""
    return sorted(_texts(lang))


def contract_name(contract: str, lang: str) -> str:
    """A contract for readers: `独2` is `solo 2` in English and stays `独2` in Chinese."""
    if lang == "zh":
        return contract
    level = contract.lstrip("".join(_CONTRACT_PREFIXES))
    prefix = contract.removesuffix(level)
    return f"{_CONTRACT_PREFIXES[prefix]} {level}" if prefix else level


@cache
def _texts(lang: str) -> dict[str, str]:
    found = {}
    for section in files(__package__).joinpath(lang).iterdir():
        if section.name.endswith(".toml"):
            name = section.name.removesuffix(".toml")
            content = tomllib.loads(section.read_text(encoding="utf-8"))
            found.update({f"{name}.{key}": value for key, value in content.items()})
    return found
