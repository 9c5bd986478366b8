"""Buttons, labels and choices that follow the appearance: their icons and fonts change with theme and size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QComboBox,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.look.icons import icon
from app.look.theme import Appearance

_NO_LIMIT = 16_777_215
"""The greatest size of a widget in Qt."""


class ToolButton(QToolButton):
    """A button with an icon, a text, or both; `plain` has no frame until the pointer is on it."""

    def __init__(
        self, appearance: Appearance, icon_name: str = "", text: str = "", *, tip: str = "", plain: bool = False
    ) -> None:
        super().__init__()
        self._appearance = appearance
        self._icon_name = icon_name
        self.setProperty("plain", plain)
        # A blank in front: the style puts the words right at the icon.
        self.setText(f" {text}" if text and icon_name else text)
        both = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.setToolButtonStyle(both if text and icon_name else Qt.ToolButtonStyle.ToolButtonIconOnly)
        if text and not icon_name:
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setToolTip(tip)
        self.setAccessibleName(text or tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        appearance.changed.connect(self._dress)
        self._dress()

    def set_icon_name(self, name: str) -> None:
        self._icon_name = name
        self._dress()

    def _dress(self) -> None:
        theme = self._appearance.theme
        _put_icon(self, self._appearance, self._icon_name, theme.text, theme.hairline)


class PushButton(QPushButton):
    """A button with words; the `primary` one of a pane is filled."""

    def __init__(self, appearance: Appearance, text: str, icon_name: str = "", *, primary: bool = False) -> None:
        super().__init__(f" {text}" if icon_name else text)
        self._appearance = appearance
        self._icon_name = icon_name
        self._primary = primary
        self.setProperty("primary", primary)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        # A click must not take the focus: Space would press the button again instead of playing.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        appearance.changed.connect(self._dress)
        self._dress()

    def set_icon_name(self, name: str) -> None:
        self._icon_name = name
        self._dress()

    def _dress(self) -> None:
        theme = self._appearance.theme
        colour = theme.on_accent if self._primary else theme.text
        _put_icon(self, self._appearance, self._icon_name, colour, theme.second_text)


def _put_icon(button: QAbstractButton, look: Appearance, name: str, colour: QColor, disabled: QColor) -> None:
    """The icon of a button in the size of the look; a button without a name has none."""
    if name:
        side = look.metrics.icon
        button.setIcon(icon(name, colour, side, disabled=disabled))
        button.setIconSize(QSize(side, side))


class Label(QLabel):
    """A text in the font of a role; `second` in the quieter colour."""

    def __init__(
        self,
        appearance: Appearance,
        text: str = "",
        role: str = "body",
        *,
        second: bool = False,
        bold: bool = False,
        mono: bool = False,
        wrap: bool = False,
    ) -> None:
        super().__init__(text)
        self._appearance = appearance
        self._look = (role, second, bold, mono)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        appearance.changed.connect(self._dress)
        self._dress()

    def set_colour_role(self, *, second: bool) -> None:
        role, _, bold, mono = self._look
        self._look = (role, second, bold, mono)
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        """Moved into another window, Qt gives a label the font that it was made with."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.font().pixelSize() != self._own_font().pixelSize():
            self._dress()

    def _own_font(self) -> QFont:
        role, _, bold, mono = self._look
        return self._appearance.font(role, mono=mono, weight=700 if bold else None)

    def _dress(self) -> None:
        second = self._look[1]
        self.setFont(self._own_font())
        colours = self.palette()
        theme = self._appearance.theme
        colours.setColor(self.foregroundRole(), theme.second_text if second else theme.text)
        self.setPalette(colours)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a choice: what it shows, what it stands for, and a sentence on it."""

    title: str
    value: object
    tip: str = ""


class Choice(QComboBox):
    """A choice that says what it chooses before the value: "Measure  Premium"."""

    def __init__(self, appearance: Appearance, name: str, *, show_name: bool = True) -> None:
        super().__init__()
        self._appearance = appearance
        self._name = name if show_name else ""
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._opened = False
        self._waiting: tuple[list[Entry], object] | None = None
        appearance.changed.connect(self.updateGeometry)

    def add(self, title: str, value: object, tip: str = "") -> None:
        self.addItem(title, value)
        if tip:
            self.setItemData(self.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)

    def show_entries(self, entries: Sequence[Entry], chosen: object) -> None:
        """What there is to choose from now.  A list that is open stays as it is until it closes."""
        self._waiting = list(entries), chosen
        if not self._is_open:
            self._take_waiting()

    def _take_waiting(self) -> None:
        if self._waiting is None or self._is_open:
            return
        (entries, chosen), self._waiting = self._waiting, None
        if entries != self._listed():
            self.clear()
            for entry in entries:
                self.add(entry.title, entry.value, entry.tip)
        self.setCurrentIndex(max(0, self.findData(chosen)))
        self.updateGeometry()

    def _listed(self) -> list[Entry]:
        tips = [self.itemData(row, Qt.ItemDataRole.ToolTipRole) or "" for row in range(self.count())]
        return [Entry(self.itemText(row), self.itemData(row), tip) for row, tip in enumerate(tips)]

    @property
    def _is_open(self) -> bool:
        return self._opened and self.view().isVisible()  # a list that was never opened is not made for this

    def showPopup(self) -> None:
        self._opened = True
        super().showPopup()

    def hidePopup(self) -> None:
        """A click hides the list and then tells what was chosen: until then it has to be the same."""
        super().hidePopup()
        if self._waiting is not None:
            QTimer.singleShot(0, self, self._take_waiting)

    def choose(self, value: object) -> None:
        """Show a value without telling anybody."""
        blocked = self.blockSignals(True)
        self.setCurrentIndex(max(0, self.findData(value)))
        self.blockSignals(blocked)
        self.update()

    def _name_width(self) -> int:
        if not self._name:
            return 0
        return self.fontMetrics().horizontalAdvance(self._name) + self._appearance.metrics.units(2)

    def sizeHint(self) -> QSize:
        # The hint is of the text alone: a style sheet's padding and the room before the text come on top.
        return super().sizeHint() + QSize(self._name_width() + self._appearance.metrics.units(2), 0)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        area: QRect = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        area.adjust(self._appearance.metrics.units(0.5), 0, 0, 0)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if self._name:
            painter.setPen(self._appearance.theme.second_text)
            painter.drawText(area, middle, self._name)
            area.setLeft(area.left() + self._name_width())
        painter.setPen(self._appearance.theme.text)
        words = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, middle, words)
        painter.end()  # not left to the collector: a frame that lives on would keep it painting


class Line(QFrame):
    """A hairline across, or `upright`, between parts of a pane."""

    def __init__(self, appearance: Appearance, *, upright: bool = False) -> None:
        super().__init__()
        self._appearance = appearance
        self.set_upright(upright)
        self.setAutoFillBackground(True)
        appearance.changed.connect(self._dress)
        self._dress()

    def set_upright(self, upright: bool) -> None:
        self.setMinimumSize(*((1, 0) if upright else (0, 1)))
        self.setMaximumSize(*((1, _NO_LIMIT) if upright else (_NO_LIMIT, 1)))

    def _dress(self) -> None:
        colours = self.palette()
        colours.setColor(self.backgroundRole(), self._appearance.theme.hairline)
        self.setPalette(colours)


def fill_scrolled(window: QWidget, inside: QWidget) -> None:
    """Nothing but `inside`, which has its layout, in a window that may be smaller.  It is best filled after this: Qt passes
    over all that is in a widget whenever that is put into another."""
    scroll = QScrollArea()
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setWidgetResizable(True)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(scroll)
    scroll.setWidget(inside)


class Panel(QWidget):
    """A ground in one of the theme's colours, for parts of a pane that stand side by side."""

    def __init__(self, appearance: Appearance, colour: str = "panel") -> None:
        super().__init__()
        self._appearance = appearance
        self._colour = colour
        self.setAutoFillBackground(True)
        appearance.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        colours = self.palette()
        colours.setColor(self.backgroundRole(), getattr(self._appearance.theme, self._colour))
        self.setPalette(colours)


class _Spacing(QObject):
    """A child of its layout, so that nobody asks a layout that has gone to follow the size."""

    def __init__(
        self, layout: QBoxLayout, appearance: Appearance, margins: tuple[float, float, float, float], gap: float
    ) -> None:
        super().__init__(layout)
        self._layout, self._appearance, self._margins, self._gap = layout, appearance, margins, gap
        appearance.changed.connect(self.dress)
        self.dress()

    def dress(self) -> None:
        metrics = self._appearance.metrics
        self._layout.setContentsMargins(*(metrics.units(margin) for margin in self._margins))
        self._layout.setSpacing(metrics.units(self._gap))


def spaced(layout: QBoxLayout, appearance: Appearance, margins: tuple[float, float, float, float], gap: float) -> None:
    """Margins (left, top, right, bottom) and gap of a layout in units; follows the size."""
    _Spacing(layout, appearance, margins, gap)
