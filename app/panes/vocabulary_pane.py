"""The vocabulary pane: the selected tokenizer's tokens as a table, and all about the one that is looked at."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from app.state.vocabulary_view import VocabularyView
from app.theme import Appearance
from app.widgets import file_dialogs
from app.widgets.chip_cloud import CloudChip, CloudGroup
from app.widgets.controls import Label, Line, Panel, ToolButton
from app.widgets.empty_state import EmptyState
from app.widgets.merge_tree import TreeToken
from app.widgets.overlap_groups import overlap_groups
from app.widgets.token_details import TokenDetails
from app.widgets.vocabulary_filters import VocabularyFilters
from app.widgets.vocabulary_table import VocabularyTable
from engine.vocabulary import IntArray
from engine.vocabulary_survey import KINDS

_WIDE = 190
"""Width in units from which the details stand beside the table, not below it."""
_MOST_CHIPS = 120
_MOST_LEAVES = 160


class VocabularyPane(Panel):
    """`failed(error)`: a picture could not be written."""

    failed = Signal(object)

    def __init__(self, view: VocabularyView, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._view = view
        self._build()
        self._connect()
        self._on_surveyed()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.filters = VocabularyFilters(look)
        self.export = ToolButton(look, "export", tip=self.tr("Export the table or the picture"))
        self.export.setAccessibleName(self.tr("Export"))
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.export)
        menu.addAction(self.tr("Listed tokens as a table (CSV)..."), self.ask_csv)
        menu.addAction(self.tr("The view below as a picture (PNG)..."), self.ask_png)
        self.export.setMenu(menu)
        self.filters.choices.addWidget(self.export)
        self.table = VocabularyTable(look)
        self.nothing = Label(look, second=True, wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.listed = QStackedWidget()
        self.listed.addWidget(self.table)
        self.listed.addWidget(self.nothing)
        self.details = TokenDetails(look)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        upper = QWidget()
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.filters)
        column.addWidget(Line(look))
        column.addWidget(self.listed, 1)
        self.splitter.addWidget(upper)
        self.splitter.addWidget(self.details)
        for part in (upper, self.details):
            part.setMinimumWidth(1)  # a pane that becomes narrow has them one below the other
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([600, 400])
        empty = EmptyState(
            look, "table", self.tr("No vocabulary yet"), self.tr("Train on the checked texts, or open a tokenizer.")
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self.splitter)
        self.stack.addWidget(empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.stack)

    def _connect(self) -> None:
        view = self._view
        view.surveyed.connect(self._on_surveyed)
        view.found.connect(self._on_found)
        view.refused.connect(self._on_refused)
        view.selected_changed.connect(lambda _id: self._on_selected())
        view.compared.connect(self._show_details)
        self.filters.asked.connect(lambda field, value: view.ask(**{field: value}))
        self.table.token_asked.connect(view.select)
        self.table.sort_asked.connect(self._on_sort)
        self.details.view_changed.connect(lambda _name: self._show_details())
        self.details.token_asked.connect(view.select)
        self.details.script_asked.connect(lambda name: view.ask(script=name))
        self.details.other_asked.connect(view.compare_with)

    # -- what others ask ---------------------------------------------------------------------------------------------

    def open_search(self) -> None:
        """Put the cursor into the search field."""
        self.filters.start_search()

    def ask_csv(self) -> None:
        path = file_dialogs.ask_save_file(self, self.tr("Export the tokens"), "tokens.csv", "CSV (*.csv)")
        if path:
            self._view.export_csv(path)

    def ask_png(self) -> None:
        path = file_dialogs.ask_save_file(self, self.tr("Export the picture"), "vocabulary.png", "PNG (*.png)")
        if path:
            self.export_png(path)

    def export_png(self, path: Path) -> None:
        """The view of the details as a picture, as large as it is whole."""
        widgets = {"tree": self.details.tree, "used": self.details.used, "forms": self.details.forms}
        widget = widgets.get(self.details.view, self.details.scripts)
        widget = self.details.compared if self.details.view == "compare" else widget
        if widget.grab().save(str(path)):
            self._view.exported.emit(path)
        else:
            self.failed.emit(OSError(f"{path.name} cannot be written there."))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_surveyed(self) -> None:
        view, known = self._view, self._view.known
        self.stack.setCurrentIndex(0 if known is not None else 1)
        if known is None:
            return
        survey = known.columns.survey
        self.filters.show_counts(int(survey.present.sum()), view.marked_counts(), survey.script_counts(), view.query)
        self.filters.show_sentence(known.note)
        self._show_details()

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
        self.nothing.setText(nothing_found(query.text, query.mode))
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

    def _on_refused(self, sentence: str) -> None:
        known = self._view.known
        self.filters.show_sentence(sentence or (known.note if known is not None else ""))

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
        id, name = view.selected, self.details.view
        self.details.title.show_token(known.columns.vocabulary[id] if id >= 0 else None, self._facts(id))
        self.details.show_others(view.other_choices(), view.other)
        message = ""
        if name == "scripts":
            self.details.scripts.show_scripts(known.columns.survey.script_counts(), view.query.script)
        elif name == "compare":
            self._show_overlap()
        elif id < 0:
            message = self.tr("No token is selected. Click one in the table.")
        elif name == "forms":
            message = self._show_forms()
        elif known.forest is None:
            message = self.tr("This tokenizer has no merges: no token of it was made of two others.")
        elif name == "tree":
            message = self._show_tree(id)
        else:
            message = self._show_used(id)
        self.details.show_view(message)

    def _facts(self, id: int) -> str:
        """ "id 630, step 375, 9 bytes, 40 times" """
        columns = self._view.columns
        if columns is None or id < 0:
            return ""
        facts = [f"id {id:,}"]
        if columns.steps is not None and columns.steps[id]:
            facts.append(f"step {int(columns.steps[id]):,}")
        length = int(columns.survey.lengths[id])
        facts.append(f"{length:,} byte{'s' if length != 1 else ''}")
        return ", ".join([*facts, *filter(None, (self._count_words(id), self._warning(id)))])

    def _count_words(self, id: int) -> str:
        columns = self._view.columns
        if columns is None or columns.counts is None or not columns.counts[id]:
            return ""
        count = float(columns.counts[id])
        return "once" if count == 1 else f"{count:,.10g} times"

    def _warning(self, id: int) -> str:
        """What is odd about a token, in words."""
        columns = self._view.columns
        marked = columns.marked if columns is not None else {}
        if "unreachable" in marked and marked["unreachable"][id]:
            return self.tr("unreachable")
        if "unused" in marked and marked["unused"][id]:
            return self.tr("not in the corpus now")
        return ""

    def _show_tree(self, id: int) -> str:
        known = self._view.known
        assert known is not None
        assert known.forest is not None
        if not known.forest.steps[id]:
            return self.tr("This token was there from the start: no merge made it.")
        tree = known.forest.tree(id)
        if tree.leaves > _MOST_LEAVES:
            return self.tr("This token was made of {:,} symbols: too many to draw.").format(tree.leaves)
        self.details.show_tree(tree, self._tree_token)
        return ""

    def _tree_token(self, id: int) -> TreeToken:
        columns = self._view.columns
        assert columns is not None
        count = self._count_words(id).replace(" times", "×").replace("once", "1×")
        # In a published vocabulary most tokens are not in a small corpus: that is no news of any of them.
        known = self._view.known
        warning = self._warning(id) if known is not None and known.is_run else ""
        return TreeToken(columns.vocabulary[id], count, warning)

    def _show_used(self, id: int) -> str:
        known = self._view.known
        assert known is not None
        assert known.forest is not None
        direct = known.forest.made_of(id)
        all_of_them = known.forest.all_made_of(id)
        if not len(all_of_them):
            return self.tr("No longer token was made of this one.")
        deeper = all_of_them[~np.isin(all_of_them, direct)]
        groups = [self._group(self.tr("Made of this token at once"), direct)]
        if len(deeper):
            groups.append(self._group(self.tr("And of those"), deeper))
        self.details.used.show_groups(groups)
        return ""

    def _group(self, title: str, ids: IntArray, note: str = "") -> CloudGroup:
        columns = self._view.columns
        assert columns is not None
        steps = columns.steps
        chips = [
            CloudChip(columns.vocabulary[id], f"{int(steps[id]):,}" if steps is not None and steps[id] else "", id)
            for id in ids[:_MOST_CHIPS].tolist()
        ]
        return CloudGroup(f"{title}: {len(ids):,}", note, chips, max(0, len(ids) - _MOST_CHIPS))

    def _show_forms(self) -> str:
        forms = self._view.variants()
        if not forms:
            return self.tr("This token is no word, so it has no other forms.")
        chips = [
            CloudChip(
                form.text.encode(),
                self.tr("no token") if form.id is None else f"id {form.id:,}",
                -1 if form.id is None else form.id,
                form.id == self._view.selected,
            )
            for form in forms
        ]
        half = len(chips) // 2
        here = sum(1 for form in forms if form.id is not None)
        note = self.tr("{} of {} are tokens. A model learns each of them on its own.").format(here, len(forms))
        groups = [
            CloudGroup(self.tr("Inside a word, or at a text's start"), note, chips[:half]),
            CloudGroup(self.tr("After a space"), "", chips[half:]),
        ]
        self.details.forms.show_groups(groups)
        return ""

    def _show_overlap(self) -> None:
        view, found, known = self._view, self._view.overlap, self._view.known
        other = view.other_tokenizer()
        if found is None or other is None or known is None:
            words = self.tr("Choose a tokenizer to compare with.") if not view.other else self.tr("Comparing...")
            self.details.compared.show_groups([CloudGroup("", words)])
            return
        self.details.compared.show_groups(overlap_groups(found, known.columns.vocabulary, other.vocabulary))

    # -- the widget --------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
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
        """While nobody sees it, nothing is worked out; on a stage it is seen though its dock is not."""
        self._view.set_shown(shown or not self.visibleRegion().isEmpty())


def nothing_found(text: str, mode: str) -> str:
    """Why a list is empty, and what to do."""
    if not text:
        return "No token is in this list."
    words = {
        "text": f'No token contains "{text}". Search looks at text; choose Bytes to search hex.',
        "glyphs": f'No token is stored with "{text}". Choose Text to search what tokens say.',
        "bytes": f"No token has the bytes {text}.",
        "id": f"There is no token with id {text}.",
    }
    return words.get(mode, f"No token matches {text}.")
