"""How charts look and how they are kept: readable in grey, the same file whenever the data are the same."""

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from zhuji_sim import labels
from zhuji_sim.analysis.columns import numbers, with_interval
from zhuji_sim.analysis.fonts import PLAIN, chart_language, drawable
from zhuji_sim.analysis.palette import GRID, HATCHES, INK, MARKS, QUIET, SHADES, Mark
from zhuji_sim.analysis.provenance import provenance
from zhuji_sim.errors import ZhujiError

__all__ = [
    "GRID",
    "HATCHES",
    "INK",
    "MARKS",
    "QUIET",
    "SHADES",
    "Canvas",
    "Mark",
    "UntoldError",
    "errors",
    "whiskers",
]

WIDTH: Final = 7.2
"""Inches; with the sizes below readable on a phone too."""

_LEFT: Final = 0.01
_MARGIN: Final = 0.07
_TITLE: Final = 0.36
_CAPTION_LINE: Final = 0.15
_LEGEND_LINE: Final = 0.2
_KEY: Final = 0.62
_LETTER: Final = 0.075
"""Room around the axes, in inches (the left edge as a share of the width)."""

STYLE: Final[dict[str, Any]] = {
    "font.size": 10.5,
    "axes.titlesize": 10.5,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "hatch.linewidth": 0.6,
    "figure.dpi": 100,
    "savefig.dpi": 160,
    "svg.fonttype": "path",
    "svg.hashsalt": "zhuji_sim",
}


_UNDATED: Final[dict[str, dict[str, Any]]] = {"svg": {"Date": None}, "png": {"Software": None}}
_LINE: Final = 118
"""Letters that fit into a line of the caption."""


class UntoldError(ZhujiError):
    """A chart of a frame that does not tell where it comes from."""


@dataclass(frozen=True)
class Canvas:
    """What all charts of a run share.

    Attributes
    ----------
    lang : str
        Language of the labels.
    fonts : tuple of str
        Fonts to write them with, the first first.
    deals : int
    seed : int or str
        For the caption; a text where several runs are shown.
    cells : mapping of int to str
        Names of the cells.
    series : mapping of int to str
        Names of the cells in charts by contract.
    subject : str
        What all of it is about, such as a ruleset; stands before every title.
    """

    deals: int
    seed: int | str
    lang: str = "en"
    fonts: tuple[str, ...] = (PLAIN,)
    cells: Mapping[int, str] = field(default_factory=lambda: {0: ""})
    series: Mapping[int, str] = field(default_factory=lambda: {0: ""})
    subject: str = ""

    @classmethod
    def of(cls, frame: pd.DataFrame, lang: str | None = None) -> "Canvas":
        """The canvas for a frame whose deals and seed are noted (`provenance`).

        Raises
        ------
        UntoldError
            They are not.
        """
        told = provenance(frame)
        if "seed" not in told:
            raise UntoldError(
                "this frame does not tell its seed, which every chart shows: "
                "take it from zhuji_sim.simulate or analysis.read, or give the chart a Canvas(deals, seed)"
            )
        lang, fonts = chart_language(labels.resolve_language(lang))
        names = {name: told[name][lang] for name in ("cells", "series") if name in told}
        return cls(told["deals"], told["seed"], lang, fonts, **names)

    def text(self, key: str, **values: object) -> str:
        """A label that the fonts can write."""
        return self.write(labels.text(key, self.lang, **values))

    def write(self, words: str) -> str:
        """Words that the fonts can write."""
        return drawable(words, self.fonts)

    def contract(self, contract: str) -> str:
        """A contract's name."""
        return self.write(labels.contract_name(contract, self.lang))

    @contextmanager
    def figure(
        self, title: str, height: float, *notes: str, heading: str = "", **values: object
    ) -> Iterator[Figure]:
        """A figure to draw in, with its title above and deals, seed and notes below.

        Parameters
        ----------
        title : str
            Key of the title.
        height : float
            In inches.
        notes : str
            Sentences for the caption.
        **values
            For the title's placeholders.
        heading : str
            The title itself, in place of a key.
        """
        lines = [self.text("charts.caption", deals=self.deals, seed=self.seed), *notes]
        caption = _wrapped(" ".join(lines))
        foot = (_CAPTION_LINE * (caption.count("\n") + 1) + _MARGIN) / height
        head = 1 - _TITLE / height
        with self.styled():
            space = ConstrainedLayoutEngine(rect=(0, foot, 1, head - foot))
            figure = Figure(figsize=(WIDTH, height), layout=space)
            heading = self.write(heading) if heading else self.text(title, **values)
            if self.subject:
                heading = self.text("charts.of_subject", subject=self.subject, title=heading)
            bold: Any = {"weight": "bold", "family": PLAIN} if drawable(heading, [PLAIN]) == heading else {}
            figure.text(_LEFT, 1 - _MARGIN / height, heading, va="top", fontsize=13, **bold)
            figure.text(_LEFT, _MARGIN / height, caption, va="bottom", fontsize=8.5, color="#555555")
            yield figure
            figure.draw_without_rendering()
            figure.set_layout_engine("none")  # laid out once, whatever it is saved as

    def legend(self, figure: Figure, axes: Iterable[Axes]) -> None:
        """Put what the axes label under the title, each label once."""
        known: dict[str, Any] = {}
        for each in axes:
            handles, names = each.get_legend_handles_labels()
            known |= dict(zip(names, handles))
        widest = _KEY + _LETTER * max(_letters(name) for name in known)
        columns = min(len(known), max(1, int(WIDTH / widest)))
        room = _LEGEND_LINE * -(-len(known) // columns)
        space, height = figure.get_layout_engine(), figure.get_figheight()
        assert isinstance(space, ConstrainedLayoutEngine)
        left, foot, width, inside = space.get()["rect"]
        space.set(rect=(left, foot, width, inside - room / height))
        figure.legend(
            list(known.values()),
            list(known),
            loc="upper left",
            bbox_to_anchor=(0, foot + inside),
            borderaxespad=0,
            ncols=columns,
        )

    def styled(self) -> AbstractContextManager[None]:
        """Where charts are drawn and saved."""
        settings: Any = STYLE | {"font.family": list(self.fonts)}
        return matplotlib.rc_context(settings)

    def save(self, figure: Figure, kind: str) -> bytes:
        """The figure as `svg` or `png`, without dates, so that equal data give equal files."""
        buffer = io.BytesIO()
        with self.styled():
            figure.savefig(buffer, format=kind, metadata=_UNDATED[kind])
        return buffer.getvalue()


def _letters(words: str) -> int:
    """Letters, those of Chinese counted twice."""
    return sum(1 + (letter > "\u2e80") for letter in words)


def _wrapped(caption: str) -> str:
    """Lines that fit under a chart, broken between words, in Chinese between clauses."""
    lines = [""]
    for part in re.findall(r"[^\s，。]*[\s，。]?", caption):
        if _letters(lines[-1] + part) > _LINE:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def errors(table: pd.DataFrame, name: str, scale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Values and their distances to both ends of the interval; 0 where none is known."""
    value, *ends = (numbers(table, column) * scale for column in with_interval(name))
    return value, np.nan_to_num(np.abs(np.array(ends) - value))


def whiskers(
    axes: Axes,
    places: Sequence[float],
    table: pd.DataFrame,
    name: str,
    mark: Mark,
    *,
    scale: float = 1.0,
    line: str = "none",
    label: str | None = None,
) -> None:
    """Draw values with their intervals, upright."""
    value, error = errors(table, name, scale)
    axes.errorbar(
        places,
        value,
        yerr=error,
        color=mark.colour,
        marker=mark.marker,
        markersize=6,
        capsize=3,
        linestyle=line,
        label=label,
    )
