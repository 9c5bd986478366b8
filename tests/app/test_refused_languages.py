"""A tokenizer that cannot write a language at all has no number for it, and says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.languages_pane import LanguagesPane
from app.state.languages.cell_audit import CellAudit
from app.state.languages.comparison_columns import Compared
from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.page_terms import PageTerms
from app.state.languages.parallel_texts import ParallelTexts
from app.state.settings import Settings
from app.state.tokenizers.tokenizer_library import RUN
from app.widgets.languages.heat_table import State
from engine.algorithms.char_bpe import CharBPETrainer
from engine.algorithms.char_level import CharLevelTrainer
from engine.algorithms.word_level import WordLevelTrainer
from engine.corpus import Corpus, Source
from engine.history import TrainingHistory
from engine.model import Trainer
from engine.parallel import udhr
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.training import new_history, train

LONG = 60_000
TRAINERS = (CharBPETrainer(max_steps=40), CharLevelTrainer(), WordLevelTrainer())


def trained(trainer: Trainer) -> TrainingHistory:
    """On the declaration in English, so that English and French can be written, and Chinese cannot."""
    recipe = Recipe(trainer, PreTokenizer(PATTERNS["whitespace"]))
    history = new_history(recipe)
    for event in train(Corpus((Source("text", text=" ".join(udhr().units("eng"))),)), recipe, udhr()):
        history.append(event)
    return history


@pytest.fixture(scope="module", params=TRAINERS, ids=lambda trainer: type(trainer).__name__)
def history(request: pytest.FixtureRequest) -> TrainingHistory:
    return trained(request.param)


@pytest.fixture
def grid(qtbot: QtBot, tmp_path: Path) -> Iterator[ComparisonGrid]:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    result = ComparisonGrid(terms=PageTerms(settings))
    result.set_languages(["eng", "cmn_hans", "jpn"])
    yield result
    result.close()


@pytest.fixture
def pane(qtbot: QtBot, grid: ComparisonGrid) -> Iterator[LanguagesPane]:
    audit, texts = CellAudit(grid), ParallelTexts(grid)
    widget = LanguagesPane(grid, Appearance(), audit, texts)
    qtbot.addWidget(widget)
    widget.resize(1389, 860)
    widget.show()
    yield widget
    audit.close()
    texts.close()
    widget.close()


def rest(qtbot: QtBot, grid: ComparisonGrid) -> None:
    qtbot.waitUntil(lambda: all(grid.cell(RUN, code) is not None for code in grid.languages), timeout=LONG)


def test_a_run_that_cannot_write_a_language_has_no_premium(
    qtbot: QtBot, grid: ComparisonGrid, history: TrainingHistory
) -> None:
    grid.set_run(history, len(history), "Run")
    assert grid.value(RUN, "cmn_hans") is None  # not known yet
    rest(qtbot, grid)
    for measure in ("premium", "tokens", "bytes_per_token", "unknown_share"):
        grid.set_measure(measure)
        assert grid.value(RUN, "cmn_hans") is None
        assert grid.is_known(RUN, "cmn_hans")
    grid.set_measure("premium")
    assert "cannot encode" in grid.doubt(RUN, "cmn_hans")
    assert "cannot encode" in grid.explain(RUN, "cmn_hans")
    assert grid.premiums_at_end() == []


def test_it_has_none_either_while_the_timeline_moves(qtbot: QtBot, grid: ComparisonGrid) -> None:
    history = trained(TRAINERS[0])
    grid.set_run(history, 40, "Run")
    rest(qtbot, grid)
    grid.set_run(history, 20, "Run")
    assert grid.cell(RUN, "cmn_hans") is None
    assert grid.value(RUN, "cmn_hans") is None
    assert grid.is_known(RUN, "cmn_hans")
    assert "cannot encode" in grid.explain(RUN, "cmn_hans")
    assert grid.value(RUN, "eng") == 1.0


def test_the_map_hatches_it_and_the_legend_says_what_that_is(
    qtbot: QtBot, pane: LanguagesPane, grid: ComparisonGrid
) -> None:
    history = trained(TRAINERS[0])
    file = Compared("file", "file", history.tokenizer_at(40).renamed("file"))
    grid.set_tokenizers([file])
    grid.set_run(history, 40, "Run")
    qtbot.waitUntil(lambda: not grid.busy, timeout=LONG)
    rest(qtbot, grid)
    for key in ("file", RUN):
        qtbot.waitUntil(lambda key=key: pane.map.cell_text(key, "cmn_hans") == "cannot write")
        assert pane.map._table.cells[key, "cmn_hans"].state is State.REFUSED
    assert (-1, "cannot be written") in pane.views.legend.entries()
    assert [bar.code for bar in pane.views.details.bars.bars()] == ["eng"]


def test_the_table_says_why_too(qtbot: QtBot, pane: LanguagesPane, grid: ComparisonGrid) -> None:
    grid.set_run(trained(TRAINERS[0]), 40, "Run")
    rest(qtbot, grid)
    pane.show_view("table")
    model = pane.views.table.model_of_rows
    qtbot.waitUntil(lambda: (RUN, "cmn_hans") in model.places, timeout=LONG)
    row = model.places.index((RUN, "cmn_hans"))
    assert "cannot encode" in str(model.data(model.index(row, 3), Qt.ItemDataRole.ToolTipRole))
