"""What the Training menu and the keys of the theatre do: a method of each action's name."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.panes.training_pane import TrainingPane
from app.session import Session
from app.widgets.window.shelf import Pill
from app.window.layout import WindowLayout


class TrainingCommands(QObject):
    """`news` carries a sentence that says why nothing happened."""

    news = Signal(str)

    def __init__(self, session: Session, theatre: TrainingPane, layout: WindowLayout, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._theatre = theatre
        self._layout = layout

    def train(self) -> None:
        self._session.train()

    def stop(self) -> None:
        self._session.run.stop()

    def play(self) -> None:
        """Space: presses what the keyboard stands on, if that can be pressed; else plays."""
        focused = QApplication.focusWidget()
        if isinstance(focused, QAbstractButton):
            focused.click()
        elif isinstance(focused, Pill):
            focused.toggle()
        else:
            self._session.playback.toggle()

    def _step(self, steps: int) -> None:
        self._session.playback.pause()
        self._session.playback.step(steps)

    def step_on(self) -> None:
        self._step(1)

    def step_back(self) -> None:
        self._step(-1)

    def on_1(self) -> None:
        self._step(1)

    def back_1(self) -> None:
        self._step(-1)

    def on_10(self) -> None:
        self._step(10)

    def back_10(self) -> None:
        self._step(-10)

    def on_100(self) -> None:
        self._step(100)

    def back_100(self) -> None:
        self._step(-100)

    def to_start(self) -> None:
        self._session.playback.to_start()

    def to_end(self) -> None:
        self._session.playback.to_end()

    def why(self) -> None:
        """The whole reason of the step, over the theatre."""
        self._layout.bring_up("theatre")
        self._theatre.toggle_why()

    def next_tie(self) -> None:
        self._session.playback.next_tie()

    def previous_tie(self) -> None:
        self._session.playback.previous_tie()

    def bookmark(self) -> None:
        self._session.playback.toggle_bookmark()

    def note(self) -> None:
        """A bookmark with a note."""
        self._layout.bring_up("theatre")
        self._theatre.ask_note()

    def next_bookmark(self) -> None:
        self._session.playback.next_bookmark()

    def predict(self) -> None:
        self._layout.bring_up("theatre")
        self._theatre.prediction.toggle()

    def side_by_side(self) -> None:
        self._layout.bring_up("theatre")
        if self._session.run.earlier.records:
            self._theatre.both.toggle()
            if self._theatre.both.lacks_room:
                self.news.emit(self.tr("The theatre is too low for two runs here. Show it alone: Ctrl+Shift+2."))
        else:
            self.news.emit(self.tr("There is one run so far. Train again, with another rule or algorithm, to compare."))

    def first_difference(self) -> None:
        self._layout.bring_up("theatre")
        why_not = self._theatre.both.to_first_difference()
        if why_not:
            self.news.emit(why_not)

    def balance(self) -> None:
        self._layout.bring_up("theatre")
        self._theatre.toggle_balance()

    def play_merges(self) -> None:
        """The merges of the selected tokenizer, in the theatre."""
        self.play_merges_of(self._session.tokenizers.selected)

    def play_merges_of(self, key: str) -> None:
        """The merges of a published tokenizer, in the theatre."""
        self._layout.bring_up("theatre")
        self._session.merges.play(key)

    def go_to(self) -> None:
        self._layout.bring_up("theatre")
        self._theatre.go_to_step()

    def faster(self) -> None:
        self._session.playback.set_speed(self._session.playback.speed + 1)

    def slower(self) -> None:
        self._session.playback.set_speed(self._session.playback.speed - 1)
