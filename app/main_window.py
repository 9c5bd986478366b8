"""The window: docks for the panes, the shelf, the message bar, menus and keys.  It owns no data; the session does."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QHBoxLayout, QMainWindow, QMenu, QVBoxLayout, QWidget

from app.actions import ACTIONS, MENUS, ActionRow
from app.dock_layout import place_docks, share_out
from app.log import log, log_folder
from app.palette import palette_commands
from app.pane_rows import PANES, PaneRow
from app.panes.corpus_pane import CorpusPane
from app.panes.languages_pane import LanguagesPane
from app.panes.tokens_pane import TokensPane
from app.panes.tradeoffs_pane import TradeoffsPane
from app.panes.training_pane import TrainingPane
from app.panes.vocabulary_pane import VocabularyPane
from app.session import Session
from app.session_keeper import SessionKeeper
from app.stage import Stage
from app.state.tokenizer_library import RUN
from app.theme import Appearance
from app.widgets.command_palette import CommandPalette
from app.widgets.controls import Label, Line, Panel, ToolButton, spaced
from app.widgets.dock_title import DockTitle
from app.widgets.key_list import KeyList
from app.widgets.message_bar import Message, MessageBar
from app.widgets.shelf import Shelf
from app.window_commands import WindowCommands
from app.window_files import WindowFiles
from engine.errors import EngineError

LAYOUT_VERSION = 2
_SETTLED = 50
"""Milliseconds after which docks have found their places."""


class MainWindow(QMainWindow):
    """Everything linked: it passes wishes of panes to the session, and news of the session to the bars."""

    def __init__(self, session: Session, appearance: Appearance, keeper: SessionKeeper | None = None) -> None:
        super().__init__()
        self.session = session
        self.keeper = keeper or SessionKeeper(session)
        self.appearance = appearance
        self.docks: dict[str, QDockWidget] = {}
        self.panes: dict[str, QWidget] = {}
        self.actions_by_name: dict[str, QAction] = {}
        self._before_maximise = QByteArray()
        self._maximised = ""
        self._key_list: KeyList | None = None
        self._placed = False
        self._size_to_keep = QSize()
        self._settling = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settling.timeout.connect(self._take_size_back)
        self.setWindowTitle("Mergescope")
        self._build_bars()
        self._build_docks()
        self._build_actions()
        self._build_status()
        self._connect()
        self._restore_layout()
        self._show_entries()
        self._show_status()
        self.theatre.setFocus()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build_bars(self) -> None:
        """Shelf and message bar above the docks.  The docks have a main window of their own, inside this one: tool bars
        would put margins of the style around both."""
        look = self.appearance
        self.shelf = Shelf(look)
        self.theme_button = ToolButton(
            look, "contrast", tip=self.tr("Next theme: light, dark, high contrast"), plain=True
        )
        self._shelf_row = Panel(look)
        row = QHBoxLayout(self._shelf_row)
        self.commands_button = ToolButton(look, "search", self.tr("Commands"), tip=self.tr("Every command (Ctrl+K)"))
        row.addWidget(self.shelf, 1)
        row.addWidget(self.commands_button)
        row.addWidget(self.theme_button)
        spaced(row, look, (3, 0, 3, 0), 2)
        self.messages = MessageBar(look)
        self.dock_area = QMainWindow()
        self.dock_area.setWindowFlags(Qt.WindowType.Widget)
        self.dock_area.setDockNestingEnabled(True)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        line = Line(look)
        self.stage = Stage(self, look, (self.menuBar(), self._shelf_row, line, self.statusBar()))
        self.stage.playing = lambda: self.session.playback.playing
        for part in (self._shelf_row, line, self.messages):
            column.addWidget(part)
        column.addWidget(self.dock_area, 1)
        column.addWidget(self.stage.hints)
        self.setCentralWidget(inside)
        self.palette_sheet = CommandPalette(look, self)
        self.setAcceptDrops(True)

    def _fit_bars(self) -> None:
        metrics = self.appearance.metrics
        self._shelf_row.setFixedHeight(metrics.shelf)
        gap = metrics.units(3)
        for label in (self.status_state, self.status_step, self.status_news, self.status_view):
            label.setContentsMargins(gap, 0, gap, 0)

    def _build_docks(self) -> None:
        session, look = self.session, self.appearance
        self.corpus = CorpusPane(session.corpus, look)
        self.theatre = TrainingPane(session.run, session.playback, session.settings, look)
        self.tokens = TokensPane(session.playground, look)
        self.languages = LanguagesPane(session.grid, look, session.audit, session.parallel_texts)
        self.vocabulary = VocabularyPane(session.vocabulary, look)
        self.tradeoffs = TradeoffsPane(session.tradeoffs, session.cuts, look)
        self.commands = WindowCommands(session, self.keeper, look, self.corpus, self.theatre, self.languages)
        panes = (self.corpus, self.theatre, self.tokens, self.languages, self.vocabulary, self.tradeoffs)
        for row, pane in zip(PANES, panes, strict=True):
            dock = QDockWidget(row.title)
            dock.setObjectName(row.name)
            title = DockTitle(self.appearance, dock, row.icon, row.title)
            title.maximise_asked.connect(lambda name=row.name: self.maximise(name))
            dock.setTitleBarWidget(title)
            dock.setWidget(pane)
            self.panes[row.name], self.docks[row.name] = pane, dock
        # Qt calls a pane that stands behind another's tab visible; its dock knows better.
        self.docks["vocabulary"].visibilityChanged.connect(self.vocabulary.set_shown)
        self.docks["tradeoffs"].visibilityChanged.connect(self.tradeoffs.set_shown)
        place_docks(self.dock_area, self.docks)

    def _share_out(self) -> None:
        share_out(self.dock_area, self.docks, self.appearance.metrics, self.width(), self.height())

    def _build_actions(self) -> None:
        menus = {title: self.menuBar().addMenu(self.tr(title)) for title in MENUS}
        for row in ACTIONS:
            action = self._action(row)
            if row.menu:
                menus[row.menu].addAction(action)
        view = menus["View"]
        view.addSeparator()
        for number, pane in enumerate(PANES, 1):
            self._add_pane_actions(view, number, pane)
        self.recent_menu = QMenu(self.tr("Open recent"), self)
        menus["File"].insertMenu(self.actions_by_name["save_session"], self.recent_menu)
        self.actions_by_name["reduced_motion"].setCheckable(True)
        self.actions_by_name["reduced_motion"].setChecked(self.session.settings.reduced_motion)

    def _action(self, row: ActionRow) -> QAction:
        action = QAction(self.tr(row.text), self)
        action.setObjectName(row.name)
        action.setShortcuts([QKeySequence(key) for key in row.keys])
        action.triggered.connect(getattr(self.commands, row.name))
        self.actions_by_name[row.name] = action
        if row.scope == "theatre":
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self.theatre.addAction(action)
        else:
            self.addAction(action)
        return action

    def _add_pane_actions(self, menu: QMenu, number: int, row: PaneRow) -> None:
        menu.addAction(self.docks[row.name].toggleViewAction())
        for keys, act in ((f"Ctrl+{number}", self.focus_pane), (f"Ctrl+Shift+{number}", self.maximise)):
            action = QAction(self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _=False, act=act: act(row.name))
            self.addAction(action)

    def _build_status(self) -> None:
        look, bar = self.appearance, self.statusBar()
        bar.setSizeGripEnabled(False)
        self.status_state = Label(look, role="caption", bold=True)
        self.status_step = Label(look, role="caption", second=True)
        self.status_news = Label(look, role="caption", second=True)
        self.status_view = Label(look, role="caption", second=True)
        for label in (self.status_state, self.status_step, self.status_news):
            bar.addWidget(label)
        bar.addPermanentWidget(self.status_view)
        self._fit_bars()

    def _connect(self) -> None:
        session, library = self.session, self.session.tokenizers
        self.shelf.toggled.connect(library.set_checked)
        self.shelf.selected.connect(library.select)
        self.shelf.remove_asked.connect(library.remove)
        self.theme_button.clicked.connect(self.appearance.next_theme)
        self.commands_button.clicked.connect(self._open_palette)
        self.messages.details_asked.connect(self._copy_details)
        library.changed.connect(self._show_entries)
        library.selected_changed.connect(lambda _key: self._show_entries())
        library.run_changed.connect(self._show_run_title)
        session.failed.connect(self.show_error)
        for part in (session.grid, session.vocabulary, session.tradeoffs, session.cuts, self.tradeoffs):
            part.exported.connect(lambda path: self.say(f"Saved {path.name}."))
        session.preparation.ready_changed.connect(lambda _ready: self._show_status())
        session.run.running_changed.connect(lambda _running: self._show_status())
        session.run.finished.connect(self._on_finished)
        session.playback.position_changed.connect(lambda _position: self._show_status())
        session.playback.length_changed.connect(lambda _length: self._show_status())
        session.grid.progress.connect(lambda _done, _total: self._show_status())
        self.theatre.train_asked.connect(session.train)
        self.theatre.open_asked.connect(self.commands.open)
        self.theatre.failed.connect(self.show_error)
        for pane in (self.languages, self.vocabulary, self.tradeoffs):
            pane.failed.connect(self.show_error)
        self.tokens.tokenizer_wanted.connect(library.select)
        self.keeper.layout = self._layout_fields
        self.keeper.layout_kept.connect(self._take_layout)
        self.keeper.failed.connect(self.show_error)
        self.files = WindowFiles(session, self.keeper, self.commands, self.shelf, self.messages, self.recent_menu)
        self.files.title_changed.connect(self.setWindowTitle)
        self._connect_commands()
        self.appearance.changed.connect(self._on_appearance_changed)

    def _connect_commands(self) -> None:
        commands = self.commands
        commands.palette_wanted.connect(self._open_palette)
        commands.stage_wanted.connect(self._toggle_stage)
        commands.blank_wanted.connect(self.stage.cover)
        commands.pane_wanted.connect(self._bring_up)
        commands.news.connect(self.say)
        commands.escaped.connect(self._on_escaped)
        commands.keys_wanted.connect(self._show_keys)
        commands.layout_reset.connect(self._reset_layout)
        commands.full_screen_wanted.connect(self._toggle_full_screen)
        commands.quit_wanted.connect(self.close)
        commands.closes_sheet = self._close_key_list

    # -- messages ----------------------------------------------------------------------------------------------------

    def say(self, text: str, kind: str = "news") -> None:
        self.messages.show_message(Message(text, kind))

    def show_error(self, error: BaseException) -> None:
        """An error of the engine is a sentence already; anything else is ours, and has details to report."""
        if isinstance(error, EngineError):
            self.say(str(error), "error")
            return
        log.error("a job failed", exc_info=error)
        details = "".join(traceback.format_exception(error))
        text = self.tr("This failed by an error in the program: {}. What was loaded and learned is kept.")
        what = f"{type(error).__name__} {error}".strip()
        self.messages.show_message(Message(text.format(what), "error", details=details))

    def _copy_details(self, details: str) -> None:
        QApplication.clipboard().setText(details)
        self.say(self.tr("The details are in the clipboard. The log is in {}.").format(log_folder()))

    # -- news --------------------------------------------------------------------------------------------------------

    def _show_entries(self) -> None:
        library = self.session.tokenizers
        self.shelf.show_entries(library.entries, library.selected)
        choices = [(entry.key, library.title(entry.key)) for entry in library.entries]
        self.tokens.set_choices(choices, library.selected)

    def _show_run_title(self) -> None:
        choice = self.tokens.choice
        row = choice.findData(RUN)
        if row >= 0:
            choice.setItemText(row, self.session.tokenizers.title(RUN))

    def _on_finished(self, reason: str) -> None:
        run = self.session.run
        size = len(run.history) + run.history.base + len(run.history.recipe.special_tokens)
        sentences = {
            "cancelled": f"Stopped at step {len(run.history):,}. This is a complete tokenizer of {size:,} tokens.",
            "min-frequency": f"No pair occurs often enough any more. Training ends at step {len(run.history):,}.",
            "exhausted": f"No pair is left to merge. Training ends at step {len(run.history):,}.",
        }
        if reason in sentences and run.history.words is not None:
            self.say(sentences[reason])
        self._show_status()

    def _show_status(self) -> None:
        session = self.session
        position, length = session.playback.position, session.playback.length
        if not session.preparation.ready:
            state = self.tr("Preparing the compiled loops: once, about half a minute")
        elif session.run.running:
            state = self.tr("Training")
        elif session.grid.busy:
            state = self.tr("Comparing")
        else:
            state = self.tr("Ready")
        self.status_state.setText(state)
        self.status_step.setText(self.tr("Step {:,} of {:,}").format(position, length) if length else "")
        took = self.tr("{:,} steps learned in {:.1f} s").format(length, session.run.seconds)
        self.status_news.setText(took if length and not session.run.running else "")
        zoom = round(100 * self.appearance.base / 14)
        self.status_view.setText(f"{self.tr('Offline')}    {self.appearance.theme.title}    {zoom} %")

    def _on_appearance_changed(self) -> None:
        resized = self.session.settings.base != self.appearance.base
        self.session.settings.set_theme(self.appearance.theme.name)
        if not self.appearance.on_stage:
            self.session.settings.set_base(self.appearance.base)
        self._fit_bars()
        if resized and not self._placed and not self._maximised:
            self._share_out()
        self._show_status()

    # -- layout ------------------------------------------------------------------------------------------------------

    def focus_pane(self, name: str) -> None:
        """Give a pane the keyboard; on the stage that pane takes the stage."""
        if self.stage.pane:
            self._put_on_stage(name)
            return
        self._bring_up(name)
        self.panes[name].setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.panes[name].focusNextChild()

    def _bring_up(self, name: str) -> None:
        """Show a pane, in front of those that share its place."""
        self.docks[name].show()
        self.docks[name].raise_()

    def maximise(self, name: str) -> None:
        """One pane alone; the same again brings the others back."""
        self._keep_size()
        if self._maximised:
            self.dock_area.restoreState(self._before_maximise, LAYOUT_VERSION)
            again = self._maximised == name
            self._maximised = ""
            if again:
                return
        self._before_maximise = self.dock_area.saveState(LAYOUT_VERSION)
        self._maximised = name
        for other, dock in self.docks.items():
            dock.setVisible(other == name)

    def _toggle_stage(self) -> None:
        if self.stage.pane:
            self._leave_stage()
        else:
            self._put_on_stage(self._focused_pane())

    def _put_on_stage(self, name: str) -> None:
        if self._maximised != name:
            if self._maximised:
                self.maximise(self._maximised)
            self.maximise(name)
        self.stage.show_pane(self.docks[name])
        self.panes[name].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _leave_stage(self) -> None:
        name = self.stage.pane
        self.stage.leave()
        if name and self._maximised == name:
            self.maximise(name)

    def _focused_pane(self) -> str:
        """The pane that has the keyboard, else the theatre."""
        focused = QApplication.focusWidget()
        within = (name for name, pane in self.panes.items() if focused is not None and pane.isAncestorOf(focused))
        return next(within, "theatre")

    def _keep_size(self) -> None:
        """Panes that come and go may push the window larger for a moment, and it would stay so."""
        if not self._settling.isActive():
            self._size_to_keep = self.size()
        self._settling.start()

    def _take_size_back(self) -> None:
        if not self.isMaximized() and not self.isFullScreen():
            self.resize(self._size_to_keep)

    def _restore_layout(self) -> None:
        geometry, docks = self.session.settings.layout()
        self.resize(1600, 1000)
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        self._placed = not docks.isEmpty() and self.dock_area.restoreState(docks, LAYOUT_VERSION)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._placed and not self._maximised:
            self._share_out()

    def sizeHint(self) -> QSize:
        return QSize(1600, 1000)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._leave_stage()
        if self._maximised:
            self.maximise(self._maximised)
        self.keeper.close()
        self.session.settings.save_layout(self.saveGeometry(), self.dock_area.saveState(LAYOUT_VERSION))
        self.session.close()
        super().closeEvent(event)

    def _layout_fields(self) -> dict[str, str]:
        """How the docks stand, for a session."""
        state = self._before_maximise if self._maximised else self.dock_area.saveState(LAYOUT_VERSION)
        return {"docks": bytes(state.toBase64().data()).decode(), "alone": self._maximised}

    def _take_layout(self, fields: Mapping[str, object]) -> None:
        """Put the docks as a session had them; a window that is on stage stays so."""
        state = QByteArray.fromBase64(str(fields.get("docks", "")).encode())
        if self.stage.pane or state.isEmpty():
            return
        self._keep_size()
        self._maximised = ""
        if self.dock_area.restoreState(state, LAYOUT_VERSION):
            self._placed = True
        alone = str(fields.get("alone", ""))
        if alone in self.docks:
            self.maximise(alone)

    def _open_palette(self) -> None:
        panes = {row.name: row.title for row in PANES}
        self.palette_sheet.open(
            palette_commands(
                self.session, self.actions_by_name, panes, self.focus_pane, self.maximise, self.commands.open_path
            )
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Sessions and tokenizers can be dropped anywhere that takes nothing itself."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.files.open_all([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def _reset_layout(self) -> None:
        self._maximised = ""
        place_docks(self.dock_area, self.docks)
        self._share_out()

    def _toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def _on_escaped(self) -> None:
        """Escape when nothing runs: leave the stage or the full screen, else close the message."""
        if self.stage.pane:
            self._leave_stage()
        elif self.isFullScreen():
            self.showNormal()
        else:
            self.messages.close_top()

    def _show_keys(self) -> None:
        """Show the list of keys, or close it: F1 does both."""
        if self._close_key_list():
            return
        rows = [(", ".join(row.keys), self.tr(row.text)) for row in ACTIONS if row.keys]
        for number, pane in enumerate(PANES, 1):
            rows.append((f"Ctrl+{number}, Ctrl+Shift+{number}", f"{pane.title}: focus, alone"))
        self._key_list = KeyList(self.appearance, rows, self)
        self._key_list.destroyed.connect(self._forget_key_list)
        self._key_list.show()

    def _forget_key_list(self) -> None:
        self._key_list = None

    def _close_key_list(self) -> bool:
        """Close the list of keys if it is open.  Without a window manager it gets no keys itself, not even Escape."""
        if self.palette_sheet.close_palette():
            return True
        if self._key_list is None:
            return False
        self._key_list.close()
        return True
