"""The font of a page: the characters it uses and no others, the same bytes each time."""

import re
from base64 import b64decode
from io import BytesIO

from fontTools.ttLib import TTFont

from zhuji_sim.analysis.page_font import with_chinese
from zhuji_sim.analysis.pages import rendered

PAGE = "<html><head><title>t</title></head><body>胡牌，自摸：dealer 庄 é 𠀀</body></html>"


def characters(page: str) -> str:
    """Those of the font that a page holds."""
    (font,) = re.findall(r"data:font/woff;base64,([^)]+)\)", page)
    return "".join(sorted(map(chr, TTFont(BytesIO(b64decode(font))).getBestCmap())))


def test_a_page_brings_the_characters_it_uses():
    page = with_chinese(PAGE)
    assert characters(page) == "".join(sorted("胡牌，自摸：庄"))
    assert page.index("@font-face") < page.index("</head>")
    assert page == with_chinese(PAGE)
    assert len(page) < len(PAGE) + 6_000


def test_a_page_without_chinese_stays_as_it_is():
    plain = "<html><head></head><body>deals é – ×</body></html>"
    assert with_chinese(plain) == plain


def test_pages_that_are_rendered_have_it():
    """Guards against a page that is written without it, or whose style sheet does not name it."""
    entry = {"page": "a.html", "title": "坐庄", "answer": ["值分。"], "image": ""}
    page = rendered("studies.html", "zh", say=str, others=[], entries=[entry], more=[])
    assert set("坐庄值分。") <= set(characters(page))
    assert 'font-family: "Zhuji Sans SC", system-ui' in page
