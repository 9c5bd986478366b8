"""The trade-offs pane, used as a person would: drag the marker, choose a model, type numbers, code and words."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QImage, QTextLayout
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, Appearance
from app.main_window import MainWindow
from app.panes.tradeoffs_pane import TradeoffsPane
from app.session import Session
from app.widgets.basics import file_dialogs
from app.widgets.tradeoffs import size_choices
from app.widgets.tradeoffs.cut_rows import Piece
from app.widgets.tradeoffs.cut_shapes import token_boxes
from app.widgets.tradeoffs.size_chart import SizeChart, SizeLine
from app.widgets.tradeoffs.size_plot import SizePlot
from engine import BPETrainer
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
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
    pane.sizes.plot.size_asked.emit(1_000)
    qtbot.mouseClick(pane.sizes.figures.button, Qt.MouseButton.LeftButton)
    pane.sizes.plot.size_asked.emit(2_000)
    assert pane.sizes.figures.texts() == [
        "43,694 tokens of the corpus",
        "3.30 bytes per token",
        "1.54 M embedding",
        "1.2 % of a 124 M model",
        "−15.9 % tokens",
        "+768,000 parameters",
        "−29.3 % attention",
        "+68.2 % output work",
    ]
    assert pane.sizes.figures.sentence.text().startswith("1,000 more entries: the same text saves 15.9 % of its tokens")
    assert pane.sizes.plot.value_text() == "3.30"


def test_the_marker_is_dragged_and_moved_by_keys(qtbot: QtBot, pane: TradeoffsPane) -> None:
    area = pane.sizes.plot.area()
    middle = QPoint(round(area.center().x()), round(area.center().y()))
    qtbot.mousePress(pane.sizes.plot, Qt.MouseButton.LeftButton, pos=middle)
    assert abs(pane._sizes.size - (256 + 2_500) // 2) < 5
    size = pane._sizes.size
    qtbot.keyClick(pane.sizes.plot, Qt.Key.Key_Right)
    assert pane._sizes.size == size + 10
    qtbot.keyClick(pane.sizes.plot, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert pane._sizes.size == size - 90
    qtbot.keyClick(pane.sizes.plot, Qt.Key.Key_Home)
    assert pane._sizes.size == 256
    qtbot.keyClick(pane.sizes.plot, Qt.Key.Key_Left)
    assert pane._sizes.size == 256
    qtbot.keyClick(pane.sizes.plot, Qt.Key.Key_End)
    assert pane._sizes.size == 2_500


def test_another_model(qtbot: QtBot, pane: TradeoffsPane) -> None:
    pane._sizes.mark(2_000)
    for choice, value in (
        (pane.choices.width, 2_048),
        (pane.choices.output, False),
        (pane.choices.model, 1_300_000_000),
    ):
        choice.setCurrentIndex(choice.findData(value))
        choice.activated.emit(choice.currentIndex())
    assert "8.19 M embedding and output" in pane.sizes.figures.texts()
    assert "0.6 % of a 1.3 B model" in pane.sizes.figures.texts()


def test_other_curves(qtbot: QtBot, pane: TradeoffsPane) -> None:
    assert pane.sizes.plot.chart is not None
    assert pane.sizes.plot.chart.band is not None
    assert pane.sizes.usual.isVisible()
    pane.choices.measure.setCurrentIndex(pane.choices.measure.findData("premium"))
    pane.choices.measure.activated.emit(pane.choices.measure.currentIndex())
    names = [line.name for line in pane.sizes.plot.chart.lines]
    assert names == ["German", "Russian", "Hindi", "Chinese (Simplified)", "Arabic", "Thai"]
    assert not pane.sizes.usual.isVisible()
    assert pane.sizes.figures.languages.isVisible()
    assert [words.split(" ", 1)[1] for words in pane.sizes.figures.texts() if words.split(" ", 1)[1] in names] == names
    pane._sizes.set_measure("tokens")
    assert pane.sizes.plot.chart.lines[0].values[0] == 144_354
    assert not pane.sizes.plot.grab().isNull()


def test_words_per_token_with_the_usual_figure_as_a_band(qtbot: QtBot, pane: TradeoffsPane) -> None:
    pane.choices.measure.setCurrentIndex(pane.choices.measure.findData("words_per_token"))
    pane.choices.measure.activated.emit(pane.choices.measure.currentIndex())
    qtbot.waitUntil(lambda: "words per token" in " ".join(pane.sizes.figures.texts()), timeout=60_000)
    pane._sizes.mark(1_000)
    assert pane.sizes.plot.value_text() == f"{26_706 / 51_960:.3f}"
    assert "0.51 words per token" in pane.sizes.figures.texts()
    assert pane.sizes.plot.chart is not None
    assert pane.sizes.plot.chart.band == (0.74, 0.77, "usual for English: about 0.75 words a token")
    assert pane.sizes.plot.shows_band()
    assert "OpenAI" in pane.sizes.usual.text()
    assert not pane.sizes.plot.grab().isNull()


def test_a_corpus_without_blanks_has_no_words_and_says_so(
    qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    session.corpus.add_text("ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำ " * 20)
    session.preparation.start()
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    pane = show(TradeoffsPane(session.tradeoffs, session.cuts, appearance), 1100, 640)
    assert isinstance(pane, TradeoffsPane)
    session.tradeoffs.set_measure("words_per_token")
    qtbot.waitUntil(lambda: "no blank between words" in pane.sizes.usual.text(), timeout=60_000)
    assert pane.sizes.plot.value_text() == ""
    assert not pane.sizes.plot.grab().isNull()


def test_languages_are_chosen(qtbot: QtBot, pane: TradeoffsPane) -> None:
    assert not pane.choices.languages.isVisible()
    pane._sizes.set_measure("premium")
    assert pane.choices.languages.isVisible()
    assert len(pane._sizes.offered()) == 470
    pane.choices.languages.languages.chosen.emit(("fra", "jpn"))
    assert pane.sizes.plot.chart is not None
    assert [line.name for line in pane.sizes.plot.chart.lines] == ["French", "Japanese"]


def test_what_the_next_entries_gain_and_what_a_model_works(qtbot: QtBot, pane: TradeoffsPane) -> None:
    pane._sizes.mark(1_000)
    pane._sizes.compare_with_marked()
    pane._sizes.mark(1_500)
    pane._sizes.set_measure("next_gain")
    curve = pane._sizes.curve
    assert curve is not None
    before, after = (float(curve.tokens[curve.row_of(size)]) for size in (1_500, 2_500))
    gain = f"{1 - after / before:.1%}".replace("%", " %")
    assert pane.sizes.plot.value_text() == gain
    assert f"−{gain} tokens by the next 1,000 entries" in pane.sizes.figures.texts()
    assert pane.sizes.plot.chart is not None
    assert pane.sizes.plot.chart.title == "Tokens saved by the next 1,000 entries"
    pane._sizes.mark(2_400)  # of so many more the training has none
    assert pane.sizes.plot.value_text() == ""
    assert not pane.sizes.plot.grab().isNull()
    for measure in ("attention", "output"):
        pane._sizes.set_measure(measure)
        pane._sizes.mark(1_000)
        assert pane.sizes.plot.value_text() == "1.00"
    assert pane.sizes.plot.chart.title == "Output work (1 = 1,000 entries)"


def test_languages_that_the_vocabulary_cannot_write_have_no_premium(
    qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    # GIVEN an alphabet of English letters
    trainer = WordPieceTrainer(vocab_size=200)
    session.run.set_recipe(replace(session.run.recipe, trainer=trainer, pre_tokenizer=PreTokenizer(PATTERNS["bert"])))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.begin()
    pane = show(TradeoffsPane(session.tradeoffs, session.cuts, appearance), 1100, 640)
    assert isinstance(pane, TradeoffsPane)
    # WHEN premiums are looked at
    session.tradeoffs.set_measure("premium")
    qtbot.waitUntil(lambda: set(session.tradeoffs.left_out) >= {"hin", "cmn_hans", "tha"}, timeout=60_000)
    # THEN a text of unknown tokens is not called cheap
    assert pane.sizes.plot.chart is not None
    assert "Hindi" not in [line.name for line in pane.sizes.plot.chart.lines]
    assert "Hindi" not in " ".join(pane.sizes.figures.texts())
    assert "unknown to the vocabulary" in pane.sizes.usual.text()
    assert "Thai 9" in pane.sizes.usual.text()


def test_a_model_of_any_size(qtbot: QtBot, pane: TradeoffsPane, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size_choices, "ask_number", lambda *_: "1.5 B")
    pane._sizes.mark(2_000)
    choice = pane.choices.model
    choice.setCurrentIndex(choice.findText("other..."))
    choice.activated.emit(choice.currentIndex())
    assert choice.currentText() == "1.5 B"
    assert "0.1 % of a 1.5 B model" in pane.sizes.figures.texts()
    monkeypatch.setattr(size_choices, "ask_number", lambda *_: "many")
    with qtbot.waitSignal(pane.failed):
        choice.activated.emit(choice.findText("other..."))
    assert (choice.currentText(), pane._sizes.parameters) == ("1.5 B", 1_500_000_000)


def test_a_session_keeps_sizes_and_samples(qtbot: QtBot, pane: TradeoffsPane, session: Session) -> None:
    sizes, cuts = session.tradeoffs, session.cuts
    sizes.mark(1_000)
    sizes.compare_with_marked()
    sizes.mark(2_000)
    sizes.set_measure("attention")
    sizes.set_width(1_024)
    cuts.set_numbers("12 34")
    cuts.set_word("नमस्ते")
    kept = json.loads(json.dumps([sizes.kept(), cuts.kept()]))
    sizes.restore({})
    assert (sizes.size, sizes.reference, sizes.width) == (2_000, 1_378, 768)
    cuts.restore({"numbers": "1", "word": "x", "code": 7})
    assert pane.word.text() == "x"
    sizes.restore(kept[0])
    cuts.restore(kept[1])
    assert (sizes.size, sizes.reference, sizes.width, sizes.measure) == (2_000, 1_000, 1_024, "attention")
    assert (pane.numbers.text(), pane.word.text()) == ("12 34", "नमस्ते")
    assert pane.choices.width.currentText() == "1,024"


def test_export_of_sizes(qtbot: QtBot, pane: TradeoffsPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda *_: tmp_path / "sizes.csv")
    with qtbot.waitSignal(pane._sizes.exported):
        pane.ask_csv()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "sizes.csv").read_text("utf-8"))))
    assert [row["tokens"] for row in rows if row["vocab_size"] in ("1000", "2000")] == ["51960", "43694"]
    assert float(rows[0]["premium_hin"]) > 1
    assert float(rows[0]["words_per_token"]) == pytest.approx(26_706 / 144_354)
    for kind in ("png", "svg"):
        monkeypatch.setattr(file_dialogs, "ask_save_as", lambda *_, kind=kind: (tmp_path / "sizes", kind))
        with qtbot.waitSignal(pane.exported):
            pane.ask_picture()
    picture = QImage(str(tmp_path / "sizes.png"))
    assert picture.width() == 2 * (pane.sizes.plot.width() + pane.sizes.figures.width())
    assert picture.height() >= 2 * pane.sizes.figures.sizeHint().height()
    assert "<svg" in (tmp_path / "sizes.svg").read_text("utf-8")


def test_an_export_before_there_is_a_curve_says_why_and_asks_for_no_file(
    qtbot: QtBot,
    session: Session,
    appearance: Appearance,
    show: Callable[..., QWidget],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda *words: asked.append(words))
    pane = show(TradeoffsPane(session.tradeoffs, session.cuts, appearance))
    assert isinstance(pane, TradeoffsPane)
    for export in (pane.ask_csv, lambda: session.tradeoffs.export_csv(tmp_path / "sizes.csv")):
        with qtbot.waitSignal(session.tradeoffs.failed) as said:
            export()
        assert str(said.args[0]) == "There are no sizes to export yet: they come from a training."
    assert not asked
    assert not (tmp_path / "sizes.csv").exists()


def test_a_curve_that_nobody_looks_at_is_exported_as_it_is_now(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    session.tradeoffs.set_shown(False)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.begin()
    assert session.tradeoffs.curve is None
    with qtbot.waitSignal(session.tradeoffs.exported, timeout=LONG):
        session.tradeoffs.export_csv(tmp_path / "sizes.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "sizes.csv").read_text("utf-8"))))
    assert int(rows[-1]["vocab_size"]) == session.run.history.base + len(session.run.history)


def test_a_narrow_pane_puts_the_figures_below(qtbot: QtBot, pane: TradeoffsPane) -> None:
    pane.resize(432, 760)
    qtbot.waitUntil(
        lambda: pane.sizes.figures.mapTo(pane, QPoint(0, 0)).y() > pane.sizes.plot.mapTo(pane, QPoint(0, 0)).y()
    )
    assert pane.width() == 432
    assert "Moby-Dick" in pane.sizes.plot.toolTip()


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
    assert window.panes.tradeoffs.sizes.figures.texts()[0] == "51,960 tokens of the corpus"
    qtbot.mouseClick(window.panes.tradeoffs.tabs.button(3), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.cuts.known, timeout=60_000)
    assert window.panes.tradeoffs.table.blocks[0].title == "Alice 1k, step 141"
    window.focus_pane("corpus")
    window.maximise("tradeoffs")
    assert window.panes.tradeoffs.table.isVisible()
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
    notices = {block.title: block.notice for block in pane.table.blocks if "indentation" in block.notice}
    assert "7 for indentation, 7 single spaces" in notices["GPT-2"]
    assert "1 for indentation, 0 single spaces" in notices["cl100k_base"]
    rows = next(block for block in pane.table.blocks if block.title == "GPT-2").rows
    assert [row.text for row in rows] == ["if x:\n", "        y\n"]


def test_names_in_code(qtbot: QtBot, pane: TradeoffsPane) -> None:
    choose(pane, "code", qtbot)
    names = [block for block in pane.table.blocks if block.notice.endswith("tokens a name")]
    assert [block.title for block in names][1:] == ["GPT-2", "cl100k_base", "o200k_base"]
    assert names[0].section == "Its names, each where it first stands"
    assert [row.text for row in names[2].rows] == ["total_price", "rows", "result", "row", "unitPrice"]


def test_keys_scroll_the_texts(qtbot: QtBot, pane: TradeoffsPane) -> None:
    choose(pane, "code", qtbot)
    pane.scrolled.setFocus(Qt.FocusReason.TabFocusReason)
    bar = pane.scrolled.verticalScrollBar()
    qtbot.keyClick(pane.scrolled, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    qtbot.keyClick(pane.scrolled, Qt.Key.Key_PageUp)
    assert bar.value() == 0


def test_units_stand_under_units(qtbot: QtBot, pane: TradeoffsPane) -> None:
    choose(pane, "numbers", qtbot)
    pane.numbers.setText("1234 3.14159 22.5")
    qtbot.waitUntil(lambda: not pane._cuts.busy and len(pane.table.blocks[0].rows) == 3, timeout=60_000)
    first = [(row, x) for row, x, _ in pane.table._rows[:3]]
    ends = [x + row.width - row.tail for row, x in first]
    assert max(ends) - min(ends) < 1e-6
    assert [row.tail > 0 for row, _ in first] == [False, True, True]


def test_letters_inside_tokens(qtbot: QtBot, pane: TradeoffsPane, tmp_path: Path) -> None:
    choose(pane, "spelling", qtbot)
    rows = next(block for block in pane.table.blocks if block.title == "cl100k_base").rows
    forms = ["strawberry", "Strawberry", "STRAWBERRY"]
    assert [row.text for row in rows] == [*forms, *(f" {form}" for form in forms)]
    block = next(block for block in pane.table.blocks if block.title == "cl100k_base")
    assert block.notice == "3 tokens alone, 1 with a space before it"
    assert rows[0].note == "3 tokens, r inside: 1 + 0 + 2"
    assert rows[3].note == "1 token, r inside: 3"
    pane.letter.setText("b")
    rows = next(block for block in pane.table.blocks if block.title == "cl100k_base").rows
    assert rows[0].note == "3 tokens, b inside: 0 + 0 + 1"
    pane.letter.setText("e\u0301t")  # an e with its accent is one letter
    rows = next(block for block in pane.table.blocks if block.title == "cl100k_base").rows
    assert rows[0].note == "3 tokens, e\u0301 inside: 0 + 0 + 0"
    with qtbot.waitSignal(pane.exported):
        pane.export_picture(tmp_path / "spelling.png")
    with qtbot.waitSignal(pane.failed):
        pane.export_picture(tmp_path / "nowhere" / "spelling.png")


def test_export_of_samples(qtbot: QtBot, pane: TradeoffsPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for view, texts, more in (("numbers", 11, 18), ("code", 6, 0), ("spelling", 6, 0)):
        choose(pane, view, qtbot)
        monkeypatch.setattr(file_dialogs, "ask_save_file", lambda *_, view=view: tmp_path / f"{view}.csv")
        with qtbot.waitSignal(pane._cuts.exported):
            pane.ask_csv()
        rows = list(csv.DictReader(io.StringIO((tmp_path / f"{view}.csv").read_text("utf-8"))))
        assert len(rows) == 4 * texts + more  # the rules for digits are no tokenizers
    assert {
        "tokenizer": "cl100k_base",
        "text": "strawberry",
        "tokens": "3",
        "cut": "str|aw|berry",
        "ids": "496 675 15717",
        "r_inside": "1 0 2",
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


def test_the_marker_moves_by_keys_where_sizes_lie_far_apart(
    qtbot: QtBot, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    """As after the rounds of Unigram, each of which is a size."""
    sizes = np.array([300.0, 900.0, 905.0, 4_000.0])
    plot = show(SizePlot(appearance), 500, 400)
    chart = SizeChart(sizes, (SizeLine("", sizes),), sizes, "Tokens", 900, 300)
    plot.show_chart(chart)
    plot.size_asked.connect(lambda size: plot.show_chart(replace(plot.chart, marked=int(sizes[sizes <= size][-1]))))
    ways = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Left):
        qtbot.keyClick(plot, key)
        ways.append(plot.chart.marked)
    assert ways == [905, 4_000, 905, 300, 300]
