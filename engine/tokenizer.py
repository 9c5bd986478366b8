"""Tokenizer: text in, ids out, and back - whatever stands behind it.

    Tokenizer           all that metrics, panes and the command line rely on
    PipelineTokenizer   a pattern that cuts pre-tokens, a model that cuts them into tokens, and the ids they get

Special tokens are text unless the caller allows them by name: a file that speaks of "<|endoftext|>" must not end a text.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe import BPE
from engine.counts import Counts, TextBlock, count_tokens, text_block
from engine.decoders import DecodeErrors, replaced_surrogates, runs_of_valid, text_of
from engine.encoding import Encoding
from engine.errors import DecodeError, OptionError
from engine.kernels import bpe_vocabulary
from engine.kernels.tally import split_texts
from engine.model import Model, padded
from engine.pre_tokenizers import Pattern
from engine.recipe import IdLayout, Recipe
from engine.unicode import UNICODE_VERSION, class_table
from engine.vocabulary import ByteArray, IntArray, Vocabulary

_BLOCK = 4 << 20
"""Bytes of a text that are cut into pre-tokens at once: bounds the room that their ends take."""


class Tokenizer(Protocol):
    """Text in, ids out, and back."""

    @property
    def name(self) -> str: ...

    @property
    def vocabulary(self) -> Vocabulary: ...

    def encode(self, text: str, *, allowed_special: AbstractSet[str] = frozenset()) -> Encoding:
        """The tokens of a text; special tokens count as text unless they are allowed."""

    def count(self, texts: Sequence[str]) -> Counts:
        """What becomes of many short texts, each encoded alone."""

    def decode(self, ids: Sequence[int], errors: DecodeErrors = "strict") -> str:
        """The text of some ids; strict raises DecodeError for a bad id or bytes that are no text."""


class PipelineTokenizer:
    """A pattern, a model and an id for each of the model's tokens.

    `ids` is an IdLayout, for a model that was trained here and can be cut to any step with its special tokens in place, or
    an array that gives the id of each of the model's; then `special` maps texts of special tokens to theirs.
    """

    def __init__(
        self,
        name: str,
        pattern: Pattern,
        model: BPE,
        ids: IdLayout | IntArray,
        special: Mapping[str, int] | None = None,
        provenance: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.pattern = pattern
        self.model = model
        self.layout = ids if isinstance(ids, IdLayout) else None
        self.special: dict[str, int]
        self._to_public: npt.NDArray[np.int32]
        if isinstance(ids, IdLayout):
            self._to_public = np.asarray(ids.public_ids(model.step_count), np.int32)
            self.special = ids.special_ids(model.step_count)
        else:
            self._to_public = np.asarray(ids, np.int32)
            self.special = dict(special or {})
        self.provenance: Mapping[str, Any] = dict(provenance or {})

    @classmethod
    def from_recipe(
        cls, name: str, recipe: Recipe, model: Model, provenance: Mapping[str, Any] | None = None
    ) -> PipelineTokenizer:
        """The tokenizer of a model that was trained by a recipe."""
        assert isinstance(model, BPE)  # the one kind of model that there is a trainer for
        return cls(name, recipe.pattern, model, recipe.layout, provenance=provenance)

    def __repr__(self) -> str:
        return f"<PipelineTokenizer {self.name}: {len(self.vocabulary):,} entries, pattern {self.pattern.name}>"

    def renamed(self, name: str, provenance: Mapping[str, Any] | None = None) -> PipelineTokenizer:
        """The same tokenizer under another name, or with another provenance."""
        ids = self.layout or self._to_public
        kept = self.provenance if provenance is None else provenance
        return PipelineTokenizer(name, self.pattern, self.model, ids, self.special, kept)

    # -- vocabulary --------------------------------------------------------------------------------------------------

    @property
    def step_count(self) -> int:
        """How many merges there are."""
        return self.model.step_count

    def at_step(self, step: int) -> PipelineTokenizer:
        """The tokenizer as it was after that many merges; published vocabularies keep the ids they have."""
        if step == self.step_count:
            return self
        model = self.model.at_step(step)
        ids = self.layout or self._to_public[: model.size]
        return PipelineTokenizer(self.name, self.pattern, model, ids, self.special, self.provenance)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The tokenizer's own ids, special tokens among them."""
        tokens = self.model.vocabulary
        texts = [text.encode() for text in self.special]
        data = np.concatenate([tokens.data, np.frombuffer(b"".join(texts), np.uint8)])
        tail = tokens.offsets[-1] + np.cumsum([len(text) for text in texts], dtype=np.int64)
        size = max([int(self._to_public.max()), *self.special.values()]) + 1
        order = np.full(size, -1, np.int64)
        order[self._to_public] = np.arange(len(tokens))
        order[list(self.special.values())] = np.arange(len(texts)) + len(tokens)
        gathered, offsets = bpe_vocabulary.gather_tokens(data, np.concatenate([tokens.offsets, tail]), order)
        return Vocabulary(gathered, offsets, dict(self.special), frozenset(np.flatnonzero(order < 0).tolist()))

    def public_ids(self, model_ids: IntArray) -> npt.NDArray[np.int32]:
        """The tokenizer's ids of some of the model's."""
        return self._to_public[model_ids]

    def model_ids(self, ids: IntArray) -> npt.NDArray[np.int32]:
        """The model's ids of some of the tokenizer's; -1 for special tokens and ids that are not there."""
        ids = np.asarray(ids, np.int64)
        known = (ids >= 0) & (ids < len(self._to_model))
        return np.where(known, self._to_model[np.where(known, ids, 0)], -1).astype(np.int32)

    @cached_property
    def _to_model(self) -> npt.NDArray[np.int32]:
        inverse = np.full(int(self._to_public.max()) + 1, -1, np.int32)
        inverse[self._to_public] = np.arange(len(self._to_public), dtype=np.int32)
        return inverse

    # -- encoding ----------------------------------------------------------------------------------------------------

    def encode(self, text: str, *, allowed_special: AbstractSet[str] = frozenset()) -> Encoding:
        """The tokens of a text.

        Special tokens are text unless `allowed_special` names them; OptionError for a name that is none.  Lone
        surrogates become U+FFFD and are counted in `replaced`.
        """
        text, replaced = replaced_surrogates(text)
        if not allowed_special:
            model_ids = self._encode_data(text.encode())
            ends = np.cumsum(self._token_lengths[model_ids])
            return Encoding(text, self.public_ids(model_ids), _spans(ends), replaced=replaced)
        ids: list[npt.NDArray[np.int32]] = []
        lengths: list[IntArray] = []
        special: list[int] = []
        count = 0
        for part, id in self._parts(text, allowed_special):
            if id is None:
                model_ids = self._encode_data(part.encode())
                ids.append(self.public_ids(model_ids))
                lengths.append(self._token_lengths[model_ids])
            else:
                special.append(count)
                ids.append(np.array([id], np.int32))
                lengths.append(np.array([len(part.encode())]))
            count += len(ids[-1])
        all_ids = np.concatenate([*ids, np.empty(0, np.int32)])
        ends = np.cumsum(np.concatenate([*lengths, np.empty(0, np.int64)]))
        return Encoding(text, all_ids, _spans(ends), special=tuple(special), replaced=replaced)

    def encode_bytes(self, data: bytes) -> npt.NDArray[np.int32]:
        """Ids of any bytes; a stretch that is no UTF-8 is a pre-token of its own."""
        pieces = [
            self._encode_data(stretch) if is_text else self.model.tokenize(stretch)
            for is_text, stretch in _stretches(data)
        ]
        return self.public_ids(np.concatenate([*pieces, np.empty(0, np.int32)]))

    def count(self, texts: Sequence[str]) -> Counts:
        """What becomes of many short texts, each encoded alone; a whole language takes one call of the encoder."""
        block = text_block(tuple(texts))
        model_ids = self.model.encode_ends(block.data, self._split_block(block))
        size = len(self.model.vocabulary) + len(self.special)
        return count_tokens(block, model_ids, self.public_ids(model_ids), self.model.vocabulary, size)

    def _split_block(self, block: TextBlock) -> IntArray:
        if self.pattern.scanner is not None:
            ends: IntArray = split_texts(self.pattern.scanner, block.data, block.ends, class_table())
            return ends
        pieces = [np.empty(0, np.int64)]
        for end, length in zip(block.ends.tolist(), block.lengths.tolist(), strict=True):
            text = padded(block.data[end - length : end].tobytes())
            pieces.append(np.asarray(self.pattern.split(text, length)) + (end - length))
        return np.concatenate(pieces)

    def _parts(self, text: str, allowed: AbstractSet[str]) -> Iterator[tuple[str, int | None]]:
        """The text cut at allowed special tokens, each with its id; the longest wins where several fit."""
        unknown = sorted(set(allowed) - set(self.special))
        if unknown:
            raise OptionError(f'{self.name} has no special token "{unknown[0]}". It has: {self._special_names()}.')
        longest_first = sorted(allowed, key=len, reverse=True)
        for part in re.split(f"({'|'.join(map(re.escape, longest_first))})", text):
            if part:
                yield part, self.special[part] if part in allowed else None

    def _special_names(self) -> str:
        return ", ".join(self.special) or "none"

    def _encode_data(self, text: bytes) -> npt.NDArray[np.int32]:
        """The model's ids of valid UTF-8, block by block."""
        data = padded(text)
        blocks = [np.empty(0, np.int32)]
        start = 0
        while start < len(text):
            end = self._block_end(data, start, len(text))
            ends = self.pattern.split(data[start:], end - start)
            blocks.append(self.model.encode_ends(data[start:], ends))
            start = end
        return np.concatenate(blocks) if len(blocks) != 2 else blocks[1]

    def _block_end(self, data: ByteArray, start: int, end: int) -> int:
        """Where a block may end: all our scanners have a border between an ASCII letter and a blank."""
        if self.pattern.scanner is None or end - start <= _BLOCK + _BLOCK // 2:
            return end
        window = data[start + _BLOCK : end]
        letters = (window | 32).astype(np.int16) - ord("a")
        border = np.flatnonzero((letters[:-1] >= 0) & (letters[:-1] < 26) & (window[1:] == 32))[:1]
        return start + _BLOCK + int(border[0]) + 1 if len(border) else end

    @cached_property
    def _token_lengths(self) -> IntArray:
        return np.diff(self.model.vocabulary.offsets)

    # -- decoding ----------------------------------------------------------------------------------------------------

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The bytes of some ids; DecodeError names a bad id and its place."""
        valid = self._is_token(ids)
        if not all(valid):
            place = valid.index(False)
            known = b"".join(self.vocabulary[id] for id in ids[:place])
            sentence = f"There is no token with id {ids[place]:,} (place {place + 1:,} of {len(ids):,}) in {self.name}."
            raise DecodeError(known, len(known), len(known), sentence)
        return b"".join(self.vocabulary[id] for id in ids)

    def decode(self, ids: Sequence[int], errors: DecodeErrors = "strict") -> str:
        """The text of some ids.

        Strict raises DecodeError for a bad id or bytes that are no UTF-8; "replace" shows a bad id in brackets and
        U+FFFD for such bytes.
        """
        if errors == "strict":
            return text_of(self.decode_bytes(ids))
        shown = []
        for valid, run in runs_of_valid(ids, self._is_token(ids)):
            shown.append(text_of(self.decode_bytes(run), "replace") if valid else "".join(f"[{id}]" for id in run))
        return "".join(shown)

    def _is_token(self, ids: Sequence[int]) -> list[bool]:
        size, holes = len(self.vocabulary), self.vocabulary.holes
        return [0 <= id < size and id not in holes for id in ids]

    # -- identity ----------------------------------------------------------------------------------------------------

    @property
    def identity_fields(self) -> dict[str, Any]:
        """What the identity is taken of: everything that decides which ids a text gets; absent things are left out."""
        vocabulary = self.vocabulary
        fields = {
            "kind": "byte-bpe",
            "merges": self.public_ids(self.model.merges).tolist(),
            "pattern": self.pattern.expression,
            "special": self.special,
            "unicode": UNICODE_VERSION,
            "version": 1,
            "vocabulary": [None if id in vocabulary.holes else vocabulary[id].hex() for id in range(len(vocabulary))],
            "whole": [int(id) for id in self.public_ids(np.array(self.model.whole, np.int64))],
        }
        return {key: value for key, value in fields.items() if value not in ("", None, [], {})}

    @cached_property
    def identity(self) -> str:
        """SHA-256 of what decides the ids of every text: equal identities, equal tokenizers."""
        canonical = json.dumps(self.identity_fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode()).hexdigest()


def _spans(ends: IntArray) -> IntArray:
    """(n, 2) spans of tokens that follow each other without a gap."""
    spans = np.empty((len(ends), 2), np.int64)
    spans[:, 1] = ends
    spans[1:, 0] = ends[:-1]
    spans[:1, 0] = 0
    return spans


def _stretches(data: bytes) -> Iterator[tuple[bool, bytes]]:
    """The data cut into stretches that are UTF-8 and stretches that are not: (whether it is text, bytes)."""
    text = data.decode("utf-8", "surrogateescape")
    for stretch in re.findall("[\udc80-\udcff]+|[^\udc80-\udcff]+", text):
        yield stretch[0] < "\udc80" or stretch[0] > "\udcff", stretch.encode("utf-8", "surrogateescape")
