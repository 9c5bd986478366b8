"""How many words a corpus has, from its distinct pre-tokens: what words per token are counted by."""

from __future__ import annotations

import math

import numpy as np
import regex

from engine.languages import WORDLESS_SCRIPTS, script_code
from engine.model import WordCounts
from engine.unicode import NO_SCRIPTS, code_points, script_names, script_table
from engine.word_breaks import word_spans

_ENDING = regex.compile(r"['\u2019](?:s|t|re|ve|m|ll|d)", regex.IGNORECASE)
"""What the patterns of gpt2 and cl100k_base cut off "don't" and "it's", which are one word."""


def corpus_words(words: WordCounts) -> float:
    """Words by Unicode's segmentation (annex 29) that hold a letter or a number; nan where most of the corpus is in scripts
    that put no blank between words.

    No text is read again.  A pre-token that ends inside of a word, as a pattern cuts long numbers, makes two words of one.

    >>> corpus_words(WordCounts.of({b"It": 1, b"'s": 1, b" a": 2, b" well-known": 1, b".": 1}))
    5.0
    """
    texts = [words.word(index).decode("utf-8", "replace") for index in range(len(words))]
    if not texts or _is_wordless(texts, words):
        return math.nan
    counts = np.array([0 if _ENDING.fullmatch(text) else 1 for text in texts]) * words.counts
    # A NUL is in no word; it keeps those of two pre-tokens apart.
    starts = np.cumsum([len(text) + 1 for text in texts])
    owners = np.searchsorted(starts, word_spans("\0".join(texts))[0], "right")
    return float(counts[owners].sum()) / words.scale


def _is_wordless(texts: list[str], words: WordCounts) -> bool:
    """Whether more of the letters, each as often as it occurs, are in such scripts than are not."""
    times = np.repeat(words.counts, [len(text) for text in texts])
    letters = np.bincount(script_table()[code_points("".join(texts))], times, len(script_names()))
    counted = [(name, count) for name, count in zip(script_names(), letters, strict=True) if name not in NO_SCRIPTS]
    wordless = sum(count for name, count in counted if script_code(name) in WORDLESS_SCRIPTS)
    return bool(2 * wordless > sum(count for _, count in counted))
