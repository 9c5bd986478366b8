"""One line under the bars: the pairs that other tie rules would merge here, where the whole list of rules has no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.chip_painting import ChipFace, paint_pair, pair_width, tied_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.why.rule_list import RuleChoice

Pair = tuple[bytes, bytes]
_WIDE = 70
"""Width in units from which the words are not shortened."""


def other_pairs(choices: Sequence[RuleChoice]) -> tuple[Pair, ...]:
    """What the rules choose that do not choose the pair that is merged, each pair once."""
    return tuple(dict.fromkeys(choice.pair for choice in choices if choice.pair is not None and not choice.wins))


class OtherRules(QWidget):
    """ "Other rules choose" and as many of the pairs as have room."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._choices: tuple[RuleChoice, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What other rules would choose here"))
        appearance.changed.connect(self._renew)
        self._renew()

    def show_choices(self, choices: Sequence[RuleChoice]) -> None:
        """What each rule would merge here; nothing where there is no step."""
        if tuple(choices) == self._choices:
            return
        self._choices = tuple(choices)
        self.setAccessibleDescription(self.text())
        self.setToolTip(plain_tip("\n".join(_named(choice) for choice in self._choices)))
        self.update()

    def text(self) -> str:
        """The line in words."""
        pairs = [self.tr("{} and {}").format(spoken(left), spoken(right)) for left, right in self.pairs()]
        return " ".join((self._words(), "; ".join(pairs))).strip()

    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of the line."""
        return other_pairs(self._choices)

    def _words(self) -> str:
        if not self._choices:
            return ""
        if not self.pairs():
            return self.tr("Every rule chooses this pair.")
        return (
            self.tr("Other rules choose")
            if self.width() >= self._appearance.metrics.units(_WIDE)
            else self.tr("Others choose")
        )

    # ---- layout ----

    def _renew(self) -> None:
        self._face = ChipFace(self._appearance, "body", small=True)
        self.setFixedHeight(round(self._face.height + self._appearance.metrics.units(1)))
        self.update()

    def _placed(self) -> list[tuple[Pair, QRectF]]:
        """The pairs that have room beside the words; the first is cut rather than left out."""
        gap = self._appearance.metrics.units(2)
        x = QFontMetricsF(self._appearance.font("caption")).horizontalAdvance(self._words()) + gap
        y = (self.height() - self._face.height) / 2
        placed: list[tuple[Pair, QRectF]] = []
        for pair in self.pairs():
            room = self.width() - x
            width = pair_width(self._face, pair)
            if placed and width > room:
                break
            placed.append((pair, QRectF(x, y, min(width, room), self._face.height)))
            x += width + gap
        return placed

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(75), self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(30), self.height())

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self._appearance.font("caption"))
            painter.setPen(self._appearance.theme.second_text)
            line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(self.rect()), line, self._words())
            for pair, rect in self._placed():
                style = tied_style(self._appearance.theme)
                paint_pair(self._face, painter, QPointF(rect.topLeft()), pair, style, rect.width())


def _named(choice: RuleChoice) -> str:
    pair = (
        translate("other_rules", "{} and {}").format(spoken(choice.pair[0]), spoken(choice.pair[1]))
        if choice.pair
        else translate("other_rules", "nothing")
    )
    return f"{choice.title}: {pair}"
