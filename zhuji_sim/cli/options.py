"""Options that several verbs share, and how a verb speaks."""

import json as jsons
import sys
from typing import Annotated, Any

import typer

from zhuji_sim.labels import resolve_language, text

Lang = Annotated[str | None, typer.Option("--lang", metavar="en|zh")]
Json = Annotated[bool, typer.Option("--json")]
Quiet = Annotated[bool, typer.Option("--quiet")]
Scheduler = Annotated[str | None, typer.Option("--scheduler", metavar="ADDRESS", show_default=False)]
Rules = Annotated[str, typer.Option("--rules", metavar="RULES")]

PIPE_WIDTH = 120
"""Columns of tables where standard output is no terminal."""


class Speaker:
    """Says a verb's results: for people in their language, or as one JSON document.

    Parameters
    ----------
    lang : str, optional
        What `--lang` says.
    json : bool
        Results are one JSON document on standard output, and nothing else is.
    quiet : bool
        No messages and no progress.

    Raises
    ------
    LanguageError
        There is no such language.
    """

    def __init__(self, lang: str | None, json: bool = False, quiet: bool = False) -> None:
        self.lang = resolve_language(lang)
        self.json = json
        self.quiet = quiet

    def text(self, key: str, **values: object) -> str:
        """A text of the section `cli`."""
        return text(f"cli.{key}", self.lang, **values)

    def note(self, key: str, **values: object) -> None:
        """Say something on standard error, unless told to be quiet."""
        if not self.quiet:
            print(self.text(key, **values), file=sys.stderr)

    def document(self, value: Any) -> None:
        """Print a JSON document."""
        print(jsons.dumps(value, ensure_ascii=False, indent=2))

    def lines(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            print(line)

    def paragraphs(self, *paragraphs: str) -> None:
        """Print sentences, broken between words; Chinese wherever a line ends."""
        from rich.text import Text

        if self.lang == "zh":
            self.lines(*paragraphs)
        else:
            self.show(*map(Text, paragraphs))

    def width(self) -> int:
        """Columns that tables have."""
        return int(_console().width)

    def show(self, *renderables: Any) -> None:
        """Print tables and the like."""
        _console().print(*renderables, sep="\n")

    def table(self, *columns: str, title: str | None = None, right: tuple[int, ...] = ()) -> Any:
        """An empty table with headings; the columns `right` hold numbers."""
        from rich import box
        from rich.table import Table

        table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
        for i, column in enumerate(columns):
            table.add_column(column, justify="right" if i in right else "left", overflow="fold")
        return table

    def show_text_table(self, told: Any, *, whole: bool = False) -> None:
        """Print a table that is made for readers (`analysis.wording.TextTable`).

        `whole`: narrow gaps, and no figure is broken.
        """
        from rich.cells import cell_len

        table = self.table(*told.heads, right=tuple(i for i, numeric in enumerate(told.numeric) if numeric))
        if whole:
            table.padding = (0, 1, 0, 0)
            for column, values in zip(table.columns, zip(*told.rows, strict=True), strict=True):
                column.min_width = max(map(cell_len, values))
        for row in told.rows:
            table.add_row(*row)
        self.show(table)


def _console() -> Any:
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console
