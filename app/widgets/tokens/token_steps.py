"""From token to token by key: along the text, and from line to line where each token is a label."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt

from app.widgets.text.token_view import TokenView
from engine import Encoding

_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ACROSS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_LINE = 0.25
"""Heights of a box between two looks for the next line."""


def stepped(encoding: Encoding, token: int, step: int, caret: int) -> int:
    """The token after (before) one, or the one at the caret where none is looked at; stays at the ends."""
    if token < 0:
        starts, ends = encoding.byte_spans[:, 0], encoding.byte_spans[:, 1]
        token = int(ends.searchsorted(caret, "right")) if step > 0 else int(starts.searchsorted(caret, "left")) - 1
    else:
        token += step
    return max(0, min(len(encoding) - 1, token))


def moved(view: TokenView, token: int, count: int, key: Qt.Key) -> int:
    """The token that a key leads to in a view of labels, -1 for a key that leads nowhere."""
    if not count:
        return -1
    if key == Qt.Key.Key_Home:
        return 0
    if key == Qt.Key.Key_End:
        return count - 1
    if key in _ALONG:
        return max(0, min(count - 1, token + _ALONG[key]))
    if key in _ACROSS:
        return 0 if token < 0 else _other_line(view, token, _ACROSS[key])
    return -1


def _other_line(view: TokenView, token: int, direction: int) -> int:
    """The label above or below, the nearest in its line; the same where there is no line."""
    view.select_token(token)  # brings it into view
    rect = QRectF(view.token_rect(token))
    for look in range(3, 16):  # two quarters from the middle are its own edge
        y = rect.center().y() + direction * look * _LINE * rect.height()
        found = [view.token_at(QPointF(x, y)) for x in _outwards(rect.center().x(), view.viewport().width())]
        other = next((number for number in found if number >= 0 and number != token), -1)
        if other >= 0:
            return other
    return token


def _outwards(x: float, width: int) -> list[float]:
    """Places in a line, the nearest first."""
    return sorted(range(0, width, 8), key=lambda place: abs(place - x))
