"""Pictures of the timeline: a film of some steps, and the step that is shown, in the sizes of a projector."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.session import Session
from app.state.training.picture_files import PictureFiles
from app.state.training.picture_writer import PictureWriter
from app.state.training.run_record import algorithm_title
from app.widgets.basics import file_dialogs
from app.widgets.theatre.film_sheet import KINDS, FilmOptions, FilmSheet
from app.widgets.theatre.frame_plan import plan_frames
from app.widgets.theatre.stage_frame import StageFrame, picture_name
from engine.errors import EngineError
from engine.history import History, TrainingHistory

_FIRST_STEPS = 20
"""Steps that a film has at first, from the one that is shown."""
_PICTURES = {
    "png-1080": ("PNG, 1,920 × 1,080 (*.png)", (1920, 1080)),
    "png-2160": ("PNG, 3,840 × 2,160 (*.png)", (3840, 2160)),
    "svg": ("SVG, lines and text (*.svg)", (1920, 1080)),
}
_LOOK = 20
"""Milliseconds between two looks whether what a picture shows is worked out."""


class WindowExport(QObject):
    """`saved` carries the path; `failed` an error.  `pinned` is asked for the words that stand on stage."""

    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, window: QWidget, session: Session, appearance: Appearance) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._appearance = appearance
        self.pinned: Callable[[], tuple[bytes, ...]] = tuple
        self.sheet: FilmSheet | None = None
        self.writer = PictureWriter(self)
        self._frame: StageFrame | None = None
        self._drawing: dict[QTimer, StageFrame] = {}
        self._pictures = PictureFiles(self)
        self._pictures.written.connect(self.saved)
        self._pictures.failed.connect(self.failed)
        self.writer.written.connect(self._on_written)
        self.writer.failed.connect(self.failed)
        self.writer.ended.connect(self._on_ended)

    # -- a film ------------------------------------------------------------------------------------------------------

    def film(self) -> None:
        """Ask what the film is to be."""
        history = self._known_history()
        if history is None or self.sheet is not None:
            return
        playback = self._session.playback
        self.sheet = FilmSheet(self._appearance, self._window, moves=self._moves)
        first = min(playback.position, max(0, len(history) - _FIRST_STEPS + 1))
        self.sheet.show_range(first, min(len(history), first + _FIRST_STEPS - 1), len(history), playback.steps_a_second)
        self.sheet.save_asked.connect(self._ask_where)
        self.sheet.cancelled.connect(self.writer.cancel)
        self.sheet.finished.connect(self._forget_sheet)
        self.writer.progressed.connect(self.sheet.show_progress)
        self.sheet.show()

    def close_sheet(self) -> bool:
        """Close what asks; whether it was open."""
        if self.sheet is None:
            return False
        self.sheet.reject()
        return True

    def _ask_where(self, options: FilmOptions) -> None:
        suffix = f".{options.kind}"
        name = picture_name(self._session.run.title, options.first, suffix)
        kinds = f"{KINDS[options.kind]} (*{suffix})"
        path = file_dialogs.ask_save_file(self._window, self.tr("Export the timeline"), str(name), kinds)
        if path is not None:
            self._write_film(options, _with_suffix(path, suffix))

    def _write_film(self, options: FilmOptions, path: Path) -> None:
        if self._known_history() is None:
            return
        reduced = not self._moves
        frames = plan_frames(options.first, options.last, options.speed, reduced=reduced)
        shown = self._frame = self._new_frame(options.size)
        self.writer.write_film(
            path,
            options.kind,
            [frame.milliseconds for frame in frames],
            lambda number: shown.image(frames[number].step, frames[number].phase),
        )

    @property
    def _moves(self) -> bool:
        """Whether a step has a movement: only merges have, and not where movement is unwanted."""
        return isinstance(self._session.run.history, History) and not self._session.settings.reduced_motion

    # -- one picture -------------------------------------------------------------------------------------------------

    def picture(self) -> None:
        """The step that is shown, as one picture."""
        if self._known_history() is None:
            return
        name = picture_name(self._session.run.title, self._session.playback.position, ".png")
        kinds = {kind: words for kind, (words, _size) in _PICTURES.items()}
        asked = file_dialogs.ask_save_as(self._window, self.tr("Export this step as a picture"), str(name), kinds)
        if asked is not None:
            self._write_picture(*asked)

    def _write_picture(self, path: Path, kind: str) -> None:
        if path.suffix.casefold() == ".svg":
            kind = "svg"
        frame, step = self._new_frame(_PICTURES[kind][1]), self._session.playback.position
        draw, suffix = (frame.svg, ".svg") if kind == "svg" else (frame.image, ".png")
        looks = QTimer(self, interval=_LOOK)
        self._drawing[looks] = frame

        def look() -> None:
            """A round of very many pieces takes a moment."""
            drawn = draw(step)
            if drawn is not None:
                self._end_drawing(looks)
                self._pictures.write(_with_suffix(path, suffix), drawn)

        looks.timeout.connect(look)
        looks.start()

    def _end_drawing(self, looks: QTimer) -> None:
        frame = self._drawing.pop(looks)
        looks.stop()
        looks.deleteLater()
        frame.close()
        frame.deleteLater()

    # -- both --------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """The window closes: nothing is written any more."""
        for looks in tuple(self._drawing):
            self._end_drawing(looks)
        self.writer.cancel()
        if self.sheet is not None:
            self.sheet.close()

    def _known_history(self) -> TrainingHistory | None:
        """The run, if there is something to show of it; else a sentence says so."""
        history = self._session.run.history
        if history.start is None or history.words is None:
            self.failed.emit(EngineError(self.tr("There is no step to show yet. Train on the checked texts first.")))
            return None
        return history

    def _new_frame(self, size: tuple[int, int]) -> StageFrame:
        run = self._session.run
        heading = algorithm_title(run.history.recipe), run.title
        return StageFrame(run.history, QSize(*size), self._appearance.theme, heading, self.pinned())

    def _forget_sheet(self, _result: int) -> None:
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            self.writer.progressed.disconnect(sheet.show_progress)
            sheet.deleteLater()

    def _on_written(self, path: Path) -> None:
        if self.sheet is not None:
            self.sheet.accept()
        self.saved.emit(path)

    def _on_ended(self) -> None:
        frame, self._frame = self._frame, None
        if frame is not None:
            frame.close()
            frame.deleteLater()
        if self.sheet is not None:
            self.sheet.show_idle()


def _with_suffix(path: Path, suffix: str) -> Path:
    """The path as the user typed it, with the suffix of what is written.

    >>> _with_suffix(Path("alice"), ".webp"), _with_suffix(Path("alice.WEBP"), ".webp")
    (PosixPath('alice.webp'), PosixPath('alice.WEBP'))
    """
    return path if path.suffix.casefold() == suffix else path.with_name(path.name + suffix)
