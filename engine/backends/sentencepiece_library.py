"""`sentencepiece`: a model file's content, handed over as bytes (a path with other than ASCII letters fails on some systems).

The library places each piece in the bytes of the text; several byte tokens of one character have all of it at the last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.backends.library_seams import begin_with_marks
from engine.backends.library_tokenizer import Pieces, guarded
from engine.errors import UnsupportedError
from engine.metaspace import MARK
from engine.seams import Seams, letter_seams
from engine.vocabulary import IntArray, Vocabulary


class SentencePieceLibrary:
    """A model of the library; EngineError if the library refuses it."""

    finds_special = False

    def __init__(self, model: bytes, source: str) -> None:
        import sentencepiece

        self.model = model
        self._source = source
        self._library: Any = sentencepiece.SentencePieceProcessor()
        complaint = f"{source}: the sentencepiece library refuses the file"
        guarded(lambda: self._library.load_from_serialized_proto(model), complaint)

    def pieces(self, texts: Sequence[str], allowed: frozenset[str]) -> list[Pieces]:
        """The tokens of each text."""
        complaint = f"{self._source}: the sentencepiece library cannot encode this text"
        found = guarded(lambda: self._library.encode(list(texts), out_type=int, num_threads=1), complaint)
        return [
            Pieces(np.array(ids, np.int32), partial(self._spans, text)) for text, ids in zip(texts, found, strict=True)
        ]

    def _spans(self, text: str) -> IntArray:
        """Where the pieces of a text are; asked for only where that does not follow from what they say."""
        answer = self._library.encode(text.encode(), return_type="offset_mapping")
        return np.array(answer["offsets"], np.int64).reshape(-1, 2)

    def decode(self, ids: Sequence[int]) -> str:
        """The library's text of some ids: control tokens are nothing in it."""
        text: str = self._library.decode(list(ids))
        return text

    def words(self, text: str) -> list[str]:
        """The text as the model sees it, cut before each mark of a blank, which pieces seldom hold inside."""
        complaint = f"{self._source}: the sentencepiece library cannot normalize this text"
        return re.findall(f"{MARK}?[^{MARK}]+|{MARK}", guarded(lambda: self._library.normalize(text), complaint))

    @property
    def made_at(self) -> dict[int, int]:
        """A model has scores, not merges."""
        return {}

    def at_step(self, step: int) -> SentencePieceLibrary:
        """A model has scores, not merges."""
        raise UnsupportedError(f"{self._source} does not say in which order its tokens were made.")

    def seams(self, vocabulary: Vocabulary) -> Seams | None:
        """Before blanks, where no piece goes on behind a word: then neither the best way nor a merge reaches over one."""
        if not begin_with_marks(vocabulary):
            return None
        return letter_seams(lambda text: str(self._library.normalize(text)).strip(MARK))
