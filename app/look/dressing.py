"""How a look is put on the application: in turns of the event loop, behind the picture that is there.

Qt dresses every widget anew when the style sheet of an application changes, and each of them once more for every widget
around it: half a second for this window, in one turn.  So the sheet is changed while Qt is told to pass over all widgets;
then they are dressed, some in each turn.  Nothing is painted until all are, so that nobody sees half a look; keys are heard.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from app.look.listeners import Listeners
from app.turn_by_turn import Steps, TurnByTurn

_AT_ONCE = 8
"""Widgets between two looks at the clock: some 0.4 ms."""
_TIME = 0.005
"""Seconds after which the others wait for another turn."""
_DRESSED = Qt.WidgetAttribute.WA_WState_Polished
_OWN_STYLE = Qt.WidgetAttribute.WA_SetStyle


@dataclass(frozen=True, slots=True)
class Clothes:
    """What an application wears."""

    palette: QPalette
    font: QFont
    sheet: str


class Dressing(QObject):
    """Puts clothes on an application; with `in_turns` most of it happens after `begin` has returned.  The `listeners` are
    told when every widget has them."""

    dressed = Signal()
    """Every widget has them, and nobody has been told."""
    settled = Signal()
    """It can be seen."""

    def __init__(self, application: QApplication, listeners: Listeners, *, in_turns: bool, parent: QObject) -> None:
        super().__init__(parent)
        self._application = application
        self._listeners = listeners
        self._in_turns = in_turns
        self._kept: list[QWidget] = []
        self._acts: list[Callable[[], None]] = []
        self._turns = TurnByTurn(self)
        self._turns.ended.connect(self.settled)

    @property
    def is_settled(self) -> bool:
        return not self._turns.active

    def begin(self, clothes: Clothes) -> None:
        """Put them on, instead of any that are being put on now."""
        self._turns.begin(self._steps(clothes))
        self._turns.go_on()
        if not self._in_turns:
            self.finish()

    def before_seen(self, *acts: Callable[[], None]) -> None:
        """Do these, a turn each, before it can be seen; now if it can be already."""
        self._acts += acts
        while self.is_settled and self._acts:
            self._acts.pop(0)()

    def finish(self) -> None:
        """Do now what is left."""
        self._turns.finish()

    def _steps(self, clothes: Clothes) -> Steps:
        """Each is a turn; what it asks to be laid out is so before the next."""
        application = self._application
        self._keep_pictures()
        yield  # whoever asked may have moved panes as well
        widgets = [widget for widget in application.allWidgets() if not widget.testAttribute(_OWN_STYLE)]
        _pass_over(widgets, True)
        application.setStyleSheet("")  # a sheet that takes another's place would dress every widget there is
        application.setPalette(clothes.palette)
        application.setFont(clothes.font)
        application.setStyleSheet(clothes.sheet)
        _pass_over(widgets, False)
        yield
        began = time.perf_counter()
        for start in range(0, len(widgets), _AT_ONCE):
            _dress(widgets[start : start + _AT_ONCE])
            if time.perf_counter() - began > _TIME:
                yield
                began = time.perf_counter()
        yield
        widgets.clear()
        self.dressed.emit()
        yield from self._listeners.in_turns()
        yield
        while self._acts:
            self._acts.pop(0)()
            yield
        self._show_pictures()

    def _keep_pictures(self) -> None:
        """No window is painted for a while."""
        for window in self._application.topLevelWidgets():
            if window.isVisible() and window.updatesEnabled():
                window.setUpdatesEnabled(False)
                self._kept.append(window)

    def _show_pictures(self) -> None:
        for window in filter(Shiboken.isValid, self._kept):
            window.setUpdatesEnabled(True)
        self._kept.clear()


def _pass_over(widgets: list[QWidget], passed_over: bool) -> None:
    """What is not dressed, and has a style of its own, does not take that of the application."""
    for widget in widgets:
        widget.setAttribute(_DRESSED, False)
        widget.setAttribute(_OWN_STYLE, passed_over)


def _dress(widgets: list[QWidget]) -> None:
    """What Qt does for a widget when a style sheet changes; for those that have not gone meanwhile."""
    change = QEvent(QEvent.Type.StyleChange)
    for widget in filter(Shiboken.isValid, widgets):
        style = widget.style()
        style.unpolish(widget)
        style.polish(widget)
        widget.setAttribute(_DRESSED)
        QCoreApplication.sendEvent(widget, change)
