"""A picture of lines, as every reader of XML takes it: a title or a token may hold characters that XML has not."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

_DOTS = 96
"""Points an inch, as browsers and slides take them."""
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def drawn_svg(size: QSize, title: str, paint: Callable[[QPainter], None], description: str = "") -> bytes:
    """What `paint` draws, as a file of SVG."""
    generator, buffer = QSvgGenerator(), QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator.setOutputDevice(buffer)
    generator.setResolution(_DOTS)
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(0, 0), size))
    generator.setTitle(title)
    generator.setDescription(description)
    with QPainter(generator) as painter:
        paint(painter)
    return whole_svg(bytes(buffer.data().data()))


def whole_svg(written: bytes) -> bytes:
    """The same picture; a character that XML must not hold (ESC, U+FFFF) is U+FFFD.

    >>> whole_svg(b"<title>a\\x1b[2J</title>").decode()
    '<title>a\ufffd[2J</title>'
    """
    return _NO_XML.sub("\ufffd", written.decode("utf-8", "replace")).encode()
