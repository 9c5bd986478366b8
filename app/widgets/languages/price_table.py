"""PriceTable: the user's prices of a million tokens, typed into a table; nothing is built in."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout

from app.look.theme import Appearance
from app.sentences import said
from app.state.languages.page_terms import PageTerms
from app.widgets.basics.controls import Label, Line, Panel, PushButton, ToolButton, spaced
from app.widgets.basics.sentence import Sentence
from engine.errors import OptionError
from engine.page_costs import price_of

_MOST_ROWS = 5


class PriceTable(Panel):
    """Writes through to the terms as soon as every row can be read; until then the sentence below says what cannot."""

    closed = Signal()

    def __init__(self, appearance: Appearance, terms: PageTerms) -> None:
        super().__init__(appearance)
        self._terms = terms
        self.table = QTableWidget(0, 4)
        titles = [self.tr("Name"), self.tr("Currency"), self.tr("Price of 1,000,000 tokens"), self.tr("Date")]
        self.table.setHorizontalHeaderLabels(titles)
        self.table.setAccessibleName(self.tr("Prices of tokens"))
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.add = PushButton(appearance, self.tr("Add a price"), "plus")
        self.remove = PushButton(appearance, self.tr("Remove it"))
        self.remove.setToolTip(self.tr("Remove the selected price"))
        self.close_button = ToolButton(appearance, "close", tip=self.tr("Close the prices"), plain=True)
        self.sentence = Sentence(appearance, "caption")
        head, row, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(Label(appearance, self.tr("Prices"), bold=True))
        what = self.tr("What you pay, and when that was so. Kept in the settings of this computer.")
        head.addWidget(Label(appearance, what, "caption", second=True, wrap=True), 1)
        head.addWidget(self.close_button)
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addWidget(self.sentence, 1)
        for part in (head, row):
            spaced(part, appearance, (0, 0, 0, 0), 2)
        column.addLayout(head)
        column.addWidget(self.table)
        column.addLayout(row)
        column.addWidget(Line(appearance))
        spaced(column, appearance, (3, 1, 3, 0), 1.5)
        self.table.cellChanged.connect(lambda _row, _column: self._read())
        self.table.itemSelectionChanged.connect(self._show_remove)
        self.add.clicked.connect(self.add_row)
        self.remove.clicked.connect(self.remove_row)
        self.close_button.clicked.connect(self.closed)
        appearance.changed.connect(self._fit)
        self._fill()
        self._fit()

    def add_row(self) -> None:
        """A row for today, ready to be typed into."""
        blocker = QSignalBlocker(self.table)
        row = self.table.rowCount()
        self.table.insertRow(row)
        for column, text in enumerate(("", "", "", date.today().isoformat())):
            self.table.setItem(row, column, QTableWidgetItem(text))
        del blocker
        self._fit()
        self.table.setCurrentCell(row, 0)
        self.table.setFocus()
        first = self.table.item(row, 0)
        if first is not None:
            self.table.editItem(first)

    def remove_row(self) -> None:
        self.table.removeRow(self.table.currentRow())
        self._fit()
        self._read()

    def _fill(self) -> None:
        blocker = QSignalBlocker(self.table)
        self.table.setRowCount(len(self._terms.prices))
        for row, price in enumerate(self._terms.prices):
            texts = (price.name, price.currency, f"{price.per_million:.10g}", price.date)
            for column, text in enumerate(texts):
                self.table.setItem(row, column, QTableWidgetItem(text))
        del blocker
        self._show_remove()

    def _texts(self, row: int) -> tuple[str, str, str, str]:
        name, currency, amount, day = (
            item.text() if (item := self.table.item(row, column)) is not None else "" for column in range(4)
        )
        return name, currency, amount, day

    def _read(self) -> None:
        """Take over what is typed; while a row is not whole the prices stay as they were, and the sentence says why."""
        rows = [self._texts(row) for row in range(self.table.rowCount())]
        try:
            prices = [price_of(*texts) for texts in rows if any(text.strip() for text in texts[:3])]
        except OptionError as error:
            self.sentence.say(said(error), "warning")
            return
        self.sentence.say("")
        self._terms.set_prices(prices)

    def _show_remove(self) -> None:
        self.remove.setEnabled(self.table.currentRow() >= 0)

    def _fit(self) -> None:
        metrics = self._appearance.metrics
        for part in (self.table, self.table.viewport()):
            part.setPalette(self._appearance.item_view_palette())
        self.table.setFont(self._appearance.font("body"))
        self.table.verticalHeader().setDefaultSectionSize(metrics.control)
        rows = max(1, min(_MOST_ROWS, self.table.rowCount()))
        self.table.setFixedHeight(rows * metrics.control + self.table.horizontalHeader().sizeHint().height() + 4)
        self._show_remove()
