"""What of the compiled loops is on disk: the marks that `engine.warm` leaves when it has compiled a part of them.

A cache that somebody filled half, because it was stopped, has loops in it but no mark.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numba

from engine.kernels import cache_folder

Part = Literal["basic", "all"]
"""Byte-level BPE, which a window needs first; and every algorithm."""


def is_prepared(part: Part) -> bool:
    """Whether the loops of that part are compiled, for this version of them."""
    return _mark(part).exists()


def set_prepared(part: Part) -> None:
    """Leave the mark."""
    mark = _mark(part)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def _mark(part: Part) -> Path:
    return Path(getattr(numba.config, "CACHE_DIR", "") or cache_folder()) / f"{part}.ready"
