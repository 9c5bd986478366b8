"""The words on stage: what chips show, how words share their room, and how a merge moves."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor

from app.look.theme import HIGH_CONTRAST, LIGHT, Appearance
from app.widgets.basics.chip_painting import ChipFace
from app.widgets.basics.chip_text import chip_parts, runs_right_to_left, spoken
from app.widgets.basics.motion import AFTER, BEFORE, lighting, phase
from app.widgets.words.stage_layout import StageLayout
from app.widgets.words.stage_words import StageGroup, StageWord
from app.widgets.words.token_chips import TokenChips
from app.widgets.words.word_layout import (
    LEFT_OUT,
    merged_tokens,
    placed_chips,
    plan_rows,
    visible_tokens,
)

pytestmark = pytest.mark.usefixtures("qapp")  # what can be drawn is asked of Qt's fonts
TALKING = StageWord((b" t", b"a", b"l", b"k", b"ing"), 14, lit=(1,))
HERSELF = StageWord((b" her", b"se", b"lf"), 77, tied=(1,))


def groups(count: int = 4) -> tuple[StageGroup, ...]:
    return (
        StageGroup("Words that change now", (TALKING,) * count, "41 words"),
        StageGroup("Words the tied pairs would change", (HERSELF,) * 2),
        StageGroup("My words", (StageWord((b" Alice",), 326),), action="Add a word"),
    )


@pytest.fixture
def chips(qtbot) -> TokenChips:
    widget = TokenChips(Appearance())
    qtbot.addWidget(widget)
    widget.resize(700, 500)
    widget.show()
    return widget


# ---- what a chip shows ----


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        (b" the", [("space", " "), ("text", "the")]),
        (b"\n\n", [("return", "\n"), ("return", "\n")]),
        (b"\xe0\xa4", [("hex", "E0 A4")]),
        (b"a\xff\xfeb", [("text", "a"), ("hex", "FF FE"), ("text", "b")]),
        (b"\x00\x07", [("hex", "U+0000 U+0007")]),
        ("मनु".encode(), [("text", "मनु")]),
        ("👩\u200d🚀".encode(), [("text", "👩\u200d🚀")]),
        ("\u200d".encode(), [("hex", "U+200D")]),
    ],
)
def test_a_chip_shows_letters_marks_and_bytes(token, parts) -> None:
    assert [(part.kind, part.text) for part in chip_parts(token)] == parts


@given(st.binary(max_size=12))
def test_every_token_shows_something_for_each_of_its_bytes(token) -> None:
    assert bool(chip_parts(token)) == bool(token)
    assert bool(spoken(token)) == bool(token)


def test_the_first_letter_gives_the_direction() -> None:
    assert runs_right_to_left(" الناس".encode())
    assert not runs_right_to_left(b"123")
    assert not runs_right_to_left("a الناس".encode())


@pytest.mark.parametrize("token", [b"incomprehensibilities", b" " * 40, b"\xff" * 30, "人人生而自由".encode()])
def test_a_chip_is_never_wider_than_its_room(qapp, token) -> None:
    face = ChipFace(Appearance())
    assert face.width(token) > 90
    assert face.width(token, most=90) <= 90
    assert face.shape(token, most=90).parts[-1][0].text.endswith("…")


# ---- layout ----


@given(st.lists(st.floats(10, 80), min_size=1, max_size=12), st.floats(90, 500), st.data())
def test_what_is_shown_of_a_word_fits_and_holds_the_pair(widths, room, data) -> None:
    left = data.draw(st.integers(0, len(widths) - 1))
    keep = (left, min(len(widths), left + 2))
    seen = visible_tokens(widths, 2, 20, room, keep)
    assert seen.first <= keep[0]
    assert seen.last >= keep[1]
    dots = (seen.first > 0) + (seen.last < len(widths))
    width = sum(widths[seen.first : seen.last]) + 2 * (seen.last - seen.first - 1 + dots) + 20 * dots
    assert width <= room or (seen.first, seen.last) == keep


@given(st.lists(st.integers(LEFT_OUT, 5), min_size=1, max_size=4), st.floats(0, 900))
def test_groups_share_the_height_and_give_way_from_the_end(wanted, height) -> None:
    plan = plan_rows(wanted, height, 40, 25, 10)
    shown = [rows for rows in plan.rows if rows != LEFT_OUT]
    heads = 35 * len(shown) - 10 if plan.headings else 0
    assert sum(shown) * 40 + heads <= height or not shown
    assert all(given <= most for given, most in zip(plan.rows, wanted, strict=True))
    # Groups are left out from the end, and words never stand without the heading that tells them from others.
    present = [rows != LEFT_OUT for rows, most in zip(plan.rows, wanted, strict=True) if most != LEFT_OUT]
    assert present == sorted(present, reverse=True) or not plan.headings
    assert plan.headings or sum(present) <= 1
    # What is shown has a row before anything has two.
    assert all(rows >= min(1, most) for rows, most in zip(plan.rows, wanted, strict=True) if rows != LEFT_OUT)


def test_every_group_keeps_its_heading_where_few_words_have_room(chips) -> None:
    titles = [group.title for group in groups()]
    for height in (400, 250, 160, 142):
        chips.resize(350, height)
        chips.show_words(groups(12))
        assert [heading.title for heading in chips.stage.headings] == titles, height
        assert {group for group, _ in chips.shown_words} == {0, 1, 2}
        assert max(word.at.y() + chips.stage.size.face.height for word in chips.stage.words) <= height
    # The heading of a group without words stays where there is something to click.
    chips.show_words((StageGroup("Nothing", ()), StageGroup("My words", (), action="Add a word")))
    assert [heading.title for heading in chips.stage.headings] == ["My words"]


def test_chips_are_small_only_where_large_ones_would_hide_a_group(chips) -> None:
    chips.show_words(groups())
    large = chips.stage.size.face.height
    chips.resize(700, 160)
    assert chips.stage.size.face.height < large
    chips.resize(700, 500)
    assert chips.stage.size.face.height == large


def test_the_join_ends_where_the_merged_chip_stands() -> None:
    before = placed_chips([30, 31, 32, 33], {1: 47.0}, 2, 8, 0.0)
    after = placed_chips([30, 31, 32, 33], {1: 47.0}, 2, 8, 1.0)
    assert [chip.x for chip in before] == [0, 32, 65, 99]
    assert after[1].x == 32
    assert after[3].x == 32 + 47 + 2
    halves = [placed_chips([30, 31, 32, 33], {1: 47.0}, 2, 8, share / 10)[3].x for share in range(11)]
    assert halves == sorted(halves, reverse=True)


def pair_positions(tokens: list[bytes], pair: tuple[bytes, bytes]) -> tuple[int, ...]:
    """Where a pair stands in a word: the index of each left part, from left to right without overlap."""
    found: list[int] = []
    for index in range(len(tokens) - 1):
        if (tokens[index], tokens[index + 1]) == pair and not (found and found[-1] == index - 1):
            found.append(index)
    return tuple(found)


@given(st.lists(st.sampled_from([b"a", b"b"]), max_size=12))
def test_pairs_never_overlap_and_the_merge_keeps_the_bytes(tokens) -> None:
    lefts = pair_positions(tokens, (b"a", b"a"))
    assert all(second - first >= 2 for first, second in itertools.pairwise(lefts))
    assert b"".join(merged_tokens(tokens, lefts)) == b"".join(tokens)
    assert len(merged_tokens(tokens, lefts)) == len(tokens) - len(lefts)


# ---- motion ----


@pytest.mark.parametrize("step", [None, 2000.0, 1000.0, 250.0, 125.0, 62.5, 20.0])
@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("direction", [1, -1])
def test_a_movement_goes_forward_only_and_ends(step, reduced, direction) -> None:
    phases = [phase(elapsed, step, direction, reduced) for elapsed in range(0, 2500, 8)]
    joined = [p.joined for p in phases]
    assert joined == sorted(joined, reverse=direction < 0)
    assert [p.over for p in phases] == sorted(p.over for p in phases)
    assert phases[-1].over
    assert phases[-1].joined == (1.0 if direction > 0 else 0.0)


@pytest.mark.parametrize("speed", [0.5, 1, 2, 4, 8, 16])
def test_the_movement_is_over_when_the_next_step_comes(speed) -> None:
    assert phase(1000 / speed, 1000 / speed).over


def test_nothing_moves_above_sixteen_steps_a_second_or_where_motion_is_reduced() -> None:
    assert {phase(elapsed, 1000 / 60).joined for elapsed in range(0, 100, 5)} == {1.0}
    assert not phase(79, 1000 / 250).over
    assert phase(80, 1000 / 250).over
    assert phase(0, None, 1, True) == AFTER
    assert phase(0, None, -1, True) == BEFORE
    assert lighting(0, None, True) == BEFORE
    assert lighting(200, None) == BEFORE


# ---- the widget ----


def test_words_that_have_no_room_are_left_out_from_the_end(chips) -> None:
    chips.show_words(groups())
    assert len(chips.shown_words) == 7
    chips.resize(700, 100)
    assert {group for group, _ in chips.shown_words} == {0, 1}
    chips.resize(700, 60)
    assert {group for group, _ in chips.shown_words} == {0}


def test_the_pair_is_amber_before_and_one_chip_after(chips) -> None:
    def amber() -> list[int]:
        picture = chips.grab().toImage()
        y = round(word.at.y() + 3)
        return [x for x in range(picture.width() // 2) if picture.pixelColor(x, y) == QColor(LIGHT.merge)]

    chips.show_words((StageGroup("", (TALKING,)),))
    word = chips.stage.words[0]
    before = amber()
    assert before
    assert max(b - a for a, b in itertools.pairwise(before)) > 1  # two chips with a gap
    chips.show_words((StageGroup("", (TALKING,)),), merged=True)
    after = amber()
    assert max(b - a for a, b in itertools.pairwise(after)) == 1
    assert after[-1] < before[-1]


def test_a_step_plays_and_a_new_one_ends_it(chips, qtbot) -> None:
    with qtbot.waitSignal(chips.moved, timeout=3000):
        chips.play_words(groups(), step_duration=100)
    assert chips.phase.joined == 1.0
    chips.play_words(groups(), step_duration=None)
    assert not chips.phase.over
    chips.show_words(groups())
    assert chips.phase == BEFORE
    assert not chips._timer.isActive()


def test_clicks_are_wishes(chips, qtbot) -> None:
    chips.show_words(groups())
    word = chips.stage.words[0]
    with qtbot.waitSignal(chips.word_clicked) as clicked:
        qtbot.mouseClick(chips, Qt.MouseButton.LeftButton, pos=(word.at.toPoint() + QPoint(20, 10)))
    assert clicked.args == [0, 0]
    heading = chips.stage.headings[2]
    with qtbot.waitSignal(chips.action_asked) as asked:
        qtbot.mouseClick(chips, Qt.MouseButton.LeftButton, pos=chips._action_rect(heading).center().toPoint())
    assert asked.args == [2]


def test_theme_and_size_reach_the_chips(chips) -> None:
    chips.show_words(groups())
    row = chips.stage.size.row
    chips._appearance.set_base(28)
    assert chips.stage.size.row > 1.8 * row
    chips._appearance.set_theme(HIGH_CONTRAST)
    assert not chips.grab().isNull()
    assert "space t | a | l | k | ing" in chips.accessibleDescription()


def test_words_are_laid_out_once_for_all_sizes_on_the_way(chips, monkeypatch) -> None:
    laid_out: list[object] = []
    lay_out = StageLayout.lay_out
    monkeypatch.setattr(StageLayout, "lay_out", lambda layout: laid_out.append(layout) or lay_out(layout))
    chips.show_words(groups())
    for width in (600, 500, 650):
        chips.resize(width, 300)
    assert not laid_out
    chips.grab()
    chips.grab()
    assert len(laid_out) == 1
