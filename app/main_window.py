"""The window: docks for the panes, the shelf, the message bar, menus and keys.  It owns no data; the session does."""

from __future__ import annotations

import traceback

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QHBoxLayout, QMainWindow, QMenu, QVBoxLayout, QWidget

from app.actions import ACTIONS, MENUS, ActionRow
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
from app.state.corpus.dropped import local_paths
from app.state.tokenizers.tokenizer_library import RUN
from app.theme import Appearance
from app.translation import translate
from app.widgets.basics.controls import Label, Line, Panel, ToolButton, spaced
from app.widgets.steps.step_lists import end_sentence
from app.widgets.window.command_palette import CommandPalette
from app.widgets.window.dock_title import DockTitle
from app.widgets.window.download_sheet import DownloadSheet
from app.widgets.window.focus_frame import FocusFrame
from app.widgets.window.language_menu import LanguageMenu
from app.widgets.window.message_bar import Message, MessageBar
from app.widgets.window.panned import Panned
from app.widgets.window.reading_order import move_focus
from app.widgets.window.shelf import Shelf
from app.widgets.window.show_strip import ShowStrip
from app.window_commands import WindowCommands
from app.window_export import WindowExport
from app.window_files import WindowFiles
from app.window_layout import WindowLayout
from app.window_sheets import WindowSheets
from engine.errors import EngineError


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
        self._end_said = ""
        self._working = ""
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
        self.layout_of_panes = WindowLayout(self, self.dock_area, self.stage, look)
        for part in (self._shelf_row, line, self.messages):
            column.addWidget(part)
        self.panned = Panned(self.dock_area)
        column.addWidget(self.panned, 1)
        column.addWidget(ShowStrip(self.session.show, look))
        column.addWidget(self.stage.hints)
        self.setCentralWidget(inside)
        self.palette_sheet = CommandPalette(look, self)
        self.download_sheet = DownloadSheet(look, self, self.session.download)
        self.focus_frame = FocusFrame(look, self)
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
        self.theatre = TrainingPane(
            session.run, session.playback, session.settings, look, session.corpus, session.rebalancing
        )
        self.tokens = TokensPane(session.playground, look)
        self.languages = LanguagesPane(session.grid, look, session.audit, session.parallel_texts)
        self.vocabulary = VocabularyPane(session.vocabulary, look)
        self.tradeoffs = TradeoffsPane(session.tradeoffs, session.cuts, look)
        self.commands = WindowCommands(session, self.keeper, look, self.corpus, self.theatre, self.languages)
        panes = (self.corpus, self.theatre, self.tokens, self.languages, self.vocabulary, self.tradeoffs)
        for row, pane in zip(PANES, panes, strict=True):
            title = translate("panes", row.title)
            dock = QDockWidget(title)
            dock.setObjectName(row.name)
            head = DockTitle(self.appearance, dock, row.icon, title)
            head.maximise_asked.connect(lambda name=row.name: self.maximise(name))
            dock.setTitleBarWidget(head)
            dock.setWidget(pane)
            pane.setAccessibleName(title)
            self.panes[row.name], self.docks[row.name] = pane, dock
        # Qt calls a pane that stands behind another's tab visible; its dock knows better.
        self.docks["vocabulary"].visibilityChanged.connect(self.vocabulary.set_shown)
        self.docks["tradeoffs"].visibilityChanged.connect(self.tradeoffs.set_shown)
        self.layout_of_panes.place(self.docks)

    def _build_actions(self) -> None:
        menus = {title: self.menuBar().addMenu(translate("actions", title)) for title in MENUS}
        for row in ACTIONS:
            action = self._action(row)
            if row.menu:
                menus[row.menu].addAction(action)
        view = menus["View"]
        self.language_menu = LanguageMenu(self, self.session.settings.language)
        self.language_menu.chosen.connect(self._set_language)
        view.addMenu(self.language_menu)
        view.addSeparator()
        for number, pane in enumerate(PANES, 1):
            self._add_pane_actions(view, number, pane)
        self.tokens.menu.setTitle(self.tr("Tokens"))
        self.tokens.menu.triggered.connect(lambda _action: self._show_tokens())
        self.menuBar().insertMenu(menus["Help"].menuAction(), self.tokens.menu)
        self.recent_menu = QMenu(self.tr("Open recent"), self)
        menus["File"].insertMenu(self.actions_by_name["save_session"], self.recent_menu)
        self.actions_by_name["reduced_motion"].setCheckable(True)
        self.actions_by_name["reduced_motion"].setChecked(self.session.settings.reduced_motion)

    def _action(self, row: ActionRow) -> QAction:
        action = QAction(translate("actions", row.text), self)
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

    def _set_language(self, code: str) -> None:
        self.session.settings.set_language(code)
        self.say(self.tr("The window speaks this language from its next start on."))

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
        self.shelf.play_asked.connect(self.commands.play_merges_of)
        self.theme_button.clicked.connect(self.appearance.next_theme)
        self.commands_button.clicked.connect(self._open_palette)
        self.messages.details_asked.connect(self._copy_details)
        library.changed.connect(self._show_entries)
        library.selected_changed.connect(lambda _key: self._show_entries())
        library.run_changed.connect(self._show_run_title)
        session.failed.connect(self.show_error)
        for part in (session.grid, session.vocabulary, session.tradeoffs, session.cuts, self.tradeoffs):
            part.exported.connect(lambda path: self.say(self.tr("Saved {}.").format(path.name)))
        session.preparation.ready_changed.connect(lambda _ready: self._show_status())
        session.run.running_changed.connect(self._on_running_changed)
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
        self.tokens.said.connect(self.say)
        self.tokens.failed.connect(self.show_error)
        self.keeper.layout = self.layout_of_panes.fields
        self.keeper.layout_kept.connect(self.layout_of_panes.take)
        self.keeper.failed.connect(self.show_error)
        self.keeper.working.connect(self._on_working)
        self.files = WindowFiles(session, self.keeper, self.commands, self.shelf, self.messages, self.recent_menu)
        self.files.title_changed.connect(self.setWindowTitle)
        self._connect_commands()
        self.appearance.changed.connect(self._on_appearance_changed)

    def _connect_commands(self) -> None:
        commands = self.commands
        commands.palette_wanted.connect(self._open_palette)
        commands.download_wanted.connect(self.download_sheet.open)
        commands.stage_wanted.connect(self.layout_of_panes.toggle_stage)
        commands.blank_wanted.connect(self.stage.cover)
        commands.pane_wanted.connect(self.layout_of_panes.bring_up)
        commands.news.connect(self.say)
        commands.escaped.connect(self._on_escaped)
        self.sheets = WindowSheets(self, self.session, self.appearance, commands, self.layout_of_panes)
        self.export = WindowExport(self, self.session, self.appearance)
        self.export.pinned = lambda: self.theatre.pinned
        self.export.saved.connect(lambda path: self.say(self.tr("Saved {}.").format(path.name)))
        self.export.failed.connect(self.show_error)
        commands.film_wanted.connect(self.export.film)
        commands.picture_wanted.connect(self.export.picture)
        commands.scene_to_add.connect(self._add_scene)
        commands.text_wanted.connect(self.tokens.ask_file)
        self.session.show.scene_wanted.connect(lambda scene: self.layout_of_panes.show_scene(scene.pane))
        commands.layout_reset.connect(self.layout_of_panes.reset)
        commands.full_screen_wanted.connect(self._toggle_full_screen)
        commands.quit_wanted.connect(self.close)
        commands.closes_sheet = self._close_sheet

    # -- messages ----------------------------------------------------------------------------------------------------

    def say(self, text: str, kind: str = "news") -> None:
        self.messages.show_message(Message(text, kind))

    def show_error(self, error: BaseException) -> None:
        """An error of the engine is a sentence already; anything else is ours, and has details to report."""
        if isinstance(error, EngineError):
            self.say(str(error), "error")
            return
        log.error("a job failed", exc_info=error)
        if isinstance(error, MemoryError):
            text = self.tr(
                "The memory is not enough for this. Take less text or a smaller vocabulary, or close something."
            )
            self.say(f"{text} {self.tr('What was loaded and learned is kept.')}", "error")
            return
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

    def _on_running_changed(self, running: bool) -> None:
        """How the last training ended is no news once another one begins."""
        if running:
            self.messages.withdraw(self._end_said)
        self._show_status()

    def _on_finished(self, reason: str) -> None:
        history = self.session.run.history
        sentence = end_sentence(history, reason) if history.words is not None else ""
        if sentence:
            self.say(sentence)
        self._end_said = sentence
        self._show_status()

    def _on_working(self, words: str) -> None:
        self._working = words
        self._show_status()

    def _show_status(self) -> None:
        session = self.session
        position, length = session.playback.position, session.playback.length
        if self._working:
            state = self._working
        elif not session.preparation.ready:
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
        self.status_view.setText(
            f"{self.tr('Offline')}    {translate('themes', self.appearance.theme.title)}    {zoom} %"
        )

    def _on_appearance_changed(self) -> None:
        resized = self.session.settings.base != self.appearance.base
        self.session.settings.set_theme(self.appearance.theme.name)
        if not self.appearance.on_stage:
            self.session.settings.set_base(self.appearance.base)
        self._fit_bars()
        if resized:
            self.layout_of_panes.share_out()
        self._show_status()

    # -- layout ------------------------------------------------------------------------------------------------------

    def focus_pane(self, name: str) -> None:
        """Give a pane the keyboard."""
        self.layout_of_panes.focus_pane(name)

    def maximise(self, name: str) -> None:
        """One pane alone; the same again brings the others back."""
        self.layout_of_panes.maximise(name)

    def _restore_layout(self) -> None:
        geometry, docks = self.session.settings.layout()
        self.resize(1600, 1000)
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        self.layout_of_panes.restore(docks)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.layout_of_panes.share_out()

    def sizeHint(self) -> QSize:
        return QSize(1600, 1000)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab follows the eye, not the order in which parts were made."""
        return move_focus(self, forward=forward)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.layout_of_panes.leave_stage()
        self.export.close()
        self.keeper.close()
        self.session.settings.save_layout(self.saveGeometry(), self.layout_of_panes.state())
        self.session.close()
        super().closeEvent(event)

    def _show_tokens(self) -> None:
        """What its menu does is to be seen."""
        if not self.tokens.isVisible():
            self.layout_of_panes.bring_up("tokens")

    def _open_palette(self) -> None:
        panes = {row.name: translate("panes", row.title) for row in PANES}
        self.palette_sheet.open(
            palette_commands(
                self.session,
                self.actions_by_name,
                panes,
                self.focus_pane,
                self.maximise,
                self.commands.open_path,
                self.tokens.menu.commands(),
            )
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Sessions, tokenizers and texts can be dropped anywhere that takes nothing itself."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.files.take_dropped(local_paths(event.mimeData()))
        event.acceptProposedAction()

    def _toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def _on_escaped(self) -> None:
        """Escape when nothing runs: leave the stage or the full screen, else close the message."""
        if self.stage.pane:
            self.layout_of_panes.leave_stage()
        elif self.isFullScreen():
            self.showNormal()
        else:
            self.messages.close_top()

    def _add_scene(self) -> None:
        show = self.session.show
        scene = show.add(self.layout_of_panes.focused_pane())
        text = self.tr("Took step {:,} and the text into the show, as scene {} of {}. F7 lists them.")
        self.say(text.format(scene.step, show.scenes.index(scene) + 1, len(show.scenes)))

    def _close_sheet(self) -> bool:
        """Close what lies over the window; whether there was something."""
        closers = (self.palette_sheet.close_palette, self.download_sheet.close_sheet, self.export.close_sheet)
        return any(close() for close in (*closers, self.sheets.close_last))
