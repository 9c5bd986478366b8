"""The `tokenizers` library as a witness: whether it gives a text the ids that a tokenizer here gives.

The text that it is asked about holds many scripts, odd white space, and words made of the vocabulary itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.backends.library_limits import plain
from engine.backends.library_tokenizer import guarded
from engine.errors import EncodeError, EngineError, UnsupportedError
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray

JOINER = "\u200d"
"""In emoji and Indic scripts; patterns differ in whether it is part of a word."""
SAMPLE = (
    "Hello, world! It's 12345 o'clock;   don't\tSTOP at naïve cafés\r\n\n  def f(x):\n    return x + 1\n"
    "Привет, мир. مرحبا بالعالم नमस्ते दुनिया 你好，世界。こんにちは 안녕하세요 👩‍🚀 e\u0301 x² \u00a0\u2028 "
    "a\u200db क्\u200dष a_\u0332b ǅ Ⅷ ª١२ \U0001d54f end  "
)
_TOKENS = 2_000
"""Tokens of the vocabulary that are put into the text."""


def library_agrees(tokenizer: PipelineTokenizer, content: Mapping[str, Any], text: str) -> bool:
    """Whether the library, given this tokenizer.json, encodes the text likewise; UnsupportedError if it refuses the file."""
    try:
        theirs = guarded(lambda: _library_ids(content, text), "the tokenizers library refuses the file")
    except EngineError as error:
        raise UnsupportedError(f"{tokenizer.name}: {error}") from None
    ids: list[int] = tokenizer.encode(text).ids.tolist()
    return theirs == ids


def _library_ids(content: Mapping[str, Any], text: str) -> list[int]:
    """The library's ids for a text in which special tokens count as text."""
    import tokenizers

    library = tokenizers.Tokenizer.from_str(json.dumps(plain(content)))
    library.encode_special_tokens = True
    return list(library.encode(text, add_special_tokens=False).ids)


def witness_text(tokenizer: PipelineTokenizer) -> str:
    """The sample, as far as the tokenizer can write it, and words that decode from single tokens and from pairs of them.

    The name of the unknown token is left out: text that spells it is unknown in one piece there, and in several here.
    """
    model = tokenizer.model
    spread = _spread(model.size)
    ids = tokenizer.public_ids(spread[spread != model.unknown] if model.unknown is not None else spread).tolist()
    words = [tokenizer.decode([id], "replace") for id in ids]
    pairs = [tokenizer.decode([a, b], "replace") for a, b in zip(ids, ids[7:], strict=False)]
    pieces = [*SAMPLE.split(" "), *(word for word in (*words, *pairs) if "\ufffd" not in word)]
    written = [piece for piece in pieces if _can_write(tokenizer, piece)]
    joined = " ".join(written)
    if _can_write(tokenizer, joined):
        return joined
    return max(written, key=len, default="")  # words that are known alone, but not with a blank before them


def _spread(size: int) -> IntArray:
    """Ids from all over the vocabulary."""
    return np.unique(np.linspace(0, size - 1, min(size, _TOKENS)).astype(np.int64))


def _can_write(tokenizer: PipelineTokenizer, text: str) -> bool:
    try:
        tokenizer.encode(text)
    except EncodeError:
        return False
    return True
