"""The text with its tokens and all that is said of them: the lens, what the colours mean, the token, the figures."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from app.state.text.playground import Playground
from app.theme import Appearance
from app.widgets.basics.controls import Label, Panel, spaced
from app.widgets.text.token_view import TokenView
from app.widgets.tokens.legend_row import LegendRow
from app.widgets.tokens.pipeline_view import PipelineView
from app.widgets.tokens.sample_row import SampleRow
from app.widgets.tokens.statistics_row import Figure, StatisticsRow
from app.widgets.tokens.text_figures import special_warning, statistics_of
from app.widgets.tokens.token_facts import corpus_words, token_facts
from app.widgets.tokens.token_marks import TokenMarks
from app.widgets.tokens.token_strip import TokenStrip
from engine import AnyTokenizer, Encoding
from engine.reading.differences import Differences
from engine.reading.specials import special_names

_LENS_ALONE = 85
"""Height in units below which the lens stands alone."""
_SEARCHED = 100_000
"""Characters up to which a text is searched for names of special tokens at each key."""


class TextColumn(Panel):
    """The main tokenizer's; follows the playground."""

    def __init__(self, appearance: Appearance, playground: Playground) -> None:
        super().__init__(appearance)
        self._playground = playground
        self._marks = TokenMarks(appearance)
        playground.prepare_with(self._marks.prepare)
        self._compared: tuple[int, Differences | None] = (0, None)
        self._low = False
        self._build()
        self._connect()
        self._on_text_changed(playground.text)
        self._on_encoded()

    def _build(self) -> None:
        look = self._appearance
        self.view = TokenView(look, self, placeholder=self.tr("Type or paste a text. Tokens appear as you type."))
        self.pipeline = PipelineView(look)
        self.pipeline.hide()
        self.samples = SampleRow(look)
        self.legend = LegendRow(look)
        self.legend.hide()
        self.strip = TokenStrip(look, self)
        self.statistics = StatisticsRow(look, self)
        pages = QSplitter(Qt.Orientation.Vertical)
        pages.setChildrenCollapsible(False)
        pages.addWidget(self.view)
        pages.addWidget(self.pipeline)
        pages.setSizes([1, 2])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._build_head())
        column.addWidget(pages, 1)
        for widget in (self.samples, self.legend, self.strip, self.statistics):
            column.addWidget(widget)

    def _build_head(self) -> QWidget:
        look = self._appearance
        self.title = Label(look, bold=True)
        self.title.setMinimumWidth(1)
        self.title.hide()
        self.warning = Label(look, role="caption", wrap=True)
        self.warning.hide()
        self._head = Panel(look)
        column = QVBoxLayout(self._head)
        spaced(column, look, (3, 1, 3, 0), 1)
        column.addWidget(self.title)
        column.addWidget(self.warning)
        self._head.hide()
        return self._head

    def _connect(self) -> None:
        playground = self._playground
        self.view.text_changed.connect(playground.type)
        self.view.text_changed.connect(lambda _text: self._show_samples())
        self.view.token_hovered.connect(playground.hover)
        self.view.token_clicked.connect(playground.pin)
        self.pipeline.token_clicked.connect(playground.pin)
        self.pipeline.piece_clicked.connect(self.view.select_bytes)
        self.samples.text_wanted.connect(playground.set_text)
        playground.text_changed.connect(self._on_text_changed)
        playground.encoded.connect(self._on_encoded)
        playground.pieces.changed.connect(lambda: self.view.set_pieces(playground.pieces.begins))
        playground.check.changed.connect(self._show_statistics)
        playground.tail.changed.connect(self._show_tail)
        playground.token_changed.connect(self._on_token_changed)
        playground.budget_changed.connect(self._show_budget)
        playground.stages.changed.connect(self._show_stages)
        if playground.corpus_counts is not None:
            playground.corpus_counts.changed.connect(lambda: self._on_token_changed(playground.token))
        self._appearance.changed.connect(self._show_tokens)

    # -- what others ask ---------------------------------------------------------------------------------------------

    def show_lens(self, on: bool) -> None:
        """The pipeline under the text, or in its place where there is little height."""
        self.pipeline.setVisible(on)
        self._playground.stages.set_on(on)
        self.set_low(self._low)

    def set_low(self, low: bool) -> None:
        """With little height one row is enough for the token that is looked at, else the figures."""
        self._low = low
        lens_alone = self.height() < self._appearance.metrics.units(_LENS_ALONE)
        self.view.setVisible(not (lens_alone and self._playground.stages.on))
        self.strip.set_compact(low)
        self.strip.setVisible(not low or self.strip.has_facts)
        self.statistics.setVisible(not low or not self.strip.has_facts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.set_low(self._low)

    def show_compared(self, others: int, differences: Differences | None) -> None:
        """How many tokenizers stand beside this one, and where it and the first of them part."""
        self._compared = others, differences
        self.title.setVisible(others > 0)
        self._head.setVisible(others > 0 or bool(self.warning.text()))
        self._show_statistics()

    def show_facts(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None, token: int) -> None:
        """What there is to say of a token, of this tokenizer or of another; of none if it is not there."""
        facts = None
        if encoding is not None and tokenizer is not None and 0 <= token < len(encoding):
            facts = token_facts(encoding, tokenizer, token, self._in_the_corpus(tokenizer, int(encoding.ids[token])))
        self.strip.show_facts(facts)
        self.set_low(self._low)

    def _in_the_corpus(self, tokenizer: AnyTokenizer, id: int) -> str:
        counts = self._playground.corpus_counts
        if counts is None:
            return ""
        counts.ask(tokenizer)
        return corpus_words(counts.of(tokenizer, id))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_text_changed(self, text: str) -> None:
        self.view.set_text(text)
        self._show_samples()

    def _on_encoded(self) -> None:
        playground = self._playground
        self.title.setText(playground.title)
        self._show_samples()
        self._show_warning()
        self._show_tokens()
        if playground.encoding is None:
            self.statistics.show_figures(())
        else:
            self._show_tail()
            self._show_budget()
        self._on_token_changed(playground.token)

    def _show_samples(self) -> None:
        self.samples.setVisible(self._playground.is_empty)

    def _show_tokens(self) -> None:
        """The tokens in their colours, and what these mean."""
        playground = self._playground
        encoding, tokenizer, classes = playground.encoding, playground.encoded_by, playground.classes
        if encoding is None or tokenizer is None:
            self.view.set_tokens([], [], [])
        else:
            self._marks.show(self.view, encoding, tokenizer, classes)
        self.legend.show_classes(playground.colours.by, classes)

    def _show_warning(self) -> None:
        """Why there are no tokens, or what special tokens do here."""
        playground = self._playground
        words, encoding, tokenizer = playground.problem, playground.encoding, playground.tokenizer
        if encoding is not None and tokenizer is not None and len(encoding.text) <= _SEARCHED:
            words = special_warning(encoding, special_names(encoding.text, tokenizer.special))
        self.warning.setText(words)
        self.warning.setVisible(bool(words))
        self._head.setVisible(bool(words) or self._compared[0] > 0)

    def _show_statistics(self) -> None:
        playground = self._playground
        if playground.encoding is None:
            return
        figures, verdict = statistics_of(
            playground.encoding, playground.check.result, playground.budget, playground.tail.result
        )
        others, differences = self._compared
        if others == 1 and differences is not None:
            figures = (*figures[:4], Figure(f"{int(differences.mine.sum()):,}", self.tr("tokens differ")), *figures[4:])
        self.statistics.show_figures(figures, verdict)

    def _show_tail(self) -> None:
        tail = self._playground.tail.result
        self.view.set_open_from(tail.first if tail is not None else -1)
        self._show_statistics()

    def _show_budget(self, *_: object) -> None:
        encoding, budget = self._playground.encoding, self._playground.budget
        self.view.set_over_from(budget if encoding is not None and len(encoding) > budget else -1)
        self._show_statistics()

    def _show_stages(self) -> None:
        self.pipeline.show_stages(self._playground.stages.shown)
        self.pipeline.select_token(self._playground.pinned)

    def _on_token_changed(self, token: int) -> None:
        playground = self._playground
        self.show_facts(playground.encoding, playground.encoded_by, token)
        self.view.select_token(playground.pinned)
        if playground.pinned >= 0:
            playground.stages.go_to(playground.pinned)
        self.pipeline.select_token(playground.pinned)
