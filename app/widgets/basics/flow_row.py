"""A layout that puts widgets side by side and begins a new line where one has no room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from app.look.theme import Appearance


class FlowRow(QLayout):
    """Margins and gap in units; hidden widgets take no room."""

    def __init__(
        self, appearance: Appearance, margins: tuple[float, float, float, float] = (0, 0, 0, 0), gap: float = 1.5
    ):
        super().__init__()
        self._appearance, self._margins, self._gap = appearance, margins, gap
        self._items: list[QLayoutItem] = []
        appearance.changed.connect(self.invalidate)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        metrics = self._appearance.metrics
        left, _, right, _ = self._margins
        widest = max((self._size(item).width() for item in self._shown()), default=0)
        return QSize(min(widest, metrics.units(30)) + metrics.units(left + right), self.heightForWidth(10_000))

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not _hidden(item.widget())]

    def _size(self, item: QLayoutItem) -> QSize:
        """All as high as a control, so that they stand in a line."""
        return QSize(item.sizeHint().width(), self._appearance.metrics.control)

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Places everything; returns the height that it takes."""
        metrics = self._appearance.metrics
        left, top, right, bottom = (metrics.units(margin) for margin in self._margins)
        gap, y = metrics.units(self._gap), rect.y() + top
        end = rect.right() + 1 - right
        lines = self._lines(end - rect.x() - left, gap)
        for line in lines:
            x = rect.x() + left
            for item in line:
                size = self._size(item)
                if move:
                    item.setGeometry(QRect(QPoint(x, y), QSize(min(size.width(), max(1, end - x)), size.height())))
                x += size.width() + gap
            y += metrics.control + gap
        return y - (gap if lines else 0) + bottom - rect.y()

    def _lines(self, room: int, gap: int) -> list[list[QLayoutItem]]:
        """What stands on each line.  A single widget would look lost on the last one: a second is taken along."""
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._shown():
            width = self._size(item).width()
            if not lines or width > left:
                lines.append([])
                left = room
            lines[-1].append(item)
            left -= width + gap
        if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 2:
            pair = lines[-2][-1], lines[-1][0]
            if sum(self._size(item).width() for item in pair) + gap <= room:
                lines[-1].insert(0, lines[-2].pop())
        return lines


def _hidden(widget: QWidget | None) -> bool:
    return widget is not None and widget.isHidden()
