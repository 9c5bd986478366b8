"""All pairs that tied at a step, in a list over the theatre: the pair, its ids, and which rules take it.  Escape closes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.chip_painting import ChipFace, lit_style, paint_pair, tied_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.controls import Label, ToolButton, spaced
from app.widgets.basics.keyboard_guest import KeyboardGuest
from app.widgets.basics.list_table import dress_list, set_up_list
from app.widgets.basics.plain_tip import plain_tip
from engine.history import Candidate

Index = QModelIndex | QPersistentModelIndex
_TITLES = (later("tied_list", "Pair"), later("tied_list", "Ids"), later("tied_list", "Taken by"))


class TiedModel(QAbstractTableModel):
    """The pairs; `rules` says for the ids of a pair which rules take it."""

    def __init__(self) -> None:
        super().__init__()
        self.pairs: Sequence[Candidate] = ()
        self.rules: Mapping[tuple[int, int], str] = {}
        self.winner: tuple[int, int] | None = None

    def set_pairs(
        self, pairs: Sequence[Candidate], rules: Mapping[tuple[int, int], str], winner: tuple[int, int] | None
    ) -> None:
        """What rules take stands first, the winner before all; the others keep their order."""
        self.beginResetModel()
        first = [pair for pair in pairs if pair.ids in rules or pair.ids == winner]
        first.sort(key=lambda pair: pair.ids != winner)
        taken = {pair.ids for pair in first}
        self.pairs = [*first, *(pair for pair in pairs if pair.ids not in taken)]
        self.rules, self.winner = rules, winner
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.pairs)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return translate("tied_list", _TITLES[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        pair = self.pairs[index.row()]
        texts = " + ".join(map(spoken, pair.pair)), f"{pair.ids[0]:,}, {pair.ids[1]:,}", self.rules.get(pair.ids, "")
        text = texts[index.column()]
        return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text


class TiedList(KeyboardGuest, QFrame):
    """A sheet that lies over its parent until Escape or its cross closes it."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.title = Label(appearance, "", bold=True)
        self.model = TiedModel()
        self.view = QTableView()
        self.view.setModel(self.model)
        self.view.setItemDelegateForColumn(0, _PairDelegate(appearance, self.model, self.view))
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        set_up_list(self.view, self.tr("All tied pairs"))
        self.view.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.close_button = ToolButton(appearance, "close", tip=self.tr("Close (Esc)"), plain=True)
        self.close_button.clicked.connect(self.hide)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        spaced(column, appearance, (3, 3, 3, 3), 2)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.hide()

    def show_counting(self, step: int) -> None:
        """Until the pairs are there."""
        self.title.setText(self.tr("Step {:,}: counting all pairs...").format(step))
        self.model.set_pairs((), {}, None)

    def show_pairs(
        self,
        step: int,
        pairs: Sequence[Candidate],
        rules: Mapping[tuple[int, int], str],
        winner: tuple[int, int],
    ) -> None:
        self.title.setText(self.tr("Step {:,}: {:,} pairs are worth the same").format(step, len(pairs)))
        self.model.set_pairs(pairs, rules, winner)

    def open_at(self, right: int, top: int, height: int) -> None:
        """Show the sheet with its top right corner at a place of its parent."""
        metrics = self._appearance.metrics
        dress_list(self.view, self._appearance, metrics.list_row)
        self.view.setColumnWidth(0, metrics.units(36))
        self.view.setColumnWidth(1, metrics.units(24))
        width = min(metrics.units(120), right)
        self.setGeometry(right - width, top, width, height)
        self.show()
        self.raise_()
        self.view.setFocus()


class _PairDelegate(QStyledItemDelegate):
    """Draws the pair as chips: amber the winner, violet all others."""

    def __init__(self, appearance: Appearance, model: TiedModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        pair, rect = self._model.pairs[index.row()], QRectF(option.rect)
        face = ChipFace(self._appearance, "body", small=True)
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # places are counted from the left
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        style = lit_style(theme) if pair.ids == self._model.winner else tied_style(theme)
        at = QPointF(rect.left() + metrics.units(1), rect.top() + (rect.height() - face.height) / 2)
        paint_pair(face, painter, at, pair.pair, style, rect.width() - metrics.units(2))
        painter.restore()
