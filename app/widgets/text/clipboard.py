"""Text on the clipboard, every character of it kept."""

from __future__ import annotations

import atexit

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from engine.decoders import replaced_surrogates

EXACT = "application/x-mergescope-utf8"
"""What is copied here, byte for byte: as Qt's own text it would lose U+FEFF at its start."""
_PLAIN = "text/plain"
_NOTHING = "\ud800"
"""Half a pair: where a character is missing."""


class _Copied(QMimeData):
    """What was copied in this process."""


def put_text(text: str, data: bytes) -> None:
    """A text for other programs, and its UTF-8 for this one."""
    copied = _Copied()
    copied.setText(text)
    copied.setData(EXACT, data)
    QGuiApplication.clipboard().setMimeData(copied)


def text_of(copied: QMimeData) -> str:
    """What was copied or dragged, every character kept: line breaks of any kind, NUL, odd spaces.

    For each character that cannot be read there is half a surrogate pair: Python gets Qt's own text without such halves, and
    with U+FFFD for broken bytes; a U+FEFF at the start is lost as well.  So the bytes behind it are looked at.
    """
    if copied.hasFormat(EXACT):
        return bytes(copied.data(EXACT).data()).decode("utf-8", "replace")
    text, data = copied.text(), bytes(copied.data(_PLAIN).data()) if copied.hasFormat(_PLAIN) else b""
    if not data or data == text.encode("utf-8", "surrogatepass"):
        return text
    try:
        seen = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return text.replace("\ufffd", _NOTHING)
    if replaced_surrogates(seen)[1] or seen == "\ufeff" + text:
        return seen
    return seen.replace("\ufffd", _NOTHING) if seen.replace("\ufffd", "") == text else text


@atexit.register
def _leave_plain_text() -> None:
    """An object that was made in Python cannot be destroyed after Python has ended, which Qt's clipboard would do."""
    if QGuiApplication.instance() is not None:
        clipboard = QGuiApplication.clipboard()
        if isinstance(clipboard.mimeData(), _Copied):
            clipboard.setText(clipboard.text())
