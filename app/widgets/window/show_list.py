"""The list of a prepared show: its scenes in their order, the notes to be written there, the order to be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Appearance
from app.state.prepared_show import PreparedShow, Scene
from app.widgets.basics.controls import Label, PushButton, ToolButton, spaced
from app.widgets.basics.cut_text import beginning

_NOTE = 4
_BEGINNING = 24
"""Characters of a text that tell it from others."""
_LOOKED_AT = 20 * _BEGINNING


class ShowList(QDialog):
    """A window that blocks nothing.  `panes` are names and titles, `title_of` says how a tokenizer is called, and
    `add_view` takes what is seen now into the show.
    """

    def __init__(
        self,
        show: PreparedShow,
        appearance: Appearance,
        panes: Mapping[str, str],
        title_of: Callable[[str], str],
        add_view: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._show, self._appearance = show, appearance
        self._panes, self._title_of = panes, title_of
        self.setWindowTitle(self.tr("Prepared show"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._build()
        self._connect(add_view)
        self._refresh()

    def _build(self) -> None:
        look = self._appearance
        says = self.tr(
            "A scene is a pane, a step, a tokenizer and a text. Put the window as you want it seen, and add it (Ctrl+D). "
            "F8 shows the next scene, Shift+F8 the one before, on the stage too. Click a note to write it."
        )
        self.table = QTableWidget(0, 5)
        self.table.setHorizontalHeaderLabels(
            [self.tr("Pane"), self.tr("Step"), self.tr("Tokenizer"), self.tr("Text"), self.tr("Note")]
        )
        self.table.setAccessibleName(self.tr("Scenes"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setPalette(look.item_view_palette())
        self.table.setItemDelegate(_Cells(look, self.table))
        self.table.setTabKeyNavigation(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NOTE, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.start = PushButton(look, self.tr("Start"), "play", primary=True)
        self.add = PushButton(look, self.tr("Add this view"), "plus")
        self.up = ToolButton(look, "chevron-up", tip=self.tr("Earlier (Ctrl+Up)"))
        self.down = ToolButton(look, "chevron", tip=self.tr("Later (Ctrl+Down)"))
        self.remove = ToolButton(look, "close", tip=self.tr("Take the scene out (Delete)"))
        buttons, column = QHBoxLayout(), QVBoxLayout(self)
        for button in (self.add, self.up, self.down, self.remove):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.start)
        column.addWidget(Label(look, says, "caption", second=True, wrap=True))
        column.addWidget(self.table, 1)
        column.addLayout(buttons)
        spaced(buttons, look, (0, 0, 0, 0), 2)
        spaced(column, look, (4, 4, 4, 4), 3)
        self.resize(look.metrics.units(190), look.metrics.units(100))

    def _connect(self, add_view: Callable[[], None]) -> None:
        self.add.clicked.connect(add_view)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.remove.clicked.connect(self._remove)
        self.start.clicked.connect(self._start)
        self.table.itemChanged.connect(self._on_edited)
        self.table.itemSelectionChanged.connect(self._show_possible)
        self.table.cellDoubleClicked.connect(lambda row, column: self._show.go(row) if column != _NOTE else None)
        for keys, act in (("Ctrl+Up", lambda: self._move(-1)), ("Ctrl+Down", lambda: self._move(1))):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        self._show.changed.connect(self._refresh)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        chosen = self.table.currentRow()
        blocked = self.table.blockSignals(True)
        self.table.setRowCount(len(self._show.scenes))
        for row, scene in enumerate(self._show.scenes):
            for column, text in enumerate(self._texts(scene)):
                item = QTableWidgetItem(text)
                if column != _NOTE:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                self.table.setItem(row, column, item)
        if self.table.rowCount():
            self.table.setCurrentCell(min(max(chosen, 0), self.table.rowCount() - 1), _NOTE)
        self.table.blockSignals(blocked)
        self._show_possible()

    def _texts(self, scene: Scene) -> tuple[str, str, str, str, str]:
        text = (
            self.tr("as it is")
            if scene.text is None
            else beginning(" ".join(scene.text[:_LOOKED_AT].split()), _BEGINNING)
        )
        title = self._title_of(scene.tokenizer) or scene.tokenizer
        return self._panes.get(scene.pane, scene.pane), f"{scene.step:,}", title, text, scene.note

    def _show_possible(self) -> None:
        row, rows = self.table.currentRow(), self.table.rowCount()
        self.start.setEnabled(rows > 0)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < rows - 1)
        self.remove.setEnabled(row >= 0)

    # -- the user ----------------------------------------------------------------------------------------------------

    def _on_edited(self, item: QTableWidgetItem) -> None:
        if item.column() == _NOTE:
            self._show.set_note(item.row(), item.text())

    def _move(self, by: int) -> None:
        row = self.table.currentRow()
        if row >= 0:
            self.table.setCurrentCell(self._show.move(row, by), _NOTE)

    def _remove(self) -> None:
        if self.table.currentRow() >= 0:
            self._show.remove(self.table.currentRow())

    def _start(self) -> None:
        self._show.go(0)
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self._remove()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # a dialog would press its first button
            super().keyPressEvent(event)


class _Cells(QStyledItemDelegate):
    """Texts that keep a distance from those of the next column."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return super().sizeHint(option, index) + QSize(self._appearance.metrics.units(4), 0)
