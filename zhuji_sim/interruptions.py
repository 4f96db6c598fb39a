"""Ctrl-C kept waiting while compiled code is being entered."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["held_back"]


@contextmanager
def held_back() -> Iterator[None]:
    """Let an interruption wait until the block has ended.

    On its way into compiled code numba calls back into Python; an interruption there comes out as an error of
    another kind, and the run would end as if something had been wrong with it.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            before(*came[0])
