"""The one place for messages: errors, warnings and news, above the panes and never in a dialog.

An error stays until it is closed; a warning goes ten seconds after the pointer has left; news after six.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QEnterEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.widgets.basics.controls import Label, PushButton, ToolButton, spaced
from app.widgets.basics.menu_text import menu_text
from app.widgets.basics.painter import Painter

LIFETIMES = {"error": None, "warning": 10_000, "news": 6_000}
"""Milliseconds; None = until it is closed."""
_ICONS = {"error": "error", "warning": "warning", "news": "info"}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, how serious it is, and what can be done about it: a button's words and what it does, or the choices that
    it offers; a message with choices stays until one is taken or it is closed.
    """

    text: str
    kind: str = "error"
    action: str = ""
    act: Callable[[], None] | None = None
    details: str = ""
    choices: tuple[tuple[str, Callable[[], None]], ...] = ()


class MessageBar(QWidget):
    """The newest on top; "2 more" opens the list of the others."""

    details_asked = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._messages: list[Message] = []
        self._picture = QLabel()
        self.label = Label(appearance, wrap=True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.action = PushButton(appearance, "")
        self.details = PushButton(appearance, self.tr("Details"))
        self.more = QToolButton()
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.more))
        self.close_button = ToolButton(appearance, "close", tip=self.tr("Close this message"), plain=True)
        row = QHBoxLayout(self)
        spaced(row, appearance, (4, 2, 3, 2), 2)
        row.addWidget(self._picture)
        row.addWidget(self.label, 1)
        for button in (self.action, self.details, self.more, self.close_button):
            row.addWidget(button)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.close_top)
        self.close_button.clicked.connect(self.close_top)
        self.action.clicked.connect(self._act)
        self.details.clicked.connect(lambda: self.details_asked.emit(self._messages[-1].details))
        appearance.changed.connect(self._dress)
        self.setVisible(False)

    @property
    def messages(self) -> tuple[Message, ...]:
        """From the oldest to the one that is shown."""
        return tuple(self._messages)

    def show_message(self, message: Message) -> None:
        """Put it on top; the same sentence twice is one message."""
        self._messages = [*(other for other in self._messages if other.text != message.text), message]
        self._refresh()

    def close_top(self) -> None:
        del self._messages[-1:]
        self._refresh()

    def withdraw(self, text: str) -> None:
        """Take a sentence away that is true no more."""
        if any(message.text == text for message in self._messages):
            self._messages = [message for message in self._messages if message.text != text]
            self._refresh()

    def clear(self) -> None:
        self._messages.clear()
        self._refresh()

    def _refresh(self) -> None:
        self._timer.stop()
        self.setVisible(bool(self._messages))
        if not self._messages:
            return
        top = self._messages[-1]
        self.label.setText(top.text)
        self.setAccessibleName(top.text)
        self.action.setText(top.action)
        self.action.setVisible(top.act is not None or bool(top.choices))
        self._offer(top)
        self.details.setVisible(bool(top.details))
        self._list_others()
        self._start_timer()
        self._dress()

    def _offer(self, message: Message) -> None:
        """The choices of a message are a menu of its button; one that is taken answers the message."""
        if not message.choices:
            self.action.setMenu(None)  # type: ignore[arg-type]  # none takes the menu away
            return
        menu = QMenu(self.action)
        for words, act in message.choices:
            menu.addAction(menu_text(words), partial(self._choose, act))
        self.action.setMenu(menu)

    def _choose(self, act: Callable[[], None]) -> None:
        self.close_top()
        act()

    def _fit_height(self) -> None:
        """As many lines as the sentence needs."""
        metrics = self._appearance.metrics
        buttons = [self.action, self.details, self.more, self.close_button]
        taken = sum(button.sizeHint().width() + metrics.units(2) for button in buttons if not button.isHidden())
        room = max(metrics.units(40), self.width() - taken - metrics.units(9) - metrics.icon)
        self.setFixedHeight(max(metrics.control, self.label.heightForWidth(room)) + metrics.units(4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _list_others(self) -> None:
        others = self._messages[-2::-1]
        self.more.setVisible(bool(others))
        self.more.setText(self.tr("{} more").format(len(others)))
        menu = self.more.menu()
        menu.clear()
        for message in others:
            menu.addAction(menu_text(message.text), partial(self.show_message, message))

    def _start_timer(self) -> None:
        stays = not self._messages or bool(self._messages[-1].choices)
        lifetime = None if stays else LIFETIMES[self._messages[-1].kind]
        if lifetime is not None and not self.underMouse():
            self._timer.start(lifetime)

    def _act(self) -> None:
        act = self._messages[-1].act
        self.close_top()
        if act is not None:
            act()

    def _dress(self) -> None:
        if self._messages:
            colour, side = self._colours()[0], self._appearance.metrics.icon
            picture = pixmap(_ICONS[self._messages[-1].kind], colour, side, self.devicePixelRatioF())
            self._picture.setPixmap(picture)
            self._fit_height()
        self.update()

    def _colours(self) -> tuple[QColor, QColor]:
        """Line and ground."""
        theme = self._appearance.theme
        kind = self._messages[-1].kind if self._messages else "news"
        return {
            "error": (theme.error, theme.error_ground),
            "warning": (theme.warning, theme.warning_ground),
            "news": (theme.accent, theme.selected_row),
        }[kind]

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._start_timer()
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        line, ground = self._colours()
        with Painter(self) as painter:
            painter.fillRect(self.rect(), ground)
            painter.fillRect(0, 0, self._appearance.metrics.units(1), self.height(), line)
            painter.fillRect(0, self.height() - 1, self.width(), 1, line)
