"""The corpus pane: what to learn from - texts with their weights, and what stands in those that are checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
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

from app.state.corpus.corpus_groups import Group
from app.state.corpus.corpus_library import CorpusLibrary
from app.state.corpus.corpus_rows import SAMPLE_TITLES
from app.state.corpus.dropped import holds_session, local_paths
from app.state.corpus.folder_choice import FolderChoice
from app.theme import Appearance
from app.translation import later, translate
from app.widgets.basics import file_dialogs
from app.widgets.basics.controls import Label, Line, Panel, PushButton, ToolButton, spaced
from app.widgets.basics.empty_state import EmptyState
from app.widgets.basics.progress_row import ProgressRow
from app.widgets.basics.source_row import SourceRow
from app.widgets.corpus.folder_row import FolderRow
from app.widgets.corpus.frequency_bars import FrequencyBars
from engine.model import Progress

FIGURES = (
    later("corpus_pane", "Bytes"),
    later("corpus_pane", "Characters"),
    later("corpus_pane", "Words"),
    later("corpus_pane", "Pre-tokens"),
    later("corpus_pane", "Distinct"),
    later("corpus_pane", "Scripts"),
)
_FIGURE_TIPS = (
    later("corpus_pane", "Of the checked texts as UTF-8, each counted as often as its weight says"),
    later("corpus_pane", "Code points of Unicode: an accent may be one of its own"),
    later("corpus_pane", "Runs without white space that hold a letter or a digit, inside pre-tokens"),
    later("corpus_pane", "Pieces into which the pattern cuts the texts; no token reaches across their ends"),
    later("corpus_pane", "Different pre-tokens: training takes time and memory for these alone"),
    later("corpus_pane", "What the letters belong to, the most frequent first"),
)
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
        self.choice = FolderChoice(self)
        self.rows: list[SourceRow] = []
        self._groups: tuple[Group, ...] = ()
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
        for row, (name, tip) in enumerate(zip(FIGURES, _FIGURE_TIPS, strict=True)):
            title, value = Label(look, translate("corpus_pane", name)), Label(look, bold=True)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            self.figures[name] = value
            for place, label in enumerate((title, value)):
                label.setToolTip(translate("corpus_pane", tip))
                grid.addWidget(label, row, place)
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
        self.progress.cancelled.connect(self._library.cancel)
        self.choice.accepted.connect(lambda folder, take: self._library.add_paths([folder], take))
        self._appearance.changed.connect(self._arrange)

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
        self._take_data(QGuiApplication.clipboard().mimeData())

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
            self.rows.pop().deleteLater()
        self._groups = groups
        for widget, group in zip(self.rows, groups, strict=True):
            widget.show_group(group)
        self._stack.setCurrentIndex(0 if groups else 1)
        self.undo.setEnabled(self._library.can_undo)
        self._show_preview()
        self._show_reading()
        self.rows_shown.emit(len(groups))

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
