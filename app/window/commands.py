"""What the menus Edit, View, Show and Help do: a method of each action's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from app.log import log_folder
from app.look.theme import Appearance
from app.session import Session
from app.session_keeper import SessionKeeper
from app.window.layout import WindowLayout
from app.window.panes import WindowPanes
from app.window.stage import Stage


@runtime_checkable
class Searchable(Protocol):
    """A pane, or a part of one, that has something to search."""

    def open_search(self) -> None:
        """Show the field and give it the keyboard."""


class WindowCommands(QObject):
    """Signals are what only the window can do, or wishes for what lies over it; `news` carries a sentence."""

    news = Signal(str)
    escaped = Signal()
    full_screen_wanted = Signal()
    quit_wanted = Signal()
    palette_wanted = Signal()
    keys_wanted = Signal()
    glossary_wanted = Signal()
    about_wanted = Signal()
    welcome_wanted = Signal()
    show_list_wanted = Signal()

    def __init__(
        self,
        session: Session,
        keeper: SessionKeeper,
        appearance: Appearance,
        panes: WindowPanes,
        layout: WindowLayout,
        stage: Stage,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._keeper = keeper
        self._appearance = appearance
        self._panes = panes
        self._layout = layout
        self._stage = stage
        self.closes_sheet: Callable[[], bool] = lambda: False
        """What Escape tries first: the window closes what lies over it, and says whether there was something."""

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
            self._layout.bring_up("languages")
            widget = self._panes.languages
        widget.open_search()

    def cancel(self) -> None:
        """Escape: first an open sheet closes, then a file that is read or written is left, the pinned token lets go, the
        job ends, and the window is asked."""
        if self.closes_sheet() or self._keeper.cancel():
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
        self._layout.toggle_stage()

    def blank(self) -> None:
        self._stage.cover()

    def language(self, code: str) -> None:
        self._session.settings.set_language(code)
        self.news.emit(self.tr("The window speaks this language from its next start on."))

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
        self._layout.reset()

    def full_screen(self) -> None:
        self.full_screen_wanted.emit()

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
        """What is seen now becomes a scene."""
        show = self._session.show
        number = show.add(self._layout.focused_pane())
        text = self.tr("Took step {:,} and the text into the show, as scene {} of {}. F7 lists them.")
        self.news.emit(text.format(show.scenes[number].step, number + 1, len(show.scenes)))

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
