"""The trade-offs pane, used as a person would: drag the marker, choose a model, type numbers, code and words."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QImage, QTextLayout
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.panes.tradeoffs_pane import TradeoffsPane
from app.session import Session
from app.theme import DARK, Appearance
from app.widgets import file_dialogs
from app.widgets.cut_rows import Piece
from app.widgets.cut_shapes import token_boxes
from engine import BPETrainer
from tests.app.conftest import LONG


@pytest.fixture
def pane(qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget]) -> TradeoffsPane:
    trainer = BPETrainer(vocab_size=2_500, min_frequency=2, byte_order="gpt2")
    session.run.set_recipe(replace(session.run.recipe, trainer=trainer))
    with qtbot.waitSignal(session.run.finished, timeout=120_000):
        session.begin()
    qtbot.waitUntil(lambda: all(row.tokenizer is not None for row in session.tokenizers.entries), timeout=60_000)
    made = show(TradeoffsPane(session.tradeoffs, session.cuts, appearance), 1100, 640)
    assert isinstance(made, TradeoffsPane)
    qtbot.waitUntil(lambda: made.stack.currentIndex() == 0, timeout=60_000)
    return made


def choose(pane: TradeoffsPane, view: str, qtbot: QtBot) -> None:
    number = ["size", "numbers", "code", "spelling"].index(view)
    qtbot.mouseClick(pane.tabs.button(number), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not pane._cuts.busy, timeout=60_000)


# -- sizes -------------------------------------------------------------------------------------------------------------


def test_the_figures_of_the_design(qtbot: QtBot, pane: TradeoffsPane) -> None:
    pane.plot.size_asked.emit(1_000)
    qtbot.mouseClick(pane.figures.button, Qt.MouseButton.LeftButton)
    pane.plot.size_asked.emit(2_000)
    assert pane.figures.texts() == [
        "43,694 tokens of the corpus",
        "3.30 bytes per token",
        "1.54 M embedding",
        "1.2 % of a 124 M model",
        "−15.9 % tokens",
        "+768,000 parameters",
        "−29.3 % attention",
        "+68.2 % output work",
    ]
    assert pane.figures.sentence.text().startswith("1,000 more entries: the same text saves 15.9 % of its tokens")
    assert pane.plot.value_text() == "3.30"


def test_the_marker_is_dragged_and_moved_by_keys(qtbot: QtBot, pane: TradeoffsPane) -> None:
    area = pane.plot.area()
    middle = QPoint(round(area.center().x()), round(area.center().y()))
    qtbot.mousePress(pane.plot, Qt.MouseButton.LeftButton, pos=middle)
    assert abs(pane._sizes.size - (256 + 2_500) // 2) < 5
    size = pane._sizes.size
    qtbot.keyClick(pane.plot, Qt.Key.Key_Right)
    assert pane._sizes.size == size + 10
    qtbot.keyClick(pane.plot, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert pane._sizes.size == size - 90
    qtbot.keyClick(pane.plot, Qt.Key.Key_Home)
    assert pane._sizes.size == 256
    qtbot.keyClick(pane.plot, Qt.Key.Key_Left)
    assert pane._sizes.size == 256
    qtbot.keyClick(pane.plot, Qt.Key.Key_End)
    assert pane._sizes.size == 2_500


def test_another_model(qtbot: QtBot, pane: TradeoffsPane) -> None:
    pane._sizes.mark(2_000)
    for choice, value in ((pane.width_choice, 2_048), (pane.output, False), (pane.model, 1_300_000_000)):
        choice.setCurrentIndex(choice.findData(value))
        choice.activated.emit(choice.currentIndex())
    assert "8.19 M embedding and output" in pane.figures.texts()
    assert "0.6 % of a 1.3 B model" in pane.figures.texts()


def test_other_curves(qtbot: QtBot, pane: TradeoffsPane) -> None:
    assert pane.plot.chart is not None
    assert pane.plot.chart.band is not None
    assert pane.usual.isVisible()
    pane.measure.setCurrentIndex(pane.measure.findData("premium"))
    pane.measure.activated.emit(pane.measure.currentIndex())
    names = [line.name for line in pane.plot.chart.lines]
    assert names == ["German", "Russian", "Hindi", "Chinese (Simplified)", "Arabic", "Thai"]
    assert not pane.usual.isVisible()
    pane._sizes.set_measure("tokens")
    assert pane.plot.chart.lines[0].values[0] == 144_354
    assert not pane.plot.grab().isNull()


def test_export_of_sizes(qtbot: QtBot, pane: TradeoffsPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda *_: tmp_path / "sizes.csv")
    with qtbot.waitSignal(pane._sizes.exported):
        pane.ask_csv()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "sizes.csv").read_text("utf-8"))))
    assert [row["tokens"] for row in rows if row["vocab_size"] in ("1000", "2000")] == ["51960", "43694"]
    assert float(rows[0]["premium_hin"]) > 1
    with qtbot.waitSignal(pane.exported):
        pane.export_png(tmp_path / "sizes.png")
    assert QImage(str(tmp_path / "sizes.png")).width() > 500


def test_a_narrow_pane_puts_the_figures_below(qtbot: QtBot, pane: TradeoffsPane) -> None:
    pane.resize(432, 760)
    qtbot.waitUntil(lambda: pane.figures.mapTo(pane, QPoint(0, 0)).y() > pane.plot.mapTo(pane, QPoint(0, 0)).y())
    assert pane.width() == 432
    assert "Moby-Dick" in pane.plot.toolTip()


def test_without_a_run_it_says_what_is_needed(
    qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    pane = show(TradeoffsPane(session.tradeoffs, session.cuts, appearance))
    assert isinstance(pane, TradeoffsPane)
    words = " ".join(label.text() for label in pane.stack.currentWidget().findChildren(QLabel))
    assert "A size curve needs a training run. Encodings from files have only one size." in words


def test_in_the_window_the_samples_are_cut_when_they_are_seen(
    qtbot: QtBot, window: MainWindow, session: Session
) -> None:
    assert not session.cuts.known
    window.focus_pane("tradeoffs")
    assert window.tradeoffs.figures.texts()[0] == "51,960 tokens of the corpus"
    qtbot.mouseClick(window.tradeoffs.tabs.button(3), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.cuts.known, timeout=60_000)
    assert window.tradeoffs.table.blocks[0].title == "Alice 1k, step 141"
    window.focus_pane("corpus")
    window.maximise("tradeoffs")
    assert window.tradeoffs.table.isVisible()
    window.maximise("tradeoffs")


# -- numbers, code, words ----------------------------------------------------------------------------------------------


def test_numbers_by_place_value(qtbot: QtBot, pane: TradeoffsPane) -> None:
    choose(pane, "numbers", qtbot)
    pane.numbers.setText("1234567 365")
    pane.sum.setText("123456 + 111111")
    qtbot.waitUntil(lambda: not pane._cuts.busy, timeout=60_000)
    blocks = {(block.title, len(block.rows)): block for block in pane.table.blocks}
    cl100k = blocks["cl100k_base", 2]
    assert cl100k.right
    assert [(piece.start, piece.end) for piece in cl100k.rows[0].pieces] == [(0, 3), (3, 6), (6, 7)]
    assert cl100k.notice == "4 tokens in all"
    assert blocks["cl100k_base", 3].notice == "cuts line up"
    right = next(block for block in pane.table.blocks if block.title == "Threes from the right")
    assert [(piece.start, piece.end) for piece in right.rows[0].pieces] == [(0, 1), (1, 4), (4, 7)]


def test_a_sum_that_is_none_leaves_the_last_one(qtbot: QtBot, pane: TradeoffsPane) -> None:
    pane.sum.setText("12 and 13")
    assert pane._cuts.asked.sum == (1275, 8990)


def test_what_indentation_costs(qtbot: QtBot, pane: TradeoffsPane) -> None:
    choose(pane, "code", qtbot)
    pane.code.setPlainText("if x:\n        y\n")
    qtbot.waitUntil(lambda: not pane._cuts.busy, timeout=60_000)
    notices = {block.title: block.notice for block in pane.table.blocks}
    assert "7 for indentation, 7 single spaces" in notices["GPT-2"]
    assert "1 for indentation, 0 single spaces" in notices["cl100k_base"]
    rows = next(block for block in pane.table.blocks if block.title == "GPT-2").rows
    assert [row.text for row in rows] == ["if x:\n", "        y\n"]


def test_letters_inside_tokens(qtbot: QtBot, pane: TradeoffsPane, tmp_path: Path) -> None:
    choose(pane, "spelling", qtbot)
    rows = next(block for block in pane.table.blocks if block.title == "cl100k_base").rows
    assert [row.text for row in rows] == ["strawberry", "Strawberry", "STRAWBERRY", " strawberry"]
    assert rows[0].note == "3 tokens, r inside: 1 + 0 + 2"
    assert rows[3].note == "1 token, r inside: 3"
    pane.letter.setText("b")
    rows = next(block for block in pane.table.blocks if block.title == "cl100k_base").rows
    assert rows[0].note == "3 tokens, b inside: 0 + 0 + 1"
    with qtbot.waitSignal(pane.exported):
        pane.export_png(tmp_path / "spelling.png")
    with qtbot.waitSignal(pane.failed):
        pane.export_png(tmp_path / "nowhere" / "spelling.png")


def test_export_of_samples(qtbot: QtBot, pane: TradeoffsPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for view, texts in (("numbers", 11), ("code", 1), ("spelling", 4)):
        choose(pane, view, qtbot)
        monkeypatch.setattr(file_dialogs, "ask_save_file", lambda *_, view=view: tmp_path / f"{view}.csv")
        with qtbot.waitSignal(pane._cuts.exported):
            pane.ask_csv()
        rows = list(csv.DictReader(io.StringIO((tmp_path / f"{view}.csv").read_text("utf-8"))))
        assert len(rows) == 4 * texts
        assert all(len(row["ids"].split()) == int(row["tokens"]) for row in rows)
    assert {
        "tokenizer": "cl100k_base",
        "text": "strawberry",
        "tokens": "3",
        "cut": "str|aw|berry",
        "ids": "496 675 15717",
    } in rows


def test_unchecked_tokenizers_are_left_out(qtbot: QtBot, pane: TradeoffsPane, session: Session) -> None:
    choose(pane, "spelling", qtbot)
    session.tokenizers.set_checked("gpt2", False)
    qtbot.waitUntil(lambda: "GPT-2" not in [block.title for block in pane.table.blocks], timeout=60_000)
    for row in session.tokenizers.entries:
        session.tokenizers.set_checked(row.key, False)
    qtbot.waitUntil(lambda: pane.stack.currentIndex() == 2, timeout=60_000)


@pytest.mark.parametrize("word", ["मुख्यमंत्री", "الاقتصادية", "ไทย", "👩‍🔬", "人人生", "a\tb", "👩 b"])
def test_every_script_draws(qtbot: QtBot, pane: TradeoffsPane, appearance: Appearance, word: str) -> None:
    appearance.set_theme(DARK)
    choose(pane, "spelling", qtbot)
    pane.word.setText(word)
    qtbot.waitUntil(lambda: not pane._cuts.busy, timeout=60_000)
    assert pane.table.blocks[0].rows[0].text == word
    assert not pane.grab().isNull()


def test_shared_characters_are_equal_stripes(appearance: Appearance) -> None:
    for text, pieces in (("é", 2), ("न", 3), ("ا", 2)):
        layout = QTextLayout(text, QFont())
        layout.beginLayout()
        layout.createLine().setLineWidth(1e4)
        layout.endLayout()
        boxes = token_boxes(text, [Piece(0, 1, number) for number in range(pieces)], layout.lineAt(0))
        widths = [box.right - box.left for box in boxes if box is not None]
        assert len(widths) == pieces
        assert max(widths) - min(widths) < 1e-6
        assert min(widths) > 0
        lefts = [box.left for box in boxes if box is not None]
        assert lefts == sorted(lefts, reverse=text == "ا")


def test_a_curve_that_nobody_sees_is_made_when_it_is_looked_at(qtbot: QtBot, session: Session) -> None:
    # GIVEN a view that is hidden while a training runs and ends
    session.tradeoffs.set_shown(False)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.begin()
    assert session.tradeoffs.curve is None
    # WHEN it is shown
    session.tradeoffs.set_shown(True)
    # THEN the curve of the whole training is there
    assert session.tradeoffs.curve is not None
    assert int(session.tradeoffs.curve.positions[-1]) == len(session.run.history)
