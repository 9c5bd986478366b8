"""All about one token and its vocabulary: its tree, what it is used in, its other forms; the scripts; another vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.chip_painting import ChipFace, lit_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.controls import Label, Panel, spaced
from app.widgets.basics.painter import Painter
from app.widgets.basics.segment_row import Segment, Segments
from app.widgets.basics.value_choice import ValueChoice
from app.widgets.vocabulary.chip_cloud import ChipCloud
from app.widgets.vocabulary.key_walk import KeyWalk
from app.widgets.vocabulary.merge_tree import MergeTree, TreeToken
from app.widgets.vocabulary.script_map import ScriptMap
from engine.vocabularies.token_forest import TokenTree

VIEWS = ("tree", "used", "forms", "scripts", "compare")
_TITLES = {
    "tree": later("token_details", "Tree"),
    "used": later("token_details", "Used in"),
    "forms": later("token_details", "Forms"),
    "scripts": later("token_details", "Scripts"),
    "compare": later("token_details", "Compare"),
}
_TIPS = {
    "tree": later("token_details", "The merges that made the token"),
    "used": later("token_details", "Tokens that were made of this one"),
    "forms": later("token_details", "The same word in other cases, with and without the space before it"),
    "scripts": later("token_details", "The scripts of the whole vocabulary; click one to list its tokens"),
    "compare": later("token_details", "What this vocabulary and another have in common"),
}


class TokenDetails(Panel):
    """Signals: `view_changed(name)`, `token_asked(id)`, `script_asked(name)`, `other_asked(key)`; `elsewhere_asked(id)` for a
    token that only the other vocabulary has."""

    view_changed = Signal(str)
    token_asked = Signal(int)
    script_asked = Signal(str)
    other_asked = Signal(str)
    elsewhere_asked = Signal(int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._build()
        self._connect()

    def _build(self) -> None:
        look = self._appearance
        self.title = TokenTitle(look)
        tabs = [
            Segment(translate("token_details", _TITLES[name]), translate("token_details", _TIPS[name]))
            for name in VIEWS
        ]
        self.bar = Segments(look, self.tr("View"), tabs)
        self.tabs = self.bar.group
        row = QHBoxLayout()
        spaced(row, look, (3, 2, 3, 1), 0)
        row.addWidget(self.bar)
        self.tree = MergeTree(look)
        self.used, self.forms, self.compared = ChipCloud(look), ChipCloud(look), ChipCloud(look)
        for cloud, name in ((self.used, "used"), (self.forms, "forms"), (self.compared, "compare")):
            cloud.setAccessibleName(translate("token_details", _TITLES[name]))
        self.scripts = ScriptMap(look)
        self.other = ValueChoice(look, self.tr("Compare with"))
        self.stack = QStackedWidget()
        self.tree_area = _scrolled(self.tree)
        for widget in (self.tree_area, _scrolled(self.used), _scrolled(self.forms), self.scripts):
            self.stack.addWidget(widget)
        self.stack.addWidget(self._build_compare())
        self.message = Label(look, second=True, wrap=True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(self.message)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.title)
        column.addWidget(self.stack, 1)

    def _build_compare(self) -> QWidget:
        holder = Panel(self._appearance)
        row = QHBoxLayout()
        spaced(row, self._appearance, (3, 1, 3, 1), 2)
        row.addWidget(self.other)
        row.addStretch(1)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(_scrolled(self.compared), 1)
        return holder

    def _connect(self) -> None:
        self.tabs.idClicked.connect(lambda number: self.view_changed.emit(VIEWS[number]))
        for cloud in (self.used, self.forms, self.compared):
            cloud.token_asked.connect(self.token_asked)
        self.compared.elsewhere_asked.connect(self.elsewhere_asked)
        self.tree.token_asked.connect(self.token_asked)
        self.scripts.script_asked.connect(self.script_asked)
        self.other.activated.connect(lambda row: self.other_asked.emit(self.other.itemData(row)))

    @property
    def view(self) -> str:
        return VIEWS[self.tabs.checkedId()]

    def drawn(self) -> QWidget:
        """What draws the chosen view."""
        drawn = {"tree": self.tree, "used": self.used, "forms": self.forms, "compare": self.compared}
        return drawn.get(self.view, self.scripts)

    def show_view(self, message: str = "") -> None:
        """The chosen view, or a sentence in its place."""
        self.message.setText(message)
        self.title.setVisible(self.view != "scripts" and self.title.token is not None)
        self.stack.setCurrentIndex(len(VIEWS) if message else self.tabs.checkedId())

    def show_tree(self, tree: TokenTree, fact: Callable[[int], TreeToken]) -> None:
        """A token's tree, scrolled so that the token itself is in the middle."""
        self.tree.show_tree(tree, fact)
        bar = self.tree_area.horizontalScrollBar()
        spare = self.tree.sizeHint().width() - self.tree_area.viewport().width()
        bar.setRange(0, max(0, spare))
        bar.setValue(round(self.tree.top_middle() - self.tree_area.viewport().width() / 2))

    def show_others(self, choices: Sequence[tuple[str, str]], chosen: str) -> None:
        """Vocabularies that this one can be compared with."""
        wanted = [("", self.tr("choose one")), *choices]
        if wanted != [(self.other.itemData(row), self.other.itemText(row)) for row in range(self.other.count())]:
            self.other.clear()
            for key, title in wanted:
                self.other.add(title, key)
        self.other.choose(chosen)


class TokenTitle(QWidget):
    """The token that is looked at as a large amber chip, and its facts on the same line or the next."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._token: bytes | None = None
        self._facts = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self.updateGeometry)

    @property
    def token(self) -> bytes | None:
        return self._token

    @property
    def facts(self) -> str:
        return self._facts

    def show_token(self, token: bytes | None, facts: str) -> None:
        self._token, self._facts = token, facts
        self.setAccessibleName(", ".join(filter(None, (spoken(token) if token is not None else "", facts))))
        self.updateGeometry()
        self.update()

    def _face(self) -> ChipFace:
        return ChipFace(self._appearance, "chip")

    def _lines(self) -> tuple[float, bool]:
        """Width of the chip, and whether the facts stand beside it."""
        metrics, face = self._appearance.metrics, self._face()
        room = self.width() - metrics.units(6)
        chip = min(face.width(self._token or b"", True), float(room))
        facts = QFontMetricsF(self._appearance.font("body")).horizontalAdvance(self._facts)
        return chip, chip + metrics.units(3) + facts <= room

    def sizeHint(self) -> QSize:
        metrics, face = self._appearance.metrics, self._face()
        beside = self._lines()[1]
        line = QFontMetricsF(self._appearance.font("body")).height()
        return QSize(
            metrics.units(40), round(face.height + metrics.units(3) + (0 if beside else line + metrics.units(1)))
        )

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._token is None:
            return
        look, theme, metrics = self._appearance, self._appearance.theme, self._appearance.metrics
        face = self._face()
        chip, beside = self._lines()
        left, top = float(metrics.units(3)), float(metrics.units(1.5))
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            face.paint(painter, QPointF(left, top), self._token, lit_style(theme, edge=True), most=chip)
            painter.setFont(look.font("body"))
            painter.setPen(theme.second_text)
            measure = QFontMetricsF(look.font("body"))
            if beside:
                x, base = left + chip + metrics.units(3), top + (face.height + measure.capHeight()) / 2
            else:
                x, base = left, top + face.height + metrics.units(1) + measure.ascent()
            room = self.width() - x - metrics.units(2)
            words = measure.elidedText(self._facts, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QPointF(x, base), words)


def _scrolled(widget: KeyWalk) -> QScrollArea:
    """Scrolled so that what the keys reach is in sight."""
    area = QScrollArea()
    widget.reached.connect(
        lambda rect: area.ensureVisible(*rect.center().toPoint().toTuple(), *rect.size().toSize().toTuple())
    )
    area.setWidget(widget)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
