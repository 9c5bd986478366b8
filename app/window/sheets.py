"""What lies over the window, or beside it, without blocking it: the palette, the download, the tour, the film, the list of
keys, the words explained, the prepared show, what it is made of.

Each is made when it is first wanted, and what it is made of is read in then: a start needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QWidget

from app.actions import ACTIONS
from app.look.theme import Appearance
from app.pane_rows import PANES
from app.session import Session
from app.translation import inside, translate
from app.widgets.tokens.token_menu import TOKEN_KEYS
from app.window.export import WindowExport
from app.window.layout import WindowLayout
from app.window.panes import WindowPanes

if TYPE_CHECKING:
    from app.widgets.window.command_palette import CommandPalette
    from app.widgets.window.download_sheet import DownloadSheet
    from app.widgets.window.welcome_tour import WelcomeTour


class WindowSheets(QObject):
    """At most one of each; the last one that was opened is closed first."""

    def __init__(
        self,
        window: QWidget,
        session: Session,
        appearance: Appearance,
        panes: WindowPanes,
        layout: WindowLayout,
        export: WindowExport,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._appearance = appearance
        self._panes = panes
        self._layout = layout
        self._closers: list[Callable[[], bool]] = [export.close_sheet]
        self.open_ones: dict[str, QDialog] = {}

    def close_last(self) -> bool:
        """Close the one that was opened last; whether there was one.  Without a window manager none gets Escape itself."""
        if any(close() for close in self._closers):
            return True
        if not self.open_ones:
            return False
        next(reversed(self.open_ones.values())).close()
        return True

    # -- over the window ---------------------------------------------------------------------------------------------

    @cached_property
    def palette(self) -> CommandPalette:
        from app.widgets.window.command_palette import CommandPalette

        sheet = CommandPalette(self._appearance, self._window)
        self._closers.append(sheet.close_palette)
        return sheet

    @cached_property
    def download(self) -> DownloadSheet:
        from app.widgets.window.download_sheet import DownloadSheet

        sheet = DownloadSheet(self._appearance, self._window, self._session.download)
        self._closers.append(sheet.close_sheet)
        return sheet

    @cached_property
    def welcome(self) -> WelcomeTour:
        from app.welcome import stops
        from app.widgets.window.welcome_tour import WelcomeTour

        tour = WelcomeTour(self._appearance, self._window, stops(), self._layout.place_of)
        self._closers.append(tour.close_tour)
        return tour

    def open_palette(self, actions: Mapping[str, QAction], open_path: Callable[..., None]) -> None:
        """Every command; `actions` are those of the menus, `open_path` opens a recent file."""
        from app.window.palette import palette_commands

        titles = {row.name: translate("panes", row.title) for row in PANES}
        layout, of_tokens = self._layout, self._panes.tokens.menu.commands()
        self.palette.open(
            palette_commands(self._session, actions, titles, layout.focus_pane, layout.maximise, open_path, of_tokens)
        )

    def open_download(self) -> None:
        self.download.open()

    def start_tour(self) -> None:
        self.welcome.start()

    # -- beside it ---------------------------------------------------------------------------------------------------

    def toggle_keys(self) -> None:
        """Show the list of keys, or close it: F1 does both."""
        from app.widgets.window.key_list import KeyList

        if not self._close("keys"):
            self._show("keys", KeyList(self._appearance, self._key_rows(), self._window))

    def _key_rows(self) -> list[tuple[str, str]]:
        rows = [(", ".join(map(_shown, row.keys)), translate("actions", row.text)) for row in ACTIONS if row.keys]
        for number, pane in enumerate(PANES, 1):
            title = translate("panes", pane.title)
            rows.append((_shown(f"Ctrl+{number}, Ctrl+Shift+{number}"), self.tr("{}: focus, alone").format(title)))
        rows += [
            (_shown(keys), self.tr("Tokens: {}").format(inside(translate("token_menu", title))))
            for title, keys in TOKEN_KEYS.items()
        ]
        return rows

    def toggle_glossary(self) -> None:
        """Show the words explained, or close them."""
        from app.glossary import terms
        from app.widgets.window.glossary_list import GlossaryList

        if not self._close("glossary"):
            rows = [(term.name, term.meaning, term.source) for term in terms()]
            self._show("glossary", GlossaryList(self._appearance, rows, self._window))

    def show_about(self) -> None:
        """What this is, and what it is made of."""
        from app.licences import libraries, notice
        from app.widgets.window.about_window import AboutWindow
        from engine.commands.status import program_version

        if "about" not in self.open_ones:
            rows = [(library.name, library.version, library.licence) for library in libraries()]
            self._show("about", AboutWindow(self._appearance, program_version(), notice(), rows, self._window))

    def show_scenes(self, add: Callable[[], None]) -> None:
        """The prepared show, to be written; `add` takes what is seen now into it."""
        from app.widgets.window.show_list import ShowList

        if "show" not in self.open_ones:
            session, titles = self._session, {row.name: translate("panes", row.title) for row in PANES}
            self._show("show", ShowList(session.show, self._appearance, titles, self._title, add, self._window))

    def _title(self, key: str) -> str:
        entry = self._session.tokenizers.entry(key)
        return entry.title if entry is not None else ""

    def _show(self, name: str, sheet: QDialog) -> None:
        self.open_ones[name] = sheet
        sheet.finished.connect(partial(self._forget, name))
        sheet.show()

    def _close(self, name: str) -> bool:
        """Whether it was open."""
        sheet = self.open_ones.get(name)
        return sheet is not None and sheet.close()

    def _forget(self, name: str, _result: int) -> None:
        self.open_ones.pop(name, None)


def _shown(keys: str) -> str:
    """Keys as this system and language write them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
