"""What keys write and take away, and which token is pointed at when others have come."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.state.text.playground import Playground
from app.widgets.basics.chip_text import chip_parts
from app.widgets.text.token_view import TokenView
from engine import load_preset
from tests.app.token_panes import playground_with, shown_pane


@pytest.fixture
def view(qtbot: QtBot) -> TokenView:
    made = TokenView(Appearance())
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    made.setFocus()
    return made


@pytest.fixture
def playground(qtbot: QtBot) -> Iterator[Playground]:
    made = playground_with(qtbot, load_preset("gpt2"), "gpt2")
    yield made
    made.close()


def type_text(view: TokenView, text: str) -> None:
    """As a keyboard layout brings it: QTest knows no key for these."""
    QApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, text))


def centre(view: TokenView, token: int) -> QPoint:
    return view.token_rect(token).center()


# -- keys ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["\u200c", "\u200d", "\u00a0", "\u00ad", "\u202f", "\ue000"])
def test_keys_write_what_is_not_seen(view: TokenView, text: str) -> None:
    """Persian has a key for the non-joiner, and hard blanks are typed in French."""
    view.set_text("می")
    QTest.keyClick(view, Qt.Key.Key_End)
    type_text(view, text)
    type_text(view, "خ")
    assert view.text() == f"می{text}خ"


@pytest.mark.parametrize("text", ["\x1b", "\x00", "\u2028", "\ud83d"])
def test_keys_that_bring_no_character_write_nothing(view: TokenView, text: str) -> None:
    view.set_text("a")
    type_text(view, text)
    assert view.text() == "a"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", ""),
        ("👩\u200d🚀", ""),
        ("👍🏽", ""),
        ("✈️", ""),
        ("1️⃣", ""),
        ("🇫🇷", ""),
        ("葛\U000e0100", ""),
        ("क\u094d\u200d", "क\u094d"),
        ("e\u0301", "e"),
    ],
)
def test_backspace_takes_an_emoji_whole_and_a_letter_s_signs_one_by_one(view: TokenView, text: str, left: str) -> None:
    view.set_text("a" + text)
    view.select_bytes(1 + len(text.encode()), 1 + len(text.encode()))
    QTest.keyClick(view, Qt.Key.Key_Backspace)
    assert view.text() == "a" + left


def test_the_line_break_chosen_with_an_arabic_line_stands_at_its_end(view: TokenView) -> None:
    text = "سلام"
    view.set_text(f"{text}\nab")
    size, seen = len(text.encode()), view._seen()
    letters = list(view._rects(0, size, seen))
    (line_break,) = view._rects(size, size + 1, seen)
    assert line_break.right() <= min(rect.left() for rect in letters) + 0.5
    whole = list(view._rects(0, size + 1, seen))
    assert not any(one.intersects(line_break.adjusted(1, 0, -1, 0)) for one in whole[:-1])


@pytest.mark.parametrize("text", ["سلام دنیا این یک متن است", "abc שלום עולם טוב def", "שלום עולם"])
def test_no_letter_is_chosen_twice(view: TokenView, text: str) -> None:
    """The ground of chosen text lets the boxes through: painted again and again, it would hide the letters."""
    view.set_text(text)
    rects = sorted(view._rects(0, len(text.encode()), view._seen()), key=lambda rect: rect.left())
    assert all(one.right() <= other.left() + 0.6 for one, other in itertools.pairwise(rects))
    line = view.paragraph(0).lines[0].text_line
    assert sum(rect.width() for rect in rects) == pytest.approx(line.naturalTextWidth(), abs=2)


# -- other tokens --------------------------------------------------------------------------------------------------------


def test_the_equals_of_a_token_are_lit_by_the_ids_that_came(view: TokenView) -> None:
    view.set_text("low lower")
    view.set_tokens([1, 2, 3], [0, 3, 6], [0, 1, 2])
    QTest.mouseMove(view.viewport(), centre(view, 1))
    assert view._marks.lit == 2
    view.set_tokens([7, 8, 9], [0, 3, 6], [0, 1, 2])
    assert view._marks.lit == 8


def test_the_token_under_a_resting_pointer_is_looked_at_when_others_come(view: TokenView, qtbot: QtBot) -> None:
    view.set_text("low lower")
    view.set_tokens([1, 2, 3, 4], [0, 1, 2, 3], [0, 1, 2, 0])
    QTest.mouseMove(view.viewport(), centre(view, 2))
    with qtbot.waitSignal(view.token_hovered) as told:
        view.set_tokens([8, 9], [0, 3], [0, 1])
    assert told.args == [0]
    assert view._marks.lit == 8


def test_a_label_is_clicked_also_where_text_was_chosen_before(view: TokenView, qtbot: QtBot) -> None:
    view.set_text("low lower")
    view.set_tokens([1, 2, 3], [0, 3, 6], [0, 1, 2])
    view.select_all()
    view.set_view("ids")
    with qtbot.waitSignal(view.token_clicked) as told:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, 1))
    assert told.args == [1]
    # WHEN the button goes up over another label, none is meant
    clicked: list[int] = []
    view.token_clicked.connect(clicked.append)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, 0))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, 2))
    assert clicked == []


def test_a_pinned_token_stays_where_it_stood_under_another_tokenizer(qtbot: QtBot, playground: Playground) -> None:
    pane = shown_pane(qtbot, playground, 900, 500)
    text = "unbelievably tokenization of antidisestablishmentarianism today"
    with qtbot.waitSignal(playground.encoded):
        playground.set_text(text)
    encoding = playground.encoding
    assert encoding is not None
    last = len(encoding) - 1
    playground.pin(last)
    # GIVEN bytes alone: the same number is a letter at the text's start
    with qtbot.waitSignal(playground.encoded):
        playground.set_tokenizer(load_preset("bytes"), "bytes")
    encoding = playground.encoding
    assert encoding is not None
    start = int(encoding.byte_spans[playground.pinned, 0])
    assert start == text.encode().index(b" today")
    assert pane.text.view._marks.selected == playground.pinned
    # WHEN the first tokenizer is back, so is the token
    with qtbot.waitSignal(playground.encoded):
        playground.set_tokenizer(load_preset("gpt2"), "gpt2")
    assert playground.pinned == last


# -- chips ---------------------------------------------------------------------------------------------------------------


def test_a_joiner_hides_no_other_unseen_character() -> None:
    parts = [(part.kind, part.text) for part in chip_parts("a\u200db\u200ec".encode())]
    assert parts == [("text", "a\u200db"), ("hex", "U+200E"), ("text", "c")]
    assert [part.kind for part in chip_parts("👩\u200d🚀".encode())] == ["text"]
