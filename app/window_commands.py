"""What each row of ACTIONS does: a method of its name, passed on to the state, a pane, or (as a signal) the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.log import log_folder
from app.panes.corpus_pane import CorpusPane
from app.panes.languages_pane import LanguagesPane
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.theme import Appearance
from app.widgets import file_dialogs
from app.widgets.shelf import Pill
from engine.formats import FORMATS


class WindowCommands(QObject):
    """Signals are what only the window can do."""

    pane_wanted = Signal(str)
    news = Signal(str)
    escaped = Signal()
    keys_wanted = Signal()
    layout_reset = Signal()
    full_screen_wanted = Signal()
    quit_wanted = Signal()

    def __init__(
        self,
        session: Session,
        appearance: Appearance,
        corpus: CorpusPane,
        theatre: TrainingPane,
        languages: LanguagesPane,
    ) -> None:
        super().__init__()
        self._session = session
        self._appearance = appearance
        self._corpus = corpus
        self._theatre = theatre
        self._languages = languages
        self.closes_sheet: Callable[[], bool] = lambda: False
        """What Escape tries first: the window closes what lies over it, and says whether there was something."""

    def add_files(self) -> None:
        self._corpus.ask_files()

    def add_folder(self) -> None:
        self._corpus.ask_folder()

    def paste_text(self) -> None:
        self._corpus.paste()

    def open(self) -> None:
        for path in file_dialogs.ask_open_files(self._corpus, self.tr("Open a tokenizer"), _kinds(to_save=False)):
            self._session.tokenizers.open(path)

    def save(self) -> None:
        library = self._session.tokenizers
        title = library.title(library.selected).replace(", ", " ").replace(" ", "-").lower()
        path = file_dialogs.ask_save_file(
            self._corpus, self.tr("Save the tokenizer"), f"{title}.json", _kinds(to_save=True)
        )
        if path:
            library.save(library.selected, path)

    def export(self) -> None:
        self._languages.ask_csv()

    def quit(self) -> None:
        self.quit_wanted.emit()

    def undo(self) -> None:
        self._session.corpus.undo()

    def find(self) -> None:
        self.pane_wanted.emit("languages")
        self._languages.open_search()

    def cancel(self) -> None:
        """Escape: first an open sheet closes, then the pinned token lets go, the job ends, and the window is asked."""
        if self.closes_sheet():
            return
        if self._session.playground.pinned >= 0:
            self._session.playground.pin(-1)
        elif self._session.run.running:
            self._session.run.stop()
        elif self._session.grid.busy:
            self._session.grid.cancel()
        else:
            self.escaped.emit()

    def theme(self) -> None:
        self._appearance.next_theme()

    def larger(self) -> None:
        self._appearance.zoom(1)

    def smaller(self) -> None:
        self._appearance.zoom(-1)

    def normal_size(self) -> None:
        self._appearance.reset_zoom()

    def reduced_motion(self, reduced: bool) -> None:
        self._session.settings.set_reduced_motion(reduced)

    def reset_layout(self) -> None:
        self.layout_reset.emit()

    def full_screen(self) -> None:
        self.full_screen_wanted.emit()

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

    def next_tie(self) -> None:
        self._session.playback.next_tie()

    def previous_tie(self) -> None:
        self._session.playback.previous_tie()

    def bookmark(self) -> None:
        self._session.playback.toggle_bookmark()

    def next_bookmark(self) -> None:
        self._session.playback.next_bookmark()

    def go_to(self) -> None:
        self.pane_wanted.emit("theatre")
        self._theatre.go_to_step()

    def faster(self) -> None:
        self._session.playback.set_speed(self._session.playback.speed + 1)

    def slower(self) -> None:
        self._session.playback.set_speed(self._session.playback.speed - 1)

    def keys(self) -> None:
        self.keys_wanted.emit()

    def log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_folder())))

    def about(self) -> None:
        self.news.emit(
            self.tr("Mergescope shows how text becomes tokens. What is bundled, and its licences: see NOTICE.")
        )


def _kinds(*, to_save: bool) -> str:
    """The file types of a dialog, from the table of formats."""
    rows = [row for row in FORMATS.values() if to_save or row.load]
    each = [f"{row.title} (*{row.suffix})" for row in rows]
    return ";;".join(each if to_save else [f"Tokenizers ({' '.join(f'*{row.suffix}' for row in rows)})", *each])
