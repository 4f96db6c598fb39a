"""The one decorator of every compiled function."""

import warnings
from collections.abc import Callable
from typing import Any

from .compile_cache import configure

CACHE_FOLDER = configure()
"""Where this process keeps compiled kernels."""

import numba  # noqa: E402 - the cache folder has to be set first

__all__ = ["CACHE_FOLDER", "inner", "kernel", "merged", "numba"]

_njit: Any = numba.njit

# Decision functions reach the engine as numba's first-class functions, on purpose; it need not say so.
warnings.filterwarnings("ignore", category=numba.NumbaExperimentalFeatureWarning)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on first use, keep the machine code on disk, and release the GIL while it runs.

    No fastmath and no threads inside: the same call gives the same bits everywhere. Division by zero gives
    numpy's answer instead of a check at every division.
    """
    return _njit(cache=True, nogil=True, error_model="numpy")(function)


def inner(function: Callable[..., Any]) -> Any:
    """As `kernel`, for what only kernels call: without a way in from Python it compiles faster."""
    return _njit(cache=True, nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function
    )


def merged(function: Callable[..., Any]) -> Any:
    """As `kernel`, for functions with one caller: they become part of it, and are optimised once."""
    return _njit(cache=True, nogil=True, error_model="numpy", inline="always")(function)
