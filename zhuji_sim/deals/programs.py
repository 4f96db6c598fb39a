"""A program run beside this one, which is spoken to in lines of JSON."""

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import time
from typing import Any, Final

from zhuji_sim.errors import in_one_line

__all__ = ["Program", "ProgramError"]

POLLS_PIPES: Final = os.name == "posix"
"""Whether the system can wait for pipes with a time limit."""
LONGEST_LINE: Final = 1 << 20
"""Bytes."""
LEAVING: Final = 1.0
"""Seconds that a program gets to end by itself."""
_BLOCK: Final = 1 << 16


class ProgramError(Exception):
    """What a program did wrong, in one line."""


class Program:
    """A running program; its standard error is this process's own.

    Parameters
    ----------
    command : str
        As a shell would split it; no shell is started.

    Raises
    ------
    ProgramError
        It cannot be started.
    """

    def __init__(self, command: str) -> None:
        if not POLLS_PIPES:
            raise ProgramError("expected a POSIX system such as Linux or macOS to run it on")
        try:
            words = shlex.split(command)
        except ValueError as problem:
            raise ProgramError(f"not a command: {problem}") from None
        if not words:
            raise ProgramError("not a command: expected a program, such as python3 mybot.py")
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as problem:
            raise ProgramError(f"cannot be started: {problem.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._received = bytearray()

    def tell(self, message: dict[str, Any], seconds: float) -> None:
        """Send a message that nothing is answered to.

        Raises
        ------
        ProgramError
            It has ended, or has not read so much in time.
        """
        self._exchange(message, seconds, answered=False)

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a message and wait for the answer, a line with a JSON object.

        Raises
        ------
        ProgramError
            It has ended, has said something before it was asked, has not answered in time, or not with an
            object.
        """
        line = self._exchange(message, seconds, answered=True)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise ProgramError(f"answered {_shown(line)}, expected a line of JSON") from None
        if not isinstance(answer, dict):
            raise ProgramError(f"answered {_shown(line)}, expected a JSON object")
        return answer

    def stop(self, seconds: float = 0.0) -> None:
        """End the program and what it started; it may go by itself within so many seconds of hearing so."""
        for pipe in (self._stdin, self._stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _exchange(self, message: dict[str, Any], seconds: float, answered: bool) -> bytes:
        """Write a message while reading, so that neither side waits for the other; then wait for a line."""
        deadline = time.monotonic() + seconds
        waiting = memoryview(json.dumps(message).encode() + b"\n")
        if answered:
            self._refuse_lines_before_the_question()
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.register(self._stdin, selectors.EVENT_WRITE)
            while waiting or (answered and b"\n" not in self._received):
                left = deadline - time.monotonic()
                ready = selector.select(left) if left > 0 else []
                if not ready:
                    raise ProgramError(self._too_late(seconds, bool(waiting)))
                for key, _ in ready:
                    if key.fileobj is self._stdout:
                        self._read()
                    else:
                        waiting = waiting[self._write(waiting) :]
                        if not waiting:
                            selector.unregister(self._stdin)
        if not answered:
            return b""
        line, _, rest = bytes(self._received).partition(b"\n")
        self._received = bytearray(rest)
        return line

    def _refuse_lines_before_the_question(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._received += os.read(self._stdout.fileno(), _BLOCK)
        if self._received:
            line = bytes(self._received).partition(b"\n")[0]
            raise ProgramError(f"said {_shown(line)} before it was asked")

    def _read(self) -> None:
        block = os.read(self._stdout.fileno(), _BLOCK)
        if not block:
            raise ProgramError(self._ended())
        self._received += block
        if len(self._received) > LONGEST_LINE:
            raise ProgramError(
                f"answered {_shown(bytes(self._received))}, expected a line of at most {LONGEST_LINE} bytes"
            )

    def _write(self, waiting: memoryview) -> int:
        try:
            return os.write(self._stdin.fileno(), waiting[:_BLOCK])
        except BlockingIOError:
            return 0
        except OSError:
            raise ProgramError(self._ended()) from None

    def _too_late(self, seconds: float, unread: bool) -> str:
        if unread:
            return f"has not read what it was told within {seconds:g} s"
        said = f", only {_shown(bytes(self._received))}" if self._received else ""
        return f"no answer within {seconds:g} s{said}"

    def _ended(self) -> str:
        """How the program ended; its standard output closes a moment before."""
        try:
            status = self._process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        said = f" after {_shown(bytes(self._received))}" if self._received else ""
        if status < 0:
            return f"was ended by signal {-status}{said}"
        return f"ended with exit status {status}{said}"


def _shown(line: bytes) -> str:
    return in_one_line(repr(line.decode(errors="backslashreplace")))
