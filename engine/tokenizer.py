"""Tokenizer: text in, ids out, and back - whatever stands behind it.

    Tokenizer           all that metrics, panes and the command line rely on
    PipelineTokenizer   normalizer, pre-tokenizer, model, and the ids that the model's tokens get

Special tokens are text unless the caller allows them by name: a file that speaks of "<|endoftext|>" must not end a text.
They are cut out before anything else sees the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe import BPE
from engine.algorithms.char_level import CharLevel
from engine.algorithms.code_points import CodePoints
from engine.byte_texts import encode_blocks, stretches
from engine.counts import Counts, SpanCounts, count_spans, count_tokens, text_block
from engine.decoders import DecodeErrors, no_such_id, replaced_surrogates, runs_of_valid, text_of
from engine.encoding import Encoding, gaps
from engine.errors import DecodeError, OptionError
from engine.id_map import IdMap
from engine.identity import identity_of
from engine.kernels.bpe_encode import place_tokens
from engine.model import Model, padded
from engine.normalizers import IDENTITY, METASPACE, Normalizer
from engine.patterns import Pattern
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import IdLayout, Recipe
from engine.seams import Seams, every_seam, pipeline_seams
from engine.token_runs import Run, check_special, cut_at_special, joined_runs
from engine.unicode import UNICODE_VERSION
from engine.vocabulary import IntArray, Vocabulary

KEEPING = "-keeping"
"""Behind metaspace in an identity, where it keeps every blank."""


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

    >>> from engine.patterns import PATTERNS
    >>> model = BPE("raw", np.array([[108, 111], [256, 119]]))
    >>> tokenizer = PipelineTokenizer("mine", PreTokenizer(PATTERNS["gpt2"]), model, IdLayout("first", ("<s>",)))
    >>> tokenizer.encode("low low").ids.tolist(), tokenizer.special, tokenizer.decode([258, 33, 258])
    ([258, 33, 258], {'<s>': 0}, 'low low')
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
        self._ids = IdMap.of(model, ids, special)
        self.provenance: Mapping[str, Any] = dict(provenance or {})

    @classmethod
    def from_recipe(
        cls, name: str, recipe: Recipe, model: Model, provenance: Mapping[str, Any] | None = None
    ) -> PipelineTokenizer:
        """The tokenizer of a model that was trained by a recipe."""
        return cls(name, recipe.pre_tokenizer, model, recipe.layout, None, provenance, recipe.normalizer)

    def __repr__(self) -> str:
        entries = f"{self._ids.size:,} entries"
        return f"<PipelineTokenizer {self.name}: {self.model.kind}, {entries}, pattern {self.pattern.name}>"

    def renamed(self, name: str, provenance: Mapping[str, Any] | None = None) -> PipelineTokenizer:
        """The same tokenizer under another name, or with another provenance."""
        kept = self.provenance if provenance is None else provenance
        return self._with(name, self.model, kept)

    def _with(self, name: str, model: Model, provenance: Mapping[str, Any]) -> PipelineTokenizer:
        ids = self._ids.at_size(model.size)
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
        return self._with(self.name, self.model.at_step(step), self.provenance)

    def entries_at(self, step: int) -> int:
        """Entries of the vocabulary after that many steps, which is not built for that."""
        if step == self.step_count:
            return self.vocabulary.entries
        return self.model.at_step(step).size + len(self.special)

    @property
    def is_prepared(self) -> bool:
        """Whether the first text costs no more than any other: large tables are made when they are first needed."""
        return bool(getattr(self.model, "is_prepared", True))

    @property
    def layout(self) -> IdLayout | None:
        """Where the ids of a tokenizer that was trained here stand; None for ids that a file gives."""
        return self._ids.layout

    @property
    def special(self) -> dict[str, int]:
        """Text -> id of each special token."""
        return self._ids.special

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The tokenizer's own ids, special tokens among them."""
        return self._ids.vocabulary(self.model.vocabulary, byte_level=self.model.kind == "byte-bpe")

    def public_ids(self, model_ids: IntArray) -> npt.NDArray[np.int32]:
        """The tokenizer's ids of some of the model's."""
        return self._ids.public[model_ids]

    def model_ids(self, ids: IntArray) -> npt.NDArray[np.int32]:
        """The model's ids of some of the tokenizer's; -1 for special tokens and ids that are not there."""
        return self._ids.model_ids(ids)

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
        check_special(self.name, self.special, allowed_special)
        parts = cut_at_special(text, self.special, allowed_special)
        runs = [self._run(part) if id is None else Run.special(part, id) for part, id in parts]
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
        return tuple(np.flatnonzero(ids == self._ids.public[self.model.unknown]).tolist())

    def _run(self, text: str) -> Run:
        """The tokens of a stretch of text without special tokens, which is a text of its own, as in training."""
        if self.is_lossless:
            assert isinstance(self.model, BPE)
            data = text.encode()
            model_ids = encode_blocks(self.model, self.pre_tokenizer, data)
            ids, spans = place_tokens(model_ids, self._ids.public, self.model.vocabulary.offsets)
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
            for is_text, stretch in stretches(data)
        ]
        return np.concatenate([*ids, np.empty(0, np.int32)])

    def count(self, texts: Sequence[str]) -> Counts:
        """What becomes of many short texts, each encoded alone; a whole language takes one call of the encoder."""
        size = self._ids.size
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
        return SpanCounts(encoding.byte_spans, encoding.unknown_characters, returns)

    # -- decoding ----------------------------------------------------------------------------------------------------

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The bytes of some ids; DecodeError names a bad id and its place."""
        valid = list(map(self.vocabulary.has, ids))
        if not all(valid):
            place = valid.index(False)
            known = self._bytes_of(ids[:place])
            raise DecodeError(known, len(known), len(known), no_such_id(ids, place, self.name))
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
        for valid, run in runs_of_valid(ids, list(map(self.vocabulary.has, ids))):
            shown.append(text_of(self.decode_bytes(run), "replace") if valid else "".join(f"[{id}]" for id in run))
        return "".join(shown)

    # -- identity ----------------------------------------------------------------------------------------------------

    @property
    def identity_fields(self) -> dict[str, Any]:
        """What the identity is taken of: everything that decides which ids a text gets; absent things are left out."""
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
            "vocabulary": self.vocabulary.in_hex(),
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
