"""Wishes to the window that cross each other: a stage stays a stage, a film and a picture are two files, nobody chose a theme."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app import worker as worker_module
from app.look.theme import Appearance
from app.main_window import MainWindow
from app.reports.texts import text_chapter
from app.session import Session
from app.widgets.theatre.film_sheet import FilmOptions
from app.window.export import WindowExport
from app.worker import Worker
from engine.presets import load_preset
from tests.app.conftest import LONG, shown_window


@pytest.mark.parametrize("wish", ["why", "predict", "balance"])
def test_a_wish_for_another_pane_brings_that_one_on_stage(qtbot: QtBot, window: MainWindow, wish: str) -> None:
    window.layout_of_panes.put_on_stage("languages")
    window.actions_by_name[wish].trigger()
    assert window.stage.pane == "theatre"
    assert [name for name, dock in window.docks.items() if not dock.isHidden()] == ["theatre"]
    window.layout_of_panes.leave_stage()


def test_larger_letters_are_no_choice_of_a_theme(qtbot: QtBot, session: Session, appearance: Appearance) -> None:
    appearance.follow_system()
    shown_window(qtbot, session, appearance)
    appearance.zoom(1)
    assert session.settings.base == appearance.base
    assert session.settings.theme == ""
    appearance.next_theme()
    assert session.settings.theme == appearance.theme.name


def test_a_film_that_follows_a_picture_leaves_it_alone(
    qtbot: QtBot, trained: Session, appearance: Appearance, tmp_path: Path
) -> None:
    window = shown_window(qtbot, trained, appearance)
    export = WindowExport(window, trained, appearance)
    saved: list[Path] = []
    export.saved.connect(saved.append)
    picture, film = tmp_path / "step.png", tmp_path / "steps.gif"
    export._write_picture(picture, "png-1080")
    export._write_film(FilmOptions(3, 4, 8, (320, 180), "gif"), film)
    qtbot.waitUntil(lambda: {*saved} == {picture, film}, timeout=LONG)
    assert picture.stat().st_size
    assert film.stat().st_size
    export.close()


def test_what_came_before_a_pause_is_handed_over(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "INTERVAL", 1000.0)
    there, may_go_on = threading.Event(), threading.Event()

    def job() -> Iterator[int]:
        yield 1
        yield 2  # in the same frame
        there.set()
        may_go_on.wait()
        yield 3

    worker = Worker(job)
    values: list[int] = []
    worker.produced.connect(values.extend)
    worker.start()
    assert there.wait(LONG / 1000)
    qtbot.waitUntil(lambda: bool(values), timeout=LONG)
    worker.pause()
    try:
        qtbot.waitUntil(lambda: values == [1, 2], timeout=5_000)
    finally:
        may_go_on.set()
        worker.cancel()
        assert worker.wait()


def test_a_report_takes_special_tokens_as_the_window_does() -> None:
    tokenizer = load_preset("gpt2")
    name = "<|endoftext|>"
    plain, special = (text_chapter(f"a{name}b", {"gpt2": tokenizer}, names)[1] for names in ({""}, {name}))
    assert "gpt2: 3 tokens" in special
    assert "gpt2: 3 tokens" not in plain
