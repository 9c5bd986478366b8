"""What is no character - half a surrogate pair, bytes that are not UTF-8 - becomes U+FFFD, is counted, and that is said."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.panes.tokens_pane import TokensPane
from app.state.text.playground import Playground
from app.widgets.text.clipboard import EXACT, text_of
from tests.app.conftest import LONG
from tests.app.token_panes import shown_pane


@pytest.fixture
def pane(qtbot: QtBot, playground: Playground) -> TokensPane:
    made = shown_pane(qtbot, playground, 1400, 600)
    made.view.setFocus()
    return made


def plain(data: bytes) -> QMimeData:
    copied = QMimeData()
    copied.setData("text/plain", data)
    return copied


def counted(pane: TokensPane) -> str:
    """The figure under the text, "" where there is none."""
    return next((one.number for one in pane.statistics.figures() if one.words == "replaced by U+FFFD"), "")


HALF = "a\ud83db".encode("utf-8", "surrogatepass")


def test_half_a_character_from_the_clipboard_is_counted_and_said(qtbot, pane, playground):
    QGuiApplication.clipboard().setMimeData(plain(HALF))
    with qtbot.waitSignal(pane.said) as told:
        QTest.keyClick(pane.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: playground.encoding.text == "a\ufffdb", timeout=LONG)
    assert "1 character of the text is none" in told.args[0]
    assert counted(pane) == "1"
    # It stays counted as long as it is there, and comes back with it.
    pane.view.insert("c", typed=True)
    qtbot.waitUntil(lambda: playground.encoding.text == "a\ufffdbc", timeout=LONG)
    assert counted(pane) == "1"
    pane.view.select_all()
    pane.view.insert("x\ufffd"[:1])
    qtbot.waitUntil(lambda: playground.encoding.text == "x", timeout=LONG)
    assert counted(pane) == ""
    pane.view.undo()
    qtbot.waitUntil(lambda: playground.encoding.text == "a\ufffdbc", timeout=LONG)


def test_one_that_was_there_before_one_typed_is_counted_after_the_key(qtbot, pane, playground):
    playground.set_text("a\ud83db")
    qtbot.waitUntil(lambda: counted(pane) == "1", timeout=LONG)
    pane.view.insert("c", typed=True)
    qtbot.waitUntil(lambda: "c" in playground.encoding.text, timeout=LONG)
    assert counted(pane) == "1"


def test_what_is_dropped_is_read_like_what_is_pasted(qtbot, pane, playground):
    dragged = plain(HALF)  # the event does not keep it
    event = QDropEvent(
        QPointF(9, 9), Qt.DropAction.CopyAction, dragged, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    with qtbot.waitSignal(pane.said):
        pane.dropEvent(event)
    qtbot.waitUntil(lambda: counted(pane) == "1", timeout=LONG)
    assert playground.text == "a\ufffdb"
    pane.view.undo()
    assert playground.text == ""


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain \xc3\xa9", "plain é"),
        ("a\ufffdb".encode(), "a\ufffdb"),  # somebody's own U+FFFD is a character
        (HALF, "a\ud83db"),
        (b"a\xff\xfeb", "a\ud800\ud800b"),
        ("\ufeffa\r\nb\0".encode(), "\ufeffa\r\nb\0"),
    ],
)
def test_what_was_copied_is_read_to_the_last_character(data, text):
    assert text_of(plain(data)) == text


def test_what_was_copied_here_comes_back_exactly():
    copied = plain(b"other")
    copied.setData(EXACT, "\ufeffa\u2028".encode())
    assert text_of(copied) == "\ufeffa\u2028"


def test_the_first_character_of_a_file_is_kept_where_qt_would_take_it_for_a_mark(qtbot, pane, playground, tmp_path):
    """A byte order mark, and then a text that begins with U+FEFF."""
    (tmp_path / "x.txt").write_text("\ufeff\ufefflow", "utf-8")
    with qtbot.waitSignal(playground.text_changed, timeout=LONG):
        pane.file.open(tmp_path / "x.txt")
    assert playground.text == pane.view.text() == "\ufefflow"
