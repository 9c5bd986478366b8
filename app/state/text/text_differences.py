"""Where two tokenizers part on the text of the playground: at once for a short text, else in the background."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from engine.reading.differences import Differences, Side

MOST = 2_000_000
"""Bytes of text up to which tokenizers are compared token by token."""
_AT_ONCE = 20_000
"""Bytes that are compared at each key: two milliseconds."""
_REST = 120
"""Milliseconds without a change after which a longer text is compared."""


class TextDifferences(QObject):
    """`changed` when those of a long text have come."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest[Differences]("differences", _REST, self)
        self._latest.changed.connect(self._on_value)

    @property
    def result(self) -> Differences | None:
        """None while it is not known, and where there is nothing to compare."""
        return self._latest.value

    def ask(self, mine: Side | None, theirs: Side | None) -> None:
        """Compare these; two that have not seen the same text are not compared, nor is a very long one."""
        if mine is None or theirs is None:
            self._latest.set(None)
            return
        size = len(mine.encoding.data)
        if mine.encoding.text != theirs.encoding.text or size > MOST:
            self._latest.set(None)
        elif size <= _AT_ONCE:
            self._latest.set(Differences(mine, theirs))
        else:
            self._latest.ask(lambda: _compared(mine, theirs))

    def close(self) -> None:
        self._latest.set(None)

    def _on_value(self) -> None:
        if self._latest.value is not None:
            self.changed.emit()


def _compared(mine: Side, theirs: Side) -> Differences:
    found = Differences(mine, theirs)
    found.prepare()
    return found
