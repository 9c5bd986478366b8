"""A token that looks like a tag is shown as it is, in tips and labels too: Qt would take it for HTML."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.widgets.basics import plain_tip
from app.widgets.steps.step_columns import StepColumns
from app.widgets.steps.step_model import MERGE, StepModel
from app.widgets.steps.step_table import StepTable
from app.widgets.tokens.token_facts import TokenFacts
from app.widgets.tokens.token_strip import TokenStrip
from app.widgets.vocabulary.vocabulary_model import VocabularyModel
from app.widgets.why.piece_table import PieceModel, PieceRow
from app.widgets.why.tied_list import TiedModel
from engine import PipelineTokenizer, PreTokenizer, pattern_named
from engine.algorithms.unigram_model import Unigram
from engine.history import Candidate
from engine.vocabularies.vocabulary_search import Columns
from engine.vocabularies.vocabulary_survey import survey
from engine.vocabulary import Vocabulary


def seen(tip: object) -> str:
    """What a person reads of a tip; a text without tags is the same as HTML."""
    return QTextDocumentFragment.fromHtml(str(tip)).toPlainText()


def columns() -> StepColumns:
    """One step, which makes <s>."""
    return StepColumns(np.array([[0, 1]]), np.array([9]), np.array([1]), [b"<s", b">"].__getitem__, 2)


def steps() -> QAbstractItemModel:
    model = StepModel()
    model.set_columns(columns())
    return model


def tied() -> QAbstractItemModel:
    model = TiedModel()
    model.set_pairs([Candidate((b"<b>", b"&lt;"), (1, 2), 3)], {}, None)
    return model


def pieces() -> QAbstractItemModel:
    model = PieceModel()
    model.set_rows([PieceRow(b"</s>", None, None, None, True)], 1, lambda _piece: ())
    return model


@pytest.mark.parametrize(
    ("make", "column", "words"), [(steps, MERGE, "<s + >"), (tied, 0, "<b> + &lt;"), (pieces, 0, "</s>")]
)
def test_tables_tell_it_as_it_is(make, column, words):
    model = make()
    assert seen(model.index(0, column).data(Qt.ItemDataRole.ToolTipRole)) == words
    assert model.index(0, column).data() == words


def test_the_vocabulary_too():
    pieces = Vocabulary.of([b"<s>", b"l"], byte_level=False)
    tokenizer = PipelineTokenizer(
        "small",
        PreTokenizer(pattern_named("none")),
        Unigram(pieces, np.array([-1.0, -1.0]), base=2, unknown=None),
        np.arange(2),
    )
    model = VocabularyModel()
    model.show(Columns(pieces, survey(tokenizer)), np.arange(2), ("id", False))
    assert seen(model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)) == "<s>: id 0, mixed, 3 bytes"
    assert seen(model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)) == "l: id 1, letters, 1 byte"


def test_facts_of_a_token(qtbot: QtBot) -> None:
    strip = TokenStrip(Appearance())
    qtbot.addWidget(strip)
    strip.show_facts(TokenFacts(b"<s>", "", (("stored as", "<s>"),)))
    (value,) = [label for label in strip.findChildren(QLabel) if label.text() == "<s>"]
    assert value.textFormat() == Qt.TextFormat.PlainText


def test_what_is_looked_for_in_the_steps(qtbot: QtBot) -> None:
    table = StepTable(Appearance())
    qtbot.addWidget(table)
    table.model.set_columns(columns())
    qtbot.keyClicks(table.search, "<b>")
    qtbot.keyClick(table.search, Qt.Key.Key_Return)
    (answer,) = [label for label in table.findChildren(QLabel) if "<b>" in label.text()]
    assert answer.textFormat() == Qt.TextFormat.PlainText


@pytest.mark.parametrize("text", ["low", "<s>: id 1\nand  two blanks", "a & b", "&lt;", "1 < 2"])
def test_every_text_comes_out_as_it_is(text: str) -> None:
    assert seen(plain_tip.plain_tip(text)) == text
