"""One way to cut a word, as a row of chips; from a token on they may be marked as wrong."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ELLIPSIS, ChipFace, ellipsis_style, gone_style, quiet_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter


class ChipLine(QWidget):
    """Hidden while there is nothing to show; what has no room is left out from the end."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._title = ""
        self._tokens: tuple[bytes, ...] = ()
        self._wrong_from: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self._fit)
        self._fit()
        self.hide()

    def show_tokens(self, title: str, tokens: tuple[bytes, ...], wrong_from: int | None = None) -> None:
        """Chips behind a title; none hides the line."""
        self._title, self._tokens, self._wrong_from = title, tokens, wrong_from
        self.setVisible(bool(tokens))
        self.setAccessibleName(title)
        self.setAccessibleDescription(", ".join(map(spoken, tokens)))
        self.update()

    @property
    def title(self) -> str:
        return self._title

    @property
    def tokens(self) -> tuple[bytes, ...]:
        return self._tokens

    def _fit(self) -> None:
        self._face = ChipFace(self._appearance, "body")
        self.setFixedHeight(round(self._face.height + self._appearance.metrics.units(1)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(60), self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._appearance.theme
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = self._appearance.font("caption")
            painter.setFont(font)
            painter.setPen(theme.second_text)
            painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignVCenter, self._title)
            x = QFontMetricsF(font).horizontalAdvance(self._title) + self._appearance.metrics.units(2)
            y = (self.height() - self._face.height) / 2
            dots = self._face.width(ELLIPSIS)
            for number, token in enumerate(self._tokens):
                width = self._face.width(token)
                is_last = number == len(self._tokens) - 1
                if x + width + (0 if is_last else dots) > self.width():
                    self._face.paint(painter, QPointF(x, y), ELLIPSIS, ellipsis_style(theme))
                    break
                wrong = self._wrong_from is not None and number >= self._wrong_from
                style = gone_style(theme) if wrong else quiet_style(theme)
                self._face.paint(painter, QPointF(x, y), token, style)
                x += width + self._face.gap
