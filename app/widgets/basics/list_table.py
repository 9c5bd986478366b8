"""What all lists that are drawn by a delegate have in common: nothing that the table itself would draw, and even rows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.look.theme import Appearance
from app.widgets.basics.table_copy import TableCopy


def set_up_list(view: QTableView, name: str, *, sortable: bool = False) -> None:
    """Call it once; `sortable` titles can be clicked."""
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setFrameShape(QTableView.Shape.NoFrame)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.setAccessibleName(name)
    view.verticalHeader().hide()
    view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header = view.horizontalHeader()
    header.setSectionsClickable(sortable)
    header.setHighlightSections(False)
    header.setMinimumSectionSize(8)
    TableCopy(view)
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)


def dress_list(view: QTableView, appearance: Appearance, row: int) -> None:
    """Colours, the font of the titles, and rows that are `row` high."""
    view.setPalette(appearance.item_view_palette())
    view.horizontalHeader().setFont(appearance.font("caption", weight=600))
    view.horizontalHeader().setFixedHeight(appearance.metrics.list_row)
    view.verticalHeader().setMinimumSectionSize(1)
    view.verticalHeader().setDefaultSectionSize(row)
