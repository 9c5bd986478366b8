"""Words of other texts, cut along with a Unigram training: how many tokens each language has after every round."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np
import numpy.typing as npt

from engine.algorithms.unigram_corpus import joined_texts
from engine.algorithms.unigram_training import UnigramTraining
from engine.kernels import piece_cuts, piece_trie
from engine.model import Probes, Progress, padded
from engine.vocabulary import IntArray, Vocabulary

_WORDS_A_TURN = 10_000


class ProbeCuts:
    """The words of some languages, and a trie of the seeds: each round only gives the pieces that are left a score.

    `unknown_as_bytes` says that a character without a piece is written as its bytes, and not a run of them as one token.
    """

    def __init__(self, probes: Probes, unknown_as_bytes: bool) -> None:
        self._probes = probes
        self._unknown_as_bytes = unknown_as_bytes
        size = int((probes.starts + probes.lengths).max(initial=0))
        self._data = padded(probes.data[:size].tobytes())
        self._seeds: piece_trie.Trie | None = None

    def in_characters(self, alphabet: Sequence[bytes]) -> Generator[Progress, None, IntArray]:
        """Tokens of each language cut into single characters."""
        texts = Vocabulary.of([b"", *alphabet])
        trie = _trie(texts, self._unknown_as_bytes)
        return (yield from self._count(trie._replace(scores=np.zeros(len(texts)))))

    def tokens(self, training: UnigramTraining) -> Generator[Progress, None, IntArray]:
        """Tokens of each language, cut by the pieces that are left; the first call must come before any piece is gone."""
        if self._seeds is None:
            head = Vocabulary.of([b"", *training.corpus.alphabet_texts])
            several = training.texts(np.arange(training.piece_count))
            self._seeds = _trie(joined_texts([head, several]), self._unknown_as_bytes)
        scores = np.full(training.base + training.seed_count, -np.inf)
        scores[: training.base] = training.scores[: training.base]
        scores[training.base + training.seed_numbers] = training.scores[training.base :]
        unknown = np.array([training.scores[0], 0.0])
        return (yield from self._count(self._seeds._replace(scores=scores, unknown=unknown)))

    def _count(self, trie: piece_trie.Trie) -> Generator[Progress, None, IntArray]:
        words = len(self._probes.starts)
        tokens = np.empty(words, np.int64)
        for first in range(0, words, _WORDS_A_TURN):
            last = min(first + _WORDS_A_TURN, words)
            starts, lengths = self._probes.starts[first:last], self._probes.lengths[first:last]
            tokens[first:last] = np.diff(piece_cuts.cut_words(self._data, starts, lengths, trie)[2])
            yield Progress("Cutting languages", last, words, "words")
        return self._of_languages(tokens)

    def _of_languages(self, tokens: IntArray) -> IntArray:
        probes = self._probes
        of_each_row = np.repeat(tokens, np.diff(probes.rows)) * probes.times
        sums = np.bincount(probes.languages, of_each_row, len(probes.codes))
        return sums.astype(np.int64)


def _trie(texts: Vocabulary, with_bytes: bool) -> piece_trie.Trie:
    """Pieces by their numbers in the training; number 0 is the unknown token.  Scores are left to the caller."""
    spelled = np.ones(len(texts), np.bool_)
    spelled[0] = False
    byte_ids: npt.NDArray[np.int32] = np.zeros(256 if with_bytes else 0, np.int32)
    data = padded(texts.data.tobytes())
    return piece_trie.build_trie(data, texts.offsets, spelled, np.empty(0), np.zeros(2), byte_ids)
