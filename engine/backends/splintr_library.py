"""`splintr`: a package whose binary holds many published vocabularies.

It does not place its tokens, but says the bytes of each, which join to the text; a mark for a blank and the blank before a
text are blanks in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.backends.alignment import MARK_BYTES, lengths_to_spans
from engine.backends.library_tokenizer import Pieces, guarded
from engine.errors import UnsupportedError
from engine.seams import Seams
from engine.vocabulary import IntArray, Vocabulary

PACKAGE = "splintr-rs"


class SplintrLibrary:
    """One of the vocabularies inside the package; EngineError if it knows none of this name.

    `wrapped` says that the library puts a token before and behind each text.
    """

    finds_special = False

    def __init__(self, name: str, *, wrapped: bool = False) -> None:
        import splintr

        self._name = name
        self._wrapped = wrapped
        self._library: Any = guarded(
            lambda: splintr.Tokenizer.from_pretrained(name), f"splintr cannot open its vocabulary {name}"
        )
        self.size: int = splintr.base_vocab_size(name)

    def token(self, id: int) -> bytes:
        """The bytes of one token; none for a special token of some vocabularies, or where there is no such id."""
        try:
            return bytes(self._library.decode_token_bytes(id))
        except (KeyError, IndexError, ValueError):
            return b""

    def pieces(self, texts: Sequence[str], allowed: frozenset[str]) -> list[Pieces]:
        """The tokens of each text."""
        return [self._pieces(text) for text in texts]

    def _pieces(self, text: str) -> Pieces:
        complaint = f"splintr cannot encode this text with {self._name}"
        ids = np.array(guarded(lambda: self._library.encode_ordinary(text), complaint), np.int32)
        ids = ids[1:-1] if self._wrapped else ids
        return Pieces(ids, partial(self._spans, text.encode(), ids))

    def _spans(self, data: bytes, ids: IntArray) -> IntArray:
        """Spans by the lengths of the tokens, in a text in which a mark for a blank is one."""
        folded = data.replace(MARK_BYTES, b" ")
        lengths = np.array([len(self.token(id).replace(MARK_BYTES, b" ")) for id in ids.tolist()], np.int64)
        spans = np.clip(lengths_to_spans(lengths) - (int(lengths.sum()) - len(folded)), 0, len(folded))
        width = np.ones(len(folded) + 1, np.int64)
        width[0] = 0
        at = data.find(MARK_BYTES)
        skipped = 0
        while at >= 0:
            width[at - skipped + 1] = len(MARK_BYTES)
            skipped += len(MARK_BYTES) - 1
            at = data.find(MARK_BYTES, at + 1)
        return np.asarray(np.cumsum(width)[spans], np.int64)

    def decode(self, ids: Sequence[int]) -> str:
        """The library's text of some ids."""
        text: str = self._library.decode(list(ids))
        return text

    @property
    def made_at(self) -> dict[int, int]:
        """Its merges are inside the binary."""
        return {}

    def at_step(self, step: int) -> SplintrLibrary:
        """Its merges are inside the binary."""
        raise UnsupportedError(f"splintr does not say in which order the tokens of {self._name} were made.")

    def seams(self, vocabulary: Vocabulary) -> Seams | None:
        """How it cuts a text is inside the binary."""
        return None
