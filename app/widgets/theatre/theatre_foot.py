"""What stands below the stage: the transport, the note for a bookmark, the timeline."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.training.playback import SPEEDS, Playback
from app.widgets.theatre.note_field import NoteField
from app.widgets.theatre.timeline import Bookmark, Timeline
from app.widgets.theatre.transport import Transport


class TheatreFoot(QWidget):
    """Asks the playback for what is wished; `noted` when a note is kept.  Where the timeline stands others draw."""

    why_asked = Signal()
    noted = Signal()

    def __init__(self, appearance: Appearance, playback: Playback) -> None:
        super().__init__()
        self._playback = playback
        self.transport, self.note, self.timeline = Transport(appearance), NoteField(playback), Timeline(appearance)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.transport, self.note, self.timeline):
            column.addWidget(part)
        self._connect_transport()
        self._connect()

    def _connect_transport(self) -> None:
        transport, playback = self.transport, self._playback
        transport.start_asked.connect(playback.to_start)
        transport.end_asked.connect(playback.to_end)
        transport.step_asked.connect(playback.step)
        transport.play_asked.connect(self._play)
        transport.next_tie_asked.connect(playback.next_tie)
        transport.bookmark_asked.connect(playback.toggle_bookmark)
        transport.why_asked.connect(self.why_asked)
        transport.speed_asked.connect(self._set_speed)
        transport.seek_asked.connect(playback.seek)
        transport.show_speed(playback.steps_a_second)

    def _connect(self) -> None:
        playback = self._playback
        self.timeline.seek_asked.connect(playback.seek)
        self.timeline.make_in(playback.turns.ask)
        self.note.kept.connect(self.noted)
        playback.playing_changed.connect(self.transport.show_playing)
        playback.speed_changed.connect(self._on_speed_changed)
        playback.bookmarks_changed.connect(self._on_bookmarks_changed)

    def go_to_step(self) -> None:
        """Put the cursor into the step's number."""
        self.transport.step_field.setFocus()
        self.transport.step_field.selectAll()

    def _play(self, play: bool) -> None:
        if play:
            self._playback.play()
        else:
            self._playback.pause()

    def _set_speed(self, speed: float) -> None:
        self._playback.set_speed(SPEEDS.index(speed))

    def _on_speed_changed(self, index: int) -> None:
        self.transport.show_speed(SPEEDS[index])

    def _on_bookmarks_changed(self) -> None:
        playback = self._playback
        self.timeline.set_bookmarks([Bookmark(step, playback.note(step) or f"{step:,}") for step in playback.bookmarks])
