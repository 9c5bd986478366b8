"""What is drawn while a training runs is drawn in small turns, and nothing of it twice."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.state.tokenizers.tokenizer_library import RUN
from app.state.training.run_record import RunRecord
from app.state.training.turns import Turns
from app.widgets.basics import drawable
from app.widgets.basics.chip_painting import ChipFace
from app.widgets.basics.chip_text import chip_parts
from app.widgets.basics.progress_row import ProgressRow
from app.widgets.charts.curve_canvas import CurveCanvas
from app.widgets.charts.curves import Curve, CurvePlot
from app.widgets.theatre.step_drawing import StepDrawing
from app.widgets.words.font_warming import FontWarming
from engine.model import WordCounts
from engine.training import new_history
from tests.app.conftest import LONG

PARTS = ("_draw_data", "_draw_place", "_draw_equation", "_draw_words", "_draw_reasons", "_draw_cursor", "_draw_list")
HEAVY = {"_draw_data", "_draw_words", "_draw_reasons"}
"""Parts of which no two are drawn in one turn."""


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The parts that the theatre draws, a list for each turn of the event loop in which it does; each takes its time."""
    drawn: list[list[str]] = []
    on_turn = Turns._on_turn

    def counted(these: Turns) -> None:
        drawn.append([])
        on_turn(these)

    def noting(name: str) -> Callable[[StepDrawing], None]:
        part = getattr(StepDrawing, name)

        def noted(drawing: StepDrawing) -> None:
            if drawn:
                drawn[-1].append(name)
            part(drawing)

        return noted

    for name in PARTS:
        monkeypatch.setattr(StepDrawing, name, noting(name))
    monkeypatch.setattr(Turns, "_on_turn", counted)
    monkeypatch.setattr("app.state.training.turns._TIME", 0.0)
    return drawn


def test_each_part_of_the_theatre_has_a_turn_of_its_own_while_a_training_runs(
    qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget], turns: list[list[str]]
) -> None:
    pane = TrainingPane(session.run, session.playback, session.settings, appearance)
    show(pane, 1200, 800)
    session.preparation.start()
    session.corpus.add_sample("alice")
    advanced: list[int] = []
    session.run.advanced.connect(advanced.append)
    session.train()
    session.run.pause()

    def goes_on_until_something_is_learned() -> bool:
        """From one pause to the next, so that the training is not over before anybody looks."""
        session.run.resume()
        session.run.pause()
        return bool(advanced)

    qtbot.waitUntil(goes_on_until_something_is_learned, timeout=LONG)
    qtbot.waitUntil(lambda: {part for turn in turns for part in turn} >= set(PARTS), timeout=LONG)
    assert session.run.running
    assert next(part for turn in turns for part in turn if part in PARTS) == "_draw_data", "all else is drawn with it"
    assert all(len(HEAVY & set(turn)) <= 1 for turn in turns)
    # Pictures do not wait for turns.
    session.playback.seek(1)
    turns.append([])
    pane.flush()
    assert set(turns[-1]) == set(PARTS)
    assert pane.timeline.position == session.playback.position
    session.run.stop()


def test_what_leads_is_drawn_in_each_turn_and_the_rest_comes_round(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.state.training.turns._TIME", 0.0)
    drawn: list[str] = []

    class Parts(QObject):
        def cursor(self) -> None:
            drawn.append("cursor")

        def words(self) -> None:
            drawn.append("words")
            asked.lead(self.cursor)
            if drawn.count("words") < 3:
                asked.ask(self.words, self.bars)

        def bars(self) -> None:
            drawn.append("bars")

    parts, asked = Parts(), Turns()
    asked.ask(parts.words, parts.bars)
    asked.lead(parts.cursor)
    qtbot.waitUntil(lambda: not asked.waiting)
    assert drawn[:4] == ["cursor", "words", "cursor", "bars"]
    # However often the words ask, the bars come round; and what asks before its turn is drawn once.
    assert [part for part in drawn if part != "cursor"] == ["words", "bars", "words", "words", "bars"]


def test_nothing_is_drawn_for_what_has_been_closed(qtbot: QtBot) -> None:
    drawn: list[str] = []

    class Part(QObject):
        def draw(self) -> None:
            drawn.append(self.objectName())

    gone, stays, asked = Part(), Part(), Turns()
    stays.setObjectName("stays")
    asked.ask(gone.draw, stays.draw)
    shiboken6.delete(gone)
    asked.finish()
    assert drawn == ["stays"]


def test_a_position_costs_a_curve_no_painting(
    qtbot: QtBot, appearance: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot = CurvePlot(appearance, "Bytes per token")
    qtbot.addWidget(plot)
    plot.resize(400, 200)
    values = np.linspace(1, 3, 500)
    plot.show_curves([Curve("this run", values)])
    plot.show_position(250)
    plot.grab()
    painted: list[CurveCanvas] = []
    line = CurveCanvas._paint_line
    monkeypatch.setattr(CurveCanvas, "_paint_line", lambda *given: (painted.append(given[0]), line(*given[1:]))[1])
    for position in (0, 100, 499):
        plot.show_position(position)
        plot.show_curves([Curve("this run", values.copy())])
        plot.grab()
    assert not painted
    plot.show_curves([Curve("this run", values + 1)])
    plot.grab()
    assert painted


def test_the_fonts_of_all_scripts_are_opened_before_they_are_needed(
    qtbot: QtBot, appearance: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: set[str] = set()

    class Watched:
        def __init__(self, font: QFont) -> None:
            self._measure = QFontMetricsF(font)

        def horizontalAdvance(self, text: str) -> float:
            measured.add(text)
            return self._measure.horizontalAdvance(text)

    monkeypatch.setattr("app.widgets.words.font_warming.QFontMetricsF", Watched)
    warming = FontWarming(appearance, appearance)
    words = WordCounts.of({word.encode(): 1 for word in ("low", "हिन्दी", "ไทย", "人人", "ދިވެހި")})
    warming.begin(words)
    qtbot.waitUntil(lambda: warming.done)
    assert len(measured) >= 3
    assert any("\u0900" <= letter < "\u0980" for letter in measured)
    assert "l" not in measured, "Latin is there already"
    warming.begin(None)
    assert warming.done


def test_a_letter_that_no_font_draws_is_told_by_its_number(
    appearance: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking for a font of Thaana opens all fonts of the system, in vain."""
    monkeypatch.setattr(drawable, "_has_thaana", lambda: False)
    chip_parts.cache_clear()
    assert [(part.kind, part.text) for part in chip_parts(" aދި".encode())] == [
        ("space", " "),
        ("text", "a"),
        ("hex", "U+078B U+07A8"),
    ]
    monkeypatch.setattr(drawable, "_has_thaana", lambda: True)
    chip_parts.cache_clear()
    assert [part.text for part in chip_parts("ދި".encode())] == ["ދި"]
    chip_parts.cache_clear()


def test_chips_of_one_size_are_measured_once(appearance: Appearance, monkeypatch: pytest.MonkeyPatch) -> None:
    token = b"measured once"
    width = ChipFace(appearance).width(token)
    monkeypatch.setattr(ChipFace, "_measured", lambda *_: pytest.fail("measured again"))
    assert ChipFace(appearance).width(token) == ChipFace(appearance).width(token, most=width + 5) == width


def test_a_curve_that_never_had_a_ghost_is_not_drawn_for_none(
    qtbot: QtBot, appearance: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot = CurvePlot(appearance, "Bytes per token")
    qtbot.addWidget(plot)
    plot.show_curves([Curve("this run", np.array([1.0, 2.0, 3.0]))])
    drawn: list[CurvePlot] = []
    monkeypatch.setattr(CurvePlot, "_draw", lambda self: drawn.append(self))
    plot.show_ghost(None)
    assert not drawn
    plot.show_ghost(Curve("another", np.array([1.0, 1.5])))
    plot.show_ghost(None)
    assert len(drawn) == 2


def test_a_bar_moves_in_whole_percents(qtbot: QtBot, appearance: Appearance) -> None:
    row = ProgressRow(appearance)
    qtbot.addWidget(row)
    moves: list[int] = []
    row.bar.valueChanged.connect(moves.append)
    for thousandths in range(1001):
        row.show_progress("Counting", thousandths / 1000)
    assert moves == list(range(0 if moves[0] == 0 else 1, 101))
    assert row.percent.text() == "100 %"
    row.show_progress("Counting", None)
    assert row.percent.text() == ""
    row.hide()
    row.show_progress("Counting", None)
    assert not row.isHidden()


def test_telling_of_progress_paints_nothing_at_once(
    qtbot: QtBot, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    """Qt's own bar does, and whatever else of the window waits to be painted with it."""
    painted: list[str] = []

    class Neighbour(QWidget):
        def paintEvent(self, _event: QPaintEvent) -> None:
            painted.append("neighbour")

    whole, row, neighbour = QWidget(), ProgressRow(appearance), Neighbour()
    column = QVBoxLayout(whole)
    column.addWidget(row)
    column.addWidget(neighbour)
    show(whole, 300, 200)
    row.show_progress("Counting", 0.1)
    qtbot.waitUntil(lambda: row.bar.isVisible() and bool(painted))
    painted.clear()
    neighbour.update()
    row.show_progress("Counting", 0.5)
    assert not painted
    qtbot.waitUntil(lambda: bool(painted))
    assert (row.bar.value(), row.bar.updatesEnabled()) == (50, True)


def test_a_drag_is_drawn_in_turns_and_ends_where_it_was_let_go(
    qtbot: QtBot, trained: Session, appearance: Appearance, show: Callable[..., QWidget], turns: list[list[str]]
) -> None:
    pane = TrainingPane(trained.run, trained.playback, trained.settings, appearance)
    show(pane, 1200, 800)
    trained.playback.seek(339)
    pane.flush()
    equation = pane.scene.equation.accessibleDescription()
    trained.playback.seek(299)
    pane.flush()
    assert pane.scene.equation.accessibleDescription() != equation
    turns.clear()
    for position in range(300, 340):
        trained.playback.seek(position)
        if position % 3 == 0:
            before = len(turns)
            qtbot.waitUntil(lambda before=before: len(turns) > before)
    qtbot.waitUntil(lambda: not trained.playback.turns.waiting)
    assert all(len(HEAVY & set(turn)) <= 1 for turn in turns)
    led = [turn for turn in turns if "_draw_place" in turn]
    assert len(led) >= 10, "the cursor is in each turn that comes after a move"
    # Every part shows the end, those too whose turn came before the last move.
    assert pane.timeline.position == pane.transport.step_field.value() == 339
    assert pane.scene.equation.accessibleDescription() == equation


def test_what_follows_a_drag_comes_to_rest_where_it_ends(qtbot: QtBot, trained: Session) -> None:
    library, playback = trained.tokenizers, trained.playback
    for position in (100, 200, 250, 300):
        playback.seek(position)
    # Whoever asks before its turn has come gets the tokenizer of the position all the same.
    tokenizer = library.tokenizer(RUN)
    assert tokenizer is not None
    assert len(tokenizer.vocabulary) == len(trained.run.history.tokenizer_at(300).vocabulary)
    qtbot.waitUntil(lambda: not playback.turns.waiting)
    assert trained.grid.position == 300
    assert trained.playground.title == library.title(RUN)


def test_what_waits_to_be_drawn_of_a_run_is_dropped_when_another_takes_over(
    trained: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> None:
    run, playback = trained.run, trained.playback
    pane = TrainingPane(run, playback, trained.settings, appearance)
    show(pane, 1200, 800)
    pane.drawing.flush()
    playback.seek(20)
    assert playback.turns.waiting
    run._take_over(RunRecord(new_history(run.recipe)), keeps=True, stays=False)
    playback.turns.finish()
    assert not playback.turns.waiting
