"""How far a run is, on standard error."""

from collections.abc import Mapping
from typing import Any, Protocol


class Progress(Protocol):
    """What a run tells of itself while it goes on."""

    def start(self, total: int, done: int) -> None:
        """The run begins: deals in all, and those that were done before."""

    def advance(self, cell: str, deals: int) -> None:
        """So many more deals of a cell are done."""

    def stop(self) -> None:
        """The run has ended, one way or the other."""


class Silent:
    """Tells nothing."""

    def start(self, total: int, done: int) -> None:
        """Nothing."""

    def advance(self, cell: str, deals: int) -> None:
        """Nothing."""

    def stop(self) -> None:
        """Nothing."""


class Bar:
    """A bar with deals per second and the time left, where standard error is a terminal.

    Parameters
    ----------
    preparing, deals, per_second : str
        The words for what comes before the first deal, for deals, and for deals per second.
    cells : mapping, optional
        What to call cells, by their names, in the reader's language.
    """

    def __init__(
        self, preparing: str, deals: str, per_second: str, cells: Mapping[str, str] | None = None
    ) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
        from rich.text import Text

        class Speed(ProgressColumn):
            def render(self, task: Task) -> Text:
                speed = task.speed
                return Text("" if speed is None else f"{speed:,.0f} {per_second}")

        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f} " + deals),
            Speed(),
            TimeRemainingColumn(compact=True),
            console=console,
            disable=not console.is_terminal,
            speed_estimate_period=20,
            transient=True,
        )
        self._preparing = preparing
        self._cells = cells or {}
        self._task: Any = None

    def start(self, total: int, done: int) -> None:
        """Show the bar."""
        self._task = self._bar.add_task(self._preparing, total=total, completed=done)
        self._bar.start()

    def advance(self, cell: str, deals: int) -> None:
        """Move it."""
        self._bar.update(self._task, advance=deals, description=self._cells.get(cell, cell))

    def stop(self) -> None:
        """Take it away."""
        self._bar.stop()
