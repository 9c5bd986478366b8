"""LibraryTokenizer: a tokenizer that runs on its own library, as a Tokenizer.

The library says which ids a text gets and where; what a token is, which bytes it spans, what is lost and how much comes
back is computed here, by one rule for all libraries.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from engine.backends.alignment import align, exact_spans, found_spans, seen_by_model
from engine.counts import Counts, SpanCounts, count_spans
from engine.decoders import DecodeErrors, no_such_id, replaced_surrogates, runs_of_valid, text_of
from engine.encoding import Encoding, gaps
from engine.errors import DecodeError, EngineError, OptionError, UnsupportedError
from engine.identity import identity_of
from engine.seams import Seams
from engine.token_runs import Run, check_special, cut_at_special, joined_runs
from engine.vocabulary import IntArray, Vocabulary

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a library says of one text: ids, and (asked for only where it is needed) the bytes under each."""

    ids: npt.NDArray[np.int32]
    spans: Callable[[], IntArray]


class Library(Protocol):
    """One tokenizer of a library."""

    @property
    def finds_special(self) -> bool:
        """Whether it cuts special tokens out of a text itself."""

    def pieces(self, texts: Sequence[str], allowed: frozenset[str]) -> list[Pieces]:
        """The tokens of each text; allowed special tokens are found where the library does that itself."""

    def decode(self, ids: Sequence[int]) -> str:
        """The text of some ids, all of which are in the vocabulary."""

    @property
    def made_at(self) -> Mapping[int, int]:
        """Id -> the merge that first makes it, counted from 1; empty where nothing orders them."""

    def at_step(self, step: int) -> Library:
        """As it was after that many merges."""

    def seams(self, vocabulary: Vocabulary) -> Seams | None:
        """Where a text may be taken apart and encoded in parts; None where that cannot be told."""


@dataclass(frozen=True, slots=True)
class Description:
    """What is known of a tokenizer beside its ids.

    kind       the algorithm's name in ALGORITHMS
    vocabulary tokens as they are stored
    texts      what each token says in a text: bytes behind glyphs, "ing" for "##ing"; None for an unknown token
    fields     what the identity is taken of
    unknown    id of the token that stands for what is not in the vocabulary
    skips_unknown  tokens are raw text, and what is not in the vocabulary is left out without a token for it
    steps      merges that can be gone back
    details    name -> value, to be shown: type, normalizer, pattern, byte fallback
    omitted    ids that are left out of what is encoded (a mark alone)
    file       format and content of the file that it was opened from, so that it can be saved as that again
    """

    kind: str
    vocabulary: Vocabulary
    texts: Sequence[bytes | None]
    fields: Mapping[str, Any]
    unknown: int | None = None
    skips_unknown: bool = False
    steps: int = 0
    details: Mapping[str, str] = field(default_factory=dict)
    omitted: frozenset[int] = frozenset()
    file: tuple[str, bytes] | None = None


class LibraryTokenizer:
    """A library's tokenizer behind the methods of Tokenizer."""

    def __init__(
        self, name: str, library: Library, description: Description, provenance: Mapping[str, Any] | None = None
    ) -> None:
        self.name = name
        self.library = library
        self.description = description
        self.provenance: Mapping[str, Any] = dict(provenance or {})

    def __repr__(self) -> str:
        return f"<LibraryTokenizer {self.name}: {self.kind}, {len(self.vocabulary):,} entries>"

    def renamed(self, name: str, provenance: Mapping[str, Any] | None = None) -> LibraryTokenizer:
        """The same tokenizer under another name, or with another provenance."""
        kept = self.provenance if provenance is None else provenance
        return LibraryTokenizer(name, self.library, self.description, kept)

    @property
    def kind(self) -> str:
        """The algorithm's name in ALGORITHMS."""
        return self.description.kind

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens as they are stored, special tokens among them."""
        return self.description.vocabulary

    @property
    def special(self) -> Mapping[str, int]:
        """Text -> id of each special token."""
        return self.vocabulary.special

    @property
    def details(self) -> Mapping[str, str]:
        """What an overview says of it: name -> value."""
        return self.description.details

    @property
    def step_count(self) -> int:
        """How many merges there are to go back."""
        return self.description.steps

    def at_step(self, step: int) -> LibraryTokenizer:
        """The tokenizer as it was after that many merges; UnsupportedError where its file does not order them."""
        if step == self.step_count:
            return self
        if not self.step_count:
            raise UnsupportedError(f"{self.name} has no steps: its file does not say in which order tokens were made.")
        if not 0 <= step < self.step_count:
            raise OptionError(f"{self.name} has {self.step_count:,} merges; there is no step {step:,}.")
        fields = dict(self.description.fields)
        if fields.get("merges"):
            fields["merges"] = fields["merges"][:step]
        vocabulary = self.vocabulary.without({id for id, made in self._made_at.items() if made > step})
        described = replace(self.description, vocabulary=vocabulary, fields=fields, steps=step, file=None)
        return LibraryTokenizer(self.name, self.library.at_step(step), described, self.provenance)

    def entries_at(self, step: int) -> int:
        """Entries of the vocabulary after that many merges, which is not built for that."""
        return self.vocabulary.entries - len(self._made_at) + bisect_right(self._steps_of_tokens, step)

    @cached_property
    def _made_at(self) -> dict[int, int]:
        """Id -> the merge that first makes it; what is found in a text as it stands needs none."""
        found = {*self.special.values(), *map(int, self.description.fields.get("added", ()))}
        return {id: step for id, step in self.library.made_at.items() if id not in found}

    @cached_property
    def _steps_of_tokens(self) -> list[int]:
        return sorted(self._made_at.values())

    # -- encoding ----------------------------------------------------------------------------------------------------

    @cached_property
    def seams(self) -> Seams | None:
        """Where a text may be taken apart and encoded in parts; None where that cannot be told."""
        return self.library.seams(self.vocabulary)

    def encode(self, text: str, *, allowed_special: AbstractSet[str] = frozenset()) -> Encoding:
        """The tokens of a text; special tokens are text unless `allowed_special` names them."""
        text, replaced = replaced_surrogates(text)
        check_special(self.name, self.special, allowed_special)
        ids, spans, special = self._tokens(text, frozenset(allowed_special))
        data = text.encode()
        seen = seen_by_model(data, self._texts_of(ids, special), spans)
        return Encoding(
            text,
            ids,
            spans,
            gaps(spans, len(data)),
            special=special,
            replaced=replaced,
            unknown=tuple(np.flatnonzero(ids == self.description.unknown).tolist()),
            normalized=seen and seen[0],
            normalized_spans=seen and seen[1],
        )

    def _tokens(self, text: str, allowed: frozenset[str]) -> tuple[npt.NDArray[np.int32], IntArray, tuple[int, ...]]:
        """Ids, spans, and which of them are special tokens."""
        if not allowed or self.library.finds_special:
            ids, spans = self._kept(text.encode(), self.library.pieces([text], allowed)[0])
            wanted = [self.special[name] for name in allowed]
            return ids, spans, tuple(np.flatnonzero(np.isin(ids, wanted)).tolist())
        parts = cut_at_special(text, self.special, allowed)
        joined = joined_runs([self._run(part) if id is None else Run.special(part, id) for part, id in parts])
        return joined.ids, joined.spans, joined.special

    def _run(self, text: str) -> Run:
        """The tokens of a stretch of text between special tokens."""
        data = text.encode()
        ids, spans = self._kept(data, self.library.pieces([text], frozenset())[0])
        return Run(text, ids, spans, len(data))

    def _kept(self, data: bytes, pieces: Pieces) -> tuple[npt.NDArray[np.int32], IntArray]:
        """Ids and exact spans of one text, without the tokens that are never shown."""
        spans = self._spans(data, pieces)
        if not self.description.omitted:
            return pieces.ids, spans
        kept = ~np.isin(pieces.ids, list(self.description.omitted))
        return pieces.ids[kept], spans[kept]

    def _spans(self, data: bytes, pieces: Pieces) -> IntArray:
        texts = self._texts_of(pieces.ids, ())
        exact = exact_spans(data, texts)
        if exact is not None:
            return exact
        spans = align(data, texts, pieces.spans())
        if not self.description.skips_unknown or _lie_under(data, texts, spans):
            return spans
        found = found_spans(data, texts)
        return spans if found is None else found

    def _texts_of(self, ids: IntArray, special: Sequence[int]) -> list[bytes | None]:
        """What each token says; special tokens and unknown ones stand for what they were found in."""
        table = self.description.texts
        texts = [table[id] for id in ids.tolist()]
        for index in special:
            texts[index] = None
        return texts

    # -- counting ----------------------------------------------------------------------------------------------------

    def count(self, texts: Sequence[str]) -> Counts:
        """What becomes of many short texts, each encoded alone."""
        clean = [replaced_surrogates(text)[0] for text in texts]
        pieces = self.library.pieces(clean, frozenset())
        counted = [self._counted(text, found) for text, found in zip(clean, pieces, strict=True)]
        ids = np.concatenate([np.empty(0, np.int32), *(ids for ids, _ in counted)])
        return count_spans(clean, [row for _, row in counted], ids, len(self.vocabulary))

    def _counted(self, text: str, pieces: Pieces) -> tuple[npt.NDArray[np.int32], SpanCounts]:
        data = text.encode()
        ids, spans = self._kept(data, pieces)
        unknown = spans[ids == self.description.unknown].tolist() if self.description.unknown is not None else []
        characters = sum(len(data[start:end].decode("utf-8", "replace")) for start, end in unknown)
        returns = self.decode(ids.tolist(), "replace") == text
        return ids, SpanCounts(spans, characters, returns)

    # -- decoding ----------------------------------------------------------------------------------------------------

    def decode(self, ids: Sequence[int], errors: DecodeErrors = "strict") -> str:
        """The text of some ids as the library gives it.

        Strict raises DecodeError for a bad id or tokens that are no text; "replace" shows a bad id in brackets."""
        valid = list(map(self.vocabulary.has, ids))
        if errors == "strict" and not all(valid):
            raise DecodeError(b"", 0, 0, no_such_id(ids, valid.index(False), self.name))
        runs = runs_of_valid(ids, valid)
        return "".join(self._text(run, errors) if ok else "".join(f"[{id}]" for id in run) for ok, run in runs)

    def _text(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        if self.vocabulary.byte_level:  # then the tokens' bytes are the text, and a part of a character is no riddle
            return text_of(b"".join(self.description.texts[id] or self.vocabulary[id] for id in ids), errors)
        text = guarded(lambda: self.library.decode(ids), f"{self.name} cannot decode these ids")
        if errors == "strict" and "\ufffd" in text and not any("\ufffd".encode() in self.vocabulary[id] for id in ids):
            sentence = "The tokens are no text: some bytes are not UTF-8; decode with replacement to see the rest."
            raise DecodeError(text.encode(), 0, 0, sentence)
        return text

    # -- identity ----------------------------------------------------------------------------------------------------

    @property
    def identity_fields(self) -> dict[str, Any]:
        """What decides ids, without what is absent."""
        fields = {
            "kind": self.kind,
            "special": dict(self.special),
            "version": 1,
            "vocabulary": self.vocabulary.in_hex(),
            **self.description.fields,
        }
        return {key: value for key, value in fields.items() if value not in ("", None, [], {}, False)}

    @cached_property
    def identity(self) -> str:
        """SHA-256 of what decides the ids of every text."""
        return identity_of(self.identity_fields)


def _lie_under(data: bytes, texts: Sequence[bytes | None], spans: IntArray) -> bool:
    """Whether each token's text is in the bytes that it is placed on."""
    return all(text is None or text in data[a:b] for text, (a, b) in zip(texts, spans.tolist(), strict=True))


def guarded(call: Callable[[], Result], complaint: str) -> Result:
    """What a library's call gives; EngineError with its first sentence if it fails (a Rust panic is no `Exception`)."""
    try:
        return call()
    except (EngineError, KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):
        raise
    except BaseException as error:
        reason = " ".join(str(error).split())[:200]
        raise EngineError(f"{complaint}: {reason or type(error).__name__}.") from None
