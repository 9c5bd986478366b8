"""The note for a bookmark: a field that is there while somebody writes one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from app.state.training.playback import Playback
from app.widgets.basics.keyboard_guest import KeyboardGuest


class NoteField(KeyboardGuest, QLineEdit):
    """Enter keeps the note (`kept`); Escape or another position puts the field away."""

    kept = Signal()

    def __init__(self, playback: Playback) -> None:
        super().__init__()
        self._playback = playback
        self.setPlaceholderText(self.tr("A note for this step; Enter keeps it"))
        self.setAccessibleName(self.tr("Note for a bookmark"))
        self.hide()
        self.returnPressed.connect(self._on_typed)
        playback.position_changed.connect(self.hide)

    def ask(self) -> None:
        """Ask for a note at this step, or show the one that is there."""
        self.setText(self._playback.note(self._playback.position))
        self.show()
        self.setFocus()

    def _on_typed(self) -> None:
        self._playback.set_note(self.text())
        self.hide()
        self.kept.emit()
