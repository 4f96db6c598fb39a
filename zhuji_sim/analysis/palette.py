"""Colours, markers, lines and hatches of charts, for readers of grey print and the colour-blind too."""

from typing import Final, NamedTuple

__all__ = ["GRID", "HATCHES", "INK", "MARKS", "QUIET", "SHADES", "Mark"]

INK: Final = "#222222"
GRID: Final = "#d9d9d9"
SHADES: Final = "cividis"
"""Colours of a map: their lightness rises all the way, so that it is read in grey too."""
QUIET: Final = "#7b8794"
"""What stands beside the series that matters."""


class Mark(NamedTuple):
    """How one of several series is drawn: told apart by shape and by lightness, not only by colour."""

    colour: str
    marker: str
    line: str


MARKS: Final = (
    Mark("#0e2747", "o", "-"),
    Mark("#b24a17", "s", "--"),
    Mark("#3d9c88", "^", "-."),
    Mark("#6a3878", "D", ":"),
    Mark("#86b6e0", "v", "-"),
    Mark("#e8cb4e", "P", "--"),
)
"""Navy, orange, teal, purple, sky and straw, of lightness 15, 45, 59, 32, 72 and 82 (CIELAB), which stay
apart for the colour-blind too (`tests/analysis/test_colours.py`)."""

HATCHES: Final = (
    ("#12395b", ""),
    ("#4f86b3", "///"),
    ("#a4c6e0", ""),
    ("#dca05a", "\\\\\\"),
    ("#c2571a", "..."),
    ("#caa978", "xxx"),
    ("#ececec", ""),
    ("#7d7d7d", "+++"),
)
"""Fills of stacked bars; those without hatches differ most in lightness, the others bear white ones."""
