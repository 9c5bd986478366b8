"""What the window says and asks around files: sessions opened and saved, recent ones, a pattern that a file lacks, copies
that a crash has left, published tokenizers to take in."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from app.session import Session
from app.session_files.session_file import SUFFIX
from app.session_keeper import SessionKeeper
from app.state.corpus.dropped import kind_of
from app.translation import translate
from app.widgets.basics.menu_text import menu_text
from app.widgets.window.message_bar import Message, MessageBar
from app.widgets.window.shelf import Shelf
from app.window.file_commands import FileCommands
from app.window.recent_titles import recent_titles
from engine.patterns import PATTERNS


class WindowFiles(QObject):
    """`title_changed` carries what the window is called; `tour_wanted` a newcomer's wish."""

    title_changed = Signal(str)
    tour_wanted = Signal()

    def __init__(
        self,
        session: Session,
        keeper: SessionKeeper,
        commands: FileCommands,
        shelf: Shelf,
        messages: MessageBar,
        recent_menu: QMenu,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._keeper = keeper
        self._commands = commands
        self._shelf = shelf
        self._messages = messages
        self._recent_menu = recent_menu
        self._connect()
        self._fill_recent()

    def _connect(self) -> None:
        library, keeper = self._session.tokenizers, self._keeper
        library.saved.connect(self._on_tokenizer_saved)
        library.opened.connect(self._session.settings.add_recent)
        library.pattern_needed.connect(self._ask_pattern)
        library.names_found.connect(self._shelf.show_names)
        self._shelf.menu_opened.connect(library.find_names)
        self._shelf.add_asked.connect(self._commands.open)
        self._shelf.folder_asked.connect(self._commands.open_folder)
        self._shelf.name_asked.connect(library.open_named)
        self._shelf.download_asked.connect(self._commands.get)
        self._shelf.dropped.connect(self.open_all)
        keeper.said.connect(lambda text, kind: messages_show(self._messages, text, kind))
        keeper.saved.connect(self._on_session_saved)
        keeper.opened.connect(self._on_session_opened)
        keeper.report_written.connect(self._on_report_written)
        keeper.lost_found.connect(self._offer_lost)
        self._session.settings.changed.connect(self._fill_recent)

    def open_all(self, paths: list[Path]) -> None:
        for path in paths:
            self._commands.open_path(path)

    def take_dropped(self, paths: list[Path]) -> None:
        """Sessions and tokenizers are opened wherever they fall; texts there go to the corpus."""
        self.open_all([path for path in paths if kind_of(path) != "text"])
        texts = [path for path in paths if kind_of(path) == "text"]
        if texts:
            self._commands.add_texts(texts)

    # -- sessions ----------------------------------------------------------------------------------------------------

    def _on_session_saved(self, path: Path) -> None:
        self._session.settings.add_recent(path)
        self._show_title()
        self._say(self.tr("Saved the session {}.").format(path.name.removesuffix(SUFFIX)))

    def _on_session_opened(self, path: Path | None) -> None:
        if path is not None:
            self._session.settings.add_recent(path)
        self._show_title()

    def _show_title(self) -> None:
        path = self._keeper.path
        self.title_changed.emit(f"{path.name.removesuffix(SUFFIX)} - Mergescope" if path else "Mergescope")

    def _offer_lost(self, copy: Path) -> None:
        text = self.tr("The program ended unexpectedly last time. What was open then has been kept.")
        choices = (
            (self.tr("Open it"), partial(self._keeper.open_lost, copy)),
            (self.tr("Forget it"), partial(self._keeper.forget_lost, copy)),
        )
        self._messages.show_message(Message(text, "warning", self.tr("Kept session"), choices=choices))

    def offer_tour(self) -> None:
        """On the first start ever; who is busy goes on as if nothing were asked."""
        settings = self._session.settings
        if settings.welcomed:
            return
        settings.set_welcomed()
        text = self.tr("New here? A tour of the window takes one minute. It stands in the Help menu too.")
        choices = ((self.tr("Show me around"), self.tour_wanted.emit), (self.tr("No, thanks"), lambda: None))
        self._messages.show_message(Message(text, "news", self.tr("Tour"), choices=choices))

    def _on_report_written(self, path: Path) -> None:
        self._say(self.tr("Wrote the report {}.").format(path.name))

    # -- tokenizers --------------------------------------------------------------------------------------------------

    def _on_tokenizer_saved(self, path: Path) -> None:
        self._session.settings.add_recent(path)
        self._say(self.tr("Saved {}.").format(path.name))

    def _ask_pattern(self, path: Path, sentence: str) -> None:
        """The file does not say how text is cut: the bar has the choice."""
        names = [name for name in PATTERNS if PATTERNS[name].expression]
        choices = tuple(
            (translate("engine", PATTERNS[name].title), partial(self._session.tokenizers.open, path, PATTERNS[name]))
            for name in names
        )
        text = self.tr("{} does not say how text is cut before its merges. Choose the pattern it was made with.")
        message = Message(text.format(path.name), "warning", self.tr("Pattern"), choices=choices, details=sentence)
        self._messages.show_message(message)

    # -- recent files ------------------------------------------------------------------------------------------------

    def _fill_recent(self) -> None:
        menu, recent = self._recent_menu, self._session.settings.recent
        menu.clear()
        for path, title in recent_titles(recent).items():
            action = menu.addAction(menu_text(title), partial(self._commands.open_path, path))
            action.setToolTip(str(path))
        menu.setToolTipsVisible(True)
        menu.setEnabled(bool(recent))
        if recent:
            menu.addSeparator()
            menu.addAction(self.tr("Forget these"), self._session.settings.forget_recent)

    def _say(self, text: str) -> None:
        messages_show(self._messages, text, "news")


def messages_show(messages: MessageBar, text: str, kind: str) -> None:
    """Put a sentence in the bar."""
    messages.show_message(Message(text, kind))
