"""How often each token comes out of a corpus through a tokenizer that runs on its own library.

A library encodes texts, not pre-tokens, so the corpus is given to it in parts.  Where a part may end is tried out first: a
text of words, cut before a blank, must give the ids of the whole, either with the blank or (where the library itself puts
a mark in front of every text) without it.  A tokenizer for which neither holds gets whole records.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import numpy as np

from engine.backends import LibraryTokenizer
from engine.corpora.blocks import Block
from engine.corpus import Corpus
from engine.model import Progress
from engine.vocabularies.vocabulary_survey import Floats
from engine.vocabulary import IntArray

Border = Literal["blank kept", "blank dropped", "whole records"]
_STAGE = "Counting"
_BLOCK = 1 << 17
"""Bytes given to the library at once: some hundredths of a second."""
_TRIED = ("the cat sat on the mats", "Well, said Alice: 12 of them", "a b c", "if rows are empty return one result")


def count_through(tokenizer: LibraryTokenizer, corpus: Corpus) -> Iterator[Progress | Floats]:
    """Progress, and last the count of each id; special tokens are text, each record is encoded alone."""
    border = border_of(tokenizer)
    counts = np.zeros(len(tokenizer.vocabulary))
    total, done, source, within = corpus.total_bytes, 0, -1, False
    for block in corpus.blocks(_BLOCK, whole_records=border == "whole records"):
        within = within and block.source == source
        texts = _texts(block, drop_blank=within and border == "blank dropped")
        weight = corpus.sources[block.source].weight_tenths / 10
        counts += weight * np.bincount(_ids(tokenizer, texts), minlength=len(counts))
        source, within = block.source, not block.ends_record
        done += len(block.data)
        yield Progress(_STAGE, min(done, total), total)
    yield Progress(_STAGE, total, total)
    yield counts


def border_of(tokenizer: LibraryTokenizer) -> Border:
    """How a text may be cut before a blank so that its parts give the ids of the whole."""
    for border, start in (("blank kept", 0), ("blank dropped", 1)):
        if all(_parts_fit(tokenizer, text, start) for text in _TRIED):
            return border  # type: ignore[return-value]
    return "whole records"


def _parts_fit(tokenizer: LibraryTokenizer, text: str, start: int) -> bool:
    """Whether a text cut before each blank that follows a letter gives what it gives whole."""
    whole = _ids(tokenizer, [text]).tolist()
    places = [at for at, character in enumerate(text) if character == " " and text[at - 1].isalpha()]
    return all(_ids(tokenizer, [text[:at], text[at + start :]]).tolist() == whole for at in places)


def _texts(block: Block, *, drop_blank: bool) -> list[str]:
    """The records of a block, or their parts; the first goes on where the block before it ended."""
    ends = [0, *block.record_ends.tolist(), len(block.data)]
    texts = [block.data[start:end].decode("utf-8", "replace") for start, end in pairwise(ends)]
    return [texts[0].removeprefix(" "), *texts[1:]] if drop_blank else texts


def _ids(tokenizer: LibraryTokenizer, texts: list[str]) -> IntArray:
    """The ids of texts, end to end, without the tokens that are never shown."""
    found = np.concatenate([np.empty(0, np.int32), *(row.ids for row in tokenizer.library.pieces(texts, frozenset()))])
    omitted = tokenizer.description.omitted
    return found[~np.isin(found, list(omitted))] if omitted else found
