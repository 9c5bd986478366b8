"""Where the pre-tokens of a text begin, for a view that shows their borders; nothing is computed while none does."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject

from app.state.text.text_aspect import TextAspect
from engine import AnyTokenizer, Encoding
from engine.reading.pre_tokens import pre_tokens

Flags = npt.NDArray[np.bool_]
_AT_ONCE = 20_000
"""Bytes whose pre-tokens are found at each key: two milliseconds."""


class TextPieces(TextAspect[Flags]):
    """For each token whether a pre-token begins with it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("pre-tokens", _AT_ONCE, piece_starts, parent)


def piece_starts(encoding: Encoding, tokenizer: AnyTokenizer) -> Flags | None:
    """Whether each token is the first of a pre-token; special tokens stand alone.  None where a library does not tell."""
    found = pre_tokens(tokenizer, encoding)
    if found is None:
        return None
    begins = np.zeros(len(encoding), np.bool_)
    begins[found.firsts[found.firsts < found.lasts]] = True
    begins[list(encoding.special)] = True
    return begins
