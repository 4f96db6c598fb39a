"""Fonts of charts: both come along, so that charts are the same on every machine."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

__all__ = ["CHINESE", "CHINESE_FILE", "PLAIN", "chart_language", "drawable"]

PLAIN: Final = "DejaVu Sans"
"""The font that matplotlib brings along; it has no Chinese."""

CHINESE: Final = "Zhuji Sans SC"
"""The font that this package brings along: the characters of all labels and tiles, and the common ones."""

CHINESE_FILE: Final = Path(__file__).parent / "font" / "ZhujiSansSC.otf"
"""Made by `experiments/font/make_font.py`; its licence lies beside it."""

font_manager.fontManager.addfont(CHINESE_FILE)


def chart_language(lang: str) -> tuple[str, tuple[str, ...]]:
    """Language and fonts of a canvas; the second font writes what the first lacks."""
    return lang, (CHINESE, PLAIN) if lang == "zh" else (PLAIN, CHINESE)


def drawable(text: str, fonts: Iterable[str]) -> str:
    """The text with a question mark for each character that no font has, such as in a policy's name."""
    known = frozenset[int]().union(*(_characters(font_manager.findfont(font)) for font in fonts))
    return "".join(letter if letter == "\n" or ord(letter) in known else "?" for letter in text)


@cache
def _characters(path: str) -> frozenset[int]:
    return frozenset(FT2Font(path).get_charmap())
