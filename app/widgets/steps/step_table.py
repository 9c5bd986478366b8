"""The list of steps: pairs as chips, counts, ties; a field that finds a token or a step.

The current step has an amber pair and an accent bar, and stands at two thirds of the height; steps that are not reached yet
are in second text.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.list_table import dress_list, set_up_list
from app.widgets.basics.number_text import number_text
from app.widgets.basics.search_field import SearchField
from app.widgets.steps.step_columns import COUNT_TITLES, ListColumns
from app.widgets.steps.step_delegate import StepDelegate
from app.widgets.steps.step_model import (
    COUNT,
    MERGE,
    NOWHERE,
    OTHER,
    STEP,
    TIED,
    StepModel,
    find_step,
    mark_text,
)
from engine.run_comparison import RunComparison


class StepTable(QWidget):
    """Search field, table, and a line below it for what there is to say."""

    seek_asked = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self._position = 0
        self.model = StepModel(self)
        self._build()
        self._connect()
        self._renew()

    # ---- what is shown ----

    def show_steps(self, columns: ListColumns | None, empty: str = "") -> None:
        """Shows the steps known so far, or the sentence `empty` where there will be none."""
        self.model.set_columns(columns)
        self._empty.setText(empty)
        self._empty.setVisible(bool(empty))
        for part in (self.search, self.view):
            part.setVisible(not empty)
        self._fit_columns()
        self.show_position(self._position)

    def show_position(self, position: int) -> None:
        """Marks the step at a position (0: none)."""
        self._position = position
        self._delegate.position = position
        self.view.show_row(position - 1)

    def show_marks(self, compared: RunComparison | None, other: str = "") -> None:
        """Marks the steps that another run has too; None takes the marks away."""
        if compared is None and not self.model.has_marks:
            return
        self.model.set_marks(compared, other)
        self._fit_columns()
        self.updateGeometry()

    def show_note(self, text: str) -> None:
        """The line below the table ("744 steps learned in 0.1 s"); empty hides it."""
        self._note.setText(text)
        self._note.setVisible(bool(text))

    def start_search(self) -> None:
        """Puts the cursor into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    # ---- building ----

    def _build(self) -> None:
        self.search = SearchField(self._appearance, self.tr("Find a token or a step"))
        self.search.setClearButtonEnabled(True)
        self._found = QLabel(textFormat=Qt.TextFormat.PlainText)  # what was looked for may look like a tag
        self._found.setWordWrap(True)
        self._found.hide()
        self.view = _StepView(self._appearance)
        self.view.set_model(self.model)
        self._delegate = StepDelegate(self._appearance, self.model, self.view)
        self.view.setItemDelegate(self._delegate)
        self._empty = QLabel()
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._empty.hide()
        self._note = QLabel()
        self._note.setWordWrap(True)
        self._note.hide()
        self._field = QVBoxLayout()
        self._field.addWidget(self.search)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._field)
        for widget in (self._found, self.view, self._empty, self._note):
            self._column.addWidget(widget)
        self.setAccessibleName(self.tr("Steps"))

    def _connect(self) -> None:
        self.search.returnPressed.connect(self._on_search)
        self.search.textChanged.connect(lambda: self._found.hide())
        self.view.step_asked.connect(self.seek_asked)
        self._appearance.changed.connect(self._renew)

    def _on_search(self) -> None:
        if self.model.columns is None:
            return
        step = find_step(self.model.columns, self.search.text(), self._position)
        if step is None:
            self._found.setText(self.tr('No step makes a token with "{}".').format(self.search.text()))
            self._found.setVisible(bool(self.search.text()))
        else:
            self.seek_asked.emit(step)

    def _renew(self) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        pad = metrics.units(2.5)
        self._column.setContentsMargins(0, pad, 0, 0)
        self._column.setSpacing(pad)
        self._field.setContentsMargins(pad, 0, pad, 0)
        for label in (self._found, self._empty, self._note):
            label.setFont(self._appearance.font("caption"))
            label.setContentsMargins(pad, 0, pad, pad)
        self._found.setStyleSheet(f"color: {theme.warning.name()}")
        for label in (self._empty, self._note):
            label.setStyleSheet(f"color: {theme.second_text.name()}")
        self._delegate.renew()
        self.view.renew()
        self._fit_columns()
        self.view.show_row(self._position - 1)

    def _fit_columns(self) -> None:
        """Numbers get the width of the widest one; the merge takes the rest."""
        metrics, columns = self._appearance.metrics, self.model.columns
        body = QFontMetricsF(self._appearance.font("body"))
        head = QFontMetricsF(self._appearance.font("caption", weight=600))
        steps = number_text(max(len(columns) if columns else 0, 999))
        counts = _widest_count(columns) if columns and len(columns) else "999"
        titles = [
            translate("step_columns", title) for title in (columns.titles if columns is not None else COUNT_TITLES)
        ]
        self.view.setColumnHidden(TIED, not titles[TIED])
        self.view.setColumnHidden(COUNT, not titles[COUNT])
        self.view.setColumnHidden(OTHER, not self.model.has_marks)
        self.search.setVisible(self.view.isVisibleTo(self) and (not columns or bool(columns.pair(1))))
        edge = metrics.units(1)  # of a title, which stands closer to the next one than a number
        ties = "999+" if columns is not None and _many_ties(columns) else "99"
        widths = {
            STEP: max(body.horizontalAdvance(steps), head.horizontalAdvance(titles[STEP]) + edge),
            COUNT: max(body.horizontalAdvance(counts), head.horizontalAdvance(titles[COUNT]) + edge),
            TIED: max(
                body.horizontalAdvance(ties),
                head.horizontalAdvance(self.tr("Tied")) + edge,
            ),
            OTHER: max(
                *map(body.horizontalAdvance, (steps, mark_text(NOWHERE))), head.horizontalAdvance(self.tr("Other"))
            ),
        }
        for column, width in widths.items():
            self.view.setColumnWidth(column, round(width) + metrics.units(4.5))

    def sizeHint(self) -> QSize:
        other = 50 if self.model.has_marks else 0
        return QSize(round(self._appearance.metrics.px(270 + other)), round(self._appearance.metrics.px(400)))

    def minimumSizeHint(self) -> QSize:
        other = 50 if self.model.has_marks else 0
        return QSize(round(self._appearance.metrics.px(236 + other)), round(self._appearance.metrics.px(140)))


def _widest_count(columns: ListColumns) -> str:
    """Of all rows: scores fall while counts rise and fall."""
    counts, scale = getattr(columns, "counts", None), getattr(columns, "scale", 1)
    if counts is None or not len(counts):
        return number_text(max(columns.count(1), columns.count(len(columns))))
    most = int(counts.max()) / scale
    return number_text(most) if scale == 1 else f"{most:,.1f}"


def _many_ties(columns: ListColumns) -> bool:
    tied = getattr(columns, "tied", None)
    return tied is not None and len(tied) > 0 and int(tied.max()) > 99


class _StepView(QTableView):
    """The table.  Clicks and keys ask for a step; the current row is set from outside only."""

    step_asked = Signal(int)

    def __init__(self, appearance: Appearance):
        super().__init__()
        self._appearance = appearance
        self._row = -1
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        set_up_list(self, self.tr("Steps"))
        self.clicked.connect(self._on_clicked)

    def set_model(self, model: StepModel) -> None:
        self.setModel(model)
        header = self.horizontalHeader()
        for column in (STEP, COUNT, TIED, OTHER):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(MERGE, QHeaderView.ResizeMode.Stretch)

    def _on_clicked(self, index: QModelIndex) -> None:
        """With Shift rows are selected, to be copied."""
        if not QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.step_asked.emit(index.row() + 1)

    def renew(self) -> None:
        dress_list(self, self._appearance, self._appearance.metrics.list_row)

    def show_row(self, row: int) -> None:
        """Makes a row the current one, at two thirds of the height where the list is long enough."""
        self._row = min(row, self.model().rowCount() - 1)
        if self._row < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            self.verticalScrollBar().setValue(0)
            self.viewport().update()
            return
        self.setCurrentIndex(self.model().index(self._row, 0))
        self._keep_place()
        self.viewport().update()

    def _keep_place(self) -> None:
        """The current row where it belongs in the height."""
        height = self._appearance.metrics.list_row
        place = round(self._row * height - self.viewport().height() * 2 / 3 + height / 2)
        self.verticalScrollBar().setValue(place if self._row >= 0 else 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page = max(1, self.viewport().height() // self._appearance.metrics.list_row)
        last = self.model().rowCount() - 1
        targets = {
            Qt.Key.Key_Up: self._row - 1,
            Qt.Key.Key_Down: self._row + 1,
            Qt.Key.Key_PageUp: self._row - page,
            Qt.Key.Key_PageDown: self._row + page,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        target = targets.get(Qt.Key(event.key()))
        if target is None or last < 0:
            event.ignore()
            return
        self.step_asked.emit(min(last, max(0, target)) + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_place()
