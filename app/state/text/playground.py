"""The playground: a text, the tokenizers it is seen through, and the token that is looked at.

One tokenizer is the main one, in whose view the text is typed; others may stand beside it and are compared with it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.state.text.explaining import Explaining
from app.state.text.other_readers import OtherReaders
from app.state.text.text_check import TextCheck
from app.state.text.text_colours import TextColours
from app.state.text.text_display import TextDisplay
from app.state.text.text_parts import TextParts
from app.state.text.text_pieces import TextPieces
from app.state.text.text_reader import Prepare, TextReader
from app.state.text.text_search import TextSearch
from app.state.text.text_stages import TextStages
from app.state.text.text_tail import TextTail
from app.state.text.typed_text import TypedText
from app.state.tokenizers.tokenizer_library import TokenizerLibrary
from app.state.vocabulary.corpus_counts import CorpusCounts
from engine import AnyTokenizer, Encoding
from engine.reading.classes import Classes
from engine.reading.differences import Differences
from engine.reading.several import Together

BUDGET = 8_192
"""Tokens that a text may have at first: the context of many a model."""
MOST_TOKENS = 10_000_000
"""The largest budget."""


class Playground(QObject):
    """Signals: `text_changed` (by others than the typing view), `encoded` with new tokens or none, `token_changed` when
    another token is looked at, `pinned_changed` when another one is kept, `others_changed` when other tokenizers stand beside
    the main one, `other_encoded` with the number of one that has new tokens, `other_compared` with that of one whose
    differences from the main one came later, `budget_changed`, `failed` with a sentence."""

    text_changed = Signal(object)  # a str: as Qt's own string it would lose U+FEFF at its start
    encoded = Signal()
    token_changed = Signal(int)
    pinned_changed = Signal(int)
    others_changed = Signal()
    other_encoded = Signal(int)
    other_compared = Signal(int)
    budget_changed = Signal(int)
    failed = Signal(str)

    def __init__(self, text: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._typed = TypedText(text)
        self._allowed: frozenset[str] = frozenset()
        self._all_allowed = False
        self._budget = BUDGET
        self._hovered = self._pinned = -1
        self._pinned_byte = 0
        self._prepare: Prepare | None = None
        self._shown = True
        self._missed: tuple[AnyTokenizer, str] | None = None
        self._main = TextReader(self)
        self._main.encoded.connect(self._on_encoded)
        self._main.refused.connect(self._on_encoded)
        self._main.failed.connect(self.failed)
        self._others = OtherReaders(self._main, self._new_reader, self)
        self._others.read(self._typed, self._allowed)
        self._others.changed.connect(self.others_changed)
        self._others.encoded.connect(self.other_encoded)
        self._others.compared.connect(self.other_compared)
        self.tail = TextTail(self)
        self.search = TextSearch(self)
        self.parts = TextParts(self)
        self.stages = TextStages(self)
        self.corpus_counts: CorpusCounts | None = None
        self.colours = TextColours(self)
        self.colours.changed.connect(self._colour)
        self.display = TextDisplay(self)
        self.display.changed.connect(self._on_display_changed)
        self.explaining = Explaining(self)

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        return self._typed.text

    @property
    def is_empty(self) -> bool:
        """Whether there is no text; known without the text itself, which a long one takes a moment to be made of."""
        return not len(self._typed)

    @property
    def tokenizer(self) -> AnyTokenizer | None:
        return self._main.tokenizer

    @property
    def title(self) -> str:
        """How the tokenizer is called on screen."""
        return self._main.title

    @property
    def encoding(self) -> Encoding | None:
        """The tokens of the text, None until there are any."""
        return self._main.encoding

    @property
    def encoded_by(self) -> AnyTokenizer | None:
        """The tokenizer that made `encoding`: the one before, while a newer is still at work."""
        return self._main.encoded_by

    @property
    def classes(self) -> Classes | None:
        """The classes by which the tokens are coloured; None where each has its own colour."""
        return self._main.classes

    @property
    def problem(self) -> str:
        """Why the text has no tokens; "" where it has."""
        return self._main.problem

    @property
    def replaced(self) -> int:
        """How many U+FFFD of the text stand for what is no character."""
        return self._main.replaced

    @property
    def check(self) -> TextCheck:
        """What the text loses by its tokens."""
        return self._main.check

    @property
    def pieces(self) -> TextPieces:
        """Where its pre-tokens begin."""
        return self._main.pieces

    @property
    def token(self) -> int:
        """The token that is looked at: hovered, else pinned; -1 for none."""
        return self._hovered if self._hovered >= 0 else self._pinned

    @property
    def pinned(self) -> int:
        return self._pinned

    @property
    def budget(self) -> int:
        """How many tokens the text may have."""
        return self._budget

    @property
    def allowed(self) -> frozenset[str]:
        """Names of special tokens that are taken as such; all others are text."""
        return self._allowed

    @property
    def others(self) -> tuple[TextReader, ...]:
        """The tokenizers beside the main one."""
        return self._others.readers

    @property
    def compared(self) -> tuple[str, ...]:
        """Their keys in the tokenizer library."""
        return self._others.keys

    @property
    def to_compare(self) -> tuple[str, ...]:
        """The same with those that the library does not have yet."""
        return self._others.wanted

    def differences(self, number: int) -> Differences | None:
        """Where the main tokenizer and one of the others part; None while that is not known."""
        return self._others.differences(number)

    def together(self) -> Together | None:
        """Where the main tokenizer parts from any of the others; None where nothing is compared."""
        return self._others.together()

    # -- asking for something ----------------------------------------------------------------------------------------

    def set_text(self, text: str) -> None:
        """Another text; everybody is told."""
        if text != self.text:
            self._typed = TypedText(text)
            self._look_at(-1, -1)
            self.text_changed.emit(text)  # before the tokens, which may be there at once: views take them for this text
            self._read()

    def type(self, data: bytes, replaced: int = 0) -> None:
        """The text as the view that is typed in has it, in UTF-8; the view itself is not told again.

        So many of its U+FFFD stand for what could not be read where it was pasted from."""
        self._typed = TypedText(data=data, replaced=replaced)
        self._look_at(-1, -1)
        self._read()

    def set_shown(self, shown: bool) -> None:
        """While nobody sees the text it is not encoded by another tokenizer; by the last that came it is when it is seen."""
        self._shown = shown
        missed, self._missed = self._missed, None
        if missed is not None:
            self.set_tokenizer(*missed)
        self._others.set_shown(shown)

    def set_tokenizer(self, tokenizer: AnyTokenizer, title: str) -> None:
        """See the text through another tokenizer, or the same at another step."""
        if not self._shown:
            self._missed = tokenizer, title
        elif self._main.set_tokenizer(tokenizer, title):
            allowed = frozenset(tokenizer.special) if self._all_allowed else self._allowed
            if allowed != self._allowed:
                self._allowed = allowed
                self._others.read(self._typed, allowed)
            self._main.read(self._typed, allowed)

    def allow(self, names: frozenset[str]) -> None:
        """Take these special tokens as such, and no others."""
        if names != self._allowed:
            self._allowed = names
            known = frozenset(self.tokenizer.special) if self.tokenizer is not None else frozenset()
            self._all_allowed = bool(known) and names >= known
            self._read()

    def set_budget(self, tokens: int) -> None:
        if tokens != self._budget:
            self._budget = max(1, tokens)
            self.budget_changed.emit(self._budget)

    def hover(self, token: int) -> None:
        self._look_at(token, self._pinned)

    def pin(self, token: int) -> None:
        """Keep looking at a token; the same again, or -1, lets go."""
        self._look_at(self._hovered, -1 if token == self._pinned else token)

    def prepare_with(self, prepare: Prepare) -> None:
        """What is to be done with many new tokens in the background, before they are shown."""
        self._prepare = prepare
        for reader in self._readers:
            reader.set_prepare(prepare)

    # -- other tokenizers --------------------------------------------------------------------------------------------

    def follow(self, library: TokenizerLibrary) -> None:
        """Take other tokenizers from there, the run's at the timeline's step."""
        self._others.follow(library)

    def compare(self, keys: tuple[str, ...]) -> None:
        """Put these tokenizers of the library beside the main one."""
        self._others.choose(keys)

    def _new_reader(self) -> TextReader:
        reader = TextReader(self)
        reader.set_classify(self.colours.classify())
        reader.set_prepare(self._prepare)
        reader.pieces.set_on(self.display.value.pieces)
        reader.failed.connect(self.failed)
        return reader

    @property
    def _readers(self) -> tuple[TextReader, ...]:
        return self._main, *self._others.readers

    def close(self) -> None:
        """Let go of the jobs under way and wait for their threads."""
        self.tail.close()
        self.search.close()
        self.parts.close()
        self.stages.close()
        self.explaining.close()
        self._main.close()
        self._others.close()

    # -- encoding ----------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        self._main.read(self._typed, self._allowed)
        self._others.read(self._typed, self._allowed)

    def _colour(self) -> None:
        for reader in self._readers:
            reader.set_classify(self.colours.classify())
        self._read()

    def _on_display_changed(self) -> None:
        """What is shown is worked out: where the pre-tokens begin, for all tokenizers, and the way to a token."""
        for reader in self._readers:
            reader.pieces.set_on(self.display.value.pieces)
        self.explaining.set_on(self.display.value.explain)

    def _on_encoded(self) -> None:
        encoding, tokenizer = self.encoding, self.encoded_by
        before = self.token, self._pinned
        if encoding is None or tokenizer is None:
            self.tail.close()
            self._hovered = self._pinned = -1
        else:
            self._look_at_the_same(encoding)
            self.tail.ask(encoding, tokenizer)
        self.search.ask(encoding)
        self.parts.allow(self._allowed)
        self.parts.ask(encoding, tokenizer)
        self.stages.ask(encoding, tokenizer)
        self._others.compare()
        self.encoded.emit()
        self._tell_of_token(*before)
        self._explain()

    def _look_at_the_same(self, encoding: Encoding) -> None:
        """The token that is kept is the one where it stood: another tokenizer, or another step, counts tokens otherwise."""
        if self._hovered >= len(encoding):
            self._hovered = -1
        pinned, starts = self._pinned, encoding.byte_spans[:, 0]
        if pinned >= 0 and not (pinned < len(encoding) and starts[pinned] == self._pinned_byte):
            self._pinned = encoding.token_over(self._pinned_byte)

    def _explain(self) -> None:
        if self.encoding is not None and self.encoded_by is not None and self._pinned >= 0:
            self.explaining.ask(self.encoding, self.encoded_by, self.title, self._pinned)
        else:
            self.explaining.clear()

    def _look_at(self, hovered: int, pinned: int) -> None:
        before = self.token, self._pinned
        self._hovered, self._pinned = hovered, pinned
        if self.encoding is not None and pinned != before[1] and 0 <= pinned < len(self.encoding):
            self._pinned_byte = int(self.encoding.byte_spans[pinned, 0])
        self._tell_of_token(*before)

    def _tell_of_token(self, token: int, pinned: int) -> None:
        """Of another one than these."""
        if self.token != token:
            self.token_changed.emit(self.token)
        if self._pinned != pinned:
            self.pinned_changed.emit(self._pinned)
            self._explain()
