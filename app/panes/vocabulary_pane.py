"""The vocabulary pane: the selected tokenizer's tokens as a table, and all about the one that is looked at."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.sentences import said
from app.state.training.picture_files import PictureFiles
from app.state.vocabulary.vocabulary_view import VocabularyView
from app.translation import translate
from app.widgets.basics import file_dialogs
from app.widgets.basics.controls import Label, Line, Panel
from app.widgets.basics.empty_state import EmptyState
from app.widgets.basics.export_button import ExportButton, ask_picture
from app.widgets.basics.picture import picture
from app.widgets.basics.progress_row import ProgressRow
from app.widgets.vocabulary.chip_cloud import CloudGroup
from app.widgets.vocabulary.overlap_groups import overlap_groups
from app.widgets.vocabulary.token_details import TokenDetails
from app.widgets.vocabulary.vocabulary_filters import VocabularyFilters
from app.widgets.vocabulary.vocabulary_table import VocabularyTable
from app.widgets.vocabulary.vocabulary_words import form_groups, grown_groups, nothing_found, token_facts, tree_token
from engine.model import Progress
from engine.vocabularies.vocabulary_survey import KINDS
from engine.vocabulary import IntArray

_WIDE, _LOW = 190, 130
"""Units of width from which the details stand beside the table, not below it, and of height below which the table has what
room there is."""
_MOST_LEAVES = 160
_PATIENCE = 300
"""Milliseconds before progress is shown: what takes less needs none."""


class VocabularyPane(Panel):
    """`failed(error)`: a picture could not be written."""

    failed = Signal(object)

    def __init__(self, view: VocabularyView, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._view = view
        self._listed_query = view.query
        self._refused = ""
        self._pictures = PictureFiles(self)
        self._build()
        self._connect()
        self._on_surveyed()
        self._on_found()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        """From the outside in: Qt passes over all that is in a widget whenever that is put into another."""
        look = self._appearance
        self.stack = QStackedWidget()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.stack)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.stack.addWidget(self.splitter)
        self.stack.addWidget(
            EmptyState(
                look, "table", self.tr("No vocabulary yet"), self.tr("Train on the checked texts, or open a tokenizer.")
            )
        )
        upper = self._build_list()
        self.details = TokenDetails(look)
        self.splitter.addWidget(self.details)
        for part in (upper, self.details):
            part.setMinimumWidth(1)  # a pane that becomes narrow has them one below the other
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([600, 400])

    def _build_list(self) -> QWidget:
        """What is looked for, and what was found."""
        look = self._appearance
        upper = QWidget()
        self.splitter.addWidget(upper)
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.filters = VocabularyFilters(look)
        self.export = ExportButton(
            look,
            (
                (self.tr("Listed tokens as a table (CSV)..."), self.ask_csv),
                (self.tr("What stands beside them as a table (CSV)..."), self.ask_view_csv),
                (self.tr("What stands beside them as a picture (PNG, SVG)..."), self.ask_picture),
            ),
        )
        self.filters.choices.addWidget(self.export)
        self.progress = ProgressRow(look)
        self._progress: Progress | None = None
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self.listed = QStackedWidget()
        for part in (self.filters, Line(look), self.progress):
            column.addWidget(part)
        column.addWidget(self.listed, 1)
        self.table = VocabularyTable(look)
        self.nothing = Label(look, second=True, wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for page in (self.table, self.nothing):
            self.listed.addWidget(page)
        return upper

    def _connect(self) -> None:
        view = self._view
        view.surveyed.connect(self._on_surveyed)
        view.found.connect(self._on_found)
        view.refused.connect(self._show_note)
        view.selected_changed.connect(lambda _id: self._on_selected())
        view.comparison.changed.connect(self._show_details)
        view.progressed.connect(self._on_progress)
        self._pictures.written.connect(view.exported)
        self._pictures.failed.connect(self.failed)
        self._patience.timeout.connect(self._show_progress)
        self.progress.cancelled.connect(view.stop)
        self.filters.go_on_asked.connect(view.go_on)
        self.filters.asked.connect(lambda fields: view.ask(**fields))
        self.table.token_asked.connect(view.select)
        self.table.sort_asked.connect(self._on_sort)
        self.details.view_changed.connect(lambda _name: self._show_details())
        self.details.token_asked.connect(view.select)
        self.details.elsewhere_asked.connect(view.select_in_other)
        self.details.script_asked.connect(lambda name: view.ask(script=name))
        self.details.other_asked.connect(view.comparison.compare_with)

    # -- what others ask ---------------------------------------------------------------------------------------------

    def open_search(self) -> None:
        """Put the cursor into the search field."""
        self.filters.start_search()

    def ask_csv(self) -> None:
        """The listed tokens, in their order."""
        self._ask_table("tokens")

    def ask_view_csv(self) -> None:
        """What the view beside the table shows."""
        self._ask_table(self.details.view)

    def _ask_table(self, view: str) -> None:
        path = file_dialogs.ask_save_file(self, self.tr("Export the table"), f"{view}.csv", "CSV (*.csv)")
        if path:
            self._view.export_csv(path, view)

    def ask_picture(self) -> None:
        """The view beside the table, as large as it is whole."""
        path = ask_picture(self, self.tr("Export the picture"), self.details.view)
        if path:
            self.export_picture(path)

    def export_picture(self, path: Path) -> None:
        drawn = self.details.drawn()
        title = f"Mergescope: {drawn.accessibleName()}"
        self._pictures.write(path, picture([(drawn, QPoint(0, 0))], path, self._appearance.theme.panel, title))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_surveyed(self) -> None:
        view, known = self._view, self._view.known
        self._choose_page()
        if known is None:
            return
        survey = known.columns.survey
        self.filters.show_counts(int(survey.present.sum()), view.marked_counts(), survey.script_counts(), view.query)
        self._show_note("")
        self._show_details()

    def _choose_page(self) -> None:
        """The table as soon as there is a tokenizer, though it takes a moment to know its tokens."""
        self.stack.setCurrentIndex(0 if self._view.known is not None or self._view.expected else 1)

    def _show_note(self, refused: str) -> None:
        """What is wrong with the search; else what is not known of the tokenizer."""
        known = self._view.known
        self._refused = refused
        self.filters.show_sentence(
            refused or (said(known.note) if known is not None else ""), stopped=self._view.stopped
        )

    def _on_progress(self, progress: Progress | None) -> None:
        """Work of more than a moment has its progress here, with the way to end it."""
        self._progress = progress
        if progress is None:
            self._patience.stop()
            self.progress.hide()
        elif self.progress.isHidden():
            if not self._patience.isActive():
                self._patience.start()
        else:
            self._show_progress()

    def _show_progress(self) -> None:
        if self._progress is not None:
            share = self._progress.share if self._progress.total else None
            self.progress.show_progress(translate("engine", self._progress.stage), share)

    def _on_found(self) -> None:
        view, query = self._view, self._view.query
        if view.known is None:
            return
        total = int(view.known.columns.survey.present.sum())
        self.filters.show_query(query)
        self.filters.show_found(len(view.ids), total)
        wanted = query.text if query.mode == "text" else ""
        self.table.show_tokens(view.columns, view.ids, (query.sort, query.descending), wanted, warn=view.known.is_run)
        self.table.show_selected(view.selected)
        if query != self._listed_query and self.table.selected_id() < 0:
            self.table.scrollToTop()
        self._listed_query = query
        self.nothing.setText("" if self._refused else nothing_found(query.text, query.mode))
        self.listed.setCurrentIndex(0 if len(view.ids) else 1)
        if self.details.view == "scripts":
            self._show_details()
        if view.selected < 0 and len(view.ids):
            view.select(int(self._first_of_interest(view.ids)))

    def _first_of_interest(self, ids: IntArray) -> int:
        """Where nobody has chosen one: the longest word of the list, which has a tree to show."""
        known = self._view.known
        assert known is not None
        words = ids[np.isin(known.columns.survey.kinds[ids], [KINDS.index("word start"), KINDS.index("letters")])]
        if not len(words):
            return int(ids[0])
        return int(words[np.argmax(known.columns.survey.characters[words])])

    def _on_sort(self, key: str) -> None:
        query = self._view.query
        turned = not query.descending if query.sort == key else key in ("count", "length")
        self._view.ask(sort=key, descending=turned)

    def _on_selected(self) -> None:
        self.table.show_selected(self._view.selected)
        self._show_details()

    # -- details -----------------------------------------------------------------------------------------------------

    def _show_details(self) -> None:
        view, known = self._view, self._view.known
        if known is None:
            return
        id, name, columns = view.selected, self.details.view, known.columns
        self.details.title.show_token(*((columns.vocabulary[id], token_facts(columns, id)) if id >= 0 else (None, "")))
        self.details.show_others(view.comparison.choices(), view.comparison.other)
        message = ""
        if name == "scripts":
            self.details.scripts.show_scripts(columns.survey.script_counts(), view.query.script)
        elif name == "compare":
            self._show_overlap()
        elif id < 0:
            message = self.tr("No token is selected. Click one in the table.")
        elif name == "forms":
            message = self._show_forms()
        elif known.forest is None:
            message = self.tr("This tokenizer has no merges, or its library does not show them.")
        elif name == "tree":
            message = self._show_tree(id)
        else:
            groups = grown_groups(known, id)
            self.details.used.show_groups(groups)
            message = "" if groups else self.tr("No longer token was made of this one.")
        self.details.show_view(message)

    def _show_tree(self, id: int) -> str:
        known = self._view.known
        assert known is not None
        assert known.forest is not None
        if not known.forest.steps[id]:
            return self.tr("This token was there from the start: no merge made it.")
        tree = known.forest.tree(id)
        if tree.leaves > _MOST_LEAVES:
            return self.tr("This token was made of {:,} symbols: too many to draw.").format(tree.leaves)
        self.details.show_tree(tree, partial(tree_token, known))
        return ""

    def _show_forms(self) -> str:
        forms, columns = self._view.variants(), self._view.columns
        if not forms or columns is None:
            return self.tr("This token is no word, so it has no other forms.")
        self.details.forms.show_groups(form_groups(columns, forms, self._view.selected))
        return ""

    def _show_overlap(self) -> None:
        comparison, known = self._view.comparison, self._view.known
        found, other = comparison.found, comparison.tokenizer()
        if found is None or other is None or known is None:
            words = self.tr("Comparing...") if comparison.other else self.tr("Choose a tokenizer to compare with.")
            self.details.compared.show_groups([CloudGroup("", words)])
            return
        self.details.compared.show_groups(overlap_groups(found, known.columns.vocabulary, other.vocabulary))

    # -- the widget --------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.filters.set_low(self.height() < self._appearance.metrics.units(_LOW))
        wide = self.width() >= self._appearance.metrics.units(_WIDE)
        orientation = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self.splitter.orientation() != orientation:
            self.splitter.setOrientation(orientation)
            self.splitter.setSizes([self.width() * 2 // 5, self.width() * 3 // 5] if wide else [3, 2])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._view.set_shown(False)

    def set_shown(self, shown: bool) -> None:
        """While nobody sees it, nothing is worked out."""
        self._choose_page()
        self._view.set_shown(shown)
