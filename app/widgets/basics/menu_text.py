"""A name as the text of a button or a line of a menu, where Qt takes & for the mark of a key."""

from __future__ import annotations


def menu_text(name: str) -> str:
    """The name, shown as it is.

    >>> menu_text("R&D")
    'R&&D'
    """
    return name.replace("&", "&&")
