"""The text with its tokens and all that is said of them: the lens, what the colours mean, the token, the figures."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.text.playground import Playground
from app.widgets.basics.controls import Label, Panel, spaced
from app.widgets.text.token_view import TokenView
from app.widgets.tokens.legend_row import LegendRow
from app.widgets.tokens.pipeline_view import PipelineView
from app.widgets.tokens.sample_row import SampleRow
from app.widgets.tokens.statistics_row import StatisticsRow
from app.widgets.tokens.text_figures import difference_figure, special_warning, statistics_of, wants_unknown
from app.widgets.tokens.token_facts import corpus_words, token_facts
from app.widgets.tokens.token_marks import TokenMarks
from app.widgets.tokens.token_strip import TokenStrip
from app.widgets.tokens.view_head import ViewHead
from engine import AnyTokenizer, Encoding
from engine.reading.several import Together
from engine.reading.specials import special_names

_LENS_ALONE = 85
"""Height in units below which the lens stands alone."""
_SEARCHED = 100_000
"""Characters up to which a text is searched for names of special tokens at each key."""


class TextColumn(Panel):
    """The main tokenizer's; follows the playground.

    Signals: `difference_asked(±1)` to go to the next place where the tokenizers part, or to the one before; `unreadable` with
    how many characters of a pasted text could not be read."""

    difference_asked = Signal(int)
    unreadable = Signal(int)

    def __init__(self, appearance: Appearance, playground: Playground) -> None:
        super().__init__(appearance)
        self._playground = playground
        self._marks = TokenMarks(appearance)
        playground.prepare_with(self._marks.prepare)
        self._others = 0
        self._together: Together | None = None
        self._figured: tuple[object, ...] = ()
        self._low = False
        self._told: tuple[Encoding | None, AnyTokenizer | None, int] = None, None, -1
        self._tells_of_another = False
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
        self.head = ViewHead(look, closable=False)
        self.head.hide()
        self.warning = Label(look, role="caption", wrap=True)
        self.warning.hide()
        self._head = Panel(look)
        column = QVBoxLayout(self._head)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        spaced(row, look, (3, 1, 3, 0), 0)
        row.addWidget(self.warning)
        column.addWidget(self.head)
        column.addLayout(row)
        self._head.hide()
        return self._head

    def _connect(self) -> None:
        playground = self._playground
        self.view.text_changed.connect(self._on_typed)
        self.view.unreadable.connect(self.unreadable)
        self.head.step_asked.connect(self.difference_asked)
        self.view.token_hovered.connect(playground.hover)
        self.view.token_clicked.connect(playground.pin)
        self.pipeline.token_clicked.connect(playground.pin)
        self.pipeline.piece_clicked.connect(self.view.select_bytes)
        self.samples.text_wanted.connect(playground.set_text)
        playground.text_changed.connect(self._on_text_changed)
        playground.encoded.connect(self._on_encoded)
        playground.pieces.changed.connect(self._show_pieces)
        playground.check.changed.connect(self._show_statistics)
        playground.tail.changed.connect(self._show_tail)
        playground.token_changed.connect(self._on_token_changed)
        playground.budget_changed.connect(self._show_budget)
        playground.stages.changed.connect(self._show_stages)
        if playground.corpus_counts is not None:
            playground.corpus_counts.changed.connect(self._show_counts)
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

    def show_compared(self, others: int, found: Together | None) -> None:
        """How many tokenizers stand beside this one, and where it parts from any of them."""
        self._others, self._together = others, found
        encoding = self._playground.encoding
        size = len(encoding.data) if encoding is not None else 0
        self.head.show_places(len(found.starts) if found is not None else None, size)
        self.head.setVisible(others > 0)
        self._head.setVisible(others > 0 or bool(self.warning.text()))
        self._show_statistics()

    def show_facts_of_another(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None, token: int) -> None:
        """The token of another tokenizer that is pointed at; told until the text is another one, or one of this is."""
        self._show_facts(encoding, tokenizer, token)
        self._tells_of_another = encoding is not None and token >= 0

    def _show_facts(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None, token: int) -> None:
        """What there is to say of a token; of none if it is not there."""
        self._told = encoding, tokenizer, token
        facts = None
        if encoding is not None and tokenizer is not None and 0 <= token < len(encoding):
            facts = token_facts(encoding, tokenizer, token, self._in_the_corpus(tokenizer, int(encoding.ids[token])))
        self.strip.show_facts(facts)
        self.set_low(self._low)

    def _show_counts(self) -> None:
        """How often the corpus has the token that is told of is known now, or known no more."""
        self._show_facts(*self._told)

    def _in_the_corpus(self, tokenizer: AnyTokenizer, id: int) -> str:
        counts = self._playground.corpus_counts
        if counts is None:
            return ""
        counts.ask(tokenizer)
        return corpus_words(counts.of(tokenizer, id))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_typed(self, data: bytes) -> None:
        self._playground.type(data, self.view.replaced())
        self._show_samples()

    def _show_pieces(self) -> None:
        self.view.set_pieces(self._playground.pieces.value)

    def _on_text_changed(self, text: str) -> None:
        self.view.set_text(text)
        self._show_samples()

    def _on_encoded(self) -> None:
        playground = self._playground
        self.head.title.say(playground.title)
        self._show_samples()
        self._show_warning()
        self._show_tokens()
        if playground.encoding is None:
            self._figured = ()
            self.statistics.show_figures(())
        else:
            self._show_tail()
            self._show_budget()
        told = self._told[0]
        if not (self._tells_of_another and told is not None and told.text == playground.text):
            self._on_token_changed(playground.token)

    def _show_samples(self) -> None:
        """Where there is no text, or one that the tokenizer refuses."""
        self.samples.setVisible(self._playground.is_empty or bool(self._playground.problem))
        self.strip.set_empty(self._playground.is_empty)

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
        encoding, tokenizer = playground.encoding, playground.tokenizer
        words = playground.problem
        if words and wants_unknown(tokenizer):
            words += " " + self.tr("It is an option of the training: Unknown token.")
        if encoding is not None and tokenizer is not None and len(encoding.text) <= _SEARCHED:
            words = special_warning(encoding, special_names(encoding.text, tokenizer.special))
        self.warning.setText(words)
        self.warning.setVisible(bool(words))
        self._head.setVisible(bool(words) or self._others > 0)

    def _show_statistics(self) -> None:
        """Once for all that has come with a key; several parts of it tell that they are there."""
        playground, found = self._playground, self._together
        told = playground.encoding, playground.check.result, playground.budget, playground.tail.result, found
        if playground.encoding is None or told == self._figured:
            return
        self._figured = told
        differing = difference_figure(found) if found is not None else None
        figures, verdict = statistics_of(
            playground.encoding, *told[1:4], replaced=playground.replaced, differing=differing
        )
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
        stages = self._playground.stages
        if stages.busy:  # those of the text before stay until the new ones come
            return
        self.pipeline.show_stages(stages.value)
        self.pipeline.select_token(self._playground.pinned)

    def _on_token_changed(self, token: int) -> None:
        playground = self._playground
        self._show_facts(playground.encoding, playground.encoded_by, token)
        self._tells_of_another = False
        self.view.select_token(playground.pinned)
        if playground.pinned >= 0:
            playground.stages.go_to(playground.pinned)
        self.pipeline.select_token(playground.pinned)
