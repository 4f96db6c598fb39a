"""Charts are written with fonts that come along, so that they need none of the machine's."""

from importlib.resources import as_file, files
from pathlib import Path

import pytest
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

from zhuji_sim import labels
from zhuji_sim.analysis import fonts
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import KINDS

SHIPPED = files("zhuji_sim.analysis") / "font"
MOST_BYTES = 400_000


@pytest.fixture(scope="module")
def written() -> set[str]:
    """All characters that the font has."""
    with as_file(SHIPPED / fonts.CHINESE_FILE.name) as path:
        return set(map(chr, FT2Font(path).get_charmap()))


@pytest.mark.parametrize("lang", labels.LANGUAGES)
def test_no_label_has_a_character_that_the_font_lacks(written, lang):
    """Fails when a new label needs the font made anew: `experiments/font/make_font.py`."""
    told = {key: labels._texts(lang)[key] for key in labels.keys(lang)}
    lacking = {key: missing for key, text in told.items() if (missing := set(text) - written - {"\n"})}
    assert lacking == {}


def test_tiles_and_ascii_can_be_written(written):
    assert {letter for kind in range(KINDS) for letter in format_tile(kind)} <= written
    assert set(map(chr, range(0x20, 0x7F))) <= written


def test_the_font_is_small_and_comes_with_its_licence():
    assert len((SHIPPED / fonts.CHINESE_FILE.name).read_bytes()) < MOST_BYTES
    licence = (SHIPPED / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Copyright" in licence


def test_matplotlib_finds_the_shipped_font_by_its_name():
    """Guards against a font of the machine that takes its place."""
    assert Path(font_manager.findfont(fonts.CHINESE, fallback_to_default=False)) == fonts.CHINESE_FILE


def test_chinese_charts_are_chinese_everywhere():
    assert fonts.chart_language("zh") == ("zh", (fonts.CHINESE, fonts.PLAIN))
    assert fonts.chart_language("en") == ("en", (fonts.PLAIN, fonts.CHINESE))
    assert "局" in Canvas(1, 2, *fonts.chart_language("zh")).text("charts.caption", deals=1, seed=2)


def test_letters_that_cannot_be_drawn_are_replaced():
    assert fonts.drawable("tai–谨慎 v2", [fonts.PLAIN]) == "tai–?? v2"
    assert fonts.drawable("tai–谨慎 v2 龘", fonts.chart_language("en")[1]) == "tai–谨慎 v2 ?"
