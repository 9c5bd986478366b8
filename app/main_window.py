"""The window: what it is made of, and who tells whom.  It owns no data, the session does; each part has a file of its own.

Of `app.window`:

panes             the panes in their docks
layout            how they stand: together, one alone, one on the stage
*commands         what the actions of the menus do
menus             the menus and keys
sheets            what lies over the window
news              the message bar
status            the status bar
files             sessions, tokenizers and recent files
export            pictures and films of the timeline
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.session import Session
from app.session_keeper import SessionKeeper
from app.state.corpus.dropped import local_paths
from app.state.prepared_show import Scene
from app.state.tokenizers.tokenizer_library import RUN
from app.widgets.basics.controls import Line, Panel, ToolButton, spaced
from app.widgets.window.focus_frame import FocusFrame
from app.widgets.window.message_bar import MessageBar
from app.widgets.window.panned import Panned
from app.widgets.window.reading_order import move_focus
from app.widgets.window.shelf import Shelf
from app.widgets.window.show_strip import ShowStrip
from app.window.commands import WindowCommands
from app.window.export import WindowExport
from app.window.file_commands import FileCommands
from app.window.files import WindowFiles
from app.window.layout import WindowLayout
from app.window.menus import WindowMenus
from app.window.news import WindowNews
from app.window.panes import WindowPanes
from app.window.sheets import WindowSheets
from app.window.stage import Stage
from app.window.status import WindowStatus
from app.window.training_commands import TrainingCommands


class MainWindow(QMainWindow):
    """Everything linked: wishes of panes and menus go to the session, its news to the bars."""

    def __init__(self, session: Session, appearance: Appearance, keeper: SessionKeeper | None = None) -> None:
        super().__init__()
        self.session = session
        self.keeper = keeper or SessionKeeper(session)
        self.appearance = appearance
        self.setWindowTitle("Mergescope")
        self.setAcceptDrops(True)
        self._build_bars()
        self._build_panes()
        self._build_commands()
        self._connect_session()
        self._connect_panes()
        self._connect_commands()
        self._restore_layout()
        self._show_entries()
        self.theatre.setFocus()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build_bars(self) -> None:
        """Shelf and message bar above the docks.  The docks have a main window of their own, inside this one: tool bars
        would put margins of the style around both."""
        look = self.appearance
        self._build_shelf()
        self.dock_area = QMainWindow()
        self.dock_area.setWindowFlags(Qt.WindowType.Widget)
        self.dock_area.setDockNestingEnabled(True)
        self.messages = MessageBar(look)
        self.panned = Panned(self.dock_area)
        line = Line(look)
        self.stage = Stage(self, look, (self.menuBar(), self._shelf_row, line, self.statusBar()))
        self.stage.playing = lambda: self.session.playback.playing
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._shelf_row, line, self.messages):
            column.addWidget(part)
        column.addWidget(self.panned, 1)
        column.addWidget(ShowStrip(self.session.show, look))
        column.addWidget(self.stage.hints)
        self.setCentralWidget(inside)
        self.focus_frame = FocusFrame(look, self)

    def _build_shelf(self) -> None:
        look = self.appearance
        self.shelf = Shelf(look)
        self.commands_button = ToolButton(look, "search", self.tr("Commands"), tip=self.tr("Every command (Ctrl+K)"))
        tip = self.tr("Next theme: light, dark, high contrast")
        self.theme_button = ToolButton(look, "contrast", tip=tip, plain=True)
        self._shelf_row = Panel(look)
        self._shelf_row.setFixedHeight(look.metrics.shelf)
        row = QHBoxLayout(self._shelf_row)
        row.addWidget(self.shelf, 1)
        row.addWidget(self.commands_button)
        row.addWidget(self.theme_button)
        spaced(row, look, (3, 0, 3, 0), 2)

    def _build_panes(self) -> None:
        look = self.appearance
        self.panes = WindowPanes(self.session, look, self)
        self.docks = self.panes.docks
        self.corpus, self.theatre = self.panes.corpus, self.panes.theatre
        self.tokens, self.languages = self.panes.tokens, self.panes.languages
        self.layout_of_panes = WindowLayout(self, self.dock_area, self.stage, look)
        self.layout_of_panes.place(self.docks)
        self.panes.keyboard_wanted.connect(self.layout_of_panes.give_keyboard)

    def _build_commands(self) -> None:
        session, look, panes, layout = self.session, self.appearance, self.panes, self.layout_of_panes
        self.commands = WindowCommands(session, self.keeper, look, panes, layout, self.stage, self)
        self.file_commands = FileCommands(session, self.keeper, panes, layout, self)
        self.training_commands = TrainingCommands(session, panes.theatre, layout, self)
        parts = (self.commands, self.file_commands, self.training_commands)
        self.menus = WindowMenus(self, session, parts, panes, layout)
        self.actions_by_name = self.menus.actions
        self.news = WindowNews(session, self.messages, self)
        self.status = WindowStatus(session, look, self.statusBar(), self)
        self.export = WindowExport(self, session, look)
        self.sheets = WindowSheets(self, session, look, panes, layout, self.export)
        self.files = WindowFiles(session, self.keeper, self.file_commands, self.shelf, self.messages, self.menus.recent)

    # -- who tells whom ----------------------------------------------------------------------------------------------

    def _connect_session(self) -> None:
        library, show = self.session.tokenizers, self.session.show
        library.changed.connect(self._show_entries)
        library.selected_changed.connect(self._show_entries)
        library.run_changed.connect(self._show_run_title)
        show.scene_wanted.connect(self._show_scene)
        self.appearance.changed.connect(self._on_appearance_changed)
        self.keeper.layout = self.layout_of_panes.fields
        self.keeper.layout_kept.connect(self.layout_of_panes.take)
        self.keeper.failed.connect(self.news.show_error)
        self.keeper.working.connect(self.status.show_working)
        self.keeper.progressed.connect(self.status.progress.show_progress)
        self.status.progress.cancelled.connect(self.keeper.cancel)
        self.files.title_changed.connect(self.setWindowTitle)
        self.files.tour_wanted.connect(self.sheets.start_tour)

    def _connect_panes(self) -> None:
        library, panes, news = self.session.tokenizers, self.panes, self.news
        panes.failed.connect(news.show_error)
        panes.exported.connect(news.say_saved)
        panes.maximise_asked.connect(self.layout_of_panes.maximise)
        panes.theatre.train_asked.connect(self.session.train)
        panes.theatre.open_asked.connect(self.file_commands.open)
        self.stage.guessing = lambda: panes.theatre.prediction.on
        panes.theatre.prediction.changed.connect(self.stage.show_hints)
        panes.tokens.tokenizer_wanted.connect(library.select)
        panes.tokens.said.connect(news.say)
        self.shelf.toggled.connect(library.set_checked)
        self.shelf.selected.connect(library.select)
        self.shelf.remove_asked.connect(library.remove)
        self.shelf.play_asked.connect(self.training_commands.play_merges_of)
        self.theme_button.clicked.connect(self.appearance.next_theme)
        self.commands_button.clicked.connect(self._open_palette)
        self.export.pinned = lambda: self.theatre.pinned
        self.export.saved.connect(news.say_saved)
        self.export.failed.connect(news.show_error)

    def _connect_commands(self) -> None:
        commands, files, sheets = self.commands, self.file_commands, self.sheets
        for part in (commands, self.training_commands):
            part.news.connect(self.news.say)
        commands.palette_wanted.connect(self._open_palette)
        commands.keys_wanted.connect(sheets.toggle_keys)
        commands.glossary_wanted.connect(sheets.toggle_glossary)
        commands.about_wanted.connect(sheets.show_about)
        commands.welcome_wanted.connect(sheets.start_tour)
        commands.show_list_wanted.connect(self._show_scenes)
        commands.full_screen_wanted.connect(self._toggle_full_screen)
        commands.quit_wanted.connect(self.close)
        commands.escaped.connect(self._on_escaped)
        commands.closes_sheet = sheets.close_last
        files.download_wanted.connect(sheets.open_download)
        files.film_wanted.connect(self.export.film)
        files.picture_wanted.connect(self.export.picture)

    # -- news --------------------------------------------------------------------------------------------------------

    def _show_entries(self, *_: object) -> None:
        library = self.session.tokenizers
        self.shelf.show_entries(library.entries, library.selected)
        choices = [(entry.key, library.title(entry.key)) for entry in library.entries]
        self.tokens.set_choices(choices, library.selected)

    def _show_run_title(self) -> None:
        choice = self.tokens.choice
        row = choice.findData(RUN)
        if row >= 0:
            choice.setItemText(row, self.session.tokenizers.title(RUN))

    def _show_scene(self, scene: Scene) -> None:
        self.layout_of_panes.show_scene(scene.pane)

    def _on_appearance_changed(self) -> None:
        look, settings = self.appearance, self.session.settings
        resized = settings.base != look.base
        settings.set_theme("" if look.follows_system else look.theme.name)
        if not look.on_stage:
            settings.set_base(look.base)
        self._shelf_row.setFixedHeight(look.metrics.shelf)
        if resized:
            self.layout_of_panes.share_out()

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
        """Not over something that was to be written and could not be: a message says why."""
        if not self.keeper.close():
            event.ignore()
            return
        self.layout_of_panes.leave_stage()
        self.appearance.finish()
        self.export.close()
        self.session.settings.save_layout(self.saveGeometry(), self.layout_of_panes.state())
        self.session.close()
        super().closeEvent(event)

    # -- wishes ------------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Sessions, tokenizers and texts can be dropped anywhere that takes nothing itself."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.files.take_dropped(local_paths(event.mimeData()))
        event.acceptProposedAction()

    def _open_palette(self) -> None:
        self.sheets.open_palette(self.actions_by_name, self.file_commands.open_path)

    def _show_scenes(self) -> None:
        self.sheets.show_scenes(self.commands.show_add)

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
