"""The one decorator of every compiled function."""

from collections.abc import Callable
from typing import Any, TypeVar

from .compile_cache import configure

CACHE_FOLDER = configure()
"""Where this process keeps compiled kernels."""

import numba  # noqa: E402 - the cache folder has to be set first

__all__ = ["CACHE_FOLDER", "inner", "kernel"]

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile `function` on first use, keep the machine code on disk, and release the GIL while it runs.

    No fastmath and no threads inside: the same call gives the same bits everywhere. Division by zero gives
    numpy's answer instead of a check at every division.
    """
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def inner(function: Function) -> Function:
    """As `kernel`, for functions that only other kernels call: without the way in from Python they compile faster."""
    compiled: Function = numba.njit(
        cache=True, nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True
    )(function)
    return compiled
