"""The German window, and one whose layout runs from right to left: nothing is cut, nothing lies over anything else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QDockWidget, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.tour import settle
from app.translation import install
from tests.app.cut_texts import cut_texts
from tests.app.waiting import LONG

SIZES = ((1280, 800), (1600, 1000))


@pytest.fixture
def german(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[MainWindow]:
    application = QCoreApplication.instance()
    assert application is not None
    installed = install(application, "de")
    yield request.getfixturevalue("window")
    for translator in installed:
        application.removeTranslator(translator)


@pytest.fixture
def mirrored(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[MainWindow]:
    QGuiApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield request.getfixturevalue("window")
    QGuiApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_no_german_text_is_cut(german: MainWindow) -> None:
    for size in SIZES:
        german.resize(*size)
        settle()
        assert (german.width(), german.height()) == size
        assert cut_texts(german) == []
        for name in german.docks:
            german.maximise(name)
            settle()
            assert cut_texts(german) == [], name
            german.maximise(name)
            settle()


def test_the_window_and_the_dialogs_of_qt_speak_german(german: MainWindow) -> None:
    assert german.actions_by_name["quit"].text() == "Beenden"
    assert german.docks["theatre"].windowTitle() == "Trainingstheater"
    dialog = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert dialog.button(QDialogButtonBox.StandardButton.Cancel).text() == "Abbrechen"


def test_a_language_is_chosen_in_the_menu_and_kept(window: MainWindow) -> None:
    actions = {action.text(): action for action in window.menus.language.actions()}
    actions["Deutsch"].trigger()
    assert window.session.settings.language == "de"
    assert "next start" in window.messages.label.text()


def test_right_to_left_the_layout_is_mirrored_and_nothing_is_cut(mirrored: MainWindow) -> None:
    assert mirrored.shelf.x() > mirrored.commands_button.x() > mirrored.theme_button.x()
    transport = mirrored.theatre.transport
    assert transport.play.x() > transport.speed.x() > transport.step_field.x()
    for size in SIZES:
        mirrored.resize(*size)
        settle()
        assert cut_texts(mirrored) == []
        assert _overlapping(mirrored) == []


def test_an_audit_is_copied_in_the_words_that_are_shown(qtbot: QtBot, german: MainWindow) -> None:
    german.session.grid.select("cl100k_base", "hin")
    german.languages.views.open_audit()
    audit = german.languages.audit
    qtbot.waitUntil(lambda: audit.ours.isVisible(), timeout=LONG)
    shown = [f"{name.text()}: {value.text().removeprefix('✓ ')}" for name, value in audit.facts._rows if name.text()]
    audit.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert "Zähler: 8,321 Token, Hindi\nNenner: 1,521 Token, English\n" in copied
    assert set(shown) <= set(copied.splitlines())
    assert "Token je Einheit, Hindi: 182 " in copied


def _overlapping(window: MainWindow) -> list[str]:
    """Pairs of visible controls of one parent that lie over each other; docks may, as tabs."""
    found = []
    for parent in window.findChildren(QWidget):
        layout = parent.layout()
        if layout is None or not parent.isVisible():
            continue
        items = [layout.itemAt(number) for number in range(layout.count())]
        widgets = [widget for item in items if item is not None and (widget := item.widget()) and widget.isVisible()]
        for number, first in enumerate(widgets):
            for second in widgets[number + 1 :]:
                if not isinstance(first, QDockWidget) and first.geometry().intersects(second.geometry()):
                    found.append(f"{first} {second}")
    return found
