"""Tokens that can never come out: proven by encoding each token's own text, not guessed from how often it was seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from engine.algorithms.alphabet import byte_of
from engine.algorithms.merge_model import MergeModel
from engine.algorithms.wordpiece import WordPiece
from engine.backends import LibraryTokenizer
from engine.model import Model, WordCounts, padded
from engine.tokenizer import PipelineTokenizer

_BYTES = 256


def unreachable(tokenizer: PipelineTokenizer) -> list[int]:
    """Ids that encoding can never give.

    Merging and the likeliest path both cut a token's own text, alone, as they cut it inside a word: what comes out as other
    tokens there comes out nowhere.  The longest match reaches all tokens but those longer than a word may be.  A token whose
    text the pattern always cuts apart is not found here.
    """
    model = tokenizer.model
    lost: Sequence[int]
    if isinstance(model, MergeModel) and model.kind == "byte-bpe":
        lost = _merged_otherwise(model)
    elif model.kind == "unigram":
        written = [id for id in range(model.size) if id != model.unknown and byte_of(model.vocabulary[id]) is None]
        lost = _cut_apart(model, written)
    elif isinstance(model, WordPiece):
        last = {model.vocabulary[id]: id for id in range(model.size)}  # of two equal tokens the last counts
        too_long = {id for id in last.values() if _length(model, id) > model.longest_word}
        lost = sorted(too_long | set(range(model.size)) - set(last.values()))
    else:  # merges that were learned from texts, and whole words and characters, all come out again
        lost = []
    return [int(id) for id in tokenizer.public_ids(np.array(lost, np.int64))]


def _merged_otherwise(model: MergeModel) -> list[int]:
    """Tokens that merging makes others of, all of them at once."""
    vocabulary, ids = model.vocabulary, np.arange(_BYTES, model.size)
    lengths = np.asarray(np.diff(vocabulary.offsets), np.int64)[ids]
    starts = np.asarray(vocabulary.offsets, np.int64)[ids]
    tokens = WordCounts(padded(vocabulary.data.tobytes()), starts, lengths, np.ones(len(ids), np.int64))
    found, ends = model.segment_counted(tokens, np.arange(len(ids)))
    kept = (np.diff(ends, prepend=0) == 1) & (found[ends - 1] == ids)
    return [int(id) for id in ids[~kept]]


def _cut_apart(model: Model, ids: Sequence[int]) -> list[int]:
    """Tokens that come out as others when their own text is a pre-token."""
    found = model.segment([model.vocabulary[id] for id in ids])
    return [id for id, cut in zip(ids, found, strict=True) if cut.tolist() != [id]]


def _length(model: WordPiece, id: int) -> int:
    """Characters that a token covers."""
    return len(model.vocabulary[id].decode("utf-8", "replace").removeprefix(model.continuation))


# The same for a library's merges --------------------------------------------------------------------------------------

Merges = Mapping[tuple[int, int], tuple[int, int]]
"""Ids of two parts -> place in the order of the merges, and the id of what they make."""


def unreachable_by_merges(tokenizer: LibraryTokenizer) -> list[int] | None:
    """Ids of tokens that a library's merges never make of their own text; None where it does not go by merges alone."""
    fields = tokenizer.description.fields
    rows = fields.get("merges") or []
    if not rows or fields.get("continuation") or any(not isinstance(part, int) for row in rows for part in row):
        return None
    if fields.get("whole"):  # a pre-token that is a token stays one
        return []
    vocabulary = tokenizer.vocabulary
    tokens = [vocabulary[id] for id in range(len(vocabulary))]
    id_of = {token: id for id, token in enumerate(tokens) if id not in vocabulary.holes}
    merges = {
        (left, right): (place, id_of.get(tokens[left] + tokens[right], -1)) for place, (left, right) in enumerate(rows)
    }
    exempt = {*vocabulary.holes, *vocabulary.special.values(), *fields.get("added", {}), tokenizer.description.unknown}
    suffix = str(fields.get("end_of_word") or "").encode()
    lost = []
    for id, token in enumerate(tokens):
        if id in exempt or (fields.get("byte_fallback") and byte_of(token) is not None):
            continue
        units = [id_of.get(unit, -1) for unit in _units(token, suffix, whole_bytes=vocabulary.byte_level)]
        if _merged(units, merges) != [id]:
            lost.append(id)
    return lost


def _units(token: bytes, suffix: bytes, *, whole_bytes: bool) -> list[bytes]:
    """What merging begins with: bytes, or characters, the last with the mark of a word's end where the token has it."""
    if whole_bytes:
        return [bytes([byte]) for byte in token]
    marked = bool(suffix) and token.endswith(suffix) and token != suffix
    text = (token.removesuffix(suffix) if marked else token).decode("utf-8", "replace")
    units = [character.encode() for character in text]
    return [*units[:-1], units[-1] + suffix] if marked else units


def _merged(units: list[int], merges: Merges) -> list[int]:
    """The units after all merges that apply, the earliest first."""
    while len(units) > 1:
        found = [(merges[pair], at) for at, pair in enumerate(pairwise(units)) if pair in merges]
        if not found:
            break
        (_, product), at = min(found)
        units = [*units[:at], product, *units[at + 2 :]]
    return units
