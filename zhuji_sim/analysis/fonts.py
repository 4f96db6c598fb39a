"""Fonts for charts: one with Chinese characters if the machine has any, else the one that comes along."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

__all__ = ["PLAIN", "chart_language", "chinese_font", "drawable"]

PLAIN: Final = "DejaVu Sans"
"""The font that matplotlib brings along; it has no Chinese."""

_SAMPLE: Final = "包家财神独无自摸点炮和局番率东南西北庄，（）"
"""A font for charts has to have all of these."""

_BOXES: Final = "Last Resort"
"""Fonts that have a box for every character."""

_PREFERRED: Final = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Noto Sans CJK JP",
    "SimHei",
    "Heiti SC",
    "STHeiti",
    "Arial Unicode MS",
    "Droid Sans Fallback",
)
"""Well-known fonts without serifs, the best first; any other that has the characters will do after them."""


@cache
def chinese_font() -> str | None:
    """Name of an installed font that can write Chinese labels, None if there is none."""
    installed = {entry.name: entry.fname for entry in reversed(font_manager.fontManager.ttflist)}
    rest = sorted(name for name in installed if name not in _PREFERRED and not name.startswith(_BOXES))
    for name in (*_PREFERRED, *rest):
        if name in installed and _has(installed[name], _SAMPLE):
            return name
    return None


def chart_language(lang: str) -> tuple[str, tuple[str, ...]]:
    """Language and fonts of the charts, the first font first: English where Chinese cannot be written."""
    font = chinese_font() if lang == "zh" else None
    return (lang, (font, PLAIN)) if font is not None else ("en", (PLAIN,))


def drawable(text: str, fonts: Iterable[str]) -> str:
    """The text with a question mark for each character that no font has, such as in a policy's name."""
    known = frozenset[int]().union(*(_characters(font_manager.findfont(font)) for font in fonts))
    return "".join(letter if letter == "\n" or ord(letter) in known else "?" for letter in text)


def _has(path: str, letters: Iterable[str]) -> bool:
    try:
        known = _characters(path)
    except (OSError, RuntimeError):
        return False
    return all(ord(letter) in known for letter in letters)


@cache
def _characters(path: str) -> frozenset[int]:
    return frozenset(FT2Font(path).get_charmap())
