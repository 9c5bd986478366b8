"""The merges of a published tokenizer made to play: its list as a history over a text of the user's own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.algorithms.merge_model import MergeModel
from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.corpus import Corpus, Source
from engine.counting import count_words
from engine.errors import CorpusError, UnsupportedError
from engine.history import MergeListHistory
from engine.model import Progress, WordCounts
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray

_MOST_CHARACTERS, _MOST_UNCUT = 50_000, 1_000
"""Of the text, and of a text that the tokenizer does not cut into words: each word is encoded merge by merge."""
_LONG_WORD = 200
_WORDS_A_TURN = 200


def merges_of(tokenizer: AnyTokenizer) -> PipelineTokenizer:
    """The tokenizer, if it is made of merges that can be played; UnsupportedError says why not.

    >>> from engine.presets import load_preset
    >>> merges_of(load_preset("gpt2")).step_count
    50000
    """
    if isinstance(tokenizer, LibraryTokenizer):
        raise UnsupportedError(
            f"{tokenizer.name} runs on its own library, which encodes with all its merges or none. Open a file of byte-level "
            "BPE (tokenizer.json, .tiktoken, vocab.json with merges.txt) to play its merges."
        )
    if not isinstance(tokenizer.model, MergeModel) or not tokenizer.step_count:
        raise UnsupportedError(
            f"{tokenizer.name} has no list of merges: only byte-pair encoding keeps the order in which its tokens were made."
        )
    return tokenizer


def imported_history(tokenizer: AnyTokenizer, text: str) -> Iterator[Progress | MergeListHistory]:
    """The tokenizer's merges as steps, and how each shortens the text; yields Progress, and last the history.

    The beginning of a long text is taken.  Raises UnsupportedError for a tokenizer without merges.
    """
    played = merges_of(tokenizer)
    words = _words(played, text[:_MOST_CHARACTERS])
    if len(words) and int(words.lengths.max()) > _LONG_WORD:
        words = _words(played, text[:_MOST_UNCUT])
    model = played.model
    assert isinstance(model, MergeModel)
    lost = np.zeros(played.step_count + 1, np.int64)
    before = 0
    for index in range(len(words)):
        symbols, happen = _merge_times(model.lenient(), words.word(index))
        np.add.at(lost, happen, int(words.counts[index]))
        before += symbols * int(words.counts[index])
        if index % _WORDS_A_TURN == 0:
            yield Progress("Reading the merges", index, len(words), "words")
    tokens = before - np.cumsum(lost)
    if len(words):
        # Some files have tokens that no merge makes; they are there at the end.
        _, ends = model.lenient().segment_counted(words, np.arange(len(words)))
        tokens[-1] = int((np.diff(ends, prepend=0) * words.counts).sum())
    yield MergeListHistory(played, words, tokens, lost[1:])


def _words(tokenizer: PipelineTokenizer, text: str) -> WordCounts:
    corpus = Corpus((Source("text", text=text),))
    try:
        for event in count_words(corpus, tokenizer.normalizer, tokenizer.pre_tokenizer):
            if isinstance(event, WordCounts):
                return event
    except CorpusError:  # nothing typed yet: the merges play all the same
        pass
    return WordCounts.of({})


def _merge_times(model: MergeModel, word: bytes) -> tuple[int, IntArray]:
    """How many base symbols a word has, and from which position on each of its merges happens.

    With the first `k` merges alone a word is encoded as with all of them, up to the first one that is not among the `k`;
    so a merge happens as soon as it and all before it are there.
    """
    ranks = np.array([step.rank for step in model.merge_steps(word)], np.int64)
    return len(model.base_ids(word)), np.maximum.accumulate(ranks) + 1 if len(ranks) else ranks
