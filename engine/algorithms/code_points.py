"""Code points: every character is a token, and its id is its number in Unicode.  Nothing is trained and nothing is unknown.

The baseline of models that read characters as they are (CANINE: Clark, Garrette, Turc, Wieting 2022); its counterpart for
bytes is byte-level BPE before the first merge (ByT5: Xue et al. 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.model import Cut, padded
from engine.unicode import CODE_POINTS
from engine.vocabulary import ByteArray, IntArray, Vocabulary

_SURROGATES = range(0xD800, 0xE000)
"""Halves of a pair, which UTF-8 does not have: ids that no text gives."""


class CodePoints:
    """The ids of Unicode.

    >>> CodePoints().tokenize("aé".encode()).tolist()
    [97, 233]
    """

    kind = "code-points"
    base = size = CODE_POINTS
    unknown = None
    step_count = 0

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """All code points as UTF-8."""
        widths = np.array([1, 2, 3, 4]).repeat([0x80, 0x800 - 0x80, 0x10000 - 0x800, CODE_POINTS - 0x10000])
        widths[_SURROGATES.start : _SURROGATES.stop] = 0
        text = [*range(_SURROGATES.start), *range(_SURROGATES.stop, CODE_POINTS)]
        data = np.frombuffer(np.array(text, "<u4").tobytes().decode("utf-32-le").encode(), np.uint8)
        offsets = np.concatenate([[0], np.cumsum(widths)])
        return Vocabulary(data, offsets, holes=frozenset(_SURROGATES), byte_level=False)

    def at_step(self, step: int) -> CodePoints:
        """Itself; IndexError for a step, as there is none."""
        if step:
            raise IndexError(f"Code points have no steps; there is no step {step:,}.")
        return self

    def cut(self, data: ByteArray, starts: IntArray, ends: IntArray) -> Cut:
        """A token for each character; see `engine.model.Model`."""
        stretches = [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        places = [np.flatnonzero((stretch & 0xC0) != 0x80) for stretch in stretches]
        firsts = np.concatenate(
            [np.empty(0, np.int64), *(place + start for place, start in zip(places, starts.tolist(), strict=True))]
        )
        lasts = np.concatenate(
            [
                np.empty(0, np.int64),
                *(np.append(place[1:], len(stretch)) + start
                  for place, stretch, start in zip(places, stretches, starts.tolist(), strict=True)),
            ]
        )  # fmt: skip
        ids = [np.frombuffer(stretch.tobytes().decode().encode("utf-32-le"), np.int32) for stretch in stretches]
        return Cut(np.concatenate([np.empty(0, np.int32), *ids]), np.stack([firsts, lasts], axis=1))

    def tokenize(self, pre_token: bytes) -> npt.NDArray[np.int32]:
        """The code points of one pre-token."""
        return self.cut(padded(pre_token), np.array([0]), np.array([len(pre_token)])).ids

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """The code points of each word."""
        return [self.tokenize(word) for word in words]

    def join(self, ids: Sequence[int], separator: bytes) -> bytes:
        """The text; nothing tells where a word ends."""
        return "".join(map(chr, ids)).encode()

    def identity_fields(self) -> dict[str, Any]:
        """The vocabulary says it all."""
        return {}
