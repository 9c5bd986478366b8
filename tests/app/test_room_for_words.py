"""What gives way where there is little room: no result of a merge, no name of a button, no legend, no word with rows left."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.state.training.first_recipes import first_recipe
from app.translation import install
from app.widgets.charts.timeline_legend import TimelineLegend
from app.widgets.theatre.merge_reasons import MergeReasons
from app.widgets.theatre.timeline import Timeline
from app.widgets.theatre.training_bar import TrainingBar
from app.widgets.theatre.transport import Transport
from app.widgets.why.equation import Equation, Merge
from app.widgets.why.pair_bars import PairBars
from app.widgets.why.why import PairRow, Reasons
from app.widgets.words.stage_words import StageGroup, StageWord
from app.widgets.words.token_chips import TokenChips
from app.widgets.words.word_columns import chosen_columns
from app.widgets.words.word_layout import RowPlan, plan_rows

Show = Callable[..., QWidget]
Speaks = Callable[[str], None]
WORD_PIECE = Merge(683, b"##e", b"##fore", 37, 2, 799, made=b"##efore")


@pytest.fixture
def speaks(qtbot: QtBot) -> Iterator[Speaks]:
    """Have the window speak a language for the time of a test."""
    application = QCoreApplication.instance()
    assert application is not None
    installed: list[QTranslator] = []
    yield lambda language: installed.extend(install(application, language))
    for translator in installed:
        application.removeTranslator(translator)


@pytest.fixture
def german(speaks: Speaks) -> None:
    speaks("de")


def held(show: Show, widget: QWidget, width: int, height: int) -> QWidget:
    """In another one, where it may be smaller than its layout wants."""
    holder = QWidget()
    widget.setParent(holder)
    widget.resize(width, height)
    return show(holder, 1200, 600)


# -- the equation --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("german")
def test_the_result_of_a_merge_is_whole_where_it_has_room(appearance: Appearance, show: Show) -> None:
    appearance.set_base(18)
    made = Equation(appearance)
    made.set_compact(True)
    show(made, 271, 80)
    merge = Merge(141, b"a", b"l", 120, 41, 396)
    made.show_merge(merge)
    face = made._face(merge)
    assert face.width(b"al", True, made._most(face, merge)) == face.width(b"al", True)


def test_a_figure_gives_up_its_word_before_a_token_is_cut(appearance: Appearance, show: Show) -> None:
    made = Equation(appearance)
    made.set_compact(True)
    show(made, 600, 60)
    made.show_merge(WORD_PIECE)
    assert (made.figures[0].number, made.figures[0].caption) == ("37", "occurrences")
    face = made._faces[-1]
    whole = sum(face.width(token, True) + made._gap(face, sign) for token, sign in WORD_PIECE.chips)
    made.resize(round(whole + appearance.metrics.units(20)), 60)
    assert [(figure.number, figure.caption) for figure in made.figures] == [("37×", "")]
    assert made._equation_width(made._face(WORD_PIECE), WORD_PIECE) == pytest.approx(whole)


def test_a_wide_equation_has_all_its_figures(appearance: Appearance, show: Show) -> None:
    made = Equation(appearance)
    show(made, 509, 80)
    made.show_merge(Merge(141, b"a", b"l", 120, 41, 396))
    assert [figure.number for figure in made.figures] == ["120", "41"]
    made.resize(1500, 80)
    assert [figure.number for figure in made.figures] == ["120", "41", "396"]


# -- the transport -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("german")
def test_back_play_and_why_have_their_german_names_in_the_workspace(appearance: Appearance, show: Show) -> None:
    """The theatre of a window of 1280 x 800 is so wide."""
    made = Transport(appearance)
    holder = held(show, made, 636, 40)
    assert holder.isVisible()
    made.show_position(141, 744)
    assert [button.text().strip() for button in (made.step_back, made.play, made.why)] == [
        "Zurück",
        "Abspielen",
        "Warum",
    ]
    shown = [child for child in made.children() if isinstance(child, QWidget) and child.isVisible()]
    ends = sorted((child.geometry().left(), child.geometry().right()) for child in shown)
    assert all(right < left for (_, right), (left, _) in itertools.pairwise(ends))
    # AND WHEN it is narrower still they are icons
    made.resize(500, 40)
    assert [button.text() for button in (made.step_back, made.play, made.why)] == ["", "", ""]


def test_a_row_with_room_is_not_tight(appearance: Appearance, show: Show) -> None:
    made = Transport(appearance)
    show(made, 1000, 40)
    made.show_position(3, 99)
    assert (made._named, made._tight) == (True, False)
    made.show_position(3, 1_000_000)
    assert made._needed_width() <= 1000


# -- the row above the theatre -------------------------------------------------------------------------------------------


def _cut(bar: TrainingBar) -> list[str]:
    """Buttons that are narrower than what is on them."""
    shown = [button for button in bar.findChildren(QAbstractButton) if button.isVisible()]
    return [button.accessibleName() for button in shown if button.width() < button.sizeHint().width()]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_button_above_the_theatre_is_cut(
    qtbot: QtBot, appearance: Appearance, show: Show, speaks: Speaks, language: str
) -> None:
    """The theatre of a window of 1280 x 800 in the largest type is 691 pixels wide."""
    speaks(language)
    appearance.set_base(22)
    made = TrainingBar(appearance, first_recipe("byte-bpe"))
    made.show_known(True)
    holder = held(show, made, 1200, made.sizeHint().height())
    assert holder.isVisible()
    whole = made.train.text()
    made.resize(691, made.height())
    qtbot.waitUntil(lambda: _cut(made) == [])
    assert made.train.text() not in ("", whole)
    # AND WHEN it is narrower still, or two buttons stand there
    made.resize(560, made.height())
    qtbot.waitUntil(lambda: _cut(made) == [])
    assert (made.train.text(), made.train.accessibleName()) == ("", whole.strip())
    made.show_running(True)
    made.resize(640, made.height())
    qtbot.waitUntil(lambda: _cut(made) == [])
    # AND WHEN there is room again
    made.show_running(False)
    made.resize(1200, made.height())
    assert made.train.text() == whole


# -- words in columns ----------------------------------------------------------------------------------------------------


def plan_of(height: float, counts: list[int]) -> Callable[[tuple[int, ...]], RowPlan]:
    return lambda columns: plan_rows(
        [-(-count // wide) for count, wide in zip(counts, columns, strict=True)], height, 40, 25, 8
    )


@pytest.mark.parametrize(
    ("height", "cut", "columns"),
    [
        (400, {1}, (2, 1)),  # there are rows for it
        (400, set(), (2, 2)),
        (180, {1}, (2, 2)),  # words would be left out
        (400, {0, 1}, (1, 1)),
    ],
)
def test_a_group_with_cut_words_has_one_column_where_rows_are_left(
    height: float, cut: set[int], columns: tuple[int, ...]
) -> None:
    counts = [2, 4]
    _, chosen = chosen_columns(counts, 2, plan_of(height, counts), lambda group, _shown: group in cut)
    assert chosen == columns


def test_a_pinned_word_is_whole_where_there_are_rows(appearance: Appearance, show: Show) -> None:
    made = TokenChips(appearance)
    show(made, 560, 300)
    long = StageWord((b"A", b"##l", b"##i", b"##c", b"##e", b"##s", b"##o", b"##n"), 3.0)
    group = StageGroup("My words", (long, StageWord((b"a",), 2.0)), "pinned", "Add a word")
    made.show_words((group,))
    assert len(made.stage.words[0].tokens) == len(long.tokens)
    assert made.stage.words[1].at.y() > made.stage.words[0].at.y()
    made.resize(560, 90)  # one row
    made.show_words((group,))
    assert made.stage.words[0].at.y() == made.stage.words[1].at.y()


# -- the timeline --------------------------------------------------------------------------------------------------------


def legend(appearance: Appearance, show: Show, tokens: np.ndarray, width: int = 900) -> list[tuple[str, bool]]:
    made = Timeline(appearance)
    show(made, width, made.sizeHint().height())
    made.set_data(tokens, np.ones(len(tokens) - 1, int))
    made.set_ghost(tokens * 1.1, "Alice 800, Character BPE")
    made.set_position(len(tokens) - 1)
    made.grab()
    return [(words.text.split(":")[0], words.below) for words in TimelineLegend(made.shape, appearance).words]


def test_lines_are_named_above_a_curve_that_falls(appearance: Appearance, show: Show) -> None:
    falling = 40_000 + 100_000 * 0.98 ** np.arange(700)
    assert legend(appearance, show, falling) == [("tokens of the corpus", False), ("Alice 800, Character BPE", False)]


def test_lines_are_named_below_a_curve_that_hardly_falls(appearance: Appearance, show: Show) -> None:
    slow = np.concatenate([np.linspace(120_000, 100_000, 600), np.linspace(100_000, 50_000, 100)])
    assert legend(appearance, show, slow) == [("tokens of the corpus", True), ("Alice 800, Character BPE", True)]


def test_a_dashed_line_is_named_first_where_one_name_has_room(appearance: Appearance, show: Show) -> None:
    falling = 40_000 + 100_000 * 0.98 ** np.arange(700)
    assert legend(appearance, show, falling, 360) == [("Alice 800, Character BPE", False)]


# -- why this pair -------------------------------------------------------------------------------------------------------


def test_a_low_stage_leaves_out_the_other_rules_rather_than_lay_them_over_the_bars(
    appearance: Appearance, show: Show
) -> None:
    made = MergeReasons(appearance)
    holder = held(show, made, 300, 400)
    assert holder.isVisible()
    made.fit(with_rules=False)
    assert made.other_rules.isVisible()
    made.resize(300, appearance.metrics.units(20))
    assert not made.other_rules.isVisible()


def test_no_half_of_a_bar_is_drawn(appearance: Appearance, show: Show) -> None:
    made = PairBars(appearance)
    holder = held(show, made, 340, 400)
    assert holder.isVisible()
    pairs = PairRow(b"a", b"l", (64, 75), 120), PairRow(b"t", b"h", (83, 71), 90)
    made.show_reasons(Reasons(pairs, 1, "smallest-ids", "Smallest ids"))
    assert made.rows_shown == 2
    made.resize(340, round(made._heading_height()) + made._pitch // 2)
    assert made.rows_shown == 0
    assert made._plan().hidden == 0
    made.grab()
