"""Text from outside, as the UTF-8 of a text field: what is typed, and what an input method composes or replaces.

Input methods count in UTF-16 units.
"""

from __future__ import annotations

from PySide6.QtGui import QInputMethodEvent

from app.text_positions import TextPositions
from engine.decoders import replaced_surrogates

REPLACEMENT = "\ufffd".encode()


def encoded(text: str) -> tuple[bytes, int]:
    """UTF-8, in which U+FFFD stands for each half of a surrogate pair, which no text can hold; and how many there were."""
    whole, replaced = replaced_surrogates(text)
    return whole.encode(), replaced


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
