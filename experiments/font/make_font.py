"""Makes `zhuji_sim/analysis/font/ZhujiSansSC.otf`, the font of Chinese charts, out of Noto Sans CJK SC.

It holds ASCII, the characters of all labels and tiles, those of `common.txt`, so that players may have
Chinese names, and the punctuation of both languages. Outlines stay as they are; hinting and layout features
go. The name is another, because it is another font than the one that may be installed. Run it again when a
label has a new character (`tests/analysis/test_fonts.py` tells), with the font of Debian's package
fonts-noto-cjk 1:20220127:

    python experiments/font/make_font.py /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection

from zhuji_sim import labels
from zhuji_sim.analysis.fonts import CHINESE, CHINESE_FILE
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import KINDS

SOURCE = "Noto Sans CJK SC"
ASCII = "".join(map(chr, range(0x20, 0x7F)))
PUNCTUATION = "–—‘’“”…·×÷±−≤≥≈°、。〈〉《》「」『』【】〔〕！（），：；？～￥％＋－＝"
COMMON = Path(__file__).with_name("common.txt")

FULL_NAME, POSTSCRIPT_NAME, UNIQUE_NAME, FAMILY, STYLE = 4, 6, 3, 1, 2
KEPT_NAMES = (0, 13, 14)
"""Copyright and licence."""


def characters() -> str:
    """Everything the font has to write."""
    told = [path.read_text(encoding="utf-8") for path in Path(labels.__file__).parent.rglob("*.toml")]
    tiles = [format_tile(kind) for kind in range(KINDS)]
    found = set().union(ASCII, PUNCTUATION, COMMON.read_text(encoding="utf-8"), *told, *tiles)
    return "".join(sorted(found - {"\n"}))


def make(source: Path) -> None:
    """Write the font."""
    fonts = TTCollection(source).fonts
    font = next(each for each in fonts if each["name"].getDebugName(FULL_NAME) == SOURCE)
    options = Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=["*"])
    options.drop_tables += ["BASE", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subset = Subsetter(options)
    subset.populate(text=characters())
    subset.subset(font)
    names = font["name"]
    names.names = [name for name in names.names if name.nameID in KEPT_NAMES]
    for number, name in (
        (FAMILY, CHINESE),
        (STYLE, "Regular"),
        (UNIQUE_NAME, f"{CHINESE} (subset of {SOURCE} {font['head'].fontRevision:.3f})"),
        (FULL_NAME, CHINESE),
        (POSTSCRIPT_NAME, f"{CHINESE.replace(' ', '')}-Regular"),
    ):
        names.setName(name, number, 3, 1, 0x409)
    cff = font["CFF "].cff
    cff.fontNames[0] = f"{CHINESE.replace(' ', '')}-Regular"
    top = cff.topDictIndex[0]
    top.FullName = top.FamilyName = CHINESE
    font.recalcTimestamp = False
    font.save(CHINESE_FILE)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
