"""An answer as files: a page, a chart, or a folder with both, the tables and the figures."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pandas as pd

from zhuji_sim.analysis.pages import write_chart
from zhuji_sim.errors import RunFolderError, Stopped
from zhuji_sim.runner.files import write_atomic

from .answer import Answer
from .page import Drawn, caishen_maps, charts, map_file, page
from .places import check_file, check_folder, check_ours

__all__ = ["Files"]

CHART_KINDS: Final = (".png", ".svg")
_MARK: Final = "odds.json"
"""By this file a folder is known to hold odds."""
_PAGE: Final = "report.html"
_PARTS: Final = ("tables", "charts")
_PARTIAL: Final = ("caishen_dual", "caishen_solo", "tai")
"""Tables and charts that not every question has."""


@dataclass(frozen=True)
class Files:
    """What is to be written.

    Attributes
    ----------
    out : Path, optional
        Folder for `odds.json`, `tables/*.csv`, `charts/*.png` and `*.svg` and `report.html`.
    html : Path, optional
        The page alone.
    chart : Path, optional
        Points of every row, `.png` or `.svg`.
    """

    out: Path | None = None
    html: Path | None = None
    chart: Path | None = None

    def prepare(self) -> None:
        """Make the folders, before anything is played.

        Raises
        ------
        RunFolderError
            A folder or a file cannot be written, two files are the same, the folder holds something else,
            or the chart is neither PNG nor SVG.
        """
        if self.chart is not None and self.chart.suffix.lower() not in CHART_KINDS:
            raise RunFolderError(f"chart {str(self.chart)!r}: expected a name that ends with .png or .svg")
        if self.html is not None and self.chart is not None and self.html.resolve() == self.chart.resolve():
            raise RunFolderError(f"{self.html}: expected two names, one for the page and one for the chart")
        if self.out is not None:
            check_ours(self.out, _MARK)
            for name in (_MARK, _PAGE):
                check_file(self.out / name)
            for part in _PARTS:
                check_folder(self.out / part)
        for path in (self.html, self.chart):
            if path is not None:
                check_file(path)

    def write(self, answer: Answer, command: str, lang: str) -> dict[str, str]:
        """Write it; the paths by what they hold.

        Raises
        ------
        Stopped
            A file cannot be written.
        """
        pages = [self.html] if self.html is not None else []
        pages += [self.out / _PAGE] if self.out is not None else []
        maps = caishen_maps(answer) if pages else {}
        drawn = charts(answer, maps, lang) if pages or self.chart is not None else {}
        written = {}
        with _told(self.out or self.html or self.chart):
            if self.out is not None:
                written["out"] = str(self.out)
                _write_folder(self.out, answer, maps, drawn)
            if pages:
                content = page(answer, drawn, command, lang).encode()
                for path in pages:
                    write_atomic(path, content)
                written["html"] = str(pages[0])
            if self.chart is not None:
                points = drawn["points"]
                kind = self.chart.suffix.lower()[1:]
                write_atomic(self.chart, points.canvas.save(points.figure, kind))
                written["chart"] = str(self.chart)
        return written


def _write_folder(
    folder: Path, answer: Answer, maps: Mapping[str, pd.DataFrame], drawn: Mapping[str, Drawn]
) -> None:
    """The folder of this answer alone: what an earlier one had and this one has not is removed."""
    document = json.dumps(answer.document(), ensure_ascii=False, indent=2)
    write_atomic(folder / _MARK, document.encode() + b"\n")
    tables = {"rows": answer.frame, "tai": answer.tai}
    tables |= {map_file(contract): frame for contract, frame in maps.items()}
    for name, table in tables.items():
        write_atomic(
            folder / "tables" / f"{name}.csv", table.to_csv(index=False, lineterminator="\n").encode()
        )
    for name, each in drawn.items():
        write_chart(folder / "charts", name, each.figure, each.canvas)
    for name in _PARTIAL:
        if name not in tables:
            (folder / "tables" / f"{name}.csv").unlink(missing_ok=True)
        if name not in drawn:
            for kind in CHART_KINDS:
                (folder / "charts" / f"{name}{kind}").unlink(missing_ok=True)


@contextmanager
def _told(path: Path | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Stopped(f"{error.filename or path}: {error.strerror or error}") from error
