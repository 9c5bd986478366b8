"""The shelf: each tokenizer as a pill - its check box says whether it is compared, a click selects it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.state.tokenizers.entries import Entry
from app.state.tokenizers.tokenizer_library import RUN
from app.widgets.basics.controls import Label, ToolButton
from app.widgets.basics.menu_text import menu_text
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip


class Pill(QWidget):
    """One tokenizer.  Signals are wishes; what it shows is set by `show_entry`."""

    toggled = Signal(str, bool)
    clicked = Signal(str)
    remove_asked = Signal(str)
    play_asked = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._entry = Entry("", "", "")
        self._selected = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def key(self) -> str:
        return self._entry.key

    @property
    def title(self) -> str:
        return self._entry.title

    @property
    def note(self) -> str:
        return self._entry.note

    def show_entry(self, entry: Entry, selected: bool) -> None:
        before = _seen(self._entry), self._selected
        self._entry, self._selected = entry, selected
        if before == (_seen(entry), selected):
            return
        self.setAccessibleName(f"{entry.title}, {entry.note}{(self.tr(', compared') if entry.checked else '')}")
        self.setToolTip(self.tr("{}: click to see texts through it; the check box compares it").format(entry.title))
        self.updateGeometry()
        self.update()

    def _fonts(self) -> tuple[QFont, QFont]:
        """Of the title and the note."""
        return self._appearance.font("body", weight=700), self._appearance.font("caption")

    def sizeHint(self) -> QSize:
        title, note = self._fonts()
        metrics = self._appearance.metrics
        width = QFontMetricsF(title).horizontalAdvance(self._entry.title)
        width += QFontMetricsF(note).horizontalAdvance(self._entry.note)
        return QSize(round(width) + metrics.units(4) + metrics.units(10), metrics.control + 2)

    def _box(self) -> QRectF:
        side = self._appearance.metrics.units(4)
        return QRectF(self._appearance.metrics.units(3), (self.height() - side) / 2, side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        title, note = self._fonts()
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_frame(painter)
            self._paint_box(painter)
            x = self._box().right() + metrics.units(2)
            area = QRectF(x, 0, self.width() - x, self.height())
            painter.setPen(theme.text)
            painter.setFont(title)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._entry.title)
            area.setLeft(x + QFontMetricsF(title).horizontalAdvance(self._entry.title) + metrics.units(2))
            painter.setPen(theme.second_text)
            painter.setFont(note)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._entry.note)

    def _paint_frame(self, painter: QPainter) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        width = 2.0 if self._selected or self.hasFocus() else 1.0
        painter.setPen(QPen(theme.accent if self._selected or self.hasFocus() else theme.control_border, width))
        painter.setBrush(theme.selected_row if self._selected else theme.panel)
        inset = width / 2
        frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, metrics.card_corner, metrics.card_corner)

    def _paint_box(self, painter: QPainter) -> None:
        theme, box = self._appearance.theme, self._box()
        painter.setPen(QPen(theme.accent if self._entry.checked else theme.control_border, 1.5))
        painter.setBrush(theme.accent if self._entry.checked else theme.panel)
        painter.drawRoundedRect(box, 2, 2)
        if self._entry.checked:
            side = round(box.width())
            painter.drawPixmap(
                QPointF(box.x(), box.y()), pixmap("check", theme.on_accent, side, self.devicePixelRatioF())
            )

    def toggle(self) -> None:
        """Ask for the other state of the check box."""
        self.toggled.emit(self.key, not self._entry.checked)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.rect().contains(event.position().toPoint()):
            return
        if event.position().x() < self._box().right() + self._appearance.metrics.units(1):
            self.toggle()
        else:
            self.clicked.emit(self.key)

    def menu(self) -> QMenu:
        """What can be done with the tokenizer beside comparing and selecting it."""
        menu = QMenu(self)
        if self.key != RUN:
            menu.addAction(self.tr("Play its merges in the theatre"), partial(self.play_asked.emit, self.key))
        menu.addAction(self.tr("Take it out of the shelf"), partial(self.remove_asked.emit, self.key))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.toggle()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clicked.emit(self.key)
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_asked.emit(self.key)
        else:
            super().keyPressEvent(event)


def _seen(entry: Entry) -> tuple[str, str, str, bool]:
    """What a pill shows of it."""
    return entry.key, entry.title, entry.note, entry.checked


class Shelf(QWidget):
    """Pills from left to right; those without room are in a menu at the end."""

    toggled = Signal(str, bool)
    selected = Signal(str)
    remove_asked = Signal(str)
    play_asked = Signal(str)
    add_asked = Signal()
    folder_asked = Signal()
    download_asked = Signal()
    name_asked = Signal(str)
    menu_opened = Signal()
    dropped = Signal(object)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._pills: list[Pill] = []
        self._label = Label(appearance, self.tr("Tokenizers"), second=True)
        self._label.setParent(self)
        self.more = QToolButton(self)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.more))
        self.more.setToolTip(self.tr("More tokenizers"))
        tip = self.tr(
            "Open a tokenizer, take one that is on this computer, or get one by name; files can be dropped here"
        )
        self.add = ToolButton(appearance, "plus", self.tr("Add"), tip=tip, plain=True)
        self.add.setParent(self)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._build_menu()
        self.setAcceptDrops(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self._on_appearance_changed)

    def pill(self, key: str) -> Pill | None:
        return next((pill for pill in self._pills if pill.key == key), None)

    def show_entries(self, entries: Sequence[Entry], selected: str) -> None:
        before = [(pill.title, pill.note) for pill in self._pills]
        while len(self._pills) < len(entries):
            self._pills.append(self._new_pill())
        while len(self._pills) > len(entries):
            self._pills.pop().deleteLater()
        for pill, entry in zip(self._pills, entries, strict=True):
            pill.show_entry(entry, entry.key == selected)
        if before != [(entry.title, entry.note) for entry in entries]:
            self._place()

    def _build_menu(self) -> None:
        menu = QMenu(self.add)
        menu.addAction(self.tr("Open a file..."), self.add_asked.emit)
        menu.addAction(self.tr("Open a folder..."), self.folder_asked.emit)
        self.names = menu.addMenu(self.tr("On this computer"))
        self.names.addAction(self.tr("Looking...")).setEnabled(False)
        self.names.aboutToShow.connect(self.menu_opened)
        menu.addAction(self.tr("Get a tokenizer by name..."), self.download_asked.emit)
        self.add.setMenu(menu)

    def show_names(self, names: Sequence[str]) -> None:
        """The published tokenizers that can be taken in; those that are here already are not offered."""
        here = {pill.key for pill in self._pills}
        self.names.clear()
        for name in names:
            if name not in here:
                self.names.addAction(name, partial(self.name_asked.emit, name))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.dropped.emit([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def _new_pill(self) -> Pill:
        pill = Pill(self._appearance)
        pill.setParent(self)
        pill.toggled.connect(self.toggled)
        pill.clicked.connect(self.selected)
        pill.remove_asked.connect(self.remove_asked)
        pill.play_asked.connect(self.play_asked)
        return pill

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(metrics.units(150), metrics.control + metrics.units(2))

    def minimumSizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(metrics.units(60), metrics.control + metrics.units(2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _on_appearance_changed(self) -> None:
        self.updateGeometry()
        self._place()

    def _place(self) -> None:
        """Lay out from the left; once a pill has no room, it and all after it go into the menu."""
        gap, x = self._appearance.metrics.units(2), 0
        x = self._put(self._label, x) + gap
        add, more = self.add.sizeHint().width(), self.more.sizeHint().width() + gap
        room = self.width() - add
        widths = [pill.sizeHint().width() + gap for pill in self._pills]
        fitting, used = 0, x
        while fitting < len(widths) and used + widths[fitting] <= room - (0 if fitting == len(widths) - 1 else more):
            used += widths[fitting]
            fitting += 1
        for number, pill in enumerate(self._pills):
            pill.setVisible(number < fitting)
            if number < fitting:
                x = self._put(pill, x) + gap
        hidden = self._pills[fitting:]
        self.more.setVisible(bool(hidden))
        if hidden:
            self._fill_menu(hidden)
            x = self._put(self.more, x) + gap
        self._put(self.add, x)

    def _put(self, widget: QWidget, x: int) -> int:
        size = widget.sizeHint()
        widget.setGeometry(x, (self.height() - size.height()) // 2, size.width(), size.height())
        return x + size.width()

    def _fill_menu(self, hidden: Sequence[Pill]) -> None:
        self.more.setText(f"+{len(hidden)}")
        menu = self.more.menu()
        menu.clear()
        for pill in hidden:
            action = menu.addAction(menu_text(f"{pill.title}  {pill.note}"), partial(self.selected.emit, pill.key))
            action.setToolTip(plain_tip(pill.title))
