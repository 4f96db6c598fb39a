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
from .wording import tai_frame

__all__ = ["Files"]

CHART_KINDS: Final = (".png", ".svg")


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
            A folder cannot be made, a file's name is a folder's, or the chart is neither PNG nor SVG.
        """
        if self.chart is not None and self.chart.suffix.lower() not in CHART_KINDS:
            raise RunFolderError(f"chart {str(self.chart)!r}: expected a name that ends with .png or .svg")
        for path in (self.html, self.chart):
            if path is not None and path.is_dir():
                raise RunFolderError(f"{path} is a folder: expected the name of a file")
        for folder in (self.out, *(path.parent for path in (self.html, self.chart) if path is not None)):
            try:
                if folder is not None:
                    folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise RunFolderError(
                    f"{folder} cannot be used as a folder: {error.strerror or error}"
                ) from None

    def write(self, answer: Answer, command: str, lang: str) -> dict[str, str]:
        """Write it; the paths by what they hold.

        Raises
        ------
        Stopped
            A file cannot be written.
        """
        pages = [self.html] if self.html is not None else []
        pages += [self.out / "report.html"] if self.out is not None else []
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
    document = json.dumps(answer.document(), ensure_ascii=False, indent=2)
    write_atomic(folder / "odds.json", document.encode() + b"\n")
    tables = {"rows": answer.frame, "tai": tai_frame(answer)}
    tables |= {map_file(contract): frame for contract, frame in maps.items()}
    (folder / "tables").mkdir(exist_ok=True)
    for name, table in tables.items():
        write_atomic(
            folder / "tables" / f"{name}.csv", table.to_csv(index=False, lineterminator="\n").encode()
        )
    for name, each in drawn.items():
        write_chart(folder / "charts", name, each.figure, each.canvas)


@contextmanager
def _told(path: Path | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Stopped(f"{error.filename or path}: {error.strerror or error}") from error
