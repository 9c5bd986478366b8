"""The corpus pane: what to learn from - texts with their weights, and what stands in those that are checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Appearance
from app.state.corpus.corpus_groups import Group
from app.state.corpus.corpus_library import CorpusLibrary
from app.state.corpus.corpus_rows import SAMPLE_TITLES
from app.state.corpus.dropped import holds_session, local_paths
from app.state.corpus.folder_choice import FolderChoice
from app.widgets.basics import file_dialogs
from app.widgets.basics.controls import Line, Panel, PushButton, ToolButton, spaced
from app.widgets.basics.empty_state import EmptyState
from app.widgets.basics.progress_row import ProgressRow
from app.widgets.basics.source_row import SourceRow
from app.widgets.corpus.corpus_facts import CorpusFacts
from app.widgets.corpus.folder_row import FolderRow
from engine.model import Progress


class CorpusPane(Panel):
    """Opens, drops and pastes texts; shows statistics of the checked ones."""

    rows_shown = Signal(int)

    def __init__(self, library: CorpusLibrary, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._library = library
        self.choice = FolderChoice(self)
        self.rows: list[SourceRow] = []
        self._groups: tuple[Group, ...] = ()
        self.setAcceptDrops(True)
        self._build()
        self._connect()
        self._on_rows_changed()
        self._on_statistics_changed()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.progress = ProgressRow(look)
        self.folder_row = FolderRow(look, self.choice)
        self._list = QVBoxLayout()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._build_full())
        self._stack.addWidget(self._build_empty())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._build_bar())
        column.addWidget(Line(look))
        column.addWidget(self.folder_row)
        column.addWidget(self.progress)
        column.addWidget(self._stack, 1)

    def _build_bar(self) -> QHBoxLayout:
        look = self._appearance
        self.add = ToolButton(look, "plus", self.tr("Add text"), tip=self.tr("Add files, a folder, or a text"))
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.add)
        menu.addAction(self.tr("Files..."), self.ask_files)
        menu.addAction(self.tr("Folder..."), self.ask_folder)
        menu.addAction(self.tr("Paste"), self.paste)
        menu.addSeparator()
        for name, title in SAMPLE_TITLES.items():
            menu.addAction(title, partial(self._library.add_sample, name))
        self.add.setMenu(menu)
        self.folder = ToolButton(look, "folder", tip=self.tr("Add a folder"))
        self.undo = ToolButton(look, "undo", tip=self.tr("Undo the last change of the corpus (Ctrl+Z)"), plain=True)
        bar = QHBoxLayout()
        bar.addWidget(self.add)
        bar.addWidget(self.folder)
        bar.addStretch(1)
        bar.addWidget(self.undo)
        spaced(bar, look, (3, 1.5, 3, 1.5), 2)
        return bar

    def _build_full(self) -> QWidget:
        look = self._appearance
        inside = Panel(look)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._list)
        self.facts = CorpusFacts(look)
        self.figures, self.preview, self.frequent = self.facts.figures, self.facts.preview, self.facts.frequent
        column.addWidget(self.facts)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        return scroll

    def _build_empty(self) -> QWidget:
        look = self._appearance
        choose = PushButton(look, self.tr("Add files..."), "plus", primary=True)
        choose.clicked.connect(self.ask_files)
        return EmptyState(
            look,
            "file",
            self.tr("No text yet"),
            self.tr("Drop files or folders here, paste a text, or take a sample."),
            (choose,),
        )

    def _connect(self) -> None:
        self.folder.clicked.connect(self.ask_folder)
        self.undo.clicked.connect(self._library.undo)
        self._library.rows_changed.connect(self._on_rows_changed)
        self._library.statistics_changed.connect(self._on_statistics_changed)
        self._library.progressed.connect(self._on_progress)
        self.progress.cancelled.connect(self._library.cancel)
        self.choice.accepted.connect(self._add_folder)
        self.choice.failed.connect(self._library.failed)
        self.facts.arranged.connect(self._show_preview)
        self._appearance.changed.connect(self._arrange)

    def _add_folder(self, folder: Path, take: str) -> None:
        self._library.add_paths([folder], take)

    # -- wishes ------------------------------------------------------------------------------------------------------

    def ask_files(self) -> None:
        self.take(file_dialogs.ask_open_files(self, self.tr("Add texts")))

    def ask_folder(self) -> None:
        path = file_dialogs.ask_folder(self, self.tr("Add all texts of a folder"))
        if path:
            self.take([path])

    def take(self, paths: Sequence[Path]) -> None:
        """Files at once; of a folder it is asked which."""
        folders = [path for path in paths if path.is_dir()]
        files = [path for path in paths if path not in folders]
        if files:
            self._library.add_paths(files)
        self.choice.ask(folders)

    def paste(self) -> None:
        """Files, if the clipboard holds some, else its text."""
        data: QMimeData | None = QGuiApplication.clipboard().mimeData()
        if data is not None:  # there may be nothing
            self._take_data(data)

    def _take_data(self, data: QMimeData) -> None:
        paths = local_paths(data)
        if paths:
            self.take(paths)
        else:
            self._library.add_text(data.text())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Texts; a session opens wherever it is dropped, so it is left to the window."""
        data = event.mimeData()
        event.setAccepted((data.hasUrls() or data.hasText()) and not holds_session(local_paths(data)))

    def dropEvent(self, event: QDropEvent) -> None:
        self._take_data(event.mimeData())
        event.acceptProposedAction()

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_rows_changed(self) -> None:
        groups = self._library.groups
        while len(self.rows) < len(groups):
            self.rows.append(self._new_row(len(self.rows)))
        while len(self.rows) > len(groups):
            self._drop_row()
        self._groups = groups
        for widget, group in zip(self.rows, groups, strict=True):
            widget.show_group(group)
        self._stack.setCurrentIndex(0 if groups else 1)
        self.undo.setEnabled(self._library.can_undo)
        self._show_preview()
        self._show_reading()
        self.rows_shown.emit(len(groups))

    def _drop_row(self) -> None:
        """The last row goes; the keyboard, if it is in there, moves to the row before, else to what adds texts."""
        row, held = self.rows.pop(), self.window().focusWidget()
        if held is not None and row.isAncestorOf(held):
            (self.rows[-1].remove if self.rows else self.add).setFocus()
        row.deleteLater()

    def _new_row(self, index: int) -> SourceRow:
        row, library = SourceRow(self._appearance), self._library

        def place() -> tuple[int, int]:
            """The first of the rows that stand here, and how many they are."""
            group = self._groups[index]
            return group.first, len(group.rows)

        def change(edit: Callable[..., None], value: object) -> None:
            first, count = place()
            edit(first, value, count)

        row.checked.connect(partial(change, library.set_checked))
        row.weighed.connect(partial(change, library.set_weight))
        row.encoding_asked.connect(lambda name: change(library.set_encoding, name or None))
        row.column_asked.connect(lambda name: change(library.set_column, name or None))
        row.remove_asked.connect(lambda: library.remove(*place()))
        self._list.addWidget(row)
        return row

    def _show_reading(self) -> None:
        """How far reading is, if there is something to wait for."""
        reading = self._library.reading
        if reading is None:
            if not self._library.counting:
                self.progress.hide()
            return
        done, total = reading
        if total > 1:
            self.progress.show_progress(self.tr("Reading {:,} of {:,} texts").format(done, total), done / total)
        else:
            self.progress.show_progress(self.tr("Reading"), None)

    def _on_progress(self, progress: Progress) -> None:
        if self._library.counting and self._library.reading is None and progress.share < 1:
            self.progress.show_progress(self.tr("Counting"), progress.share)

    def _on_statistics_changed(self) -> None:
        self._show_reading()
        self.facts.show_statistics(self._library.statistics)

    def _show_preview(self) -> None:
        """Of what is checked; longer where it stands beside the figures."""
        self.facts.show_preview(self._library.preview(self.facts.most))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.facts.arrange(self.width(), self.height())
