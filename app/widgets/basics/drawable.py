"""Letters that Qt has no way to draw, however many fonts there are: they are shown by their numbers.

The font engine of Linux refuses all known fonts of Thaana, as they lack one of the tables that it asks for.  Each letter would be
a frame; and to find that out Qt opens every font of the system, once for each size, which holds the window up for 80 ms.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFontDatabase

_THAANA = range(0x0780, 0x07C0)


def is_undrawable(character: str) -> bool:
    """Whether a character is a frame in every font."""
    return ord(character) in _THAANA and not _has_thaana()


@cache
def _has_thaana() -> bool:
    return bool(QFontDatabase.families(QFontDatabase.WritingSystem.Thaana))
