"""The corpus pane: what to learn from - texts with their weights, and what stands in those that are checked."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.state.corpus_library import SAMPLE_TITLES, CorpusLibrary
from app.theme import Appearance
from app.widgets import file_dialogs
from app.widgets.controls import Label, Line, Panel, PushButton, ToolButton, spaced
from app.widgets.empty_state import EmptyState
from app.widgets.frequency_bars import FrequencyBars
from app.widgets.progress_row import ProgressRow
from app.widgets.source_row import SourceRow
from engine.model import Progress

FIGURES = ("Bytes", "Characters", "Words", "Pre-tokens", "Distinct", "Scripts")
_WIDE = 160
"""Units of width from which figures and preview stand side by side."""
_SHORT_PREVIEW, _LONG_PREVIEW = 240, 2_400
"""Characters of the preview below the figures, and beside them."""


class CorpusPane(Panel):
    """Opens, drops and pastes texts; shows statistics of the checked ones."""

    rows_shown = Signal(int)

    def __init__(self, library: CorpusLibrary, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._library = library
        self.rows: list[SourceRow] = []
        self.figures: dict[str, Label] = {}
        self._wide = False
        self.setAcceptDrops(True)
        self._build()
        self._connect()
        self._on_rows_changed()
        self._on_statistics_changed()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.progress = ProgressRow(look, cancel=False)
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
        self.undo = ToolButton(look, "undo", tip=self.tr("Undo the last change of the corpus"), plain=True)
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
        statistics = QWidget()
        statistics.setLayout(self._build_statistics())
        self._divider = Line(look)
        self._below = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._below.setSpacing(0)
        for part in (statistics, self._divider, self._build_preview()):
            self._below.addWidget(part)
        column.addLayout(self._below)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        return scroll

    def _build_preview(self) -> QWidget:
        look = self._appearance
        self.preview = Label(look, role="caption", second=True, wrap=True)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.preview.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        part = QWidget()
        column = QVBoxLayout(part)
        column.addWidget(Label(look, self.tr("Preview"), "caption", second=True, bold=True))
        column.addWidget(self.preview)
        column.addStretch(1)
        spaced(column, look, (3, 3, 3, 3), 1)
        return part

    def _build_statistics(self) -> QVBoxLayout:
        look = self._appearance
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        for row, name in enumerate(FIGURES):
            value = Label(look, bold=True)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            self.figures[name] = value
            grid.addWidget(Label(look, self.tr(name)), row, 0)
            grid.addWidget(value, row, 1)
        grid.setVerticalSpacing(0)
        self.frequent = FrequencyBars(look)
        column = QVBoxLayout()
        column.addWidget(Label(look, self.tr("In training"), "caption", second=True, bold=True))
        column.addLayout(grid)
        column.addWidget(Label(look, self.tr("Most frequent pre-tokens"), "caption", second=True, bold=True))
        column.addWidget(self.frequent)
        column.addStretch(1)
        spaced(column, look, (3, 3, 3, 3), 2)
        return column

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Wide, the figures stand beside a longer preview."""
        wide = self.width() >= self._appearance.metrics.units(_WIDE)
        if wide != self._wide:
            self._wide = wide
            self._below.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
            self._divider.set_upright(wide)
            for place, share in ((0, 2), (2, 3)):
                self._below.setStretch(place, share if wide else 0)
            self._show_preview()

    def _show_preview(self) -> None:
        most = _LONG_PREVIEW if self._wide else _SHORT_PREVIEW
        text = self._library.preview(most)
        # A cut is told, and not made inside a word.
        whole = len(text) < most or " " not in text
        self.preview.setText(text.strip() if whole else text[: text.rindex(" ")].strip() + " …")

    def _connect(self) -> None:
        self.folder.clicked.connect(self.ask_folder)
        self.undo.clicked.connect(self._library.undo)
        self._library.rows_changed.connect(self._on_rows_changed)
        self._library.statistics_changed.connect(self._on_statistics_changed)
        self._library.progressed.connect(self._on_progress)
        self._appearance.changed.connect(self._arrange)

    # -- wishes ------------------------------------------------------------------------------------------------------

    def ask_files(self) -> None:
        paths = file_dialogs.ask_open_files(self, self.tr("Add texts"))
        if paths:
            self._library.add_paths(paths)

    def ask_folder(self) -> None:
        path = file_dialogs.ask_folder(self, self.tr("Add all texts of a folder"))
        if path:
            self._library.add_paths([path])

    def paste(self) -> None:
        """Files, if the clipboard holds some, else its text."""
        data = QGuiApplication.clipboard().mimeData()
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if paths:
            self._library.add_paths(paths)
        else:
            self._library.add_text(data.text())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self._library.add_paths(paths)
        else:
            self._library.add_text(event.mimeData().text())
        event.acceptProposedAction()

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_rows_changed(self) -> None:
        rows = self._library.rows
        while len(self.rows) < len(rows):
            self.rows.append(self._new_row(len(self.rows)))
        while len(self.rows) > len(rows):
            self.rows.pop().deleteLater()
        for widget, row in zip(self.rows, rows, strict=True):
            widget.show_row(row)
        self._stack.setCurrentIndex(0 if rows else 1)
        self.undo.setEnabled(self._library.can_undo)
        self._show_preview()
        self.rows_shown.emit(len(rows))

    def _new_row(self, index: int) -> SourceRow:
        row = SourceRow(self._appearance)
        row.checked.connect(lambda checked: self._library.set_checked(index, checked))
        row.weighed.connect(lambda tenths: self._library.set_weight(index, tenths))
        row.encoding_asked.connect(lambda name: self._library.set_encoding(index, name or None))
        row.column_asked.connect(lambda name: self._library.set_column(index, name or None))
        row.remove_asked.connect(lambda: self._library.remove(index))
        self._list.addWidget(row)
        return row

    def _on_progress(self, progress: Progress) -> None:
        if self._library.busy and progress.share < 1:
            self.progress.show_progress(self.tr("Counting"), progress.share)

    def _on_statistics_changed(self) -> None:
        self.progress.hide()
        statistics = self._library.statistics
        if statistics is None:
            for label in self.figures.values():
                label.setText("-")
            self.frequent.show_rows(())
            return
        scripts = ", ".join(list(statistics.scripts)[:3]) or "-"
        values = (
            f"{statistics.bytes:,}",
            f"{statistics.characters:,}",
            f"{statistics.words:,}",
            f"{statistics.pre_tokens:,}",
            f"{statistics.distinct:,}",
            scripts,
        )
        for name, value in zip(FIGURES, values, strict=True):
            self.figures[name].setText(value)
        self.frequent.show_rows(statistics.most_frequent)
