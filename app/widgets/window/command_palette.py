"""The command palette: every action by a few letters of its name, above the panes; it blocks nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Appearance
from app.widgets.basics.controls import Panel, spaced
from app.widgets.basics.keyboard_guest import KeyboardGuest
from app.widgets.basics.painter import Painter

_ROWS = 10
_WIDTH = 150
"""Units."""
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Command:
    """Something to do: its words, its keys, where it stands, and what does it."""

    text: str
    keys: str
    group: str
    act: Callable[[], None]


def matching(commands: Sequence[Command], typed: str) -> list[Command]:
    """The commands that hold each typed word; those with a word that begins so first.

    >>> rows = [Command("Save the session", "", "File", print), Command("Next tie", "", "Training", print)]
    >>> [row.text for row in matching(rows, "ti tr")]
    ['Next tie']
    """
    words = typed.casefold().split()
    found = []
    for place, command in enumerate(commands):
        text = f"{command.text} {command.group}".casefold()
        if all(word in text for word in words):
            begins = sum(any(part.startswith(word) for part in text.split()) for word in words)
            found.append((-begins, place, command))
    return [command for _, _, command in sorted(found, key=lambda row: row[:2])]


class _Rows(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.commands: list[Command] = []

    def show_commands(self, commands: list[Command]) -> None:
        self.beginResetModel()
        self.commands = commands
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self.commands)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        command = self.commands[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{command.text}, {command.keys}" if command.keys else command.text
        return command.text if role == Qt.ItemDataRole.DisplayRole else None


class _Delegate(QStyledItemDelegate):
    """The words at the left, group and keys at the right."""

    def __init__(self, appearance: Appearance, rows: _Rows, parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._rows = rows

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> object:  # type: ignore[override]
        size = super().sizeHint(option, index)
        size.setHeight(self._appearance.metrics.control)
        return size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look, command = self._appearance, self._rows.commands[index.row()]
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        area: QRect = option.rect
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # places are counted from the left
        if selected:
            painter.fillRect(area, look.theme.selected_row)
        gap = look.metrics.units(3)
        area = area.adjusted(gap, 0, -gap, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(look.font("caption"))
        painter.setPen(QPen(look.theme.second_text))
        right = "    ".join(filter(None, (command.group, command.keys)))
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, right)
        area.setRight(area.right() - painter.fontMetrics().horizontalAdvance(right) - gap)
        painter.setFont(look.font("body", weight=600 if selected else None))
        painter.setPen(QPen(look.theme.text))
        text = painter.fontMetrics().elidedText(command.text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()


class CommandPalette(KeyboardGuest, Panel):
    """Lies over the window at its top; type, choose with the arrows, Enter does it, Escape leaves."""

    def __init__(self, appearance: Appearance, window: QWidget) -> None:
        super().__init__(appearance)
        self.setParent(window)
        self._window = window
        self._commands: tuple[Command, ...] = ()
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("What to do: a few letters of it"))
        self.field.setAccessibleName(self.tr("Search the commands"))
        self.field.installEventFilter(self)
        self.rows = _Rows(self)
        self.list = QListView()
        self.list.setModel(self.rows)
        self.list.setItemDelegate(_Delegate(appearance, self.rows, self))
        self.list.setUniformItemSizes(True)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Commands"))
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(self.list)
        spaced(column, appearance, (2, 2, 2, 2), 2)
        self.field.textChanged.connect(self._search)
        self.list.clicked.connect(lambda _index: self._do())
        self.hide()

    def open(self, commands: Sequence[Command]) -> None:
        """Show it with these commands and take the keyboard."""
        self._commands = tuple(commands)
        window = self._window
        self.field.clear()
        self._search("")
        metrics = self._appearance.metrics
        width = min(metrics.units(_WIDTH), window.width() - metrics.units(8))
        height = metrics.control * (_ROWS + 1) + metrics.units(8)
        top = metrics.units(22)  # below menu and shelf
        self.setGeometry((window.width() - width) // 2, top, width, min(height, window.height() - 2 * top))
        self.show()
        self.raise_()
        self.field.setFocus()

    def close_palette(self) -> bool:
        """Close it and give the keyboard back: False if it was not open."""
        if self.isHidden():
            return False
        self.hide()
        return True

    def _search(self, typed: str) -> None:
        self.rows.show_commands(matching(self._commands, typed))
        self.list.setCurrentIndex(self.rows.index(0))

    def _do(self) -> None:
        row = self.list.currentIndex().row()
        if 0 <= row < len(self.rows.commands):
            act = self.rows.commands[row].act
            self.close_palette()
            act()

    def _move(self, by: int) -> None:
        row = self.list.currentIndex().row() + by
        self.list.setCurrentIndex(self.rows.index(max(0, min(self.rows.rowCount() - 1, row))))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and not self.isHidden():
            self.hide()
            return False
        if not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _ROWS, Qt.Key.Key_PageUp: -_ROWS}
        ours = {*moves, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in ours:
            event.accept()  # else the window's own keys would take it
            return True
        if event.type() != QEvent.Type.KeyPress or event.key() not in ours:
            return super().eventFilter(watched, event)
        if event.key() in moves:
            self._move(moves[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Escape:
            self.close_palette()
        else:
            self._do()
        return True

    def paintEvent(self, _event: object) -> None:
        with Painter(self) as painter:
            painter.setPen(QPen(self._appearance.theme.control_border, 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
