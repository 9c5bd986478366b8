"""What stands in the place of what cannot be shown: lines of languages, tokens of a refused text, a survey under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.languages_pane import LanguagesPane
from app.panes.tokens_pane import TokensPane
from app.panes.vocabulary_pane import VocabularyPane
from app.session import Session
from app.state.languages.cell_audit import CellAudit
from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.page_terms import PageTerms
from app.state.languages.parallel_texts import ParallelTexts
from app.state.settings import Settings
from app.state.text.playground import Playground
from app.state.tokenizers.tokenizer_library import RUN
from app.widgets.tokens.sample_row import SAMPLES
from app.widgets.vocabulary.vocabulary_words import form_groups, marks_starts
from engine.algorithms.bpe import BPETrainer
from engine.algorithms.char_bpe import CharBPETrainer
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.corpus import Corpus, Source
from engine.history import History
from engine.model import Progress, Trainer
from engine.parallel import udhr
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import Recipe
from engine.training import train
from engine.vocabularies.vocabulary_compare import variants
from engine.vocabularies.vocabulary_search import Columns
from engine.vocabularies.vocabulary_survey import survey
from tests.app.conftest import LONG

ENGLISH = " ".join(udhr().units("eng"))


def trained(trainer: Trainer, pattern: str) -> History:
    recipe = Recipe(trainer, PreTokenizer(PATTERNS[pattern]))
    history = History(recipe)
    for event in train(Corpus((Source("text", text=ENGLISH),)), recipe, udhr()):
        history.append(event)
    return history


@pytest.fixture(scope="module")
def word_piece() -> History:
    return trained(WordPieceTrainer(max_steps=40), "bert")


# -- languages -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def languages(qtbot: QtBot, tmp_path: Path) -> Iterator[LanguagesPane]:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    grid = ComparisonGrid(terms=PageTerms(settings))
    audit, texts = CellAudit(grid), ParallelTexts(grid)
    widget = LanguagesPane(grid, Appearance(), audit, texts)
    qtbot.addWidget(widget)
    widget.resize(1389, 860)
    widget.show()
    grid.set_languages(["eng", "cmn_hans", "jpn"])
    yield widget
    audit.close()
    texts.close()
    grid.close()
    widget.close()


def test_languages_without_a_line_are_told_of(qtbot: QtBot, languages: LanguagesPane, word_piece: History) -> None:
    grid, details = languages._grid, languages.views.details
    grid.set_run(word_piece, 40, "Run")
    qtbot.waitUntil(lambda: "as soon as" in details.why_no_curve.text(), timeout=LONG)
    qtbot.waitUntil(lambda: all(grid.cell(RUN, code) is not None for code in grid.languages), timeout=LONG)
    qtbot.waitUntil(lambda: "more than 2 %" in details.why_no_curve.text(), timeout=LONG)
    assert details.no_curve.isVisible()
    assert not details.curve.isVisible()
    qtbot.waitUntil(lambda: "2 left out" in details.note.text(), timeout=LONG)
    grid.set_languages(["eng"])
    qtbot.waitUntil(lambda: "choose languages beside English" in details.why_no_curve.text(), timeout=LONG)


def test_languages_with_lines_have_them(qtbot: QtBot, languages: LanguagesPane) -> None:
    grid, details = languages._grid, languages.views.details
    grid.set_run(trained(BPETrainer(max_steps=20), "gpt2"), 20, "Run")
    qtbot.waitUntil(lambda: details.curve.isVisible() and len(details.curve._curves) == 2, timeout=LONG)
    assert not details.no_curve.isVisible()
    assert "left out" not in details.note.text()


# -- tokens --------------------------------------------------------------------------------------------------------------


def test_a_refused_text_has_samples_under_it_and_a_way_out(
    qtbot: QtBot, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    playground = Playground("人人生而自由")
    pane = show(TokensPane(playground, appearance), 900, 500)
    assert isinstance(pane, TokensPane)
    playground.set_tokenizer(trained(CharBPETrainer(max_steps=5), "whitespace").tokenizer_at(5), "Run")
    samples = pane.text.samples
    qtbot.waitUntil(samples.isVisible, timeout=LONG)
    assert pane.warning.text().endswith("It is an option of the training: Unknown token.")
    # WHEN the sample in English is chosen, it has tokens
    english = next(button for button in samples.findChildren(QPushButton) if button.text() == "English")
    qtbot.mouseClick(english, Qt.MouseButton.LeftButton)
    assert playground.text == SAMPLES["English"]
    qtbot.waitUntil(lambda: playground.encoding is not None and not samples.isVisible(), timeout=LONG)
    playground.close()


# -- vocabulary ----------------------------------------------------------------------------------------------------------


def test_a_large_vocabulary_that_is_read_has_progress(
    qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    seen: list[Progress | None] = []
    session.vocabulary.progressed.connect(seen.append)
    pane = show(VocabularyPane(session.vocabulary, appearance), 900, 600)
    assert isinstance(pane, VocabularyPane)
    session.vocabulary.set_shown(True)
    session.preparation.start()
    qtbot.waitUntil(lambda: session.vocabulary.known is not None, timeout=LONG)
    assert seen[0] == Progress("Reading", 0, 0, "tokens")
    qtbot.waitUntil(lambda: seen[-1] is None, timeout=LONG)
    # AND a row of unknown length stands where the list will be, once it takes a moment
    pane._on_progress(Progress("Reading", 0, 0, "tokens"))
    qtbot.waitUntil(pane.progress.isVisible, timeout=LONG)
    assert (pane.progress.bar.minimum(), pane.progress.bar.maximum()) == (0, 0)


def titles(columns: Columns, text: bytes) -> list[str]:
    id = columns.survey.said.id_of(text)
    assert id is not None
    return [group.title for group in form_groups(columns, variants(columns.survey.said, id), id)]


def test_forms_are_called_by_where_they_stand(word_piece: History) -> None:
    tokenizer = word_piece.tokenizer_at(40)
    columns = Columns(tokenizer.vocabulary, survey(tokenizer))
    assert marks_starts(columns)
    assert titles(columns, b" A") == ["Inside a word", "At the start of a word"]
    gpt2 = load_preset("gpt2")
    columns = Columns(gpt2.vocabulary, survey(gpt2))
    assert not marks_starts(columns)
    assert titles(columns, b" the") == ["Inside a word, or at a text's start", "After a space"]
