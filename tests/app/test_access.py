"""Everything by keyboard and by ear: Tab reaches each control as the eye reads, each has a name, and focus can be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.pane_rows import PANES
from app.tour import settle
from app.widgets.basics.controls import ToolButton
from app.widgets.window.reading_order import move_focus, stops
from tests.app.conftest import LONG

CONTROLS = (QAbstractButton, QComboBox, QAbstractSlider, QAbstractSpinBox, QLineEdit, QAbstractItemView)
MOST = 120
"""Presses of Tab after which a pane must have been left."""
LEAST_PIXELS = 40
"""That focus changes: a blinking caret alone is too little to find."""
Pixels = npt.NDArray[np.uint32]


@pytest.fixture
def alone(qtbot: QtBot, window: MainWindow) -> Callable[[str], QWidget]:
    """Shows a pane alone and returns it."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=LONG)

    def show(name: str) -> QWidget:
        window.maximise(name)
        settle()
        qtbot.waitUntil(
            lambda: not window.session.vocabulary.surveying and not window.session.corpus.busy, timeout=LONG
        )
        settle()
        return window.panes[name]

    return show


def walked(qtbot: QtBot, window: MainWindow, pane: QWidget) -> list[QWidget]:
    """Where Tab stops in a pane, from the outside in and until it leaves it."""
    window.commands_button.setFocus()
    seen: list[QWidget] = []
    for _ in range(MOST):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if pane.isAncestorOf(focused):
            if focused in seen:
                break
            seen.append(focused)
        elif seen:
            return seen
    raise AssertionError(f"Tab does not leave {seen[-1]!r}")


def controls(pane: QWidget) -> list[QWidget]:
    """All that can be worked with a pointer; parts of a control are not counted."""
    found = [widget for widget in pane.findChildren(QWidget) if isinstance(widget, CONTROLS) and widget.isVisible()]
    return [widget for widget in found if widget.isEnabled() and not _is_part(widget)]


def _is_part(widget: QWidget) -> bool:
    inside = isinstance(widget.parent(), QLineEdit | QAbstractSpinBox | QComboBox)
    return inside or isinstance(widget, QScrollBar | QHeaderView)


def by_arrows(widget: QWidget) -> bool:
    """One of several of which one is chosen: the arrow keys go from one to the next."""
    return isinstance(widget, QAbstractButton) and (widget.autoExclusive() or _is_exclusive(widget))


def _is_exclusive(button: QAbstractButton) -> bool:
    group = button.group()
    return group is not None and group.exclusive()


def name_of(widget: QWidget) -> str:
    """What a screen reader says."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).replace("&", "").strip()


def has_words(widget: QWidget) -> bool:
    """What is on it, or in it."""
    if isinstance(widget, QAbstractItemView):
        return True
    if isinstance(widget, QAbstractButton | QComboBox):
        return bool((widget.currentText() if isinstance(widget, QComboBox) else widget.text()).strip())
    return bool(isinstance(widget, QLineEdit) and widget.placeholderText())


def described(widgets: Iterable[QWidget]) -> list[str]:
    return [f"{type(widget).__name__} {name_of(widget)!r} in {type(widget.parent()).__name__}" for widget in widgets]


def test_tab_reaches_every_control_as_the_eye_reads_and_each_says_what_it_is(
    qtbot: QtBot, window: MainWindow, alone: Callable[[str], QWidget]
) -> None:
    for row in PANES:
        pane = alone(row.name)
        for _ in views(pane):
            order = walked(qtbot, window, pane)
            missing = [widget for widget in controls(pane) if widget not in order and not by_arrows(widget)]
            assert not described(missing)
            assert not described(above(pane, order)), "they stand above the one before"
            assert not described(widget for widget in [*controls(pane), *order] if not name_of(widget))
            silent = [widget for widget in controls(pane) if not has_words(widget) and not widget.toolTip()]
            assert not described(silent), "no words on it, and no tooltip"
        _walk_back(qtbot, walked(qtbot, window, pane))
        for buttons in choices(pane):
            _walk_with_arrows(qtbot, buttons)


def views(pane: QWidget) -> Iterator[None]:
    """The pane as it is, and as each of its choices of one shows it."""
    yield
    for buttons in choices(pane):
        (first,) = [button for button in buttons if button.isChecked()]
        for button in buttons if isinstance(first, ToolButton) else ():
            if button is not first:
                button.click()
                settle()
                yield
        first.click()


def above(pane: QWidget, order: list[QWidget]) -> list[QWidget]:
    """Those that stand higher than the stop before, in the same column."""
    places = [QRect(widget.mapTo(pane, widget.rect().topLeft()), widget.size()) for widget in order]
    return [
        widget
        for widget, (one, other) in zip(order[1:], pairwise(places), strict=True)
        if other.bottom() < one.top() and other.left() < one.right() and one.left() < other.right()
    ]


def _walk_back(qtbot: QtBot, order: list[QWidget]) -> None:
    order[-1].setFocus()
    for expected in reversed(order[:-1]):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
        assert QApplication.focusWidget() is expected


def choices(pane: QWidget) -> list[list[QAbstractButton]]:
    """Buttons of which one is chosen, as they stand together."""
    groups: dict[QObject, list[QAbstractButton]] = {}
    for widget in controls(pane):
        if by_arrows(widget) and widget.isCheckable():
            groups.setdefault(widget.group() or widget.parent(), []).append(widget)
    return [buttons for buttons in groups.values() if len(buttons) > 1]


def _walk_with_arrows(qtbot: QtBot, buttons: list[QAbstractButton]) -> None:
    (chosen,) = [button for button in buttons if button.isChecked()]
    upright = buttons[0].y() != buttons[1].y()
    on, back = (Qt.Key.Key_Down, Qt.Key.Key_Up) if upright else (Qt.Key.Key_Right, Qt.Key.Key_Left)
    if chosen is buttons[-1]:
        on, back = back, on
    chosen.setFocus()
    qtbot.keyClick(chosen, on)
    reached = QApplication.focusWidget()
    assert reached in buttons, described([chosen])
    assert reached is not chosen, described([chosen])
    qtbot.keyClick(reached, back)
    assert QApplication.focusWidget() is chosen


def picture(pane: QWidget, place: QRect) -> Pixels:
    image = pane.grab(place).toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


def test_focus_can_be_seen(window: MainWindow, alone: Callable[[str], QWidget]) -> None:
    for row in PANES:
        pane = alone(row.name)
        for _ in views(pane):
            unseen = [widget for widget in stops(pane) if _change(window, row.name, widget) < LEAST_PIXELS]
            assert not described(widget for widget in unseen if widget.isVisible()), "what came later may have gone"


def _change(window: MainWindow, name: str, widget: QWidget) -> int:
    """Pixels of a widget, and right around it, that change with the focus."""
    # A pane has a title to show it.
    whole = window.docks[name] if widget is window.panes[name] else window.panes[name]
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    place = QRect(widget.mapTo(whole, widget.rect().topLeft()), widget.size()).adjusted(-4, -4, 4, 4)
    focused = picture(whole, place)
    window.commands_button.setFocus()
    QApplication.processEvents()
    return int(np.count_nonzero(focused != picture(whole, place)))


def test_the_way_goes_round_the_window_and_turns_with_the_writing(window: MainWindow, alone) -> None:
    pane = alone("corpus")
    order = stops(window)
    order[-1].setFocus()
    assert move_focus(window, forward=True)
    assert QApplication.focusWidget() is order[0]
    assert move_focus(window, forward=False)
    assert QApplication.focusWidget() is order[-1]
    pane.setFocus()  # no stop itself
    assert move_focus(window, forward=True)
    assert pane.isAncestorOf(QApplication.focusWidget())
    # What stands without a layout is read from where lines begin.
    before = stops(window.shelf)
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    settle()
    assert stops(window.shelf) == before[::-1]
