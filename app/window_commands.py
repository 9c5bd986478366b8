"""What each row of ACTIONS does: a method of its name, passed on to the state, a pane, or (as a signal) the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.log import log_folder
from app.panes.corpus_pane import CorpusPane
from app.panes.languages_pane import LanguagesPane
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.session_file import SUFFIX as SESSION_SUFFIX
from app.session_keeper import SessionKeeper
from app.theme import Appearance
from app.translation import translate
from app.widgets.basics import file_dialogs
from app.widgets.window.shelf import Pill
from engine.formats import FORMATS
from engine.formats.recognise import READABLE


@runtime_checkable
class Searchable(Protocol):
    """A pane, or a part of one, that has something to search."""

    def open_search(self) -> None:
        """Show the field and give it the keyboard."""


class WindowCommands(QObject):
    """Signals are what only the window can do."""

    pane_wanted = Signal(str)
    news = Signal(str)
    escaped = Signal()
    keys_wanted = Signal()
    layout_reset = Signal()
    full_screen_wanted = Signal()
    quit_wanted = Signal()
    palette_wanted = Signal()
    stage_wanted = Signal()
    blank_wanted = Signal()
    about_wanted = Signal()
    welcome_wanted = Signal()
    film_wanted = Signal()
    picture_wanted = Signal()
    show_list_wanted = Signal()
    scene_to_add = Signal()
    text_wanted = Signal()
    glossary_wanted = Signal()
    download_wanted = Signal()

    def __init__(
        self,
        session: Session,
        keeper: SessionKeeper,
        appearance: Appearance,
        corpus: CorpusPane,
        theatre: TrainingPane,
        languages: LanguagesPane,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._keeper = keeper
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

    def add_texts(self, paths: list[Path]) -> None:
        """Into the corpus, which comes in front."""
        self.pane_wanted.emit("corpus")
        self._corpus.take(paths)

    def show_text(self) -> None:
        self.text_wanted.emit()

    def paste_text(self) -> None:
        self._corpus.paste()

    def open(self) -> None:
        for path in file_dialogs.ask_open_files(self._corpus, self.tr("Open"), _kinds_to_open()):
            self.open_path(path)

    def open_folder(self) -> None:
        path = file_dialogs.ask_folder(self._corpus, self.tr("Open the folder of a tokenizer"))
        if path:
            self.open_path(path)

    def get(self) -> None:
        self.download_wanted.emit()

    def open_path(self, path: Path) -> None:
        """A session, or a tokenizer's file or folder."""
        if path.name.endswith(SESSION_SUFFIX):
            self._keeper.open(path)
        else:
            self._session.tokenizers.open(path)

    def save_session(self) -> None:
        if self._keeper.path is None:
            self.save_session_as()
        else:
            self._keeper.save(self._keeper.path)

    def save_session_as(self) -> None:
        proposal = self._keeper.path or Path(self._file_name(self._session.run.title or "session") + SESSION_SUFFIX)
        kinds = self.tr("Sessions") + f" (*{SESSION_SUFFIX})"
        path = file_dialogs.ask_save_file(self._corpus, self.tr("Save the session"), str(proposal), kinds)
        if path:
            self._keeper.save(path)

    def save(self) -> None:
        library = self._session.tokenizers
        title = self._file_name(library.title(library.selected))
        asked = file_dialogs.ask_save_as(self._corpus, self.tr("Save the tokenizer"), f"{title}.json", _kinds_to_save())
        if asked:
            library.save(library.selected, *as_named(*asked))

    def report(self) -> None:
        title = self._file_name(self._session.run.title or "report")
        path = file_dialogs.ask_save_file(
            self._corpus, self.tr("Write a report"), f"{title}.html", self.tr("Web pages") + " (*.html)"
        )
        if path:
            self._keeper.write_report(path)

    def _file_name(self, title: str) -> str:
        return title.replace(", ", " ").replace(" ", "-").replace("/", "-").lower()

    def export(self) -> None:
        self._languages.ask_csv()

    def film(self) -> None:
        self.film_wanted.emit()

    def picture(self) -> None:
        self.picture_wanted.emit()

    def quit(self) -> None:
        self.quit_wanted.emit()

    def undo(self) -> None:
        """Of the corpus; a text that is being typed has an undo of its own."""
        if not self._session.corpus.can_undo:
            self.news.emit(self.tr("No change of the corpus to take back."))
        self._session.corpus.undo()

    def redo(self) -> None:
        if not self._session.corpus.can_redo:
            self.news.emit(self.tr("No change of the corpus to make again."))
        self._session.corpus.redo()

    def find(self) -> None:
        """Search in the pane that has the keyboard, where it has something to search; else for a language."""
        widget = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, Searchable):
            widget = widget.parentWidget()
        if widget is None:
            self.pane_wanted.emit("languages")
            widget = self._languages
        widget.open_search()

    def cancel(self) -> None:
        """Escape: first an open sheet closes, then the pinned token lets go, the job ends, and the window is asked."""
        if self.closes_sheet():
            return
        if self._session.playground.pinned >= 0:
            self._session.playground.pin(-1)
        elif self._session.run.running:
            self._session.run.stop()
        elif self._appearance.on_stage:  # what follows the timeline there is no job that anybody knows of
            self.escaped.emit()
        elif self._session.grid.busy:
            self._session.grid.cancel()
        elif self._session.vocabulary.surveying:
            self._session.vocabulary.stop()
        else:
            self.escaped.emit()

    def palette(self) -> None:
        self.palette_wanted.emit()

    def stage(self) -> None:
        self.stage_wanted.emit()

    def blank(self) -> None:
        self.blank_wanted.emit()

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

    def why(self) -> None:
        """The whole reason of the step, over the theatre."""
        self.pane_wanted.emit("theatre")
        self._theatre.toggle_why()

    def next_tie(self) -> None:
        self._session.playback.next_tie()

    def previous_tie(self) -> None:
        self._session.playback.previous_tie()

    def bookmark(self) -> None:
        self._session.playback.toggle_bookmark()

    def note(self) -> None:
        """A bookmark with a note."""
        self.pane_wanted.emit("theatre")
        self._theatre.ask_note()

    def next_bookmark(self) -> None:
        self._session.playback.next_bookmark()

    def predict(self) -> None:
        self.pane_wanted.emit("theatre")
        self._theatre.prediction.toggle()

    def side_by_side(self) -> None:
        self.pane_wanted.emit("theatre")
        if self._session.run.earlier.records:
            self._theatre.both.toggle()
            if self._theatre.both.lacks_room:
                self.news.emit(self.tr("The theatre is too low for two runs here. Show it alone: Ctrl+Shift+2."))
        else:
            self.news.emit(self.tr("There is one run so far. Train again, with another rule or algorithm, to compare."))

    def first_difference(self) -> None:
        self.pane_wanted.emit("theatre")
        why_not = self._theatre.both.to_first_difference()
        if why_not:
            self.news.emit(why_not)

    def balance(self) -> None:
        self.pane_wanted.emit("theatre")
        self._theatre.toggle_balance()

    def play_merges(self) -> None:
        """The merges of the selected tokenizer, in the theatre."""
        self.play_merges_of(self._session.tokenizers.selected)

    def play_merges_of(self, key: str) -> None:
        """The merges of a published tokenizer, in the theatre."""
        self.pane_wanted.emit("theatre")
        self._session.merges.play(key)

    def go_to(self) -> None:
        self.pane_wanted.emit("theatre")
        self._theatre.go_to_step()

    def faster(self) -> None:
        self._session.playback.set_speed(self._session.playback.speed + 1)

    def slower(self) -> None:
        self._session.playback.set_speed(self._session.playback.speed - 1)

    def welcome(self) -> None:
        self.welcome_wanted.emit()

    def keys(self) -> None:
        self.keys_wanted.emit()

    def glossary(self) -> None:
        self.glossary_wanted.emit()

    def log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_folder())))

    def about(self) -> None:
        self.about_wanted.emit()

    # -- a prepared show ---------------------------------------------------------------------------------------------

    def show_add(self) -> None:
        """What is seen now becomes a scene; which pane that is, the window knows."""
        self.scene_to_add.emit()

    def show_next(self) -> None:
        if not self._session.show.scenes:
            self.news.emit(self.tr("No scene is prepared. Ctrl+D takes what is seen now into the show."))
        self._session.show.next()

    def show_previous(self) -> None:
        self._session.show.previous()

    def show_end(self) -> None:
        self._session.show.end()

    def show_list(self) -> None:
        self.show_list_wanted.emit()


def as_named(path: Path, format: str) -> tuple[Path, str]:
    """The path with the suffix of the format; a suffix that the user typed, and that another format has, wins.

    >>> as_named(Path("alice"), "tiktoken")
    (PosixPath('alice.tiktoken'), 'tiktoken')
    >>> as_named(Path("alice.mergescope"), "tokenizer-json")
    (PosixPath('alice.mergescope'), 'mergescope')
    """
    if not FORMATS[format].suffix:
        return path, format
    typed = next((row.name for row in FORMATS.values() if row.suffix and path.name.endswith(row.suffix)), None)
    if typed is not None:
        return path, typed
    return path.with_name(path.name + FORMATS[format].suffix), format


def _kinds_to_save() -> dict[str, str]:
    """The formats as a dialog names them, from their table; a folder is known by its format alone."""
    return {row.name: f"{translate('engine', row.title)} (*{row.suffix})" for row in FORMATS.values()}


def _kinds_to_open() -> str:
    """The file types of a dialog, from the table of what can be opened."""
    readable = " ".join(f"*{suffix}" for suffix in READABLE if suffix.startswith("."))
    everything = translate("window_commands", "Sessions and tokenizers (*{} {})").format(SESSION_SUFFIX, readable)
    return ";;".join(
        [
            everything,
            translate("window_commands", "Sessions (*{})").format(SESSION_SUFFIX),
            translate("window_commands", "Tokenizers ({})").format(readable),
            translate("window_commands", "All files (*)"),
        ]
    )
