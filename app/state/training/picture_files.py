"""PictureFiles: pictures that are drawn already; each is written by a `PictureWriter` of its own, however many there are."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.training.picture_writer import Drawn, PictureWriter


class PictureFiles(QObject):
    """`written` carries the path; `failed` an error."""

    written = Signal(object)
    failed = Signal(object)

    def write(self, path: Path, drawn: Drawn) -> None:
        """Whole or not at all; the window goes on meanwhile."""
        writer = PictureWriter(self)
        writer.written.connect(self.written)
        writer.failed.connect(self.failed)
        writer.ended.connect(writer.deleteLater)
        writer.write_picture(path, drawn)
