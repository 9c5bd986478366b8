"""Many short texts at once: how many tokens they have, and what those cut.

A comparison encodes some ten thousand short texts; one call for each would cost more than the work.
"""

from __future__ import annotations

import numpy as np

from engine.kernels import kernel
from engine.vocabulary import ByteArray, IntArray

CLUSTER_START = 1
WORD_START = 2
IN_WORD = 4
"""What is known of each byte of a text, as bits: it begins a grapheme cluster, begins a word, belongs to a word."""


@kernel
def tally(
    ids: IntArray,
    token_offsets: IntArray,
    token_data: ByteArray,
    data: ByteArray,
    text_ends: IntArray,
    marks: ByteArray,
    rows: IntArray,
) -> None:
    """Per text, into `rows`: tokens, grapheme clusters cut, words cut, and whether the tokens join to the text (1 or 0).

    A cluster or word is cut if a token starts inside it.  `token_offsets` and `token_data` are the vocabulary that `ids`
    are ids of.
    """
    token = np.int64(0)
    token_start = np.int64(0)
    position = np.int64(0)
    for text in range(text_ends.shape[0]):
        first_token = token
        clusters = np.int64(0)
        words = np.int64(0)
        equal = np.int64(1)
        cluster_is_cut = True
        word_is_cut = True
        while position < text_ends[text]:
            mark = marks[position]
            begins = token_start == position and token < ids.shape[0]
            if mark & CLUSTER_START:
                cluster_is_cut = False
            elif begins and not cluster_is_cut:
                cluster_is_cut = True
                clusters += 1
            if mark & WORD_START:
                word_is_cut = False
            elif begins and mark & IN_WORD and not word_is_cut:
                word_is_cut = True
                words += 1
            if begins:
                at = token_offsets[ids[token]]
                length = token_offsets[ids[token] + 1] - at
                for i in range(length):
                    if token_data[at + i] != data[position + i]:
                        equal = np.int64(0)
                token_start += length
                token += 1
            position += 1
        rows[text, 0] = token - first_token
        rows[text, 1] = clusters
        rows[text, 2] = words
        rows[text, 3] = equal if token_start == position else 0
