"""The strip under the text: what there is to say of the token that is looked at.  It hides no text, unlike a pop-up."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.announce import announce
from app.widgets.basics.chip_painting import ChipFace, ChipStyle
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter
from app.widgets.tokens.token_facts import TokenFacts

_ROWS = 3
_CELLS = 12
_GAP = 2.5  # units between name and value


class _LargeToken(QWidget):
    """The token itself, as one large chip."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._token = b""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_token(self, token: bytes) -> None:
        self._token = token
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        face = ChipFace(self._appearance, "token")
        most = self._appearance.metrics.px(150)
        return QSize(round(face.width(self._token, bold=True, most=most)) + 4, round(face.height) + 4)

    def paintEvent(self, _event: QPaintEvent) -> None:
        face = ChipFace(self._appearance, "token")
        theme = self._appearance.theme
        style = ChipStyle(theme.merge, theme.on_merge, edge=theme.merge_edge, bold=True, edge_width=2)
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            face.paint(painter, QPointF(2, 2), self._token, style, most=self._appearance.metrics.px(150))


class TokenStrip(QWidget):
    """Shows TokenFacts, or a hint while no token is looked at."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._facts: TokenFacts | None = None
        self._rows = _ROWS
        self._build()
        appearance.changed.connect(self._fit)
        self.show_facts(None)

    def _build(self) -> None:
        self.setAccessibleName(self.tr("The token that is looked at"))
        self._token = _LargeToken(self._appearance, self)
        self._badge = QLabel(self)
        self._hint = QLabel(self)
        self.set_empty(False)
        self._hint.setWordWrap(True)  # in a narrow view, rather than that it makes the window wider
        self._hint.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self._cells = [(QLabel(self), QLabel(self)) for _ in range(_CELLS)]
        left = QVBoxLayout()
        left.addStretch()
        left.addWidget(self._token)
        left.addWidget(self._badge)
        left.addStretch()
        self._grid = QGridLayout()
        for name, value in self._cells:
            name.setForegroundRole(self.palette().ColorRole.PlaceholderText)
            value.setTextFormat(Qt.TextFormat.PlainText)  # a token may look like a tag
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row = QHBoxLayout(self)
        self._row.addLayout(left)
        self._row.addWidget(self._hint, 1000)
        self._row.addLayout(self._grid)
        self._row.addStretch(1)

    def _place_cells(self) -> None:
        """Three rows, or one where there is little height."""
        for number, (name, value) in enumerate(self._cells):
            name.setContentsMargins(self._appearance.metrics.units(3) if number >= self._rows else 0, 0, 0, 0)
            self._grid.addWidget(name, number % self._rows, 2 * (number // self._rows))
            self._grid.addWidget(value, number % self._rows, 2 * (number // self._rows) + 1)

    @property
    def facts(self) -> TokenFacts | None:
        return self._facts

    @property
    def has_facts(self) -> bool:
        """Some token is looked at."""
        return self._facts is not None

    def set_compact(self, compact: bool) -> None:
        """One row of facts instead of three."""
        rows = 1 if compact else _ROWS
        if rows != self._rows:
            self._rows = rows
            self._fit()

    def set_empty(self, empty: bool) -> None:
        """A text without tokens: there is none to point at."""
        self._hint.setText("" if empty else self.tr("Point at a token to see what it is; click to keep it."))

    def show_facts(self, facts: TokenFacts | None) -> None:
        """Another token, or None for none."""
        self._facts = facts
        self._hint.setVisible(facts is None)
        self._token.setVisible(facts is not None)
        self._badge.setText(facts.badge if facts else "")
        if facts:
            self._token.show_token(facts.token)
        self.setAccessibleDescription(spoken_facts(facts) if facts else "")
        rows = facts.rows if facts else ()
        for number, (name, value) in enumerate(self._cells):
            name.setText(rows[number][0] if number < len(rows) else "")
            value.setText(rows[number][1] if number < len(rows) else "")
        self._fit()

    def announce(self) -> None:
        """Tell a screen reader of a token that was reached by key."""
        if self._facts is not None:
            announce(self, spoken_facts(self._facts))

    def _fit(self) -> None:
        """Fonts and distances of this size."""
        metrics, theme = self._appearance.metrics, self._appearance.theme
        self._row.setContentsMargins(metrics.units(4), metrics.units(0.5), metrics.units(3), metrics.units(0.5))
        self._row.setSpacing(metrics.units(4))
        self._grid.setHorizontalSpacing(metrics.units(_GAP))
        self._grid.setVerticalSpacing(0)
        self.setFixedHeight(self._height())
        self._place_cells()
        for name, value in self._cells:
            name.setFont(self._appearance.font("caption"))
            value.setFont(self._appearance.font("caption", weight=600))
        self._hint.setFont(self._appearance.font("body"))
        self._badge.setFont(self._appearance.font("caption", weight=600))
        self._badge.setVisible(bool(self._badge.text()) and self._rows > 1)
        self._badge.setStyleSheet(
            f"color: {theme.merge_edge.name()}; border: 1px solid {theme.merge_edge.name()};"
            f"border-radius: {metrics.corner}px; padding: 0 {metrics.units(1)}px;"
        )
        self._leave_out_what_has_no_room()
        self.update()

    def _height(self) -> int:
        return self._appearance.metrics.units(19 if self._rows > 1 else 9)

    def _leave_out_what_has_no_room(self) -> None:
        """Columns that have no room are left out whole; asked of the labels, as the layout lags behind."""
        metrics = self._appearance.metrics
        shows_badge = bool(self._badge.text()) and self._rows > 1
        x = metrics.units(13) + max(
            self._token.sizeHint().width(), self._badge.sizeHint().width() if shows_badge else 0
        )
        for first in range(0, _CELLS, self._rows):
            column = self._cells[first : first + self._rows]
            widths = [max(label.sizeHint().width() for label in part) for part in zip(*column, strict=True)]
            x += sum(widths) + 2 * metrics.units(_GAP)
            self._set_visible(column, on=self._facts is not None and (x <= self.width() or first == 0))
        self._grid.invalidate()
        self._row.activate()

    def _set_visible(self, cells: list[tuple[QLabel, QLabel]], *, on: bool) -> None:
        for name, value in cells:
            name.setVisible(on)
            value.setVisible(on)

    def minimumSizeHint(self) -> QSize:
        """The first column beside the longest badge."""
        return QSize(self._appearance.metrics.units(115), self._height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_out_what_has_no_room()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._appearance.theme
        with Painter(self) as painter:
            painter.fillRect(self.rect(), theme.panel)
            painter.fillRect(QRectF(0, 0, self.width(), 1), theme.hairline)
            if self._facts:
                painter.fillRect(QRectF(0, 0, self._appearance.metrics.u, self.height()), theme.merge)


def spoken_facts(facts: TokenFacts) -> str:
    """All facts in a sentence."""
    rows = ", ".join(f"{name} {value}" for name, value in facts.rows)
    return ". ".join(filter(None, (spoken(facts.token), facts.badge, rows)))
