"""The tokens pane: type or paste a text and see it through one or more tokenizers, at the timeline's step.

The main tokenizer's view is the one that is typed in; others stand below it or beside it, with the differences marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.state.playground import Playground
from app.theme import Appearance
from app.widgets.controls import Label, Line, Panel, spaced
from app.widgets.ids_row import IdsRow
from app.widgets.other_view import OtherView
from app.widgets.pipeline_view import PipelineView
from app.widgets.statistics_row import Figure, StatisticsRow
from app.widgets.text_figures import special_warning, statistics_of
from app.widgets.token_bar import TokenBar
from app.widgets.token_explain import ExplainPanel
from app.widgets.token_facts import stored_form, token_facts
from app.widgets.token_marks import TokenMarks
from app.widgets.token_menu import TokenMenu
from app.widgets.token_strip import TokenStrip
from app.widgets.token_view import VIEWS, TokenView
from engine import AnyTokenizer, Encoding
from engine.reading.differences import Difference
from engine.reading.specials import special_names

SAMPLES = {
    "Six scripts": (
        "Alice was beginning to get very tired of sitting by her sister on the bank.\n"
        "for i in range(1275):\n    print(i % 15 == 0)\n"
        "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।\n"
        "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.\n"
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน\n"
        "人人生而自由，在尊严和权利上一律平等。 👩‍🚀 🇫🇷 naïve café"
    ),
    "Numbers": "7 42 365 1024 65536 3.14159 1,000,000\n2026-11-30  +49 30 1234567\n1275 + 8990 = 10265",
    "Code": 'def greet(name: str) -> str:\n    """Say hello."""\n    return f"Hello, {name}!"\n\n\nprint(greet("Alice"))\n',
    "strawberry": "strawberry Strawberry STRAWBERRY  strawberry\nHow many r are in strawberry?",
}
PIPELINE = "pipeline"
_TITLES = {"text": "Text", "glyphs": "Glyphs", "bytes": "Bytes", "ids": "Ids", PIPELINE: "Pipeline"}
_LOW = 90
"""Height in units below which the pane shows less of one token and more of the text."""
_SEARCHED = 100_000
"""Characters up to which a text is searched for names of special tokens at each key."""


class TokensPane(Panel):
    """Signals: `tokenizer_wanted(key)` when the user chooses another tokenizer from the list."""

    tokenizer_wanted = Signal(str)

    def __init__(self, playground: Playground, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._playground = playground
        self._marks = TokenMarks(appearance)
        self._choices: tuple[tuple[str, str], ...] = ()
        self.others: list[OtherView] = []
        self._build()
        self._connect()
        self._on_text_changed(playground.text)
        self._on_encoded()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.view = TokenView(look, self, placeholder=self.tr("Type or paste a text. Tokens appear as you type."))
        self.pipeline = PipelineView(look)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.view)
        self.pages.addWidget(self.pipeline)
        self.strip = TokenStrip(look, self)
        self.statistics = StatisticsRow(look, self)
        self.ids = IdsRow(look)
        self.ids.hide()
        self.warning = Label(look, role="caption", wrap=True)
        self.warning.hide()
        self.title = Label(look, bold=True)
        self.explain = ExplainPanel(look)
        self.explain.hide()
        self._upright = QSplitter(Qt.Orientation.Vertical)
        self._upright.addWidget(self._build_main())
        self._across = QSplitter(Qt.Orientation.Horizontal)
        self._across.addWidget(self._upright)
        self._across.addWidget(self.explain)
        self._across.setStretchFactor(0, 5)
        self._across.setStretchFactor(1, 2)
        for splitter in (self._upright, self._across):
            splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._build_bar())
        column.addWidget(Line(look))
        column.addWidget(self.ids)
        column.addWidget(self._across, 1)

    def _build_main(self) -> QWidget:
        main = Panel(self._appearance)
        column = QVBoxLayout(main)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._head = Panel(self._appearance)
        head = QVBoxLayout(self._head)
        spaced(head, self._appearance, (3, 1, 3, 0), 1)
        head.addWidget(self.title)
        head.addWidget(self.warning)
        self._head.hide()
        column.addWidget(self._head)
        column.addWidget(self.pages, 1)
        column.addWidget(self.strip)
        column.addWidget(self.statistics)
        self.title.hide()
        return main

    def _build_bar(self) -> TokenBar:
        self.bar = TokenBar(self._appearance, _TITLES)
        self.choice, self.compare, self.samples = self.bar.choice, self.bar.compare, self.bar.samples
        self.explains, self.copy = self.bar.explain, self.bar.copy
        for name, text in SAMPLES.items():
            self.samples.menu().addAction(name, partial(self._playground.set_text, text))
        self.compare.menu().aboutToShow.connect(self._fill_compare)
        self.menu = TokenMenu(self, self._playground.budget)
        self.bar.more.setMenu(self.menu)
        return self.bar

    def _connect(self) -> None:
        playground, menu = self._playground, self.menu
        self.view.text_changed.connect(playground.type)
        self.view.token_hovered.connect(playground.hover)
        self.view.token_clicked.connect(playground.pin)
        playground.text_changed.connect(self._on_text_changed)
        playground.encoded.connect(self._on_encoded)
        playground.check.changed.connect(self._show_statistics)
        playground.tail.changed.connect(self._show_tail)
        playground.token_changed.connect(self._on_token_changed)
        playground.budget_changed.connect(lambda _tokens: self._show_budget())
        playground.others_changed.connect(self._on_others_changed)
        playground.other_encoded.connect(self._on_other_encoded)
        playground.explaining.changed.connect(lambda: self.explain.show_look(playground.explaining.look))
        self.choice.activated.connect(lambda row: self.tokenizer_wanted.emit(self.choice.itemData(row)))
        self.bar.view_chosen.connect(self.set_view)
        self.explains.toggled.connect(self._show_explain)
        self.copy.clicked.connect(self.copy_ids)
        menu.spaces.connect(self._show_spaces)
        menu.differences.connect(lambda _on: self._show_differences())
        menu.beside.connect(self._set_beside)
        menu.allowed.connect(playground.allow)
        menu.budget.connect(playground.set_budget)
        menu.ids_wanted.connect(self.open_ids)
        menu.copy_wanted.connect(self.copy_ids)
        menu.table_wanted.connect(self.copy_table)
        self.ids.text_wanted.connect(playground.set_text)
        self.ids.closed.connect(self.ids.hide)
        self._appearance.changed.connect(self._on_appearance_changed)

    # -- what others ask ---------------------------------------------------------------------------------------------

    def set_choices(self, choices: Sequence[tuple[str, str]], current: str) -> None:
        """The tokenizers one can choose, as (key, title), and which is shown."""
        self._choices = tuple(choices)
        self.choice.clear()
        for key, title in choices:
            self.choice.addItem(title, key)
        self.choice.setCurrentIndex(self.choice.findData(current))

    def set_view(self, name: str) -> None:
        """One of VIEWS, or PIPELINE."""
        self.bar.show_view(name)
        self.pages.setCurrentWidget(self.pipeline if name == PIPELINE else self.view)
        if name in VIEWS:
            for view in (self.view, *(other.view for other in self.others)):
                view.set_view(name)
        self._show_pipeline()

    def open_ids(self) -> None:
        """Show the field for ids."""
        self.ids.set_tokenizer(self._playground.tokenizer)
        self.ids.show()
        self.ids.field.setFocus()

    def copy_ids(self) -> None:
        """All ids of the text to the clipboard."""
        if self._playground.encoding is not None:
            QGuiApplication.clipboard().setText(" ".join(map(str, self._playground.encoding.ids.tolist())))

    def copy_table(self) -> None:
        """Id, bytes, stored form and place of each token, a token a line with tabs between."""
        encoding, tokenizer = self._playground.encoding, self._playground.encoded_by
        if encoding is None or tokenizer is None:
            return
        spans = encoding.byte_spans.tolist()
        lines = ["id\tbytes\tstored\tfirst byte\tend"]
        for number, (id, (start, end)) in enumerate(zip(encoding.ids.tolist(), spans, strict=True)):
            stored = stored_form(tokenizer, id).replace("\t", "\\t").replace("\n", "\\n")
            lines.append(f"{id}\t{encoding.tokens[number].hex(' ')}\t{stored}\t{start}\t{end}")
        QGuiApplication.clipboard().setText("\n".join(lines))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_text_changed(self, text: str) -> None:
        self.view.set_text(text)

    def _on_encoded(self) -> None:
        playground = self._playground
        encoding, tokenizer = playground.encoding, playground.encoded_by
        self.menu.show_tokenizer(playground.tokenizer, playground.allowed)
        self.ids.set_tokenizer(playground.tokenizer)
        self.title.setText(playground.title)
        self._show_warning()
        if encoding is None or tokenizer is None:
            self.view.set_tokens([], [], [])
            self.statistics.show_figures(())
        else:
            self._marks.show(self.view, encoding, tokenizer)
            self._show_tail()
            self._show_budget()
            self._show_differences()
        self._on_token_changed(playground.token)
        self._show_pipeline()

    def _show_warning(self) -> None:
        """Why there are no tokens, or what special tokens do here."""
        playground = self._playground
        words, encoding, tokenizer = playground.problem, playground.encoding, playground.tokenizer
        if encoding is not None and tokenizer is not None and len(encoding.text) <= _SEARCHED:
            words = special_warning(encoding, special_names(encoding.text, tokenizer.special))
        self.warning.setText(words)
        self.warning.setVisible(bool(words))
        self._head.setVisible(bool(words) or bool(self.others))

    def _show_statistics(self) -> None:
        playground = self._playground
        if playground.encoding is None:
            return
        figures, verdict = statistics_of(
            playground.encoding, playground.check.result, playground.budget, playground.tail.result
        )
        differing = [other.differences for other in self.others if other.differences is not None]
        if len(differing) == 1:
            figures = (*figures[:4], Figure(f"{int(differing[0].mine.sum()):,}", "tokens differ"), *figures[4:])
        self.statistics.show_figures(figures, verdict)

    def _show_tail(self) -> None:
        tail = self._playground.tail.result
        self.view.set_open_from(tail.first if tail is not None else -1)
        self._show_statistics()

    def _show_budget(self) -> None:
        encoding, budget = self._playground.encoding, self._playground.budget
        self.view.set_over_from(budget if encoding is not None and len(encoding) > budget else -1)
        self._show_statistics()

    def _show_pipeline(self) -> None:
        if self.pages.currentWidget() is self.pipeline:
            self.pipeline.show_text(self._playground.encoded_by, self._playground.encoding)

    def _show_spaces(self, on: bool) -> None:
        for view in (self.view, *(other.view for other in self.others)):
            view.set_show_spaces(on)

    def _on_appearance_changed(self) -> None:
        """A theme may have another number of token colours."""
        encoding, tokenizer = self._playground.encoding, self._playground.encoded_by
        if encoding is not None and tokenizer is not None:
            self._marks.show(self.view, encoding, tokenizer)
        self._share_the_last_row()

    def _on_token_changed(self, token: int) -> None:
        self._show_facts(self._playground.encoding, self._playground.encoded_by, token)
        self.view.select_token(self._playground.pinned)

    def _show_facts(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None, token: int) -> None:
        facts = None
        if encoding is not None and tokenizer is not None and 0 <= token < len(encoding):
            facts = token_facts(encoding, tokenizer, token)
        self.strip.show_facts(facts)
        self._share_the_last_row()

    # -- other tokenizers --------------------------------------------------------------------------------------------

    def _fill_compare(self) -> None:
        menu, compared = self.compare.menu(), self._playground.compared
        menu.clear()
        for key, title in self._choices:
            action = menu.addAction(title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(key in compared)
            action.setEnabled(key != self.choice.currentData() or key in compared)
            action.triggered.connect(lambda on, key=key: self._compare(key, on))

    def _compare(self, key: str, on: bool) -> None:
        kept = tuple(other for other in self._playground.compared if other != key)
        self._playground.compare((*kept, key) if on else kept)

    def _on_others_changed(self) -> None:
        """Views for readers that are new, none for those that are gone."""
        readers = self._playground.others
        kept = {other.reader: other for other in self.others}
        for reader, other in kept.items():
            if reader not in readers:
                other.setParent(None)
                other.deleteLater()
        self.others = [kept.get(reader) or self._new_view(number) for number, reader in enumerate(readers)]
        for other in self.others:
            self._upright.addWidget(other)
            other.show_tokens()
        self.title.setVisible(bool(self.others))
        self._head.setVisible(bool(self.others) or bool(self.warning.text()))
        self._show_differences()

    def _new_view(self, number: int) -> OtherView:
        reader = self._playground.others[number]
        other = OtherView(self._appearance, reader)
        other.view.set_view(self.view.view())
        other.view.set_show_spaces(self.menu.show_spaces.isChecked())
        other.hovered.connect(lambda token: self._show_facts(reader.encoding, reader.encoded_by, token))
        other.difference_shown.connect(self._show_difference)
        other.closed.connect(lambda: self._take_away(reader))
        return other

    def _take_away(self, reader: object) -> None:
        pairs = zip(self._playground.compared, self._playground.others, strict=True)
        self._playground.compare(tuple(key for key, other in pairs if other is not reader))

    def _on_other_encoded(self, number: int) -> None:
        if number < len(self.others):
            self.others[number].show_tokens()
            self._show_differences()

    def _show_differences(self) -> None:
        """In both views; of several others the first one's are marked in the main view."""
        marked = self.menu.show_differences.isChecked()
        for number, other in enumerate(self.others):
            other.show_differences(self._playground.differences(number), marked=marked)
        first = self.others[0].differences if self.others else None
        self.view.set_differs(first.mine if first is not None and marked else None)
        self._show_statistics()

    def _show_difference(self, difference: Difference) -> None:
        first, last = difference.mine
        self._playground.pin(-1)
        if first < last:
            self._playground.pin(first)

    def _set_beside(self, on: bool) -> None:
        self._upright.setOrientation(Qt.Orientation.Horizontal if on else Qt.Orientation.Vertical)

    def _show_explain(self, on: bool) -> None:
        """Beside the text, with a third of the room or what it needs."""
        self.explain.setVisible(on)
        if on:
            third = max(self.explain.minimumWidth(), self.width() // 3)
            self._across.setSizes([self.width() - third, third])

    # -- room --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low pane the text has the room."""
        super().resizeEvent(event)
        self._share_the_last_row()

    def _share_the_last_row(self) -> None:
        """In a low pane one row is enough for both: the token that is looked at, else the figures of the text."""
        low = self.height() < self._appearance.metrics.units(_LOW)
        self.strip.set_compact(low)
        self.strip.setVisible(not low or self.strip.has_facts)
        self.statistics.setVisible(not low or not self.strip.has_facts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape lets go of the token that is kept."""
        if event.key() == Qt.Key.Key_Escape and self._playground.pinned >= 0:
            self._playground.pin(-1)
        else:
            super().keyPressEvent(event)
