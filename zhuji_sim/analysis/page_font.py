"""Chinese on pages: they bring along the characters they use, for machines that have no Chinese font."""

from base64 import b64encode
from io import BytesIO
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from .fonts import CHINESE, CHINESE_FILE

__all__ = ["with_chinese"]

FIRST: Final = 0x2E80
LAST: Final = 0xFFFF
"""Chinese characters and their punctuation; whatever else there is in between, the font does not have."""
FACE: Final = """<style>
  @font-face {{ font-family: "{name}"; unicode-range: U+{first:X}-{last:X};
    src: url(data:font/woff;base64,{font}) format("woff"); }}
</style>
</head>"""
"""Style sheets name this font first: named after those of the system, it is not asked for words that are all
Chinese, and browsers write boxes."""


def with_chinese(page: str) -> str:
    """A page (HTML) whose style holds its Chinese characters, as far as the shipped font has them.

    A page without Chinese stays as it is.
    """
    letters = "".join(sorted({letter for letter in page if FIRST <= ord(letter) <= LAST}))
    if not letters:
        return page
    font = b64encode(_part(letters)).decode()
    return page.replace("</head>", FACE.format(name=CHINESE, first=FIRST, last=LAST, font=font), 1)


def _part(letters: str) -> bytes:
    """The font with these characters alone, as WOFF; the same bytes for the same characters."""
    font = TTFont(CHINESE_FILE, recalcTimestamp=False)
    subset = Subsetter(Options(hinting=False, layout_features=[], notdef_outline=True))
    subset.populate(text=letters)
    subset.subset(font)
    font.flavor = "woff"
    content = BytesIO()
    font.save(content)
    return content.getvalue()
