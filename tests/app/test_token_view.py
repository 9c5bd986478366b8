"""Typing, pasting and looking at text with its tokens, as a user does."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleTextInsertEvent,
    QAccessibleTextRemoveEvent,
    QAccessibleTextUpdateEvent,
    QGuiApplication,
    QInputMethodEvent,
)
from PySide6.QtTest import QTest

from app.look.theme import DARK, LIGHT, Appearance
from app.widgets.text import token_accessibility
from app.widgets.text.edit_history import Edit, EditHistory
from app.widgets.text.text_blocks import BLOCK_LIMIT
from app.widgets.text.token_document import TokenDocument
from app.widgets.text.token_labels import labelled, plain_label
from app.widgets.text.token_layout import Run, token_runs
from app.widgets.text.token_view import TokenView
from tests.app.scripts import SCRIPTS, random_tokens
from tests.app.token_panes import AROUND


@pytest.fixture
def view(qtbot):
    widget = TokenView(Appearance(), placeholder="Type or paste a text.")
    qtbot.addWidget(widget)
    widget.resize(700, 300)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.setFocus()
    return widget


def picture(view: TokenView) -> np.ndarray:
    image = view.viewport().grab().toImage().convertToFormat(view.grab().toImage().Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3].copy()


# ---- what is painted ----


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_pointer_finds_the_box_that_is_painted(view, script):
    ids, starts, colours = random_tokens(SCRIPTS[script])
    view.set_text(SCRIPTS[script])
    view.set_tokens(ids, starts, colours)
    pixels = picture(view)
    box = view.token_rect(0)
    row = box.top() + 2  # above the ink of most letters
    shades = {(c.blue(), c.green(), c.red()): n for n, c in enumerate(LIGHT.token_fills)}
    found = 0
    for x in range(view.viewport().width()):
        painted = shades.get(tuple(pixels[row, x].tolist()))
        if painted is None:
            continue
        near = {view.token_at(QPointF(x + shift, row)) for shift in (-0.5, 0.5, 1.5)}
        assert painted in {colours[token] for token in near if token >= 0}, x
        found += 1
    assert found > 50


def test_tokens_that_share_a_character_are_stripes_of_it(view):
    view.set_text("人a")
    view.set_tokens([1, 2, 3, 4], [0, 1, 2, 3], [0, 1, 2, 3])
    boxes = [view.token_rect(token) for token in range(4)]
    assert boxes[0].left() < boxes[1].left() < boxes[2].left() < boxes[3].left()
    assert [view.token_at(QPointF(box.center())) for box in boxes] == [0, 1, 2, 3]


@pytest.mark.parametrize("text", ["\u200d\u200b\u202eb\u202c", "a\u200b\u200c\u200db", "שלום\u200f\u200e\u200b x"])
def test_characters_without_width_have_a_place_each(view, text):
    view.set_text(text)
    starts = np.cumsum([0, *(len(character.encode()) for character in text)])[:-1]
    view.set_tokens(range(len(text)), starts, [place % 6 for place in range(len(text))])
    boxes = {box.token: box for box in view._line_boxes(0, 0)}
    assert sorted(boxes) == [*range(len(text))]
    for box in boxes.values():
        middle = QPointF(view._padding + (box.left + box.right) / 2, view.token_rect(box.token).center().y())
        assert box.right - box.left > 1.5
        assert view.token_at(middle) == box.token


def test_right_to_left_paragraphs_stand_at_the_right(view):
    view.set_text("latin\nשלום")
    view.set_tokens([1, 2], [0, 6], [0, 1])
    latin, hebrew = view.token_rect(0), view.token_rect(1)
    assert latin.left() < 50
    assert hebrew.right() > view.viewport().width() - 50


def test_pointing_at_a_token_lights_all_equal_ones(view, qtbot):
    view.set_text("aXa")
    view.set_tokens([7, 8, 7], [0, 1, 2], [0, 1, 2])
    with qtbot.waitSignal(view.token_hovered) as told:
        QTest.mouseMove(view.viewport(), view.token_rect(2).center())
    assert told.args == [2]
    amber = [LIGHT.merge.blue(), LIGHT.merge.green(), LIGHT.merge.red()]
    pixels = picture(view)
    boxes = [view.token_rect(token) for token in range(3)]
    areas = [pixels[box.top() : box.bottom(), box.left() : box.right()] for box in boxes]
    lit = [bool((area == amber).all(axis=2).mean() > 0.3) for area in areas]
    assert lit == [True, False, True]


def test_a_click_tells_the_token(view, qtbot):
    view.set_text("low lower")
    view.set_tokens([1, 2], [0, 3], [0, 1])
    with qtbot.waitSignal(view.token_clicked) as told:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.token_rect(1).center())
    assert told.args == [1]


def test_selecting_a_token_brings_it_into_view(view):
    text = "line\n" * 500
    view.set_text(text)
    view.set_tokens(range(500), range(0, 2500, 5), [0] * 500)
    view.select_token(480)
    assert not view.token_rect(480).isEmpty()
    view.select_token(-1)
    view.select_token(0)
    assert view.verticalScrollBar().value() == 0


def test_an_empty_view_says_what_to_do(view):
    assert (picture(view) != 255).any()
    view._placeholder = ""
    view.clearFocus()
    assert (picture(view) == 255).all()


def test_theme_and_size_reach_the_view(view):
    view.set_text("word")
    small = view.caret_rect(0).height()
    view._appearance.set_theme(DARK)
    assert picture(view)[-1, -1].tolist() == [DARK.panel.blue(), DARK.panel.green(), DARK.panel.red()]
    view._appearance.set_base(28)
    assert view.caret_rect(0).height() == pytest.approx(2 * small, rel=0.05)


# ---- editing ----


def test_typing_is_told_and_undone_word_by_word(view, qtbot):
    told = []
    view.text_changed.connect(told.append)
    qtbot.keyClicks(view, "low lower")
    assert told[-1].decode() == view.text() == "low lower"
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert view.text() == "low"
    view.undo()
    assert view.text() == ""
    view.redo()
    view.redo()
    assert view.text() == "low lower"


@pytest.mark.parametrize(
    "text", ["a\r\nb\rc\nd", "nul \0 inside\x1b", "\u2028 and \u2029 and \x85", "tab\tbom\ufeff\u200b"]
)
def test_what_is_pasted_is_kept_exactly(view, qtbot, text):
    QGuiApplication.clipboard().setText(text)
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert view.text() == text
    picture(view)
    view.select_all()
    view.copy()
    assert QGuiApplication.clipboard().text() == text


def test_half_a_surrogate_becomes_the_replacement_character(view):
    view.set_text("a\ud800b")
    assert view.text() == "a\ufffdb"


def test_setting_a_text_is_not_told_but_can_be_undone(view):
    told = []
    view.text_changed.connect(told.append)
    view.set_text("first")
    view.set_text("second")
    assert told == []
    view.undo()
    assert (view.text(), told) == ("first", [b"first"])


def test_keys_move_select_and_delete(view, qtbot):
    view.set_text("one two\nthree")
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(view, Qt.Key.Key_Right, control)
    qtbot.keyClick(view, Qt.Key.Key_End, shift)
    assert view.selected_text() == "two"
    qtbot.keyClick(view, Qt.Key.Key_Backspace)
    assert view.text() == "one \nthree"
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert view.text() == "one \nhree"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Backspace, control)
    assert view.text() == "\nhree"
    qtbot.keyClick(view, Qt.Key.Key_End, control)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert view.text() == "\nhree\n"


def test_backspace_takes_a_vowel_sign_but_a_whole_emoji(view, qtbot):
    view.insert("कि")
    qtbot.keyClick(view, Qt.Key.Key_Backspace)
    assert view.text() == "क"
    view.insert("👩‍🔬")
    qtbot.keyClick(view, Qt.Key.Key_Backspace)
    assert view.text() == "क"


def test_arrows_follow_the_eye_in_right_to_left_text(view, qtbot):
    view.set_text("שלום")
    qtbot.keyClick(view, Qt.Key.Key_Left)
    view.insert("x")
    assert view.text() == "שxלום"


@pytest.mark.parametrize(("text", "ends"), [("one two", (1, 5)), ("سلام دنيا", (9, 2))])
def test_an_arrow_leads_from_what_is_chosen_to_that_end_of_it(view, qtbot, text, ends):
    """The second runs from right to left, so that its beginning is at the right."""
    view.set_text(text)
    for key, end in zip((Qt.Key.Key_Left, Qt.Key.Key_Right), ends, strict=True):
        view.select_bytes(*sorted(ends))
        qtbot.keyClick(view, key)
        assert view.selection() == (end, end)


def test_dragging_selects(view, qtbot):
    view.set_text("some words")
    view.set_tokens([1, 2], [0, 4], [0, 1])
    first, second = view.token_rect(0), view.token_rect(1)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(first.left(), first.center().y()))
    move_to = QPointF(second.right() + 5, second.center().y())
    view._pressed_at = move_to
    view._place_caret(view.byte_at(move_to), select=True)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=move_to.toPoint())
    assert view.selected_text() == "some words"
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=first.center())
    assert view.selected_text() == "some"


def test_composed_text_counts_when_it_is_committed(view):
    view.set_text("ab")
    view._place_caret(1)
    composing = QInputMethodEvent("にほ", [])
    QGuiApplication.sendEvent(view, composing)
    assert view.text() == "ab"
    assert view.shown.data.decode() == "aにほb"
    done = QInputMethodEvent()
    done.setCommitString("日本")
    QGuiApplication.sendEvent(view, done)
    assert view.text() == view.shown.data.decode() == "a日本b"
    assert view.inputMethodQuery(Qt.InputMethodQuery.ImCursorPosition) == 3


def composing(text: str, caret: int | None = None) -> QInputMethodEvent:
    mark = QInputMethodEvent.Attribute(
        QInputMethodEvent.AttributeType.Cursor, len(text) if caret is None else caret, 1, None
    )
    return QInputMethodEvent(text, [mark])


def test_what_is_composed_is_shown_with_its_caret_and_can_be_given_up(view):
    view.set_text("ab")
    view._place_caret(1)
    told = []
    view.text_changed.connect(told.append)
    for text in ("ㅎ", "하", "한"):
        QGuiApplication.sendEvent(view, composing(text))
    assert view.shown.data.decode() == "a한b"
    # The program that composes is told of the text without what it composes.
    assert view.inputMethodQuery(Qt.InputMethodQuery.ImSurroundingText) == "ab"
    assert view.inputMethodQuery(Qt.InputMethodQuery.ImCursorPosition) == 1
    behind = view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).x()
    QGuiApplication.sendEvent(view, composing("한", 0))
    assert view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).x() < behind
    QGuiApplication.sendEvent(view, QInputMethodEvent())
    assert view.text() == view.shown.data.decode() == "ab"
    assert told == []


def test_an_input_method_may_replace_what_was_typed(view):
    # GIVEN a pair of UTF-16 units before the caret
    view.set_text("x😀가y")
    view._place_caret(len("x😀가".encode()))
    done = QInputMethodEvent()
    done.setCommitString("각", -1, 1)
    QGuiApplication.sendEvent(view, done)
    assert view.text() == "x😀각y"
    done = QInputMethodEvent()
    done.setCommitString("z", -3, 3)
    QGuiApplication.sendEvent(view, done)
    assert view.text() == "xzy"
    view.undo()
    view.undo()
    assert view.text() == "x😀가y"


def test_composing_takes_the_place_of_what_is_chosen(view):
    view.set_text("one two")
    view.select_bytes(0, 3)
    QGuiApplication.sendEvent(view, composing("に"))
    assert view.text() == " two"
    done = QInputMethodEvent()
    done.setCommitString("二")
    QGuiApplication.sendEvent(view, done)
    assert view.text() == "二 two"


@pytest.mark.parametrize("text", ["\ufeffab", "\ufffea\ufeff", "\ufdd0\U0010ffff\ue000\u0378", "\0\r\n\u2028\u00a0"])
def test_what_is_copied_is_pasted_byte_for_byte(view, qtbot, text):
    view.set_text(text)
    view.select_all()
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    view.select_all()
    view.insert("")
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert view.text() == text
    picture(view)


@pytest.mark.parametrize(
    ("character", "mark"),
    [
        ("\0", "\u2400"),
        ("\r", "\u240d"),
        ("\u2028", "\u2424"),
        ("\ufeff", "\u25a1"),
        ("\x85", "\u2424"),
        ("\x1b", "\u241b"),
    ],
)
def test_what_cannot_be_seen_has_a_mark_in_its_place(view, character, mark):
    view.set_text(f"a{character}b")
    assert view.paragraph(0).text == f"a{mark}b"
    assert view.text() == f"a{character}b"
    assert view.caret_rect(len(f"a{character}".encode())).x() > view.caret_rect(1).x() + 2


def test_labels_stand_in_place_of_the_text_and_cannot_be_edited(view, qtbot):
    view.set_text("ab c")
    view.set_tokens([1000, 2], [0, 2], [0, 1])
    view.set_view("ids")
    assert [label.strip(AROUND) for label in view.shown.data.decode().split("\u200b")] == ["1,000", "2", ""]
    assert view.token_at(QPointF(view.token_rect(1).center())) == 1
    qtbot.keyClicks(view, "x")
    assert view.text() == "ab c"
    view.set_view("bytes")
    assert "61\u00a062" in view.shown.data.decode()
    view.set_view("text")
    assert view.shown.data == b"ab c"


def test_a_long_text_scrolls_to_its_end(view):
    view.set_text("word " * 30_000 + "\n" + "line\n" * 3000)
    bar = view.verticalScrollBar()
    while bar.value() < bar.maximum():
        bar.setValue(bar.maximum())
        picture(view)
    assert view.byte_at(QPointF(5, view.viewport().height() - 4)) == len(view.shown.data)


def test_a_screen_reader_gets_the_text(view):
    view.set_text("low lower")
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() == QAccessible.Role.EditableText
    assert interface.text(QAccessible.Text.Value) == "low lower"
    assert interface.text(QAccessible.Text.Name)


@pytest.mark.parametrize(
    ("text", "edit", "kind", "told"),
    [
        ("😀 low", lambda view: view.insert("é", typed=True), "TextInserted", (6, "é")),
        ("😀 low", lambda view: QTest.keyClick(view, Qt.Key.Key_Backspace), "TextRemoved", (5, "w")),
        ("é lower", lambda view: (view.select_bytes(3, 6), view.insert("new")), "TextUpdated", (2, "low", "new")),
    ],
)
def test_a_screen_reader_is_told_what_has_changed_and_no_more(view, monkeypatch, text, edit, kind, told):
    heard = []

    def hear(event):
        if isinstance(event, (QAccessibleTextInsertEvent, QAccessibleTextRemoveEvent, QAccessibleTextUpdateEvent)):
            heard.append(event)

    listener = SimpleNamespace(isActive=lambda: True, updateAccessibility=hear)
    view.set_text(text)
    view.select_bytes(len(text.encode()), len(text.encode()))
    monkeypatch.setattr(token_accessibility, "QAccessible", listener)
    edit(view)
    (event,) = heard
    assert event.type() == getattr(QAccessible.Event, kind)
    places = (event.changePosition(),)
    texts = [getattr(event, name)() for name in ("textRemoved", "textInserted") if hasattr(event, name)]
    assert (*places, *texts) == told


def test_a_screen_reader_is_told_where_the_caret_is_and_what_is_chosen(view, monkeypatch):
    heard = []
    listener = SimpleNamespace(isActive=lambda: True, updateAccessibility=heard.append)
    view.set_text("😀 low")
    monkeypatch.setattr(token_accessibility, "QAccessible", listener)
    view.select_bytes(5, 5)
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert heard[0].cursorPosition() == 3
    assert (heard[-1].selectionStart(), heard[-1].selectionEnd()) == (3, 4)


# ---- without a window ----


def test_blocks_join_to_the_text():
    data = ("a long line " * 2000 + "\n\n" + "人" * 5000).encode()
    document = TokenDocument.plain(data)
    pieces = [data[a:b] for a, b in zip(document.block_starts, document.block_ends, strict=True)]
    assert max(map(len, pieces)) <= BLOCK_LIMIT
    assert b"".join(pieces) == data.replace(b"\n", b"")
    assert all(piece.decode() or not piece for piece in pieces)
    assert [document.block_of(int(start)) for start in document.block_starts] == list(range(len(document)))


def test_old_tokens_keep_to_their_letters_after_an_edit():
    document = TokenDocument.plain(b"low lower").with_tokens([1, 2, 3], [0, 3, 7], [0, 1, 2])
    longer = document.edited(1, 1, b"xx")
    assert [longer.token_bytes(token) for token in range(3)] == [b"lxxow", b" low", b"er"]
    shorter = document.edited(3, 8, b"")
    assert [shorter.token_bytes(token) for token in range(len(shorter.ids))] == [b"low", b"r"]
    assert document.edited(0, 9, b"").data == b""


@given(st.text(max_size=40), st.data())
def test_an_edit_never_leaves_tokens_out_of_order(text, data):
    ids, starts, colours = random_tokens(text)
    document = TokenDocument.plain(text.encode()).with_tokens(ids, starts, colours)
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2)))
    begin, end = (len(text[:place].encode()) for place in places)
    edited = document.edited(begin, end, data.draw(st.text(max_size=5)).encode())
    assert (np.diff(edited.starts) > 0).all()
    assert len(edited.ids) == len(edited.starts) == len(edited.colours)
    assert not len(edited.starts) or (edited.starts[0] >= 0 and edited.starts[-1] < len(edited.data))
    for index in range(len(edited)):
        edited.block(index)


@pytest.mark.parametrize(
    ("clusters", "starts", "inside", "runs"),
    [
        ([0, 1, 2], [0], [False], [Run(0, 2, (0,))]),
        ([0, 1, 2], [0, 1], [False, False], [Run(0, 1, (0,)), Run(1, 2, (1,))]),
        ([0, 1], [0, 0, 0], [False, True, True], [Run(0, 1, (0, 1, 2))]),
        ([0, 2, 3], [0, 1], [False, False], [Run(0, 2, (0, 1)), Run(2, 3, (1,))]),
        ([5, 7, 8], [2, 7, 7], [False, False, True], [Run(5, 7, (0,)), Run(7, 8, (1, 2))]),
    ],
)
def test_runs_of_a_line(clusters, starts, inside, runs):
    assert list(token_runs(clusters, starts, inside)) == runs


def test_labels_keep_the_shape_of_the_text():
    document = TokenDocument.plain(b"a\nb").with_tokens([1, 2], [0, 2], [0, 1])
    ids, stored = (labelled(document, partial(plain_label, document, view)) for view in ("ids", "glyphs"))
    assert len(ids) == 2
    assert [stored.token_bytes(token).decode().strip(AROUND) for token in range(2)] == ["aĊ", "b"]


def test_a_new_edit_forgets_what_was_undone():
    history = EditHistory()
    history.add(Edit(0, b"", b"a", typed=True))
    history.add(Edit(1, b"", b"b", typed=True))
    assert history.undo() == Edit(0, b"ab", b"", typed=False)
    history.add(Edit(0, b"", b"c"))
    assert history.redo() is None
