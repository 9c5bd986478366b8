"""Groups of tokens as chips that flow over lines, each with a caption; a click asks for its token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, ChipStyle, lit_style, quiet_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter
from app.widgets.vocabulary.key_walk import KeyWalk


@dataclass(frozen=True, slots=True)
class CloudChip:
    """A token, what stands behind it in second text, and its id (-1: it is in no vocabulary, and drawn as a gap).

    `elsewhere`: the id is one of the vocabulary that this one is compared with; drawn as a gap, but it can be asked for.
    """

    token: bytes
    caption: str = ""
    id: int = -1
    lit: bool = False
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class CloudGroup:
    """A heading, a sentence under it, and its chips; `more` says how many are not shown."""

    title: str
    note: str = ""
    chips: Sequence[CloudChip] = field(default_factory=tuple)
    more: int = 0


class ChipCloud(KeyWalk):
    """Stands in a scroll area; as high as its width asks for.  A click, or Enter on the chip that the arrow keys reach, asks
    for its token: `token_asked(id)`, or `elsewhere_asked(id)` for one of the other vocabulary."""

    token_asked = Signal(int)
    elsewhere_asked = Signal(int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._groups: tuple[CloudGroup, ...] = ()
        self._placed: list[tuple[CloudChip, QRectF, str]] = []
        self._texts: list[tuple[QRectF, str, str]] = []
        self._height = 0.0
        self._heights: dict[int, int] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)
        appearance.changed.connect(self._renew)
        self._face = ChipFace(appearance, "body", small=True)

    def show_groups(self, groups: Sequence[CloudGroup]) -> None:
        self._groups = tuple(groups)
        words = (f"{group.title}: {', '.join(spoken(chip.token) for chip in group.chips)}" for group in self._groups)
        self.setAccessibleDescription("; ".join(words))
        self.walk_from_start()
        self._show()

    def _known(self) -> list[tuple[CloudChip, QRectF]]:
        return [(chip, rect) for chip, rect, _ in self._placed if chip.id >= 0]

    def places(self) -> list[QRectF]:
        return [rect for _, rect in self._known()]

    def ask(self, number: int) -> None:
        self._ask_for(self._known()[number][0])

    def _ask_for(self, chip: CloudChip) -> None:
        (self.elsewhere_asked if chip.elsewhere else self.token_asked).emit(chip.id)

    def words(self, number: int) -> str:
        chip = self._known()[number][0]
        return f"{spoken(chip.token)} {chip.caption}".strip()

    @property
    def groups(self) -> tuple[CloudGroup, ...]:
        return self._groups

    def chip_rect(self, id: int, *, elsewhere: bool = False) -> QRectF:
        """Where a token's chip stands; empty if it is not shown."""
        places = (rect for chip, rect, _ in self._placed if (chip.id, chip.elsewhere) == (id, elsewhere))
        return next(places, QRectF())

    # -- places ------------------------------------------------------------------------------------------------------

    def _renew(self) -> None:
        self._face = ChipFace(self._appearance, "body", small=True)
        self._show()

    def _show(self) -> None:
        self._heights = {}
        self._lay_out(self.width())
        self.setMinimumHeight(round(self._height))
        self.updateGeometry()
        self.update()

    def _lay_out(self, width: int) -> None:
        look, metrics = self._appearance, self._appearance.metrics
        pad, gap = metrics.units(3), metrics.units(2)
        heading, caption = QFontMetricsF(look.font("body", weight=700)), QFontMetricsF(look.font("caption"))
        room = max(float(metrics.units(20)), width - 2.0 * pad)
        y = float(metrics.units(2))
        self._placed, self._texts = [], []
        for group in self._groups:
            if group.title:
                self._texts.append((QRectF(pad, y, room, heading.height()), group.title, "heading"))
                y += heading.height() + metrics.units(0.5)
            if group.note:
                flags = int(Qt.TextFlag.TextWordWrap)
                box = caption.boundingRect(QRectF(pad, y, room, 10_000), flags, group.note)
                self._texts.append((QRectF(pad, y, room, box.height() + 1), group.note, "note"))
                y += box.height() + metrics.units(1)
            y = self._place_chips(group, pad, y, room, caption)
            y += gap + metrics.units(1)
        self._height = y

    def _place_chips(self, group: CloudGroup, left: float, y: float, room: float, caption: QFontMetricsF) -> float:
        metrics = self._appearance.metrics
        x, line, begun = left, self._face.height + metrics.units(1.5), False
        for chip in group.chips:
            width = min(self._face.width(chip.token), room)
            words = caption.horizontalAdvance(chip.caption) + metrics.units(1) if chip.caption else 0.0
            if begun and x + width + words > left + room:
                x, y = left, y + line
            self._placed.append((chip, QRectF(x, y, width, self._face.height), chip.caption))
            x += width + words + metrics.units(2.5)
            begun = True
        if begun:
            y += line
        if group.more:
            more = self.tr("and {:,} more").format(group.more)
            self._texts.append((QRectF(left, y, room, caption.height()), more, "note"))
            y += caption.height()
        return y

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:  # a layout asks for the same widths again and again
            self._lay_out(width)
            self._heights[width] = round(self._height)
            self._lay_out(self.width())
        return self._heights[width]

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(60), round(self._height))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(30), self._appearance.metrics.units(8))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out(event.size().width())
        self.setMinimumHeight(round(self._height))

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        look, theme = self._appearance, self._appearance.theme
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(event.rect(), theme.panel)
            for rect, text, role in self._texts:
                painter.setFont(look.font("body", weight=700) if role == "heading" else look.font("caption"))
                painter.setPen(theme.text if role == "heading" else theme.second_text)
                painter.drawText(rect, int(Qt.TextFlag.TextWordWrap), text)
            for chip, rect, caption in self._placed:
                if rect.intersects(QRectF(event.rect())):
                    self._paint_chip(painter, chip, rect, caption)
            self.paint_walk(painter)

    def _paint_chip(self, painter: QPainter, chip: CloudChip, rect: QRectF, caption: str) -> None:
        look, theme = self._appearance, self._appearance.theme
        style = lit_style(theme, edge=True) if chip.lit else quiet_style(theme)
        if chip.id < 0 or chip.elsewhere:
            style = ChipStyle(None, theme.second_text, None, theme.hairline, dashed=True)
        self._face.paint(painter, rect.topLeft(), chip.token, style, most=rect.width())
        painter.setFont(look.font("caption"))
        painter.setPen(theme.second_text)
        words = QRectF(rect.right() + look.metrics.units(1), rect.top(), 10_000, rect.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, caption)

    # -- the pointer -------------------------------------------------------------------------------------------------

    def _chip_at(self, point: QPointF) -> CloudChip | None:
        return next((chip for chip, rect, _ in self._placed if rect.contains(point) and chip.id >= 0), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        chip = self._chip_at(event.position())
        if chip is not None:
            self._ask_for(chip)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hit = self._chip_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if hit else Qt.CursorShape.ArrowCursor)
