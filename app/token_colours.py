"""The colour of every token of a text, fast enough for each key that is typed.

`theme.token_colour_indexes` says the rule for a list of tokens; this is the same rule over arrays: the checksum of each
id is looked up once, and only where neighbours would share a colour is anything decided one by one.
"""

from __future__ import annotations

import zlib

import numpy as np
import numpy.typing as npt

from app.theme import TOKEN_COLOURS
from engine import Encoding, Vocabulary

_UNKNOWN = 255


class TokenColours:
    """Colours for the tokens of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._of_id = np.full(len(vocabulary), _UNKNOWN, np.uint8)

    def of(self, encoding: Encoding) -> npt.NDArray[np.uint8]:
        """(n,) colour index of each token; tokens that touch in a paragraph never share one."""
        wanted = self._wanted(np.asarray(encoding.ids))
        begins = _begins_paragraph(encoding)
        drawn = wanted.copy()
        for first in np.flatnonzero((wanted[1:] == wanted[:-1]) & ~begins[1:]) + 1:
            at = int(first)
            # Moving one on may push the next one on, so go on until they differ by themselves.
            while at < len(drawn) and not begins[at] and drawn[at - 1] == wanted[at]:
                drawn[at] = (wanted[at] + 1) % TOKEN_COLOURS
                at += 1
        return drawn

    def _wanted(self, ids: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
        new = np.unique(ids[self._of_id[ids] == _UNKNOWN])
        self._of_id[new] = [zlib.crc32(self._vocabulary[id]) % TOKEN_COLOURS for id in new.tolist()]
        return np.asarray(self._of_id[ids], np.uint8)


def _begins_paragraph(encoding: Encoding) -> npt.NDArray[np.bool_]:
    """Whether each token is the first of a paragraph."""
    starts = encoding.byte_spans[:, 0]
    data = np.frombuffer(encoding.data, np.uint8)
    begins: npt.NDArray[np.bool_] = starts == 0
    begins[1:] |= data[starts[1:] - 1] == ord("\n")
    return begins
