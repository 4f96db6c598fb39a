"""Bots that are programs, in whatever language: JSON lines over their standard input and output.

Every message is one line, a JSON object with a `type`. A program is told, in this order:

``{"type": "hello", "protocol": 1, "zhuji_sim": "0.1.0", "seconds": 5.0}``
    Once, when it starts. It answers ``{"protocol": 1}`` when it is ready.
``{"type": "choose", "view": {...}, "legal": [...]}``
    At each of its decisions. `view` has the attributes of `deals.views.View` (tiles as text, missing ones
    `null`, `rules` as the preset and every option), `legal` the actions as a deal log writes them, such as
    ``{"do": "discard", "tile": "9s"}``. It answers ``{"action": i}``, the place in `legal` counted from 0,
    or ``{"action": {"do": ...}}``, one of `legal`, within `seconds`.
``{"type": "over", "seat": "S", "result": {...}}``
    After each deal that was finished: the deal log's `result`. Nothing is answered.

When its standard input ends, the program ends. It has to flush its standard output after each answer; what
it writes to standard error is passed on. A program that crashes, is too late, or answers with anything else
is stopped, and started anew for the next deal.

A bot plays each seat with a program of its own, which sees that seat's tiles only, and keeps it over deals.
"""

import json
import weakref
from typing import Any, Final

from zhuji_sim import __version__
from zhuji_sim.errors import ZhujiError, in_one_line

from .actions import Action
from .programs import LEAVING, Program, ProgramError
from .views import View

__all__ = ["MOVE_SECONDS", "PROTOCOL", "ExternalBot"]

PROTOCOL: Final = 1
START_SECONDS: Final = 30.0
"""Until a program has to say that it is ready."""
MOVE_SECONDS: Final = 5.0
"""Time limit of an answer, unless another is asked for."""
_LONGEST: Final = 86_400


class ExternalBot:
    """A bot played by programs; see the module for what is said to them.

    Stops its programs when it is closed, left as a context manager, or no longer used. Copies sent to other
    processes start programs of their own.

    Parameters
    ----------
    command : str
        Such as ``python3 mybot.py``; split as a shell would, but no shell is started.
    seconds : float
        Time limit of each answer.

    Attributes
    ----------
    name : str
        The command.

    Raises
    ------
    ZhujiError
        No such time limit.
    """

    def __init__(self, command: str, seconds: float = MOVE_SECONDS) -> None:
        if not 0 < seconds <= _LONGEST:
            raise ZhujiError(f"seconds {seconds!r}: expected a number above 0, at most {_LONGEST}")
        self.name = command
        self.seconds = seconds
        self._programs: dict[str, Program] = {}
        self._finalizer = weakref.finalize(self, _stop, self._programs)

    def choose(self, view: View, legal: list[Action]) -> Action:
        """What the seat's program answers.

        Raises
        ------
        ProgramError
            It gave no legal action in time; one line with what it did instead.
        """
        message = {"type": "choose", "view": view.plain(), "legal": [each.event() for each in legal]}
        try:
            return _chosen(self._program(view.seat).ask(message, self.seconds), legal)
        except ProgramError:
            self._drop(view.seat)
            raise

    def deal_over(self, seat: str, result: dict[str, Any]) -> None:
        """Tell the seat's program the result."""
        if seat not in self._programs:
            return
        try:
            self._programs[seat].tell({"type": "over", "seat": seat, "result": result}, self.seconds)
        except ProgramError:
            self._drop(seat)
            raise

    def close(self) -> None:
        """Stop all programs; the next decision starts one again."""
        _stop(self._programs)

    def __enter__(self) -> "ExternalBot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[type, tuple[str, float]]:
        return type(self), (self.name, self.seconds)

    def _program(self, seat: str) -> Program:
        if seat not in self._programs:
            program = self._programs[seat] = Program(self.name)
            hello = {"type": "hello", "protocol": PROTOCOL, "zhuji_sim": __version__, "seconds": self.seconds}
            answer = program.ask(hello, START_SECONDS)
            if answer.get("protocol") != PROTOCOL:
                said = in_one_line(json.dumps(answer, ensure_ascii=False))
                raise ProgramError(f'answered {said} to hello, expected {{"protocol": {PROTOCOL}}}')
        return self._programs[seat]

    def _drop(self, seat: str) -> None:
        program = self._programs.pop(seat, None)
        if program is not None:
            program.stop()


def _stop(programs: dict[str, Program]) -> None:
    while programs:
        _, program = programs.popitem()
        program.stop(LEAVING)


def _chosen(answer: dict[str, Any], legal: list[Action]) -> Action:
    action = answer.get("action")
    if isinstance(action, int) and not isinstance(action, bool) and 0 <= action < len(legal):
        return legal[action]
    for each in legal:
        if each.event() == action:
            return each
    offered = ", ".join(str(each) for each in legal)
    said = in_one_line(json.dumps(answer, ensure_ascii=False))
    raise ProgramError(f'answered {said}, expected {{"action": 0 to {len(legal) - 1}}} or one of: {offered}')
