"""The merge tree of a token: base symbols at the bottom, the token at the top, each with its step and its count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, ChipStyle, lit_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.vocabulary.key_walk import KeyWalk
from app.widgets.vocabulary.tree_layout import Node, tree_layout
from engine.vocabularies.token_forest import TokenTree


@dataclass(frozen=True, slots=True)
class TreeToken:
    """What is drawn of one token: its bytes, its count in words (empty: not known), and a warning in words."""

    token: bytes
    count: str = ""
    warning: str = ""


class MergeTree(KeyWalk):
    """Painted whole; stands in a scroll area.  `token_asked(id)` for a click on a token of the tree, or Enter on the one that
    the arrow keys reach."""

    token_asked = Signal(int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._tree: TokenTree | None = None
        self._fact: Callable[[int], TreeToken] = lambda _id: TreeToken(b"")
        self._nodes: list[Node] = []
        self._width = 0.0
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Merge tree"))
        appearance.changed.connect(self._lay_out)
        self._lay_out()

    def show_tree(self, tree: TokenTree | None, fact: Callable[[int], TreeToken]) -> None:
        """A token's tree; `fact` says what is drawn for an id."""
        self._tree, self._fact = tree, fact
        self.walk_from_start()
        self._lay_out()

    @property
    def nodes(self) -> list[Node]:
        """What is drawn, parts before what they make."""
        return self._nodes

    def _lay_out(self) -> None:
        look = self._appearance
        self._face = ChipFace(look, "heading")
        self._caption = look.font("caption")
        if self._tree is None:
            self._nodes, self._width = [], 0.0
        else:
            self._nodes, self._width = tree_layout(self._tree, self._chip, self._words, look.metrics.units(3))
            words = [self._said(node) for node in reversed(self._nodes) if node.parts]
            self.setAccessibleDescription("; ".join(words))
        self.setMinimumSize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def _chip(self, id: int) -> float:
        return self._face.width(self._fact(id).token)

    def _words(self, tree: TokenTree) -> float:
        """The room of the words at a token's right."""
        measure = QFontMetricsF(self._caption)
        lines = max(measure.horizontalAdvance(line) for line in self._lines(tree))
        return lines + self._appearance.metrics.units(1.5)

    def _said(self, node: Node) -> str:
        parts = [spoken(self._fact(self._nodes[part].tree.id).token) for part in node.parts]
        return self.tr("step {:,}: {} become {}").format(
            node.tree.step, self.tr(" and ").join(parts), spoken(self._fact(node.tree.id).token)
        )

    def _from_the_top(self) -> list[Node]:
        return self._nodes[::-1]

    def places(self) -> list[QRectF]:
        return [self._box(node) for node in self._from_the_top()]

    def ask(self, number: int) -> None:
        node = self._from_the_top()[number]
        if node.tree is not self._tree:
            self.token_asked.emit(node.tree.id)

    def words(self, number: int) -> str:
        node = self._from_the_top()[number]
        return self._said(node) if node.parts else spoken(self._fact(node.tree.id).token)

    # -- places ------------------------------------------------------------------------------------------------------

    def _row_height(self) -> float:
        caption = QFontMetricsF(self._caption).height()
        return float(max(self._face.height + self._appearance.metrics.units(6), 2.1 * caption + self._face.height / 2))

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        levels = max((node.level for node in self._nodes), default=0) + 1
        height = levels * self._row_height() + metrics.units(4)
        return QSize(round(self._width + metrics.units(6)), round(height))

    def top_middle(self) -> float:
        """Where the token itself stands, as far as the widget is not wider than it needs."""
        return self._appearance.metrics.units(3) + (self._nodes[-1].x if self._nodes else 0.0)

    def _offset(self) -> float:
        spare = self.width() - self._width - 2 * self._appearance.metrics.units(3)
        return self._appearance.metrics.units(3) + max(0.0, spare / 2)

    def _box(self, node: Node) -> QRectF:
        levels = max(other.level for other in self._nodes)
        top = self._appearance.metrics.units(2) + (levels - node.level) * self._row_height()
        chip = self._face.width(self._fact(node.tree.id).token)
        return QRectF(self._offset() + node.x - chip / 2, top, chip, self._face.height)

    def node_at(self, point: QPointF) -> Node | None:
        return next((node for node in self._nodes if self._box(node).contains(point)), None)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), self._appearance.theme.panel)
            for node in self._nodes:
                self._paint_lines(painter, node)
            for node in self._nodes:
                self._paint_chip(painter, node)
            self.paint_walk(painter)

    def _paint_lines(self, painter: QPainter, node: Node) -> None:
        """From a token down to a bar, and from its ends to the two parts."""
        if not node.parts:
            return
        painter.setPen(QPen(self._appearance.theme.control_border, self._appearance.metrics.line(1.5)))
        box = self._box(node)
        bar = box.bottom() + self._appearance.metrics.units(1)
        painter.drawLine(QPointF(box.center().x(), box.bottom()), QPointF(box.center().x(), bar))
        middles = [self._box(self._nodes[part]) for part in node.parts]
        xs = [box.center().x(), *(part.center().x() for part in middles)]
        painter.drawLine(QPointF(min(xs), bar), QPointF(max(xs), bar))
        for part in middles:
            painter.drawLine(QPointF(part.center().x(), bar), QPointF(part.center().x(), part.top()))

    def _paint_chip(self, painter: QPainter, node: Node) -> None:
        theme, box, fact = self._appearance.theme, self._box(node), self._fact(node.tree.id)
        style = ChipStyle(theme.panel, theme.text, None, theme.control_border)
        if node.tree is self._tree:
            style = lit_style(theme, edge=True)
        elif fact.warning:
            style = ChipStyle(theme.warning_ground, theme.text, None, theme.warning, dashed=True)
        elif node.parts:
            style = ChipStyle(theme.selected_row, theme.text, None, theme.accent)
        self._face.paint(painter, box.topLeft(), fact.token, style, width=box.width())
        if node.parts:
            self._paint_words(painter, box, self._lines(node.tree), bool(fact.warning))

    def _lines(self, tree: TokenTree) -> list[str]:
        fact = self._fact(tree.id)
        return [self.tr("step {:,}").format(tree.step), fact.warning or fact.count]

    def _paint_words(self, painter: QPainter, box: QRectF, lines: list[str], warning: bool) -> None:
        """Two lines at the right of the chip, on a ground of their own so that no line of the tree runs through them."""
        theme, gap = self._appearance.theme, self._appearance.metrics.units(1.5)
        measure = QFontMetricsF(self._caption)
        painter.setFont(self._caption)
        shown = [words for words in lines if words]
        for number, words in enumerate(shown):
            single = box.center().y() - measure.height() / 2
            top = single if len(shown) == 1 else box.bottom() - (2 - number) * measure.height() * 0.92
            ground = QRectF(box.right() + gap, top, measure.horizontalAdvance(words), measure.height())
            painter.setPen(theme.warning if warning and number else theme.second_text)
            painter.drawText(ground, Qt.AlignmentFlag.AlignVCenter, words)

    # -- the pointer -------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        node = self.node_at(event.position())
        if node is not None and node.tree is not self._tree:
            self.token_asked.emit(node.tree.id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        leads = node is not None and node.tree is not self._tree
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        self.setToolTip(plain_tip(self._said(node)) if node is not None and node.parts else "")
