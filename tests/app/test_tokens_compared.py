"""Several tokenizers at once: each view marks its own differences, says why, and one key leads to the next."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from app.panes.tokens_pane import TokensPane
from app.state.text import text_differences
from app.state.text.playground import Playground
from app.widgets.text.token_painter import DIFFERS, DIFFERS_FROM_SOME
from app.widgets.tokens import view_head
from engine import PipelineTokenizer, PreTokenizer, load_preset, pattern_named
from engine.algorithms.unigram_model import Unigram
from engine.reading.differences import Differences, Side
from engine.reading.several import together
from engine.vocabulary import Vocabulary
from tests.app.conftest import LONG
from tests.app.token_panes import Shelf, playground_with, shown_pane

TEXT = "Hello 的 don't 12345"


@pytest.fixture
def preset() -> str:
    return "gpt2"


@pytest.fixture
def pane(qtbot: QtBot, playground: Playground) -> TokensPane:
    return shown_pane(qtbot, playground, 1200, 900)


@pytest.fixture
def compare(qtbot: QtBot, playground: Playground, pane: TokensPane) -> Callable[[str], None]:
    """A text in the main view and beside it through two others."""

    def compared(text: str) -> None:
        playground.set_text(text)
        playground.compare(("cl100k_base", "o200k_base"))
        qtbot.waitUntil(lambda: all_known(playground, text), timeout=LONG)
        pane.view.setFocus()

    return compared


def all_known(playground: Playground, text: str) -> bool:
    readers = playground.others
    encodings = [playground.encoding, *(reader.encoding for reader in readers)]
    read = all(encoding is not None and encoding.text == text for encoding in encodings)
    return read and all(playground.differences(number) is not None for number in range(len(readers)))


def test_the_main_view_marks_what_any_of_the_others_lacks(compare, pane, playground):
    compare(TEXT)
    first, second = (playground.differences(number).mine for number in range(2))
    assert first.any()
    assert second.any()
    assert (first != second).any()
    marks = np.frombuffer(pane.view._marks.differs, np.uint8)
    assert (marks == DIFFERS).tolist() == (first & second).tolist()
    assert (marks == DIFFERS_FROM_SOME).tolist() == (first ^ second).tolist()
    # AND each of the others its own
    for number, other in enumerate(pane.others):
        assert other.view._marks.differs == playground.differences(number).theirs.tobytes()
    # The figure counts what is marked, and says what the two kinds of bars mean.
    figure = next(figure for figure in pane.statistics.figures() if figure.words == "tokens differ")
    assert figure.number == str(int((first | second).sum()))
    assert "in pieces" in figure.tip
    assert pane.text.head.places.text() == f"differs at {len(pane.compared.together.starts)} places"


def test_all_views_tell_their_figures_in_one_order(qtbot, compare, pane):
    compare(TEXT)
    first, *others = pane.statistics, *(other.statistics for other in pane.others)
    qtbot.waitUntil(lambda: all(shown.verdict() is not None for shown in (first, *others)), timeout=LONG)
    order = [figure.words.split()[-1] for figure in first.figures()]
    for shown in others:
        words = [figure.words.split()[-1] for figure in shown.figures()]
        assert words == [word for word in order if word in words]
        assert "differ" in words


def test_one_key_goes_through_the_differences_from_all_others(qtbot, compare, pane, playground):
    compare(TEXT)
    pane.view.select_bytes(0, 0)
    starts = pane.compared.together.starts.tolist()
    places = []
    for _ in starts:
        qtbot.keyClick(pane.view, Qt.Key.Key_F4)
        places.append(int(playground.encoding.byte_spans[playground.pinned, 0]))
        # Each of the others says why it parts there, and says nothing where it does not.
        for number, other in enumerate(pane.others):
            at = playground.differences(number).at(places[-1])
            assert (at is None) == (other.cause.text() == "")
            if at is not None:
                assert playground.differences(number).cause(at).sentence in other.cause.text()
    assert places == starts
    qtbot.keyClick(pane.view, Qt.Key.Key_F4)
    assert playground.encoding.byte_spans[playground.pinned, 0] == starts[0]
    qtbot.keyClick(pane.view, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert playground.encoding.byte_spans[playground.pinned, 0] == starts[-1]
    # The buttons of the main view do the same.
    pane.text.head.on.click()
    assert playground.encoding.byte_spans[playground.pinned, 0] == starts[0]
    pane.text.head.back.click()
    assert playground.encoding.byte_spans[playground.pinned, 0] == starts[-1]


def test_in_another_view_the_key_goes_through_its_own_differences(qtbot, compare, pane):
    compare(TEXT)
    other = pane.others[1]
    other.view.setFocus()
    count = len(other.differences)
    for number in [*range(1, count + 1), 1]:
        qtbot.keyClick(other.view, Qt.Key.Key_F4)
        assert other.cause.text().startswith(f"{number} of {count}: ")


def test_a_token_that_is_clicked_is_shown_in_every_view_with_the_cause(qtbot, compare, pane, playground):
    compare(TEXT)
    token = int(np.flatnonzero(playground.differences(0).mine)[0])
    place = pane.view.token_rect(token).center()
    qtbot.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    byte = int(playground.encoding.byte_spans[token, 0])
    for number, other in enumerate(pane.others):
        start, end = other.reader.encoding.byte_spans[other.view._marks.selected]
        assert start <= byte < end
        assert bool(other.cause.text()) == (playground.differences(number).at(byte) is not None)
    qtbot.keyClick(pane.view, Qt.Key.Key_Escape)
    assert [other.view._marks.selected for other in pane.others] == [-1, -1]
    assert [other.cause.text() for other in pane.others] == ["", ""]


def test_without_marks_no_bar_is_left(compare, pane):
    compare(TEXT)
    pane.menu.show_differences.trigger()
    assert pane.view._marks.differs == b""
    assert all(other.view._marks.differs == b"" for other in pane.others)
    pane.menu.show_differences.trigger()
    assert pane.view._marks.differs


def test_while_one_types_the_marks_are_those_of_the_text_that_is_seen(qtbot, compare, pane, playground):
    compare("Hello")
    assert pane.text.head.places.text() == "the same tokens"
    pane.view.select_bytes(5, 5)
    pane.view.insert(" 的", typed=True)
    qtbot.waitUntil(lambda: all_known(playground, "Hello 的"), timeout=LONG)
    assert pane.text.head.places.text() == "differs at 1 place"
    marks = pane.view._marks.differs
    assert len(marks) == len(playground.encoding)
    assert marks[0] == 0
    assert all(marks[1:])


def test_a_place_without_a_token_of_the_main_one_is_gone_to_as_well(qtbot, playground, pane):
    # GIVEN BERT, which leaves blanks out, beside a tokenizer that has them
    playground.compare(("gpt2",))
    text = "a  b"
    playground.set_text(text)
    playground.set_tokenizer(load_preset("bert-base-uncased"), "BERT")
    qtbot.waitUntil(lambda: playground.title == "BERT" and all_known(playground, text), timeout=LONG)
    found = pane.compared.together
    pane.view.setFocus()
    pane.view.select_bytes(0, 0)
    for start in found.starts.tolist():
        qtbot.keyClick(pane.view, Qt.Key.Key_F4)
        assert pane.others[0].cause.text()
        assert pane.others[0].differences.starts[pane.others[0]._at] == start


def test_bars_in_pieces_are_painted(compare, pane, playground):
    compare(TEXT)
    marks = np.frombuffer(pane.view._marks.differs, np.uint8)
    image = pane.view.viewport().grab().toImage()
    violet = pane._appearance.theme.tie.rgb()

    def share_of(token: int) -> float:
        """Of the lane under a token that is violet."""
        box = pane.view.token_rect(token)
        y = round(box.bottom() + pane._appearance.metrics.px(6.5))
        lane = [image.pixelColor(x, y).rgb() == violet for x in range(box.left() + 2, box.right() - 3)]
        return sum(lane) / len(lane)

    whole, some = (int(np.flatnonzero(marks == kind)[0]) for kind in (DIFFERS, DIFFERS_FROM_SOME))
    assert share_of(whole) > 0.9
    assert 0.2 < share_of(some) < 0.8
    assert pane.view.token_at(QPointF(pane.view.token_rect(some).center())) == some


def test_together_of_one_is_that_one():
    one, other = (Side(name, load_preset(name), load_preset(name).encode(TEXT)) for name in ("gpt2", "cl100k_base"))
    differences = Differences(one, other)
    found = together([differences])
    assert found.lacked_by.tolist() == differences.mine.astype(int).tolist()
    assert found.starts.tolist() == differences.starts.tolist()
    first, last = found.starts[0], found.starts[-1]
    assert found.place_after(-1, 1) == first
    assert found.place_after(last, 1) == first
    assert found.place_after(first, -1) == last
    assert found.place_after(last, -1) == found.starts[-2]


def test_in_a_narrow_view_the_words_give_way_before_the_title(qtbot, compare, pane, playground):
    compare(TEXT)
    pane.resize(1500, 600)
    playground.display.put_beside(True)
    pane.grab()
    wide = pane.others[0].head
    assert wide.title.width() >= wide.title.sizeHint().width()
    assert wide.places.width() >= wide.places.sizeHint().width()
    pane.resize(760, 600)
    pane.grab()
    for head in (pane.text.head, *(other.head for other in pane.others)):
        assert head.title.width() > 0.5 * head.title.sizeHint().width()
        assert head.on.geometry().right() <= head.width()
        assert head.places.toolTip() == head.places.text()


def test_the_cause_stays_while_the_views_are_put_side_by_side(qtbot, compare, pane, playground):
    compare(TEXT)
    pane.view.select_bytes(0, 0)
    qtbot.keyClick(pane.view, Qt.Key.Key_F4)
    told = [other.cause.text() for other in pane.others]
    assert any(told)
    playground.display.put_beside(True)
    playground.display.show_view("ids")
    assert [other.cause.text() for other in pane.others] == told


def test_of_a_text_that_is_too_long_to_be_compared_that_is_said(qtbot, playground, pane, monkeypatch):
    for module in (text_differences, view_head):
        monkeypatch.setattr(module, "MOST", 1_000_000)
    text = "word " * 250_000
    playground.compare(("cl100k_base",))
    playground.set_text(text)
    readers = [playground, *playground.others]
    qtbot.waitUntil(lambda: all(one.encoding and one.encoding.text == text for one in readers), timeout=LONG)
    for head in (pane.text.head, pane.others[0].head):
        assert head.places.text() == "not compared: more than 1 MB"
        assert not head.on.isEnabled()


def test_a_view_that_is_only_read_takes_nothing_back_and_keeps_no_old_texts(qtbot, compare, pane, playground):
    compare("one")
    compare("two")
    other = pane.others[0].view
    other.setFocus()
    qtbot.keyClick(other, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert other.text() == "two"
    assert not other.can_undo()
    assert pane.view.can_undo()


def test_the_others_stay_where_they_are_while_one_types(qtbot, compare, pane, playground):
    compare("a line\n" * 200)
    bar = pane.others[0].view.verticalScrollBar()
    bar.setValue(bar.maximum())
    before = bar.value()
    pane.view.select_bytes(7, 7)
    with qtbot.waitSignals([playground.other_encoded, playground.other_encoded], timeout=LONG):
        qtbot.keyClicks(pane.view, "x")
    for other in pane.others:
        assert other.view.text() == playground.text == "a line\nx" + "a line\n" * 199
    assert bar.value() == before


def test_a_text_that_another_tokenizer_cannot_write_is_shown_without_tokens(qtbot):
    pattern = PreTokenizer(pattern_named("none"))
    letters = Vocabulary.of([b"l", b"o", b"w"], byte_level=False)
    model = Unigram(letters, np.array([-1.0, -1.0, -1.0]), base=3, unknown=None)
    shelf = Shelf(small=PipelineTokenizer("small", pattern, model, np.arange(3)))
    playground = playground_with(qtbot, load_preset("gpt2"), "GPT-2", shelf)
    pane = shown_pane(qtbot, playground, 900, 700)
    playground.compare(("small",))
    other = pane.others[0]
    playground.set_text("low")
    qtbot.waitUntil(lambda: len(other.view.shown.ids) == 3, timeout=LONG)
    playground.set_text("low 漢字")
    qtbot.waitUntil(lambda: bool(other.cause.text()), timeout=LONG)
    assert other.view.text() == "low 漢字"
    assert len(other.view.shown.ids) == 0
    playground.close()


def test_the_keyboard_goes_on_in_the_text_when_a_view_is_closed(qtbot, compare, pane, playground):
    compare(TEXT)
    button = pane.others[1].head.close_button
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert len(pane.others) == 1
    assert pane.window().focusWidget() is pane.view


def test_special_tokens_are_allowed_for_all_alike(qtbot, compare, pane, playground):
    compare("a<|endofprompt|>b")
    playground.allow(frozenset(load_preset("gpt2").special))
    playground.set_tokenizer(load_preset("cl100k_base"), "cl100k_base")
    qtbot.waitUntil(lambda: playground.encoding is not None and bool(playground.encoding.special), timeout=LONG)
    qtbot.waitUntil(lambda: all(bool(reader.encoding.special) for reader in playground.others), timeout=LONG)
