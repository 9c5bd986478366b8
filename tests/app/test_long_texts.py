"""Texts of millions of characters: what is seen is laid out and coloured, what is typed changes only what it must."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import resources

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.tokens_pane import TokensPane
from app.state.text.playground import Playground
from app.widgets.text.text_blocks import BLOCK_LIMIT
from app.widgets.text.token_document import TokenDocument
from app.widgets.text.token_view import TokenView
from app.widgets.tokens.token_marks import TokenMarks
from engine import load_preset
from tests.app.conftest import LONG
from tests.app.token_panes import shown_pane


@pytest.fixture
def pane(qtbot: QtBot, playground: Playground) -> TokensPane:
    return shown_pane(qtbot, playground, 900, 600)


@pytest.fixture
def until_read(qtbot: QtBot, playground: Playground) -> Callable[[], None]:
    def until() -> None:
        text = playground.text
        qtbot.waitUntil(lambda: playground.encoding.text == text, timeout=LONG)

    return until


def ordinary_text(size: int) -> str:
    book = resources.files("resources").joinpath("corpora", "moby-dick.txt").read_text(encoding="utf-8")
    return (book * (size // len(book) + 1))[:size]


@pytest.mark.parametrize("size", [100_000, 1_000_000])
def test_a_line_without_breaks_is_pasted_and_typed_in(qtbot, playground, pane, until_read, size):  # UI-07
    # GIVEN one line of letters, pasted
    QGuiApplication.clipboard().setText("a" * size)
    pane.view.setFocus()
    QTest.keyClick(pane.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    until_read()
    assert len(playground.encoding) == size // 8
    # THEN it is laid out in pieces, and only those in view
    lengths = pane.view.shown.block_ends - pane.view.shown.block_starts
    assert lengths.max() <= BLOCK_LIMIT
    assert lengths.sum() == size
    assert len(pane.view._paragraphs) < 20
    # WHEN one more letter is typed      THEN it is counted, seen, and can be taken back
    QTest.keyClick(pane.view, "a")
    until_read()
    assert len(playground.encoding.data) == size + 1
    assert 0 < pane.view.caret_rect(size + 1).bottom() <= pane.view.viewport().height()
    assert playground.encoding.ids.tolist() == playground.tokenizer.encode("a" * (size + 1)).ids.tolist()
    assert pane.statistics.figures()[1].number == f"{size + 1:,}"
    QTest.keyClick(pane.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    until_read()
    assert len(playground.encoding.data) == size


def test_two_megabytes_are_loaded_scrolled_and_seen_through_another_tokenizer(
    qtbot, playground, pane, until_read
):  # UI-08
    text = ordinary_text(2_000_000)
    playground.set_text(text)
    assert pane.view.shown.data == text.encode()  # the text is there before its tokens
    until_read()
    bar, view = pane.view.verticalScrollBar(), pane.view
    for place in np.linspace(0, 1, 12):
        bar.setValue(round(place * bar.maximum()))
        QApplication.processEvents()
        points = [QPointF(x, y) for x in (30, 90) for y in range(10, view.viewport().height(), 12)]
        assert any(view.token_at(point) >= 0 for point in points)
    # Only what was seen was laid out, and has boxes.
    assert len(view._boxes) < 800 < len(view.shown)
    assert pane.statistics.figures()[0].number == f"{len(playground.tokenizer.encode(text)):,}"
    for name in ("gpt2", "o200k_base"):
        with qtbot.waitSignal(playground.encoded, timeout=LONG):
            playground.set_tokenizer(load_preset(name), name)
        assert playground.encoded_by.name == name
        assert pane.statistics.figures()[0].number == f"{len(playground.tokenizer.encode(text)):,}"


def test_a_key_in_a_long_text_encodes_little_and_colours_as_the_whole(qtbot, playground, pane, until_read):
    text = ordinary_text(600_000)
    playground.set_text(text)
    until_read()
    view = pane.view
    view.setFocus()
    place = len(text[:300_000].encode())
    view.select_bytes(place, place)
    for key in "x y":
        QTest.keyClick(view, key)
    QTest.keyClick(view, Qt.Key.Key_Backspace)
    until_read()
    # THEN the last tokens were made of those before
    origin = playground.encoding.origin
    assert origin is not None
    assert origin.splice.last - origin.splice.first < 20
    assert origin.splice.count < 20
    # AND they are, and look, as those of the whole text
    whole = playground.tokenizer.encode(playground.text)
    assert np.array_equal(playground.encoding.ids, whole.ids)
    assert np.array_equal(playground.encoding.byte_spans, whole.byte_spans)
    fresh = TokenView(Appearance())
    qtbot.addWidget(fresh)
    fresh.set_text(playground.text)
    TokenMarks(Appearance()).show(fresh, whole, playground.tokenizer)
    assert view.shown.colours.tolist() == fresh.shown.colours.tolist()


def test_keys_that_come_faster_than_tokens_are_all_read_in_the_end(qtbot, playground, pane, until_read):
    playground.set_text(ordinary_text(700_000))
    pane.view.setFocus()
    QTest.keyClicks(pane.view, "typed at once ")
    until_read()
    assert playground.encoding.text.startswith("typed at once ")
    assert np.array_equal(playground.encoding.ids, playground.tokenizer.encode(playground.text).ids)


def test_tokens_of_a_text_that_was_typed_over_keep_to_their_letters():
    data = b"low lower"
    tokens = TokenDocument.plain(data).with_tokens([1, 2], [0, 3], [0, 1]).tokens
    document = TokenDocument.plain(b"low xx lower").with_tokens_of(data, tokens)
    assert [document.token_bytes(token) for token in range(2)] == [b"low", b" xx lower"]


# ---- what is painted ----


def picture(pixmap) -> np.ndarray:
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, :3].astype(int)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_painted_after_edits_is_what_would_be_painted_anew(qtbot, seed):
    chance, gpt2 = random.Random(seed), load_preset("gpt2")
    view, marks = TokenView(Appearance()), TokenMarks(Appearance())
    qtbot.addWidget(view)
    view.resize(500, 300)
    with qtbot.waitExposed(view):
        view.show()
    view.setFocus()
    scraps = [
        "Alice was beginning\n",
        "भाषा मनुष्यों ",
        "人人生而自由。\n",
        "יולד hello \n",
        "x",
        " ",
        "\n",
        "words that wrap " * 6,
    ]
    view.set_text("".join(chance.choices(scraps, k=60)))
    keys = [Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Home]
    for _ in range(60):
        what = chance.randrange(5)
        if what == 0:
            view.insert(chance.choice(scraps), typed=True)
        elif what == 1:
            QTest.keyClick(view, chance.choice(keys))
        elif what == 2:
            view.undo()
        elif what == 3:
            place = len(view.text()[: chance.randrange(len(view.text()) + 1)].encode())
            view.select_bytes(chance.choice((0, place)), place)
        else:
            view.select_token(chance.randrange(-1, 9))
        if chance.random() < 0.7:
            marks.show(view, gpt2.encode(view.text()), gpt2)
        qtbot.waitUntil(lambda: not view._compare.isActive())
        QApplication.processEvents()
        area = view.viewport().geometry()
        shown, anew = picture(view.screen().grabWindow(view.winId()).copy(area)), picture(view.grab().copy(area))
        # Dots and the edges of letters may fall a little otherwise where only a part is painted.
        assert (np.abs(shown - anew).max(axis=2) > 40).mean() < 0.004


def test_a_line_that_leaves_at_the_top_is_painted_to_its_last_row(qtbot):
    gpt2, view = load_preset("gpt2"), TokenView(Appearance())
    marks = TokenMarks(Appearance())
    qtbot.addWidget(view)
    view.resize(500, 300)
    with qtbot.waitExposed(view):
        view.show()
    view.set_text("jumping quay\n" * 40)
    marks.show(view, gpt2.encode(view.text()), gpt2)
    area = view.viewport().geometry()
    area.setHeight(view._appearance.metrics.units(3))  # the margin over the first line
    for value in range(130, 220):
        view.verticalScrollBar().setValue(value)
        qtbot.waitUntil(lambda: not view._compare.isActive())
        QApplication.processEvents()
        shown, anew = picture(view.screen().grabWindow(view.winId()).copy(area)), picture(view.grab().copy(area))
        assert (np.abs(shown - anew).max(axis=2) > 40).mean() < 0.004, value


class PaintedRows(QObject):
    """The rows of a view's viewport that are painted."""

    def __init__(self, view: TokenView) -> None:
        super().__init__(view)
        self.rows: set[int] = set()
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            for rect in event.region():
                self.rows.update(range(rect.top(), rect.bottom() + 1))
        return False


def test_a_key_paints_its_line_and_what_a_new_line_pushes_down_is_moved(qtbot):
    view = TokenView(Appearance())
    qtbot.addWidget(view)
    view.resize(500, 600)
    with qtbot.waitExposed(view):
        view.show()
    view.setFocus()
    view.set_text("\n".join(f"{number} words that wrap and wrap and go on beyond the line" for number in range(40)))
    view.select_bytes(2, 2)
    painted = PaintedRows(view)

    def rows_painted() -> int:
        """What the latest key has painted; all of it is as if it was painted anew."""
        qtbot.waitUntil(lambda: not view._compare.isActive())
        QApplication.processEvents()
        count = len(painted.rows)
        area = view.viewport().geometry()
        shown = picture(view.screen().grabWindow(view.winId()).copy(area))
        assert (np.abs(shown - picture(view.grab().copy(area))).max(axis=2) > 40).mean() < 0.004
        painted.rows.clear()
        return count

    rows_painted()
    lines, line_height = view.paragraph(0).lines, view.paragraph(0).lines[0].height
    QTest.keyClick(view, "x")
    assert 0 < rows_painted() < 2 * line_height
    while len(view.paragraph(0).lines) == len(lines):
        QTest.keyClicks(view, "xx ")
        assert rows_painted() < 6 * line_height  # of the 600 pixels below nothing but what is new
    QTest.keyClick(view, Qt.Key.Key_Backspace)
    QTest.keyClick(view, Qt.Key.Key_Backspace)
    QTest.keyClick(view, Qt.Key.Key_Backspace)
    assert len(view.paragraph(0).lines) == len(lines)
    assert rows_painted() < 6 * line_height
