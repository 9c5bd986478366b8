"""Menus and keys, made from the table of actions; each pane's own entries; the languages of the window, recent files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from app.actions import ACTIONS, MENUS, ActionRow
from app.pane_rows import PANES, PaneRow
from app.session import Session
from app.translation import translate
from app.widgets.window.language_menu import LanguageMenu
from app.window.layout import WindowLayout
from app.window.panes import WindowPanes


class WindowMenus(QObject):
    """Fills the menu bar of `window`; `actions` are all of the table's by their names.  One of `commands` has a method of
    the name of each."""

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        commands: Sequence[QObject],
        panes: WindowPanes,
        layout: WindowLayout,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._commands = commands
        self._panes = panes
        self._layout = layout
        self.actions: dict[str, QAction] = {}
        self._menus = {title: window.menuBar().addMenu(translate("actions", title)) for title in MENUS}
        for row in ACTIONS:
            self._add_action(row)
        self._fill_view()
        self._put_tokens_in()
        self.recent = QMenu(self.tr("Open recent"), window)
        self._menus["File"].insertMenu(self.actions["save_session"], self.recent)

    def _add_action(self, row: ActionRow) -> None:
        action = self.actions[row.name] = QAction(translate("actions", row.text), self._window)
        action.setObjectName(row.name)
        action.setShortcuts([QKeySequence(key) for key in row.keys])
        action.triggered.connect(self._method(row.name))
        if row.scope == "theatre":
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._panes.theatre.addAction(action)
        else:
            self._window.addAction(action)
        if row.menu:
            self._menus[row.menu].addAction(action)

    def _method(self, name: str) -> Callable[..., None]:
        method: Callable[..., None] = next(getattr(part, name) for part in self._commands if hasattr(part, name))
        return method

    def _fill_view(self) -> None:
        settings, view = self._session.settings, self._menus["View"]
        self.actions["reduced_motion"].setCheckable(True)
        self.actions["reduced_motion"].setChecked(settings.reduced_motion)
        self.language = LanguageMenu(self._window, settings.language)
        self.language.chosen.connect(self._method("language"))
        view.addMenu(self.language)
        view.addSeparator()
        for number, pane in enumerate(PANES, 1):
            self._add_pane(view, number, pane)

    def _add_pane(self, menu: QMenu, number: int, row: PaneRow) -> None:
        menu.addAction(self._panes.docks[row.name].toggleViewAction())
        for keys, act in ((f"Ctrl+{number}", self._layout.focus_pane), (f"Ctrl+Shift+{number}", self._layout.maximise)):
            action = QAction(self._window)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(partial(act, row.name))
            self._window.addAction(action)

    def _put_tokens_in(self) -> None:
        """The menu of the tokens pane, before Help."""
        menu = self._panes.tokens.menu
        menu.setTitle(self.tr("Tokens"))
        menu.triggered.connect(self._show_tokens)
        self._window.menuBar().insertMenu(self._menus["Help"].menuAction(), menu)

    def _show_tokens(self, _action: QAction) -> None:
        """What its menu does is to be seen."""
        if not self._panes.tokens.isVisible():
            self._layout.bring_up("tokens")
