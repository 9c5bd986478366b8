"""What users of other programs saw go wrong in a text view, played through the pane with cl100k_base."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.tokens_pane import TokensPane
from app.state.text.playground import Playground
from app.widgets.text.token_view import TokenView
from app.widgets.tokens.token_marks import label_of
from engine import Encoding
from tests.app.token_panes import shown_pane


@pytest.fixture
def pane(qtbot: QtBot, playground: Playground) -> TokensPane:
    return shown_pane(qtbot, playground, 900, 500)


@pytest.fixture
def paste(qtbot: QtBot, playground: Playground, pane: TokensPane) -> Callable[[str], Encoding]:
    def pasted(text: str) -> Encoding:
        pane.view.select_all()
        pane.view.insert(text)
        qtbot.waitUntil(lambda: playground.encoding.text == playground.text)
        return playground.encoding

    return pasted


def test_places_after_an_emoji_are_right(paste, pane):  # UI-01
    encoding = paste("x😀y 𝒂z")
    assert encoding.utf16_spans.tolist() == [[0, 1], [1, 3], [1, 3], [3, 4], [4, 7], [5, 7], [5, 7], [7, 8]]
    # Each token's box is found where it is painted.
    for token in range(len(encoding)):
        rect = pane.view.token_rect(token)
        assert pane.view.token_at(QRectF(rect).center()) == token


def test_a_sign_of_three_tokens_is_drawn_once_and_each_can_be_picked(qtbot, paste, pane, playground):  # UI-02
    encoding = paste("⭢ ok")
    assert encoding.ids.tolist() == [158, 255, 95, 5509]
    assert [bytes(token).hex() for token in encoding.tokens] == ["e2", "ad", "a2", "206f6b"]
    assert "\ufffd" not in pane.view.paragraph(0).text
    boxes = [pane.view.token_rect(token) for token in range(3)]
    assert boxes[0].right() <= boxes[1].left() + 2 <= boxes[2].left() + 2
    for token, box in enumerate(boxes):
        qtbot.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
        assert playground.pinned == token
        assert dict(pane.strip.facts.rows)["bytes"] == encoding.tokens[token].hex().upper()
    # The mark says that they share it: one dotted line under all three.
    shares = [box.share for box in pane.view._line_boxes(0, 0)[:3]]
    assert shares == [(0, 3), (1, 3), (2, 3)]
    labels = [label_of(encoding, playground.encoded_by, "bytes", token) for token in range(4)]
    assert [label.replace("\xa0", " ") for label in labels] == ["E2", "AD", "A2", "20 6F 6B"]


def test_text_of_both_directions_keeps_its_order(qtbot, paste, pane):  # UI-03
    text = "שלום hello مرحبا"
    encoding = paste(text)
    spans = [[0, 1], [1, 2], [2, 4], [3, 4], [4, 10], [10, 12], [12, 13], [13, 14], [14, 15], [15, 16]]
    assert encoding.character_spans.tolist() == spans
    assert encoding.utf16_spans.tolist() == spans
    assert pane.view.text() == text
    # WHEN the mouse is dragged from the first letter, which is at the right, to the last    THEN all of it is copied
    view, first, last = pane.view, pane.view.caret_rect(0), pane.view.caret_rect(len(text.encode()))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=first.center().toPoint())
    moved = QMouseEvent(
        QEvent.Type.MouseMove,
        last.center(),
        view.viewport().mapToGlobal(last.center()),
        Qt.MouseButton.LeftButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), moved)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=last.center().toPoint())
    view.copy()
    assert QGuiApplication.clipboard().text() == text
    # AND each token is found where it is painted, from right to left
    boxes = [QRectF(view.token_rect(token)) for token in range(len(encoding))]
    assert [view.token_at(box.center()) for box in boxes] == [*range(len(encoding))]
    assert boxes[0].left() > boxes[4].left() > boxes[9].left()
    # AND the letters are those of a view without tokens
    bare = TokenView(Appearance())
    qtbot.addWidget(bare)
    bare.resize(view.size())
    bare.set_text(text)
    runs = [[run.glyphIndexes() for run in each.paragraph(0).layout.glyphRuns()] for each in (bare, view)]
    assert runs[0] == runs[1]


def test_each_token_of_a_sign_is_picked_by_key_with_its_bytes(paste, pane, playground):  # UI-02
    encoding = paste("⭢ ok")
    pane.view.select_bytes(0, 0)
    for token in range(4):
        pane.step_token(1)
        assert playground.pinned == token
        assert dict(pane.strip.facts.rows)["bytes"].replace(" ", "") == encoding.tokens[token].hex().upper()
    cut = next(figure for figure in pane.statistics.figures() if "characters cut" in figure.words)
    assert (cut.number, cut.words) == ("1", "of 4 visible characters cut")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("a\u00a0b", [64, 4194, 65]),
        ("a\u2028b", [64, 378, 101, 65]),
        ("a\u2029b", [64, 378, 102, 65]),
        ("a\r\nb", [64, 319, 65]),
        ("a\rb", [64, 201, 65]),
        ("a\ufdd0b", [64, 171, 115, 238, 65]),
    ],
)
def test_pasted_text_is_tokenized_as_it_is(paste, pane, text, ids):  # UI-04
    assert paste(text).ids.tolist() == ids
    assert pane.view.text() == text


def test_half_a_character_is_replaced_and_counted_and_a_mark_at_the_start_stays(paste, pane, playground):  # UI-05
    paste("\ufeffab")
    assert playground.text == "\ufeffab"
    assert pane.view.paragraph(0).text == "\u25a1ab"
    paste("\ufffea")
    assert playground.text == "\ufffea"
    playground.set_text("a\ud83db")
    assert playground.encoding.replaced == 1
    assert any(figure.words == "replaced by U+FFFD" for figure in pane.statistics.figures())


def test_tokens_of_blanks_have_a_place_and_copying_gives_what_is_there(qtbot, paste, pane):  # UI-06
    text = "a  \n\n\tb \u200b\u202ec"
    encoding = paste(text)
    assert [bytes(token).hex() for token in encoding.tokens] == [
        "61",
        "20200a0a",
        "0962",
        "20e2808b",
        "e280",
        "ae",
        "63",
    ]
    for token in range(len(encoding)):
        rect = pane.view.token_rect(token)
        assert rect.width() > 1, token
        assert pane.view.token_at(QRectF(rect).center()) == token
    pane.view.select_all()
    pane.view.copy()
    assert QGuiApplication.clipboard().text() == text
    # No control of direction turns the letters around it, and each place of the text is there once.
    assert "".join(pane.view.paragraph(index).text for index in range(len(pane.view.shown))) == "a  \tb \u200b\u202ec"
    # In the views that show labels every token has a place of its own.
    for name in ("glyphs", "bytes", "ids"):
        pane.set_view(name)
        boxes = [pane.view.token_rect(token) for token in range(len(encoding))]
        assert all(box.width() > 1 for box in boxes)
        # A control of direction turns the order of no labels.
        assert [box.left() for box in boxes[4:]] == sorted(box.left() for box in boxes[4:])
    labels = [label_of(encoding, pane._playground.encoded_by, "glyphs", token) for token in range(len(encoding))]
    assert not any(control in label for label in labels for control in "\u202e\u200b\n\t ")


def test_colours_are_no_steps_of_undo(qtbot, pane, playground):  # UI-09
    with qtbot.waitSignals([playground.encoded] * 3):
        qtbot.keyClicks(pane.view, "abc")
    count = []
    playground.encoded.connect(lambda: count.append(1))
    while pane.view.can_undo():
        qtbot.keyClick(pane.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert pane.view.text() == ""
    assert 1 <= len(count) <= 3
