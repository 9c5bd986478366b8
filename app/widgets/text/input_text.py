"""Text from outside, as the UTF-8 of a text field: what is typed or pasted, and what an input method composes or replaces.

Input methods count in UTF-16 units.
"""

from __future__ import annotations

from PySide6.QtGui import QInputMethodEvent

from app.text_positions import TextPositions


def encoded(text: str) -> bytes:
    """UTF-8; half a surrogate pair, which no text can hold, becomes U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode("utf-8")


def composed_text(event: QInputMethodEvent) -> tuple[bytes, int]:
    """The text that is being composed, and before which of its bytes the caret stands."""
    data = encoded(event.preeditString())
    kind = QInputMethodEvent.AttributeType.Cursor
    unit = next((mark.start for mark in event.attributes() if mark.type == kind), None)
    positions = TextPositions(data)
    return data, len(data) if unit is None else positions.byte_of_unit(min(unit, positions.units()))


def replaced_bytes(event: QInputMethodEvent, positions: TextPositions, caret: int) -> tuple[int, int]:
    """First byte and end of what an input method wants replaced, in the text around the caret's byte `caret`."""
    begin = positions.unit_of_byte(caret) + event.replacementStart()
    first, last = (min(max(0, unit), positions.units()) for unit in (begin, begin + event.replacementLength()))
    return positions.byte_of_unit(first), positions.byte_of_unit(last)
