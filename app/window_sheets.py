"""What lies over the window, or beside it, without blocking it: the tour, the list of keys, the prepared show,
what it is made of."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QWidget

from app.actions import ACTIONS
from app.glossary import terms
from app.licences import libraries, notice
from app.pane_rows import PANES
from app.session import Session
from app.theme import Appearance
from app.translation import inside, translate
from app.welcome import stops
from app.widgets.tokens.token_menu import TOKEN_KEYS
from app.widgets.window.about_window import AboutWindow
from app.widgets.window.glossary_list import GlossaryList
from app.widgets.window.key_list import KeyList
from app.widgets.window.show_list import ShowList
from app.widgets.window.welcome_tour import WelcomeTour
from app.window_commands import WindowCommands
from app.window_layout import WindowLayout
from engine.commands.status import program_version


class WindowSheets(QObject):
    """At most one of each; the last one that was opened is closed first."""

    def __init__(
        self,
        window: QWidget,
        session: Session,
        appearance: Appearance,
        commands: WindowCommands,
        layout: WindowLayout,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._appearance = appearance
        self._commands = commands
        self.open_ones: dict[str, QDialog] = {}
        self.welcome = WelcomeTour(appearance, window, stops(), layout.place_of)
        commands.keys_wanted.connect(self.toggle_keys)
        commands.welcome_wanted.connect(self.welcome.start)
        commands.about_wanted.connect(self.show_about)
        commands.show_list_wanted.connect(self.show_scenes)
        commands.glossary_wanted.connect(self.toggle_glossary)

    def toggle_keys(self) -> None:
        """Show the list of keys, or close it: F1 does both."""
        if "keys" in self.open_ones:
            self.open_ones["keys"].close()
            return
        rows = [(", ".join(map(_shown, row.keys)), translate("actions", row.text)) for row in ACTIONS if row.keys]
        for number, pane in enumerate(PANES, 1):
            rows.append(
                (
                    _shown(f"Ctrl+{number}, Ctrl+Shift+{number}"),
                    self.tr("{}: focus, alone").format(translate("panes", pane.title)),
                )
            )
        rows += [
            (_shown(keys), self.tr("Tokens: {}").format(inside(translate("token_menu", title))))
            for title, keys in TOKEN_KEYS.items()
        ]
        self._show("keys", KeyList(self._appearance, rows, self._window))

    def toggle_glossary(self) -> None:
        """Show the words explained, or close them."""
        if "glossary" in self.open_ones:
            self.open_ones["glossary"].close()
            return
        rows = [(term.name, term.meaning, term.source) for term in terms()]
        self._show("glossary", GlossaryList(self._appearance, rows, self._window))

    def show_about(self) -> None:
        """What this is, and what it is made of."""
        if "about" not in self.open_ones:
            rows = [(library.name, library.version, library.licence) for library in libraries()]
            about = AboutWindow(self._appearance, program_version(), notice(), rows, self._window)
            self._show("about", about)

    def show_scenes(self) -> None:
        """The prepared show, to be written."""
        if "show" not in self.open_ones:
            session, panes = self._session, {row.name: translate("panes", row.title) for row in PANES}
            add = self._commands.show_add
            self._show("show", ShowList(session.show, self._appearance, panes, self._title, add, self._window))

    def _title(self, key: str) -> str:
        entry = self._session.tokenizers.entry(key)
        return entry.title if entry is not None else ""

    def close_last(self) -> bool:
        """Close the one that was opened last; whether there was one.  Without a window manager none gets Escape itself."""
        if self.welcome.close_tour():
            return True
        if not self.open_ones:
            return False
        next(reversed(self.open_ones.values())).close()
        return True

    def _show(self, name: str, sheet: QDialog) -> None:
        self.open_ones[name] = sheet
        sheet.finished.connect(lambda _result: self.open_ones.pop(name, None))
        sheet.show()


def _shown(keys: str) -> str:
    """Keys as this system and language write them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
