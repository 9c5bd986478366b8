"""The languages pane, used as a person would: choose a measure, search, select, export, make it narrow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.panes.languages_pane import LanguagesPane
from app.state.comparison_grid import Compared, ComparisonGrid
from app.state.tokenizer_library import RUN
from app.theme import Appearance
from app.widgets import file_dialogs
from app.widgets.curve_scale import spread_choice
from engine.algorithms.bpe import BPETrainer
from engine.corpus import Corpus, Source
from engine.history import History
from engine.parallel import udhr
from engine.presets import load_preset
from engine.recipe import Recipe
from engine.training import train


@pytest.fixture(scope="module")
def history() -> History:
    recipe = Recipe(BPETrainer(max_steps=60, byte_order="gpt2"), specials="first")
    result = History(recipe)
    text = "all human beings are born free and equal in dignity and rights " * 30
    for event in train(Corpus((Source("text", text=text),)), recipe, udhr()):
        result.append(event)
    return result


@pytest.fixture
def pane(qtbot: QtBot) -> Iterator[LanguagesPane]:
    grid = ComparisonGrid()
    widget = LanguagesPane(grid, Appearance())
    qtbot.addWidget(widget)
    widget.resize(432, 760)
    widget.show()
    qtbot.waitExposed(widget)
    yield widget
    grid.close()
    widget.close()


@pytest.fixture
def filled(qtbot: QtBot, pane: LanguagesPane, history: History) -> LanguagesPane:
    grid = pane._grid
    grid.set_tokenizers([Compared.of(load_preset(name)) for name in ("cl100k_base", "o200k_base")])
    grid.set_run(history, 30, "Rights")
    settle(qtbot, pane)
    return pane


def settle(qtbot: QtBot, pane: LanguagesPane) -> None:
    """Wait until all is counted and drawn."""
    qtbot.waitUntil(lambda: not pane._grid.busy, timeout=60_000)
    qtbot.waitUntil(lambda: not any(timer.isActive() for timer in (pane._frame, pane._settle, pane._curve_timer)))


def test_without_a_tokenizer_the_pane_says_what_to_do(pane: LanguagesPane) -> None:
    assert pane.stack.currentIndex() == 1
    words = " ".join(label.text() for label in pane.stack.currentWidget().findChildren(QLabel))
    assert "No tokenizer is checked. Check one or more in the shelf above. The comparison starts by itself." in words


def test_it_fills_by_itself(qtbot: QtBot, filled: LanguagesPane) -> None:
    assert filled.stack.currentIndex() == 0
    assert filled.map.cell_text("cl100k_base", "hin") == "5.47"
    assert len(filled.map.order()) == 15
    assert filled.status.text() == "Human rights, 30 articles. 15 of 471 languages shown."
    assert not filled.progress.isVisible()
    assert filled.bars_title.text() == "Rights"
    # The intervals of the run come a moment later: they are counted where its timeline rests.
    qtbot.waitUntil(lambda: all(bar.low is not None for bar in filled.bars.bars()))


def test_cells_that_are_not_counted_show_dots(qtbot: QtBot, pane: LanguagesPane) -> None:
    pane._grid.set_tokenizers([Compared.of(load_preset("gpt2"))])
    pane._show_all()
    assert pane.map.cell_text("gpt2", "hin") == "..."
    assert pane.progress.isVisible()
    qtbot.mouseClick(pane.progress.button, Qt.MouseButton.LeftButton)
    assert not pane.progress.isVisible()
    assert not pane._grid.busy


def test_the_run_moves_with_the_timeline(qtbot: QtBot, filled: LanguagesPane, history: History) -> None:
    before = filled.map.cell_text(RUN, "hin")
    filled._grid.set_run(history, 0, "Rights")
    settle(qtbot, filled)
    assert filled.map.cell_text(RUN, "hin") != before
    assert 0 < len(filled.curve._curves) <= 4


def test_another_measure_and_another_reference(qtbot: QtBot, filled: LanguagesPane) -> None:
    filled.measure.setCurrentIndex(filled.measure.findData("tokens"))
    filled.measure.activated.emit(filled.measure.currentIndex())
    settle(qtbot, filled)
    assert filled.map.cell_text("cl100k_base", "hin") == "8,321"
    assert not filled.reference.isVisible()
    assert filled.bars_note.text() == "tokens"
    filled._grid.set_measure("premium")
    settle(qtbot, filled)
    filled.reference.setCurrentIndex(filled.reference.findData("hin"))
    filled.reference.activated.emit(filled.reference.currentIndex())
    settle(qtbot, filled)
    assert filled.map.cell_text("cl100k_base", "hin") == "1.00"
    assert filled.map.cell_text("cl100k_base", "eng") == "0.18"


def test_a_selected_cell_decides_the_bars(qtbot: QtBot, filled: LanguagesPane) -> None:
    index = next(
        filled.map.model().index(row, 3) for row in range(15) if filled.map.model().index(row, 0).data() == "Hindi"
    )
    filled.map.scrollTo(index)
    qtbot.mouseClick(filled.map.viewport(), Qt.MouseButton.LeftButton, pos=filled.map.visualRect(index).center())
    assert filled._grid.selected_tokenizer == "o200k_base"
    assert filled._grid.selected_language == "hin"
    assert filled.bars_title.text() == "o200k"
    assert {bar.code: bar.text for bar in filled.bars.bars()}["hin"] == "1.59"
    assert "95 % interval" in filled.bars_note.text()


@pytest.mark.qt_log_ignore("raise|grabbing the keyboard", extend=True)  # a pop-up does both, off screen neither works
def test_languages_are_searched_and_chosen(qtbot: QtBot, filled: LanguagesPane) -> None:
    qtbot.mouseClick(filled.picker, Qt.MouseButton.LeftButton)
    choice = filled.picker.languages
    qtbot.keyClicks(choice.field, "tibet")
    shown = [choice.list.item(n) for n in range(choice.list.count()) if not choice.list.item(n).isHidden()]
    assert [item.text() for item in shown] == ["Tibetan, Central"]
    choice.list.itemClicked.emit(shown[0])
    settle(qtbot, filled)
    assert "bod" in filled.map.order()
    assert filled.picker.text().strip() == "16 of 471"
    qtbot.keyClicks(choice.field, "zzz")
    assert choice.nothing.text() == 'No language has "tibetzzz" in its name, code or script.'
    choice.usual_button.click()
    settle(qtbot, filled)
    assert "bod" not in filled.map.order()
    choice.hide()


def test_all_languages_can_be_shown_and_found(qtbot: QtBot, filled: LanguagesPane) -> None:
    filled.picker.languages.all_button.click()
    settle(qtbot, filled)
    assert len(filled.map.order()) == 471
    assert filled.search.isVisible()
    qtbot.keyClicks(filled.search, "burm")
    assert filled.map.order() == ("mya",)
    assert [bar.code for bar in filled.bars.bars()] == ["mya"]
    qtbot.keyClick(filled.search, Qt.Key.Key_Escape)
    assert len(filled.map.order()) == 471


def test_find_opens_the_field(qtbot: QtBot, filled: LanguagesPane) -> None:
    assert not filled.search.isVisible()
    filled.open_search()
    assert filled.search.isVisible()
    qtbot.keyClick(filled.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not filled.search.isVisible())


def test_narrow_and_wide(qtbot: QtBot, filled: LanguagesPane) -> None:
    assert not filled.is_wide
    assert filled.curve_part.isVisible()
    assert not filled.bars_part.isVisible()
    filled.show_bars.click()
    assert filled.bars_part.isVisible()
    assert not filled.curve_part.isVisible()
    filled.resize(1389, 760)
    qtbot.waitUntil(lambda: filled.is_wide)
    assert filled.bars_part.isVisible()
    assert filled.curve_part.isVisible()
    assert not filled.switch.isVisible()
    filled.resize(360, 500)
    qtbot.waitUntil(lambda: not filled.is_wide)
    assert filled.width() == 360


@pytest.mark.parametrize(("width", "base"), [(360, 14), (432, 14), (560, 18), (1389, 14)])
@pytest.mark.parametrize("measure", ["premium", "characters_per_token"])
def test_no_control_is_cut(qtbot: QtBot, filled: LanguagesPane, width: int, base: int, measure: str) -> None:
    filled._appearance.set_base(base)
    filled.resize(width, 700)
    filled._grid.set_measure(measure)
    settle(qtbot, filled)
    for control in (filled.measure, filled.reference, filled.picker, filled.export):
        if control.isVisible():
            assert control.width() >= control.sizeHint().width()
            assert control.geometry().right() < filled.width()
    for label in filled.findChildren(QLabel):
        if label.isVisible() and not label.wordWrap():
            assert label.width() >= label.fontMetrics().horizontalAdvance(label.text())


def test_the_table_and_the_picture_are_exported(
    qtbot: QtBot, filled: LanguagesPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda _parent, _title, proposal, _kinds: tmp_path / proposal)
    with qtbot.waitSignal(filled._grid.exported, timeout=20_000):
        filled.ask_csv()
    assert len((tmp_path / "languages.csv").read_text("utf-8").splitlines()) == 1 + 3 * 15
    with qtbot.waitSignal(filled._grid.exported):
        filled.ask_png()
    picture = QImage(str(tmp_path / "languages.png"))
    assert picture.height() > 2 * filled.map.table_height()


def test_a_picture_that_cannot_be_written_is_told(qtbot: QtBot, filled: LanguagesPane, tmp_path: Path) -> None:
    with qtbot.waitSignal(filled.failed) as signal:
        filled.export_png(tmp_path / "missing" / "languages.png")
    assert "cannot be written" in str(signal.args[0])


def test_curves_are_spread_from_the_dearest_to_the_cheapest() -> None:
    ends = [("a", 1.0), ("b", 2.0), ("c", 3.0), ("d", 4.0), ("e", 5.0)]
    assert spread_choice(ends) == ("e", "d", "b", "a") or len(spread_choice(ends)) == 4
    assert spread_choice(ends, "b", 3) == ("e", "b", "a")
    assert spread_choice([], "b") == ()
