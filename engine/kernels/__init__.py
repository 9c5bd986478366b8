"""The compiled loops: plain arrays in, plain arrays out, the GIL free while they run.

A kernel says nothing about files, options or classes; the algorithm that calls it says what happens and why.  Every
kernel has a naive twin in `tests/references` that it must equal.

Compiled code is kept in the user's cache folder, in a folder named after the sources of all kernels: numba notices a
change in a kernel's own file but not in the files it imports, and would go on using the stale code.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import platformdirs


def cache_folder() -> Path:
    """Where this version's compiled kernels are kept."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return Path(platformdirs.user_cache_dir("mergescope", appauthor=False)) / f"kernels-{digest.hexdigest()[:16]}"


if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(cache_folder())


_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "cache": True,
    "boundscheck": False,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
}
_LEAN = {"_nrt": False}
"""Arrays are lent, not reference-counted: counting the references of every array at every call took a third of the
trainer's time."""
_INNER = {"no_cpython_wrapper": True}
"""What Python never calls needs no way in from there; making one takes longer than compiling a short loop."""


def kernel(function: Callable[..., Any]) -> Any:
    """Compile with the GIL free, no bounds checks, and the result kept on disk."""
    return numba.njit(**_OPTIONS)(function)


def lean_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that allocates nothing."""
    return numba.njit(**_OPTIONS, **_LEAN)(function)


def inner_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that allocates nothing and that only kernels call; a call from Python would end the process."""
    return numba.njit(**_OPTIONS, **_LEAN, **_INNER)(function)


def inner_allocating_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that may allocate and that only kernels call."""
    return numba.njit(**_OPTIONS, **_INNER)(function)


def inlined_kernel(function: Callable[..., Any]) -> Any:
    """An inner kernel that allocates nothing and becomes part of the loop that calls it."""
    return numba.njit(**_OPTIONS, **_LEAN, **_INNER, forceinline=True)(function)
