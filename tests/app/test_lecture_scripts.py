"""Five lectures given in the whole window: first by the keyboard alone, then, shorter, with the mouse.

Pictures of the moments that a lecture is about are left in the folder of each test.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QComboBox, QSlider, QSpinBox, QStyle, QStyleOptionSlider, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.main_window import MainWindow
from app.session import Session
from app.state.training.playback import SPEEDS
from app.tour import settle
from app.widgets.why.piece_table import PieceTable
from app.widgets.why.why import why_headline, why_sentence
from engine.history import History, RoundHistory
from engine.parallel import udhr
from engine.tie_rules import RULE_NAMES
from tests.app.conftest import LONG, shown_window
from tests.app.test_lectures import EXAMPLES, FOUR_WORDS

pytestmark = pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing", extend=True)
"""Off the screen there is no window manager for the panel of options to speak to."""
Keep = Callable[[str], None]
WORDS = " ".join(word for word, count in FOUR_WORDS.items() for _ in range(count))
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, session: Session, appearance: Appearance) -> MainWindow:
    """The whole window with nothing in it."""
    made = shown_window(qtbot, session, appearance)
    made.activateWindow()
    session.preparation.start()
    return made


@pytest.fixture
def keep(window: MainWindow, tmp_path: Path) -> Keep:
    """Takes a picture of the window as the audience sees it."""

    def kept(name: str) -> None:
        settle()
        picture = window.grab()
        assert picture.save(str(tmp_path / f"{name}.png"))

    return kept


@pytest.fixture
def lecturer(qtbot: QtBot, window: MainWindow) -> Lecturer:
    return Lecturer(qtbot, window)


class Lecturer:
    """Presses keys, and clicks; waits for what comes of it."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self.qtbot, self.window, self.session = qtbot, window, window.session
        self.theatre = window.theatre

    # -- keys --

    def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier, times: int = 1
    ) -> None:
        for _ in range(times):
            self.qtbot.keyClick(QApplication.focusWidget() or self.window, key, modifier)

    def command(self, words: str) -> None:
        """By the palette: Ctrl+K, a few letters, Enter."""
        self.press(Qt.Key.Key_K, CONTROL)
        field = self.window.sheets.palette.field
        self.qtbot.keyClicks(field, words)
        self.qtbot.keyClick(field, Qt.Key.Key_Return)

    def bring(self, text: str) -> None:
        """A text comes into the corpus from the clipboard."""
        before = len(self.session.corpus.rows)
        QGuiApplication.clipboard().setText(text)
        self.command("paste as a text")
        self.qtbot.waitUntil(
            lambda: len(self.session.corpus.checked) == before + 1 and not self.session.corpus.busy, timeout=LONG
        )

    def to_theatre(self) -> None:
        self.press(Qt.Key.Key_2, CONTROL)
        self.qtbot.waitUntil(lambda: self.theatre.isAncestorOf(QApplication.focusWidget()))
        self.theatre.setFocus()

    def take_focus(self, widget: QWidget) -> QWidget:
        """What Tab leads to."""
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert widget.isEnabled()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        return widget

    def choose(self, box: QComboBox, value: object) -> None:
        """The arrow keys, until it stands there."""
        self.take_focus(box)
        for _ in range(box.count()):
            if box.currentData() == value:
                break
            down = box.findData(value) > box.currentIndex()
            self.qtbot.keyClick(box, Qt.Key.Key_Down if down else Qt.Key.Key_Up)
        assert box.currentData() == value

    def option(self, name: str, value: object) -> None:
        """One of the options in the panel below the bar."""
        bar = self.theatre.bar
        bar.options.menu().popup(self.window.mapToGlobal(QPoint(300, 200)))
        field = bar.form.inputs[name]
        if isinstance(field, QSpinBox):
            self.take_focus(field)
            field.selectAll()
            self.qtbot.keyClicks(field, str(value))
            self.qtbot.keyClick(field, Qt.Key.Key_Return)
            assert field.value() == value
        else:
            assert isinstance(field, QComboBox)
            self.choose(field, value)
        bar.options.menu().close()
        self.window.activateWindow()
        self.theatre.setFocus()
        self.qtbot.waitUntil(lambda: QApplication.focusWidget() is self.theatre)

    def algorithm(self, name: str) -> None:
        self.choose(self.theatre.bar.algorithm, name)
        assert self.session.run.algorithm == name

    def train(self) -> None:
        with self.qtbot.waitSignal(self.session.run.finished, timeout=LONG):
            self.press(Qt.Key.Key_Return, CONTROL)
        self.to_theatre()
        self.theatre.flush()

    def go_to(self, step: int) -> None:
        """G, the number, Enter."""
        self.press(Qt.Key.Key_G)
        field = self.theatre.transport.step_field
        assert QApplication.focusWidget() in (field, field.lineEdit())
        self.qtbot.keyClicks(field, str(step))
        self.qtbot.keyClick(field, Qt.Key.Key_Return)
        self.to_theatre()
        self.theatre.flush()
        assert self.session.playback.position == step

    # -- the mouse --

    def click(self, widget: QWidget) -> None:
        assert widget.isVisible()
        assert widget.isEnabled()
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.theatre.flush()

    def drag_to(self, step: int) -> None:
        """Along the timeline, from where the handle is."""
        timeline = self.theatre.timeline
        from_x, to_x = (round(timeline.shape.x(at)) for at in (timeline.position, step))
        self.drag(timeline, from_x, to_x)
        self.theatre.flush()

    def drag(self, widget: QWidget, from_x: int, to_x: int) -> None:
        """Press, move in small steps with the button held, let go; half way down the widget."""
        middle = widget.height() // 2
        self.qtbot.mousePress(widget, Qt.MouseButton.LeftButton, pos=QPoint(from_x, middle))
        for x in np.linspace(from_x, to_x, 7).round().astype(int).tolist():
            QApplication.sendEvent(widget, _moved(widget, x, middle))
        self.qtbot.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=QPoint(to_x, middle))

    def drag_handle(self, slider: QSlider, value: int) -> None:
        """The handle of a slider, to where a value stands."""
        option = QStyleOptionSlider()
        slider.initStyleOption(option)
        handle = QStyle.SubControl.SC_SliderHandle
        place = slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, handle, slider)
        from_x = place.center().x()
        room = slider.width() - place.width()
        to_x = from_x + round((value - slider.value()) * room / (slider.maximum() - slider.minimum()))
        self.drag(slider, from_x, to_x)
        assert slider.value() == value

    def click_word(self, group: int, index: int) -> None:
        """A word on stage."""
        chips = self.theatre.scene.chips
        word = next(word for word in chips.stage.words if (word.group, word.index) == (group, index))
        at = QPoint(round(word.at.x()) + 4, round(word.at.y()) + 4)
        self.qtbot.mouseClick(chips, Qt.MouseButton.LeftButton, pos=at)
        self.theatre.flush()

    # -- what is seen --

    @property
    def pair(self) -> tuple[bytes, bytes]:
        merge = self.theatre.equation._merge
        assert merge is not None
        return merge.left, merge.right

    @property
    def history(self) -> History:
        history = self.session.run.history
        assert isinstance(history, History)
        return history


def _moved(widget: QWidget, x: int, y: int) -> QMouseEvent:
    """QTest's own moves do not say that a button is held."""
    at, button = QPointF(x, y), Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    return QMouseEvent(QEvent.Type.MouseMove, at, widget.mapToGlobal(at), Qt.MouseButton.NoButton, button, none)


# -- a: aaabdaaabac ----------------------------------------------------------------------------------------------------


def test_a_four_merges_by_keys(lecturer: Lecturer, keep: Keep) -> None:
    example = EXAMPLES["aaabdaaabac"]
    lecturer.bring(example["text"])
    lecturer.to_theatre()
    lecturer.option("convention", "minbpe")
    lecturer.option("vocab_size", 260)
    lecturer.train()
    assert lecturer.history.parts.tolist() == [merge["pair"] for merge in example["merges"]]
    lecturer.press(Qt.Key.Key_Home)
    for step in range(1, 5):
        lecturer.press(Qt.Key.Key_Right)
        lecturer.theatre.flush()
        assert lecturer.session.playback.position == step
        assert lecturer.pair == lecturer.history.row(step).pair
    # The tie at step 2, explained
    lecturer.press(Qt.Key.Key_Home)
    lecturer.press(Qt.Key.Key_T)
    lecturer.theatre.flush()
    assert lecturer.session.playback.position == 2
    lecturer.press(Qt.Key.Key_Y)
    keep("a-tie")
    reasons = lecturer.theatre.why_sheet.bars._row
    assert reasons is not None
    assert why_headline(reasons) == "Two pairs occur 2 times."
    assert "first seen" in why_sentence(reasons)
    lecturer.press(Qt.Key.Key_Escape)
    assert not lecturer.theatre.why_sheet.isVisible()
    # The text as the last step leaves it
    lecturer.session.playground.set_text(example["text"])
    lecturer.to_theatre()
    lecturer.press(Qt.Key.Key_End)
    playground = lecturer.session.playground
    lecturer.qtbot.waitUntil(
        lambda: playground.encoding is not None and playground.encoding.ids.tolist() == example["ids"], timeout=LONG
    )
    keep("a-end")


def test_a_four_merges_with_the_mouse(lecturer: Lecturer) -> None:
    lecturer.bring(EXAMPLES["aaabdaaabac"]["text"])
    lecturer.option("convention", "minbpe")
    lecturer.option("vocab_size", 260)
    with lecturer.qtbot.waitSignal(lecturer.session.run.finished, timeout=LONG):
        lecturer.click(lecturer.theatre.train)
    transport = lecturer.theatre.transport
    lecturer.theatre.flush()
    lecturer.click(transport.to_start)
    lecturer.click(transport.next_tie)
    assert lecturer.session.playback.position == 2
    lecturer.click(transport.why)
    assert lecturer.theatre.why_sheet.isVisible()
    lecturer.click(lecturer.theatre.why_sheet.close_button)
    lecturer.click(transport.step_on)
    lecturer.click(transport.step_back)
    assert lecturer.session.playback.position == 2
    lecturer.drag_to(4)
    assert lecturer.session.playback.position == 4


# -- b: low, lower, newest, widest by each tie rule --------------------------------------------------------------------


def test_b_each_tie_rule_by_keys(lecturer: Lecturer, keep: Keep) -> None:
    lecturer.bring(WORDS)
    lecturer.to_theatre()
    lecturer.algorithm("char-bpe")
    lecturer.option("min_frequency", 1)
    lecturer.option("vocab_size", 24)
    example = EXAMPLES["lowest"]
    orders = {}
    for rule in RULE_NAMES:
        lecturer.option("tie_rule", rule)
        lecturer.train()
        lecturer.press(Qt.Key.Key_Home)
        walked = []
        for _ in range(len(lecturer.history)):
            lecturer.press(Qt.Key.Key_Right)
            lecturer.theatre.flush()
            walked.append(lecturer.pair)
        orders[rule] = tuple(walked)
        lecturer.go_to(1)
        reasons = lecturer.theatre.bars._row
        assert reasons is not None
        assert reasons.tied == lecturer.history.row(1).tied > 1
        keep(f"b-{rule}")
    assert len(set(orders.values())) > 2, "the rule decides what is learned"
    # As the worked example has it
    largest = orders["lexicographic-largest"]
    wanted = [tuple(part.encode() for part in step["pair"]) for step in example["steps"]]
    assert [*largest[: len(wanted)]] == wanted[: len(largest)]


def test_b_a_rule_is_clicked(lecturer: Lecturer) -> None:
    lecturer.bring(WORDS)
    lecturer.algorithm("char-bpe")
    lecturer.option("min_frequency", 1)
    lecturer.option("vocab_size", 24)
    with lecturer.qtbot.waitSignal(lecturer.session.run.finished, timeout=LONG):
        lecturer.click(lecturer.theatre.train)
    lecturer.theatre.flush()
    lecturer.session.playback.seek(1)
    lecturer.theatre.flush()
    lecturer.click(lecturer.theatre.transport.why)
    rows = lecturer.theatre.why_sheet.rules._rows
    other = next(row for row in rows if row.choice is not None and not row.choice.wins)
    assert other.choice is not None
    wanted = other.choice.pair
    with lecturer.qtbot.waitSignal(lecturer.session.run.finished, timeout=LONG):
        lecturer.click(other)
    assert lecturer.history.row(1).pair == wanted


# -- c: the same words with WordPiece and Unigram ----------------------------------------------------------------------


def test_c_wordpiece_and_unigram_by_keys(lecturer: Lecturer, keep: Keep) -> None:
    lecturer.bring(WORDS)
    lecturer.to_theatre()
    lecturer.algorithm("wordpiece")
    lecturer.option("min_frequency", 1)
    lecturer.train()
    lecturer.go_to(1)
    facts = lecturer.theatre.reasons.score._facts
    assert facts is not None
    assert (facts.count, facts.part_counts) == (3.0, (3.0, 3.0))
    assert facts.score == pytest.approx(1 / 3)
    assert facts.frequent is not None
    assert facts.frequent_count == 9
    keep("c-wordpiece")
    lecturer.algorithm("unigram")
    lecturer.option("vocab_size", 16)
    lecturer.train()
    history = lecturer.session.run.history
    assert isinstance(history, RoundHistory)
    lecturer.press(Qt.Key.Key_Home)
    for step in range(1, len(history) + 1):
        lecturer.press(Qt.Key.Key_Right)
        lecturer.theatre.flush()
        assert f"{len(history.row(step).pieces):,}" in lecturer.theatre.rounds.title.text()
        assert lecturer.theatre.rounds.lattice._ways is not None
    keep("c-unigram")
    lecturer.press(Qt.Key.Key_Y)
    assert "Log-likelihood" in lecturer.theatre.why_sheet.text.text()
    keep("c-unigram-why")


def test_c_a_piece_and_a_word_are_clicked(lecturer: Lecturer) -> None:
    lecturer.bring(WORDS)
    lecturer.algorithm("unigram")
    lecturer.option("vocab_size", 16)
    with lecturer.qtbot.waitSignal(lecturer.session.run.finished, timeout=LONG):
        lecturer.click(lecturer.theatre.train)
    lecturer.theatre.flush()
    lecturer.drag_to(1)
    table, lattice = lecturer.theatre.rounds.table, lecturer.theatre.rounds.lattice
    # WHEN a piece is clicked, its word is cut
    shown = [row for row in range(table.model.rowCount()) if table.view.viewport().rect().contains(_middle(table, row))]
    for row in (shown[0], shown[-1]):
        lecturer.qtbot.mouseClick(table.view.viewport(), Qt.MouseButton.LeftButton, pos=_middle(table, row))
        assert lattice._ways is not None
        assert table.model.rows[row].piece in lattice._ways.word
    # WHEN a word on stage is clicked, it is that one, and it is pinned
    groups = lecturer.theatre.scene.groups
    word = groups[0].words[-1].text
    lecturer.click_word(0, len(groups[0].words) - 1)
    assert lattice._ways is not None
    assert lattice._ways.word == word
    assert word in lecturer.theatre.pinned


def _middle(table: PieceTable, row: int) -> QPoint:
    return table.view.visualRect(table.model.index(row, 0)).center()


def test_c_the_words_of_wordpiece_are_clicked(lecturer: Lecturer) -> None:
    lecturer.bring(WORDS)
    lecturer.algorithm("wordpiece")
    lecturer.option("min_frequency", 1)
    with lecturer.qtbot.waitSignal(lecturer.session.run.finished, timeout=LONG):
        lecturer.click(lecturer.theatre.train)
    lecturer.theatre.flush()
    lecturer.drag_to(1)
    assert lecturer.session.playback.position == 1
    facts = lecturer.theatre.reasons.score._facts
    assert facts is not None
    assert facts.part_counts == (3.0, 3.0)
    word = lecturer.theatre.scene.groups[0].words[0].text
    lecturer.click_word(0, 0)
    assert word in lecturer.theatre.pinned
    # Another click, on one that is pinned, lets it go.
    mine = len(lecturer.theatre.scene.groups) - 1
    other = lecturer.theatre.scene.groups[mine].words[0].text
    lecturer.click_word(mine, 0)
    assert other not in lecturer.theatre.pinned


# -- d: a book, 8,000 merges -------------------------------------------------------------------------------------------


def test_d_a_book_at_full_speed_by_keys(lecturer: Lecturer, keep: Keep) -> None:
    session, playback = lecturer.session, lecturer.session.playback
    session.corpus.add_sample("moby-dick")
    lecturer.qtbot.waitUntil(lambda: len(session.corpus.checked) == 1 and not session.corpus.busy, timeout=LONG)
    lecturer.to_theatre()
    lecturer.option("vocab_size", 8_256)
    lecturer.train()
    assert len(lecturer.history) == 8_000
    # WHEN it plays as fast as it goes, and is paused
    lecturer.press(Qt.Key.Key_Home)
    lecturer.press(Qt.Key.Key_Plus, times=len(SPEEDS))
    assert playback.steps_a_second == float("inf")
    with lecturer.qtbot.waitSignal(playback.position_changed, timeout=LONG):
        lecturer.press(Qt.Key.Key_Space)
    lecturer.press(Qt.Key.Key_Space)
    assert not playback.playing
    # AND shown at 37, and back at 12
    lecturer.go_to(37)
    assert lecturer.pair == lecturer.history.row(37).pair
    keep("d-37")
    lecturer.press(Qt.Key.Key_Left, SHIFT, times=2)
    lecturer.press(Qt.Key.Key_Left, times=5)
    lecturer.theatre.flush()
    assert playback.position == 12
    assert lecturer.pair == lecturer.history.row(12).pair
    keep("d-12")
    # AND played on to the end
    with lecturer.qtbot.waitSignal(playback.playing_changed, timeout=LONG, check_params_cb=lambda playing: not playing):
        lecturer.press(Qt.Key.Key_Space)
    lecturer.theatre.flush()
    assert playback.position == 8_000
    assert lecturer.theatre.timeline.position == 8_000
    assert lecturer.pair == lecturer.history.row(8_000).pair
    keep("d-end")


def test_d_the_timeline_of_a_book_is_dragged(lecturer: Lecturer) -> None:
    session = lecturer.session
    session.corpus.add_sample("alice")
    lecturer.qtbot.waitUntil(lambda: len(session.corpus.checked) == 1 and not session.corpus.busy, timeout=LONG)
    with lecturer.qtbot.waitSignal(session.run.finished, timeout=LONG):
        lecturer.click(lecturer.theatre.train)
    lecturer.theatre.flush()
    for step in (37, 12, 700):
        lecturer.drag_to(step)
        position = session.playback.position
        assert abs(position - step) <= 2, "a pixel is about a step"
        assert lecturer.pair == lecturer.history.row(position).pair
    lecturer.click(lecturer.theatre.transport.play)
    assert session.playback.playing
    lecturer.click(lecturer.theatre.transport.play)
    assert not session.playback.playing


# -- e: two languages, the weight of one moved -------------------------------------------------------------------------


@pytest.fixture
def two_languages(lecturer: Lecturer) -> Lecturer:
    texts = udhr()
    for code in ("eng", "fin"):
        lecturer.to_theatre()
        lecturer.bring("\n".join(texts.units(code)))
    lecturer.to_theatre()
    lecturer.train()
    return lecturer


def test_e_a_weight_is_moved_by_keys(two_languages: Lecturer, keep: Keep) -> None:
    lecturer, run = two_languages, two_languages.session.run
    before = lecturer.history
    premium = before.premium_series("fin", "eng")[-1]
    keep("e-before")
    lecturer.press(Qt.Key.Key_M)
    sliders = lecturer.theatre.balance.sliders
    assert len(sliders) == 2
    assert QApplication.focusWidget() is sliders[0]
    position = lecturer.session.playback.position
    # WHEN English counts less and less
    lecturer.press(Qt.Key.Key_Left, times=4)
    assert lecturer.session.corpus.rows[0].source.weight_tenths == 6
    assert lecturer.session.playback.position == position, "the arrows move the weight, not the timeline"
    lecturer.qtbot.waitUntil(lambda: not run.running and run.history.scale == 10, timeout=LONG)
    # THEN it has been learned again, and Finnish costs less than before
    assert run.history is not before
    assert run.history.premium_series("fin", "eng")[-1] < premium
    lecturer.theatre.flush()
    # AND the run before stays on the screen as a ghost
    assert len(lecturer.theatre.merges.curves.bytes_curve.ghost)
    keep("e-after")


def test_e_a_weight_is_dragged(two_languages: Lecturer) -> None:
    lecturer, run = two_languages, two_languages.session.run
    before = run.history
    lecturer.click(lecturer.theatre.bar.balance)
    slider = lecturer.theatre.balance.sliders[1]
    with lecturer.qtbot.waitSignal(run.finished, timeout=LONG):
        lecturer.drag_handle(slider, slider.value() + 4)
    lecturer.qtbot.waitUntil(lambda: not run.running, timeout=LONG)
    assert lecturer.session.corpus.rows[1].source.weight_tenths > 10
    assert run.history is not before
    assert run.history.premium_series("fin", "eng")[-1] < before.premium_series("fin", "eng")[-1]
