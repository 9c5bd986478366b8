"""PictureWriter: writes the timeline as a film, or one picture of it, into a file.

The window's thread draws, a frame a turn, for only it may; a job encodes what is drawn and writes the file whole.  Between
two turns the window goes on as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QObject, QTimer, Signal
from PySide6.QtGui import QImage

from app.state.training.frame_queue import FilmCancelledError, FilmPicture, FrameQueue
from app.translation import translate
from app.worker import Worker
from engine.errors import UnsupportedError
from engine.formats.files import write_atomically

Drawn = QImage | bytes
"""A picture: points, to be packed as PNG; or a whole file, as SVG."""
_TURN = 4
"""Milliseconds between two turns of drawing: the window's own work comes between them."""


class PictureWriter(QObject):
    """At most one file at a time.  `progressed` carries frames done and frames in all, `written` the path."""

    progressed = Signal(int, int)
    written = Signal(object)
    failed = Signal(object)
    ended = Signal()
    """After `written` or `failed`, and after `cancel`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker: Worker | None = None
        self._frames = FrameQueue()
        self._draw: Callable[[int], QImage | None] = lambda _frame: None
        self._next = self._total = self._told = 0
        self._turn = QTimer(self, interval=_TURN)
        self._turn.timeout.connect(self._on_turn)

    @property
    def busy(self) -> bool:
        return self._worker is not None

    def write_film(
        self, path: Path, kind: str, milliseconds: Sequence[int], draw: Callable[[int], QImage | None]
    ) -> None:
        """A film of so many frames, each as long as is given; `draw` gives a frame, or None if it is not there yet."""
        self.cancel()
        frames = self._frames = FrameQueue()
        self._draw, self._next, self._total, self._told = draw, 0, len(milliseconds), 0
        self._begin(lambda: _film(frames, milliseconds, kind, path), path)
        self.progressed.emit(0, self._total)
        self._turn.start()

    def write_picture(self, path: Path, drawn: Drawn) -> None:
        """One picture."""
        self.cancel()
        self._begin(lambda: _picture(drawn, path), path)

    def cancel(self) -> None:
        """Stop; no file is left, and one that was there stays as it was."""
        if self._worker is None:
            return
        self._frames.close()
        self._worker.cancel()
        self._end()

    def _begin(self, job: Callable[[], Iterator[object]], path: Path) -> None:
        self._worker = Worker(job, "picture")
        self._worker.succeeded.connect(lambda: self._on_written(path))
        self._worker.failed.connect(self._on_failed)
        self._worker.start()

    def _on_turn(self) -> None:
        if self._next < self._total and self._frames.has_room:
            image = self._draw(self._next)
            if image is not None:
                self._frames.put(_points(image))
                self._next += 1
        if self._frames.done != self._told:
            self._told = self._frames.done
            self.progressed.emit(self._told, self._total)

    def _on_written(self, path: Path) -> None:
        self._end()
        self.written.emit(path)

    def _on_failed(self, error: BaseException) -> None:
        self._frames.close()
        self._end()
        self.failed.emit(error)

    def _end(self) -> None:
        self._turn.stop()
        self._worker = None
        self._draw = lambda _frame: None
        self.ended.emit()


def _points(image: QImage) -> FilmPicture:
    assert image.format() == QImage.Format.Format_RGB32
    return FilmPicture(bytes(image.constBits()), (image.width(), image.height()), image.bytesPerLine())


def _film(frames: FrameQueue, milliseconds: Sequence[int], kind: str, path: Path) -> Iterator[object]:
    try:
        from app.state.training.film import encoded
    except ImportError:
        raise UnsupportedError(
            translate(
                "picture_writer",
                "A film needs Pillow, which is not installed: pip install 'mergescope[export]'. "
                "A picture of this step, as PNG or SVG, needs nothing more.",
            )
        ) from None
    try:
        data = encoded(frames, milliseconds, kind)
    except FilmCancelledError:
        return
    write_atomically(path, data)
    yield path


def _picture(drawn: Drawn, path: Path) -> Iterator[object]:
    write_atomically(path, drawn if isinstance(drawn, bytes) else _png(drawn))
    yield path


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
