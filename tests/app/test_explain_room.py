"""The explain panel at any size: the drawing first, then the list, then the words; nothing is torn apart."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.state.text.explaining import look_at
from app.widgets.tokens.explain_rows import ExplainRow
from app.widgets.tokens.token_explain import ExplainPanel
from engine import AnyTokenizer, PipelineTokenizer, PreTokenizer, load_preset, pattern_named, sequence_of
from engine.algorithms.unigram_model import Unigram
from engine.vocabulary import Vocabulary


@pytest.fixture
def look() -> Appearance:
    return Appearance()


@pytest.fixture
def explain(qtbot: QtBot, look: Appearance) -> Callable[..., ExplainPanel]:
    """The panel with a token of a text, at a size."""

    def explained(tokenizer: AnyTokenizer, text: str, token: int, width: int, height: int) -> ExplainPanel:
        panel = ExplainPanel(look)
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.show()
        panel.show_look(look_at(tokenizer.encode(text), tokenizer, "tokenizer", token))
        panel.grab()  # lays out what is shown
        QApplication.processEvents()
        return panel

    return explained


def pieces_of(text: str) -> PipelineTokenizer:
    """A Unigram that has the letters of a word alone."""
    pieces = [b"<unk>", *(letter.encode() for letter in sorted({"▁", *text}))]
    model = Unigram(
        Vocabulary.of(pieces, byte_level=False), np.array([0.0] + [-5.0] * (len(pieces) - 1)), base=7, unknown=0
    )
    pattern = PreTokenizer(pattern_named("metaspace"))
    return PipelineTokenizer("letters", pattern, model, np.arange(len(pieces)), normalizer=sequence_of(["metaspace"]))


@pytest.mark.parametrize("base", [14, 18, 24])
@pytest.mark.parametrize("height", [260, 420, 560, 900])
def test_the_parts_stand_below_each_other_and_none_is_blown_up(explain, look, base, height):
    look.set_base(base)
    panel = explain(load_preset("gpt2"), "Say tokenization", 1, 470, height)
    assert panel.heading.height() <= 2 * panel.heading.sizeHint().height()
    area = panel._tree_area
    if height >= 560:  # there is room for the drawing: it is seen whole
        assert not area.verticalScrollBar().isVisible() or panel.rows.isVisible()
    # A list that is shown has room for some of it, and what is not shown is found on what is.
    if panel._rows_area.isVisible():
        assert panel._rows_area.height() >= 2 * look.metrics.list_row
    assert panel.naive.toolTip() == panel.shortcut.text() != ""
    assert panel.heading.toolTip() == panel.about.text() != ""
    assert panel.lot.geometry().bottom() <= panel.height()


def test_with_room_everything_is_shown(explain):
    panel = explain(load_preset("gpt2"), "Say tokenization", 1, 470, 900)
    for part in (panel.about, panel.tree, panel.rows, panel.naive, panel.shortcut, panel.lot):
        assert part.isVisible()
    assert not panel._tree_area.verticalScrollBar().isVisible()


def test_a_small_tree_leaves_the_list_its_room(explain, look):
    look.set_base(18)
    large = explain(load_preset("gpt2"), "Say tokenization", 1, 470, 560)
    assert not large.rows.isVisible()
    small = explain(load_preset("gpt2"), "Say the", 1, 470, 560)
    assert small.rows.isVisible()


def test_in_a_low_panel_the_words_give_way_to_the_drawing(explain):
    low = explain(pieces_of("hello"), "hello", 0, 420, 190)
    assert not low.about.isVisible()
    assert low.lattice.isVisible()
    # What cannot be seen of the lattice is its top: the letters are in view.
    bar = low._lattice_area.verticalScrollBar()
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize("word", ["hello", "hellohel"])
def test_a_lattice_fits_where_its_scores_can_still_be_read(explain, word):
    panel = explain(pieces_of(word), word, 0, 470, 700)
    assert not panel._lattice_area.horizontalScrollBar().isVisible()
    assert panel.lattice._x(1 + len(word)) <= panel.lattice.width()


def test_a_longer_one_scrolls(explain):
    panel = explain(pieces_of("hello"), "hello" * 4, 0, 470, 700)
    assert panel._lattice_area.horizontalScrollBar().isVisible()


def test_the_row_that_the_keys_reach_is_in_sight(qtbot, explain):
    panel = explain(pieces_of("hello"), "hello", 0, 470, 700)
    rows = panel.rows
    rows.show_rows(("#", "Way", ""), tuple(ExplainRow(f"{number}", (b"hello",)) for number in range(40)))
    QApplication.processEvents()
    for number in range(40):
        qtbot.keyClick(rows, Qt.Key.Key_Down)
        assert rows.current == number
        assert QRectF(rows.visibleRegion().boundingRect()).contains(rows.row_rect(number).center()), number
