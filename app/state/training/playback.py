"""Playback: the one position in the training history, and how it moves.

Position `k` is the state after step `k`; 0 is before the first.  The trainer always runs at full speed: playing moves
the position, and at the end of what is learned it waits there.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.state.training.training_run import TrainingRun
from app.state.training.turns import Turns

FRAME = 16
SPEEDS: tuple[float, ...] = (0.5, 1, 2, 4, 8, 16, 60, 250, float("inf"))
"""Steps a second; the last is as fast as it goes."""
NORMAL_SPEED = SPEEDS.index(4)
_FASTEST = 4_000.0
"""What "as fast as it goes" asks for: the drawing skips what it cannot show."""
_HURRY = 0.12
"""Seconds; moves that follow each other faster are a drag, a held key, or fast play."""


class Playback(QObject):
    """Follows the run's newest step until somebody takes the timeline.  Those who show the position draw it by `turns`."""

    position_changed = Signal(int)
    length_changed = Signal(int)
    playing_changed = Signal(bool)
    speed_changed = Signal(int)
    bookmarks_changed = Signal()

    def __init__(self, run: TrainingRun) -> None:
        super().__init__()
        self._run = run
        self._position = 0
        self._speed = NORMAL_SPEED
        self._following = True
        self._aim: int | None = None
        """The step that is waited for while a run is learned again with other weights."""
        self._known = 0
        self._notes: dict[int, str] = {}
        self.turns = Turns(self)
        self._moved, self._hurries = time.monotonic(), False
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=FRAME)
        self._timer.timeout.connect(self._on_frame)
        self._since = 0.0
        self._owed = 0.0
        run.history_replaced.connect(self._on_history_replaced)
        run.advanced.connect(self._on_advanced)
        run.finished.connect(self._on_finished)

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def position(self) -> int:
        return self._position

    @property
    def length(self) -> int:
        """Steps learned so far."""
        return len(self._run.history)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    @property
    def hurries(self) -> bool:
        """The last move came so soon after the one before it that what follows it can wait for its turn."""
        return self._hurries

    @property
    def following(self) -> bool:
        """The position keeps to the newest step."""
        return self._following

    @property
    def speed(self) -> int:
        """Index into SPEEDS."""
        return self._speed

    @property
    def steps_a_second(self) -> float:
        return SPEEDS[self._speed]

    @property
    def bookmarks(self) -> tuple[int, ...]:
        """The positions that have one, ascending."""
        return tuple(self._notes)

    def note(self, position: int) -> str:
        """What was noted at a bookmark; empty for none."""
        return self._notes.get(position, "")

    # -- how it moves ------------------------------------------------------------------------------------------------

    def seek(self, position: int) -> None:
        """Go to a position (the nearest there is).  Taking the end of a running training means to follow it."""
        self._following = self._run.running and position >= self.length
        self._aim = None
        self._go(position)

    def step(self, steps: int) -> None:
        """On or back by so many steps."""
        self.seek(self._position + steps)

    def to_start(self) -> None:
        self.seek(0)

    def to_end(self) -> None:
        self.seek(self.length)

    def next_tie(self) -> None:
        """To the next step that is worth a stop: a tie, or a published merge that the text has."""
        self._seek_first(self._run.history.notable_steps, forwards=True)

    def previous_tie(self) -> None:
        self._seek_first(self._run.history.notable_steps, forwards=False)

    def toggle_bookmark(self) -> None:
        """Set one here, or take it away."""
        notes = dict(self._notes)
        if notes.pop(self._position, None) is None:
            notes[self._position] = ""
        self._set_notes(notes)

    def set_note(self, note: str) -> None:
        """Note something here; that sets a bookmark."""
        self._set_notes({**self._notes, self._position: note.strip()})

    def set_bookmarks(self, marks: Iterable[tuple[int, str]]) -> None:
        """All bookmarks anew, with their notes: those of a session."""
        self._set_notes({step: note for step, note in marks if 0 <= step <= self.length})

    def _set_notes(self, notes: Mapping[int, str]) -> None:
        self._notes = dict(sorted(notes.items()))
        self.bookmarks_changed.emit()

    def next_bookmark(self) -> None:
        """The next one; behind the last, the first.  Of a longer run before this one some may lie behind the end."""
        behind = [mark for mark in self.bookmarks if self._position < mark <= self.length] or [*self.bookmarks]
        if behind:
            self.seek(behind[0])

    def play(self) -> None:
        if self.playing:
            return
        if self._position >= self.length and not self._run.running:
            self._go(0)
        self._following, self._aim = False, None
        self._since = time.perf_counter()
        self._owed = 0.0
        self._timer.start()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        if self.playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        if self.playing:
            self.pause()
        else:
            self.play()

    def set_speed(self, index: int) -> None:
        """`index` into SPEEDS; kept within it."""
        index = max(0, min(len(SPEEDS) - 1, index))
        if index != self._speed:
            self._speed = index
            self._owed = 0.0
            self.speed_changed.emit(index)

    def _seek_first(self, positions: np.ndarray, *, forwards: bool) -> None:
        found = positions[positions > self._position] if forwards else positions[positions < self._position][::-1]
        if len(found):
            self.seek(int(found[0]))

    def _go(self, position: int) -> None:
        position = max(0, min(self.length, position))
        if position != self._position:
            now = time.monotonic()
            self._hurries, self._moved = now - self._moved < _HURRY, now
            self._position = position
            self.position_changed.emit(position)

    def _on_frame(self) -> None:
        now = time.perf_counter()
        # A frame that came late (a busy machine) does not jump: at most a tenth of a second is made up for.
        self._owed += min(now - self._since, 0.1) * min(self.steps_a_second, _FASTEST)
        self._since = now
        steps = int(self._owed)
        if steps:
            self._owed -= steps
            self._go(self._position + steps)
        if self._position >= self.length and not self._run.running:
            self.pause()

    # -- the run -----------------------------------------------------------------------------------------------------

    def _on_history_replaced(self) -> None:
        """Begin anew and follow, or wait for the step that was looked at, and keep what was noted."""
        self.pause()
        stays = self._run.keeps_position
        if not stays:
            self._notes = {}
        if not stays or self._position == self._known:
            self._aim = None
        elif self._aim is None:
            self._aim = self._position
        self._following = self._aim is None
        self._position = 0
        self.bookmarks_changed.emit()
        self.length_changed.emit(self.length)
        self.position_changed.emit(0)

    def _on_advanced(self, length: int) -> None:
        self._known = length
        self.length_changed.emit(length)
        if self._following:
            self._go(length)
        elif self._aim is not None:
            self._go(self._aim)
            if self._position == self._aim:
                self._aim = None

    def _on_finished(self, _reason: str) -> None:
        self._following = False
