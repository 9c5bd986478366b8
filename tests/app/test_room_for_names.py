"""What is long has room: names of files, of branches, and the pairs that are guessed; and labels keep their size."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDropEvent, QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import LIGHT, Appearance
from app.main_window import MainWindow
from app.tour import settle
from app.widgets.basics.controls import Label
from app.widgets.basics.flow_row import FlowRow
from app.widgets.basics.name_label import NameLabel
from app.widgets.basics.search_field import SearchField
from app.widgets.basics.segment_row import Segment, SegmentRow
from app.widgets.why.pair_bars import PairBars
from app.widgets.why.rule_list import RuleList
from tests.app.conftest import LONG
from tests.app.cut_texts import cut_texts

LONG_NAME = "minutes_of_the_general_assembly_1948_final_version-2.txt"


def test_a_file_with_a_long_name_does_not_push_the_figures_out(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / LONG_NAME
    file.write_text("low lower lowest " * 50)
    corpus, data = window.panes.corpus, QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    corpus.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))
    qtbot.waitUntil(lambda: len(corpus.rows) == 3 and not window.session.corpus.busy, timeout=LONG)
    settle()
    row = corpus.rows[2]
    assert row.title.text() == LONG_NAME
    for part in (row.remove, row.slider, corpus.figures["Bytes"]):
        assert part.mapTo(corpus, part.rect().topRight()).x() < corpus.width()
    assert row.title.height() >= 2 * row.title.fontMetrics().height(), "it stands on several lines"


def test_a_name_is_broken_after_its_separators_and_anywhere_where_it_must(qtbot: QtBot) -> None:
    label = NameLabel(Appearance(LIGHT))
    qtbot.addWidget(label)
    line = label.fontMetrics().height()
    label.setText("moby_dick.txt")
    assert label.heightForWidth(label.sizeHint().width() + 2) < 2 * line
    assert label.heightForWidth(label.fontMetrics().horizontalAdvance("moby_") + 2) >= 2 * line
    label.setText("x" * 60)
    assert label.heightForWidth(100) >= 3 * line
    assert label.minimumSizeHint().width() < 100
    label.resize(100, label.heightForWidth(100))
    assert cut_texts(label) == []


def test_the_numbers_of_a_branch_are_seen_beside_those_of_the_others(qtbot: QtBot, window: MainWindow) -> None:
    run, table = window.session.run, window.languages.map

    def title() -> str:
        """Of the run's column, which is the last; it is not there before the first step."""
        return str(table.model().headerData(table.model().columnCount() - 1, Qt.Orientation.Horizontal))

    with qtbot.waitSignal(run.finished, timeout=LONG):
        run.branch_off(140, "first-seen")
    qtbot.waitUntil(lambda: "first seen" in title(), timeout=LONG)
    settle()
    assert table.horizontalScrollBar().maximum() == 0
    assert QFontMetrics(window.appearance.font("caption", weight=600)).horizontalAdvance(title()) > 150
    assert table.visualRect(table.model().index(0, table.model().columnCount() - 1)).right() <= table.viewport().width()


class _Block(QWidget):
    def sizeHint(self) -> QSize:
        return QSize(80, 20)


def test_the_last_line_of_a_row_has_no_widget_alone(qtbot: QtBot) -> None:
    look, pane = Appearance(LIGHT), QWidget()
    qtbot.addWidget(pane)
    row = FlowRow(look)
    pane.setLayout(row)
    parts = [_Block() for _ in range(5)]
    for part in parts:
        row.addWidget(part)
    pane.resize(4 * 80 + 40, 200)
    pane.show()
    tops = [part.y() for part in parts]
    assert tops[0] == tops[1] == tops[2] < tops[3] == tops[4]


def test_a_label_that_comes_into_another_window_keeps_its_size(qtbot: QtBot, appearance: Appearance) -> None:
    window, inside = QWidget(), QWidget()
    qtbot.addWidget(window)
    sheet = QWidget(inside)
    inside.setParent(window)
    label = Label(appearance, "Why", bold=True)
    QVBoxLayout(sheet).addWidget(label)
    window.show()
    appearance.set_base(28)
    settle()
    sheet.setParent(window)
    sheet.show()
    assert label.font().pixelSize() == 28
    assert label.font().bold()


def test_the_reasons_are_as_large_as_the_stage(qtbot: QtBot, window: MainWindow) -> None:
    window.theatre.setFocus()
    window.actions_by_name["stage"].trigger()
    qtbot.waitUntil(lambda: window.appearance.on_stage and window.stage.pane == "theatre")
    settle()
    window.actions_by_name["why"].trigger()
    sheet = window.theatre.why_sheet
    qtbot.waitUntil(sheet.isVisible)
    base = window.appearance.metrics.base
    assert base > 20
    assert sheet.title.font().pixelSize() == base
    assert sheet.findChild(RuleList).isVisible()


def test_on_a_small_stage_the_pairs_to_guess_are_whole_and_the_hints_say_how(qtbot: QtBot, window: MainWindow) -> None:
    window.theatre.setFocus()
    window.actions_by_name["stage"].trigger()
    qtbot.waitUntil(lambda: window.appearance.on_stage and window.stage.pane == "theatre")
    window.resize(800, 800)
    settle()
    assert "play" in window.stage.hints.accessibleName()
    window.theatre.setFocus()
    qtbot.keyClick(window.theatre, Qt.Key.Key_P)
    guess = window.theatre.reasons.guess
    qtbot.waitUntil(guess.isVisible)
    settle()
    assert "guess" in window.stage.hints.accessibleName()
    for option in guess.options:
        most = option.width()
        face = option._fitting_face(most / 2, option.height())
        assert option._widest(face) <= most / 2
    assert cut_texts(guess) == []
    for part in guess.findChildren(QAbstractButton):
        if part.isVisible():
            assert guess.rect().contains(part.geometry())
    qtbot.keyClick(window.theatre, Qt.Key.Key_2)
    qtbot.keyClick(window.theatre, Qt.Key.Key_Return)
    settle()
    assert cut_texts(guess) == []
    qtbot.keyClick(window.theatre, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: "play" in window.stage.hints.accessibleName())


def test_side_by_side_all_texts_are_equally_wide(qtbot: QtBot, window: MainWindow) -> None:
    playground, compared = window.session.playground, window.panes.tokens.compared
    window.maximise("tokens")
    playground.compare(("gpt2",))
    playground.display.put_beside(True)
    settle()
    first, second = compared.sizes()
    assert abs(first - second) <= 1
    playground.compare(("gpt2", "o200k_base"))
    settle()
    assert max(compared.sizes()) - min(compared.sizes()) <= 2


def test_an_empty_text_does_not_ask_to_point_at_a_token(qtbot: QtBot, window: MainWindow) -> None:
    strip, playground = window.panes.tokens.strip, window.session.playground

    def asks() -> bool:
        return any("Point at a token" in label.text() for label in strip.findChildren(QLabel))

    assert asks()
    with qtbot.waitSignal(playground.encoded):
        playground.set_text("")
    assert not asks()
    with qtbot.waitSignal(playground.encoded):
        playground.set_text("again")
    assert asks()


def test_a_line_about_more_tied_pairs_is_whole_or_not_there(qtbot: QtBot, window: MainWindow) -> None:
    window.session.playback.seek(141)
    window.theatre.flush()
    reasons = window.theatre.reasons.bars._row
    assert reasons is not None
    assert reasons.tied == 3
    bars = PairBars(window.appearance)
    qtbot.addWidget(bars)
    bars.show_reasons(reasons)
    for height in range(60, 300, 3):
        bars.resize(200, height)
        plan = bars._plan()
        used = plan.top + plan.rows * bars._pitch + (bars._line if plan.hidden else 0)
        assert not plan.hidden or used <= height + 0.1 * bars._line


def test_a_glass_is_as_large_as_the_letters(qtbot: QtBot, appearance: Appearance) -> None:
    field = SearchField(appearance, "Find")
    qtbot.addWidget(field)
    small = field.textMargins().left()
    appearance.set_base(28)
    settle()
    assert field.textMargins().left() >= 28
    assert field.textMargins().left() > 1.5 * small
    assert (field.placeholderText(), field.accessibleName()) == ("Find", "Find")


def test_one_of_several_segments_is_down(qtbot: QtBot, appearance: Appearance) -> None:
    pane = QWidget()
    qtbot.addWidget(pane)
    row = SegmentRow(appearance, [Segment(title, f"Tip of {title}") for title in ("Tree", "Forms", "Scripts")], pane)
    pane.setLayout(row)
    pane.show()
    assert [button.isChecked() for button in row.buttons] == [True, False, False]
    with qtbot.waitSignal(row.group.idClicked) as clicked:
        qtbot.mouseClick(row.buttons[2], Qt.MouseButton.LeftButton)
    assert clicked.args == [2]
    assert [button.isChecked() for button in row.buttons] == [False, False, True]
    assert row.buttons[1].toolTip() == "Tip of Forms"
    assert [button.property("segment") for button in row.buttons] == ["first", "middle", "last"]


def test_the_two_texts_of_an_audit_are_seen_in_a_low_window(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1280, 800)
    window.maximise("languages")
    qtbot.waitUntil(lambda: window.session.grid.is_known("cl100k_base", "vie"), timeout=LONG)
    window.languages.map.cell_selected.emit("cl100k_base", "vie")
    audit = window.languages.audit
    qtbot.waitUntil(lambda: audit.ours.isVisible() and audit.theirs.isVisible(), timeout=LONG)
    settle()
    viewport = audit._scroll.viewport()
    for text in (audit.ours.view, audit.theirs.view):
        assert text.mapTo(viewport, text.rect().bottomLeft()).y() <= viewport.height()
        assert text.height() >= window.appearance.metrics.units(30)


def test_the_chosen_token_is_seen_in_the_table_as_it_comes(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1280, 800)
    window.maximise("vocabulary")
    table = window.panes.vocabulary.table
    qtbot.waitUntil(lambda: table.selected_id() > 300, timeout=LONG)
    settle()
    assert table.viewport().rect().intersects(table.visualRect(table.currentIndex()))


def test_every_button_says_what_it_does(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1600, 1000)
    settle()
    for name in window.panes:
        window.maximise(name)
        settle()
        buttons = [button for button in window.findChildren(QAbstractButton) if button.isVisible()]
        assert [button.text() for button in buttons if not button.toolTip()] == []
        window.maximise(name)
