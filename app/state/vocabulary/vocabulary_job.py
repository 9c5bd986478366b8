"""VocabularyJob: finds out about the selected tokenizer's tokens in the background, and keeps what need not be found twice."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.state.corpus.corpus_library import CorpusLibrary
from app.worker import Worker
from engine import AnyTokenizer, PipelineTokenizer, Progress, TrainingHistory, WordCounts
from engine.corpus import Source
from engine.vocabularies.library_reach import Reach
from engine.vocabularies.vocabulary_overview import Asked, Event, Overview, overview


class VocabularyJob(QObject):
    """`known(overview)`: more is known; `progressed(progress)`: how far it is; `ended`: all is known; `failed(error)`."""

    known = Signal(object)
    progressed = Signal(object)
    ended = Signal()
    failed = Signal(object)

    def __init__(self, corpus: CorpusLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._corpus = corpus
        self._worker: Worker | None = None
        self._words: tuple[tuple[object, ...], WordCounts] | None = None
        self._reach: dict[str, tuple[AnyTokenizer, Reach]] = {}
        self.texts: tuple[Source, ...] = ()
        """Those in which the tokens are counted."""

    @property
    def running(self) -> bool:
        return self._worker is not None and self._worker.running

    def start(self, key: str, tokenizer: AnyTokenizer, history: TrainingHistory | None) -> None:
        """Begin with a tokenizer of the shelf; `history` is the run's where it is its own.  What still runs is of no use."""
        self.cancel()
        words_key = self._words_key(tokenizer)
        words = self._words[1] if self._words is not None and self._words[0] == words_key else None
        before = self._reach.get(key)
        reach = before[1] if before is not None and before[0] is tokenizer else None
        corpus = self._corpus.corpus() if self._corpus.checked else None
        self.texts = self._corpus.corpus().sources
        asked = Asked(tokenizer, history, corpus, words if corpus is not None else None, reach)

        def take(events: list[Event]) -> None:
            for event in events:
                if isinstance(event, WordCounts):
                    self._words = words_key, event
                elif isinstance(event, Reach) and history is None:
                    self._reach[key] = tokenizer, event
            self._tell(events)

        worker = self._worker = Worker(lambda: overview(asked), "vocabulary: survey")
        worker.produced.connect(take)
        worker.succeeded.connect(self.ended)
        worker.failed.connect(self.failed)
        worker.start()

    def cancel(self) -> None:
        """End it; what is known stays."""
        if self._worker is not None:
            self._worker.cancel()

    def close(self) -> None:
        """End it and wait for its thread."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker.wait()

    def _tell(self, events: list[Event]) -> None:
        """The newest of what came: nobody sees two in one frame."""
        for kind, signal in ((Progress, self.progressed), (Overview, self.known)):
            news = [event for event in events if isinstance(event, kind)]
            if news:
                signal.emit(news[-1])

    def _words_key(self, tokenizer: AnyTokenizer) -> tuple[object, ...]:
        """What decides the words of a corpus: the texts, and how the tokenizer cuts them."""
        if not isinstance(tokenizer, PipelineTokenizer):
            return ()
        sources = tuple(row.source for row in self._corpus.checked)
        return (sources, tokenizer.normalizer, tokenizer.pre_tokenizer)
