"""CheckedStatistics: what is in the checked texts, counted in the background as the recipe cuts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.one_job import OneJob
from app.state.preparation import Preparation
from engine.corpora.corpus_statistics import CorpusStatistics, statistics
from engine.corpus import Corpus
from engine.counting import count_words
from engine.model import Progress, WordCounts
from engine.normalizers import IDENTITY, Normalizer
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer

_RESTING = 400
"""Milliseconds after the last move of a weight until the statistics follow."""


class CheckedStatistics(QObject):
    """`changed` when they have been counted, or there are none; `progressed` carries a Progress."""

    changed = Signal()
    progressed = Signal(object)
    failed = Signal(object)

    def __init__(self, preparation: Preparation, corpus: Callable[[], Corpus], parent: QObject) -> None:
        """`corpus` is asked for the checked texts."""
        super().__init__(parent)
        self._preparation = preparation
        self._corpus = corpus
        self._pipeline = IDENTITY, PreTokenizer(PATTERNS["gpt2"])
        self._value: CorpusStatistics | None = None
        self._job = OneJob("count", self)
        self._job.produced.connect(self._take)
        self._job.succeeded.connect(self.changed)
        self._job.failed.connect(self._on_failed)
        self._later = QTimer(self, singleShot=True, interval=_RESTING)
        self._later.timeout.connect(self.renew)

    @property
    def value(self) -> CorpusStatistics | None:
        """None while nothing is counted, and without texts."""
        return self._value

    @property
    def counting(self) -> bool:
        return self._job.running

    @property
    def busy(self) -> bool:
        """Something is being counted, or is about to be."""
        return self.counting or self._later.isActive()

    def renew(self) -> None:
        """Count the texts anew; a count that still runs is of no use any more."""
        self._later.stop()
        self._job.drop()
        if self._corpus().sources:
            self._preparation.when_ready(self._count)
        else:
            self._forget()

    def renew_later(self) -> None:
        """The same, once nobody has asked for it for a while."""
        self._later.start()

    def set_pipeline(self, normalizer: Normalizer, pre_tokenizer: PreTokenizer) -> None:
        """How pre-tokens are cut."""
        if (normalizer, pre_tokenizer) != self._pipeline:
            self._pipeline = normalizer, pre_tokenizer
            self.renew()

    def cancel(self) -> None:
        """Count no more."""
        if self.counting:
            self._job.drop()
            self._forget()

    def _forget(self) -> None:
        self._value = None
        self.changed.emit()

    def _count(self) -> None:
        corpus, pipeline = self._corpus(), self._pipeline
        if corpus.sources and not self.counting:
            self._job.begin(lambda: _counted(corpus, *pipeline))

    def _take(self, values: list[object]) -> None:
        last = values[-1]
        if isinstance(last, CorpusStatistics):
            self._value = last
        elif isinstance(last, Progress):
            self.progressed.emit(last)

    def _on_failed(self, error: BaseException) -> None:
        self._forget()
        self.failed.emit(error)


def _counted(
    corpus: Corpus, normalizer: Normalizer, pre_tokenizer: PreTokenizer
) -> Iterator[Progress | CorpusStatistics]:
    for event in count_words(corpus, normalizer, pre_tokenizer):
        if isinstance(event, WordCounts):
            yield statistics(event)
        else:
            yield event
