"""Lists: how wide their columns are, where their keys go, and what stands in them in another language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.main_window import MainWindow
from app.sentences import said
from app.translation import install
from app.widgets.steps.step_columns import StepColumns
from app.widgets.steps.step_model import COUNT, NOWHERE, OTHER, SAME, mark_text
from app.widgets.steps.step_table import StepTable
from app.widgets.why.piece_table import PieceTable
from engine import load_preset
from engine.reading.parts import cut_apart
from engine.rounds import PieceRow

Show = Callable[..., QWidget]


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    installed = install(qapp, "de")
    yield
    for translator in installed:
        qapp.removeTranslator(translator)


@pytest.mark.usefixtures("german")
def test_a_step_that_the_other_run_never_makes_is_marked_in_german(appearance: Appearance, show: Show) -> None:
    assert (mark_text(NOWHERE), mark_text(SAME), mark_text("141")) == ("neu", "=", "141")
    table = StepTable(appearance)
    show(table, 300, 400)
    table.view.setColumnHidden(OTHER, False)
    wide = QFontMetricsF(appearance.font("body")).horizontalAdvance("neu")
    assert table.view.columnWidth(OTHER) >= wide + 2 * appearance.metrics.units(2)


@pytest.mark.usefixtures("german")
def test_why_the_parts_are_other_tokens_is_said_in_german() -> None:
    gpt2 = load_preset("gpt2")
    parts = cut_apart(gpt2, gpt2.encode("unbelievable"), [4])
    (cut,) = parts.cuts
    assert cut.differs
    assert said(cut.sentence) != cut.sentence


@pytest.mark.parametrize("scale", [1, 10])
def test_the_widest_count_has_room_wherever_it_stands(appearance: Appearance, show: Show, scale: int) -> None:
    """By score the counts rise and fall, and weights give them tenths."""
    counts = np.array([5, 123_456_785, 3])
    parts = np.zeros((3, 2), np.int64)
    table = StepTable(appearance)
    show(table, 400, 400)
    table.show_steps(StepColumns(parts, counts, np.ones(3, np.int64), lambda id: b"a", scale=scale))
    words = "123,456,785" if scale == 1 else "12,345,678.5"
    needed = QFontMetricsF(appearance.font("body")).horizontalAdvance(words) + 3 * appearance.metrics.units(1)
    assert table.view.columnWidth(COUNT) >= needed


def _rows() -> Sequence[PieceRow]:
    return [PieceRow(b"p%d" % at, at < 30, 100.0 - at, None if at < 30 else 2.0, -1.0) for at in range(60)]


def test_arrow_keys_go_on_from_the_piece_that_is_shown(appearance: Appearance, show: Show) -> None:
    table = PieceTable(appearance)
    show(table, 500, 400)
    table.show_rows(_rows(), 30, lambda piece: ())
    asked: list[bytes] = []
    table.piece_asked.connect(asked.append)
    table.piece_asked.connect(table.show_piece)
    table.show_piece(b"p31")  # as the scene shows it, which is not always the first that goes
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up):
        QTest.keyClick(table.view, key)
    assert asked == [b"p32", b"p31", b"p30"]


def test_names_have_room_in_the_table_of_languages_at_every_size(qtbot: QtBot, window: MainWindow) -> None:
    window.maximise("languages")
    window.languages.show_view("table")
    table, grid = window.languages.views.table, window.session.grid
    for base in (14, 18, 14):
        window.appearance.set_base(base)
        measure = QFontMetrics(window.appearance.font("body"))
        assert table.columnWidth(0) > max(map(measure.horizontalAdvance, grid.names().values()))
        titles = [column.title for column in grid.columns]
        assert table.columnWidth(2) > max(map(measure.horizontalAdvance, titles))


def test_names_are_sorted_whatever_their_case(window: MainWindow) -> None:
    window.languages.show_view("table")
    model = window.languages.views.table.model_of_rows
    (place, *_) = model.places
    for column in (0, 2):
        shown, key = model.columns[column].entry(place)
        assert key == shown.casefold()
