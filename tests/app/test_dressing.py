"""A look that is put on in turns: nobody sees half of it, keys are heard meanwhile, and it is the same look in the end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QProgressBar,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, HIGH_CONTRAST, LIGHT, Appearance, style_sheet
from app.main_window import MainWindow
from app.session import Session
from app.widgets.basics.controls import Label, PushButton, ToolButton
from tests.app.conftest import shown_window

LONG = 60_000


@pytest.fixture
def form(qtbot: QtBot, look: Appearance) -> QWidget:
    """One of each kind that the style sheet knows."""
    made = QWidget()
    column = QVBoxLayout(made)
    for part in (PushButton(look, "Train", "play", primary=True), ToolButton(look, "search"), Label(look, "words")):
        column.addWidget(part)
    for kind in (QLineEdit, QSpinBox, QComboBox, QCheckBox, QProgressBar):
        column.addWidget(kind())
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def window(qtbot: QtBot, session: Session, look: Appearance) -> MainWindow:
    made = shown_window(qtbot, session, look)
    qtbot.waitExposed(made)
    return made


def picture(widget: QWidget) -> QImage:
    widget.resize(widget.sizeHint())
    return widget.grab().toImage()


def settled(qtbot: QtBot, look: Appearance) -> None:
    qtbot.waitUntil(lambda: look.is_settled, timeout=LONG)


def test_a_theme_is_there_when_it_is_told_and_the_old_picture_stays_until_then(
    qtbot: QtBot, look: Appearance, form: QWidget
) -> None:
    told: list[tuple[str, str, bool]] = []
    for signal, name in ((look.changed, "changed"), (look.settled, "settled")):
        signal.connect(lambda name=name: told.append((name, look.theme.name, form.updatesEnabled())))
    look.set_theme(DARK)
    assert (look.theme, look.is_settled, form.updatesEnabled(), told) == (LIGHT, False, False, [])
    settled(qtbot, look)
    assert told == [("changed", "dark", False), ("settled", "dark", True)]
    assert form.updatesEnabled()


def test_the_look_is_the_one_that_qt_itself_puts_on(
    qapp: QApplication, qtbot: QtBot, look: Appearance, form: QWidget
) -> None:
    for theme, base in ((DARK, 14), (HIGH_CONTRAST, 14), (LIGHT, 24), (LIGHT, 14), (DARK, 18)):
        look.set_theme(theme)
        look.set_base(base)
        settled(qtbot, look)
        ours = picture(form)
        qapp.setStyleSheet("")
        qapp.setStyleSheet(style_sheet(theme, look.metrics))
        look.changed.emit()
        assert ours == picture(form), (theme.name, base)


def test_the_last_of_several_wishes_counts(qtbot: QtBot, look: Appearance, form: QWidget) -> None:
    told: list[tuple[str, int]] = []
    look.changed.connect(lambda: told.append((look.theme.name, look.base)))
    look.next_theme()
    look.next_theme()
    look.zoom(1)
    look.zoom(1)
    settled(qtbot, look)
    assert told == [("high-contrast", 18)]


@pytest.mark.parametrize("turns", range(0, 12, 2))
def test_a_wish_in_the_middle_of_another_leaves_nothing_of_it(
    qtbot: QtBot, look: Appearance, form: QWidget, turns: int
) -> None:
    before = picture(form)
    look.set_theme(DARK)
    look.set_base(28)
    for _ in range(turns):
        QApplication.processEvents()
    look.set_theme(LIGHT)
    look.set_base(14)
    settled(qtbot, look)
    assert form.updatesEnabled()
    assert picture(form) == before


def test_keys_are_heard_meanwhile(qtbot: QtBot, look: Appearance, form: QWidget) -> None:
    field = form.findChild(QLineEdit)
    heard: list[bool] = []
    field.textEdited.connect(lambda _: heard.append(look.is_settled))
    look.set_base(28)
    QApplication.processEvents()
    qtbot.keyClick(field, Qt.Key.Key_A)
    assert (field.text(), heard) == ("a", [False])


def test_what_comes_and_goes_meanwhile_is_no_trouble(qtbot: QtBot, look: Appearance, form: QWidget) -> None:
    old, column = form.findChild(QSpinBox), form.layout()
    look.set_base(28)
    QApplication.processEvents()
    old.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    new = QSpinBox()
    column.addWidget(new)
    other = QLineEdit()
    qtbot.addWidget(other)
    other.show()
    settled(qtbot, look)
    assert new.height() == other.sizeHint().height() >= look.metrics.control
    assert other.updatesEnabled()


def test_it_can_be_had_at_once(look: Appearance, form: QWidget) -> None:
    look.set_theme(DARK)
    look.finish()
    assert (look.theme, look.is_settled, form.updatesEnabled()) == (DARK, True, True)


# The stage ------------------------------------------------------------------------------------------------------------


def test_the_way_to_the_stage_and_back(qtbot: QtBot, window: MainWindow, look: Appearance) -> None:
    bar = window.statusBar().height()
    for turns in (0, 5, 100):
        window.layout_of_panes.toggle_stage()
        assert (window.stage.pane, look.on_stage) == ("theatre", True)
        for _ in range(turns):
            QApplication.processEvents()
        window.layout_of_panes.leave_stage()
        assert (window.stage.pane, look.on_stage) == ("", False)
        settled(qtbot, look)
        qtbot.waitUntil(lambda: window.size().toTuple() == (1600, 1000), timeout=LONG)
        qtbot.waitUntil(lambda: window.statusBar().height() == bar, timeout=LONG)
        assert (look.base, window.layout_of_panes.alone, window.isFullScreen()) == (14, "", False)
        assert window.menuBar().isVisible()


def test_back_on_the_stage_before_it_is_left(qtbot: QtBot, window: MainWindow, look: Appearance) -> None:
    window.layout_of_panes.toggle_stage()
    settled(qtbot, look)
    window.layout_of_panes.leave_stage()
    window.layout_of_panes.put_on_stage("languages")
    settled(qtbot, look)
    assert [name for name, dock in window.docks.items() if dock.isVisible()] == ["languages"]
    assert (look.on_stage, window.isFullScreen(), window.menuBar().isVisible()) == (True, True, False)
    window.layout_of_panes.leave_stage()
    settled(qtbot, look)
    qtbot.waitUntil(lambda: window.size().toTuple() == (1600, 1000), timeout=LONG)


def test_closing_meanwhile_remembers_what_was_asked_for(window: MainWindow, look: Appearance) -> None:
    look.set_theme(DARK)
    look.zoom(1)
    window.layout_of_panes.toggle_stage()
    window.close()
    settings = window.session.settings
    assert (settings.theme, settings.base, look.on_stage) == ("dark", 16, False)
