"""The timeline as a film, a step as a picture: opened again and looked into."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import DARK, LIGHT, Appearance
from app.main_window import MainWindow
from app.session import Session
from app.state.training import frame_queue
from app.state.training.picture_writer import PictureWriter
from app.widgets.basics import file_dialogs
from app.widgets.basics.motion import AFTER, BEFORE
from app.widgets.theatre.frame_plan import FRAME, LAST, MOST_FRAMES, frame_count, plan_frames
from app.widgets.theatre.recipe_options import with_option
from app.widgets.theatre.stage_frame import StageFrame
from app.window.export import WindowExport
from engine.algorithms import ALGORITHMS
from engine.errors import UnsupportedError
from tests.app.conftest import LONG

HEADING = ("Byte-level BPE", "Alice 1k")


def learned(qtbot: QtBot, session: Session, name: str, **options: object) -> Session:
    session.preparation.start()
    session.corpus.add_text("low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3)
    qtbot.waitUntil(lambda: len(session.corpus.checked) == 1 and not session.corpus.busy, timeout=LONG)
    session.run.set_algorithm(name)
    for option, value in options.items():
        session.run.set_recipe(with_option(session.run.recipe, option, value))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    return session


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the file dialogs are answered, in turn."""
    given: list[object] = []
    monkeypatch.setattr(file_dialogs, "ask_save_file", lambda *_: given.pop(0))
    monkeypatch.setattr(file_dialogs, "ask_save_as", lambda *_: given.pop(0))
    return given


@pytest.fixture
def export(qtbot: QtBot, trained: Session, appearance: Appearance) -> Iterator[WindowExport]:
    """The export of a trained session, over a window with nothing in it."""
    over = QWidget()
    qtbot.addWidget(over)
    over.show()
    made = WindowExport(over, trained, appearance)
    made.pinned = lambda: (b" Alice", b" always")
    yield made
    made.close()


# -- which frames ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [0.5, 1, 2, 4, 8, 16])
def test_a_film_lasts_as_long_as_the_stage_plays(speed: float) -> None:
    frames = plan_frames(1, 10, speed)
    assert sum(frame.milliseconds for frame in frames) == pytest.approx(10 * 1000 / speed + LAST, abs=50)
    assert [frame.step for frame in frames] == sorted(frame.step for frame in frames)
    assert {frame.step for frame in frames} == set(range(1, 11))
    assert all(frame.milliseconds % 10 == 0 for frame in frames), "a GIF counts hundredths"
    # Each step moves from two tokens to one, and a long hold is one frame.
    first = [frame for frame in frames if frame.step == 1]
    assert first[0].phase.joined == 0
    assert first[-1].phase.joined == 1
    assert len(first) <= 19


@pytest.mark.parametrize("speed", [60, 250])
def test_a_fast_film_shows_the_newest_step(speed: float) -> None:
    frames = plan_frames(0, 1_000, speed)
    assert (frames[0].step, frames[-1].step) == (0, 1_000)
    assert {frame.milliseconds for frame in frames[:-1]} == {FRAME}
    assert len(frames) == pytest.approx(1_000 / speed * 1000 / FRAME, abs=2)


def test_what_is_counted_is_what_is_made() -> None:
    for speed in (0.5, 4, 16, 60):
        for reduced in (False, True):
            for first, last in ((0, 0), (0, 7), (3, 3), (5, 30)):
                made = plan_frames(first, last, speed, reduced=reduced)
                assert frame_count(first, last, speed, reduced=reduced) == len(made) or speed == 60


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_the_picture_shows_the_step_in_any_size(qtbot: QtBot, trained: Session) -> None:
    history = trained.run.history
    for size in ((960, 540), (1920, 1080), (3840, 2160)):
        frame = StageFrame(history, QSize(*size), LIGHT, HEADING, (b" Alice",))
        qtbot.addWidget(frame)
        image = frame.image(141)
        assert image is not None
        assert (image.width(), image.height()) == size
        assert frame.equation.accessibleDescription() == "Step 141, a and l become al, 120 times, tie of 3."
        assert frame.number.text() == "step 141 of 744"
        assert frame.number.width() >= frame.number.sizeHint().width(), "it is not cut off"
        assert frame.timeline.position == 141
        assert "Three pairs occur 120 times." in frame.bars.accessibleDescription()


def test_only_the_words_move(qtbot: QtBot, trained: Session) -> None:
    frame = StageFrame(trained.run.history, QSize(960, 540), DARK, HEADING)
    qtbot.addWidget(frame)
    before, after, again = frame.image(141), frame.image(141, AFTER), frame.image(141, BEFORE)
    assert before is not None
    assert after is not None
    assert before == again
    differing = np.argwhere((_array(before) != _array(after)).any(axis=2))
    place = frame.chips.geometry().translated(frame.chips.parentWidget().pos())
    assert place.top() <= differing[:, 0].min()
    assert differing[:, 0].max() <= place.bottom()
    assert place.left() <= differing[:, 1].min()
    assert differing[:, 1].max() <= place.right()


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_every_algorithm_has_pictures(qtbot: QtBot, session: Session, name: str) -> None:
    learned(qtbot, session, name)
    history = session.run.history
    frame = StageFrame(history, QSize(960, 540), LIGHT, (name, ""), (b"low",))
    qtbot.addWidget(frame)
    for step in {0, min(1, len(history)), len(history)}:
        qtbot.waitUntil(lambda step=step: frame.image(step) is not None, timeout=LONG)
        image = frame.image(step)
        assert image is not None
        assert len(np.unique(_array(image).view(np.uint32))) > 20, "something is drawn"
        lines = frame.svg(step)
        assert lines is not None
        assert QSvgRenderer(lines).isValid()


def test_a_step_as_png_and_svg(qtbot: QtBot, export: WindowExport, answers: list[object], tmp_path: Path) -> None:
    export._session.playback.seek(141)
    for name, kind, size in (("a", "png-1080", (1920, 1080)), ("b.png", "png-2160", (3840, 2160))):
        answers.append((tmp_path / name, kind))
        with qtbot.waitSignal(export.saved, timeout=LONG) as saved:
            export.picture()
        assert saved.args[0].suffix == ".png"
        with Image.open(saved.args[0]) as image:
            assert image.size == size
    answers.append((tmp_path / "c.svg", "png-1080"))
    with qtbot.waitSignal(export.saved, timeout=LONG) as saved:
        export.picture()
    lines = saved.args[0].read_text()
    assert QSvgRenderer(lines.encode()).viewBox() == QRect(0, 0, 1920, 1080)
    assert 'width="508mm"' in lines, "1,920 points, 96 an inch"
    assert "Three pairs occur 120 times." in lines, "text is text"


# -- films -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_a_film_plays_the_steps(
    qtbot: QtBot, export: WindowExport, answers: list[object], tmp_path: Path, kind: str
) -> None:
    session = export._session
    session.playback.seek(139)
    # GIVEN the sheet, by its command
    export.film()
    sheet = export.sheet
    assert sheet is not None
    assert (sheet.first.value(), sheet.last.value()) == (139, 158)
    sheet.last.setValue(141)
    sheet.speed.choose(4)
    sheet.size_choice.setCurrentIndex(0)
    sheet.kind.choose(kind)
    options = sheet.options
    frames = plan_frames(139, 141, 4)
    assert f"3 steps, {len(frames)} frames" in sheet.summary.text()
    # WHEN it is saved
    answers.append(tmp_path / "alice")
    progress: list[tuple[int, int]] = []
    export.writer.progressed.connect(lambda done, total: progress.append((done, total)))
    with qtbot.waitSignal(export.saved, timeout=LONG) as saved:
        sheet.save.click()
    # THEN the file has the frames of the plan, each with its time
    assert saved.args[0] == tmp_path / f"alice.{kind}"
    assert progress[0] == (0, len(frames))
    assert export.sheet is None
    with Image.open(saved.args[0]) as film:
        assert film.size == options.size
        assert film.info.get("loop") == 0
        shown, times = _frames_of(film)
    assert sum(times) == pytest.approx(sum(frame.milliseconds for frame in frames), abs=20)
    assert len(shown) <= len(frames)
    # AND the last one is what the stage shows of step 141 after its merge
    picture = StageFrame(session.run.history, QSize(960, 540), LIGHT, window_heading(session), export.pinned())
    qtbot.addWidget(picture)
    wanted = picture.image(141, frames[-1].phase)
    assert wanted is not None
    rgb = _array(wanted)[:, :, 2::-1].astype(int)
    assert np.abs(shown[-1].astype(int) - rgb).mean() < 6
    other = picture.image(139)
    assert other is not None
    assert (
        np.abs(shown[-1].astype(int) - _array(other)[:, :, 2::-1].astype(int)).mean()
        > np.abs(shown[-1].astype(int) - rgb).mean()
    )


def test_a_film_is_cancelled_and_leaves_nothing(
    qtbot: QtBot, export: WindowExport, answers: list[object], tmp_path: Path
) -> None:
    old = tmp_path / "film.webp"
    old.write_bytes(b"kept")
    export.film()
    sheet = export.sheet
    assert sheet is not None
    answers.append(old)
    with qtbot.waitSignal(export.writer.progressed):
        sheet.save.click()
    qtbot.waitUntil(lambda: export.writer._next > 3, timeout=LONG)
    assert sheet.progress.isVisible()
    assert not sheet.save.isEnabled()
    with qtbot.waitSignal(export.writer.ended):
        sheet.progress.button.click()
    assert sheet.progress.isHidden()
    assert sheet.save.isEnabled()
    # Escape closes the sheet
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert export.sheet is None
    assert old.read_bytes() == b"kept"
    assert list(tmp_path.glob(".*")) == []


def test_a_window_that_closes_ends_the_film(
    qtbot: QtBot, export: WindowExport, answers: list[object], tmp_path: Path
) -> None:
    export.film()
    assert export.sheet is not None
    answers.append(tmp_path / "film.gif")
    export.sheet.kind.choose("gif")
    with qtbot.waitSignal(export.writer.progressed):
        export.sheet.save.click()
    export.close()
    assert not export.writer.busy
    assert not (tmp_path / "film.gif").exists()


def test_too_long_a_film_says_so(export: WindowExport) -> None:
    export.film()
    sheet = export.sheet
    assert sheet is not None
    sheet.first.setValue(0)
    sheet.last.setValue(744)
    sheet.speed.choose(0.5)
    sheet._show_summary()
    assert f"more than {MOST_FRAMES:,} frames" in sheet.summary.text()
    assert not sheet.save.isEnabled()
    sheet.speed.choose(60)
    sheet._show_summary()
    assert sheet.save.isEnabled()


def test_with_reduced_motion_nothing_moves_in_a_film(export: WindowExport) -> None:
    export._session.settings.set_reduced_motion(True)
    export.film()
    sheet = export.sheet
    assert sheet is not None
    assert "20 steps, 20 frames" in sheet.summary.text()


def test_without_pillow_one_sentence_says_the_way_out(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delitem(sys.modules, "app.state.training.film", raising=False)
    monkeypatch.setitem(sys.modules, "PIL", None)
    writer = PictureWriter()
    with qtbot.waitSignal(writer.failed) as failed:
        writer.write_film(
            tmp_path / "a.webp", "webp", [40, 40], lambda _number: QImage(8, 8, QImage.Format.Format_RGB32)
        )
    assert isinstance(failed.args[0], UnsupportedError)
    assert "pip install 'mergescope[export]'" in str(failed.args[0])
    assert not writer.busy
    assert not (tmp_path / "a.webp").exists()


def test_a_folder_that_is_gone_is_one_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    writer = PictureWriter()
    with qtbot.waitSignal(writer.failed) as failed:
        writer.write_picture(tmp_path / "gone" / "a.png", QImage(8, 8, QImage.Format.Format_RGB32))
    assert "does not exist" in str(failed.args[0])


def test_frames_are_drawn_only_as_they_are_wanted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing takes them: no more than fit into the queue are drawn."""
    drawn: list[int] = []
    writer = PictureWriter()
    monkeypatch.setattr(frame_queue.FrameQueue, "take", lambda self: _wait_for_close(self))

    def draw(number: int) -> QImage:
        drawn.append(number)
        return QImage(16, 16, QImage.Format.Format_RGB32)

    writer.write_film(tmp_path / "a.webp", "webp", [40] * 50, draw)
    qtbot.waitUntil(lambda: not writer._frames.has_room)
    for _ in range(3):
        writer._on_turn()
    assert drawn == [0, 1, 2, 3]
    writer.cancel()


def test_films_and_pictures_stand_in_menu_and_palette(qtbot: QtBot, window: MainWindow) -> None:
    texts = {action.text() for action in window.actions_by_name.values()}
    assert {"Export the timeline as a film...", "Export this step as a picture..."} <= texts
    window.actions_by_name["film"].trigger()
    sheet = window.export.sheet
    assert sheet is not None
    assert sheet.isVisible()
    # Escape, wherever the keyboard is, closes it and leaves the run as it is
    window.actions_by_name["cancel"].trigger()
    assert window.export.sheet is None
    window.close()


def test_nothing_to_show_is_one_sentence(qtbot: QtBot, session: Session, appearance: Appearance) -> None:
    over = QWidget()
    qtbot.addWidget(over)
    export = WindowExport(over, session, appearance)
    for ask in (export.film, export.picture):
        with qtbot.waitSignal(export.failed) as failed:
            ask()
        assert "There is no step to show yet" in str(failed.args[0])


# -- helpers -----------------------------------------------------------------------------------------------------------


def _wait_for_close(frames: frame_queue.FrameQueue):
    import time

    while not frames._closed:
        time.sleep(0.005)
    raise frame_queue.FilmCancelledError


def window_heading(session: Session) -> tuple[str, str]:
    return ALGORITHMS["byte-bpe"].title, session.run.title


def _array(image: QImage) -> np.ndarray:
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)


def _frames_of(film: Image.Image) -> tuple[list[np.ndarray], list[int]]:
    shown, times = [], []
    for number in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(number)
        shown.append(np.array(film.convert("RGB")))
        times.append(film.info["duration"])
    return shown, times
