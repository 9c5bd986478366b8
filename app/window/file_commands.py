"""What the File menu does: a method of each action's name.  Files are asked for here; the state reads and writes them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.session import Session
from app.session_files.session_file import SUFFIX as SESSION_SUFFIX
from app.session_keeper import SessionKeeper
from app.translation import translate
from app.widgets.basics import file_dialogs
from app.window.layout import WindowLayout
from app.window.panes import WindowPanes
from engine.formats import FORMATS, OPENABLE


class FileCommands(QObject):
    """Signals are wishes for what lies over the window."""

    download_wanted = Signal()
    film_wanted = Signal()
    picture_wanted = Signal()

    def __init__(
        self, session: Session, keeper: SessionKeeper, panes: WindowPanes, layout: WindowLayout, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._keeper = keeper
        self._panes = panes
        self._layout = layout

    def add_files(self) -> None:
        self._panes.corpus.ask_files()

    def add_folder(self) -> None:
        self._panes.corpus.ask_folder()

    def add_texts(self, paths: list[Path]) -> None:
        """Into the corpus, which comes in front."""
        self._layout.bring_up("corpus")
        self._panes.corpus.take(paths)

    def show_text(self) -> None:
        self._panes.tokens.ask_file()

    def paste_text(self) -> None:
        self._panes.corpus.paste()

    def open(self) -> None:
        for path in file_dialogs.ask_open_files(self._panes.corpus, self.tr("Open"), _kinds_to_open()):
            self.open_path(path)

    def open_folder(self) -> None:
        path = file_dialogs.ask_folder(self._panes.corpus, self.tr("Open the folder of a tokenizer"))
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
        path = file_dialogs.ask_save_file(self._panes.corpus, self.tr("Save the session"), str(proposal), kinds)
        if path:
            self._keeper.save(path)

    def save(self) -> None:
        library = self._session.tokenizers
        title = self._file_name(library.title(library.selected))
        asked = file_dialogs.ask_save_as(
            self._panes.corpus, self.tr("Save the tokenizer"), f"{title}.json", _kinds_to_save()
        )
        if asked:
            library.save(library.selected, *as_named(*asked))

    def report(self) -> None:
        title = self._file_name(self._session.run.title or "report")
        path = file_dialogs.ask_save_file(
            self._panes.corpus, self.tr("Write a report"), f"{title}.html", self.tr("Web pages") + " (*.html)"
        )
        if path:
            self._keeper.write_report(path)

    def _file_name(self, title: str) -> str:
        return title.replace(", ", " ").replace(" ", "-").replace("/", "-").lower()

    def export(self) -> None:
        self._panes.languages.ask_csv()

    def film(self) -> None:
        self.film_wanted.emit()

    def picture(self) -> None:
        self.picture_wanted.emit()


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
    readable = " ".join(f"*{suffix}" for suffix in OPENABLE)
    everything = translate("file_commands", "Sessions and tokenizers (*{} {})").format(SESSION_SUFFIX, readable)
    return ";;".join(
        [
            everything,
            translate("file_commands", "Sessions (*{})").format(SESSION_SUFFIX),
            translate("file_commands", "Tokenizers ({})").format(readable),
            translate("file_commands", "All files (*)"),
        ]
    )
