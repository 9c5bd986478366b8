"""`tiktoken`: ranks that no list of merges in their order expresses, because a token is made of parts that come after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np

from engine.backends.alignment import lengths_to_spans
from engine.backends.library_tokenizer import Pieces, guarded
from engine.normalizers import Normalizer
from engine.patterns import PATTERNS, pattern_expressed
from engine.pre_tokenizers import PreTokenizer
from engine.seams import Seams, pipeline_seams
from engine.vocabulary import IntArray, Vocabulary

_WELL_KNOWN = {pattern.expression for pattern in PATTERNS.values()}
"""Expressions that match every character of a text that is not to be dropped."""


class TiktokenLibrary:
    """Ranks (token -> rank) and the expression that cuts text; EngineError if the library refuses them."""

    finds_special = False

    def __init__(self, ranks: Mapping[bytes, int], expression: str | None, normalizer: Normalizer, source: str) -> None:
        import tiktoken

        self._ranks = dict(ranks)
        self._expression = expression
        self._normalizer = normalizer
        self._source = source
        self._library: Any = guarded(
            lambda: tiktoken.Encoding(
                source, pat_str=_without_gaps(expression), mergeable_ranks=self._ranks, special_tokens={}
            ),
            f"{source}: the tiktoken library refuses the ranks",
        )
        self._lengths = {rank: len(token) for token, rank in self._ranks.items()}

    def pieces(self, texts: Sequence[str], allowed: frozenset[str]) -> list[Pieces]:
        """The tokens of each text."""
        complaint = f"{self._source}: the tiktoken library cannot encode this text"
        normalized = [self._normalizer.text(text) for text in texts]
        found = guarded(lambda: self._library.encode_ordinary_batch(normalized, num_threads=1), complaint)
        rows = [np.array(ids, np.int32) for ids in found]
        return [Pieces(ids, partial(self._spans, text, ids)) for text, ids in zip(texts, rows, strict=True)]

    def _spans(self, text: str, ids: IntArray) -> IntArray:
        """Where the tokens are in the text as it was before it was normalized."""
        lengths = np.array([self._lengths[id] for id in ids.tolist()], np.int64)
        spans = lengths_to_spans(lengths)
        return np.asarray(self._normalizer.apply(text).raw_spans(spans)) if self._normalizer else spans

    def decode(self, ids: Sequence[int]) -> str:
        """The library's text of some ids."""
        text: str = self._library.decode(list(ids))
        return text

    @cached_property
    def made_at(self) -> dict[int, int]:
        """A rank a merge, the bytes aside."""
        ranks = sorted(rank for token, rank in self._ranks.items() if len(token) > 1)
        return {rank: step for step, rank in enumerate(ranks, 1)}

    def at_step(self, step: int) -> TiktokenLibrary:
        """With the bytes and the first ranks of other tokens only."""
        kept = {token: rank for token, rank in self._ranks.items() if self.made_at.get(rank, 0) <= step}
        return TiktokenLibrary(kept, self._expression, self._normalizer, self._source)

    def seams(self, vocabulary: Vocabulary) -> Seams | None:
        """Those of its expression, where it is one of the well-known."""
        if self._expression is None:
            return None
        return pipeline_seams(PreTokenizer(pattern_expressed(self._expression)), self._normalizer)


def _without_gaps(expression: str | None) -> str:
    """What cuts a text as the expression does, and takes what stands between two matches too: the library would drop it."""
    if expression is None:
        return r"[\s\S]+"
    if expression in _WELL_KNOWN:
        return expression
    return rf"(?:{expression})|(?:(?!{expression})[\s\S])+"
