"""PictureFiles: pictures that are drawn already, each packed and written by a job of its own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.state.training.picture_writer import PictureWriter

Drawn = QImage | bytes
"""Points, to be packed as PNG; or a whole file, as SVG."""


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
        if isinstance(drawn, QImage):
            writer.write_image(path, drawn)
        else:
            writer.write_bytes(path, drawn)
