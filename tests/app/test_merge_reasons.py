"""The equation, why a pair wins, and what other rules would choose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from app.look.theme import LIGHT, Appearance
from app.widgets.why.equation import Equation, Merge
from app.widgets.why.pair_bars import PairBars, bar_columns
from app.widgets.why.rule_list import RuleChoice, RuleList
from app.widgets.why.why import PairRow, Reasons, margin_sentence, why_headline, why_sentence

AL = PairRow(b"a", b"l", (64, 75), 120)
VERY = PairRow(b" ", b"very", (220, 369), 120)
SELF = PairRow(b"se", b"lf", (305, 377), 120)
THEY = PairRow(b" the", b"y", (261, 88), 119)
STEP_141 = Reasons((AL, VERY, SELF, THEY), 3, "smallest-ids", "Smallest ids")
CHOICES = (
    RuleChoice("smallest-ids", "Smallest ids", "tokenizers", (b"a", b"l"), True),
    RuleChoice("first-seen", "First seen", "minbpe", (b" ", b"very"), False),
)


def test_a_tie_is_said_as_the_design_says_it() -> None:
    sentence = f"{why_headline(STEP_141)} {why_sentence(STEP_141)}"
    assert sentence == (
        "Three pairs occur 120 times. The rule smallest ids decides: (64, 75), and 64 is less than 220 and 305."
    )
    assert margin_sentence(STEP_141) == "Margin to the next count: 1 (120 against 119)."


def test_without_a_tie_the_margin_decides() -> None:
    winner = PairRow(b"u", b"p", (84, 79), 122)
    assert why_sentence(Reasons((winner, AL), 1, "smallest-ids", "Smallest ids")) == (
        "It occurs 122 times, 2 more than the next pair."
    )
    assert why_sentence(Reasons((winner,), 1, "smallest-ids", "Smallest ids")).endswith("There is no other pair.")


@pytest.mark.parametrize(
    ("rule", "title", "winner", "rivals", "ending"),
    [
        (
            "smallest-ids",
            "Smallest ids",
            AL,
            (PairRow(b"a", b"x", (64, 87), 120),),
            "after the same 64, 75 is less than 87.",
        ),
        ("first-seen", "First seen", VERY, (AL, SELF), '"space" and "very" stands first in the corpus.'),
        (
            "lexicographic-smallest",
            "Lexicographically smallest",
            VERY,
            (AL, SELF),
            '"space" comes before "a" and "se".',
        ),
        ("lexicographic-largest", "Lexicographically largest", SELF, (AL, VERY), '"se" comes after "a" and "space".'),
        ("shortest", "Shortest, then smallest", AL, (VERY, SELF), "2 bytes are fewer than 4 and 5."),
        (
            "shortest",
            "Shortest, then smallest",
            AL,
            (PairRow(b"e", b"d", (1, 2), 120),),
            '"al" is the least of the pairs with 2 bytes.',
        ),
    ],
)
def test_each_rule_says_what_it_compares(rule, title, winner, rivals, ending) -> None:
    row = Reasons((winner, *rivals), 1 + len(rivals), rule, title)
    assert why_sentence(row).startswith(f"The rule {title[0].lower()}{title[1:]} decides: ")
    assert why_sentence(row).endswith(ending)


@given(st.sampled_from(["smallest-ids", "first-seen", "lexicographic-smallest", "lexicographic-largest", "shortest"]))
def test_rivals_that_are_not_known_are_no_obstacle(rule) -> None:
    row = Reasons((AL,), 813, rule, "Some rule")
    assert why_headline(row) == "813 pairs occur 120 times."
    assert why_sentence(row).endswith(".")


@given(st.floats(120, 900), st.floats(20, 600), st.floats(10, 60), st.floats(20, 90))
def test_the_columns_of_a_row_never_overlap(width, chips, count, ids) -> None:
    columns = bar_columns(width, chips, count, ids, 8, 60)
    assert columns.bar >= columns.chips
    assert columns.count >= columns.bar + columns.bar_width
    assert columns.count + columns.count_width <= width + 0.01 or width < count + 2 * 8 + 0.42 * width
    assert columns.ids is None or columns.ids >= columns.count + columns.count_width


def test_rows_are_left_out_from_the_end(qtbot) -> None:
    bars = PairBars(Appearance())
    qtbot.addWidget(bars)
    bars.resize(340, 400)
    bars.show_reasons(STEP_141)
    assert bars.rows_shown == 4
    bars.resize(200, 110)
    assert 1 <= bars.rows_shown < 4
    bars.grab()
    bars.show_reasons(None, empty="Nothing learned yet.")
    assert bars.rows_shown == 0
    assert bars.accessibleDescription() == "Nothing learned yet."


def test_bars_stay_where_the_sentence_has_no_room(qtbot) -> None:
    bars = PairBars(Appearance())
    qtbot.addWidget(bars)
    bars.resize(200, 150)
    bars.show_reasons(Reasons((AL, VERY, SELF, THEY), 815, "smallest-ids", "Smallest ids"))
    plan = bars._plan()
    assert not plan.sentence
    assert plan.rows + plan.hidden == 815
    assert plan.top + plan.rows * bars._pitch + bars._line <= 150
    bars.grab()


def test_bars_move_to_their_new_lengths(qtbot) -> None:
    bars = PairBars(Appearance())
    qtbot.addWidget(bars)
    bars.show_reasons(STEP_141)
    bars.show_reasons(Reasons((AL, PairRow(b"x", b"y", (1, 2), 60)), 1, "smallest-ids", "Smallest ids"), animate=True)
    assert bars._lengths()[1] > 0.9
    qtbot.waitUntil(lambda: not bars._timer.isActive(), timeout=2000)
    assert bars._lengths() == (1.0, 0.5)


@pytest.mark.parametrize("width", [200, 340, 560, 900])
@pytest.mark.parametrize("right", [b"l", b"incomprehensibilities", "人人生而自由".encode(), b"\xe0\xa4"])
def test_the_equation_fits_with_its_first_figure(qtbot, width, right) -> None:
    widget = Equation(Appearance())
    qtbot.addWidget(widget)
    widget.resize(width, 60)
    merge = Merge(141, b"a", right, 120, 41, 396, 3)
    widget.show_merge(merge, "Next merge, step 141")
    figure = widget._figure_width(widget.figures[0])
    assert widget._equation_width(widget._face(merge), merge) + figure <= width + 1
    assert widget.figures[0].number.removesuffix("×") == "120"
    widget.grab()


def test_the_equation_speaks(qtbot) -> None:
    widget = Equation(Appearance())
    qtbot.addWidget(widget)
    widget.show_merge(Merge(141, b"a", b"l", 120, 41, 396, 3))
    assert widget.accessibleDescription() == "Step 141, a and l become al, 120 times, tie of 3."
    widget.announce()
    widget.show_merge(None, empty="Nothing learned yet.")
    assert widget.figures == ()


def test_choosing_a_rule_is_a_wish(qtbot) -> None:
    rules = RuleList(Appearance())
    qtbot.addWidget(rules)
    rules.resize(360, 100)
    rules.show_rules(CHOICES, "smallest-ids")
    rules.show()
    assert [row.isChecked() for row in rules._rows] == [True, False]
    with qtbot.waitSignal(rules.rule_asked) as asked:
        qtbot.mouseClick(rules._rows[1], Qt.MouseButton.LeftButton)
    assert asked.args == ["first-seen"]
    assert [row.isChecked() for row in rules._rows] == [True, False]
    rules.show_rules(CHOICES[:1], "smallest-ids")
    assert len(rules._rows) == 1
    picture = rules._rows[0].grab().toImage()
    colours = {picture.pixelColor(x, picture.height() // 2).name() for x in range(picture.width())}
    assert QColor(LIGHT.merge).name() in colours
