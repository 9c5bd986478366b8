"""Counts: what a comparison needs to know of many short texts, without an Encoding for each.

What does not depend on a tokenizer (bytes, characters, grapheme clusters, words) is found once for a set of texts and
remembered, so that the second and third tokenizer pay for their tokens only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from engine.alignment import offsets_of
from engine.decoders import replaced_surrogates
from engine.encoding import overlapping
from engine.kernels import tally
from engine.model import padded
from engine.unicode import code_points, grapheme_breaks
from engine.vocabulary import ByteArray, IntArray, Vocabulary
from engine.word_breaks import word_spans


@dataclass(frozen=True, eq=False)
class Counts:
    """What became of each of some texts, one row a text; special tokens are left out.

    tokens           tokens
    unknown          characters under unknown tokens (none for byte-level models)
    clusters         grapheme clusters, and how many have a token boundary inside (`clusters_cut`)
    words            words of Unicode's segmentation, and how many have a token boundary inside (`words_continued`)
    round_trip       whether the tokens join to the text
    bytes            of UTF-8; `characters` are code points
    ids              ids of all texts end to end
    """

    tokens: IntArray
    unknown: IntArray
    clusters: IntArray
    clusters_cut: IntArray
    words: IntArray
    words_continued: IntArray
    round_trip: npt.NDArray[np.bool_]
    bytes: IntArray
    characters: IntArray
    ids: IntArray
    vocabulary_size: int

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def usage(self) -> IntArray:
        """How often each id of the vocabulary came out."""
        return np.bincount(self.ids, minlength=self.vocabulary_size)


@dataclass(frozen=True, eq=False, slots=True)
class SpanCounts:
    """What is known of one text's tokens: (n, 2) the bytes under each, and what did not come through."""

    spans: IntArray
    unknown_characters: int
    round_trip: bool


@dataclass(frozen=True, eq=False, slots=True)
class TextBlock:
    """Texts end to end as padded UTF-8, with what every tokenizer's counts need."""

    data: ByteArray
    ends: IntArray
    marks: ByteArray
    characters: IntArray
    clusters: IntArray
    words: IntArray

    @property
    def lengths(self) -> IntArray:
        """Bytes of each text."""
        return np.diff(self.ends, prepend=0)


@lru_cache(maxsize=2048)
def text_block(texts: tuple[str, ...]) -> TextBlock:
    """The texts with their clusters and words marked; remembered for the next tokenizer."""
    texts = tuple(replaced_surrogates(text)[0] for text in texts)
    characters = np.array([len(text) for text in texts], np.int64)
    # A NUL between two texts keeps their clusters apart, as a control character does; it is taken out again.
    points = code_points("\0".join([*texts, ""]))
    is_text = np.ones(len(points), np.bool_)
    is_text[np.cumsum(characters + 1) - 1] = False
    marks = _marks("\0".join(texts), len(points))[is_text]
    widths = _utf8_widths(points[is_text])
    data = padded("".join(texts).encode())
    byte_marks = np.repeat(marks & tally.IN_WORD, widths)
    starts = offsets_of(widths)
    byte_marks[starts[:-1]] = marks
    clusters = _per_text(marks, tally.CLUSTER_START, characters)
    words = _per_text(marks, tally.WORD_START, characters)
    return TextBlock(data, starts[np.cumsum(characters)], byte_marks, characters, clusters, words)


def _marks(joined: str, size: int) -> ByteArray:
    """The marks of the `size` code points of texts that are joined by what is in no cluster and no word of theirs."""
    marks = np.zeros(size, np.uint8)
    marks[grapheme_breaks(joined)] = tally.CLUSTER_START
    starts, lengths = word_spans(joined)
    # One up where a word starts, one down behind its end: the sum so far says whether a character is in one.
    steps = np.zeros(size + 1, np.int8)
    steps[starts] = 1
    steps[starts + lengths] -= 1
    marks += tally.IN_WORD * np.cumsum(steps[:-1], dtype=np.uint8)
    marks[starts] |= tally.WORD_START
    return marks


def _utf8_widths(points: npt.NDArray[np.uint32]) -> ByteArray:
    widths = np.ones(len(points), np.uint8)
    for least in (0x80, 0x800, 0x10000):
        widths += points >= least
    return widths


def _per_text(marks: ByteArray, mark: int, characters: IntArray) -> IntArray:
    """How many characters of each text have a mark."""
    totals = offsets_of((marks & mark) != 0)
    ends = np.cumsum(characters)
    found: IntArray = totals[ends] - totals[ends - characters]
    return found


def count_tokens(block: TextBlock, model_ids: IntArray, ids: IntArray, tokens: Vocabulary, size: int) -> Counts:
    """Counts of a block whose ids are known; `model_ids` are ids of `tokens`, `ids` the tokenizer's of the same."""
    rows = np.zeros((len(block.ends), 4), np.int64)
    tally.tally(model_ids, tokens.offsets, tokens.data, block.data, block.ends, block.marks, rows)
    return Counts(
        tokens=rows[:, 0],
        unknown=np.zeros(len(rows), np.int64),
        clusters=block.clusters,
        clusters_cut=rows[:, 1],
        words=block.words,
        words_continued=rows[:, 2],
        round_trip=rows[:, 3].astype(np.bool_),
        bytes=block.lengths,
        characters=block.characters,
        ids=ids,
        vocabulary_size=size,
    )


def count_spans(texts: Sequence[str], encodings: Sequence[SpanCounts], ids: IntArray, size: int) -> Counts:
    """Counts of texts whose tokens are known by their spans: for all tokenizers whose tokens do not simply join.

    `ids` are the ids of all texts end to end; what `count_tokens` finds in a compiled loop is found here in columns.
    """
    block = text_block(tuple(texts))
    tokens = np.array([len(found.spans) for found in encodings], np.int64)
    text_starts = block.ends - block.lengths
    spans = np.concatenate([np.empty((0, 2), np.int64), *(found.spans for found in encodings)])
    spans = spans + np.repeat(text_starts, tokens)[:, None]
    return Counts(
        tokens=tokens,
        unknown=np.array([found.unknown_characters for found in encodings], np.int64),
        clusters=block.clusters,
        clusters_cut=_units_cut(block, spans, tally.CLUSTER_START, np.ones(len(block.marks), np.bool_)),
        words=block.words,
        words_continued=_units_cut(block, spans, tally.WORD_START, (block.marks & tally.IN_WORD) != 0),
        round_trip=np.array([found.round_trip for found in encodings], np.bool_),
        bytes=block.lengths,
        characters=block.characters,
        ids=ids,
        vocabulary_size=size,
    )


def _units_cut(block: TextBlock, spans: IntArray, mark: int, belongs: npt.NDArray[np.bool_]) -> IntArray:
    """Per text, how many clusters or words (which begin at `mark`) have a token start inside, or behind another one that
    has their first character too."""
    begins = (block.marks & mark) != 0
    inside_text = spans[:, 0] < len(begins)
    starts, shares = spans[inside_text, 0], overlapping(spans)[inside_text]
    inside = starts[belongs[starts] & (shares | ~begins[starts])]
    cut = np.unique((np.cumsum(begins) - 1)[inside])
    text_of_unit = np.searchsorted(block.ends, np.flatnonzero(begins), "right")
    return np.bincount(text_of_unit[cut], minlength=len(block.ends)).astype(np.int64)
