"""A prepared show that is changed while it runs: the scene that is seen stays the one that is shown."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.session import Session
from app.state.prepared_show import PreparedShow


@pytest.fixture
def three(qtbot: QtBot, session: Session) -> PreparedShow:
    """Scenes a, b and c, of which b is shown."""
    show = session.show
    for note in "abc":
        show.add("theatre", note)
    show.go(1)
    return show


def shown(show: PreparedShow) -> str:
    return show.scene.note if show.scene is not None else ""


@pytest.mark.parametrize(("number", "by"), [(0, 1), (2, -1), (0, 2), (2, -2), (1, 1), (1, -1), (0, 0)])
def test_another_order_changes_nothing_of_what_is_seen(three: PreparedShow, number: int, by: int) -> None:
    moved = three.scenes[number].note
    to = three.move(number, by)
    assert shown(three) == "b"
    assert three.scenes[to].note == moved


@pytest.mark.parametrize(("number", "after"), [(0, "c"), (1, "c"), (2, "b")])
def test_after_a_scene_was_taken_out_the_next_one_is_the_next(three: PreparedShow, number: int, after: str) -> None:
    three.remove(number)
    three.next()
    assert shown(three) == after


def test_two_scenes_that_are_alike_are_two(qtbot: QtBot, window: MainWindow) -> None:
    for _ in range(2):
        window.commands.show_add()
    assert "scene 2 of 2" in window.messages.messages[-1].text
