"""How often the tokens of a tokenizer come out of the checked texts; found out in the background when somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.state.corpus.corpus_library import CorpusLibrary
from app.state.latest import Latest
from app.state.tokenizers.tokenizer_library import RUN, TokenizerLibrary
from app.state.training.training_run import TrainingRun
from app.state.vocabulary.vocabulary_view import VocabularyView
from engine import AnyTokenizer, Corpus, EngineError, PipelineTokenizer, WordCounts
from engine.counting import count_words
from engine.vocabularies.vocabulary_survey import Floats, token_counts

MOST = 64_000_000
"""Bytes of a corpus that is read again for a tokenizer that was not trained on it."""
_REST = 120
"""Milliseconds without another tokenizer: while the timeline plays nothing is counted."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """Counts of a tokenizer's tokens; `cut` says how the words behind them were cut out of which texts."""

    tokenizer: AnyTokenizer
    counts: Floats
    cut: object
    words: WordCounts


class CorpusCounts(QObject):
    """`changed`: counts have come, or are known no more."""

    changed = Signal()

    def __init__(
        self, library: TokenizerLibrary, run: TrainingRun, corpus: CorpusLibrary, vocabulary: VocabularyView
    ) -> None:
        super().__init__()
        self._library, self._run, self._corpus, self._vocabulary = library, run, corpus, vocabulary
        self._asked: AnyTokenizer | None = None
        self._before: _Counted | None = None
        self._latest = Latest[_Counted]("corpus counts", _REST, self)
        self._latest.changed.connect(self._on_counted)
        corpus.rows_changed.connect(self._forget)

    def of(self, tokenizer: AnyTokenizer, id: int) -> float | None:
        """How often a token comes out of the corpus; None while that is not known, and where it cannot be."""
        known = self._vocabulary.counts
        if known is not None and known[0] is tokenizer:
            return float(known[1][id])
        found = self._latest.value
        return float(found.counts[id]) if found is not None and found.tokenizer is tokenizer else None

    def ask(self, tokenizer: AnyTokenizer) -> None:
        """Count, unless that is done or under way; `changed` comes when it is there."""
        if tokenizer is self._asked or not isinstance(tokenizer, PipelineTokenizer):
            return
        work = self._work_for(tokenizer)
        if work is not None:
            self._asked = tokenizer
            self._latest.ask(work)

    def close(self) -> None:
        self._latest.close()

    def _work_for(self, tokenizer: PipelineTokenizer) -> Callable[[], _Counted | None] | None:
        """What counts; None where that would take too long."""
        words, statistics = self._run.history.words, self._corpus.statistics
        if tokenizer is self._library.tokenizer(RUN):
            return (lambda: _counted(tokenizer, None, words)) if words is not None else None
        if not self._corpus.checked or statistics is None or statistics.bytes > MOST:
            return None
        corpus, before = self._corpus.corpus(), self._before
        return lambda: _read_and_counted(tokenizer, corpus, before)

    def _on_counted(self) -> None:
        found = self._latest.value
        if found is not None and found.cut is not None:
            self._before = found
        self.changed.emit()

    def _forget(self) -> None:
        self._asked = None
        self._latest.close()


def _read_and_counted(tokenizer: PipelineTokenizer, corpus: Corpus, before: _Counted | None) -> _Counted | None:
    """Reads the corpus, unless the tokenizer before had cut the same texts in the same way."""
    cut = corpus, tokenizer.normalizer, tokenizer.pre_tokenizer
    if before is not None and before.cut == cut:
        return _counted(tokenizer, cut, before.words)
    try:
        for event in count_words(corpus, tokenizer.normalizer, tokenizer.pre_tokenizer):
            if isinstance(event, WordCounts):
                return _counted(tokenizer, cut, event)
    except EngineError:  # a text that cannot be read any more has no counts
        return None
    return None


def _counted(tokenizer: PipelineTokenizer, cut: object, words: WordCounts) -> _Counted | None:
    try:
        return _Counted(tokenizer, token_counts(tokenizer, words), cut, words)
    except EngineError:  # a vocabulary that cannot write the texts has none either
        return None
