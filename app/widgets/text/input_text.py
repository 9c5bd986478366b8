"""Text from outside, as the UTF-8 of a text field: what is typed or pasted, and what an input method composes or replaces.

Input methods count in UTF-16 units.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QInputMethodEvent

from app.text_positions import TextPositions
from engine.decoders import replaced_surrogates

EXACT = "application/x-mergescope-utf8"
"""What is copied here, byte for byte: as Qt's own text it would lose U+FEFF at its start."""
REPLACEMENT = "\ufffd".encode()
_PLAIN = "text/plain"
_NOTHING = "\ud800"
"""Half a pair: where a character is missing."""


def encoded(text: str) -> tuple[bytes, int]:
    """UTF-8, in which U+FFFD stands for each half of a surrogate pair, which no text can hold; and how many there were."""
    whole, replaced = replaced_surrogates(text)
    return whole.encode(), replaced


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


def composed_text(event: QInputMethodEvent) -> tuple[bytes, int]:
    """The text that is being composed, and before which of its bytes the caret stands."""
    data, _ = encoded(event.preeditString())
    kind = QInputMethodEvent.AttributeType.Cursor
    unit = next((mark.start for mark in event.attributes() if mark.type == kind), None)
    positions = TextPositions(data)
    return data, len(data) if unit is None else positions.byte_of_unit(min(unit, positions.units()))


def replaced_bytes(event: QInputMethodEvent, positions: TextPositions, caret: int) -> tuple[int, int]:
    """First byte and end of what an input method wants replaced, in the text around the caret's byte `caret`."""
    begin = positions.unit_of_byte(caret) + event.replacementStart()
    first, last = (min(max(0, unit), positions.units()) for unit in (begin, begin + event.replacementLength()))
    return positions.byte_of_unit(first), positions.byte_of_unit(last)
