"""Bytes on their way to a byte-level model: a long text block by block, and what is no text in stretches.

encode_blocks   ids of a text of any length
stretches       which parts of some bytes are UTF-8
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe import BPE
from engine.model import padded
from engine.pre_tokenizers import PreTokenizer
from engine.vocabulary import ByteArray

_BLOCK = 4 << 20
"""Bytes of a text that are cut into pre-tokens at once: bounds the room that their ends take."""


def encode_blocks(model: BPE, pre_tokenizer: PreTokenizer, text: bytes) -> npt.NDArray[np.int32]:
    """The model's ids of valid UTF-8.

    >>> from engine.patterns import PATTERNS
    >>> encode_blocks(BPE("raw", np.array([[108, 111]])), PreTokenizer(PATTERNS["gpt2"]), b"low").tolist()
    [256, 119]
    """
    data = padded(text)
    blocks = [np.empty(0, np.int32)]
    start = 0
    while start < len(text):
        end = _block_end(pre_tokenizer, data, start, len(text))
        ends = pre_tokenizer.pieces(data[start:], end - start)[1]
        blocks.append(model.encode_ends(data[start:], ends))
        start = end
    return np.concatenate(blocks) if len(blocks) != 2 else blocks[1]


def _block_end(pre_tokenizer: PreTokenizer, data: ByteArray, start: int, end: int) -> int:
    """Where a block may end: all our scanners have a border between an ASCII letter and a blank."""
    if end - start <= _BLOCK + _BLOCK // 2 or not pre_tokenizer.cuts_before_blanks():
        return end
    window = data[start + _BLOCK : end]
    letters = (window | 32).astype(np.int16) - ord("a")
    border = np.flatnonzero((letters[:-1] >= 0) & (letters[:-1] < 26) & (window[1:] == 32))[:1]
    return start + _BLOCK + int(border[0]) + 1 if len(border) else end


def stretches(data: bytes) -> Iterator[tuple[bool, bytes]]:
    """The data cut into stretches that are UTF-8 and stretches that are not: (whether it is text, bytes).

    >>> list(stretches(b"a\\xff\\xfeb"))
    [(True, b'a'), (False, b'\\xff\\xfe'), (True, b'b')]
    """
    text = data.decode("utf-8", "surrogateescape")
    for stretch in re.findall("[\udc80-\udcff]+|[^\udc80-\udcff]+", text):
        yield stretch[0] < "\udc80" or stretch[0] > "\udcff", stretch.encode("utf-8", "surrogateescape")
