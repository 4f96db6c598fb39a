"""The one decorator of every compiled function."""

from collections.abc import Callable
from typing import Any, TypeVar

from .compile_cache import configure

CACHE_FOLDER = configure()
"""Where this process keeps compiled kernels."""

import numba  # noqa: E402 - the cache folder has to be set first

__all__ = ["CACHE_FOLDER", "inner", "kernel", "merged"]

_njit: Any = numba.njit

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile `function` on first use, keep the machine code on disk, and release the GIL while it runs.

    No fastmath and no threads inside: the same call gives the same bits everywhere. Division by zero gives
    numpy's answer instead of a check at every division.
    """
    compiled: Function = _njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def inner(function: Function) -> Function:
    """As `kernel`, for what only kernels call: without a way in from Python it compiles faster."""
    compiled: Function = _njit(
        cache=True, nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True
    )(function)
    return compiled


def merged(function: Function) -> Function:
    """As `inner`, for functions with one caller: they become part of it, which spares a round of optimisation."""
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy", inline="always")(function)
    return compiled
