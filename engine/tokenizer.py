"""Tokenizer: text in, ids out, and back - whatever stands behind it.

    Tokenizer           all that metrics, panes and the command line rely on
    PipelineTokenizer   normalizer, pre-tokenizer, model, and the ids that the model's tokens get

Special tokens are text unless the caller allows them by name: a file that speaks of "<|endoftext|>" must not end a text.
They are cut out before anything else sees the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe import BPE
from engine.algorithms.char_level import CharLevel
from engine.algorithms.code_points import CodePoints
from engine.counts import Counts, SpanCounts, count_spans, count_tokens, text_block
from engine.decoders import DecodeErrors, replaced_surrogates, runs_of_valid, text_of
from engine.encoding import Encoding, gaps
from engine.errors import DecodeError, OptionError
from engine.identity import identity_of
from engine.kernels import bpe_vocabulary
from engine.kernels.bpe_encode import place_tokens
from engine.model import Model, padded
from engine.normalizers import IDENTITY, METASPACE, Normalizer
from engine.pre_tokenizers import Pattern, PreTokenizer
from engine.recipe import IdLayout, Recipe
from engine.seams import Seams, every_seam, pipeline_seams
from engine.token_runs import Run, joined_runs
from engine.unicode import UNICODE_VERSION
from engine.vocabulary import ByteArray, IntArray, Vocabulary

KEEPING = "-keeping"
"""Behind metaspace in an identity, where it keeps every blank."""
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
    """A normalizer, a pre-tokenizer, a model, and an id for each of the model's tokens.

    `ids` is an IdLayout, for a model that was trained here and can be cut to any step with its special tokens in place, or
    an array that gives the id of each of the model's; then `special` maps texts of special tokens to theirs.
    """

    def __init__(
        self,
        name: str,
        pre_tokenizer: PreTokenizer,
        model: Model,
        ids: IdLayout | IntArray,
        special: Mapping[str, int] | None = None,
        provenance: Mapping[str, Any] | None = None,
        normalizer: Normalizer = IDENTITY,
    ) -> None:
        self.name = name
        self.normalizer = normalizer
        self.pre_tokenizer = pre_tokenizer
        self.model = model
        self.layout = ids if isinstance(ids, IdLayout) else None
        self.special: dict[str, int]
        self._to_public: npt.NDArray[np.int32]
        if isinstance(ids, IdLayout):
            self._to_public = np.asarray(ids.public_ids(model.base, model.size), np.int32)
            self.special = ids.special_ids(model.base, model.size)
        else:
            self._to_public = np.asarray(ids, np.int32)
            self.special = dict(special or {})
        self.provenance: Mapping[str, Any] = dict(provenance or {})

    @classmethod
    def from_recipe(
        cls, name: str, recipe: Recipe, model: Model, provenance: Mapping[str, Any] | None = None
    ) -> PipelineTokenizer:
        """The tokenizer of a model that was trained by a recipe."""
        return cls(name, recipe.pre_tokenizer, model, recipe.layout, None, provenance, recipe.normalizer)

    def __repr__(self) -> str:
        size = len(self._to_public) + len(self.special)
        return f"<PipelineTokenizer {self.name}: {self.model.kind}, {size:,} entries, pattern {self.pattern.name}>"

    def renamed(self, name: str, provenance: Mapping[str, Any] | None = None) -> PipelineTokenizer:
        """The same tokenizer under another name, or with another provenance."""
        kept = self.provenance if provenance is None else provenance
        return self._with(name, self.model, self.layout or self._to_public, kept)

    def _with(
        self, name: str, model: Model, ids: IdLayout | IntArray, provenance: Mapping[str, Any]
    ) -> PipelineTokenizer:
        return PipelineTokenizer(name, self.pre_tokenizer, model, ids, self.special, provenance, self.normalizer)

    @property
    def pattern(self) -> Pattern:
        """How text is cut into pre-tokens, digits aside."""
        return self.pre_tokenizer.pattern

    @property
    def kind(self) -> str:
        """The name of the algorithm in ALGORITHMS."""
        return self.model.kind

    @property
    def roles(self) -> dict[str, str]:
        """Which special token has which role: "bos", "eos", "pad", "unk"; a role decides no ids."""
        return dict(self.provenance.get("roles", {}))

    @property
    def is_lossless(self) -> bool:
        """Whether the tokens of any text join to the text: bytes, unchanged before and uncut between."""
        return isinstance(self.model, BPE) and not self.normalizer.names and not self.pre_tokenizer.drops_whitespace

    # -- vocabulary --------------------------------------------------------------------------------------------------

    @property
    def step_count(self) -> int:
        """How many steps there are to go back."""
        return self.model.step_count

    def at_step(self, step: int) -> PipelineTokenizer:
        """The tokenizer as it was after that many steps; published vocabularies keep the ids they have."""
        if step == self.step_count:
            return self
        model = self.model.at_step(step)
        return self._with(self.name, model, self.layout or self._to_public[: model.size], self.provenance)

    @property
    def is_prepared(self) -> bool:
        """Whether the first text costs no more than any other: large tables are made when they are first needed."""
        return bool(getattr(self.model, "is_prepared", True))

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The tokenizer's own ids, special tokens among them."""
        tokens = self.model.vocabulary
        texts = [text.encode() for text in self.special]
        data = np.concatenate([tokens.data, np.frombuffer(b"".join(texts), np.uint8)])
        tail = tokens.offsets[-1] + np.cumsum([len(text) for text in texts], dtype=np.int64)
        size = max([int(self._to_public.max(initial=-1)), *self.special.values()]) + 1
        order = np.full(size, -1, np.int64)
        order[self._to_public] = np.arange(len(tokens))
        order[list(self.special.values())] = np.arange(len(texts)) + len(tokens)
        gathered, offsets = bpe_vocabulary.gather_tokens(data, np.concatenate([tokens.offsets, tail]), order)
        holes = frozenset(np.flatnonzero(order < 0).tolist()) | {int(self._to_public[id]) for id in tokens.holes}
        return Vocabulary(gathered, offsets, dict(self.special), holes, byte_level=self.model.kind == "byte-bpe")

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
        inverse = np.full(int(self._to_public.max(initial=0)) + 1, -1, np.int32)
        inverse[self._to_public] = np.arange(len(self._to_public), dtype=np.int32)
        return inverse

    # -- encoding ----------------------------------------------------------------------------------------------------

    @cached_property
    def seams(self) -> Seams | None:
        """Where a text may be taken apart and encoded in parts; None where that cannot be told."""
        bytes_alone = isinstance(self.model, BPE) and self.model.size == self.model.base
        if bytes_alone or isinstance(self.model, CodePoints | CharLevel):  # no token goes over a character
            uncut = self.pre_tokenizer.expression is None and not self.normalizer
            return every_seam if uncut else pipeline_seams(self.pre_tokenizer, self.normalizer)
        return pipeline_seams(self.pre_tokenizer, self.normalizer)

    def encode(self, text: str, *, allowed_special: AbstractSet[str] = frozenset()) -> Encoding:
        """The tokens of a text.

        Special tokens are text unless `allowed_special` names them; OptionError for a name that is none.  Lone
        surrogates become U+FFFD and are counted in `replaced`.  Raises EncodeError for what the vocabulary cannot write.
        """
        text, replaced = replaced_surrogates(text)
        if not allowed_special:
            return self._encoding(text, [self._run(text)], replaced)
        runs = [
            self._run(part) if id is None else Run.special(part, id) for part, id in self._parts(text, allowed_special)
        ]
        return self._encoding(text, runs, replaced)

    def _encoding(self, text: str, runs: list[Run], replaced: int) -> Encoding:
        joined = joined_runs(runs)
        unknown = self._unknown_indexes(joined.ids)
        encoding = Encoding(text, joined.ids, joined.spans, special=joined.special, replaced=replaced, unknown=unknown)
        if self.is_lossless:
            return encoding
        dropped = gaps(joined.spans, len(encoding.data))
        return Encoding(
            text,
            joined.ids,
            joined.spans,
            dropped,
            joined.special,
            replaced,
            unknown,
            joined.normalized,
            joined.normalized_spans,
        )

    def _unknown_indexes(self, ids: IntArray) -> tuple[int, ...]:
        if self.model.unknown is None:
            return ()
        return tuple(np.flatnonzero(ids == self._to_public[self.model.unknown]).tolist())

    def _run(self, text: str) -> Run:
        """The tokens of a stretch of text without special tokens, which is a text of its own, as in training."""
        if self.is_lossless:
            data = text.encode()
            ids, spans = place_tokens(self._encode_data(data), self._to_public, self.model.vocabulary.offsets)
            return Run(text, ids, spans, len(data))
        normalized = self.normalizer.apply(text)
        data = normalized.text.encode()
        array = padded(data)
        cut = self.model.cut(array, *self.pre_tokenizer.pieces(array, len(data)))
        raw = normalized.raw_spans(cut.spans)
        return Run(normalized.text, self.public_ids(cut.ids), raw, len(text.encode()), cut.spans)

    def encode_bytes(self, data: bytes) -> npt.NDArray[np.int32]:
        """Ids of any bytes; a stretch that is no UTF-8 is a pre-token of its own.  OptionError for models of characters."""
        if not isinstance(self.model, BPE):
            raise OptionError(f"{self.name} is made of characters; only a byte-level tokenizer encodes raw bytes.")
        ids = [
            self._run(stretch.decode()).ids if is_text else self.public_ids(self.model.tokenize(stretch))
            for is_text, stretch in _stretches(data)
        ]
        return np.concatenate([*ids, np.empty(0, np.int32)])

    def count(self, texts: Sequence[str]) -> Counts:
        """What becomes of many short texts, each encoded alone; a whole language takes one call of the encoder."""
        size = len(self._to_public) + len(self.special)
        if not (self.is_lossless and isinstance(self.model, BPE)):
            encodings = [self.encode(text) for text in texts]
            ids = np.concatenate([np.empty(0, np.int32), *(encoding.ids for encoding in encodings)])
            return count_spans(texts, [self._span_counts(encoding) for encoding in encodings], ids, size)
        block = text_block(tuple(texts))
        ends = self.pre_tokenizer.pieces_of_texts(block.data, block.ends)[1]
        model_ids = self.model.encode_ends(block.data, ends)
        return count_tokens(block, model_ids, self.public_ids(model_ids), self.model.vocabulary, size)

    def _span_counts(self, encoding: Encoding) -> SpanCounts:
        returns = self.decode(encoding.ids.tolist(), "replace") == encoding.text
        return SpanCounts(encoding.byte_spans[:, 0], encoding.unknown_characters, returns)

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
        """The model's ids of valid UTF-8, block by block; of byte-level models only."""
        assert isinstance(self.model, BPE)
        data = padded(text)
        blocks = [np.empty(0, np.int32)]
        start = 0
        while start < len(text):
            end = self._block_end(data, start, len(text))
            ends = self.pre_tokenizer.pieces(data[start:], end - start)[1]
            blocks.append(self.model.encode_ends(data[start:], ends))
            start = end
        return np.concatenate(blocks) if len(blocks) != 2 else blocks[1]

    def _block_end(self, data: ByteArray, start: int, end: int) -> int:
        """Where a block may end: all our scanners have a border between an ASCII letter and a blank."""
        if end - start <= _BLOCK + _BLOCK // 2 or not self.pre_tokenizer.cuts_before_blanks():
            return end
        window = data[start + _BLOCK : end]
        letters = (window | 32).astype(np.int16) - ord("a")
        border = np.flatnonzero((letters[:-1] >= 0) & (letters[:-1] < 26) & (window[1:] == 32))[:1]
        return start + _BLOCK + int(border[0]) + 1 if len(border) else end

    # -- decoding ----------------------------------------------------------------------------------------------------

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The bytes of some ids; DecodeError names a bad id and its place."""
        valid = self._is_token(ids)
        if not all(valid):
            place = valid.index(False)
            known = self._bytes_of(ids[:place])
            sentence = f"There is no token with id {ids[place]:,} (place {place + 1:,} of {len(ids):,}) in {self.name}."
            raise DecodeError(known, len(known), len(known), sentence)
        return self._bytes_of(ids)

    def _bytes_of(self, ids: Sequence[int]) -> bytes:
        """What valid ids say: special tokens their text, all others what the model joins and the normalizer restores."""
        if self.is_lossless:
            return b"".join(self.vocabulary[id] for id in ids)
        model_ids = self.model_ids(np.array(ids, np.int64)).tolist()
        ordinary = [id >= 0 for id in model_ids]
        pairs = list(zip(ids, model_ids, strict=True))
        parts: list[bytes] = []
        for is_ordinary, run in runs_of_valid(list(range(len(pairs))), ordinary):
            if is_ordinary:
                parts.append(self._restored([pairs[place][1] for place in run]))
            else:
                parts += [self.vocabulary[pairs[place][0]] for place in run]
        return b"".join(parts)

    def _restored(self, model_ids: Sequence[int]) -> bytes:
        joined = self.model.join(model_ids, b" " if self.pre_tokenizer.drops_whitespace else b"")
        if not self.normalizer.names:
            return joined
        text = joined.decode("utf-8", "surrogateescape")  # byte tokens may make what is no text
        return self.normalizer.restore(text).encode("utf-8", "surrogateescape")

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
        model = self.model.identity_fields()
        for name in ("merges", "whole"):  # these speak of ids, and the identity of the tokenizer's
            if name in model:
                model[name] = self.public_ids(np.asarray(model[name], np.int64)).tolist()
        fields = {
            "kind": self.model.kind,
            "digits": self.pre_tokenizer.digits if self.pre_tokenizer.digits != "as-pattern" else None,
            "normalizers": self._normalizer_names,
            "pattern": self.pre_tokenizer.expression,
            "special": self.special,
            "unicode": UNICODE_VERSION,
            "version": 1,
            "vocabulary": [None if id in vocabulary.holes else vocabulary[id].hex() for id in range(len(vocabulary))],
            **model,
        }
        return {key: value for key, value in fields.items() if value not in ("", None, [], {})}

    @property
    def _normalizer_names(self) -> list[str]:
        keeping = KEEPING if self.normalizer.keep_whitespace else ""
        return [name + keeping * (name == METASPACE) for name in self.normalizer.names]

    @cached_property
    def identity(self) -> str:
        """SHA-256 of what decides the ids of every text: equal identities, equal tokenizers."""
        return identity_of(self.identity_fields)


def _stretches(data: bytes) -> Iterator[tuple[bool, bytes]]:
    """The data cut into stretches that are UTF-8 and stretches that are not: (whether it is text, bytes)."""
    text = data.decode("utf-8", "surrogateescape")
    for stretch in re.findall("[\udc80-\udcff]+|[^\udc80-\udcff]+", text):
        yield stretch[0] < "\udc80" or stretch[0] > "\udcff", stretch.encode("utf-8", "surrogateescape")
