"""Icons: one SVG path each, drawn on a 16 x 16 grid as a 1.5 px line and coloured when it is used.

The files in `resources/icons` say `currentColor` for line and fill; nothing here knows what they show.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt, QTemporaryDir
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_SCALES = (1.0, 2.0)  # a screen at 1.25 or 1.5 takes the larger one and shrinks it


@cache
def icon_names() -> tuple[str, ...]:
    """All icons there are, sorted."""
    folder = files("resources") / "icons"
    return tuple(sorted(file.name.removesuffix(".svg") for file in folder.iterdir() if file.name.endswith(".svg")))


def icon(name: str, colour: QColor, size: int = 16, *, disabled: QColor | None = None) -> QIcon:
    """An icon in one colour (and another while its button is disabled); made once for each colour and size.

    >>> from PySide6.QtGui import QColor
    >>> icon("play", QColor("black")).isNull()          # doctest: +SKIP
    False
    """
    return _icon(name, colour.rgba(), size, (disabled or colour).rgba())


def pixmap(name: str, colour: QColor, size: int, scale: float = 1.0) -> QPixmap:
    """The picture of an icon for custom painting: `size` is in logical pixels, `scale` the screen's."""
    return _pixmap(name, colour.rgba(), size, scale)


def icon_file(name: str, colour: QColor) -> str:
    """Path of a coloured copy, for style sheets, which take pictures from files only."""
    return _file(name, colour.name())


def program_icon(side: int = 256) -> QPixmap:
    """The picture of the program itself, in its own colours: two parts that become one token."""
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    source = (files("resources") / "desktop" / "mergescope.svg").read_bytes()
    with QPainter(picture) as painter:
        QSvgRenderer(QByteArray(source)).render(painter, QRectF(picture.rect()))
    return picture


@cache
def _source(name: str) -> str:
    return (files("resources") / "icons" / f"{name}.svg").read_text("utf-8")


def _coloured(name: str, colour: str) -> str:
    return _source(name).replace("currentColor", colour)


@cache
def _icon(name: str, colour: int, size: int, disabled: int) -> QIcon:
    result = QIcon()
    for scale in _SCALES:
        result.addPixmap(_pixmap(name, colour, size, scale))
        result.addPixmap(_pixmap(name, disabled, size, scale), QIcon.Mode.Disabled)
    return result


@cache
def _pixmap(name: str, colour: int, size: int, scale: float) -> QPixmap:
    picture = QPixmap(round(size * scale), round(size * scale))
    picture.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer(QByteArray(_coloured(name, QColor.fromRgba(colour).name()).encode()))
    painter = QPainter(picture)
    renderer.render(painter, QRectF(picture.rect()))
    painter.end()
    picture.setDevicePixelRatio(scale)
    return picture


@cache
def _folder() -> QTemporaryDir:
    """Kept as long as the program runs; Qt removes it at the end."""
    return QTemporaryDir()


@cache
def _file(name: str, colour: str) -> str:
    path = Path(_folder().path()) / f"{name}-{colour[1:]}.svg"
    path.write_text(_coloured(name, colour), "utf-8")
    return path.as_posix()
